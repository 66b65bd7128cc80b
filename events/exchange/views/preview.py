"""A session that could be imported as ready strings: what it is, standings, names, results.

A session that could be imported in sentences: what it is, and how its scores agree with ours.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from clubscore.text.sentences import decimals
from events.exchange.domain.plan_comparison import Comparison, rounded, standings_of
from events.exchange.domain.session_plan import (
    Fate,
    FileName,
    Key,
    MatchPlan,
    PlannedContestant,
    PlannedLine,
    SessionPlan,
    names_of,
)
from events.exchange.figures.opening import Kind
from events.models import ImportedFile, Session
from events.sessions.core.domain.contract import signed
from events.sessions.pages.views.results import result_cells
from events.sessions.results.views.rules import dropped_of_datum
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.domain.settings import Method, Settings
from players.selectors.register import players_by_key

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
    played: str
    lead: str
    score: str


def standings(plan: SessionPlan, comparison: Comparison) -> list[tuple[str, list[StandingRow]]]:
    """The lists of the ranking with their headings."""
    if plan.matches:
        return [("", list(_teams(plan, plan.matches, comparison)))]
    ours = {each.contestant: each for each in standings_of(plan, comparison.settings)}
    differing = {difference.contestant: difference.computed for difference in comparison.differing}
    names = _names(plan)
    lists: dict[str, list[StandingRow]] = {}
    several = len({contestant.key[0] for contestant in plan.contestants}) > 1
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
    differing = {difference.contestant: difference.computed for difference in comparison.differing}
    names = _names(plan)
    teams = {team.number: team for team in matches.teams}
    for number, (place, points) in matches.standings.items():
        team = teams[number]
        label = team.file.number
        yield StandingRow(
            place=str(place),
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
        place=str(standing.place) if standing else "",
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
    names = list(names_of(plan.contestants))
    known = players_by_key(each.name.key for each in names if each.name)
    rows: dict[Key, list[NameRow]] = {}
    for each in names:
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
    names = list(names_of(plan.contestants))
    known = players_by_key(each.name.key for each in names if each.name)
    count = Counter(_fate(name, known) for name in names)
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


def lines(plan: SessionPlan) -> list[ResultRow]:
    """Every result by its board."""
    return [_result(line) for line in sorted(plan.lines, key=lambda line: line.board)]


def _result(line: PlannedLine) -> ResultRow:
    cells = result_cells(line.result)
    score = line.result.score_ns
    return ResultRow(
        board=line.board,
        ns=_side(line.ns),
        ew=_side(line.ew),
        played=cells["played"],
        lead=cells["lead"],
        score="" if score is None else signed(score),
    )


def _side(keys: tuple[Key, ...]) -> str:
    return " + ".join("".join(key) for key in keys)


KINDS: Final[dict[Kind, Promise]] = {
    Kind.USEBIO: gettext_lazy("a session in USEBIO"),
    Kind.PBN: gettext_lazy("a session in PBN"),
    Kind.LIN: gettext_lazy("a session in LIN"),
    Kind.BWS: gettext_lazy("the database of Bridgemates (BWS)"),
    Kind.CSV: gettext_lazy("traveller lines (CSV)"),
    Kind.XLSX: gettext_lazy("traveller lines (a spreadsheet)"),
}


def facts(plan: SessionPlan, settings: Settings) -> list[tuple[str, str]]:
    """What would be stored, in numbers."""
    sections = sorted({contestant.key[0] for contestant in plan.contestants})
    matches = plan.matches
    played = (
        [
            (_("Teams or pairs"), str(len(matches.teams))),
            (_("Matches"), str(sum(match.away is not None for match in matches.matches))),
            (_("Rounds"), str(matches.rounds)),
        ]
        if matches
        else []
    )
    return [
        *([(_("Kind"), str(Session.Matches(matches.kind).label))] if matches else []),
        *played,
        (_("Method"), str(Session.Method(settings.method).label)),
        (_("Ranking"), str(Session.Winners(plan.winners).label)),
        (_("Sections"), ", ".join(sections)),
        (_("Contestants"), str(len(plan.contestants))),
        (_("Boards"), str(len({line.board for line in plan.lines}))),
        (_("Results"), str(len(plan.lines))),
        (_("Hands"), str(len(plan.hands)) if plan.hands else _("none")),
        *([(_("Auctions and plays"), str(plays))] if (plays := _plays(plan)) else []),
    ]


def _plays(plan: SessionPlan) -> int:
    return sum(bool(line.auction or line.play) for line in plan.lines)


def explained(comparison: Comparison, *, is_matches: bool = False) -> list[str]:
    """How the published scores agree with ours, and the settings that explain it."""
    return [*_explained(comparison, is_matches=is_matches), *_strata(comparison)]


def _strata(comparison: Comparison) -> Iterator[str]:
    """The strata of the file, which are kept, and how their places agree with ours."""
    if not comparison.strata:
        return
    strata = ", ".join(f"{letter} {count}" for letter, count in comparison.strata.items())
    yield _("The strata of the file are kept, so many contestants in each: %(strata)s.") % {
        "strata": strata
    }
    if comparison.places:
        text = ngettext(
            "%(agreeing)s of %(count)s place in the strata agrees with ours.",
            "%(agreeing)s of %(count)s places in the strata agree with ours.",
            comparison.places,
        )
        agreeing = comparison.places - len(comparison.differing_places)
        yield text % {"agreeing": agreeing, "count": comparison.places}


def _explained(comparison: Comparison, *, is_matches: bool) -> list[str]:
    """The same of the scores."""
    count, agreeing = comparison.published, comparison.agreeing
    if not count and not comparison.lines:
        return [_("The file publishes no scores, so there is nothing to compare.")]
    if not count:
        return [_of_lines(comparison), *_in_words(comparison.settings)]
    if agreeing == count:
        text = ngettext(
            "The published score agrees with ours.",
            "All %(count)s published scores agree with ours.",
            count,
        )
        return [text % {"count": count}, *_in_words(comparison.settings)]
    text = ngettext(
        "%(agreeing)s of %(count)s published score agrees with ours.",
        "%(agreeing)s of %(count)s published scores agree with ours.",
        count,
    )
    return [
        text % {"agreeing": agreeing, "count": count},
        *_in_words(comparison.settings),
        *([] if is_matches else [_untried(comparison.settings.method)]),
    ]


def _of_lines(comparison: Comparison) -> str:
    """How the matchpoints of the results agree with ours."""
    count, differing = comparison.lines, len(comparison.differing_lines)
    text = ngettext(
        "The file publishes no total scores; the matchpoints of %(agreeing)s of %(count)s result"
        " agree with ours.",
        "The file publishes no total scores; the matchpoints of %(agreeing)s of %(count)s results"
        " agree with ours.",
        count,
    )
    return text % {"agreeing": count - differing, "count": count}


def _untried(method: Method) -> str:
    tried = {
        Method.MATCHPOINTS: _(
            "Neuberg’s formula, small groups, missing results as ties, sit-outs of 60 %, rounding,"
            " 2 or 1 for a win"
        ),
        Method.BUTLER: _(
            "the results dropped of the datum, a number or a share, its halves to the even ten, and"
            " datums that the file gives"
        ),
        Method.CROSS_IMPS: _("the sum or the mean of the comparisons"),
    }.get(method)
    if tried is None:
        return _("Total points have no settings that could explain the differences.")
    return _("No setting explains the other differences; these were tried: %(tried)s.") % {
        "tried": tried
    }


def _in_words(settings: Settings) -> list[str]:
    """The settings that are not the usual ones, in a sentence."""
    usual = Settings(method=settings.method, winners=settings.winners)
    words = []
    if settings.missing_ties:
        words.append(_("each missing result as a tie (ACBLscore’s simple scoring)"))
    elif settings.neuberg != usual.neuberg:
        words.append(_("boards with fewer results without Neuberg’s formula"))
    elif settings.small_groups != usual.small_groups:
        words.append(_("Neuberg’s formula also for small groups"))
    if settings.sit_out:
        text = _("%(percent)s %% of a top for each board sat out (EBU White Book)")
        words.append(text % {"percent": settings.sit_out})
    if settings.rounding != usual.rounding:
        words.append(str(Session.Rounding(settings.rounding).label))
    if settings.scale != usual.scale:
        words.append(str(Session.Scale(settings.scale).label))
    words += _datums_in_words(settings, usual)
    if settings.cross_imps_mean != usual.cross_imps_mean:
        words.append(_("the sum of the comparisons, not their mean"))
    if settings.cross_imps_award_each != usual.cross_imps_award_each:
        words.append(_("average plus for each comparison"))
    if not words:
        return []
    return [_("This setting explains it: %(settings)s.") % {"settings": "; ".join(words)}]


def _datums_in_words(settings: Settings, usual: Settings) -> Iterator[str]:
    """What differs in the rule for a datum, with the program that has it."""
    if settings.datums:
        yield _("the datums that the file gives")
    if settings.butler_drop != usual.butler_drop or settings.butler_percent:
        dropped = dropped_of_datum(
            settings.butler_drop, settings.butler_percent, in_parts=settings.butler_parts
        ) or str(Session.Dropped.NONE.label)
        text = _("dropped from the datum: %(dropped)s") % {"dropped": dropped}
        program = "bridgeakhper" if settings.butler_parts else "BridgeWx"
        yield f"{text} ({program})" if settings.butler_percent else text
    if settings.butler_even:
        yield _("halves of the datum to the even ten (bridgeakhper)")


def stored_text(stored: ImportedFile) -> str:
    """What the page says after an import."""
    said = _("The session is stored, finished and not published.")
    if not stored.published:
        return said
    agree = _("%(agreeing)s of %(published)s published scores agree with ours.")
    return f"{said} {agree % {'agreeing': stored.agreeing, 'published': stored.published}}"
