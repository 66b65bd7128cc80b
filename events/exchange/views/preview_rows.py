"""A session that could be imported as ready strings: what it is, standings, names, results."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.problems import Problem
from clubscore.sentences import decimals, translate
from events.exchange.domain.match_plan import Key, MatchPlan
from events.exchange.domain.session_names import Fate, FileName, names_of
from events.exchange.domain.session_plan import (
    Comparison,
    PlannedContestant,
    PlannedLine,
    SessionPlan,
    rounded,
    standings_of,
)
from events.exchange.services.opening import Opened
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.contract_score import signed
from events.sessions.domain.scoring.ranking import Standing
from players.selectors.search import players_by_key

MAX_NOTICES: Final = 200
"""How many notices a page shows; of the rest only their number."""


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name as the file has it; ``note`` says what becomes of it, empty where it is known."""

    text: str
    note: str
    is_left_out: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A contestant: what the file publishes, and ours."""

    place: str
    label: str
    names: list[NameRow]
    published_place: str
    published: str
    computed: str
    agrees: bool | None
    """``None`` where the file publishes no score."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of a traveller."""

    board: int
    ns: str
    ew: str
    contract: str
    declarer: str
    lead: str
    tricks: str
    score: str


def standings(plan: SessionPlan, comparison: Comparison) -> list[tuple[str, list[StandingRow]]]:
    """The lists of the ranking with their headings."""
    if plan.matches:
        return [("", list(_teams(plan, plan.matches, comparison)))]
    ours = {each.contestant: each for each in standings_of(plan, comparison.settings)}
    differing = {each.contestant: each.computed for each in comparison.differing}
    names = _names(plan)
    lists: dict[str, list[StandingRow]] = {}
    several = len({each.key[0] for each in plan.contestants}) > 1
    order = {key: place for place, key in enumerate(ours)}
    for contestant in sorted(plan.contestants, key=lambda each: order.get(each.key, len(order))):
        standing = ours.get(contestant.key)
        heading = _heading(standing) if plan.winners == 2 else ""
        row = _standing_row(contestant, standing, differing, names.get(contestant.key, []))
        if not several:
            row = replace(row, label=contestant.key[2])
        lists.setdefault(heading, []).append(row)
    return list(lists.items())


def _teams(plan: SessionPlan, matches: MatchPlan, comparison: Comparison) -> Iterator[StandingRow]:
    differing = {each.contestant: each.computed for each in comparison.differing}
    names = _names(plan)
    teams = {team.number: team for team in matches.teams}
    for number, (place, points) in matches.standings.items():
        team = teams[number]
        label = team.file.number
        yield StandingRow(
            place=place,
            label=f"{label} {team.name}".strip(),
            names=[row for key in team.contestants for row in names.get(key, [])],
            published_place=team.file.place or "",
            published=decimals(team.published or ""),
            computed=decimals(differing.get(label) or rounded(points, 2)),
            agrees=None if team.published is None else label not in differing,
        )


def _heading(standing: Standing | None) -> str:
    if standing is None or standing.direction is None:
        return _("Without results")
    return _("North–South") if standing.direction == "NS" else _("East–West")


def _standing_row(
    contestant: PlannedContestant,
    standing: Standing | None,
    differing: dict[str, str],
    names: list[NameRow],
) -> StandingRow:
    published = contestant.published
    computed = differing.get(contestant.label)
    if computed is None:
        computed = published or (_score(standing) if standing else "")
    return StandingRow(
        place=standing.place if standing else "",
        label=contestant.label,
        names=names,
        published_place=contestant.place or "",
        published=decimals(published or ""),
        computed=decimals(computed),
        agrees=None if published is None else contestant.label not in differing,
    )


def _score(standing: Standing) -> str:
    value = standing.percentage
    return rounded(standing.points if value is None else value, 2)


def _names(plan: SessionPlan) -> dict[Key, list[NameRow]]:
    found = list(names_of(plan.contestants))
    known = players_by_key(each.name.key for each in found if each.name)
    rows: dict[Key, list[NameRow]] = {}
    for each in found:
        is_new = each.name is not None and each.name.key not in known
        note = _NOTES.get(each.fate, _NEW if is_new else "")
        row = NameRow(each.text, str(note), each.fate is not Fate.ENTERED)
        rows.setdefault(each.key, []).append(row)
    return rows


_NEW: Final = gettext_lazy("new")
_NOTES: Final = {
    Fate.UNREADABLE: gettext_lazy("not a name: left out"),
    Fate.REPEATED: gettext_lazy("is in the session already: left out"),
    Fate.THIRD: gettext_lazy("a third name: left out"),
}


def name_counts(plan: SessionPlan) -> list[str]:
    """How many names are known, new and left out, in sentences."""
    found = list(names_of(plan.contestants))
    known = players_by_key(each.name.key for each in found if each.name)
    count = Counter(_fate(each, known) for each in found)
    sentences = (
        ("known", ngettext("One name is in the register.",
                           "%(count)s names are in the register.", count["known"])),
        ("new", ngettext("One name is new and will be added to the register.",
                         "%(count)s names are new and will be added to the register.",
                         count["new"])),
        ("out", ngettext("One name is left out, see below.",
                         "%(count)s names are left out, see below.", count["out"])),
    )  # fmt: skip
    return [text % {"count": count[fate]} for fate, text in sentences if count[fate]]


def _fate(each: FileName, known: Mapping[str, object]) -> str:
    if each.name is None:
        return "out"
    return "known" if each.name.key in known else "new"


def notices(opened: Opened, plan: SessionPlan) -> list[str]:
    """What is odd in the file: each once, with its line."""
    texts = [_with_line(each) for each in opened.notices]
    texts += [translate(each) for each in plan.all_notices]
    listed = any(each.is_listed for each in plan.contestants)
    texts += [
        _("%(number)s has results, but is not in the file’s list of contestants.")
        % {"number": each.label}
        for each in plan.contestants
        if listed and not each.is_listed
    ]
    playing = {key for line in plan.lines for key in (*line.ns, *line.ew)}
    texts += [
        _("%(number)s is in the list of contestants, but has no results.") % {"number": each.label}
        for each in plan.contestants
        if each.key not in playing
    ]
    return list(dict.fromkeys(texts))


def _with_line(problem: Problem) -> str:
    text = translate(problem)
    if problem.line is None:
        return text
    return _("Line %(line)s: %(message)s") % {"line": problem.line, "message": text}


def lines(plan: SessionPlan) -> list[ResultRow]:
    """Every result by its board."""
    return [_result(each) for each in sorted(plan.lines, key=lambda each: each.board)]


def _result(line: PlannedLine) -> ResultRow:
    result = line.result
    declared = result.declared
    return ResultRow(
        board=line.board,
        ns=_side(line.ns),
        ew=_side(line.ew),
        contract=_contract(result),
        declarer=str(declared.declarer) if declared else "",
        lead=str(result.lead or ""),
        tricks=str(declared.tricks) if declared else "",
        score="" if result.score_ns is None else signed(result.score_ns),
    )


def _contract(result: LineResult) -> str:
    if result.adjustment is not None:
        return str(result.adjustment)
    declared = result.declared
    if declared:
        return declared.contract.symbols
    return _("passed out") if result.played else ""


def _side(keys: tuple[Key, ...]) -> str:
    return " + ".join("".join(key) for key in keys)
