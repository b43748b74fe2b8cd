"""MAIN: `main(**input)` is called; what it returns is the output; stdout and stderr are the log."""

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import run_script

pytestmark = WALLED_AND_PLAIN


async def test_main_gets_the_input_as_keywords_and_returns_the_output() -> None:
    ran = await run_script("def main(a, b=2, **rest):\n    return {'sum': a + b, 'rest': rest}", {"a": 1, "c": None})
    assert ran.output == {"sum": 3, "rest": {"c": None}}


async def test_main_may_be_async() -> None:
    ran = await run_script("import asyncio\nasync def main(n):\n    await asyncio.sleep(0)\n    return n", {"n": 5})
    assert ran.output == 5


async def test_returning_nothing_is_null() -> None:
    assert (await run_script("def main(): pass")).result.output_json == "null"


async def test_everything_printed_is_log_and_never_output() -> None:
    ran = await run_script("import sys\ndef main():\n    print('out')\n    print('err', file=sys.stderr)\n    return 1")
    assert (ran.output, ran.sink.stdout, ran.sink.stderr) == (1, "out\n", "err\n")


async def test_the_guard_of_a_script_does_not_run_beside_main() -> None:
    ran = await run_script("def main(): return 1\nif __name__ == '__main__':\n    print('guard')")
    assert (ran.output, ran.sink.stdout) == (1, "")


async def test_closing_stdout_costs_the_log_not_the_result() -> None:
    assert (await run_script("import os\ndef main():\n    print('x')\n    os.close(1)\n    return 1")).output == 1
    assert (await run_script("import sys\ndef main():\n    sys.stdout.close()\n    return 1")).output == 1


async def test_classes_of_the_script_can_be_pickled_and_inspected() -> None:
    ran = await run_script(
        "import pickle, inspect, dataclasses\n"
        "@dataclasses.dataclass\nclass Point:\n    x: int\n"
        "def main():\n    copy = pickle.loads(pickle.dumps(Point(1)))\n    return [copy, inspect.getsource(Point)[:16]]"
    )
    assert ran.output == [{"x": 1}, "@dataclasses.dat"]


OBVIOUS = [
    ("(1, 'a')", [1, "a"]),
    ("datetime.datetime(2025, 1, 2, 3, tzinfo=datetime.UTC)", "2025-01-02T03:00:00+00:00"),
    ("datetime.date(2025, 1, 2)", "2025-01-02"),
    ("uuid.UUID(int=1)", "00000000-0000-0000-0000-000000000001"),
    ("pathlib.Path('/a/b')", "/a/b"),
    ("numpy.int64(7)", 7),
    ("{'x': numpy.array([[1, 2], [3, 4]])}", {"x": [[1, 2], [3, 4]]}),
    ("numpy.float32(0.5)", 0.5),
    ("pandas.Timestamp('2025-01-02')", "2025-01-02T00:00:00"),
    ("Model(when=datetime.date(2025, 1, 2))", {"when": "2025-01-02"}),
    ("{1: 'a', None: 'b'}", {"1": "a", "null": "b"}),
]
LIBRARIES = ("datetime", "decimal", "uuid", "pathlib", "numpy", "pandas", "os", "sys")


def returning(expression: str) -> str:
    imports = "".join(f"import {name}\n" for name in LIBRARIES if f"{name}." in expression)
    model = "import pydantic\nclass Model(pydantic.BaseModel):\n    when: datetime.date\n"
    deep = (
        "def deep(levels):\n    value = 1\n    for _ in range(levels):\n        value = [value]\n    return value\n"
        "def loop():\n    value = []\n    value.append(value)\n    return value\n"
    )
    return f"{imports}{model if 'Model' in expression else ''}{deep}def main():\n    return {expression}"


async def test_the_obvious_becomes_json() -> None:
    outputs = [(expression, (await run_script(returning(expression))).output) for expression, _ in OBVIOUS]
    assert outputs == OBVIOUS


NOT_JSON = [
    ("{'a': [1, {2, 3}]}", "output.a[1] is of type set, which JSON does not have: return sorted(…) or list(…)."),
    ("{'b': b'x'}", "output.b is of type bytes"),
    ("(x for x in [])", "output is of type generator, which JSON does not have: return list(…)."),
    ("{'rows': pandas.DataFrame({'a': [1]})}", "output.rows is of type DataFrame"),
    ("{'a': {(1, 2): 3}}", "output.a has a key of type tuple ((1, 2))"),
    ("{'price': decimal.Decimal('1.10')}", "return str(…) to keep every digit"),
    ("main", "output is of type function"),
    ("{'a': [1.0, float('nan')]}", "output.a[1] is nan"),
    ("{'x': numpy.array([1, numpy.inf])}", "output.x[1] is inf"),
    ("['ok', '\\ud800']", "output[1] holds a lone surrogate"),
    ("deep(200)", "nested more than 100 levels deep"),
    ("deep(100_000)", "nested more than 1000 levels deep"),
    ("loop()", "contains itself"),
    ("exec('sys.exit(0)')", "called sys.exit before main returned"),
    ("os._exit(0)", "ended before main returned"),
]


async def test_what_is_not_json_is_named_by_path_and_type() -> None:
    for expression, message in NOT_JSON:
        ran = await run_script(returning(expression))
        assert (ran.result.status, ran.code) == ("FAILED", "INVALID_OUTPUT")
        assert message in ran.message


async def test_a_script_without_main_is_told_so() -> None:
    ran = await run_script("x = 1")
    assert ran.code == "INVALID_OUTPUT"
    assert "no function named main" in ran.message


async def test_an_input_main_does_not_take_is_a_script_error() -> None:
    ran = await run_script("def main(a): return a", {"a": 1, "b": 2})
    assert (ran.code, ran.message) == ("SCRIPT_ERROR", "TypeError: main() got an unexpected keyword argument 'b'")
