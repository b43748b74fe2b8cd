"""If this fails, two texts name the same thing, or a refusal doesn't say what an id looks like."""

import pytest
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import global_id, new_id, parse_id, split_id


def test_an_id_is_read_as_it_was_written_and_as_a_plain_uuid() -> None:
    value = new_id()
    assert split_id(global_id("tool_version", value)) == ("tool_version", value)
    assert parse_id(str(value), "tool") == value


@pytest.mark.parametrize("wrong", ["{}\n", "\n{}", "{} ", "{}0", "TOOL_{}", "tool-{}", ""])
def test_what_only_looks_like_an_id_is_none(wrong: str) -> None:
    with pytest.raises(InvalidInput, match="is not an id"):
        parse_id(wrong.format(global_id("tool", new_id())), "tool")
