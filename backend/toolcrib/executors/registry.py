"""Finds the executors: each folder of this package that holds one is an executor, with no list to edit."""

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from toolcrib import executors
from toolcrib.executors.contract import Executor
from toolcrib.executors.sandbox.sandbox import Sandbox


class DuplicateExecutorError(RuntimeError):
    """Two folders claim the same executor type."""


def load_executors(sandbox: Sandbox) -> Mapping[str, Executor]:
    """Make one executor per folder, keyed by its type (`{"PYTHON": …}`). Nothing is started yet.

    A folder is a package whose `__init__` has `create_executor(sandbox) -> Executor`; those without are no executors.
    Raises DuplicateExecutorError when two folders claim one type.
    """
    found: dict[str, Executor] = {}
    for folder in pkgutil.iter_modules(executors.__path__, f"{executors.__name__}."):
        if not folder.ispkg:
            continue
        create = getattr(importlib.import_module(folder.name), "create_executor", None)
        if create is None:
            continue
        executor: Executor = create(sandbox)
        if executor.type in found:
            raise DuplicateExecutorError(f"{folder.name} claims the executor type {executor.type}, which is taken")
        found[executor.type] = executor
    return MappingProxyType(found)
