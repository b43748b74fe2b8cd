"""Measure everything, or the benchmarks that are named: `python -m benchmarks [executor …]`."""

import asyncio
import sys

from benchmarks import executor, following

BENCHMARKS = {"executor": executor.measure, "following": following.measure}


def main() -> None:
    names = sys.argv[1:] or list(BENCHMARKS)
    if unknown := set(names) - set(BENCHMARKS):
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}.")
    for name in names:
        for line in asyncio.run(BENCHMARKS[name]()):
            sys.stdout.write(f"{line}\n")


main()
