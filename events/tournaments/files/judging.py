"""A whole file judged: the pairings of its rounds, and the points and places of its players.

It is called in the process of the readers, where neither Django nor the database is.
"""

from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.fide.domain.imports import Difference
from events.tournaments.files.domain import Reading
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.stated import POINTS_COLUMNS, Stated, stated
from events.tournaments.pairing.engines.checking import RoundCheck, check_rounds
from events.tournaments.standings.domain.places import PlacesCheck, judge_places
from events.tournaments.teams.domain.from_games import team_event

MAX_BYTES = 4 * 2**20
MAX_PLAYERS = 2000
SECONDS = 120.0
"""For a file, of the processor and by the clock."""
MEMORY = 2**31
"""Bytes; a round of two thousand players takes more than half of it."""

_TOO_MANY = gettext_noop("The file has %(players)s players; at most %(most)s are checked.")
_NO_ROUNDS = gettext_noop(
    "There is no record 142 with the number of rounds: round %(round)s is taken for the last one."
)
_OF_TEAMS = gettext_noop(
    "Teams meet: the places in the file (teams: %(teams)s, players: %(players)s) are not compared."
)
_TEAMS_ALONE = gettext_noop("The places of teams in the file (%(teams)s) are not compared.")
_NO_PLACES = gettext_noop("The file has no places.")
_OPEN = gettext_noop("A game has no result yet: the places are not compared.")


@dataclass(frozen=True, slots=True)
class WrongPoints:
    """``given`` is the text where no points can be read."""

    number: int
    given: Fraction | str
    points: Fraction


@dataclass(frozen=True, slots=True)
class FileCheck:
    """What is wrong with a file, and in the notes what was not judged."""

    system: str
    rounds: tuple[RoundCheck, ...]
    points: tuple[WrongPoints, ...]
    places: PlacesCheck
    notes: tuple[Sentence, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        is_wrong = any(each.ok is False for each in self.rounds) or self.places.ok is False
        return not is_wrong and not self.points


def check_text(text: str, file_name: str = "") -> FileCheck:
    """The file judged. Raises :class:`Refused` with every error for one that cannot be read."""
    reading = read(text, file_name=file_name)
    tournament = reading.tournament
    if len(tournament.entrants) > MAX_PLAYERS:
        raise Refused(sentence(_TOO_MANY, players=len(tournament.entrants), most=MAX_PLAYERS))
    said = stated(text)
    rounds = check_rounds(tournament, type_code=said.type_code)
    places, notes = _places(tournament, said)
    if not said.has_rounds and tournament.rounds:
        notes = (sentence(_NO_ROUNDS, round=tournament.rounds), *notes)
    return FileCheck(
        rounds.system, rounds.rounds, _wrong_points(reading, said), places,
        (*rounds.notes, *notes),
    )  # fmt: skip


def differing_rounds(value: Tournament) -> tuple[Difference, ...]:
    """The rounds that the rules pair otherwise, in this process."""
    codes = [line.text[4:].strip() for line in value.preserved if line.text.startswith("192 ")]
    checked = check_rounds(value, type_code=codes[-1] if codes else "")
    return tuple((each.number, each.differs) for each in checked.rounds if each.ok is False)


def _wrong_points(reading: Reading, said: Stated) -> tuple[WrongPoints, ...]:
    """Those that the reader of the file mends."""
    mended = {
        problem.player
        for problem in reading.adjustments
        if isinstance(problem.column, int) and problem.column in POINTS_COLUMNS
    }
    return tuple(
        WrongPoints(
            entrant.number, said.points[entrant.number], reading.tournament.points_of(entrant)
        )
        for entrant in reading.tournament.entrants
        if entrant.number in mended and entrant.number in said.points
    )


def _places(tournament: Tournament, said: Stated) -> tuple[PlacesCheck, tuple[Sentence, ...]]:
    teams = said.team_places
    if team_event(tournament):
        told = Sentence(_NO_PLACES)
        if teams or said.places:
            told = sentence(_OF_TEAMS, teams=teams, players=len(said.places))
        return PlacesCheck(said.tie_breaks, None), (told,)
    notes = (sentence(_TEAMS_ALONE, teams=teams),) if teams else ()
    places = judge_places(tournament, said.tie_breaks, said.places)
    if not said.places:
        return places, (Sentence(_NO_PLACES), *notes)
    is_open = places.ok is None and not places.unknown
    return places, (Sentence(_OPEN), *notes) if is_open else notes
