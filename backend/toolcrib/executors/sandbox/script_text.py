"""What keeps a text from being any kind of script."""

MAX_SCRIPT_BYTES = 256_000
"""The compiler lets nothing else run while it works: a megabyte of short lines holds the server for seconds."""


def find_unfit_text(script: str) -> str | None:
    """Half a character, too many bytes or a NUL, with its line; None where the text is fit."""
    try:
        size = len(script.encode())
    except UnicodeEncodeError as error:
        return f"The script holds a lone surrogate (half a character) in line {line_of(script, error.start)}."
    if size > MAX_SCRIPT_BYTES:
        return f"The script has {size:,} bytes; at most {MAX_SCRIPT_BYTES:,} are allowed."
    if (place := script.find("\0")) >= 0:
        return f"The script holds a NUL character in line {line_of(script, place)}."
    return None


def line_of(script: str, place: int) -> int:
    return script.count("\n", 0, place) + 1
