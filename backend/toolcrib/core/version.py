"""Which Toolcrib this is."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    try:
        return version("toolcrib")
    except PackageNotFoundError:
        return "0 (not installed)"
