"""Measure everything, or what is named: `python -m benchmarks [executor calls graphql mcp subscriptions home]`."""

import subprocess
import sys

import uvloop

from benchmarks import calls, executor, graphql, home, mcp, subscriptions

BENCHMARKS = {
    "executor": executor.measure,
    "calls": calls.measure,
    "graphql": graphql.measure,
    "mcp": mcp.measure,
    "subscriptions": subscriptions.measure,
    "home": home.measure,
}


def main() -> None:
    names = sys.argv[1:] or list(BENCHMARKS)
    if unknown := set(names) - set(BENCHMARKS):
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}.")
    if len(names) == 1:
        for line in uvloop.run(BENCHMARKS[names[0]]()):
            sys.stdout.write(f"{line}\n")
        return
    for name in names:  # each in a process of its own, where nothing is warm from the one before
        subprocess.run([sys.executable, "-m", "benchmarks", name], check=True)  # noqa: S603 - names from the table above


main()
