"""Reading the world's certificates takes an HTTPS client longer than all else in a run: so it is done ahead."""

import os
from typing import Any

_ENVIRONMENT = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")  # a script that sets these wants contexts of its own
_OF_EACH = 2


def read_ahead() -> None:
    """Let the first contexts that a child asks for be ones that nobody has used: each child has its own copy of them.

    They are what `ssl.create_default_context` gives for the system's certificates and for those of certifi, which
    requests and httpx trust.
    """
    import ssl  # noqa: PLC0415 -- not in every zygote: OpenSSL makes each fork slower

    create = ssl.create_default_context
    stock = {file: [create(cafile=file) for _ in range(_OF_EACH)] for file in (None, _certifi())}

    def create_default_context(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 -- handed on as they are
        file = named.get("cafile")
        usual = not arguments and set(named) <= {"cafile"} and isinstance(file, str | None)
        ready = stock.get(file) if usual else None
        if ready and not any(name in os.environ for name in _ENVIRONMENT):
            return ready.pop()
        return create(*arguments, **named)

    ssl.create_default_context = create_default_context
    ssl._create_default_https_context = create_default_context  # noqa: SLF001 -- what urllib and http.client call


def _certifi() -> str | None:
    try:
        import certifi  # noqa: PLC0415 -- it need not be installed
    except ImportError:
        return None
    return certifi.where()
