"""What can be set from outside: one place, read once."""

import base64
import os
import secrets
import sys
from binascii import Error as Base64Error
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from toolcrib.core.errors import StartupError

SECRET_KEY_BYTES = 32
SANDBOX_LEVELS = ("L0", "L1", "L2", "L3")


@dataclass(frozen=True)
class Settings:
    """`database_url` None means: the embedded Postgres in `data_dir`.

    `sandbox`: the level of isolation to try first; `sandbox_minimum`: below it, no script runs.
    """

    data_dir: Path
    secret_key: bytes
    database_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    dev: bool = False
    secure_cookies: bool = False
    max_concurrency: int = 100
    sandbox: str = "L3"
    sandbox_minimum: str = "L0"
    body_bytes: int = 10_000_000

    @property
    def objects_dir(self) -> Path:
        """The content-addressed store of binary objects."""
        return self.data_dir / "objects"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **overrides: object) -> "Settings":
        """Settings from `TOOLCRIB_*` and `DATABASE_URL`; `overrides` (the command line) win.

        Raises StartupError naming the variable that can't be used.
        """
        data_dir = Path(str(overrides.pop("data_dir", None) or default_data_dir(environment))).expanduser().absolute()
        hosts = tuple(host.strip() for host in environment.get("TOOLCRIB_ALLOWED_HOSTS", "").split(",") if host.strip())
        values: dict[str, object] = {
            "database_url": environment.get("DATABASE_URL") or None,
            "host": environment.get("TOOLCRIB_HOST", cls.host),
            "port": _whole_number(environment, "TOOLCRIB_PORT", cls.port),
            "allowed_hosts": cls.allowed_hosts + hosts,
            "secure_cookies": environment.get("TOOLCRIB_SECURE_COOKIES") == "1",
            "max_concurrency": _whole_number(environment, "TOOLCRIB_MAX_CONCURRENCY", cls.max_concurrency),
            "sandbox": _level(environment, "TOOLCRIB_SANDBOX", cls.sandbox),
            "sandbox_minimum": _level(environment, "TOOLCRIB_SANDBOX_MINIMUM", cls.sandbox_minimum),
        }
        values |= {name: value for name, value in overrides.items() if value is not None}
        secret_key = _secret_key(environment, data_dir)
        return cls(data_dir=data_dir, secret_key=secret_key, **values)  # type: ignore[arg-type]  # names and types are the table's above


def default_data_dir(environment: Mapping[str, str] = os.environ) -> Path:
    if chosen := environment.get("TOOLCRIB_DATA_DIR"):
        return Path(chosen)
    if os.geteuid() == 0:
        return Path("/var/lib/toolcrib")
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/toolcrib"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "toolcrib"


def _whole_number(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdigit():
        raise StartupError(f"{name} must be a whole number, not {text!r}.")
    return int(text)


def _level(environment: Mapping[str, str], name: str, default: str) -> str:
    text = environment.get(name, default)
    if text not in SANDBOX_LEVELS:
        raise StartupError(f"{name} must be one of {', '.join(SANDBOX_LEVELS)}, not {text!r}.")
    return text


def _secret_key(environment: Mapping[str, str], data_dir: Path) -> bytes:
    """The server's own key, for comparing what must not be stored. Several servers on one database share it."""
    if text := environment.get("TOOLCRIB_SECRET_KEY"):
        return _decode_key(text, "TOOLCRIB_SECRET_KEY")
    path = data_dir / "secret.key"
    try:
        if not path.exists():
            _write_once(path, base64.b64encode(secrets.token_bytes(SECRET_KEY_BYTES)))
        return _decode_key(path.read_text(), str(path))
    except OSError as error:
        raise StartupError(
            f"The data directory {data_dir} can't be used: {error.strerror}. Choose another with TOOLCRIB_DATA_DIR."
        ) from error


def _write_once(path: Path, content: bytes) -> None:
    """Create `path` whole or not at all; the first of several servers starting together wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    partial.touch(mode=0o600)
    partial.write_bytes(content)
    try:
        os.link(partial, path)
    except FileExistsError:
        return
    finally:
        partial.unlink()


def _decode_key(text: str, source: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except Base64Error:
        key = b""
    if len(key) != SECRET_KEY_BYTES:
        raise StartupError(f"{source} must hold {SECRET_KEY_BYTES} bytes in base64.")
    return key
