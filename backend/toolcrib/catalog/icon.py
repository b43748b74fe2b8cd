"""A tool's icon: an emoji, or the address of an image."""

import unicodedata
from urllib.parse import urlsplit

_LONGEST_EMOJI = 16  # code points: a family with skin tones has eleven
_LONGEST_ADDRESS = 2_000
_SYMBOLS = {"So", "Sk", "Sm", "Po"}
_JOINING = {"Mn", "Me", "Cf", "Sk"}
_KEYCAP = "\u20e3"
_KEYCAP_BASES = frozenset("0123456789#*")


def is_icon(text: str) -> bool:
    return _is_image_address(text) if ":" in text else _is_emoji(text)


def _is_image_address(text: str) -> bool:
    """Only https: the console shows no other image, and a script or a local file must not pass as one."""
    if len(text) > _LONGEST_ADDRESS or not text.isprintable() or " " in text:
        return False
    try:
        address = urlsplit(text)
        return address.scheme == "https" and bool(address.hostname) and address.username is None
    except ValueError:
        return False


def _is_emoji(text: str) -> bool:
    if not text or len(text) > _LONGEST_EMOJI:
        return False
    if text.endswith(_KEYCAP):
        return text[0] in _KEYCAP_BASES
    return _is_symbol(text[0]) and all(_is_symbol(part) or unicodedata.category(part) in _JOINING for part in text[1:])


def _is_symbol(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) in _SYMBOLS
