"""Which rule computes which tie-break: a code of the catalogue, and the value of a player."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from events.tournaments.standings.domain.catalogue import LEADING, TieBreak
from events.tournaments.standings.domain.rules.go import mcmahon_score, sodos, sos, sosos
from events.tournaments.standings.domain.rules.opponents import OpponentScores
from events.tournaments.standings.domain.rules.own_results import (
    games_with_black,
    games_won,
    games_won_with_black,
    points,
    progressive,
    rounds_elected_to_play,
    standard_points,
    wins,
)
from events.tournaments.standings.domain.rules.ratings import (
    average_of_opponents,
    average_rating,
    perfect_performance,
    performance,
    rating,
)
from events.tournaments.standings.domain.stage import Record, Stage, Value


class Values:
    """Values at one stage. Direct encounter is not among them: it needs to know who is tied."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._scores = OpponentScores(stage)
        self._rated: dict[int, Stage] = {}

    def of(self, tie_break: TieBreak, record: Record) -> Value:
        if rating := tie_break.unrated_as:
            if rating not in self._rated:
                self._rated[rating] = self._stage.rated_as(rating)
            at = self._rated[rating]
            return _OF_STAGE[tie_break.of](at, at.records[record.number])
        if tie_break.halves:
            return self._scores.koya(record, tie_break.halves)
        if rule := _OF_OPPONENTS.get(tie_break.code):
            return rule(self._scores, record)
        return _OF_STAGE[tie_break.code](self._stage, record)


def _leading(stage: Stage, record: Record) -> Value:
    return stage.leading.get(record.number, Value(None))


_ENDS: Mapping[str, tuple[int, int]] = {"C1": (1, 0), "C2": (2, 0), "M1": (1, 1), "M2": (2, 2)}
"""How many of the lowest and of the highest values a modifier leaves out (14.1, 14.2)."""

_OF_OPPONENTS: Mapping[str, Callable[[OpponentScores, Record], Value]] = {
    "AOB": OpponentScores.average_buchholz,
    "KS": OpponentScores.koya,
    **{
        code + (name and f"/{name}"): partial(rule, low=low, high=high)
        for code, rule in (
            ("BH", OpponentScores.buchholz),
            ("FB", OpponentScores.fore_buchholz),
            ("SB", OpponentScores.sonneborn_berger),
        )
        for name, (low, high) in {"": (0, 0), **_ENDS}.items()
    },
}
"""The tie-breaks that ask for the scores of the opponents, by code."""

_OF_STAGE: Mapping[str, Callable[[Stage, Record], Value]] = {
    "PTS": points,
    "WIN": wins,
    "WON": games_won,
    "BPG": games_with_black,
    "BWG": games_won_with_black,
    "PS": progressive,
    "PS/C1": partial(progressive, low=1),
    "PS/C2": partial(progressive, low=2),
    "REP": rounds_elected_to_play,
    "STD": standard_points,
    "ARO": average_rating,
    **{
        f"ARO/{name}": partial(average_rating, low=low, high=high)
        for name, (low, high) in _ENDS.items()
    },
    "PTP": perfect_performance,
    "APRO": partial(average_of_opponents, rule=performance),
    "APPO": partial(average_of_opponents, rule=perfect_performance),
    "RTNG": rating,
    "RTNG/R": rating,
    "TPR": performance,
    "EXT": lambda stage, record: Value(stage.external.get(record.number)),
    "TPN": lambda _stage, record: Value(Fraction(record.number)),
    "TPN/R": lambda _stage, record: Value(Fraction(record.number)),
    "MMS": mcmahon_score,
    **dict.fromkeys((score.code for score in LEADING.values()), _leading),
    "SOS": sos,
    "SOSOS": sosos,
    "SODOS": sodos,
}
"""All others, by code."""
