"""A list of members for other programs and for clubscore again: names, their parts, and facts.

Its columns have names by which :mod:`players.formats.members` recognises them.
"""

from collections.abc import Iterable, Iterator, Sequence

NAME_COLUMNS = ("name", "given", "particle", "family")
HEADINGS = {
    "id": "clubscore number",
    "name": "name",
    "given": "given name",
    "particle": "particle",
    "family": "family name",
    "club_number": "club number",
    "national_number": "national number",
    "fide_number": "FIDE number",
    "egd_pin": "EGD pin",
    "title": "title",
    "rating": "rating",
    "rapid": "rapid rating",
    "blitz": "blitz rating",
    "grade": "grade",
    "handicap": "handicap",
    "club": "club",
    "federation": "federation",
    "country": "country",
    "born": "born",
    "gender": "gender",
    "email": "e-mail",
    "telephone": "telephone",
    "note": "note",
}
"""What each column is called."""
LINE_END = "\r\n"


def headings(columns: Iterable[str]) -> list[str]:
    """The first row of a list with these columns."""
    return [HEADINGS[column] for column in columns]


def tabbed(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The rows as lines of tab-delimited text."""
    for row in rows:
        yield "\t".join(_cell(str(value)) for value in row) + LINE_END


def _cell(text: str) -> str:
    """A text with quotes at both ends in quotes of its own, which the reader takes off."""
    is_quoted = len(text) > 1 and text.startswith('"') and text.endswith('"')
    return '"{}"'.format(text.replace('"', '""')) if is_quoted else text
