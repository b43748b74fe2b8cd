"""If these fail, a person whose file is refused reads words without the place they are about, or garbage."""

from pathlib import Path

import pytest
from toolcrib.catalog.transfer.file import read_file
from toolcrib.core.errors import InvalidInput, StartupError
from toolcrib.transfer import read_document, refusal


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"formatVersion": 2, "tools": []}', "formatVersion in FILE must be 1: this server knows no other form"),
        (b'{"name": "a\ntool', "FILE is not valid JSON: Invalid control character at line 1, column 12"),
        (b'{"name": "a tool', "FILE is not valid JSON: Unterminated string starting at line 1, column 10"),
        (b'{"tools": [], "\\u001b[2J": 1}', r"FILE has fields that a file of tools doesn't have: \x1b[2J"),
        (b"\xef\xbb\xbf[]\r\n", "tools in FILE holds no tools"),
    ],
)
def test_a_refusal_names_the_file_and_the_place_in_it(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "tools.json"
    file.write_bytes(content)
    with pytest.raises(InvalidInput) as refused:
        read_file(read_document(file))
    assert refusal(refused.value, file) == said.replace("FILE", str(file))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"name": "\xff"}', "is not UTF-8 text: byte 10 can't be decoded."),
        (b" " * 10_000_001, "is too large: at most 10,000,000 bytes are allowed."),
    ],
)
def test_what_is_no_text_or_too_much_of_it_is_told(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "tools.json"
    file.write_bytes(content)
    with pytest.raises(StartupError) as refused:
        read_document(file)
    assert str(refused.value) == f"{file} {said}"
