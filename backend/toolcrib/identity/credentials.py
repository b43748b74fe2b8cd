"""Secrets that we hand out: 256 random bits each, kept as their SHA-256 only.

A slow hash would add nothing: nobody guesses 256 bits.
"""

import secrets
import string
from hashlib import sha256

ALPHABET = string.ascii_letters + string.digits
LENGTH = 43
TOKEN_MARK = "tcb_"  # noqa: S105 - it makes a leaked token recognisable
SHOWN = len(TOKEN_MARK) + 8
"""How much of a token is kept readable, to recognise it by."""


def new_secret(mark: str = "") -> str:
    return mark + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def fingerprint(secret: str) -> bytes:
    """What is stored of a secret, and looked up: 32 bytes, for what can't be one too."""
    return sha256(secret.encode(errors="surrogatepass")).digest()
