"""Searching tools, as SQL for whoever reads them: every word somewhere, typos forgiven in names."""

from toolcrib.core.sql import Parameters

MAX_WORDS = 10
MAX_CHARACTERS = 200
_SHORTEST_FUZZY = 4


def search_predicate(alias: str, text: str, parameters: Parameters) -> str:
    """A condition on the tool row `alias`: each word of `text` is part of its name, title, description or tags.

    A word of four letters or more may also be a misspelt part of the name. Words of one character and
    Chinese ones work alike; `%` and `_` stand for themselves. Without any word everything fits.
    """
    words = words_of(text)
    return f"({' AND '.join(_has(alias, word, parameters) for word in words)})" if words else "TRUE"


def relevance(alias: str, text: str, parameters: Parameters) -> str:
    """A float8 expression, higher is better.

    First the exact name or title, then names that begin so, then names and titles that hold it (short names first),
    then what has all the words (the more in name or title, the better), then what is only alike: likeness comes last
    because it takes too long to compute for thousands of rows.
    """
    words = words_of(text)
    if not words:
        return "0::float8"
    whole = f"{parameters.add(' '.join(words))}::text"
    as_name = f"{parameters.add('_'.join(words))}::text"
    name, title = f"{alias}.name", f"lower({alias}.display_name)"
    placed = [f"{parameters.add(word)}::text" for word in words]
    in_text = " AND ".join(f"strpos({alias}.search_text, {word}) > 0" for word in placed)
    in_name = " + ".join(f"(strpos({name}, {word}) > 0 OR strpos({title}, {word}) > 0)::int" for word in placed)
    return (
        f"(CASE WHEN {name} = {as_name} OR {title} = {whole} THEN 4"
        f" WHEN starts_with({name}, {as_name}) THEN 3 + 0.5 / length({name})"
        f" WHEN strpos({name}, {as_name}) > 0 OR strpos({title}, {whole}) > 0 THEN 2 + 0.5 / length({name})"
        f" WHEN {in_text} THEN 1 + ({in_name}) / {len(words) + 1}.0"
        f" ELSE word_similarity({whole}, {name}) END)::float8"
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
    if len(word) < _SHORTEST_FUZZY or not word.isalpha():
        return contained
    misspelt = f"{parameters.add(word)}::text"
    return f"({contained} OR {misspelt} <% {alias}.name)"


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
