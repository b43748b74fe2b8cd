"""Finds the executors: each folder of this package that holds one is an executor, with no list to edit."""

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from toolcrib import executors
from toolcrib.executors.contract import Executor


class DuplicateExecutorError(RuntimeError):
    """Two folders claim the same executor type."""


def load_executors() -> Mapping[str, Executor]:
    """Make one executor per folder, keyed by its type (`{"PYTHON": …}`). Nothing is started yet.

    A folder is a package whose `__init__` has `create_executor() -> Executor`.
    Raises DuplicateExecutorError when two folders claim one type.
    """
    found: dict[str, Executor] = {}
    for folder in pkgutil.iter_modules(executors.__path__, f"{executors.__name__}."):
        if not folder.ispkg:
            continue
        executor: Executor = importlib.import_module(folder.name).create_executor()
        if executor.type in found:
            raise DuplicateExecutorError(f"{folder.name} claims the executor type {executor.type}, which is taken")
        found[executor.type] = executor
    return MappingProxyType(found)
