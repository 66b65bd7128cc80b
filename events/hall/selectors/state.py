"""What a phone of a tournament shows, as plain values.

Everything is read anew for its device, in a handful of queries whatever the size of the tournament;
the poll asks only where its stamp has changed. A round that is not published does not exist here.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from django.db.models import Q, QuerySet

from clubscore.database.prepared import Prepared
from events.hall.domain.clock import Clock, Phase, as_values, stopped_by
from events.hall.domain.reports import State
from events.hall.selectors.games import (
    SIDES,
    Asker,
    Played,
    Values,
    open_reports,
    sides_of_games,
    with_reports,
)
from events.hall.selectors.rights import KIND, PROOF, is_proven, proof_now, waits
from events.models import (
    Entry,
    Game,
    GameReport,
    HallCall,
    HallClock,
    HallDevice,
    HallRequest,
    RoundResult,
    Team,
    Tournament,
)
from events.tournaments.core.domain.results import Code, Outcome, write_outcome, write_points


def own_games(device: HallDevice) -> Q:
    """The games of a player's device."""
    return Q(game__sides__entry=device.entry_id)


def _of_player(entry: int) -> QuerySet[RoundResult]:
    own = RoundResult.objects.filter(entry=entry, game__isnull=False).values("game")
    return sides_of_games(Q(game__in=own) | Q(entry=entry, game=None))


def _of_team(number: int, team: int) -> QuerySet[RoundResult]:
    own = RoundResult.objects.filter(round=number, entry__team=team, game__isnull=False)
    return sides_of_games(round=number, game__in=own.values("game"))


_ROWS: Final[Mapping[str, tuple[Prepared[RoundResult], Prepared[GameReport]]]] = {
    KIND.PLAYER: (
        Prepared(_of_player),
        Prepared(lambda entry: open_reports(game__sides__entry=entry)),
    ),
    KIND.TEAM: (
        Prepared(_of_team),
        Prepared(
            lambda number, team: open_reports(game__round=number, game__sides__entry__team=team)
        ),
    ),
    KIND.BOARD: (
        Prepared(lambda number, board: sides_of_games(round=number, game__board_number=board)),
        Prepared(lambda number, board: open_reports(game__round=number, game__board_number=board)),
    ),
    KIND.TABLET: (
        Prepared(lambda number: sides_of_games(round=number, game__isnull=False)),
        Prepared(lambda number: open_reports(game__round=number)),
    ),
}
"""The sides and the reports of a device's games by its kind: a player's of all rounds, the others'
of one."""


def hall_state(found: Asker) -> Values:
    """All that a phone shows."""
    device, tournament, hall = found.device, found.tournament, found.settings
    games, byes = _games(found)
    shown = [each for each in games if _is_shown(each, found.number)]
    others = _devices(device, shown)
    requests = _requests(device)
    return {
        "tournament": {
            "name": tournament.name,
            "game": tournament.discipline,
            "state": tournament.state,
            "rounds": tournament.rounds_planned,
            "preset": hall.preset,
        },
        "device": _device_values(found, shown, others),
        "player": _player(found, games, byes),
        "check_in": check_in_values(found),
        "round": _round(found),
        "games": [game_values(each, found, others=others) for each in shown],
        "bye": next(
            (each for each in map(_bye(tournament), byes) if each["round"] == found.number), None
        ),
        "past": _past(found, games, byes) if device.kind == KIND.PLAYER else [],
        "requests": [request_values(each) for each in requests],
        "call": found.call,
        "line_up": None,
        "match": _match(found, games),
        "waiting": list(_waiting(found, shown, others)),
        "clock": clock_values(getattr(tournament, "hall_clock", None), found.number),
        "announcements": hall.announcements,
        **_standing(found, byes, requests),
    }


def _standing(found: Asker, byes: Iterable[RoundResult], requests: Iterable[HallRequest]) -> Values:
    """What a player may still do about the rounds to come: ``half_byes`` are the rounds in which
    one may be asked for, ``checked_in`` the round for which the check-in is closed, ``late`` the
    one whose check-in was closed without the player, with whether the arbiter knows."""
    entry, hall = found.device.entry, found.settings
    if entry is None or found.tournament.is_finished:
        return {}
    values: Values = {"half_byes": _rounds_for_half_byes(found, entry, byes, requests)}
    if hall.check_in is None and found.is_here and found.number < hall.check_in_closed:
        values["checked_in"] = hall.check_in_closed
    late = late_for(found)
    if late is not None:
        told = HallCall.objects.filter(
            device=found.device, kind=HallCall.Kind.CHECK_IN, round=late, answered_at=None
        )
        values["late"] = {"round": late, "told": told.exists()}
    return values


def _rounds_for_half_byes(
    found: Asker, entry: Entry, byes: Iterable[RoundResult], requests: Iterable[HallRequest]
) -> list[int]:
    hall = found.settings
    half = Code.HALF_BYE
    has = {bye.round.number for bye in byes if bye.bye == half.value}
    has |= {number for number, bye in entry.missed_rounds.items() if bye is half}
    waiting = [each for each in requests if each.state == HallRequest.State.OPEN]
    has |= {each.round for each in waiting if each.kind == HallRequest.Kind.HALF_BYE}
    if not hall.requests or entry.withdrawn_after is not None or len(has) >= hall.half_byes:
        return []
    last = hall.last_bye_round
    last = found.tournament.rounds_planned - 1 if last is None else last
    taken = {*entry.absent_rounds, *(each.round for each in waiting)}
    return [number for number in range(found.number + 1, last + 1) if number not in taken]


def late_for(found: Asker) -> int | None:
    """The round whose check-in was closed without the player of a phone, and who can still come."""
    entry, hall = found.device.entry, found.settings
    closed = hall.check_in_closed
    if entry is None or not closed or entry.withdrawn_after is not None:
        return None
    if found.tournament.is_finished or check_in_values(found) is not None:
        return None
    if not entry.registered:
        return closed
    is_out = closed in entry.absent_rounds and str(closed) not in entry.asked_byes
    if not is_out or found.number >= closed or (found.is_here and hall.check_in is None):
        return None
    granted = HallRequest.objects.filter(entry=entry, round=closed, state=HallRequest.State.GRANTED)
    return None if granted.exists() else closed


def _games(found: Asker) -> tuple[list[Played], list[RoundResult]]:
    """The games of a device, and the byes of its player."""
    device, current = found.device, found.current
    if device.kind == KIND.LOOK or current is None:
        return [], []
    thing = device.entry_id or device.team_id or device.board
    of_round = () if device.kind == KIND.PLAYER else (current.pk,)
    values = (*of_round, thing) if thing else of_round
    sides, reports = _ROWS[device.kind]
    rows = sides.all(*values)
    games = with_reports(rows, reports.all(*values), found.last_paired)
    # A bye that was asked for is stored before its round is paired.
    last = found.number
    return games, [row for row in rows if row.game_id is None and row.round.number <= last]


def _is_shown(each: Played, number: int) -> bool:
    return each.number == number or not each.reported.has_result


def _match(found: Asker, games: Iterable[Played]) -> Values | None:
    """The match of a team in the round that is published: the score counts written results."""
    games = [game for game in games if game.number == found.number]
    if found.device.kind != KIND.TEAM or not games:
        return None
    teams = [games[0].sides[side].team_id for side in (Game.FIRST, Game.SECOND)]
    if found.tournament.board_colours[:1].upper() == "B":
        teams.reverse()
    names = dict(Team.objects.filter(pk__in=filter(None, teams)).values_list("pk", "name"))
    score = dict.fromkeys(teams, Fraction(0))
    for game in games:
        outcome = Outcome(game.game.outcome)
        for side, code in ((Game.FIRST, outcome.first), (Game.SECOND, outcome.second)):
            score[game.sides[side].team_id] += found.tournament.system.points(code) or Fraction(0)
    return {
        "round": found.number,
        "home": names.get(teams[0] or 0, ""),
        "away": names.get(teams[1] or 0, ""),
        "score": [write_points(score[team]) for team in teams],
    }


_DEVICES: Final = Prepared(
    lambda entry, other: HallDevice.objects.filter(
        Q(entry=entry) | Q(entry=other), revoked_at=None
    ).select_related("entry__player")
)


def _devices(device: HallDevice, games: Iterable[Played]) -> list[HallDevice]:
    """The other devices of the own entry, and those of the opponents."""
    if device.entry_id is None:
        return []
    pairs = {tuple(entry.pk for entry in game.sides.values()) for game in games}
    found = [each for pair in pairs or {(device.entry_id, 0)} for each in _DEVICES.all(*pair)]
    others = {each.pk: each for each in found if each.pk != device.pk}
    return [others[pk] for pk in sorted(others)]


def _device_values(found: Asker, shown: Iterable[Played], others: Iterable[HallDevice]) -> Values:
    """``let_in_by`` says which proven phone may let in one of a player that is not, besides the
    arbiter: the player's ``own``, or the ``opponent``'s."""
    device = found.device
    proof = proof_now(device, found.number)
    if device.kind in (KIND.BOARD, KIND.TABLET):
        proof = str(PROOF.ARBITER if device.approved_at else PROOF.NONE)
    # Digits that lead nowhere are not shown.
    is_shown = proof != PROOF.NONE or waits(device, found.settings, found.number)
    return {
        "id": device.pk,
        "kind": device.kind,
        "number": device.number,
        "proof": proof,
        "show": device.show if is_shown else "",
        "let_in_by": "" if proof != PROOF.NONE else _who_lets_in(found, shown, others),
        "may_report": found.may_report and not found.tournament.is_finished,
        **({"board": device.board} if device.board else {}),
        **({"team": device.team.name} if device.team else {}),
    }


def _who_lets_in(found: Asker, shown: Iterable[Played], others: Iterable[HallDevice]) -> str:
    proven = {other.entry_id for other in others if is_proven(other, found.number)}
    if found.device.entry_id in proven:
        return "own"
    return "opponent" if proven & _open_against(shown) else ""


def _open_against(shown: Iterable[Played]) -> set[int]:
    """The entries of both sides of the games without a result."""
    return {
        entry.pk for game in shown if not game.reported.has_result for entry in game.sides.values()
    }


def _player(found: Asker, games: Iterable[Played], byes: Iterable[RoundResult]) -> Values | None:
    entry = found.device.entry
    if entry is None:
        return None
    system = found.tournament.system
    points = sum((system.points(Code(bye.bye)) or Fraction(0) for bye in byes), Fraction(0))
    for game in games:
        outcome = Outcome(game.game.outcome)
        is_first = game.sides[Game.FIRST].pk == entry.pk
        points += system.points(outcome.first if is_first else outcome.second) or Fraction(0)
    for award in found.tournament.awards_of_numbers:
        if award.number == entry.number and award.round <= found.number:
            points += award.points
    return {
        "entry": entry.pk,
        "number": entry.number,
        "name": entry.public_name,
        "points": write_points(points),
    }


def check_in_values(found: Asker) -> Values | None:
    """The check-in that is open, for who is in its list."""
    hall, entry = found.settings, found.device.entry
    if hall.check_in is None or entry is None or found.has_bye:
        return None
    if not is_expected(entry, hall.check_in):
        return None
    closes = hall.check_in_closes
    return {
        "round": hall.check_in,
        "closes": closes.isoformat() if closes else None,
        "here": found.is_here,
    }


def is_expected(entry: Entry, number: int) -> bool:
    """Whether somebody is in the list of the check-in of a round, as far as the entry says: who has
    not withdrawn, and is not absent in it."""
    return entry.attends(number)


def _round(found: Asker) -> Values:
    current = found.current
    if current is None:
        return {"number": 1, "state": "waiting"}
    state = "published" if current.missing else "complete"
    return {"number": current.number, "state": state}


def person(entry: Entry, tournament: Tournament) -> Values:
    """A side of a game."""
    return {
        "entry": entry.pk,
        "number": entry.number,
        "name": entry.public_name,
        "strength": entry.strength_in(tournament),
    }


def komi_of(game: Game, tournament: Tournament) -> str | None:
    """The komi of a game of go, its own or the usual; of other games none."""
    if not tournament.has_grades:
        return None
    if game.doubled_komi is not None:
        return write_points(Fraction(game.doubled_komi, 2))
    return "½" if game.handicap else write_points(tournament.komi)


def game_values(
    each: Played, found: Asker, *, others: Iterable[HallDevice] | None = None
) -> Values:
    """A game as a phone shows it."""
    game, device, said = each.game, found.device, each.reported
    side = each.side_of(device)
    if others is None:
        others = _devices(device, [each])
    return {
        "game": game.pk,
        "round": each.number,
        "board": game.board_number,
        "me": SIDES[side] if side else None,
        "white": person(each.sides[Game.FIRST], found.tournament),
        "black": person(each.sides[Game.SECOND], found.tournament),
        "handicap": game.handicap,
        "komi": komi_of(game, found.tournament),
        "version": game.version,
        "state": str(said.state),
        "result": write_outcome(Outcome(game.outcome)) or None,
        "reports": [
            {"report": report.pk, "by": SIDES[report.side], "result": report.result}
            for report in said.shown
        ],
        "may": _may(each, found, side),
        **_more_of_game(each, found, others),
    }


def _more_of_game(each: Played, found: Asker, others: Iterable[HallDevice]) -> Values:
    """What is said of some games only: ``hand_over``, or ``own_phone`` of an opponent who has a
    phone for that; ``taken_back``: the arbiter undid the result."""
    values: Values = {}
    if _is_to_be_agreed(each, found):
        is_free = may_hand_over(each, found, others)
        values["hand_over" if is_free else "own_phone"] = True
    said = each.reported
    if said.state is State.OPEN and said.is_users and said.version:
        values["taken_back"] = True
    return values


def _may(each: Played, found: Asker, side: int | None) -> list[str]:
    if not found.may_report or found.tournament.is_finished:
        return []
    if side is None:
        both = [*each.reported.may(Game.FIRST), *each.reported.may(Game.SECOND)]
        return [what for what in ("report", "agree", "dispute", "take-back") if what in both]
    return list(each.reported.may(side))


def may_hand_over(each: Played, found: Asker, others: Iterable[HallDevice]) -> bool:
    """Whether the other side may agree on a player's own phone: where it is switched on, and no
    phone of the other side is proven, asleep or not."""
    side = each.side_of(found.device)
    if side is None or not _is_to_be_agreed(each, found):
        return False
    opponent = each.sides[3 - side].pk
    return not any(
        device.entry_id == opponent and is_proven(device, found.number) for device in others
    )


def _is_to_be_agreed(each: Played, found: Asker) -> bool:
    """Whether a player's own phone has said a result, and phones may be handed over."""
    side = each.side_of(found.device)
    if side is None or not found.settings.same_device or found.device.kind != KIND.PLAYER:
        return False
    return each.reported.state == State.REPORTED and each.reported.of(side) is not None


def _bye(tournament: Tournament) -> Any:
    def values(row: RoundResult) -> Values:
        points = tournament.system.points(Code(row.bye)) or Fraction(0)
        return {"round": row.round.number, "kind": row.bye.lower(), "points": write_points(points)}

    return values


def _past(found: Asker, games: Iterable[Played], byes: Iterable[RoundResult]) -> list[Values]:
    """The games and byes of a player in earlier rounds, in their order."""
    played = [_past_game(each, found) for each in games if not _is_shown(each, found.number)]
    nothing = {"board": None, "me": None, "opponent": None, "result": None}
    earlier = (bye for bye in byes if bye.round.number < found.number)
    free = [bye | nothing for bye in map(_bye(found.tournament), earlier)]
    return sorted([*played, *free], key=itemgetter("round"))


def _past_game(each: Played, found: Asker) -> Values:
    side = each.side_of(found.device) or Game.FIRST
    return {
        "round": each.number,
        "board": each.game.board_number,
        "me": SIDES[side],
        "opponent": person(each.sides[3 - side], found.tournament),
        "result": write_outcome(Outcome(each.game.outcome)) or None,
    }


_REQUESTS: Final = Prepared(
    lambda entry: HallRequest.objects.filter(entry=entry).order_by("-pk")[:10]
)


def _requests(device: HallDevice) -> list[HallRequest]:
    if device.entry_id is None:
        return []
    return sorted(_REQUESTS.all(device.entry_id), key=lambda each: each.pk)


def request_values(each: HallRequest) -> Values:
    """A request as a phone shows it."""
    return {
        "request": each.pk,
        "kind": each.kind,
        "round": each.round or None,
        "state": each.state,
        "reason": each.reason,
    }


def _waiting(
    found: Asker, shown: Iterable[Played], others: Iterable[HallDevice]
) -> Iterable[Values]:
    """The phones that this one may let in."""
    if not found.may_report:
        return
    mine = {found.device.entry_id, *_open_against(shown)}
    for device in others:
        entry = device.entry
        if entry and entry.pk in mine and not is_proven(device, found.number):
            yield {"device": device.pk, "name": entry.public_name, "show": device.show}


def clock_values(stored: HallClock | None, published: int) -> Values:
    """The round clock, as every phone counts by itself; ``published`` is the last round whose
    pairings everybody may read."""
    stored = stored or HallClock()
    clock = stopped_by(clock_of_row(stored), published)
    default = None
    if clock.starts and stored.default_minutes:
        default = clock.starts + timedelta(minutes=stored.default_minutes)
    return {
        **as_values(clock),
        "default": default.isoformat() if default else None,
        "text": stored.text,
    }


def clock_of_row(row: HallClock) -> Clock:
    """The clock that is stored."""
    return Clock(
        round=row.round,
        phase=Phase(row.phase),
        starts=row.starts_at,
        ends=row.ends_at,
        paused=row.paused_left,
        message=row.message,
        length=timedelta(minutes=row.length) if row.length else None,
    )
