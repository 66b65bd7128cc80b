"""The header of a register file: which columns there are.

Keywords in any order and any case, none twice: GRADE and CLUB always, and exactly one way to
write the name.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from clubscore.problems import Problem, Sentence, gettext_noop, sentence
from players.domain.characters import shown

NAMES = ("NAME", "NAME-GF", "NAME-FG", "FAMILY", "GIVEN")
"""The keywords of names; each but the last alone, GIVEN only beside FAMILY."""
NEEDED = ("GRADE", "CLUB")
KEYWORDS = (*NAMES, *NEEDED, "COUNTRY", "ID", "REG", "NOTE", "GROUP", "ROUNDS")

_WAYS = "NAME, NAME-GF, NAME-FG, FAMILY (+ GIVEN)"
_SEPARATORS = ",;|"


def keywords_of(fields: Sequence[str]) -> list[str]:
    """The fields of a header as keywords: trimmed, in capitals."""
    # Only ASCII: the long s and the dotless i have S and I for capitals.
    trimmed = (field.strip(" ") for field in fields)
    return [field.upper() if field.isascii() else field for field in trimmed]


def first_problem(number: int, fields: Sequence[str]) -> Problem | None:
    """What is wrong with the header of line ``number``, if anything; its ``column`` is the
    keyword that it is about, else empty."""
    # The checks run one by one, and end with the first problem.
    return next(_problems(number, fields), None)


def place_of(problem: Problem, fields: Sequence[str]) -> int | None:
    """Which field of the header a problem is about, from 0; of two, the second."""
    if not problem.column:
        return None
    keywords = keywords_of(fields)
    places = [place for place, each in enumerate(keywords) if each == problem.column]
    return places[-1] if places else None


def _problems(number: int, fields: Sequence[str]) -> Iterator[Problem]:
    keywords = keywords_of(fields)
    for keyword, message in chain(
        _wrong_columns(fields, keywords), _wrong_names(keywords), _missing(keywords)
    ):
        yield Problem(message, number, keyword)


def _wrong_columns(
    fields: Sequence[str], keywords: Sequence[str]
) -> Iterator[tuple[str, Sentence]]:
    if not set(keywords) & set(KEYWORDS):
        yield "", _no_header(fields)
    for place, keyword in enumerate(keywords):
        if keyword not in KEYWORDS:
            yield keyword, _unknown(place, fields[place].strip(" "))
        elif keyword in keywords[:place]:
            twice = gettext_noop("%(keyword)s is in the header twice.")
            yield keyword, sentence(twice, keyword=keyword)


def _wrong_names(keywords: Sequence[str]) -> Iterator[tuple[str, Sentence]]:
    named = [keyword for keyword in keywords if keyword in NAMES]
    if not named:
        nameless = gettext_noop("The header has no column for the name: one of %(ways)s is needed.")
        yield "NAME", sentence(nameless, ways=_WAYS)
    elif named == ["GIVEN"]:
        yield "FAMILY", sentence(gettext_noop("GIVEN needs the column FAMILY beside it."))
    elif len(named) > 1 and set(named) != {"FAMILY", "GIVEN"}:
        several = gettext_noop(
            "The header has %(keywords)s: a name is written in one way, as one of %(ways)s."
        )
        yield named[-1], sentence(several, keywords=", ".join(named), ways=_WAYS)


def _missing(keywords: Sequence[str]) -> Iterator[tuple[str, Sentence]]:
    for keyword in NEEDED:
        if keyword not in keywords:
            missing = gettext_noop("The header has no column %(keyword)s; it is always needed.")
            yield keyword, sentence(missing, keyword=keyword)


def _no_header(fields: Sequence[str]) -> Sentence:
    """A line without a keyword: another separator, quotation marks, or no header at all."""
    if len(fields) == 1 and any(each in fields[0] for each in _SEPARATORS):
        tabs = gettext_noop(
            "Fields are separated by TABs, and this line has none. Save the list as tab-delimited"
            " text, or give a file with commas or semicolons the ending .csv."
        )
        return sentence(tabs)
    if any(keyword.strip('"') in KEYWORDS for keyword in keywords_of(fields)):
        quotes = gettext_noop(
            "Keywords and fields must not have quotation marks. Save the list as tab-delimited "
            "text without them."
        )
        return sentence(quotes)
    header = gettext_noop(
        "This is not a header: there is no keyword in it. The first line names the columns, such"
        " as NAME, GRADE, CLUB; all keywords are %(keywords)s."
    )
    return sentence(header, keywords=", ".join(KEYWORDS))


def _unknown(place: int, text: str) -> Sentence:
    if not text:
        empty = gettext_noop(
            "Column %(column)s has no keyword. Delete the column, with its TAB, in every line."
        )
        return sentence(empty, column=place + 1)
    unknown = gettext_noop(
        '"%(text)s" is not a keyword: delete this column. The keywords are %(keywords)s.'
    )
    return sentence(unknown, text=shown(text), keywords=", ".join(KEYWORDS))
