"""SHELL: runs a bash script, in the sandbox."""

from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.executors.shell.executor import ShellExecutor


def create_executor(sandbox: Sandbox) -> ShellExecutor:
    return ShellExecutor(sandbox)
