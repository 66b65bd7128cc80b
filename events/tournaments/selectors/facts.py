"""Which facts about players a tournament shows: those that the club uses, and those of its game."""

from events.models import Tournament
from players.domain.facts import Game, usual_facts
from players.selectors.club_settings import facts_in_use

_GAMES = {Tournament.Discipline.CHESS: Game.CHESS, Tournament.Discipline.GO: Game.GO}


def tournament_facts(tournament: Tournament) -> frozenset[str]:
    """The facts that forms and lists of the tournament show. Only go has grades; every other game
    has ratings."""
    game = _GAMES.get(Tournament.Discipline(tournament.discipline))
    used = frozenset(facts_in_use()).union(usual_facts([game]) if game else ())
    return used if tournament.has_grades else (used | {"rating"}) - {"grade"}
