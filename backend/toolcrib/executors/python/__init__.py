"""PYTHON: runs a Python script in a fresh process of its own (isolation level L0)."""

from toolcrib.executors.python.executor import PythonExecutor


def create_executor() -> PythonExecutor:
    return PythonExecutor()
