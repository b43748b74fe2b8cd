"""What an example input must fit: the input schema, but for the secrets, which no example holds."""

from toolcrib.core.json_text import JsonObject, JsonValue


def without_required_secrets(schema: JsonObject) -> JsonObject:
    """The same schema, in which no field that its own schema marks as secret is required. Pure; a deep copy."""
    return {keyword: _eased(keyword, value, schema) for keyword, value in schema.items()}


def _eased(keyword: str, value: JsonValue, schema: JsonObject) -> JsonValue:
    if keyword == "required" and isinstance(value, list):
        secret = _secret_fields(schema)
        return [name for name in value if not (isinstance(name, str) and name in secret)]
    if keyword in {"const", "enum", "default", "examples"}:
        return value
    return _walked(value)


def _walked(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return without_required_secrets(value)
    if isinstance(value, list):
        return [_walked(entry) for entry in value]
    return value


def _secret_fields(schema: JsonObject) -> set[str]:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return set()
    return {
        name
        for name, field in properties.items()
        if isinstance(field, dict) and (field.get("writeOnly") is True or field.get("format") == "password")
    }
