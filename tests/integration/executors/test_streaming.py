"""Log text arrives while the run goes on, in order, as text."""

import asyncio

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import RecordingSink, run_script, run_stdin

pytestmark = WALLED_AND_PLAIN


async def test_each_line_arrives_within_50_ms_of_being_printed() -> None:
    ran = await run_script(
        "import sys, time\n"
        "def main():\n"
        "    for stream in (sys.stdout, sys.stderr) * 3:\n"
        "        print(time.time(), file=stream)\n"
        "        time.sleep(0.06)\n"
    )
    delays = sorted(arrived - float(text) for _, text, arrived in ran.sink.pieces)
    assert len(delays) == 6
    assert delays[2] < 0.05, delays  # the median: one late wake-up on a busy machine is no fault of ours


async def test_lines_are_seen_before_the_run_has_ended() -> None:
    sink, cancel = RecordingSink(), asyncio.Event()
    run = asyncio.create_task(
        run_script("import time\ndef main():\n    print('begun')\n    time.sleep(60)", sink=sink, cancel=cancel)
    )
    await sink.until("begun\n")
    assert not run.done()
    cancel.set()
    assert (await run).result.status == "CANCELLED"


async def test_what_a_script_starts_is_streamed_too() -> None:
    ran = await run_script("import subprocess\ndef main():\n    subprocess.run(['sh', '-c', 'echo a; echo b >&2'])")
    assert (ran.sink.stdout, ran.sink.stderr) == ("a\n", "b\n")


async def test_a_character_cut_in_two_arrives_as_one() -> None:
    ran = await run_stdin(
        "import os, time\nfor byte in '😀é'.encode():\n    os.write(2, bytes([byte])); time.sleep(0.01)\nprint(1)"
    )
    assert ran.sink.stderr == "😀é"


async def test_wrong_bytes_and_nuls_become_text_that_can_be_stored() -> None:
    ran = await run_stdin(r"import os; os.write(2, b'a\xffb\0c\xe2\x82'); print(1)")
    assert ran.sink.stderr == "a\ufffdb\ufffdc\ufffd"


async def test_nothing_written_before_the_end_is_lost() -> None:
    ran = await run_script("def main():\n    for i in range(20_000):\n        print(i)")
    assert ran.sink.stdout == "".join(f"{i}\n" for i in range(20_000))


async def test_a_half_character_can_be_printed() -> None:
    ran = await run_script("def main():\n    print('\\ud800')")
    assert ran.sink.stdout == "\\ud800\n"


async def test_the_streams_an_interpreter_began_with_are_those_of_the_run() -> None:
    script = (
        "import io, sys\nprint('first')\nsys.stdout = io.StringIO()\nprint('caught')\nsys.stdout = sys.__stdout__\n"
        "print('last')\n"
    )
    ran = await run_script(f"{script}def main():\n    print('to __stderr__', file=sys.__stderr__)")
    assert (ran.sink.stdout, ran.sink.stderr) == ("first\nlast\n", "to __stderr__\n")
    ran = await run_stdin("import sys\nprint(sys.__stdin__.read(), file=sys.__stdout__)", {"n": 1})
    assert ran.output == {"n": 1}
