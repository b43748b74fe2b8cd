import time
from typing import Any

import pytest
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.sandbox import Sandbox

MAIN = {"entry": "MAIN"}
STDIN = {"entry": "STDIN"}


def problems(script: str | None, config: dict[str, Any] = STDIN) -> list[tuple[tuple[str | int, ...], str]]:
    return [(problem.field, problem.message) for problem in create_executor(Sandbox()).check(script, config)]


def test_a_good_script_has_no_problems() -> None:
    assert problems("print(1)") == []
    assert problems("def main(a): return a", MAIN | {"requirements": "standard"}) == []


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("x = (1\ny = 2", "Line 1, column 5: '(' was never closed"),
        ("a = 1\nif a:\nprint(a)", "Line 3, column 1: expected an indented block after 'if' statement on line 2"),
        ("return 1", "Line 1, column 1: 'return' outside function"),
        ("名 = 1\n名 = = 2", "Line 2, column 5: invalid syntax"),
        ("def f():\n\tif 1:\n        x = 1", "Line 3, column 1: inconsistent use of tabs and spaces in indentation"),
        ("\ufeffx = 1", "Line 1, column 1: invalid non-printable character U+FEFF"),
    ],
)
def test_a_syntax_error_is_told_with_line_and_column(script: str, message: str) -> None:
    found = problems(script)
    assert [field for field, _ in found] == [("scriptContent",)]
    assert found[0][1].startswith(message)


@pytest.mark.parametrize(
    "script",
    [
        "-" * 100_000 + "1",
        "not " * 100_000 + "1",
        "+".join(["1"] * 100_000),
        "a" + ".b" * 100_000,
        "a" + "()" * 100_000,
        "lambda:" * 100_000 + "1",
        "if 1: pass\n" + "elif 1: pass\n" * 50_000,
        "(" * 5_000,
        "9" * 5_000,
    ],
)
@pytest.mark.parametrize("config", [STDIN, MAIN])
def test_a_script_made_to_break_the_compiler_is_refused_not_fatal(script: str, config: dict[str, Any]) -> None:
    found = problems(script, config)
    assert [field for field, _ in found] == [("scriptContent",)]
    assert create_executor(Sandbox()).suggest_config(script) == STDIN


def test_deep_but_legal_code_is_searched_for_main() -> None:
    deep = "x = " + "a" + ".b" * 800
    assert problems(f"{deep}\ndef main(): pass", MAIN) == []


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (None, "needs a script"),
        ("  \n", "needs a script"),
        ("x = 1\ny = '\0'", "a NUL character in line 2"),
        ("x = '\ud800'", "a lone surrogate (half a character) in line 1"),
        ("x" * 1_000_001, "has 1,000,001 bytes"),
    ],
)
def test_text_that_can_be_no_script_is_refused(script: str | None, message: str) -> None:
    assert [message in text for _, text in problems(script)] == [True]


def test_a_doubtful_escape_is_no_reason_to_refuse_a_script() -> None:
    assert problems(r"import re; re.compile('\d')") == []


@pytest.mark.parametrize(
    "script",
    [
        "def main(): pass",
        "async def main(): pass",
        "main = print",
        "from json import dumps as main",
        "try:\n    import fast\n    def main(): pass\nexcept ImportError:\n    pass",
    ],
)
def test_main_may_be_bound_in_any_way(script: str) -> None:
    assert problems(script, MAIN) == []


@pytest.mark.parametrize("script", ["x = 1", "class A:\n    def main(self): pass", "def f():\n    def main(): pass"])
def test_the_main_contract_needs_a_main(script: str) -> None:
    assert [field for field, _ in problems(script, MAIN)] == [("scriptContent",)]
    assert problems(script, STDIN) == []


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({}, "entry"),
        ({"entry": "main"}, "entry"),
        ({"entry": ["MAIN"]}, "entry"),
        ({"entry": "STDIN", "requirements": "numpy"}, "requirements"),
        ({"entry": "STDIN", "requirments": "standard"}, "requirments"),
    ],
)
def test_a_wrong_setting_is_named(config: dict[str, Any], field: str) -> None:
    assert [path for path, _ in problems("pass", config)] == [("executorConfig", field)]


@pytest.mark.parametrize(
    ("script", "entry"),
    [
        ("def main(a, b=2): return a", "MAIN"),
        ("async def main(): ...", "MAIN"),
        ("def main(): return 1\nif __name__ == '__main__': print(main())", "MAIN"),
        ("import sys, json\ndef main(): print(json.load(sys.stdin))\nmain()", "STDIN"),
        ("from sys import stdin\ndef main(): pass", "STDIN"),
        ("def main(): return input()", "STDIN"),
        ("def main(input): return input", "MAIN"),
        ("def main(job): return job.input", "MAIN"),
        ("def main(input):\n    def inner(): return input\n    return inner()", "MAIN"),
        ("x" * 300_000, "STDIN"),
        ("print(1)", "STDIN"),
        ("def main(:", "MAIN"),
        ("import sys\ndef main(x):\n    sys.stdin.read(", "STDIN"),
        ("", "STDIN"),
        ("\0", "STDIN"),
        ("\ud800", "STDIN"),
    ],
)
def test_the_entry_is_guessed_from_the_script(script: str, entry: str) -> None:
    assert create_executor(Sandbox()).suggest_config(script) == {"entry": entry}


def test_the_largest_script_of_the_shortest_lines_is_checked_in_a_moment() -> None:
    """Nothing else runs meanwhile: everybody would wait for one who saves this."""
    script = "x=1\n" * 63_000 + "def main(): pass"
    began = time.process_time()
    assert create_executor(Sandbox()).suggest_config(script) == MAIN
    assert problems(script, MAIN) == []
    assert time.process_time() - began < 5
