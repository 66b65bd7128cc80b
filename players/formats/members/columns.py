"""Which fact stands in which column of a list: by the names of the columns, by what is in them, and
as the director chooses.

The line with the names of the columns need not be the first one, and may be missing. Columns are
counted from 0.

Which fact a column holds, as its cells show: e-mails, dates, grades, names, numbers.

For columns without a name that is known. Where two facts look alike, none is found: the director
chooses.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Sentence, sentence
from players.domain.characters import shown
from players.domain.members.columns import NAMES, Column, Fact, Found
from players.formats.members.tables import Row, Table
from players.formats.members.values import fact_named, header_key

HEADER_WITHIN = 20
"""Among how many lines the names of the columns are looked for."""

_COUNTERS = {"no", "nr", ""}

_VAGUE = {*_COUNTERS, "number", "nummer"}

_MAY_BE_NAMES = {"dan", "reg", "rang", "land", "bond", "mail"}


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a list; ``rows`` are the lines below their names."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notices: tuple[Problem, ...]

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that the list has."""
        return frozenset(column.fact for column in self.columns if column.fact)

    @property
    def has_names(self) -> bool:
        """Whether there is a column from which a name can be made."""
        return bool(self.facts & {Fact.NAME, Fact.FAMILY_FIRST, Fact.FAMILY, Fact.GIVEN})


def layout_of(
    table: Table, chosen: Mapping[int, Fact], unused: frozenset[Fact] = frozenset()
) -> Layout:
    """The columns of a list, those that the director chose as they were chosen; others of facts
    that are ``unused`` are left out."""
    header = None if table.facts else _header_index(table.rows)
    chosen = {**table.facts, **chosen}
    titles = () if header is None else table.rows[header].cells
    rows = table.rows if header is None else table.rows[header + 1 :]
    columns = [
        _column(place, titles[place] if place < len(titles) else "", rows, chosen)
        for place in range(_width(titles, rows))
    ]
    notices = _skipped(table.rows[: header or 0])
    columns = _with_family_for_name(columns, chosen)
    columns = _once(columns, notices)
    columns = _with_names(columns, rows)
    columns = [_in_use(column, unused, notices) for column in columns]
    return Layout(tuple(columns), rows, tuple(notices))


def _width(titles: Sequence[str], rows: Sequence[Row]) -> int:
    """How many columns there are: in a single line, more cells than names are a mistake."""
    longer = [len(row.cells) for row in rows if len(row.cells) > len(titles)]
    return max(longer) if longer and 2 * len(longer) >= len(rows) else len(titles)


def _header_index(rows: Sequence[Row]) -> int | None:
    """The line with the names of the columns: that with the most names that are known."""
    head = rows[:HEADER_WITHIN]
    counts = [_count_named(row, head) for row in head]
    best = max(counts, default=0)
    return counts.index(best) if best else None


def _count_named(row: Row, head: Sequence[Row]) -> int:
    """How many cells name a column; 0 for a line that is a member."""
    filled = [(place, cell) for place, cell in enumerate(row.cells) if cell.strip()]
    if any("@" in cell or cell.strip().isdecimal() for _, cell in filled):
        return 0
    named = [(place, cell) for place, cell in filled if fact_named(cell)]
    # "Dan" may be somebody, and what stands there again is no name of a column.
    is_certain = any(header_key(cell) not in _MAY_BE_NAMES for _, cell in named)
    is_data = any(_stands_again(place, cell, row, head) for place, cell in named)
    return len(named) if (is_certain or len(named) > 1) and not is_data else 0


def _stands_again(place: int, cell: str, row: Row, head: Sequence[Row]) -> bool:
    others = (other.cells[place] for other in head if other is not row and place < len(other.cells))
    return any(header_key(other) == header_key(cell) for other in others)


def _skipped(rows: Sequence[Row]) -> list[Problem]:
    if not rows:
        return []
    return [
        Problem(
            sentence(
                "Left out, because it stands above the names of the columns: %(text)s",
                text=shown(" ".join(row.cells)),
            ),
            row.line,
            "",
        )
        for row in rows
    ]


def _column(place: int, title: str, rows: Sequence[Row], chosen: Mapping[int, Fact]) -> Column:
    cells = _filled_cells(rows, place)
    example = shown(cells[0]) if cells else ""
    title = " ".join(title.split())
    if place in chosen:
        return Column(place, title, chosen[place], Found.CHOSEN, example)
    if not cells and not title:
        return Column(place, title, Fact.NOTHING, Found.BY_CONTENT, example)
    named = _corrected(fact_named(title), title, cells) if title else None
    if named:
        return Column(place, title, named, Found.BY_NAME, example)
    fact = fact_of(cells)
    # A date below a name that is not known may be that of joining the club.
    if title and fact is not Fact.EMAIL:
        fact = None
    return Column(place, title, fact, Found.BY_CONTENT if fact else Found.NOT, example)


def _filled_cells(rows: Sequence[Row], place: int) -> list[str]:
    """The first filled cells of a column, as many as are looked at."""
    head = rows[: 5 * SAMPLE]
    cells = [row.cells[place] for row in head if place < len(row.cells)]
    return [cell for cell in cells if cell.strip()][:SAMPLE]


def _corrected(fact: Fact | None, title: str, cells: Sequence[str]) -> Fact | None:
    """What a column holds whose name has two meanings."""
    if fact is Fact.FEDERATION and cells and not is_of_codes(cells):
        return Fact.COUNTRY
    if fact is Fact.GRADE and is_counter(cells):
        return Fact.NOTHING
    if header_key(title) in _COUNTERS and is_counter(cells):
        return Fact.NOTHING
    return fact


def _with_family_for_name(columns: list[Column], chosen: Mapping[int, Fact]) -> list[Column]:
    """Beside a column of given names, one called "Name" holds the family names."""
    facts = {column.fact for column in columns}
    has_parts = facts & {Fact.GIVEN, Fact.INITIALS, Fact.PARTICLE}
    if not has_parts or Fact.FAMILY in facts:
        return columns
    return [
        replace(column, fact=Fact.FAMILY)
        if column.fact is Fact.NAME and column.place not in chosen
        else column
        for column in columns
    ]


_WHOLE = (Fact.NAME, Fact.FAMILY_FIRST)


def _once(columns: list[Column], notices: list[Problem]) -> list[Column]:
    """Each fact in one column: of two, the one that was chosen, else the first that is filled."""
    first: dict[Fact, Column] = {}
    # Sorting keeps the order of the file among equals.
    for column in sorted(columns, key=_rank):
        if column.fact and column.fact is not Fact.NOTHING:
            first.setdefault(column.fact, column)
    whole = first.get(Fact.NAME) or first.get(Fact.FAMILY_FIRST)
    kept = []
    for column in columns:
        other = first.get(column.fact, column) if column.fact else column
        is_listed = column.fact is Fact.FAMILY_FIRST or Fact.GIVEN not in first
        if whole and Fact.FAMILY in first and is_listed and column.fact in _WHOLE:
            other = first[Fact.FAMILY]
        if other is not column:
            if column.example:
                notices.append(Problem(_same_fact(column, other)))
            column = replace(column, fact=Fact.NOTHING)
        kept.append(column)
    return kept


def _in_use(column: Column, unused: frozenset[Fact], notices: list[Problem]) -> Column:
    if column.fact not in unused or column.found is Found.CHOSEN:
        return column
    if column.example:
        title = column.title or column.example
        notices.append(
            Problem(
                sentence(
                    "The column “%(title)s” is left out: the club does not use this, as its "
                    "settings say.",
                    title=shown(title),
                )
            )
        )
    return replace(column, fact=Fact.NOTHING)


def _rank(column: Column) -> tuple[bool, bool, bool]:
    """The one that was chosen first, an empty one later, "Number" behind "Member number"."""
    is_vague = header_key(column.title) in _VAGUE
    return column.found is not Found.CHOSEN, not column.example, is_vague


def _same_fact(column: Column, other: Column) -> Sentence:
    return sentence(
        "Column %(column)s (%(title)s) is left out, because column %(other)s (%(other_title)s)"
        " holds the same. Choose below which of them is read.",
        column=column.place + 1,
        title=shown(column.title or column.example),
        other=other.place + 1,
        other_title=shown(other.title or other.example),
    )


def _with_names(columns: list[Column], rows: Sequence[Row]) -> list[Column]:
    """The columns, the names found by what is in them where no column is called so."""
    if any(column.fact in NAMES for column in columns):
        return columns
    words = [
        column
        for column in columns
        if column.fact is None and is_of_words(_filled_cells(rows, column.place))
    ]
    facts: dict[int, Fact] = {}
    whole = _first(words, lambda cells: is_of_whole_names(cells), rows)
    if whole or len(words) == 1:
        facts[(whole or words[0]).place] = Fact.NAME
    elif len(columns) == 1 and is_of_letters(_filled_cells(rows, 0)):
        # A list of nothing else: "Guest 2" among them is a name, too.
        facts[0] = Fact.NAME
    elif len(words) > 1 and words[1].place == words[0].place + 1:
        facts |= {words[0].place: Fact.GIVEN, words[1].place: Fact.FAMILY}
    return [
        replace(column, fact=facts[column.place], found=Found.BY_CONTENT)
        if column.place in facts
        else column
        for column in columns
    ]


def _first(
    columns: Sequence[Column], looks_so: Callable[[Sequence[str]], bool], rows: Sequence[Row]
) -> Column | None:
    cells = ((column, _filled_cells(rows, column.place)) for column in columns)
    return next((column for column, filled in cells if looks_so(filled)), None)


SAMPLE = 200
"""How many filled cells of a column are looked at."""

_MOST = 0.9
"""The share of them that must look like the fact."""

TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")

_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T].*)?|\d{1,2}[-/. ](\d{1,2}|[a-z]{3,9})[-/. ]\d{4}",
    re.IGNORECASE,
)

_GRADE = re.compile(r"\d{1,2} ?(e|th)? ?(k|d|p|kyu|dan)", re.IGNORECASE)

_PHONE = re.compile(r"(\+|0)[0-9 ()/.-]{7,24}")

_DIGITS = re.compile(r"[0-9]+", re.ASCII)

_CODE = re.compile(r"[A-Z]{3}")

_LETTERS = re.compile(r"[^\W\d_]")

_NOT_IN_NAMES = re.compile(r"[\d@:;<>/\\|_=+*&%$€£#!?\[\]{}]")

_FAMILY_FIRST = re.compile(r"[^,]+,[^,]+")


def fact_of(cells: Sequence[str]) -> Fact | None:
    """The fact that these filled cells of one column show; ``None`` when it is not clear."""
    sample = [cell.strip() for cell in cells[:SAMPLE]]
    if not sample:
        return None
    return next((fact for fact, looks_so in _LOOKS if looks_so(sample)), None)


def is_counter(cells: Sequence[str]) -> bool:
    """Whether the cells are 1, 2, 3 and so on."""
    counted = (cell == str(number) for number, cell in enumerate(cells, start=1))
    return len(cells) > 1 and all(counted)


def is_of_codes(cells: Sequence[str]) -> bool:
    """Whether the cells are codes of federations: ``NED``."""
    return _most(cells, lambda cell: _CODE.fullmatch(cell.upper()))


def is_of_words(cells: Sequence[str]) -> bool:
    """Whether the cells may be names, or parts of names."""
    return _most(cells, _is_words)


def is_of_letters(cells: Sequence[str]) -> bool:
    """Whether most cells have a letter."""
    return bool(cells) and 2 * sum(bool(_LETTERS.search(cell)) for cell in cells) > len(cells)


def is_of_whole_names(cells: Sequence[str]) -> bool:
    """Whether most cells have several words."""
    return is_of_words(cells) and 2 * sum(" " in cell.strip() for cell in cells) > len(cells)


def _most(cells: Sequence[str], looks_so: Callable[[str], object]) -> bool:
    return bool(cells) and sum(1 for cell in cells if looks_so(cell)) >= _MOST * len(cells)


def _all_match(pattern: re.Pattern[str]) -> Callable[[Sequence[str]], bool]:
    return lambda cells: _most(cells, pattern.fullmatch)


def _is_words(cell: str) -> bool:
    return bool(_LETTERS.search(cell)) and not _NOT_IN_NAMES.search(cell)


def _are_names(cells: Sequence[str]) -> bool:
    """Family names, a comma and given names, in nearly every cell."""
    return _most(cells, lambda cell: _is_words(cell) and _FAMILY_FIRST.fullmatch(cell))


def _are_titles(cells: Sequence[str]) -> bool:
    return _most(cells, lambda cell: cell.upper() in TITLES)


def _are_genders(cells: Sequence[str]) -> bool:
    known = ({"m", "f"}, {"m", "v"}, {"m", "w"}, {"man", "vrouw"}, {"male", "female"})
    found = {cell.casefold() for cell in cells}
    return len(found) > 1 and any(found <= each for each in known)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Numbers like those of ratings, not all of which could be years of birth."""
    return _most(cells, _is_rating) and not _are_years(cells)


def _is_rating(cell: str) -> bool:
    digits = re.sub(r"[.,]0+$", "", cell)
    return (
        bool(_DIGITS.fullmatch(digits)) and len(digits) <= 4 and 100 <= integer_of(digits) <= 3000
    )


def _are_years(cells: Sequence[str]) -> bool:
    return _most(cells, lambda cell: _DIGITS.fullmatch(cell) and "1900" <= cell <= "2029")


def _are_fide_numbers(cells: Sequence[str]) -> bool:
    return _most(cells, lambda cell: _DIGITS.fullmatch(cell) and 6 <= len(cell) <= 8)


_LOOKS: tuple[tuple[Fact, Callable[[Sequence[str]], bool]], ...] = (
    (Fact.EMAIL, _all_match(_EMAIL)),
    (Fact.BORN, _all_match(_DATE)),
    (Fact.GRADE, _all_match(_GRADE)),
    (Fact.TITLE, _are_titles),
    (Fact.GENDER, _are_genders),
    (Fact.TELEPHONE, _all_match(_PHONE)),
    (Fact.BORN, lambda cells: len(cells) > 1 and _are_years(cells)),
    (Fact.RATING, lambda cells: len(cells) > 1 and _are_ratings(cells)),
    (Fact.FIDE_NUMBER, _are_fide_numbers),
    (Fact.FEDERATION, _all_match(_CODE)),
    (Fact.NAME, _are_names),
)
