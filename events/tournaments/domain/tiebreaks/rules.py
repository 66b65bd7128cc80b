"""The value of a tie-break for a player: which rule computes which code."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from events.tournaments.domain.tiebreaks import mcmahon, own, ratings
from events.tournaments.domain.tiebreaks.catalogue import TieBreak
from events.tournaments.domain.tiebreaks.opponents import OpponentScores
from events.tournaments.domain.tiebreaks.stage import Record, Stage
from events.tournaments.domain.tiebreaks.value import Value

Rule = Callable[[Stage, OpponentScores, Record], Value]


class Values:
    """Values at one stage. Direct encounter is not among them: it needs to know who is tied."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._scores = OpponentScores(stage)

    def of(self, tie_break: TieBreak, record: Record) -> Value:
        return _RULES[tie_break.code](self._stage, self._scores, record)


_RULES: Mapping[str, Rule] = {
    "PTS": lambda stage, _, record: own.points(stage, record),
    "WIN": lambda stage, _, record: own.wins(stage, record),
    "WON": lambda stage, _, record: own.games_won(stage, record),
    "BPG": lambda stage, _, record: own.games_with_black(stage, record),
    "BWG": lambda stage, _, record: own.games_won_with_black(stage, record),
    "PS": lambda stage, _, record: own.progressive(stage, record),
    "PS/C1": lambda stage, _, record: own.progressive(stage, record, low=1),
    "PS/C2": lambda stage, _, record: own.progressive(stage, record, low=2),
    "REP": lambda stage, _, record: own.rounds_elected_to_play(stage, record),
    "STD": lambda stage, _, record: own.standard_points(stage, record),
    "BH": lambda _, scores, record: scores.buchholz(record),
    "BH/C1": lambda _, scores, record: scores.buchholz(record, low=1),
    "BH/C2": lambda _, scores, record: scores.buchholz(record, low=2),
    "BH/M1": lambda _, scores, record: scores.buchholz(record, low=1, high=1),
    "BH/M2": lambda _, scores, record: scores.buchholz(record, low=2, high=2),
    "FB": lambda stage, scores, record: scores.fore.buchholz(stage.fore.records[record.number]),
    "FB/C1": lambda stage, scores, record: scores.fore.buchholz(
        stage.fore.records[record.number], low=1
    ),
    "AOB": lambda _, scores, record: scores.average_buchholz(record),
    "SB": lambda _, scores, record: scores.sonneborn_berger(record),
    "SB/C1": lambda _, scores, record: scores.sonneborn_berger(record, low=1),
    "SB/C2": lambda _, scores, record: scores.sonneborn_berger(record, low=2),
    "KS": lambda _, scores, record: scores.koya(record),
    "ARO": lambda stage, _, record: ratings.average_rating(stage, record),
    "ARO/C1": lambda stage, _, record: ratings.average_rating(stage, record, low=1),
    "TPR": lambda stage, _, record: ratings.performance(stage, record),
    "RTNG": lambda stage, _, record: ratings.rating(stage, record),
    "MMS": lambda stage, _, record: mcmahon.mcmahon_score(stage, record),
    "SOS": lambda stage, _, record: mcmahon.sos(stage, record),
    "SOSOS": lambda stage, _, record: mcmahon.sosos(stage, record),
    "SODOS": lambda stage, _, record: mcmahon.sodos(stage, record),
    "TPN": lambda _stage, _scores, record: Value(Fraction(record.number)),
}
