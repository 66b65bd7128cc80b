"""Line-ups: sealed by the captains, opened by the arbiter who sets the boards."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer
from events.hall.selectors.captains import Matches, matches_in, who_may_sit
from events.hall.selectors.games import Asker
from events.hall.selectors.rights import KIND, is_proven
from events.hall.services.directing import Changed, locked_hall
from events.hall.services.settings import raise_revision
from events.hall.services.submissions import Made, Sending, once, report_late
from events.models import Entry, LineUp, Round, RoundResult, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import OPEN, Code, Colour
from events.tournaments.rounds.services.pairings import publish_round, set_pairings, withdraw_round
from events.tournaments.teams.selectors import usual_line_ups
from events.tournaments.teams.services import set_line_ups

CLOSED = sentence("Line-ups are closed. Please go to the arbiter.")

NOT_OPEN = sentence("No line-ups are taken now.")

ONLY_CAPTAINS = sentence("Only a captain’s phone sends a line-up.")


@in_transaction
def send_line_up(*, sending: Sending, number: int, players: Sequence[int]) -> Answer:
    """A captain sends whom the team sets, from board 1; empty boards are the last ones. A later
    one replaces it, until the boards are set."""

    def act(found: Asker) -> Made:
        team, hall = found.device.team_id, found.settings
        if team is None or found.device.kind != KIND.TEAM:
            raise DeviceRefused(Why.NOT_ALLOWED, ONLY_CAPTAINS)
        if not is_proven(found.device, found.number):
            raise DeviceRefused(Why.NOT_ALLOWED, sentence("This device waits to be let in."))
        is_over = hall.line_ups_close is not None and hall.line_ups_close <= timezone.now()
        if number <= found.number or (hall.line_ups == number and is_over):
            raise DeviceRefused(Why.CLOSED, CLOSED)
        matches = matches_in(found.tournament, number) if hall.line_ups == number else None
        if matches is None or matches.of(team) is None:
            raise DeviceRefused(Why.CHANGED, NOT_OPEN)
        _refuse_line_up(team, number, players, matches.boards, is_fixed=hall.fixed_order)
        values = {"players": list(players), "at": timezone.now(), "device": found.device}
        made, _is_new = LineUp.objects.update_or_create(team_id=team, round=number, defaults=values)
        raise_revision(found.tournament.pk)
        return made

    # The boards are set under the same lock.
    return once(
        sending=sending, act=act, late=partial(report_late, what=str(number)), changes_entry=True
    )


def _refuse_line_up(
    team: int, number: int, players: Sequence[int], boards: int, *, is_fixed: bool
) -> None:
    if len(players) > boards:
        raise Refused.because("A match has %(boards)s boards.", boards=boards)
    order = {entry.pk: entry for entry in who_may_sit(team, number)}
    place = {pk: index for index, pk in enumerate(order)}
    names = dict(Entry.objects.filter(team=team).values_list("pk", "family"))
    for board, player in enumerate(players, start=1):
        if player not in order:
            raise Refused.because(
                "%(name)s does not play for the team in this round.",
                name=names.get(player, str(player)),
            )
        above = players[: board - 1]
        if player in above:
            raise Refused.because("%(name)s sits on two boards.", name=order[player].name)
        if is_fixed and above and place[player] < place[above[-1]]:
            raise Refused.because(
                "%(name)s sits above %(other)s in the order of the team.",
                name=order[player].name,
                other=order[above[-1]].name,
            )


@in_transaction
def publish_matches(
    *, tournament: Tournament, number: int, closes: datetime | None, by: Actor
) -> None:
    """Show captains whom they play, and take their line-ups; the boards stay hidden. Raises
    :class:`Refused` where teams do not meet, or the round is not paired or has results."""
    stored = lock_tournament(tournament.pk, alone=True)
    hall = locked_hall(stored)
    here = _round(stored, number)
    matches = matches_in(stored, number)
    if matches is None or not matches.matches:
        raise Refused.because("No teams meet in round %(round)s.", round=number)
    withdraw_round(round=here, by=by)
    hall.line_ups, hall.line_ups_close = number, closes
    hall.save(update_fields=["line_ups", "line_ups_close"])
    raise_revision(stored.pk)


@in_transaction
def set_boards(*, tournament: Tournament, number: int, by: Actor) -> None:
    """Pair the boards by the line-ups that were sent, else by the order of the team, and publish
    the round. Raises :class:`Changed` where no line-ups are taken for it, :class:`Refused` where
    games have results."""
    stored = lock_tournament(tournament.pk, alone=True)
    hall = locked_hall(stored)
    here = _round(stored, number)
    if hall.line_ups != number:
        raise Changed(NOT_OPEN)
    if here.games.exclude(outcome__in=OPEN).exists():
        raise Refused.because("Round %(round)s has results already.", round=number)
    matches = matches_in(stored, number)
    if matches is None or not matches.matches:
        raise Refused.because("No teams meet in round %(round)s.", round=number)
    sitting = _sitting(stored, number, matches)
    set_line_ups(tournament=stored, round_number=number, line_ups=sitting, by=by)
    set_pairings(round=here, pairings=_pairings(here, matches, sitting), by=by)
    publish_round(round=here, by=by)
    hall.line_ups, hall.line_ups_close = None, None
    hall.save(update_fields=["line_ups", "line_ups_close"])
    raise_revision(stored.pk)


def _round(tournament: Tournament, number: int) -> Round:
    found = Round.objects.select_related("tournament").filter(tournament=tournament, number=number)
    here = found.first()
    if here is None:
        raise Refused.because("There is no such round.")
    return here


def _sitting(tournament: Tournament, number: int, matches: Matches) -> dict[int, list[int | None]]:
    """Who sits on the boards of every team, by the ids of teams and entries."""
    sitting = usual_line_ups(tournament, number)
    for sent in LineUp.objects.filter(team__tournament=tournament, round=number):
        # Somebody may have withdrawn since.
        there = {entry.pk for entry in who_may_sit(sent.team_id, number)}
        players: list[int | None] = [pk if pk in there else None for pk in sent.players]
        sitting[sent.team_id] = (players + [None] * matches.boards)[: matches.boards]
    return sitting


def _pairings(here: Round, matches: Matches, sitting: dict[int, list[int | None]]) -> Pairings:
    """The games of all matches, board by board; who sits without an opponent wins, as where a
    round of teams is proposed."""
    entries = Entry.objects.filter(tournament=here.tournament_id, number__isnull=False)
    numbers = dict(entries.values_list("pk", "number"))
    in_matches: set[int] = set()
    games, byes = [], dict[int, Code]()
    for match in matches.matches:
        teams = matches.teams[match.white], matches.teams[match.black]
        in_matches |= {team.pk for team in teams}
        boards = zip(*(sitting[team.pk] for team in teams), strict=True)
        for board, sides in enumerate(boards, start=1):
            present = [numbers[pk] or 0 for pk in sides if pk is not None]
            if len(present) < len(sides):
                byes |= dict.fromkeys(present, Code.FULL_BYE)
                continue
            if matches.event.rules.colour(board) is Colour.BLACK:
                present.reverse()
            games.append((present[0], present[1]))
    stored = RoundResult.objects.filter(round=here, game=None).select_related("entry")
    playing = {number for game in games for number in game}
    for row in stored:
        number, code = row.entry.number or 0, Code(row.bye)
        is_asked = row.entry.missed_rounds.get(here.number) is code or code is Code.ZERO_BYE
        if number not in playing and (is_asked or row.entry.team_id not in in_matches):
            byes.setdefault(number, code)
    return Pairings(tuple(games), tuple(byes.items()))
