"""One user of an embedded server, as a process of its own that can be killed.

`python embedded_user.py DATA_DIR [ACCOUNT]` becomes ACCOUNT, says the server's DSN (or `refused: …`), and lets go when
its input ends. It changes its account itself: nobody else can start an interpreter under a closed home directory.
"""

import os
import pwd
import sys
from pathlib import Path

from toolcrib.core.embedded_postgres import EmbeddedPostgres
from toolcrib.core.errors import StartupError


def main(data_dir: str, account: str | None = None) -> int:
    if account:
        _become(account)
    server = EmbeddedPostgres(Path(data_dir), timeout=30)
    try:
        _say(server.start())
    except StartupError as error:
        _say(f"refused: {error}")
        return 1
    sys.stdin.read()
    server.release()
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _become(account: str) -> None:
    entry = pwd.getpwnam(account)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
