from typing import TYPE_CHECKING, Annotated

import strawberry
from strawberry import ID

from toolcrib.api.graphql.enums import TokenScope, UserRole
from toolcrib.api.graphql.relay import Connection, Node, page
from toolcrib.api.graphql.scalars import DateTime

if TYPE_CHECKING:
    from toolcrib.api.graphql.access.types import ToolPermission
    from toolcrib.api.graphql.execution.types import Execution

LazyExecution = Annotated["Execution", strawberry.lazy("toolcrib.api.graphql.execution.types")]
LazyToolPermission = Annotated["ToolPermission", strawberry.lazy("toolcrib.api.graphql.access.types")]


@strawberry.type(description="A person.")
class User(Node):
    username: str = strawberry.field(description="What the person signs in with.")
    display_name: str = strawberry.field(description="What the person is called.")
    is_active: bool = strawberry.field(description="False: may not sign in, and no token of theirs works.")
    created_at: DateTime = strawberry.field(description="When the person was added.")
    account: "Account | None" = strawberry.field(description="Null for all but the person and admins.")
    agents: Connection["Agent"] = strawberry.field(resolver=page, description="The agents that the person owns.")


@strawberry.type(description="What only the person and admins may see of a user.")
class Account(Node):
    user: User = strawberry.field(description="Whose account it is.")
    email: str | None = strawberry.field(description="Where the person can be reached.")
    role: UserRole = strawberry.field(description="What the person may do besides their own.")
    has_password: bool = strawberry.field(description="False until the person has chosen one.")
    sessions: list["Session"] = strawberry.field(description="The browsers that are signed in.")
    tokens: Connection["AccessToken"] = strawberry.field(
        resolver=page, description="The person's own tokens, newest first."
    )


@strawberry.type(description="A browser that is signed in.")
class Session(Node):
    created_at: DateTime = strawberry.field(description="When it signed in.")
    last_used_at: DateTime = strawberry.field(description="When it was last seen, to the minute.")
    expires_at: DateTime = strawberry.field(description="When it must sign in again.")
    address: str | None = strawberry.field(description="The network address it signed in from.")
    user_agent: str | None = strawberry.field(description="What the browser calls itself.")
    is_current: bool = strawberry.field(description="Is it the one that is asking.")


@strawberry.type(description="What an LLM runs as: it has grants and tokens of its own.")
class Agent(Node):
    name: str = strawberry.field(description="Unique; for programs.")
    display_name: str = strawberry.field(description="For people.")
    description: str = strawberry.field(description="What the agent is for.")
    icon: str | None = strawberry.field(description="An emoji or an image's URL.")
    is_active: bool = strawberry.field(description="False: none of its tokens works.")
    owner: User = strawberry.field(description="The person who answers for it.")
    created_at: DateTime = strawberry.field(description="When it was added.")
    updated_at: DateTime = strawberry.field(description="When it last changed.")
    profile: "AgentProfile | None" = strawberry.field(description="Null for all but the agent, its owner and admins.")
    executions: Connection[LazyExecution] = strawberry.field(resolver=page, description="What it ran, newest first.")
    permissions: Connection[LazyToolPermission] = strawberry.field(
        resolver=page, description="What it was granted, as far as the viewer may see the grants."
    )


@strawberry.type(description="What only the agent, its owner and admins may see of an agent.")
class AgentProfile(Node):
    persona: str = strawberry.field(description="Its system prompt.")
    tokens: Connection["AccessToken"] = strawberry.field(resolver=page, description="Its tokens, newest first.")


Subject = Annotated[User | Agent, strawberry.union("Subject", description="Whoever can own, be granted, and call.")]


@strawberry.type(description="A key for programs. The secret itself is shown once, when it is made.")
class AccessToken(Node):
    name: str = strawberry.field(description="What it is for.")
    prefix: str = strawberry.field(description="The secret's first characters, to recognise it by.")
    scope: TokenScope = strawberry.field(description="What it may be used for.")
    subject: Subject = strawberry.field(description="Who it stands for.")
    on_behalf_of: User | None = strawberry.field(description="The user that the agent acts for with this token.")
    expires_at: DateTime | None = strawberry.field(description="When it stops working; null: never.")
    last_used_at: DateTime | None = strawberry.field(description="When it was last used, to the minute.")
    revoked_at: DateTime | None = strawberry.field(description="When it was revoked; it stopped working then.")
    created_at: DateTime = strawberry.field(description="When it was made.")


@strawberry.type(description="Who is asking.")
class Viewer:
    subject: Subject = strawberry.field(description="The person or agent.")
    account: Account | None = strawberry.field(description="The person's account; null for agents.")
    scope: TokenScope = strawberry.field(description="How far this session or token carries.")
    is_admin: bool = strawberry.field(description="Has the person the role ADMIN.")


@strawberry.input(description="Which agents to list.")
class AgentFilter:
    search: str | None = strawberry.field(default=None, description="Words in name, title or description.")
    owner: ID | None = strawberry.field(default=None, description="Owned by this person.")
    is_active: bool | None = strawberry.field(default=None, description="Active or not.")
