"""If these fail, somebody downloads another's files, or a script's file runs in the console's name."""

from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from toolcrib.api.services import Services
from toolcrib.core.ids import global_id, new_id
from toolcrib.identity.model import Principal, Scope

from tests.support.people import PASSWORD, People

CHART = b"\x89PNG" + bytes(range(256)) * 2_000


@pytest_asyncio.fixture
async def ann(people: People) -> Principal:
    return await people.user_with_password("ann")


async def test_who_ran_it_downloads_the_very_bytes(
    people: People, services: Services, browser: httpx.AsyncClient, ann: Principal
) -> None:
    artifact_id = await _artifact(people, services, ann)
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    answer = await browser.get(f"/artifacts/{global_id('artifact', artifact_id)}")
    assert (answer.status_code, answer.content) == (200, CHART)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''chart.png"
    assert answer.headers["content-security-policy"].startswith("sandbox")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "public" not in answer.headers["cache-control"]
    assert (await browser.get(f"/artifacts/{artifact_id}")).content == CHART


async def test_an_agent_downloads_with_its_token_and_its_owner_too(
    people: People, services: Services, program: httpx.AsyncClient, ann: Principal
) -> None:
    bot = await people.agent("bot", ann)
    artifact_id = await _artifact(people, services, bot)
    for subject in (bot, ann):
        token = await people.token(ann, subject, Scope.READ)
        answer = await program.get(f"/artifacts/{artifact_id}", headers={"authorization": f"Bearer {token}"})
        assert answer.content == CHART


async def test_a_file_of_others_can_not_be_told_from_one_that_is_not_there(
    people: People, services: Services, program: httpx.AsyncClient, ann: Principal, subtests: pytest.Subtests
) -> None:
    artifact_id = await _artifact(people, services, ann)
    ben = await people.user("ben")
    headers = {"authorization": f"Bearer {await people.token(ben, ben)}"}
    answers = [await program.get(f"/artifacts/{id_}", headers=headers) for id_ in (artifact_id, new_id())]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()
    for malformed in ("x", "tool_" + "0" * 32, "..%2f..%2fsecret.key", "%00", "artifact_" + "0" * 31):
        with subtests.test(id=malformed):
            answer = await program.get(f"/artifacts/{malformed}", headers=headers)
            assert answer.status_code in {400, 404}
            assert answer.json()["code"] in {"INVALID_INPUT", "NOT_FOUND"}


async def test_a_stranger_downloads_nothing(
    people: People, services: Services, program: httpx.AsyncClient, ann: Principal
) -> None:
    artifact_id = await _artifact(people, services, ann)
    answer = await program.get(f"/artifacts/{artifact_id}")
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHENTICATED")


async def test_a_files_name_and_type_can_not_bend_the_answer(
    people: People, services: Services, program: httpx.AsyncClient, ann: Principal, subtests: pytest.Subtests
) -> None:
    headers = {"authorization": f"Bearer {await people.token(ann, ann)}"}
    for name, claimed, served in (
        ('a"; x=".html', "text/html", "text/html"),
        ("a\r\nSet-Cookie: x=1", "text/html\r\nSet-Cookie: x=1", "application/octet-stream"),
        ("图表.png", "image/图", "application/octet-stream"),
        ("../../etc/passwd", "", "application/octet-stream"),
        ("x" * 10_000, "a/" + "b" * 1_000, "application/octet-stream"),
    ):
        with subtests.test(name=name[:20]):
            artifact_id = await _artifact(people, services, ann, name, claimed)
            answer = await program.get(f"/artifacts/{artifact_id}", headers=headers)
            assert answer.content == CHART
            assert answer.headers["content-type"] == served
            assert "set-cookie" not in answer.headers
            disposition = answer.headers["content-disposition"]
            assert disposition.startswith("attachment; filename*=UTF-8''")
            assert not set('"\r\n/ ') & set(disposition.partition("''")[2])


async def test_a_file_whose_bytes_are_gone_is_not_found(
    people: People, services: Services, program: httpx.AsyncClient, ann: Principal
) -> None:
    artifact_id = await _artifact(people, services, ann)
    for path in services.settings.objects_dir.rglob("*"):
        if path.is_file():
            path.unlink()
    headers = {"authorization": f"Bearer {await people.token(ann, ann)}"}
    answer = await program.get(f"/artifacts/{artifact_id}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def _artifact(
    people: People, services: Services, caller: Principal, name: str = "chart.png", mime_type: str = "image/png"
) -> UUID:
    """A file that a run of `caller` left behind."""
    sha256 = await services.executions.objects.put(CHART)
    tool_id, execution_id, object_id, artifact_id = new_id(), new_id(), new_id(), new_id()
    tool_id = await people.tool(f"tool_{tool_id.hex}", people.admin)
    await people.database.execute(
        "INSERT INTO execution (id, tool, tool_version, caller, status, completed_at)"
        " VALUES ($1, $2, 1, $3, 'SUCCESS', now())",
        execution_id,
        tool_id,
        caller.subject_id,
    )
    await people.database.execute(
        "INSERT INTO binary_object (id, sha256, size, mime_type) VALUES ($1, $2, $3, $4)",
        object_id,
        sha256,
        len(CHART),
        mime_type,
    )
    await people.database.execute(
        "INSERT INTO execution_artifact (id, execution, name, object) VALUES ($1, $2, $3, $4)",
        artifact_id,
        execution_id,
        name,
        object_id,
    )
    return artifact_id
