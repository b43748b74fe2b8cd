"""Which database server we use: the one that was named, or our own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from toolcrib.core.settings import Settings


@contextmanager
def database_server(settings: Settings) -> Iterator[Settings]:
    """The settings with a `database_url` that is set: the embedded server runs meanwhile unless another was named.

    Raises StartupError when the embedded server can't be started.
    """
    if settings.database_url:
        yield settings
        return
    from toolcrib.core.embedded_postgres import EmbeddedPostgres  # noqa: PLC0415 - POSIX only, and not always needed

    server = EmbeddedPostgres(settings.data_dir)
    try:
        yield replace(settings, database_url=server.start())
    finally:
        server.release()
