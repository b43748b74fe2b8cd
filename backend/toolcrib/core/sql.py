"""Numbered parameters for SQL that is put together from parts."""


class Parameters:
    """Collects values and hands out their placeholders: `add(value)` answers `$n`."""

    def __init__(self, *values: object) -> None:
        self.values = list(values)

    def add(self, value: object) -> str:
        self.values.append(value)
        return f"${len(self.values)}"
