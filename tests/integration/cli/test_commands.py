"""If these fail, a person at the terminal is left with a stack trace, or with nothing."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from toolcrib.core.settings import Settings

from tests.support.database import TestServer, external_server, free_port
from tests.support.server import PACKAGE, toolcrib_command, toolcrib_environment

SETTINGS_SOURCES = ("core/settings.py", "core/embedded_postgres/binaries.py")


def run(
    data_dir: Path, *arguments: str, database_url: str | None = None, **environment: str
) -> subprocess.CompletedProcess:
    return subprocess.run(
        toolcrib_command(*arguments),
        env=toolcrib_environment(data_dir, database_url, **environment),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def empty_database(database_server: TestServer) -> Iterator[str]:
    name = asyncio.run(database_server.create())
    yield database_server.dsn_of(name)
    asyncio.run(database_server.drop(name))


def test_a_taken_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = run(tmp_path, "serve", "--port", str(port))
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr == (
        f"toolcrib: Port {port} on 127.0.0.1 can't be used: Address already in use. "
        "Choose another: toolcrib serve --port 8001, or make run TOOLCRIB_PORT=8001.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (["serve", "--port", "99999"], {}, "'99999' is no port: give a number from 0 to 65535"),
        (["serve"], {"TOOLCRIB_PORT": "99999"}, "Port 99999 on 127.0.0.1 can't be used"),
        (["serve"], {"TOOLCRIB_PORT": "http"}, "TOOLCRIB_PORT must be a whole number, not 'http'."),
        (["serve", "--port", "0"], {"TOOLCRIB_HOST": "no.such.host.invalid"}, "on no.such.host.invalid can't be used"),
        (["migrate"], {"TOOLCRIB_SECRET_KEY": "short"}, "TOOLCRIB_SECRET_KEY must hold 32 bytes in base64."),
        (["migrate", "--data-dir", "/proc/nowhere"], {}, "The data directory /proc/nowhere can't be used"),
        (["migrate"], {"DATABASE_URL": "http://wrong"}, "The database can't be reached: invalid DSN"),
        (
            ["signin-link"],
            {"DATABASE_URL": f"postgresql://x@127.0.0.1:{free_port()}/x"},
            "The database can't be reached",
        ),
        (["verify-audit"], {}, "holds no data of Toolcrib; `toolcrib serve` would begin there."),
        (["export"], {}, "holds no data of Toolcrib; `toolcrib serve` would begin there."),
        (["fly"], {}, "invalid choice: 'fly'"),
    ],
)
def test_what_is_wrong_is_one_line(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], said: str
) -> None:
    answer = run(tmp_path, *arguments, **environment)
    assert answer.returncode in {1, 2}
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_sign_in_links_are_for_people_we_know(tmp_path: Path, empty_database: str) -> None:
    link = run(tmp_path, "signin-link", database_url=empty_database)
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/sign-in/[\w-]{40,}\n", link.stdout)
    again = run(tmp_path, "signin-link", "--user", "admin", database_url=empty_database)
    assert again.stdout != link.stdout
    assert again.returncode == 0
    nobody = run(tmp_path, "signin-link", "--user", "nobody", database_url=empty_database)
    assert (nobody.returncode, nobody.stderr) == (1, "toolcrib: There is no active user 'nobody'.\n")


def test_processes_that_migrate_at_once_take_turns(tmp_path: Path, empty_database: str) -> None:
    environment = toolcrib_environment(tmp_path, empty_database)
    at_once = [
        subprocess.Popen(toolcrib_command("migrate"), env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=60)[0] for process in at_once]
    assert said == ["The database is at this version's schema.\n"] * 3


def test_the_schema_is_the_one_that_is_checked_in(tmp_path: Path) -> None:
    answer = run(tmp_path, "schema")
    assert answer.returncode == 0
    assert answer.stdout == (PACKAGE.parent / "schema.graphql").read_text()


def findings(answer: subprocess.CompletedProcess) -> dict[str, str]:
    """Subject → verdict and text."""
    return {line[8:23].strip(): f"{line[:8].strip()} {line[24:]}" for line in answer.stdout.splitlines()}


def test_doctor_says_how_well_scripts_are_isolated(tmp_path: Path, empty_database: str) -> None:
    found = findings(run(tmp_path, "doctor", database_url=empty_database))
    assert found["Python"].startswith("ok Python 3.1")
    assert found["Database"].startswith("ok The server that DATABASE_URL names answers: version")
    assert found["Extensions"] == "ok pg_trgm and vector are there."
    assert found["Scripts"].startswith("ok Search finds every script")
    assert re.match(r"(ok L[1-3]|weak L0): .+ (Landlock ABI \d+|The kernel has no Landlock)\.$", found["Sandbox"])


def test_doctor_finds_a_database_that_is_not_there(tmp_path: Path) -> None:
    answer = run(tmp_path, "doctor", database_url=f"postgresql://x@127.0.0.1:{free_port()}/x")
    assert answer.returncode == 1
    assert findings(answer)["Database"].startswith("BROKEN The server that DATABASE_URL names can't be used: ")
    assert answer.stderr == ""


def test_doctor_finds_a_database_that_is_blind_to_chinese_or_lacks_rights(tmp_path: Path) -> None:
    with external_server() as server:
        asyncio.run(server.execute("CREATE DATABASE plain TEMPLATE template0 LC_CTYPE 'C'"))
        found = findings(run(tmp_path, "doctor", database_url=server.dsn_of("plain")))
    assert found["Scripts"].startswith("weak The database's lc_ctype is C: search won't find Chinese")
    assert found["Extensions"] == (
        "BROKEN This role may not create them all. Ask an administrator for: CREATE EXTENSION vector;"
    )


def test_every_setting_is_documented() -> None:
    sources = "".join((PACKAGE / "toolcrib" / source).read_text() for source in SETTINGS_SOURCES)
    documented = (PACKAGE.parent / "docs" / "operations.md").read_text()
    names = set(re.findall(r'"(TOOLCRIB_\w+|DATABASE_URL)"', sources))
    assert len(names) > 8
    assert {name for name in names if f"`{name}`" not in documented} == set()


def test_the_default_is_this_machine_alone(tmp_path: Path) -> None:
    settings = Settings.from_environment({"TOOLCRIB_DATA_DIR": str(tmp_path)})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


def test_tools_are_exported_and_imported(tmp_path: Path, empty_database: str) -> None:
    file = tmp_path / "tools.json"
    file.write_text(
        '{"name": "sum_up", "version": "1.2.0", "description": "Adds.", "input_schema": {"type": "object"},'
        ' "script_content": "def main(): return 1"}'
    )
    assert run(tmp_path, "signin-link", database_url=empty_database).returncode == 0
    rehearsed = run(tmp_path, "import", str(file), "--dry-run", database_url=empty_database)
    assert (rehearsed.returncode, rehearsed.stdout) == (0, "CREATED      sum_up (version 1)\n")
    assert run(tmp_path, "import", str(file), database_url=empty_database).returncode == 0
    again = run(tmp_path, "import", str(file), "--on-conflict", "rename", database_url=empty_database)
    assert again.stdout == "CREATED      sum_up as sum_up_2 (version 1)\n"
    exported = run(tmp_path, "export", "sum_up", database_url=empty_database)
    assert exported.returncode == 0
    assert [tool["name"] for tool in json.loads(exported.stdout)["tools"]] == ["sum_up"]

    file.write_text('{"name": "sum_up",')
    broken = run(tmp_path, "import", str(file), database_url=empty_database)
    assert (broken.returncode, broken.stdout) == (1, "")
    assert "line 1, column 19" in broken.stderr
    file.write_text('{"name": "Sum"}')
    refused = run(tmp_path, "import", str(file), database_url=empty_database)
    assert refused.returncode == 1
    assert "tools.0.name: must be a-z" in refused.stdout
    assert refused.stderr == "toolcrib: Nothing was imported.\n"
    missing = run(tmp_path, "import", str(tmp_path / "none.json"), database_url=empty_database)
    assert missing.stderr == f"toolcrib: {tmp_path / 'none.json'} can't be read: No such file or directory.\n"
    unknown = run(tmp_path, "export", "sum_up", "sum_down", database_url=empty_database)
    assert unknown.stderr == "toolcrib: There is no tool 'sum_down'.\n"
    nobody = run(tmp_path, "export", "--user", "", database_url=empty_database)
    assert (nobody.stdout, nobody.stderr) == ("", "toolcrib: There is no active user ''.\n")


def test_an_export_is_utf_8_whatever_the_terminal_speaks_and_a_full_disk_is_told(
    tmp_path: Path, empty_database: str
) -> None:
    file = tmp_path / "tools.json"
    tool = {"name": "sum_up", "description": "计算", "inputSchema": {"type": "object"}, "scriptContent": "print(1)"}
    file.write_text(json.dumps(tool | {"executorConfig": {"entry": "STDIN"}}))
    run(tmp_path, "signin-link", database_url=empty_database)
    assert run(tmp_path, "import", str(file), database_url=empty_database).returncode == 0
    exported = run(tmp_path, "export", database_url=empty_database, PYTHONIOENCODING="ascii")
    assert "计算" in exported.stdout
    file.write_text(json.dumps(tool | {"name": "合计"}))
    refused = run(tmp_path, "import", str(file), database_url=empty_database, PYTHONIOENCODING="ascii")
    assert refused.stdout.startswith(r"REFUSED      \u5408\u8ba1")
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            toolcrib_command("export"),
            env=toolcrib_environment(tmp_path, empty_database),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, "toolcrib: stdout can't be written: No space left on device.\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_called_off_has_not_succeeded(tmp_path: Path, number: signal.Signals) -> None:
    pipe = tmp_path / "tools.json"
    os.mkfifo(pipe)
    process = subprocess.Popen(toolcrib_command("import", str(pipe)), env=toolcrib_environment(tmp_path))
    with pipe.open("w"):  # opens once the command reads
        process.send_signal(number)
        assert process.wait(30) > 128
