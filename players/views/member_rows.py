"""The lines of a list of members as its page shows them: ready texts, fifty at a time."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.sentences import translate
from players.domain.members.choices import POSSIBLE, Choice, Choices, possible_choices
from players.domain.members.matching import Action, Match
from players.domain.members.member import Known
from players.domain.names import Name
from players.forms.members import Wanted
from players.selectors.club_settings import label_of

ROWS = 50
"""How many lines a page shows."""
LOOK, ALL = "look", "all"
"""Lines that need a look, and all of them."""


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A line: the name as it would be stored and its parts, what is known, what would change;
    ``merges`` are records that seem to be the same player, with the pages that merge them."""

    line: int
    name: str
    parts: str
    action: str
    label: str
    facts: list[tuple[str, str]]
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
    def numbers(self) -> set[int]:
        """Their places in the list."""
        return {row.line for row in self.rows}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of lines: how many, whether they are shown, and what is done with all of them."""

    value: str
    label: str
    count: int
    is_shown: bool
    options: list[Option]


def lines_of(matches: Sequence[Match], choices: Choices, wanted: Wanted) -> Lines:
    """The lines of the kind and the page wanted."""
    kind = wanted.kind if wanted.kind in (ALL, LOOK, *Action) else _usual(matches)
    found = [match for match in matches if _is_of(match, kind)]
    pages = max(1, -(-len(found) // ROWS))
    page = min(max(1, wanted.page), pages)
    start = (page - 1) * ROWS
    rows = [_row(match, choices) for match in found[start : start + ROWS]]
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


def _row(match: Match, choices: Choices) -> MemberRow:
    member, known = match.member, match.known
    name = match.name if match.action is Action.NEW and match.name else member.name
    return MemberRow(
        line=match.line,
        name=name.text,
        parts=_parts(name),
        action=match.action.value,
        label=_action_label(match.action),
        facts=[(label_of(field), value) for field, value in member.facts.items()],
        changes=[(label_of(field), old, new) for field, (old, new) in match.changes.items()],
        question=_question(match),
        number=known.number if known else None,
        merges=[_merge(known, twin) for twin in match.twins] if known else [],
        options=_options(match, choices),
    )


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
    own = choices.lines.get(match.line)
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
