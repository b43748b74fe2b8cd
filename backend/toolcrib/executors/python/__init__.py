"""PYTHON: runs a Python script, in the sandbox."""

from toolcrib.executors.python.executor import PythonExecutor
from toolcrib.executors.sandbox.sandbox import Sandbox


def create_executor(sandbox: Sandbox) -> PythonExecutor:
    return PythonExecutor(sandbox)
