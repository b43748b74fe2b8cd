"""All attacks, and the servers they are tried on."""

import os

from tests.support.attacks.exhausting import EXHAUSTING, MEMORY_OF_ALL
from tests.support.attacks.model import Attack
from tests.support.attacks.on_kernel import ON_KERNEL
from tests.support.attacks.on_others import ON_OTHERS
from tests.support.attacks.on_server import ON_SERVER
from tests.support.attacks.tricks import TRICKS
from tests.support.sandbox_server import Place, SandboxServer

ATTACKS: tuple[Attack, ...] = (*ON_SERVER, *ON_OTHERS, *ON_KERNEL, *EXHAUSTING, *TRICKS)


def server_under_attack(place: Place) -> SandboxServer:
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return SandboxServer(place, memory_share=MEMORY_OF_ALL / machine)


def is_tried(attack: Attack, place: Place) -> bool:
    return place.walls is not None or not attack.harms_plain
