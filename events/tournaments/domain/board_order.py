"""The order of a round's games on the boards, where none is given: the leaders first."""

from fractions import Fraction

from events.tournaments.domain.tournament import Entrant, Tournament

Game = tuple[int, int]
"""The starting numbers of the first and the second side."""


def games_of_round(tournament: Tournament, number: int) -> list[Game]:
    """The games of a round, in the order of boards: by the higher score before the round, then
    by both scores, then by the lower starting number.

    The first side has White; where no colour is known, it is the lower number.
    """
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    # A set: either side's result gives the same game.
    games = {_sides(entrant, number - 1) for entrant in tournament.entrants} - {None}
    scores = {
        key: tournament.points_of(entrant, through=number - 1) for key, entrant in entrants.items()
    }

    def place(game: Game) -> tuple[Fraction, Fraction, int]:
        one, other = (scores[side] for side in game)
        return (-max(one, other), -(one + other), min(game))

    return sorted((game for game in games if game), key=place)


def _sides(entrant: Entrant, index: int) -> Game | None:
    result = entrant.results[index] if index < len(entrant.results) else None
    if result is None or result.opponent is None:
        return None
    if result.colour is None:
        return (min(entrant.number, result.opponent), max(entrant.number, result.opponent))
    is_first = result.colour == "w"
    return (entrant.number, result.opponent) if is_first else (result.opponent, entrant.number)
