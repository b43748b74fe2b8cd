"""However much a script writes, the server's memory and time stay its own."""

import resource
import time

import pytest

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import run_script, run_stdin

pytestmark = WALLED_AND_PLAIN

FLOOD = "import os\nblock = b'x' * 65536\nfor _ in range(16_384):\n    os.write({stream}, block)\n"


@pytest.mark.parametrize("entry", ["STDIN", "MAIN"])
@pytest.mark.parametrize(("stream", "name"), [(1, "5,000,000 bytes to stdout"), (2, "1,000,000 bytes to stderr")])
async def test_a_gigabyte_of_output_ends_the_run_at_once(entry: str, stream: int, name: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.monotonic()
    ran = await run_script(FLOOD.format(stream=stream), entry=entry)
    assert (ran.result.status, ran.code) == ("FAILED", "OUTPUT_LIMIT")
    assert name in ran.message
    assert time.monotonic() - started < 3
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # KiB


async def test_what_was_within_the_limit_stays_in_the_log() -> None:
    ran = await run_script("import sys\ndef main():\n    sys.stderr.write('a' * 5_000)", stderr_bytes=2_000)
    assert (ran.code, ran.sink.stderr) == ("OUTPUT_LIMIT", "a" * 2_000)


async def test_the_limit_itself_is_allowed() -> None:
    ran = await run_stdin("print('\"' + 'a' * 997 + '\"')", stdout_bytes=1_000)
    assert ran.output == "a" * 997
    over = await run_stdin("print('\"' + 'a' * 998 + '\"')", stdout_bytes=1_000)
    assert over.code == "OUTPUT_LIMIT"


async def test_a_returned_value_has_the_same_limit() -> None:
    ran = await run_script("def main(n):\n    return 'a' * n", {"n": 6_000_000})
    assert (ran.result.status, ran.code) == ("FAILED", "OUTPUT_LIMIT")
    assert len((await run_script("def main(n):\n    return 'a' * n", {"n": 4_900_000})).output) == 4_900_000
