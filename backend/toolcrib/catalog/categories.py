"""The tree of categories: everybody reads it, admins change it."""

from dataclasses import replace
from uuid import UUID

from toolcrib.audit.service import record
from toolcrib.catalog import category_store
from toolcrib.catalog.guarded import Guarded, require_admin
from toolcrib.catalog.names import text_problems, tidied
from toolcrib.catalog.records import CategoryRecord
from toolcrib.core.errors import Conflict, InvalidInput, NotFound, Problem
from toolcrib.core.ids import global_id
from toolcrib.core.one_line import ONE_LINE, is_blank, is_one_line
from toolcrib.core.unset import UNSET, Unset, given
from toolcrib.identity.model import Principal

MAX_NAME = 100
MAX_DESCRIPTION = 2_000
_ADMINS_ONLY = "Only admins change categories."
_NO_SUCH = "There is no such category."


class Categories(Guarded):
    async def create_category(
        self, principal: Principal, *, name: str, description: str | None = None, parent: UUID | None = None
    ) -> UUID:
        """Raises Forbidden (admins only), InvalidInput, Conflict (NAME_TAKEN), NotFound (parent)."""
        require_admin(principal, _ADMINS_ONLY)
        _check(name, description)
        async with self._database.transaction():
            made = await category_store.insert(self._database, name.strip(), tidied(description), parent)
            await self._record_category(principal, "create", None, made)
        return made.id

    async def update_category(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        name: str | Unset = UNSET,
        description: str | Unset | None = UNSET,
        parent: UUID | Unset | None = UNSET,
    ) -> UUID:
        """Raises Forbidden (admins only), InvalidInput, Conflict (NAME_TAKEN, CATEGORY_CYCLE), NotFound."""
        require_admin(principal, _ADMINS_ONLY)
        async with self._database.transaction():
            before = await self._locked_category(id)
            after = replace(
                before,
                name=given(name, before.name),
                description=given(description, before.description),
                parent=given(parent, before.parent),
            )
            _check(after.name, after.description)
            after = replace(after, name=after.name.strip(), description=tidied(after.description))
            if after != before:
                await category_store.update(self._database, after)
                await self._record_category(principal, "update", before, after)
        return id

    async def delete_category(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        move_to: UUID | None = None,
    ) -> UUID:
        """Remove it; `move_to` takes over its children and tools, and its place in old versions.

        Raises Forbidden (admins only), NotFound, Conflict (CATEGORY_NOT_EMPTY without `move_to`, CATEGORY_CYCLE).
        """
        require_admin(principal, _ADMINS_ONLY)
        async with self._database.transaction():
            before = await self._locked_category(id)
            if move_to is None:
                await self._require_empty(id)
            elif move_to == id:
                raise InvalidInput("must be another category than the one that is deleted", ("moveTo",))
            elif not await category_store.exists(self._database, move_to):
                raise NotFound(_NO_SUCH, ("moveTo",))
            await self._replace_and_delete(id, move_to)
            await self._record_category(principal, "delete", before, None)
        return id

    async def _locked_category(self, category_id: UUID) -> CategoryRecord:
        category = await category_store.lock(self._database, category_id)
        if category is None:
            raise NotFound(_NO_SUCH, ("id",))
        return category

    async def _replace_and_delete(self, category_id: UUID, move_to: UUID | None) -> None:
        try:
            await category_store.replace_and_delete(self._database, category_id, move_to)
        except Conflict as error:  # of the tree: what is chosen would come to lie below itself
            message = "must not lie below the category that is deleted"
            raise Conflict(message, ("moveTo",), code=error.problems[0].code) from error

    async def _require_empty(self, category_id: UUID) -> None:
        children, tools = await category_store.contents(self._database, category_id)
        if children or tools:
            held = f"{_counted(children, 'category', 'categories')} and {_counted(tools, 'tool', 'tools')}"
            message = f"This category holds {held}. Choose a category to move them to."
            raise Conflict(message, ("moveTo",), code="CATEGORY_NOT_EMPTY")

    async def _record_category(
        self, principal: Principal, action: str, before: CategoryRecord | None, after: CategoryRecord | None
    ) -> None:
        subject = after or before
        if subject is None:
            return
        facts = (before.facts() if before else None, after.facts() if after else None)
        await record(self._database, principal.actor(), f"category.{action}", global_id("category", subject.id), *facts)


def _check(name: str, description: str | None) -> None:
    problems = text_problems(name, "name", MAX_NAME) + text_problems(description, "description", MAX_DESCRIPTION)
    if is_blank(name):
        problems.append(Problem(InvalidInput.code, "is required", ("name",)))
    elif not is_one_line(name):
        problems.append(Problem(InvalidInput.code, ONE_LINE, ("name",)))
    if problems:
        raise InvalidInput.of(problems)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
