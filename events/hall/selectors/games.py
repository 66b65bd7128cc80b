"""Who asks on a phone, and the games of a tournament with what was reported of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubscore.database.prepared import Prepared
from clubscore.text.problems import Sentence
from events.hall.domain.reports import Report, Reported
from events.hall.selectors.phones import hall_of, last_published
from events.hall.selectors.rights import why_no_report
from events.models import (
    Entry,
    Game,
    GameReport,
    HallCall,
    HallDevice,
    HallSettings,
    Presence,
    RoundResult,
    Tournament,
)
from events.tournaments.core.selectors.rounds import RoundProgress, progress

Values = dict[str, Any]

SIDES: Final = {Game.FIRST: "white", Game.SECOND: "black"}

SIDE_OF: Final = {name: side for side, name in SIDES.items()}


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a published round, with both its entries and what both sides say."""

    game: Game
    number: int
    sides: Mapping[int, Entry]
    reported: Reported

    def side_of(self, device: HallDevice) -> int | None:
        """The side of a device's player or team; ``None`` for one of both sides or none."""
        for side, entry in self.sides.items():
            if device.entry_id is not None and device.entry_id == entry.pk:
                return side
            if device.team_id is not None and device.team_id == entry.team_id:
                return side
        return None


@dataclass(frozen=True, slots=True)
class Asker:
    """A device with its tournament, settings and the progress of the rounds. ``is_here``: its
    player has checked in for the round whose check-in is open, or was the last to be closed;
    ``has_bye``: has a result in the one that is open. ``call`` is its last call, without one that
    was answered in an earlier round."""

    device: HallDevice
    tournament: Tournament
    settings: HallSettings
    rounds: list[RoundProgress]
    is_here: bool = False
    has_bye: bool = False
    call: Values | None = None

    @property
    def current(self) -> RoundProgress | None:
        """The last round that is published."""
        return last_published(self.rounds)

    @property
    def number(self) -> int:
        """Its number, 0 before the first."""
        return self.current.number if self.current else 0

    @property
    def last_paired(self) -> int:
        """The last round that has pairings, published or not."""
        return max((each.number for each in self.rounds if each.is_paired), default=0)

    @property
    def why_no_report(self) -> Sentence | None:
        """Why the device may not report results now; ``None`` where it may."""
        return why_no_report(self.device, self.settings, self.number)

    @property
    def may_report(self) -> bool:
        return self.why_no_report is None


def _asking(device_id: int) -> QuerySet[HallDevice]:
    number = OuterRef("tournament__hall__check_in")
    last = Coalesce(number, OuterRef("tournament__hall__check_in_closed"))
    here = Presence.objects.filter(entry=OuterRef("entry"), round=last)
    bye = RoundResult.objects.filter(entry=OuterRef("entry"), round__number=number)
    call = HallCall.objects.filter(
        device=OuterRef("pk"), kind=HallCall.Kind.CALL, withdrawn_at=None
    ).order_by("-pk")
    found = HallDevice.objects.select_related(
        "tournament__hall", "tournament__hall_clock", "entry__player", "team"
    ).annotate(
        is_here=Exists(here),
        has_bye=Exists(bye),
        call=Subquery(call.values("pk")[:1]),
        answered_at=Subquery(call.values("answered_at")[:1]),
        called_in=Subquery(call.values("round")[:1]),
    )
    return found.filter(pk=device_id, revoked_at=None)


_ASKING: Final = Prepared(_asking)


def asker(device_id: int) -> Asker | None:
    """A device with what it belongs to, in two queries; ``None`` for one that was forgotten."""
    device: Any = _ASKING.first(device_id)
    if device is None:
        return None
    tournament = device.tournament
    # To who has no login, a round that is not published is not there.
    tournament.shows_hidden_rounds = False
    rounds = progress(tournament.pk)
    current = last_published(rounds)
    is_answered = device.answered_at is not None
    # What was answered is over with its round.
    is_over = device.called_in != (current.number if current else 0) or (
        current is not None and not current.missing
    )
    return Asker(
        device,
        tournament,
        hall_of(tournament),
        rounds,
        is_here=device.is_here,
        has_bye=device.has_bye,
        call={"id": device.call, "answered": is_answered}
        if device.call and not (is_answered and is_over)
        else None,
    )


def sides_of_games(*conditions: Q, **columns: Any) -> QuerySet[RoundResult]:
    """Sides of games of published rounds, and byes, by round and board."""
    found = RoundResult.objects.filter(*conditions, round__is_hidden=False, **columns)
    return found.select_related("round", "game", "entry__player").order_by(
        "round__number", "game__board_number", "side"
    )


def open_reports(**columns: Any) -> QuerySet[GameReport]:
    return GameReport.objects.filter(version=F("game__version"), **columns)


def played_games(tournament_id: int, last_paired: int, condition: Q) -> list[Played]:
    """Games of published rounds by round and board, in two queries."""
    rows = list(sides_of_games(condition, round__tournament=tournament_id, game__isnull=False))
    reports = open_reports(game__in={row.game_id for row in rows})
    return with_reports(rows, reports, last_paired)


_SIDES_OF_GAME: Final = Prepared(
    lambda tournament, game: sides_of_games(round__tournament=tournament, game=game)
)

_REPORTS_OF_GAME: Final = Prepared(lambda game: open_reports(game=game))


def played_game(tournament_id: int, last_paired: int, game_id: int) -> Played | None:
    """A game of a published round; ``None`` for one that is not there or not published: there is no
    difference."""
    rows = _SIDES_OF_GAME.all(tournament_id, game_id)
    games = with_reports(rows, _REPORTS_OF_GAME.all(game_id), last_paired) if rows else []
    return games[0] if games else None


def with_reports(
    rows: Iterable[RoundResult], stored: Iterable[GameReport], last_paired: int
) -> list[Played]:
    """The games of these sides, with the reports that stand."""
    sides: dict[int, dict[int, Entry]] = {}
    games: dict[int, tuple[Game, int]] = {}
    for row in rows:
        if row.game is not None and row.side is not None:
            games[row.game.pk] = row.game, row.round.number
            sides.setdefault(row.game.pk, {})[row.side] = row.entry
    reports: defaultdict[int, list[Report]] = defaultdict(list)
    for said in stored:
        reports[said.game_id].append(report_value(said))
    return [
        Played(
            game,
            number,
            sides[pk],
            reported(game, is_over=last_paired > number, reports=reports[pk]),
        )
        for pk, (game, number) in games.items()
    ]


def report_value(said: GameReport) -> Report:
    """A report as a value of the domain."""
    return Report(said.pk, said.side, said.result, said.disputed_at is not None)


def reported(game: Game, *, is_over: bool, reports: Iterable[Report]) -> Reported:
    """A game with its standing reports as a value of the domain."""
    return Reported(
        version=game.version,
        outcome=game.outcome,
        is_users=game.updated_by_id is not None,
        is_over=is_over,
        reports=tuple(reports),
    )
