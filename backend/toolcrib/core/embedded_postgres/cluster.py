"""Making a cluster: whole or not at all."""

import shutil
import signal
import sys
from pathlib import Path

from toolcrib.core.embedded_postgres.binaries import Binaries
from toolcrib.core.embedded_postgres.directories import make_private
from toolcrib.core.errors import StartupError

SUPERUSER = "toolcrib"
DATABASE = "toolcrib"

# pg_trgm classifies characters by lc_ctype: under plain C it sees no Chinese. macOS calls the same thing UTF-8.
LC_CTYPE = "UTF-8" if sys.platform == "darwin" else "C.UTF-8"

# One command a line. The wheel's pgvector is built for recent CPUs; computing a distance proves that it runs here.
FIRST_COMMANDS = f"""\
CREATE EXTENSION vector
SELECT '[1,2]'::vector <-> '[2,3]'::vector
DROP EXTENSION vector
CREATE DATABASE {DATABASE}
"""


def create_cluster(binaries: Binaries, cluster: Path) -> None:
    """Make `cluster` unless it is there. Raises StartupError with the program's own words when that fails.

    The work happens beside it and ends in a rename, so a cluster that exists is complete.
    """
    if (cluster / "PG_VERSION").exists():
        return
    if cluster.exists() and any(cluster.iterdir()):
        raise StartupError(f"{cluster} is no PostgreSQL cluster, but isn't empty either. Move it away and start again.")
    partial = cluster.with_name(f"{cluster.name}.tmp")
    shutil.rmtree(partial, ignore_errors=True)
    make_private(partial, binaries.account)
    _initialise(binaries, partial)
    _prove(binaries, partial)
    partial.rename(cluster)


def _initialise(binaries: Binaries, directory: Path) -> None:
    options = [
        f"--pgdata={directory}",
        f"--username={SUPERUSER}",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        f"--lc-ctype={LC_CTYPE}",
        "--auth=trust",
    ]
    answer = binaries.run("initdb", *options)
    if answer.returncode != 0:
        raise StartupError(f"PostgreSQL can't make its files in {directory.parent}: {answer.stderr.strip()[-1000:]}")


def _prove(binaries: Binaries, directory: Path) -> None:
    answer = binaries.run("postgres", "--single", "-D", str(directory), "postgres", text_input=FIRST_COMMANDS)
    if answer.returncode == -signal.SIGILL:
        raise StartupError(
            "The bundled PostgreSQL extension pgvector needs a newer CPU (x86-64 of 2013 or later, with AVX2). "
            "Set DATABASE_URL to a PostgreSQL server with pgvector, or TOOLCRIB_PG_BIN to programs that run here."
        )
    if answer.returncode != 0 or "ERROR" in answer.stderr or "FATAL" in answer.stderr:
        raise StartupError(f"The bundled PostgreSQL doesn't work here: {answer.stderr.strip()[-1000:]}")
