"""A list of members as its page shows it: what is in it, what it would do, and what is wrong."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.problems import Problem
from clubscore.sentences import translate
from players.domain.members.choices import Choice, Choices
from players.domain.members.matching import Action
from players.formats.members.columns import Column, Found
from players.formats.members.facts import PLAYER_FACTS, Fact
from players.formats.register_mistakes import Unit
from players.forms.members import Wanted, carried
from players.selectors.club_settings import label_of
from players.services.member_files import MemberList
from players.views.member_rows import Kind, Lines, Option, kinds_of, lines_of

SHOWN_PROBLEMS, SHOWN_NOTICES = 60, 20


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """A column of the list, and the facts that it may hold."""

    place: int
    title: str
    example: str
    is_unknown: bool
    options: list[Option]


@dataclass(frozen=True, slots=True)
class Said:
    """Sentences, the first of them, and how many there are besides."""

    sentences: list[str]
    more: int

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.sentences) + self.more


@dataclass(frozen=True, slots=True)
class MemberPreview:
    """Everything that the page says of a list. ``does`` is what the button does."""

    mark: str
    count: int
    lines: Lines
    kinds: list[Kind]
    choices: str
    columns: list[ColumnRow]
    unknown: list[str]
    problems: Said
    faulty: int
    leaves_out_problems: bool
    notices: Said
    counts_lines: bool
    does: str
    open_questions: int

    @property
    def may_be_imported(self) -> bool:
        """Whether there is anybody to import, and nothing in the way."""
        return bool(self.count) and (self.leaves_out_problems or not self.problems.count)


def preview_of(found: MemberList, choices: Choices, wanted: Wanted) -> MemberPreview:
    """The list, with the lines of the kind and the page wanted."""
    matches, unit, columns = found.matching.matches, found.members.unit, found.members.columns
    lines = lines_of(matches, choices, wanted)
    return MemberPreview(
        mark=found.matching.mark,
        count=len(matches),
        lines=lines,
        kinds=kinds_of(matches, choices, lines.kind),
        choices=carried(choices.lines, besides=lines.numbers),
        columns=[_column(column) for column in columns],
        unknown=[_title(column) for column in columns if column.fact is None],
        problems=_said(found.problems, unit, SHOWN_PROBLEMS),
        faulty=len({problem.line for problem in found.problems}),
        leaves_out_problems=choices.leaves_out_problems,
        notices=_said(found.notices, unit, SHOWN_NOTICES),
        counts_lines=unit is Unit.LINE,
        does=_does(found, choices),
        open_questions=sum(
            match.action is Action.ASK and choices.of(match) is Choice.SKIP for match in matches
        ),
    )


def fact_label(fact: str) -> str:
    """What a fact of a column is called."""
    special = {
        Fact.NAME: _("Name"),
        Fact.FAMILY_FIRST: _("Name, family name first"),
        Fact.INITIALS: _("Initials"),
        Fact.REGISTERED: _("Registered"),
        Fact.ROUNDS: _("Rounds"),
        Fact.GROUP: _("Group"),
        Fact.NOTHING: _("leave out"),
    }
    return special[Fact(fact)] if fact in special else label_of(fact)


def placed_text(problem: Problem, unit: Unit) -> str:
    """A problem or a notice with its line and the fact, translated."""
    message = translate(problem.message)
    if problem.line is None:
        return message
    place = _("Line %(line)s") if unit is Unit.LINE else _("Row %(line)s")
    if problem.column:
        place += f", {fact_label(str(problem.column)).lower()}"
    return f"{place % {'line': problem.line}}: {message}"


def _said(problems: tuple[Problem, ...], unit: Unit, most: int) -> Said:
    sentences = [placed_text(problem, unit) for problem in problems[:most]]
    return Said(sentences, len(problems) - len(sentences))


def _title(column: Column) -> str:
    return column.title or _("Column %(number)s") % {"number": column.place + 1}


def _column(column: Column) -> ColumnRow:
    chosen = column.fact if column.found is Found.CHOSEN else None
    as_found = _("leave out") if column.fact in (None, Fact.NOTHING) else fact_label(column.fact)
    first = Option("", as_found if chosen is None else _("as recognised"), chosen is None)
    others = [
        Option(fact.value, fact_label(fact), fact is chosen)
        for fact in _OFFERED
        if chosen is not None or fact is not (column.fact or Fact.NOTHING)
    ]
    return ColumnRow(
        column.place, _title(column), column.example, column.fact is None, [first, *others]
    )


_OFFERED = (
    *(Fact.NAME, Fact.FAMILY_FIRST, Fact.GIVEN, Fact.INITIALS, Fact.PARTICLE, Fact.FAMILY),
    *PLAYER_FACTS,
    *(Fact.REGISTERED, Fact.ROUNDS, Fact.GROUP, Fact.NOTHING),
)


def _does(found: MemberList, choices: Choices) -> str:
    """``3 new, 2 updated, 1 skipped``."""
    matches = found.matching.matches
    counts = Counter(choices.of(match) for match in matches if match.action is not Action.SAME)
    skipped = counts[Choice.SKIP] + found.members.count - len(matches)
    parts = (
        (counts[Choice.ADD], ngettext("%(count)s new", "%(count)s new", counts[Choice.ADD])),
        (
            counts[Choice.UPDATE] + counts[Choice.KEEP],
            ngettext("%(count)s changed", "%(count)s changed", counts[Choice.UPDATE]),
        ),
        (skipped, ngettext("%(count)s skipped", "%(count)s skipped", skipped)),
    )
    return ", ".join(text % {"count": count} for count, text in parts if count)
