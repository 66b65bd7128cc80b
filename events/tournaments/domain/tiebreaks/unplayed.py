"""Rounds that were not played, in a Swiss tournament: Article 16 of C.07.

Seen from the opponents, a player's score is *adjusted*: byes requested for the end of the
tournament count as draws. Seen from the player, an unplayed round is a game against a *dummy*.
In a round robin a forfeit is a game like any other (15.2), so that nothing is adjusted.

Standings during the tournament take the last round counted for the last one of all, and the
rounds counted for those of the tournament.
"""

from fractions import Fraction

from events.tournaments.domain.tiebreaks.exact import exact_sum
from events.tournaments.domain.tiebreaks.stage import Edition, Record, Round, Stage


def adjusted_scores(stage: Stage) -> dict[int, Fraction]:
    """Every player's score as the opponents' tie-breaks count it (16.3)."""
    return {number: adjusted_score(record, stage) for number, record in stage.records.items()}


def adjusted_score(record: Record, stage: Stage) -> Fraction:
    """The points, with the requested byes that only voluntary unplayed rounds follow, and one in
    the last round, counted as draws (16.2.5, 16.3.2)."""
    if stage.round_robin:
        return record.points
    return record.points + exact_sum(
        stage.system.draw - round_.points for round_ in closing_byes(record)
    )


def closing_byes(record: Record) -> list[Round]:
    """The requested byes after which the player was never again there to play."""
    found: list[Round] = []
    for round_ in reversed(record.rounds):
        # Somebody who came back to play was not away for good (16.2.5).
        if not round_.voluntary:
            break
        if round_.requested:
            found.append(round_)
    return found[::-1]


def dummy_score(
    record: Record, round_: Round, stage: Stage, adjusted: dict[int, Fraction]
) -> Fraction:
    """The score of the dummy in a round that was not played: the player's own.

    Since 2026 it is at most the scheduled opponent's adjusted score, for a forfeit (16.4.1), and
    at most a draw in every round, for any other unplayed round (16.4.2).
    """
    if stage.edition is Edition.BEFORE_2026:
        return record.points
    if round_.opponent is not None:
        return min(record.points, adjusted[round_.opponent])
    return min(record.points, stage.system.draw * stage.rounds)
