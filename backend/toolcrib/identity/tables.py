from piccolo.columns import BigSerial, Boolean, Bytea, Text
from piccolo.constraints import Check
from piccolo.table import Table

from toolcrib.core.columns import created_now, identifier, moment, one_of, reference
from toolcrib.identity.model import Role, Scope, SubjectKind


class Subject(Table, tablename="subject"):
    """Parent of user and agent, so that owners, callers and grants are real foreign keys."""

    id = identifier()
    kind = Text(null=False)
    created_at = created_now()

    kind_known = one_of("kind", SubjectKind)


class User(Table, tablename="user_account"):
    """`id` references the subject: a migration holds that, as Piccolo can't point at a key that is a reference."""

    id = identifier()
    username = Text(null=False, unique=True)
    email = Text(null=True, unique=True, default=None)
    display_name = Text(null=False)
    password_hash = Text(null=True, default=None, secret=True)
    role = Text(null=False, default=str(Role.MEMBER))
    is_active = Boolean(null=False, default=True)
    created_at = created_now()
    updated_at = created_now()

    role_known = one_of("role", Role)
    username_form = Check("username ~ '^[a-z0-9_.-]{3,64}$'")


class Agent(Table, tablename="agent"):
    """What an LLM runs as. `id` references the subject, as a user's does."""

    id = identifier()
    name = Text(null=False, unique=True)
    display_name = Text(null=False)
    description = Text(null=False, default="")
    persona = Text(null=False, default="")
    icon = Text(null=True, default=None)
    owner = reference(User)
    is_active = Boolean(null=False, default=True)
    created_at = created_now()
    updated_at = created_now()

    name_form = Check("name ~ '^[a-z][a-z0-9_-]{1,63}$'")


class AccessToken(Table, tablename="access_token"):
    id = identifier()
    subject = reference(Subject)
    name = Text(null=False)
    token_hash = Bytea(null=False, unique=True)
    prefix = Text(null=False)
    scope = Text(null=False)
    on_behalf_of = reference(User, null=True)
    expires_at = moment()
    last_used_at = moment()
    revoked_at = moment()
    created_at = created_now()

    scope_known = one_of("scope", Scope)


class Session(Table, tablename="session"):
    """A browser that is signed in."""

    id = identifier()
    account = reference(User)
    token_hash = Bytea(null=False, unique=True)
    address = Text(null=True, default=None)
    user_agent = Text(null=True, default=None)
    created_at = created_now()
    last_used_at = created_now()
    expires_at = created_now()
    revoked_at = moment()


class SignInLink(Table, tablename="sign_in_link"):
    id = identifier()
    account = reference(User)
    token_hash = Bytea(null=False, unique=True)
    expires_at = created_now()
    consumed_at = moment()
    created_at = created_now()


class SignInAttempt(Table, tablename="sign_in_attempt"):
    """What throttling counts."""

    id = BigSerial(primary_key=True)
    username = Text(null=False)
    address = Text(null=True, default=None)
    succeeded = Boolean(null=False, default=False)
    at = created_now()
