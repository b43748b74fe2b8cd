"""STDIN: a JSON object on stdin; stdout, as a whole, is the output; stderr is the log."""

import pytest

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import run_stdin

pytestmark = WALLED_AND_PLAIN


async def test_a_script_reads_its_input_and_prints_its_output() -> None:
    ran = await run_stdin(
        "import json, sys\nrow = json.load(sys.stdin)\nprint(json.dumps({'total': sum(row['lines'])}))",
        {"lines": [1, 2.5]},
    )
    assert ran.result.status == "SUCCESS"
    assert ran.output == {"total": 3.5}
    assert ran.result.error is None


async def test_stdout_is_never_a_log_and_stderr_always_is() -> None:
    ran = await run_stdin("import sys\nprint('working', file=sys.stderr)\nprint('{}')")
    assert (ran.sink.stdout, ran.sink.stderr) == ("", "working\n")


async def test_the_output_keeps_its_own_order_and_numbers() -> None:
    ran = await run_stdin("""print('{"b": 1.50,   "a": 12345678901234567890}')""")
    assert ran.result.output_json == '{"b": 1.50,   "a": 12345678901234567890}'


async def test_text_of_any_language_passes_both_ways() -> None:
    text = "发票 № 7 — 😀"
    ran = await run_stdin("import sys\nprint(sys.stdin.read())", {"note": text})
    assert ran.output == {"note": text}


async def test_an_input_larger_than_a_pipe_arrives_whole() -> None:
    ran = await run_stdin("import json, sys\nprint(len(json.load(sys.stdin)['text']))", {"text": "x" * 3_000_000})
    assert ran.output == 3_000_000


async def test_a_script_need_not_read_its_input() -> None:
    ran = await run_stdin("print(1)", {"text": "x" * 3_000_000})
    assert ran.output == 1


async def test_the_guard_of_a_plain_script_runs() -> None:
    ran = await run_stdin("if __name__ == '__main__':\n    print(1)")
    assert ran.output == 1


async def test_a_clean_early_exit_is_a_success() -> None:
    assert (await run_stdin("import sys\nprint(1)\nsys.exit()")).output == 1
    assert (await run_stdin("import os\nos.write(1, b'1')\nos._exit(0)")).output == 1


async def test_threads_may_still_print_after_the_last_line() -> None:
    ran = await run_stdin(
        "import threading\ngo = threading.Event()\n"
        "threading.Thread(target=lambda: (go.wait(), print(7))).start()\ngo.set()"
    )
    assert ran.output == 7


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("pass", "wrote no output"),
        ("print('done')\nprint('{}')", "line 1, column 1, at 'done\\n{}"),
        ("print('{}')\nprint('{}')", "more after the JSON value (line 2, column 1"),
        ("print({'a': 1})", "enclosed in double quotes"),
        ("print('[1, NaN]')", "output[1] is nan"),
        ("import sys\nsys.stdout.buffer.write(b'\"\\xff\"')", "byte 1 is wrong"),
        ("print('[' * 3000 + ']' * 3000)", "more than 100 levels deep"),
        ("import sys\nsys.stdout.close()", "wrote no output"),
    ],
)
async def test_anything_but_one_json_value_is_an_invalid_output(script: str, message: str) -> None:
    ran = await run_stdin(script)
    assert (ran.result.status, ran.code) == ("FAILED", "INVALID_OUTPUT")
    assert message in ran.message


async def test_output_lost_with_a_closed_stdout_is_not_a_success() -> None:
    ran = await run_stdin("import os\nprint('{}')\nos.close(1)")
    assert (ran.result.status, ran.code) == ("FAILED", "SCRIPT_ERROR")
