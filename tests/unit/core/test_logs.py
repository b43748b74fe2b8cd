"""If these fail, whoever reads the server's log can sign in as somebody else."""

import logging

import pytest
from toolcrib.core import logs


def test_tokens_and_links_are_masked_wherever_they_stand() -> None:
    text = "Bearer tcb_AbC-123_xyz went to /sign-in/S3cr3t-link and /api/sign-in-links/S3cr3t-link?next=/tools"
    assert logs.mask(text) == "Bearer tcb_… went to /sign-in/… and /api/sign-in-links/…?next=/tools"


def test_what_is_no_secret_stays() -> None:
    assert logs.mask("GET /sign-in?next=/tools") == "GET /sign-in?next=/tools"


def test_a_traceback_is_masked_too() -> None:
    formatter = logs.SafeFormatter("%(message)s")
    error = ValueError("tcb_AbC123xyz")
    said = formatter.format(logging.LogRecord("", logging.ERROR, "", 0, "failed", (), (ValueError, error, None)))
    assert said == "failed\nValueError: tcb_…"


@pytest.mark.parametrize(("verbose", "level"), [(False, logging.INFO), (True, logging.DEBUG)])
def test_libraries_are_quiet_and_we_are_not(monkeypatch: pytest.MonkeyPatch, *, verbose: bool, level: int) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    logs.configure(verbose=verbose)
    assert logging.getLogger("toolcrib").getEffectiveLevel() == level
    assert logging.getLogger("asyncio").getEffectiveLevel() == logging.WARNING
    logging.captureWarnings(capture=False)
