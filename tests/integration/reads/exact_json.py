"""Answers compared as their texts say them, not as a program reads them."""

import json
from typing import Any

from tests.integration.reads.oracle import Answer


def difference_of(planned: Answer, stock: Answer) -> str | None:
    if planned.errors != stock.errors:
        return f"errors: planned {set(planned.errors)}, stock {set(stock.errors)}"
    return next(iter(_differences(exact(planned.text), exact(stock.text), "data")), None)


def exact(text: str) -> Any:
    """JSON as its text says it: objects as pairs, in their order; numbers as they are written."""
    return json.loads(text, object_pairs_hook=Pairs, parse_int=Number, parse_float=Number)


class Pairs(list[tuple[str, Any]]):
    """The members of an object."""


class Number(str):
    """A number's text."""

    __slots__ = ()


def _differences(planned: Any, stock: Any, path: str) -> list[str]:
    if type(planned) is not type(stock):
        return [f"{path}: planned {planned!r}, stock {stock!r}"]
    if isinstance(planned, Pairs):
        if [name for name, _ in planned] != [name for name, _ in stock]:
            return [f"{path}: planned {[n for n, _ in planned]}, stock {[n for n, _ in stock]}"]
        pairs = [(f"{path}.{name}", one, other) for (name, one), (_, other) in zip(planned, stock, strict=True)]
    elif isinstance(planned, list):
        if len(planned) != len(stock):
            return [f"{path}: planned {len(planned)} of them, stock {len(stock)}: {planned!r} and {stock!r}"]
        pairs = [(f"{path}[{index}]", *both) for index, both in enumerate(zip(planned, stock, strict=True))]
    else:
        return [] if planned == stock else [f"{path}: planned {planned!r}, stock {stock!r}"]
    return [found for place, one, other in pairs for found in _differences(one, other, place)]
