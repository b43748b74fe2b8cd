"""What the server writes to stderr: one readable line a record, and never a secret in it."""

import logging
import re

# Access tokens, and the secret in a sign-in link's path.
_SECRETS = re.compile(r"\b(tcb_)[A-Za-z0-9_-]{4,}|(/sign-in(?:-links)?/)[A-Za-z0-9_-]{4,}")


class SafeFormatter(logging.Formatter):
    """Masks secrets in the whole text of a record, its traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        return mask(super().format(record))


def mask(text: str) -> str:
    """`text` with every token and sign-in secret replaced by `…`."""
    return _SECRETS.sub(lambda match: f"{match[1] or match[2]}…", text)


def configure(*, verbose: bool = False) -> None:
    """Send this process's records to stderr: ours from INFO on (DEBUG if `verbose`), libraries' from WARNING on."""
    handler = logging.StreamHandler()
    handler.setFormatter(SafeFormatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("toolcrib").setLevel(logging.DEBUG if verbose else logging.INFO)
    logging.captureWarnings(capture=True)
