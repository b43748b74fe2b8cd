"""What the API calls: the features, wired by `app.py`."""

from collections.abc import Mapping
from dataclasses import dataclass

from toolcrib.access.service import Access
from toolcrib.audit.trail import Trail
from toolcrib.catalog.service import Catalog
from toolcrib.core.settings import Settings
from toolcrib.execution.service import Executions
from toolcrib.executors.contract import Executor
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.identity.service import Identity
from toolcrib.reads.reader import Reader


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    identity: Identity
    access: Access
    trail: Trail
    sandbox: Sandbox
    executors: Mapping[str, Executor]
    catalog: Catalog
    executions: Executions
    reader: Reader
