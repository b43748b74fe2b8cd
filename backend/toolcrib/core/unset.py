"""`UNSET` marks an argument that was not given, where None is a value of its own."""

from enum import Enum
from typing import Final, Literal, TypeVar


class _Unset(Enum):
    UNSET = "UNSET"


Unset = Literal[_Unset.UNSET]
UNSET: Final = _Unset.UNSET

Value = TypeVar("Value")


def given(value: Value | Unset, otherwise: Value) -> Value:
    return otherwise if value is UNSET else value
