"""Passwords, hashed with argon2id on threads of their own."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from toolcrib.core.errors import RateLimited
from toolcrib.identity.rules import PASSWORD_LONGEST, is_unicode

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

THREADS = 2
"""Each hash takes 64 MiB (RFC 9106's second choice) and some tens of milliseconds of four cores."""

WAITING_MOST = 64


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._waiting = 0
        self._nobodys_hash: str | None = None

    async def hash(self, password: str) -> str:
        return await self._run(self._hasher.hash, _plain(password))

    async def verify(self, password_hash: str | None, password: str) -> bool:
        """Takes as long for nobody's password (None), for a hopeless one and for a wrong one: time tells nothing."""
        possible = len(password) <= PASSWORD_LONGEST and is_unicode(password)
        matches = await self._run(self._matches, password_hash, _plain(password) if possible else "")
        return matches and possible

    def _matches(self, password_hash: str | None, password: str) -> bool:
        if self._nobodys_hash is None:
            self._nobodys_hash = self._hasher.hash("nobody's")
        try:
            return self._hasher.verify(password_hash or self._nobodys_hash, password) and password_hash is not None
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        if self._waiting >= WAITING_MOST:
            raise RateLimited("Too many people are signing in right now. Try again in a moment.", 1_000)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        finally:
            self._waiting -= 1


def _plain(password: str) -> str:
    """The same password from every keyboard: an é may be one character or two."""
    return unicodedata.normalize("NFKC", password)
