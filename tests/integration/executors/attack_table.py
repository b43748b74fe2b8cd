"""Prints what came of each attack at each level of isolation, as Markdown: the table in docs/sandbox.md.

Run `python -m tests.integration.executors.attack_table` at the project's root, as root for all columns.
"""

import sys

import pytest

from tests.support.attacks.every import ATTACKS, is_tried, server_under_attack
from tests.support.attacks.model import Attack
from tests.support.sandbox_server import PLACES, Place, SandboxServer

Column = dict[str, str]


def main() -> None:
    columns = {place.name: column(place) for place in PLACES}
    write(f"| Attack | {' | '.join(columns)} | What it shows |")
    write(f"| --- | {'--- | ' * len(columns)}--- |")
    for attack in ATTACKS:
        cells = " | ".join(found[attack.name] for found in columns.values())
        write(f"| {attack.name} | {cells} | {attack.proves} |")
    write("")
    for reason, names in reasons().items():
        write(f"- {names}: {reason}.")


def column(place: Place) -> Column:
    """What came of the attacks in this place; where the machine can't be such a place, why."""
    try:
        place.require()
    except pytest.skip.Exception as skipped:
        return dict.fromkeys((attack.name for attack in ATTACKS), f"? {skipped.msg}")
    found: Column = {}
    server = server_under_attack(place)
    for attack in ATTACKS:
        if not server.is_alive:
            server.close()
            server = server_under_attack(place)
        found[attack.name] = cell(attack, place, server)
    server.close()
    return found


def cell(attack: Attack, place: Place, server: SandboxServer) -> str:
    if not is_tried(attack, place):
        return "not tried"
    verdict = attack.attempt(server)
    write(f"{place.name}: {attack.name}: {verdict.how}", to_log=True)
    return "held" if verdict.held else "**open**"


def reasons() -> dict[str, str]:
    """Why what is open is open, below L3 and above L0."""
    found: dict[str, list[str]] = {}
    for attack in ATTACKS:
        for place, reason in attack.open_at.items():
            if place != "L0":
                found.setdefault(reason, []).append(f"{attack.name} ({place})")
    return {reason: ", ".join(names) for reason, names in found.items()}


def write(text: str, *, to_log: bool = False) -> None:
    (sys.stderr if to_log else sys.stdout).write(f"{text}\n")


if __name__ == "__main__":
    main()
