"""From the input somebody sent to the input a script gets, and to the one that may be stored."""

from dataclasses import dataclass

from toolcrib.core.errors import InvalidInput, Path
from toolcrib.core.json_schema import Validator, fill_defaults, redact
from toolcrib.core.json_text import MAX_DEPTH, JsonValue, check_depth, check_texts, to_json
from toolcrib.core.redaction import MAX_CHARACTERS, MAX_SECRETS, Redactor, secret_texts

FIELD: Path = ("input",)
HEAVY = 10_000
"""Values, or hundreds of characters: more take longer than others should wait."""


@dataclass(frozen=True, slots=True)
class PreparedInput:
    """`full_json` goes to the executor, `shown_json` into the table; `redactor` knows what is only in the first."""

    full_json: str
    shown_json: str
    redactor: Redactor


def is_heavy(value: JsonValue) -> bool:
    """Whether work on the value belongs beside the event loop. Looks at no more of it than that takes."""
    waiting, weight = [value], 0
    while waiting and weight <= HEAVY:
        current = waiting.pop()
        if isinstance(current, str):
            weight += len(current) // 100
        elif isinstance(current, dict | list):
            weight += len(current)
            if weight <= HEAVY:
                waiting.extend(current.values() if isinstance(current, dict) else current)
    return weight > HEAVY


def prepare_input(validator: Validator, value: JsonValue) -> PreparedInput:
    """Fill in the defaults and validate. Raises InvalidInput with every field that is wrong."""
    check_json(value)
    filled = fill_defaults(validator.schema, value)
    if problems := validator.problems(filled, FIELD):
        raise InvalidInput.of(problems)
    shown, redactor = _shown(validator, filled)
    return PreparedInput(to_json(filled), to_json(shown), redactor)


def shown_input(validator: Validator, value: JsonValue) -> str | None:
    """What may be stored of an input that was refused; None where it can't be stored at all."""
    try:
        check_json(value)
        return to_json(_shown(validator, value)[0])
    except InvalidInput:
        return None


def check_json(value: JsonValue) -> None:
    """Raises InvalidInput for what is no JSON, or can't be sent on: too deep, NaN, half a surrogate pair."""
    check_depth(value, MAX_DEPTH, FIELD)
    try:
        text = to_json(value)
    except ValueError:
        message = "holds a number that JSON can't carry: NaN, Infinity or one of thousands of digits"
        raise InvalidInput(message, FIELD) from None
    try:
        text.encode()
    except UnicodeEncodeError:
        check_texts(value, FIELD)
        raise


def _shown(validator: Validator, value: JsonValue) -> tuple[JsonValue, Redactor]:
    marked = redact(validator.schema, value)
    secrets = {text for part in secrets_in(value, marked) for text in secret_texts(part)}
    if len(secrets) > MAX_SECRETS or sum(map(len, secrets)) > MAX_CHARACTERS:
        raise InvalidInput(
            f"holds too much in fields marked as secret: at most {MAX_SECRETS} values of {MAX_CHARACTERS:,} characters"
            " together can be kept out of logs",
            FIELD,
        )
    redactor = Redactor(secrets)
    return redactor.value(marked), redactor


def secrets_in(value: JsonValue, redacted: JsonValue) -> list[JsonValue]:
    """The parts of `value` that its redacted copy does not show."""
    if isinstance(value, dict) and isinstance(redacted, dict):
        return [part for key, item in value.items() for part in secrets_in(item, redacted[key])]
    if isinstance(value, list) and isinstance(redacted, list):
        return [part for item, shown in zip(value, redacted, strict=True) for part in secrets_in(item, shown)]
    return [] if value is redacted else [value]
