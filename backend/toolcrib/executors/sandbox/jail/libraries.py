"""Loading what scripts import, and using it once: the first use of a library often loads half of it."""

import contextlib
import importlib
from collections.abc import Iterable


def load(names: Iterable[str]) -> None:
    """Import what is installed of `names`; whatever a library prints or warns on the way is nobody's business."""
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
            use(name)


def use(name: str) -> None:
    if name == "pandas":
        import pandas as pd  # noqa: PLC0415 -- only where it is asked for

        frame = pd.DataFrame({"group": ["a", "b", "a"], "value": [1.0, 2.5, 3.0]})
        frame.groupby("group")["value"].sum().to_dict()
        frame.describe().to_json()
    if name == "json":
        import json  # noqa: PLC0415 -- as above

        json.dumps(json.loads('{"a": [1, 2.5, null]}'))
