"""The members of a list, and everything that is wrong with it, line by line.

A line with a problem is no member, and the others are read all the same. Every problem has the
line, the fact and the value; the file is one *reading* whatever is wrong with it.

A member's name from the columns that hold it: whole, or in its parts.

What a list of members would do to the register as data for JSON, as the command line prints
it.

A player has the keys of the strict profile, with the particle for *middle*, so that given, middle
and family name together are the name; then what is done. What the strict profile does not know is
there where it is not empty.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from clubscore.text.problems import Problem, Refused, sentence
from players.domain.characters import shown
from players.domain.members.columns import NAMES, PLAYER_FACTS, Column, Fact
from players.domain.members.matching import Match
from players.domain.members.member import Member
from players.domain.name_parts import split_last_particle, split_particle
from players.domain.names import Name, contracted, has_words, make_name, read_name
from players.domain.register_rows import Unit
from players.domain.registration import (
    Registration,
    read_group,
    read_registered,
    read_round_numbers,
    read_rounds,
    read_team,
    read_team_place,
)
from players.formats.members.columns import layout_of
from players.formats.members.plain import plain_table
from players.formats.members.tables import BadCell, NumberCell, Row, Table, read_text, read_xlsx
from players.formats.members.values import is_nothing, readers

MAX_MEMBERS = 50_000
"""The most members that are read from one list."""

_YES = frozenset({"r", "y", "yes", "j", "ja", "x", "1", "true", "waar"})

_NO = frozenset({"n", "no", "nee", "0", "false", "onwaar"})


@dataclass(frozen=True, slots=True)
class Members:
    """What was read of a list. ``count`` are the lines of members, those with a problem too."""

    members: tuple[Member, ...]
    problems: tuple[Problem, ...]
    notices: tuple[Problem, ...]
    columns: tuple[Column, ...]
    unit: Unit
    count: int
    registration: Registration

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that the list has."""
        return frozenset(column.fact for column in self.columns if column.fact)


NOTHING_CHOSEN: Mapping[int, Fact] = {}

_NOBODY = Name("")


def read_members(
    table: Table,
    *,
    today: date,
    registration: Registration,
    chosen: Mapping[int, Fact] = NOTHING_CHOSEN,
    unused: frozenset[Fact] = frozenset(),
) -> Members:
    """The members of a table; ``chosen`` are columns whose facts the director chose, and other
    columns of facts that are ``unused`` are left out."""
    layout = layout_of(table, chosen, unused)
    reader = _Reader(layout.columns, today, registration)
    problems = list(table.problems)
    members: list[Member] = []
    rows: Sequence[Row] = layout.rows
    if not layout.has_names:
        problems.insert(0, _no_names(table))
        rows = ()
    for row in rows[:MAX_MEMBERS]:
        member = reader.member(row, problems)
        if member:
            members.append(member)
    if len(rows) > MAX_MEMBERS:
        problems.append(_too_many(rows[MAX_MEMBERS].line))
    return Members(
        members=tuple(members),
        problems=tuple(sorted(problems, key=lambda problem: problem.line or 0)),
        notices=(*table.notices, *layout.notices, *reader.notices),
        columns=layout.columns,
        unit=table.unit,
        count=len(rows[:MAX_MEMBERS]),
        registration=registration,
    )


def read_list(source: str | bytes, **options: Any) -> Members:
    """The members of a text, or of a spreadsheet, by :func:`read_members`.

    Raises :class:`Refused` for what has no rows and columns.
    """
    if isinstance(source, str):
        table = plain_table(source) or read_text(source)
    else:
        table = read_xlsx(source)
    return read_members(table, **options)


def _no_names(table: Table) -> Problem:
    if not table.rows:
        return Problem(
            sentence("There is nobody in the file: it has only empty lines."), 1, "name", ""
        )
    return Problem(
        sentence(
            "No column holds names. Call one of them Name, or two of them Given name and Family "
            "name,"
            " or choose it among the columns."
        ),
        table.rows[0].line,
        "name",
        "",
    )


def _too_many(line: int) -> Problem:
    return Problem(
        sentence(
            "There are more than %(most)s members, the most that are read at once.",
            most=f"{MAX_MEMBERS:,}",
        ),
        line,
        "",
    )


@dataclass(slots=True)
class _Reader:
    """Reads row after row with the columns of the list."""

    columns: Sequence[Column]
    today: date
    registration: Registration
    notices: list[Problem] = field(default_factory=list)
    _places: dict[Fact, int] = field(init=False)
    _read: Mapping[Fact, Callable[[str], str]] = field(init=False)

    def __post_init__(self) -> None:
        self._places = {column.fact: column.place for column in self.columns if column.fact}
        self._read = readers(self.today)

    def member(self, row: Row, problems: list[Problem]) -> Member | None:
        """The member of a row; ``None`` with a problem."""
        before = len(problems)
        cells = dict(self._cells(row, problems))
        problems.extend(self._surplus(row))
        member = self._named(row, cells, problems)
        facts = dict(self._facts(row, cells, problems, member.name))
        member = replace(member, facts=facts)
        member = self._for_tournament(member, cells, problems)
        return member if len(problems) == before else None

    def _cells(self, row: Row, problems: list[Problem]) -> Iterator[tuple[Fact, str]]:
        """The filled cells that are read; one that cannot be is a problem."""
        for fact, place in self._places.items():
            text = row.cells[place] if place < len(row.cells) else ""
            if isinstance(text, BadCell):
                if fact is not Fact.NOTHING:
                    problems.append(Problem(text.why, row.line, fact.value, str(text)))
            elif fact in NAMES or fact is Fact.ROUNDS or not is_nothing(text.strip()):
                yield fact, text

    def _surplus(self, row: Row) -> Iterator[Problem]:
        if len(row.cells) > len(self.columns):
            text = next(filter(str.strip, row.cells[len(self.columns) :]), "")
            yield Problem(
                sentence('There is no column for "%(text)s".', text=shown(text)), row.line, "", text
            )

    def _named(self, row: Row, cells: Mapping[Fact, str], problems: list[Problem]) -> Member:
        try:
            return Member(row.line, name_of(cells), which=row.which)
        except Refused as refusal:
            whole = next((cells[fact] for fact in NAMES if cells.get(fact)), "")
            problems += _at(refusal, row.line, Fact.NAME, whole)
            return Member(row.line, _NOBODY, which=row.which)

    def _facts(
        self, row: Row, cells: Mapping[Fact, str], problems: list[Problem], name: Name
    ) -> Iterator[tuple[str, str]]:
        for fact in PLAYER_FACTS:
            if fact not in cells:
                continue
            text = cells[fact]
            try:
                value = self._read[fact](str(text).strip())
            except Refused as refusal:
                found = _at(refusal, row.line, fact, text)
                problems += [_with_name(each, name) for each in found]
                continue
            if value:
                self._notice_number(row, fact, text)
                yield fact.value, value

    def _notice_number(self, row: Row, fact: Fact, text: str) -> None:
        if fact is Fact.TELEPHONE and isinstance(text, NumberCell):
            message = sentence(
                "The spreadsheet holds %(text)s as a number: a 0 or + in front of it is lost.",
                text=str(text),
            )
            self.notices.append(Problem(message, row.line, fact.value, str(text)))

    def _for_tournament(
        self, member: Member, cells: Mapping[Fact, str], problems: list[Problem]
    ) -> Member:
        registration = self.registration
        member = replace(member, registered=registration.closed, rounds=registration.remaining)
        for fact, read in _TOURNAMENT.items():
            if fact not in cells:
                continue
            try:
                member = read(member, str(cells[fact]).strip(), registration)
            except Refused as refusal:
                problems += _at(refusal, member.line, fact, cells[fact])
        return member


def _read_registered(member: Member, text: str, registration: Registration) -> Member:
    # Once the registration is closed, everybody is registered.
    if registration.closed:
        return member
    word = text.casefold()
    registered = word in _YES or (word not in _NO and read_registered(text))
    return replace(member, registered=registered)


def _read_rounds(member: Member, text: str, registration: Registration) -> Member:
    text = text.replace(",", " ").replace(";", " ")
    # Once the registration is closed only the form counts: all remaining rounds are played.
    if registration.closed:
        read_round_numbers(text)
        return member
    if not text.strip():
        return member
    return replace(member, rounds=read_rounds(text, rounds=registration.rounds))


def _read_group(member: Member, text: str, _: Registration) -> Member:
    return replace(member, group=read_group(text))


def _read_team(member: Member, text: str, _: Registration) -> Member:
    return replace(member, team=read_team(text))


def _read_team_place(member: Member, text: str, _: Registration) -> Member:
    # Without a team it is some other board, such as the club's.
    return replace(member, team_place=read_team_place(text)) if member.team else member


_TOURNAMENT: dict[Fact, Callable[[Member, str, Registration], Member]] = {
    Fact.REGISTERED: _read_registered,
    Fact.ROUNDS: _read_rounds,
    Fact.GROUP: _read_group,
    Fact.TEAM: _read_team,
    Fact.TEAM_PLACE: _read_team_place,
}


def _with_name(problem: Problem, name: Name) -> Problem:
    """A faulty birth with the name: in a long list a line number alone says little."""
    if problem.column != Fact.BORN.value or name == _NOBODY:
        return problem
    return replace(
        problem, message=sentence("%(name)s: %(problem)s", name=name.text, problem=problem.message)
    )


def _at(refusal: Refused, line: int, fact: Fact, text: str) -> list[Problem]:
    """The problems of a value at their place in the file."""
    return [Problem(problem.message, line, fact.value, str(text)) for problem in refusal.problems]


_PARTS = (Fact.GIVEN, Fact.PARTICLE, Fact.FAMILY)


def name_of(cells: Mapping[Fact, str]) -> Name:
    """The name of a line, whose ``cells`` are those of the columns for names.

    Raises :class:`Refused` when there is none, and for what no name may be.
    """
    if whole := cells.get(Fact.NAME, "").strip():
        # The parts beside it are those that clubscore wrote, where they may be corrected.
        parts = {fact.value: cells.get(fact, "") for fact in _PARTS}
        if not any(parts.values()) or has_words(" ".join(parts.values()), whole):
            return make_name(**parts, text=whole)
    if listed := cells.get(Fact.FAMILY_FIRST, "").strip():
        return _family_first(listed)
    given = cells.get(Fact.GIVEN, "").strip() or cells.get(Fact.INITIALS, "").strip()
    family, _comma, behind = contracted(cells.get(Fact.FAMILY, "")).partition(",")
    # "Berg, van der" is how lists are sorted.
    particle = cells.get(Fact.PARTICLE, "").strip() or behind.strip()
    if not particle:
        particle, family = split_particle(family.strip())
    elif not split_last_particle(particle)[1] and particle[0].isupper():
        # Americans have a middle name there: "J.", "P.", "Smith".
        given, particle = f"{given} {particle}".strip(), ""
    if not given and not family:
        raise Refused(
            Problem(
                sentence("The name is missing. Write it, or delete the line."),
                column="name",
                value="",
            )
        )
    return make_name(given=given, particle=particle, family=family.strip())


def _family_first(text: str) -> Name:
    """``Berg Jan van der``, ``Smith Ann`` and ``Smith, Ann``."""
    if "," in text:
        return read_name(text)
    family, _, rest = contracted(text).partition(" ")
    whole = read_name(f"{rest} {family}".strip())
    particle = whole.particle
    given = whole.text.removesuffix(f" {particle} {family}".replace("  ", " "))
    return make_name(given=given if rest else "", particle=particle, family=family)


_ALWAYS = ("grade", "club", "country")


def match_data(match: Match) -> dict[str, Any]:
    """A member: who, and what would be done. ``merge`` are records that seem to be one player's."""
    member, name = match.member, match.member.name
    others = {field: text for field, text in member.facts.items() if field not in _ALWAYS}
    data = {
        "given": name.given,
        "middle": name.particle,
        "family": name.family,
        **{field: member.facts.get(field, "") for field in _ALWAYS},
        "reg": member.registered,
        "rounds": list(member.rounds),
        "group": member.group,
        "note": "",
        **others,
        "action": match.action.value,
        "changes": {field: list(pair) for field, pair in match.changes.items()},
    }
    if match.name and match.name != name:
        data["name"] = match.name.text
    if match.known and match.twins:
        data["merge"] = [match.known.number, *(twin.number for twin in match.twins)]
    return data


def problem_data(problem: Problem, message: str) -> dict[str, Any]:
    """A problem of a line, with its translated message."""
    return {
        "line": problem.line or 1,
        "field": problem.column or "",
        "value": problem.value or "",
        "message": message,
    }
