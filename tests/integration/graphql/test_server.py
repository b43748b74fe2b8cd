"""If these fail, whoever runs the server does not see how well scripts are walled in, or others see too much of it."""

from dataclasses import replace
from typing import Any

from toolcrib.core.db import Database
from toolcrib.executors.sandbox.levels import Level, LevelFinding, SandboxInfo
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.identity.model import Principal

from tests.integration.graphql.conftest import Api

SANDBOX = """
{ server {
    sandbox { level minimum refuses isolated landlockAbi summary findings { level available reason } }
    executors { type level isolated }
} }
"""
REASON = "The interpreter at /root/python can't be read."


class Weak(Sandbox):
    """Reached less than what it was told to."""

    def describe(self) -> SandboxInfo:
        findings = (LevelFinding(Level.L2, available=False, reason=REASON), LevelFinding(Level.L1, available=True))
        return SandboxInfo(Level.L1, Level.L2, 4, "Landlock and seccomp.", findings)


async def sandbox(api: Api, who: Principal) -> Any:
    weak = replace(api, services=replace(api.services, sandbox=Weak()))
    return (await weak.data(who, SANDBOX))["server"]["sandbox"]


async def test_an_admin_sees_which_level_was_reached_and_why_no_better_one(api: Api) -> None:
    assert await sandbox(api, api.people.admin) == {
        "level": "L1",
        "minimum": "L2",
        "refuses": True,
        "isolated": True,
        "landlockAbi": 4,
        "summary": "Landlock and seccomp.",
        "findings": [
            {"level": "L2", "available": False, "reason": REASON},
            {"level": "L1", "available": True, "reason": None},
        ],
    }


async def test_others_see_the_levels_but_nothing_of_the_host(api: Api) -> None:
    ann = await api.people.user("ann")
    for who in (ann, await api.people.agent("helper", api.people.admin)):
        seen = await sandbox(api, who)
        assert seen["findings"] == [
            {"level": "L2", "available": False, "reason": None},
            {"level": "L1", "available": True, "reason": None},
        ]
        assert seen["refuses"] is True


async def test_every_executor_says_how_it_is_walled_in(api: Api) -> None:
    data = await api.data(await api.people.user("ann"), SANDBOX)
    level = data["server"]["sandbox"]["level"]
    assert level == api.services.sandbox.describe().level
    executors = {each["type"]: each["level"] for each in data["server"]["executors"]}
    assert executors == dict.fromkeys(api.services.executors, level)


async def test_it_says_whether_the_database_answers(api: Api, database: Database) -> None:
    ann = await api.people.user("ann")
    asked = "{ server { version database { answers version } } }"
    found = (await api.data(ann, asked))["server"]["database"]
    assert found["answers"] is True
    assert int(found["version"].partition(".")[0]) >= 15
    await database.close()
    assert (await api.data(ann, asked))["server"]["database"] == {"answers": False, "version": None}


async def test_an_idle_server_runs_nothing(api: Api) -> None:
    load = (await api.data(await api.people.user("ann"), "{ server { load { running waiting slots } } }"))["server"]
    assert load["load"] == {"running": 0, "waiting": 0, "slots": api.services.settings.max_concurrency}
