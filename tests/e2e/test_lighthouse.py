"""If this fails, Lighthouse, by which others judge, no longer gives the console's main pages its full score."""

import json
import subprocess
from pathlib import Path

from tests.e2e.routes import furnish
from tests.support.browser import COOKIE, chromium
from tests.support.graph import Graph

SCRIPT = Path(__file__).parents[1] / "conformance" / "lighthouse.mjs"
ROUTES = (
    "/tools",
    "/tools/{tool}",
    "/tools/{tool}/editor",
    "/tools/{tool}/try?run={run}",
    "/executions/{failed}",
    "/agents",
    "/settings/categories",
    "/account",
)


def test_the_main_pages_have_the_full_score_for_accessibility(admin: Graph) -> None:
    places = furnish(admin)
    given = {
        "chromium": chromium(),
        "origin": admin.url,
        "cookie": {"name": COOKIE, "value": admin.http.cookies[COOKIE]},
        "paths": [route.format(**places) for route in ROUTES],
    }
    answer = subprocess.run(
        ["node", SCRIPT, json.dumps(given)], capture_output=True, text=True, timeout=240, check=False
    )
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout.splitlines()[-1])
    assert len(found) == 2 * len(ROUTES)
    assert {page: faults for page, faults in found.items() if faults} == {}
