"""Reading the matches of a session, and who plays them; how many sections it has."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.db.models import Max

from events.models import BridgeMatch, BridgeTeam, Contestant, MatchPlay, Section, Session


def has_several_sections(session_id: int) -> bool:
    """Whether numbers and tables of a session are told apart by the letters of its sections."""
    return Section.objects.filter(session=session_id).count() > 1


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """A team, or a pair of Swiss pairs: its number, its name if it has one, from which round to
    which it plays, the points added to it, the ids of its contestants, and the table it keeps."""

    pk: int
    number: int
    name: str
    first_round: int
    last_round: int | None
    added: Fraction
    reason: str
    contestants: tuple[int, ...]
    keeps_table: int | None = None

    def plays(self, round_number: int) -> bool:
        """Whether it takes part in a round."""
        last = self.last_round
        return self.first_round <= round_number and (last is None or round_number <= last)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match by the numbers of its teams; ``away`` is ``None`` for a bye, ``awarded`` what the
    director gave to both in place of the boards' score."""

    pk: int
    round: int
    last_round: int
    table: int | None
    second_table: int | None
    home: int
    away: int | None
    boards: range
    awarded: tuple[Fraction, Fraction] | None
    reason: str


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a session in the order of their rounds and tables, its teams by number, and
    the number of the team of every contestant by its id."""

    play: MatchPlay
    teams: Mapping[int, TeamRecord]
    matches: tuple[MatchRecord, ...]
    team_of: Mapping[int, int]

    @property
    def drawn(self) -> int:
        """The last round that is drawn."""
        return max((match.round for match in self.matches), default=0)

    def of_round(self, number: int) -> list[MatchRecord]:
        """The matches that are played in a round, those which began before it among them."""
        return [match for match in self.matches if match.round <= number <= match.last_round]


def match_play(session_id: int) -> MatchPlay | None:
    """How the matches of a session are made; ``None`` for a session without matches."""
    return MatchPlay.objects.select_related("session").filter(session=session_id).first()


def round_to_draw(session: Session) -> int | None:
    """The next round of a Swiss event; ``None`` when all that were planned are drawn."""
    play = match_play(session.pk) if session.matches else None
    if play is None or not play.is_swiss:
        return None
    found = BridgeMatch.objects.filter(session=session.pk).aggregate(last=Max("round"))
    number = (found["last"] or 0) + 1
    return number if number <= play.rounds else None


def read_matches(session_id: int) -> Matches | None:
    """The matches of a session in four queries; ``None`` where it has none."""
    play = match_play(session_id)
    if play is None:
        return None
    stored = list(BridgeTeam.objects.filter(session=session_id).order_by("number"))
    numbers = {team.pk: team.number for team in stored}
    contestants: dict[int, list[int]] = {pk: [] for pk in numbers}
    team_of: dict[int, int] = {}
    rows = Contestant.objects.filter(team__session=session_id).order_by("number")
    for pk, team in rows.values_list("pk", "team"):
        contestants[team].append(pk)
        team_of[pk] = numbers[team]
    teams = {
        team.number: TeamRecord(
            team.pk,
            team.number,
            team.name,
            team.first_round,
            team.last_round,
            Fraction(team.added),
            team.reason,
            tuple(contestants[team.pk]),
            team.keeps_table,
        )
        for team in stored
    }
    matches = tuple(
        _record(match, numbers) for match in BridgeMatch.objects.filter(session=session_id)
    )
    return Matches(play, teams, matches, team_of)


def _record(match: BridgeMatch, numbers: Mapping[int, int]) -> MatchRecord:
    boards = range(0)
    if match.first_board is not None and match.last_board is not None:
        boards = range(match.first_board, match.last_board + 1)
    awarded = None
    if match.home_points is not None:
        awarded = (_exact(match.home_points), _exact(match.away_points))
    return MatchRecord(
        match.pk,
        match.round,
        match.last_round,
        match.table,
        match.second_table,
        numbers[match.home_id],
        None if match.away_id is None else numbers[match.away_id],
        boards,
        awarded,
        match.reason,
    )


def _exact(points: Decimal | None) -> Fraction:
    return Fraction(points or 0)
