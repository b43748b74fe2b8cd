"""How people get in: passwords, one-time links, sessions."""

from uuid import UUID

from toolcrib.audit.model import Actor
from toolcrib.audit.service import record
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound, Unauthenticated
from toolcrib.core.ids import global_id
from toolcrib.identity import rules, session_store, store, throttle
from toolcrib.identity.credentials import fingerprint, new_secret
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind, require_scope
from toolcrib.identity.passwords import Passwords
from toolcrib.identity.session_store import LinkInfo
from toolcrib.identity.store import Account

FIRST_ADMIN = "admin"
_USER_AGENT_LONGEST = 300
_WRONG = "Wrong username or password."
_DEAD_LINK = (
    "This sign-in link has been used, has expired, or never was. Ask an administrator for a new one; on the server's"
    " machine, toolcrib signin-link prints one."
)


class SignIn:
    def __init__(self, database: Database, passwords: Passwords) -> None:
        self._database = database
        self._passwords = passwords

    async def authenticate_session(self, secret: str, address: str | None) -> Principal:
        """Raises Unauthenticated for a session that never was, has ended, or whose person is no longer active."""
        found = await session_store.principal_by_hash(self._database, fingerprint(secret), address)
        if found is None:
            raise Unauthenticated("You are signed out.")
        return found

    async def sign_in(self, username: str, password: str, address: str | None, user_agent: str | None) -> str:
        """The secret of a new session, always a fresh one.

        Raises Unauthenticated (never saying which of the two was wrong), RateLimited.
        """
        name = username.strip().lower()
        possible = rules.USERNAME.fullmatch(name) is not None
        attempt = await throttle.begin(self._database, name if possible else None, address)
        account = await self._account_named(name)
        if account is None or not account.is_active:
            await self._passwords.verify(None, password)
            raise Unauthenticated(_WRONG)
        await self._check_password(account, password)
        async with self._database.transaction():
            await self._hold(account)
            await throttle.succeed(self._database, attempt)
            return await self._open_session(account.id, address, user_agent)

    async def sign_out(self, principal: Principal) -> None:
        if principal.session_id is None:
            return
        async with self._database.transaction():
            await session_store.revoke(self._database, principal.session_id)
            await _record(self._database, principal.actor(), "session.revoke", principal.subject_id)

    async def change_password(self, principal: Principal, current: str, new: str) -> None:
        """Set another password and end the person's other sessions.

        Raises Forbidden (not a signed-in person), InvalidInput (`current` is wrong, `new` is too short), RateLimited.
        """
        account = await store.account(self._database, principal.subject_id) if principal.session_id else None
        if account is None:
            raise Forbidden("Only a person who is signed in changes their password.")
        rules.check(rules.new_password(new, ("new",)))
        attempt = await throttle.begin(self._database, account.username, principal.address)
        if not await self._passwords.verify(account.password_hash, current):
            raise InvalidInput("This is not your current password.", ("current",))
        password_hash = await self._passwords.hash(new)
        async with self._database.transaction():
            await self._hold(account)
            await throttle.succeed(self._database, attempt)
            await self._set_password(account.id, password_hash, principal.actor(), keep=principal.session_id)

    async def revoke_session(self, principal: Principal, *, id: UUID) -> UUID:  # noqa: A002 - the input's name
        """End a session of one's own, or as an admin anybody's. Raises NotFound, Forbidden (scope)."""
        require_scope(principal, Scope.MANAGE)
        async with self._database.transaction():
            owner = await session_store.owner(self._database, id)
            if owner is None or not (owner == principal.subject_id or principal.is_admin):
                raise NotFound("There is no such session.", ("id",))
            await session_store.revoke(self._database, id)
            await _record(self._database, principal.actor(), "session.revoke", owner)
        return id

    async def ensure_first_admin(self) -> str | None:
        """On the very first start, make the admin; returns the secret of the link that signs them in, else None."""
        async with self._database.transaction():
            await store.lock_first_start(self._database)
            if await store.anybody(self._database):
                return None
            admin = await store.insert_account(self._database, FIRST_ADMIN, "Administrator", None, Role.ADMIN)
            await record(self._database, Actor(), "user.create", global_id("user", admin.id), None, admin.facts())
            return await self._new_link(admin.id, Actor())

    async def acting_as(self, username: str | None) -> Principal:
        """This person (None: the first active admin), as whoever runs a command on the server's own machine may act.

        Raises NotFound for nobody we know, or somebody who is not active.
        """
        account = await self._active_account(username)
        return Principal(account.id, SubjectKind.USER, account.role)

    async def create_sign_in_link(self, username: str | None) -> str:
        """The secret of a link that signs `username` (None: the first active admin) in, once; older links end.

        Raises NotFound for nobody we know, or somebody who is not active.
        """
        async with self._database.transaction():
            account = await self._active_account(username)
            return await self._new_link(account.id, Actor())

    async def renew_sign_in_link(self, principal: Principal, *, user: UUID) -> str:
        """The same for an admin who asks in the console, for anybody: a person who lost their password, or their link.

        Raises Forbidden (admins only), NotFound, Conflict (the person is not active).
        """
        require_scope(principal, Scope.MANAGE)
        if not principal.is_admin:
            raise Forbidden("Only admins make sign-in links.")
        async with self._database.transaction():
            account = await store.account(self._database, user, lock=True)
            if account is None:
                raise NotFound("There is no such user.", ("user",))
            if not account.is_active:
                raise Conflict("This person is deactivated: activate them first.", ("user",))
            return await self._new_link(account.id, principal.actor())

    async def _active_account(self, username: str | None) -> Account:
        account = await (
            store.first_active_admin(self._database) if username is None else self._account_named(username)
        )
        if account is None or not account.is_active:
            raise NotFound(
                "There is no active admin." if username is None else f"There is no active user {username!r}."
            )
        return account

    async def peek_sign_in_link(self, secret: str) -> LinkInfo:
        """Whom the link is for; leaves it as it is. Raises NotFound for one that is unknown, used or too old."""
        found = await session_store.link(self._database, fingerprint(secret))
        if found is None:
            raise NotFound(_DEAD_LINK)
        return found

    async def consume_sign_in_link(
        self, secret: str, password: str | None, address: str | None, user_agent: str | None
    ) -> str:
        """Use the link up, set the password if one is given; returns the secret of a new session.

        Raises NotFound, InvalidInput (no password where one is needed, or too short a one: the link stays usable).
        """
        info = await self.peek_sign_in_link(secret)
        if password is None and info.needs_password:
            raise InvalidInput("Choose a password.", ("password",))
        password_hash = await self._hash_new(password) if password is not None else None
        actor = Actor(info.account_id, address=address)
        async with self._database.transaction():
            if await session_store.consume_link(self._database, fingerprint(secret)) is None:
                raise NotFound(_DEAD_LINK)
            if password_hash is not None:
                await self._set_password(info.account_id, password_hash, actor, keep=None)
            return await self._open_session(info.account_id, address, user_agent)

    async def _hash_new(self, password: str) -> str:
        rules.check(rules.new_password(password, ("password",)))
        return await self._passwords.hash(password)

    async def _check_password(self, account: Account, password: str) -> None:
        if not await self._passwords.verify(account.password_hash, password):
            raise Unauthenticated(_WRONG)

    async def _hold(self, account: Account) -> None:
        """Lock the account; raises Unauthenticated if its password changed or it was deactivated a moment ago."""
        now = await store.account(self._database, account.id, lock=True)
        if now is None or not now.is_active or now.password_hash != account.password_hash:
            raise Unauthenticated(_WRONG)

    async def _account_named(self, username: str) -> Account | None:
        """Looks up only what can be a username: the database refuses some texts."""
        return await store.account_named(self._database, username) if rules.USERNAME.fullmatch(username) else None

    async def _set_password(self, account_id: UUID, password_hash: str, actor: Actor, *, keep: UUID | None) -> None:
        await store.set_password_hash(self._database, account_id, password_hash)
        await session_store.revoke_all(self._database, account_id, but=keep)
        await session_store.void_links(self._database, account_id)
        await _record(self._database, actor, "user.set_password", account_id)

    async def _open_session(self, account_id: UUID, address: str | None, user_agent: str | None) -> str:
        secret = new_secret()
        shown = "".join(filter(str.isprintable, user_agent or ""))[:_USER_AGENT_LONGEST] or None
        await session_store.insert(self._database, account_id, fingerprint(secret), address, shown)
        await _record(self._database, Actor(account_id, address=address), "session.create", account_id)
        return secret

    async def _new_link(self, account_id: UUID, actor: Actor) -> str:
        secret = new_secret()
        await session_store.insert_link(self._database, account_id, fingerprint(secret))
        await _record(self._database, actor, "sign_in_link.create", account_id)
        return secret


async def _record(database: Database, actor: Actor, action: str, account_id: UUID) -> None:
    await record(database, actor, action, global_id("user", account_id))
