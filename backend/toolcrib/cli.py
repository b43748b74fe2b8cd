"""The commands. Each imports what it needs when it runs: `--help` and a refused start answer at once."""

import argparse
import asyncio
import re
import signal
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from types import FrameType

from toolcrib.core.errors import InvalidInput, StartupError, ToolcribError
from toolcrib.core.settings import Settings

LAST_PORT = 65_535
CALLED_OFF = 128
"""What shells add to a signal's number where it ended a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. What goes wrong is one line on stderr."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that can't show a character shows its number
            stream.reconfigure(errors="backslashreplace")
    serving = options.run is _serve  # it is ended on purpose; whatever else is called off hasn't done what it should
    signal.signal(signal.SIGTERM, _leave if serving else _call_off)
    signal.signal(signal.SIGHUP, lambda _number, _frame: signal.raise_signal(signal.SIGTERM))  # the terminal was closed
    try:
        return int(options.run(options) or 0)
    except (StartupError, ToolcribError) as error:
        print(f"toolcrib: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0 if serving else CALLED_OFF + signal.SIGINT


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End by exception, so that everything opened is closed: the default would end the process where it stands."""
    raise SystemExit(0)


def _call_off(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(CALLED_OFF + number)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="toolcrib", description="The tool crib for LLM agents.")
    parser.set_defaults(host=None, port=None, dev=None)
    commands = parser.add_subparsers(required=True, metavar="command")
    serve = _command(commands, "serve", _serve, "start the server and the console")
    serve.add_argument("--host", help="address to listen on (default: TOOLCRIB_HOST, or 127.0.0.1)")
    serve.add_argument("--port", type=_port, help="port; 0 takes a free one (default: TOOLCRIB_PORT, or 8000)")
    serve.add_argument("--dev", action="store_true", default=None, help="talk more; introspection for everybody")
    _command(commands, "migrate", _migrate, "bring the database to this version's schema")
    _command(commands, "doctor", _doctor, "say in plain words what works here and what doesn't")
    link = _command(commands, "signin-link", _sign_in_link, "print a link that signs a person in, once")
    link.add_argument("--user", metavar="USERNAME", help="whom it signs in (default: the first active admin)")
    verify = _command(commands, "verify-audit", _verify_audit, "say whether the audit trail is as it was written")
    verify.add_argument(
        "--expect", metavar="NUMBER:HASH", type=_seal, help="a seal that was noted before and must be there still"
    )
    export = _command(commands, "export", _export, "write tools as a JSON file")
    export.add_argument("tools", nargs="*", metavar="TOOL", help="names (default: every tool there is)")
    export.add_argument("--output", type=Path, help="the file to write (default: stdout)")
    export.add_argument("--versions", action="store_true", help="with all earlier versions")
    bring = _command(commands, "import", _import, "bring in the tools of a JSON file, all or none")
    bring.add_argument("file", type=Path, help="the file; - reads stdin")
    bring.add_argument("--dry-run", action="store_true", help="only say what would happen")
    bring.add_argument(
        "--on-conflict",
        choices=("skip", "new-version", "rename"),
        default="skip",
        help="what to do with a tool whose name is taken (default: skip)",
    )
    bring.add_argument("--keep-policy", action="store_true", help="with the file's status and visibility")
    for command in (export, bring):
        command.add_argument("--user", metavar="USERNAME", help="who does it (default: the first active admin)")
    _command(commands, "schema", _schema, "print the GraphQL schema")
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], int | None],
    description: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=description, description=f"{description[0].upper()}{description[1:]}.")
    command.add_argument("--data-dir", type=Path, help="where everything is kept (default: TOOLCRIB_DATA_DIR)")
    command.set_defaults(run=run)
    return command


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 to 65535")
    return int(text)


def _settings(options: argparse.Namespace) -> Settings:
    return Settings.from_environment(data_dir=options.data_dir, host=options.host, port=options.port, dev=options.dev)


def _serve(options: argparse.Namespace) -> None:
    from toolcrib.serve import serve

    serve(_settings(options))


def _migrate(options: argparse.Namespace) -> None:
    from toolcrib.core.database_server import database_server
    from toolcrib.core.migrate import migrate

    with database_server(_settings(options)) as settings:
        asyncio.run(migrate(str(settings.database_url)))
    print("The database is at this version's schema.")


def _doctor(options: argparse.Namespace) -> int:
    from toolcrib.doctor import examine

    return examine(_settings(options))


def _sign_in_link(options: argparse.Namespace) -> None:
    from toolcrib.core.database_server import database_server
    from toolcrib.serve import make_sign_in_link

    with database_server(_settings(options)) as settings:
        print(asyncio.run(make_sign_in_link(settings, options.user)))


def _verify_audit(options: argparse.Namespace) -> int:
    from toolcrib.audit.verification import verify_once
    from toolcrib.core.database_server import existing_database_server

    with existing_database_server(_settings(options)) as settings:
        found = asyncio.run(verify_once(str(settings.database_url), options.expect))
    if found.fault:
        print(f"The audit trail was tampered with. {found.fault.message}", file=sys.stderr)
        print(f"Whole, from the first line on: {found.checked}.", file=sys.stderr)
        return 1
    waiting = f"; {found.due} not sealed yet" if found.due else ""
    print(f"The audit trail is whole: {found.checked} lines checked{waiting}.")
    if found.checked:
        print(f"Newest seal, to be noted elsewhere: {found.head.text}")
    return 0


def _seal(text: str) -> tuple[int, str]:
    number, _, digest = text.partition(":")
    if not re.fullmatch(r"[0-9]{1,18}:[0-9a-f]{64}", text) or int(number) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no seal: give NUMBER:HASH, as verify-audit prints it")
    return int(number), digest


def _export(options: argparse.Namespace) -> None:
    from toolcrib.core.database_server import existing_database_server
    from toolcrib.transfer import export_tools, write_document

    with existing_database_server(_settings(options)) as settings:
        text = asyncio.run(export_tools(settings, options.user, options.tools, versions=options.versions))
    write_document(text, options.output)


def _import(options: argparse.Namespace) -> int:
    from toolcrib.catalog.transfer.model import ConflictAction, ImportChoices
    from toolcrib.core.database_server import existing_database_server
    from toolcrib.transfer import described, import_tools, read_document, refusal

    document = read_document(options.file)
    action = ConflictAction[options.on_conflict.upper().replace("-", "_")]
    choices = ImportChoices(on_conflict=action, keep_policy=options.keep_policy)
    try:
        with existing_database_server(_settings(options)) as settings:
            result = asyncio.run(import_tools(settings, options.user, document, choices, dry_run=options.dry_run))
    except InvalidInput as error:
        raise StartupError(refusal(error, options.file)) from error
    print(*described(result), sep="\n")
    if result.problems:
        print("toolcrib: Nothing was imported.", file=sys.stderr)
        return 1
    return 0


def _schema(_options: argparse.Namespace) -> None:
    from toolcrib.api.graphql.schema import schema

    print(schema.as_str())
