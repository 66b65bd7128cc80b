"""What the deletion of a tournament would change, and what was done to it."""

from collections.abc import Iterator

from django.db.models import QuerySet

from clubscore.text.problems import Sentence, sentence
from clubscore.web.deletion import Plan
from events.models import Game, LogEntry, Tournament
from events.tournaments.core.domain.results import OPEN


def tournament_plan(tournament: Tournament) -> Plan:
    """The deletion of a tournament with everything in it."""
    games = Game.objects.filter(round__tournament=tournament)
    entered = games.exclude(outcome__in=OPEN).count()
    return Plan(name=tournament.name, results=entered, changes=tuple(_changes(tournament, entered)))


def _changes(tournament: Tournament, entered: int) -> Iterator[Sentence]:
    if entered:
        yield sentence(
            "Its results (%(results)s), pairings, teams and log go with it.", results=entered
        )
    else:
        yield sentence("It has no results. Its entries and its log go with it.")
    if tournament.is_published:
        yield sentence("It is published: everybody can read its results until then.")
    players = tournament.entries.exclude(player=None).count()
    if players:
        yield sentence(
            "It disappears from the pages of its players (%(players)s). The players stay in the"
            " register.",
            players=players,
        )


def tournament_log(tournament: Tournament) -> QuerySet[LogEntry]:
    """Everything that was done to a tournament, the latest first, each with its user."""
    return LogEntry.objects.filter(tournament=tournament).select_related("user")
