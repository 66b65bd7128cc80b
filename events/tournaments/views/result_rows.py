"""Standings and teams as ready rows: strings made here, so that templates only place
them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.sentences import translate
from events.models import Tournament
from events.tournaments.domain.results import Code
from events.tournaments.domain.team_scores import TeamStanding
from events.tournaments.domain.tiebreaks.catalogue import TieBreak, chosen
from events.tournaments.domain.tiebreaks.names import GO_NAMES
from events.tournaments.domain.tournament import Tournament as TournamentValue
from events.tournaments.domain.withdrawals import cancelled
from events.tournaments.selectors.entries import Shown
from events.tournaments.services.standings import Standings
from events.tournaments.views.tie_figures import shown_points, tie_rows

Entries = Mapping[int, Shown]


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """``slug`` is the code as an address has it."""

    code: str
    name: str
    meaning: str
    slug: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """``values`` are the cells of the tie-breaks, in one piece of HTML."""

    place: str
    number: str
    title: str
    name: str
    strength: str
    federation: str
    club: str
    points: str
    values: SafeString


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """``rounds`` are those that can be shown; a column that is empty for everybody is left out."""

    rows: list[StandingRow]
    tie_breaks: list[TieBreakColumn]
    strength: str
    through: int
    rounds: range
    titles: bool
    strengths: bool
    federations: bool
    clubs: bool


def standings_table(tournament: Tournament, scored: Standings, entries: Entries) -> StandingsTable:
    columns = tie_break_columns(tournament, scored.value.tie_breaks)
    # Reversing the address of every value would take longer than all the rest. Before the first
    # round there is nothing to explain.
    args = [tournament.slug, scored.through]
    after = reverse("events:tournament-standings-after", args=args) if scored.through else ""
    cells = tie_rows([line.values for line in scored.lines])
    rows = [
        StandingRow(
            place=line.place,
            number=str(line.number),
            title=entry.title,
            name=entry.name,
            strength=entry.strength,
            federation=entry.federation,
            club=entry.club,
            points=shown_points(line.points),
            values=safe_cells(
                (
                    _explained(after and f"{after}{line.number}/{column.slug}/", value)
                    for column, value in zip(columns, values, strict=True)
                ),
                "number",
            ),
        )
        for line, values in zip(scored.lines, cells, strict=True)
        for entry in [entries[line.number]]
    ]
    return StandingsTable(
        rows=rows,
        tie_breaks=columns,
        strength=strength_heading(tournament),
        through=scored.through,
        rounds=range(1, tournament.rounds_planned + 1),
        titles=any(row.title for row in rows),
        strengths=any(row.strength for row in rows),
        federations=any(row.federation for row in rows),
        clubs=any(row.club for row in rows),
    )


def _explained(address: str, text: SafeString) -> SafeString:
    """A value that leads to its explanation, if there is one."""
    return mark_safe(f'<a href="{address}">{text}</a>') if address else text  # noqa: S308 - a number


def strength_heading(tournament: Tournament) -> str:
    return _("Grade") if tournament.has_grades else _("Rating")


def name_of(tie_break: TieBreak, *, go: bool) -> tuple[str, str]:
    """A tie-break in short and in full, as the players of the game call it."""
    if go and tie_break.code in GO_NAMES:
        short, name = GO_NAMES[tie_break.code]
        return short, translate(name)
    return tie_break.code, translate(tie_break.name)


def tie_break_columns(tournament: Tournament, codes: Iterable[str]) -> list[TieBreakColumn]:
    go = tournament.discipline == Tournament.Discipline.GO
    return [
        TieBreakColumn(
            code=name_of(each, go=go)[0],
            name=name_of(each, go=go)[1],
            meaning=translate(each.meaning),
            slug=each.code.replace("/", "-"),
        )
        for each in chosen(codes)
    ]


def provisional(tournament: Tournament, value: TournamentValue, through: int) -> str:
    """Why standings after the round ``through`` may still change; empty when they may not."""
    pending = sum(
        result is not None and result.code is Code.PENDING
        for entrant in value.entrants
        for result in entrant.results[:through]
    )
    # A game is pending in the results of both its players.
    games = pending // 2
    if games:
        return ngettext(
            "Provisional: %(count)s game is still to be played.",
            "Provisional: %(count)s games are still to be played.",
            games,
        ) % {"count": games}
    if through < tournament.rounds_planned and not tournament.is_finished:
        values = {"round": through, "rounds": tournament.rounds_planned}
        return _("After round %(round)s of %(rounds)s.") % values
    return "" if tournament.is_finished else _("Provisional: the tournament is not finished.")


def withdrawals(value: TournamentValue, through: int, entries: Entries) -> list[str]:
    """What the withdrawals from a round robin mean for the standings, a sentence each."""
    counts = _(
        "%(name)s left after round %(round)s with at least half of the games played: they count, "
        "and the others are lost by default."
    )
    cancels = _(
        "%(name)s left after round %(round)s with fewer than half of the games played: they are "
        "shown in brackets, and count for nobody."
    )
    left = {each.number: each.left_after for each in value.entrants}
    return [
        (cancels if is_cancelled else counts)
        % {"name": entries[number].name, "round": left[number]}
        for number, is_cancelled in cancelled(value, through).items()
    ]


@dataclass(frozen=True, slots=True)
class TeamMember:
    number: int
    name: str
    place: int
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    place: str
    name: str
    points: str
    places: int
    members: list[TeamMember]


def team_rows(lines: Iterable[TeamStanding], entries: Entries) -> list[TeamRow]:
    return [
        TeamRow(
            place=line.place,
            name=line.team.name,
            points=shown_points(line.points),
            places=line.places,
            members=[
                TeamMember(
                    number=member.number,
                    name=entries[member.number].name,
                    place=member.place,
                    points=shown_points(member.points),
                    counts=member.counts,
                )
                for member in line.members
            ],
        )
        for line in lines
    ]


def safe_cells(texts: Iterable[SafeString], css: str) -> SafeString:
    """Cells of a row, whose texts are safe already."""
    return mark_safe("".join(f'<td class="{css}">{text}</td>' for text in texts))  # noqa: S308
