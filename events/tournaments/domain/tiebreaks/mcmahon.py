"""Go's scores as tie-breaks: the McMahon score, SOS, SOSOS, SODOS.

They come from :mod:`events.tournaments.domain.go.scores`, which the pairing uses too; in a Swiss
of go they are made from wins. In other games they have no value. Doubled scores are halved here.
"""

from fractions import Fraction

from events.tournaments.domain.tiebreaks.stage import Record, Stage
from events.tournaments.domain.tiebreaks.value import Part, Value, total

NOTHING = Value(None)


def mcmahon_score(stage: Stage, record: Record) -> Value:
    """Start score and points of the rounds."""
    return _value(stage, record, "MMS")


def sos(stage: Stage, record: Record) -> Value:
    """The sum of the opponents’ scores, with a part for every round."""
    if stage.go is None:
        return NOTHING
    terms = stage.go.opponent_terms(record.number, _letter(stage))
    return total(
        Part(round_, opponent, Fraction(term, 2), score=Fraction(term, 2) if opponent else None)
        for round_, opponent, term in sorted(terms, key=lambda term: term[0])
    )


def sosos(stage: Stage, record: Record) -> Value:
    """The sum of the opponents’ SOS."""
    return _value(stage, record, f"SOSOS{_letter(stage)}")


def sodos(stage: Stage, record: Record) -> Value:
    """The sum of the scores of beaten opponents."""
    if stage.go is None:
        return NOTHING
    base = stage.go.mms if _letter(stage) == "M" else stage.go.wins
    number = record.number
    # Score and points are both doubled.
    parts = [
        Part(
            game.round,
            game.opponent_of(number),
            Fraction(base[game.opponent_of(number)] * game.points_of(number), 4),
            score=Fraction(base[game.opponent_of(number)], 2),
            points=Fraction(game.points_of(number), 2),
        )
        for game in sorted(stage.go.games[number], key=lambda game: game.round)
    ]
    return total(parts)


def _letter(stage: Stage) -> str:
    return "W" if stage.go and stage.go.event.settings.swiss else "M"


def _value(stage: Stage, record: Record, criterion: str) -> Value:
    if stage.go is None:
        return NOTHING
    return Value(Fraction(stage.go.value(criterion, record.number), 2))
