"""Searching tools, as SQL for whoever reads them: every word somewhere, typos forgiven in names."""

from toolcrib.core.sql import Parameters

MAX_WORDS = 10
MAX_CHARACTERS = 200
_SHORTEST_FUZZY = 4


def search_predicate(alias: str, text: str, parameters: Parameters) -> str:
    """A condition on the tool row `alias`: each word of `text` is part of its name, title, description or tags.

    A word of four characters or more may also be a misspelt part of the name or title. Words of one character and
    Chinese ones work alike; `%` and `_` stand for themselves. Without any word everything fits.
    """
    words = words_of(text)
    return f"({' AND '.join(_has(alias, word, parameters) for word in words)})" if words else "TRUE"


def relevance(alias: str, text: str, parameters: Parameters) -> str:
    """A float8 expression, higher is better: the exact name, then names that begin so, then how alike names are."""
    words = words_of(text)
    whole = f"{parameters.add(' '.join(words))}::text"
    as_name = f"{parameters.add('_'.join(words))}::text"
    return (
        f"(CASE WHEN {alias}.name = {as_name} OR lower({alias}.display_name) = {whole} THEN 4"
        f" WHEN starts_with({alias}.name, {as_name}) THEN 3"
        f" WHEN strpos({alias}.name, {as_name}) > 0 OR strpos(lower({alias}.display_name), {whole}) > 0 THEN 2"
        " ELSE 0 END"
        f" + greatest(word_similarity({whole}, {alias}.name), word_similarity({whole}, {alias}.display_name)))::float8"
    )


def words_of(text: str) -> list[str]:
    """The first ten words, in lower case; NUL and lone surrogates are no part of any stored text, so they separate."""
    readable = "".join(
        " " if character == "\0" or "\ud800" <= character <= "\udfff" else character for character in text
    )
    return readable[:MAX_CHARACTERS].lower().split()[:MAX_WORDS]


def _has(alias: str, word: str, parameters: Parameters) -> str:
    pattern = f"{parameters.add(f'%{_escaped(word)}%')}::text"
    contained = f"{alias}.search_text LIKE {pattern}"
    if len(word) < _SHORTEST_FUZZY:
        return contained
    misspelt = f"{parameters.add(word)}::text"
    return f"({contained} OR {misspelt} <% {alias}.name OR {misspelt} <% {alias}.display_name)"


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
