"""If these fail, what a script answers, writes or leaves behind is lost, wrong, or crashes the server."""

import json
from hashlib import sha256

from tests.support.execution import World


async def test_a_bug_in_the_script_is_told_with_its_traceback(real: World) -> None:
    owner = await real.person()
    row = await real.run(owner, await real.tool(owner, "def main():\n    return 1 / 0\n"))

    assert (row["status"], row["error_code"]) == ("FAILED", "SCRIPT_ERROR")
    assert "ZeroDivisionError" in row["error_message"]
    assert "line 2" in row["error_stack"]


async def test_a_script_that_does_not_stop_is_stopped(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, "def main():\n    while True: pass\n", timeout_seconds=1)
    row = await real.run(owner, tool)

    assert (row["status"], row["error_code"]) == ("TIMEOUT", "TIMEOUT")
    assert 900 < row["duration_ms"] < 10_000


async def test_output_that_breaks_its_schema_is_in_the_log_and_not_in_the_output(real: World) -> None:
    owner = await real.person()
    schema = {"type": "object", "properties": {"total": {"type": "number"}}}
    tool = await real.tool(owner, "def main():\n    return {'total': 'twelve'}\n", output_schema=schema)

    row = await real.run(owner, tool)

    assert (row["status"], row["error_code"], row["output_data"]) == ("FAILED", "INVALID_OUTPUT", None)
    assert "output.total" in row["error_message"]
    logged = [event.payload["text"] for event in await real.all_events(owner, row["id"]) if event.kind == "STDOUT"]
    assert "twelve" in str(logged)


async def test_a_password_reaches_the_script_and_nothing_else(real: World) -> None:
    owner = await real.person()
    script = """
import base64, sys, time
def main(password, again):
    assert again == password
    for character in password:
        print(character, end="", flush=True)
        time.sleep(0.02)
    print(base64.b64encode(b"user:" + password.encode()).decode(), file=sys.stderr)
    if len(password) > 20:
        raise ValueError(password)
    return {"said": f"<{password}>"}
"""
    schema = {
        "type": "object",
        "properties": {"password": {"type": "string", "format": "password"}, "again": {"writeOnly": True}},
    }
    tool = await real.tool(owner, script, input_schema=schema)
    for password, status in (("correct horse", "SUCCESS"), ("correct horse battery staple", "FAILED")):
        row = await real.run(owner, tool, {"password": password, "again": password})

        events = await real.all_events(owner, row["id"])
        everything = str(dict(row)) + str(events)
        assert row["status"] == status
        assert "[redacted]" in everything
        assert "horse" not in everything
        assert "Y29ycmVjdCBob3" not in everything


async def test_nul_and_half_characters_in_logs_and_errors_are_shown_not_fatal(real: World) -> None:
    owner = await real.person()
    script = """
import sys
def main():
    sys.stdout.buffer.write(b"a\\0b \\xed\\xa0\\x80 \\xff\\n")
    raise ValueError("nul \\0 half \\ud800")
"""
    row = await real.run(owner, await real.tool(owner, script))

    assert row["error_code"] == "SCRIPT_ERROR"
    assert "nul" in row["error_message"]
    texts = await real.database.fetch_all(
        "SELECT payload ->> 'text' AS text FROM execution_event WHERE kind = 'STDOUT' AND execution = $1", row["id"]
    )
    assert texts[0]["text"].startswith("a\N{SYMBOL FOR NULL}b") or texts[0]["text"].startswith(
        "a\N{REPLACEMENT CHARACTER}b"
    )


async def test_nul_in_output_is_kept_as_json_writes_it(real: World) -> None:
    owner = await real.person()
    row = await real.run(owner, await real.tool(owner, "def main():\n    return 'a\\0b'\n"))

    assert json.loads(row["output_data"]) == "a\0b"


async def test_five_megabytes_of_output_arrive_whole(real: World) -> None:
    owner = await real.person()
    row = await real.run(owner, await real.tool(owner, "def main():\n    return 'x' * 4_900_000\n"))

    assert row["status"] == "SUCCESS"
    assert json.loads(row["output_data"]) == "x" * 4_900_000


async def test_a_gigabyte_of_output_ends_the_run_with_a_clear_error(real: World) -> None:
    owner = await real.person()
    script = "import sys\ndef main():\n    while True: sys.stdout.write('y' * 1_000_000)\n"
    row = await real.run(owner, await real.tool(owner, script))

    assert (row["status"], row["error_code"]) == ("FAILED", "OUTPUT_LIMIT")
    size = await real.database.fetch_value("SELECT sum(length(payload::text)) FROM execution_event")
    assert size < 6_000_000


async def test_files_left_behind_become_artifacts(real: World) -> None:
    owner = await real.person()
    script = """
import os, pathlib
def main():
    folder = pathlib.Path(os.environ["ARTIFACTS"])
    (folder / "table.csv").write_text("a,b\\n1,2\\n")
    (folder / "same.csv").write_text("a,b\\n1,2\\n")
"""
    row = await real.run(owner, await real.tool(owner, script))

    kept = await real.database.fetch_all(
        "SELECT a.id, a.name, o.sha256, o.size FROM execution_artifact a JOIN binary_object o ON o.id = a.object"
        " WHERE a.execution = $1 ORDER BY a.name",
        row["id"],
    )
    content = b"a,b\n1,2\n"
    assert [(one["name"], one["size"]) for one in kept] == [("same.csv", 8), ("table.csv", 8)]
    assert kept[0]["sha256"] == sha256(content).digest()
    with real.executions.objects.open(kept[0]["sha256"]) as file:
        assert file.read() == content
    events = [event.payload for event in await real.all_events(owner, row["id"]) if event.kind == "ARTIFACT"]
    assert [(event["text"], event["size"]) for event in events] == [("same.csv", 8), ("table.csv", 8)]
    assert {event["id"] for event in events} == {f"artifact_{one['id'].hex}" for one in kept}


async def test_a_store_that_takes_no_file_fails_the_run_and_nothing_else(real: World) -> None:
    owner = await real.person()
    (real.data_dir / "objects").write_text("a file where the folder should be")
    script = "import os, pathlib\ndef main():\n    (pathlib.Path(os.environ['ARTIFACTS']) / 'a.txt').write_text('a')\n"

    row = await real.run(owner, await real.tool(owner, script))

    assert (row["status"], row["error_code"]) == ("FAILED", "INTERNAL")
    assert "could not be stored" in row["error_message"]
