"""A list of members: looked at, answered, imported, into the register or a tournament.

A list of members as its page shows it: what is in it, what it would do, and what is wrong.

The lines of a list of members as its page shows them: ready texts, fifty at a time.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.visitors import actor
from players.domain.members.choices import POSSIBLE, Choice, Choices, possible_choices
from players.domain.members.columns import FOR_TOURNAMENTS, PLAYER_FACTS, Column, Fact, Found
from players.domain.members.matching import Action, Match
from players.domain.members.member import Known, Member
from players.domain.names import Name
from players.domain.register_rows import Unit
from players.figures import MemberList, Source, read_member_list
from players.forms.importing import (
    SourceForm,
    Wanted,
    carried,
    chosen_columns,
    read_choices,
    read_wanted,
)
from players.selectors.clubs import label_of
from players.services.importing import Imported
from players.views.import_rows import MAX_EDITABLE_LENGTH, Destination, label_of_encoding, text_of


def import_list(request: HttpRequest, destination: Destination, source: Source) -> HttpResponse:
    """Show what a list would do; on the button, do it. Raises :class:`Refused` for no list."""
    choices = read_choices(request.POST)
    found = _read(request, destination, source)
    # Another encoding may have been chosen since the members were shown.
    if "import" not in request.POST or request.POST.get("seen") != source.encoding:
        return _preview(request, destination, source, found, choices)
    try:
        imported = destination.members(
            members=found.members,
            by=actor(request),
            choices=choices,
            seen=request.POST.get("mark", ""),
        )
    except Refused as refusal:
        # As the register is now: it may have changed since the list was read.
        found = _read(request, destination, source)
        return _preview(request, destination, source, found, choices, refusal)
    messages.success(request, _imported(imported, destination))
    return redirect(destination.afterwards)


def _read(request: HttpRequest, destination: Destination, source: Source) -> MemberList:
    return read_member_list(
        source=source,
        registration=destination.registration,
        chosen=chosen_columns(request.POST),
        unused=destination.unused,
    )


def _preview(
    request: HttpRequest,
    destination: Destination,
    source: Source,
    found: MemberList,
    choices: Choices,
    refusal: Refused | None = None,
) -> HttpResponse:
    text = text_of(source) if found.encoding else None
    editable = text.text if text and len(text.text) <= MAX_EDITABLE_LENGTH else ""
    context = {
        "destination": destination,
        "source": source,
        "again": SourceForm(initial=SourceForm().carried(source)),
        # After a refusal, the lines that matter may be others.
        "preview": preview_of(
            found,
            choices,
            Wanted() if refusal else read_wanted(request.POST),
            with_teams=bool(destination.tournament),
        ),
        "refusals": translate_refusal(refusal)[:1] if refusal else [],
        "read_as": label_of_encoding(found.encoding) if source.name and found.encoding else "",
        "editable": editable if found.problems else "",
    }
    status = 422 if refusal or not found.members.count else 200
    return render(request, "players/import_members.html", context, status=status)


def _imported(imported: Imported, destination: Destination) -> str:
    """What was done, in a sentence for each."""
    added, changed, left_out = imported.added, imported.changed, imported.left_out
    new = ngettext(
        "%(count)s player is new in the register.",
        "%(count)s players are new in the register.",
        added,
    )
    updated = ngettext("%(count)s player was updated.", "%(count)s players were updated.", changed)
    without = ngettext("%(count)s line was left out.", "%(count)s lines were left out.", left_out)
    counted = ((added, new), (changed, updated), (left_out, without))
    said = [text % {"count": count} for count, text in counted if count]
    if destination.tournament:
        said.append(_entered(len(imported.present), destination.tournament))
    return " ".join(said) or _("Nothing has changed: everything was in the register already.")


def _entered(count: int, tournament: str) -> str:
    text = ngettext(
        "%(count)s player takes part in “%(tournament)s”.",
        "%(count)s players take part in “%(tournament)s”.",
        count,
    )
    return text % {"count": count, "tournament": tournament}


SHOWN_PROBLEMS, SHOWN_NOTICES = 60, 20


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen."""

    value: str
    label: str
    is_chosen: bool


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


ROWS = 50
"""How many lines a page shows."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A line: the name as it would be stored and its parts, what is known, what would change;
    ``merges`` are records that seem to be the same player, with the pages that merge them.
    ``team`` is that in the tournament, with the board."""

    key: str
    line: int
    name: str
    parts: str
    action: str
    label: str
    facts: list[tuple[str, str]]
    team: str
    changes: list[tuple[str, str, str]]
    question: str
    number: int | None
    merges: list[tuple[str, str]]
    options: list[Option]


@dataclass(frozen=True, slots=True)
class Lines:
    """A page of the lines of a kind: how many there are on all ``pages``."""

    kind: str
    rows: list[MemberRow]
    count: int
    page: int
    pages: int

    @property
    def first(self) -> int:
        """The first of them, from 1."""
        return (self.page - 1) * ROWS + 1

    @property
    def last(self) -> int:
        """The last of them."""
        return self.first + len(self.rows) - 1

    @property
    def previous(self) -> int:
        """The page before, 0 for none."""
        return self.page - 1

    @property
    def next(self) -> int:
        """The page after, 0 for none."""
        return self.page + 1 if self.page < self.pages else 0

    @property
    def keys(self) -> set[str]:
        """What their choices go by."""
        return {row.key for row in self.rows}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of lines: how many, whether they are shown, and what is done with all of them."""

    value: str
    label: str
    count: int
    is_shown: bool
    options: list[Option]


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


def preview_of(
    found: MemberList, choices: Choices, wanted: Wanted, *, with_teams: bool = False
) -> MemberPreview:
    """The list, with the lines of the kind and the page wanted; ``with_teams`` in a tournament."""
    matches, unit, columns = found.matching.matches, found.members.unit, found.members.columns
    lines = lines_of(matches, choices, wanted, with_teams=with_teams)
    return MemberPreview(
        mark=found.matching.mark,
        count=len(matches),
        lines=lines,
        kinds=kinds_of(matches, choices, lines.kind),
        choices=carried(choices.lines, besides=lines.keys),
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
        Fact.TEAM: _("Team"),
        Fact.TEAM_PLACE: _("Board in the team"),
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
    Fact.NAME,
    Fact.FAMILY_FIRST,
    Fact.GIVEN,
    Fact.INITIALS,
    Fact.PARTICLE,
    Fact.FAMILY,
    *PLAYER_FACTS,
    *FOR_TOURNAMENTS,
    Fact.NOTHING,
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


LOOK, ALL = "look", "all"
"""Lines that need a look, and all of them."""


def lines_of(
    matches: Sequence[Match], choices: Choices, wanted: Wanted, *, with_teams: bool = False
) -> Lines:
    """The lines of the kind and the page wanted."""
    kind = wanted.kind if wanted.kind in (ALL, LOOK, *Action) else _usual(matches)
    found = [match for match in matches if _is_of(match, kind)]
    pages = max(1, -(-len(found) // ROWS))
    page = min(max(1, wanted.page), pages)
    start = (page - 1) * ROWS
    rows = [_row(match, choices, with_teams) for match in found[start : start + ROWS]]
    return Lines(kind, rows, len(found), page, pages)


def kinds_of(matches: Sequence[Match], choices: Choices, shown: str) -> list[Kind]:
    """The kinds of lines that there are, and two more that have several."""
    counts: Mapping[str, int] = Counter(match.action.value for match in matches)
    look = counts[Action.ASK] + counts[Action.UPDATE]
    labels = {
        LOOK: (_("To look at"), look if counts[Action.ASK] and counts[Action.UPDATE] else 0),
        Action.ASK.value: (_("Questions"), counts[Action.ASK]),
        Action.UPDATE.value: (_("Changed"), counts[Action.UPDATE]),
        Action.NEW.value: (_("New"), counts[Action.NEW]),
        Action.SAME.value: (_("Unchanged"), counts[Action.SAME]),
        ALL: (_("All"), len(matches)),
    }
    return [
        Kind(value, label, count, value == shown, _options_of_kind(value, choices))
        for value, (label, count) in labels.items()
        if count
    ]


def choice_label(choice: Choice, action: Action) -> str:
    """What a choice is called for lines of a kind."""
    if action is Action.ASK:
        return {
            Choice.UPDATE: _("the same person: update"),
            Choice.KEEP: _("the same person: keep ours, fill gaps"),
            Choice.ADD: _("somebody else: add"),
            Choice.SKIP: _("skip"),
        }[choice]
    return {
        Choice.UPDATE: _("update"),
        Choice.KEEP: _("leave as it is") if action is Action.SAME else _("keep ours, fill gaps"),
        Choice.ADD: _("add"),
        Choice.SKIP: _("skip"),
    }[choice]


def _usual(matches: Sequence[Match]) -> str:
    """What is shown first: what needs a look, else who is new."""
    actions = {match.action for match in matches}
    if {Action.ASK, Action.UPDATE} <= actions:
        return LOOK
    usual = (Action.ASK, Action.UPDATE, Action.NEW)
    return next((action.value for action in usual if action in actions), ALL)


def _is_of(match: Match, kind: str) -> bool:
    if kind == LOOK:
        return match.action in (Action.ASK, Action.UPDATE)
    return kind in (ALL, match.action)


def _row(match: Match, choices: Choices, with_teams: bool) -> MemberRow:
    member, known = match.member, match.known
    name = match.name if match.action is Action.NEW and match.name else member.name
    return MemberRow(
        key=member.key,
        line=match.line,
        name=name.text,
        parts=_parts(name),
        action=match.action.value,
        label=_action_label(match.action),
        facts=[(label_of(field), value) for field, value in member.facts.items()],
        team=_team(member) if with_teams else "",
        changes=[(label_of(field), old, new) for field, (old, new) in match.changes.items()],
        question=_question(match),
        number=known.number if known else None,
        merges=[_merge(known, twin) for twin in match.twins] if known else [],
        options=_options(match, choices),
    )


def _team(member: Member) -> str:
    if member.team_place is None:
        return member.team
    return _("%(team)s, board %(board)s") % {"team": member.team, "board": member.team_place}


def _parts(name: Name) -> str:
    return " · ".join(part or "–" for part in (name.given, name.particle, name.family))


def _action_label(action: Action) -> str:
    return {
        Action.NEW: _("new"),
        Action.UPDATE: _("changed"),
        Action.SAME: _("unchanged"),
        Action.ASK: _("question"),
    }[action]


def _question(match: Match) -> str:
    if not match.question:
        return ""
    question = translate(match.question)
    if match.name and match.name != match.member.name:
        added = _("Somebody else would be added as “%(name)s”.") % {"name": match.name.text}
        return f"{question} {added}"
    return question


def _merge(known: Known, twin: Known) -> tuple[str, str]:
    url = f"{reverse('players:merge', args=[known.number])}?other={twin.number}"
    return f"{twin.name.text} ({twin.number})", url


def _options(match: Match, choices: Choices) -> list[Option]:
    """For one line: as for all of its kind, or one of what may be done."""
    own = choices.lines.get(match.member.key)
    others = Choices(choices.kinds).of(match)
    usual = _("as for all: %(what)s") % {"what": choice_label(others, match.action)}
    return [
        Option("", usual, own is None),
        *(
            Option(choice.value, choice_label(choice, match.action), choice is own)
            for choice in possible_choices(match)
        ),
    ]


def _options_of_kind(value: str, choices: Choices) -> list[Option]:
    if value in (ALL, LOOK, Action.SAME):
        return []
    action = Action(value)
    chosen = choices.kinds.get(action, POSSIBLE[action][0])
    return [
        Option(choice.value, _("all: %(what)s") % {"what": choice_label(choice, action)}, is_chosen)
        for choice in POSSIBLE[action]
        for is_chosen in [choice is chosen]
    ]
