"""Go's scores as tie-breaks: the McMahon score, SOS, SOSOS, SODOS.

They come from :mod:`events.tournaments.go.domain.scores`, which the pairing uses too; in a Swiss
of go they are made from wins. In other games they have no value. Doubled scores are halved here.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import itemgetter

from events.tournaments.go.domain.scores import Scores
from events.tournaments.standings.domain.stage import Part, Record, Stage, Value, total

NOTHING = Value(None)


def mcmahon_score(stage: Stage, record: Record) -> Value:
    """Start score and points of the rounds, a part for every round; those of rounds without a game
    are added up before they are rounded down."""
    if stage.go is None:
        return NOTHING
    parts = (
        Part(round_, opponent, Fraction(points, 2), points=Fraction(points, 2))
        for round_, opponent, points in stage.go.mms_rounds(record.number)
    )
    return Value(Fraction(stage.go.mms[record.number], 2), tuple(parts))


def sos(stage: Stage, record: Record) -> Value:
    """The sum of the opponents’ scores, with a part for every round: the opponent’s score, and
    that with the stones of a handicap as what it adds."""
    if stage.go is None:
        return NOTHING
    letter = _letter(stage)
    base = _base(stage.go, letter)
    terms = stage.go.opponent_terms(record.number, letter)
    return _of_opponents(stage.go, record.number, terms, lambda opponent, _term: base[opponent])


def sosos(stage: Stage, record: Record) -> Value:
    """The sum of the opponents’ SOS, with a part for every round."""
    if stage.go is None:
        return NOTHING
    terms = stage.go.sosos_terms(record.number, _letter(stage))
    return _of_opponents(stage.go, record.number, terms, lambda _opponent, term: term)


def _of_opponents(
    scores: Scores,
    number: int,
    terms: Iterable[tuple[int, int | None, int]],
    score_of: Callable[[int, int], int],
) -> Value:
    """The sum of terms by round and opponent; ``score_of`` is what the opponent is shown with."""
    points = {game.round: Fraction(game.points_of(number), 2) for game in scores.games[number]}
    return total(
        Part(
            round_,
            opponent,
            Fraction(term, 2),
            score=Fraction(score_of(opponent, term), 2) if opponent else None,
            points=points.get(round_),
        )
        for round_, opponent, term in sorted(terms, key=itemgetter(0))
    )


def sodos(stage: Stage, record: Record) -> Value:
    """The sum of the scores of beaten opponents."""
    if stage.go is None:
        return NOTHING
    base = _base(stage.go, _letter(stage))
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


def _base(scores: Scores, letter: str) -> dict[int, int]:
    return scores.mms if letter == "M" else scores.wins
