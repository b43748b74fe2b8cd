"""Which database server we use: the one that was named, or our own."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

from toolcrib.core.errors import StartupError
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
        # In a thread of its own, which is waited for: a signal that calls the start off finds it done, not half done.
        with ThreadPoolExecutor(max_workers=1) as starter:
            url = starter.submit(server.start).result()
        yield replace(settings, database_url=url)
    finally:
        server.release()


@contextmanager
def existing_database_server(settings: Settings) -> Iterator[Settings]:
    """As `database_server`, for what finds nothing in a database that would be made only now.

    Raises StartupError where there is none: the data directory may be mistyped.
    """
    if not settings.database_url and not any(settings.data_dir.expanduser().glob("pg[0-9]*")):
        raise StartupError(f"{settings.data_dir} holds no data of Toolcrib; `toolcrib serve` would begin there.")
    with database_server(settings) as reachable:
        yield reachable
