"""If these fail, a malformed call ends in a crash, not in an answer."""

from typing import Any

import pytest
from toolcrib.core.errors import InvalidInput
from toolcrib.execution.model import Call


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"version": 0}, "version"),
        ({"version": 2**31}, "version"),
        ({"idempotency_key": ""}, "idempotencyKey"),
        ({"idempotency_key": "a" * 256}, "idempotencyKey"),
        ({"idempotency_key": "a\0b"}, "idempotencyKey"),
        ({"idempotency_key": "a\ud800"}, "idempotencyKey"),
        ({"trace_id": "xyz"}, "traceId"),
        ({"trace_id": "A" * 32}, "traceId"),
        ({"trace_id": "a" * 32 + "\n"}, "traceId"),
    ],
)
def test_a_malformed_call_names_its_field(fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        Call("tool", **fields).check()

    assert [problem.field for problem in refused.value.problems] == [(wrong,)]


def test_a_well_formed_call_passes() -> None:
    Call("tool", {}, version=2**31 - 1, idempotency_key="发票 1", trace_id="0" * 32).check()
