from uuid import UUID

import strawberry
from strawberry import ID, Private

from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.enums import TokenScope, UserRole
from toolcrib.api.graphql.errors import Payload, expected
from toolcrib.api.graphql.identity.types import AccessToken, Agent, User
from toolcrib.api.graphql.inputs import SUBJECT, Input, id_or_none, kept, optional
from toolcrib.api.graphql.planned import read_by_id
from toolcrib.api.graphql.scalars import DateTime
from toolcrib.core.ids import global_id, parse_id

ONE_TIME_LINK = "/sign-in/{secret}"


@strawberry.type
class _AgentPayload(Payload):
    changed: Private[UUID | None] = None

    @strawberry.field(description="The agent as it is now.")
    async def agent(self, info: Info) -> Agent | None:
        return await read_by_id(info, "agent", self.changed)


@strawberry.type
class _AccessTokenPayload(Payload):
    changed: Private[UUID | None] = None

    @strawberry.field(description="The token as it is now.")
    async def access_token(self, info: Info) -> AccessToken | None:
        return await read_by_id(info, "accessToken", self.changed)


@strawberry.type
class _UserPayload(Payload):
    changed: Private[UUID | None] = None

    @strawberry.field(description="The person as they are now.")
    async def user(self, info: Info) -> User | None:
        return await read_by_id(info, "user", self.changed)


@strawberry.type(description="The new agent.")
class CreateAgentPayload(_AgentPayload):
    pass


@strawberry.type(description="The changed agent.")
class UpdateAgentPayload(_AgentPayload):
    pass


@strawberry.type(description="The new token, and its secret.")
class CreateAccessTokenPayload(_AccessTokenPayload):
    secret: str | None = strawberry.field(default=None, description="The token itself, shown this once.")


@strawberry.type(description="The revoked token.")
class RevokeAccessTokenPayload(_AccessTokenPayload):
    pass


@strawberry.type(description="The new person, and how they get in.")
class CreateUserPayload(_UserPayload):
    sign_in_path: str | None = strawberry.field(
        default=None,
        description="The path of a link by which the person signs in once and sets a password, shown this once.",
    )


@strawberry.type(description="The changed person.")
class UpdateUserPayload(_UserPayload):
    pass


@strawberry.type(description="How the person gets in.")
class CreateSignInLinkPayload(_UserPayload):
    sign_in_path: str | None = strawberry.field(
        default=None,
        description="The path of a link by which the person signs in once and may set a password, shown this once.",
    )


@strawberry.type(description="The session that was ended.")
class RevokeSessionPayload(Payload):
    deleted_id: ID | None = strawberry.field(default=None, description="Its id.")


@strawberry.input(description="A new agent; whoever makes it owns it.")
class CreateAgentInput:
    name: str = strawberry.field(description="Unique: lower-case letters, digits, `_` and `-`.")
    display_name: str = strawberry.field(description="For people.")
    description: str = strawberry.field(default="", description="What the agent is for.")
    persona: str = strawberry.field(default="", description="Its system prompt.")
    icon: str | None = strawberry.field(default=None, description="An emoji or an image's URL.")


@strawberry.input(description="What changes of an agent; what is left out stays.")
class UpdateAgentInput:
    id: ID = strawberry.field(description="Which agent.")
    display_name: str | None = strawberry.field(default=strawberry.UNSET, description="For people.")
    description: str | None = strawberry.field(default=strawberry.UNSET, description="What the agent is for.")
    persona: str | None = strawberry.field(default=strawberry.UNSET, description="Its system prompt.")
    icon: str | None = strawberry.field(default=strawberry.UNSET, description="An emoji or an image's URL; null: none.")
    is_active: bool | None = strawberry.field(default=strawberry.UNSET, description="False: none of its tokens works.")


@strawberry.input(description="A new token.")
class CreateAccessTokenInput:
    subject: ID = strawberry.field(description="The user or agent that it stands for.")
    name: str = strawberry.field(description="What it is for.")
    scope: TokenScope = strawberry.field(description="What it may be used for.")
    on_behalf_of: ID | None = strawberry.field(default=None, description="The user that the agent acts for with it.")
    expires_at: DateTime | None = strawberry.field(default=None, description="When it stops working; null: never.")


@strawberry.input(description="Which token stops working.")
class RevokeAccessTokenInput:
    id: ID = strawberry.field(description="Which token.")


@strawberry.input(description="A new person.")
class CreateUserInput:
    username: str = strawberry.field(description="3 to 64 of a-z, 0-9, `_`, `.` and `-`.")
    display_name: str = strawberry.field(description="What the person is called.")
    email: str | None = strawberry.field(default=None, description="Where the person can be reached.")
    role: UserRole = strawberry.field(default=UserRole.MEMBER, description="What the person may do besides their own.")


@strawberry.input(description="What changes of a person; what is left out stays.")
class UpdateUserInput:
    id: ID = strawberry.field(description="Which person.")
    display_name: str | None = strawberry.field(default=strawberry.UNSET, description="What the person is called.")
    email: str | None = strawberry.field(
        default=strawberry.UNSET, description="Where they can be reached; null: nowhere."
    )
    role: UserRole | None = strawberry.field(default=strawberry.UNSET, description="Admins only.")
    is_active: bool | None = strawberry.field(
        default=strawberry.UNSET, description="Admins only. False: may not sign in."
    )


@strawberry.input(description="Whom the link is for.")
class CreateSignInLinkInput:
    user: ID = strawberry.field(description="Which person.")


@strawberry.input(description="Which session ends.")
class RevokeSessionInput:
    id: ID = strawberry.field(description="Which session.")


@strawberry.type
class IdentityMutation:
    @strawberry.mutation(description="Add an agent.")
    async def create_agent(self, info: Info, input: Input[CreateAgentInput]) -> CreateAgentPayload | None:
        async def create() -> UUID:
            return await info.context.services.identity.create_agent(
                principal_of(info),
                name=input.name,
                display_name=input.display_name,
                description=input.description,
                persona=input.persona,
                icon=input.icon,
            )

        changed, problems = await expected(create())
        return CreateAgentPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Change an agent: its owner and admins may.")
    async def update_agent(self, info: Info, input: Input[UpdateAgentInput]) -> UpdateAgentPayload | None:
        async def update() -> UUID:
            return await info.context.services.identity.update_agent(
                principal_of(info),
                id=parse_id(input.id, "agent"),
                display_name=kept(input.display_name, "displayName"),
                description=kept(input.description, "description"),
                persona=kept(input.persona, "persona"),
                icon=optional(input.icon),
                is_active=kept(input.is_active, "isActive"),
            )

        changed, problems = await expected(update())
        return UpdateAgentPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Make a token for oneself or an agent of one's own.")
    async def create_access_token(
        self, info: Info, input: Input[CreateAccessTokenInput]
    ) -> CreateAccessTokenPayload | None:
        async def create() -> tuple[UUID, str]:
            return await info.context.services.identity.create_access_token(
                principal_of(info),
                subject=parse_id(input.subject, *SUBJECT, field=("subject",)),
                name=input.name,
                scope=input.scope,
                on_behalf_of=id_or_none(input.on_behalf_of, "onBehalfOf", "user"),
                expires_at=input.expires_at,
            )

        made, problems = await expected(create())
        changed, secret = made or (None, None)
        return CreateAccessTokenPayload(changed=changed, secret=secret, user_errors=problems)

    @strawberry.mutation(description="End a token, at once.")
    async def revoke_access_token(
        self, info: Info, input: Input[RevokeAccessTokenInput]
    ) -> RevokeAccessTokenPayload | None:
        async def revoke() -> UUID:
            return await info.context.services.identity.revoke_access_token(
                principal_of(info), id=parse_id(input.id, "access_token")
            )

        changed, problems = await expected(revoke())
        return RevokeAccessTokenPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Add a person. Admins only.")
    async def create_user(self, info: Info, input: Input[CreateUserInput]) -> CreateUserPayload | None:
        async def create() -> tuple[UUID, str]:
            return await info.context.services.identity.create_user(
                principal_of(info),
                username=input.username,
                display_name=input.display_name,
                email=input.email,
                role=input.role,
            )

        made, problems = await expected(create())
        if made is None:
            return CreateUserPayload(user_errors=problems)
        changed, secret = made
        return CreateUserPayload(changed=changed, sign_in_path=ONE_TIME_LINK.format(secret=secret))

    @strawberry.mutation(description="Change a person: they themselves, and admins.")
    async def update_user(self, info: Info, input: Input[UpdateUserInput]) -> UpdateUserPayload | None:
        async def update() -> UUID:
            return await info.context.services.identity.update_user(
                principal_of(info),
                id=parse_id(input.id, "user"),
                display_name=kept(input.display_name, "displayName"),
                email=optional(input.email),
                role=kept(input.role, "role"),
                is_active=kept(input.is_active, "isActive"),
            )

        changed, problems = await expected(update())
        return UpdateUserPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(
        description="Make a link by which a person signs in once; those made before stop working. Admins only."
    )
    async def create_sign_in_link(
        self, info: Info, input: Input[CreateSignInLinkInput]
    ) -> CreateSignInLinkPayload | None:
        async def create() -> tuple[UUID, str]:
            user = parse_id(input.user, "user", field=("user",))
            return user, await info.context.services.identity.renew_sign_in_link(principal_of(info), user=user)

        made, problems = await expected(create())
        if made is None:
            return CreateSignInLinkPayload(user_errors=problems)
        changed, secret = made
        return CreateSignInLinkPayload(changed=changed, sign_in_path=ONE_TIME_LINK.format(secret=secret))

    @strawberry.mutation(description="Sign a browser out.")
    async def revoke_session(self, info: Info, input: Input[RevokeSessionInput]) -> RevokeSessionPayload | None:
        async def revoke() -> UUID:
            return await info.context.services.identity.revoke_session(
                principal_of(info), id=parse_id(input.id, "session")
            )

        changed, problems = await expected(revoke())
        return RevokeSessionPayload(
            deleted_id=ID(global_id("session", changed)) if changed else None, user_errors=problems
        )
