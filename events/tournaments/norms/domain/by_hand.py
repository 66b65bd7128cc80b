"""What an arbiter has to see personally for a norm, because the file does not say it."""

from collections import Counter

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.common.domain import round_quotient
from events.tournaments.norms.domain.norms import UNRATED, Judge

_BY_HAND = (
    gettext_noop("An International Arbiter or a FIDE Arbiter was in the hall all the time."),
    gettext_noop("The tournament was registered with FIDE 30 days before it began."),
    gettext_noop("Each player had two hours or more for 60 moves."),
    gettext_noop("No arbiter of the tournament played in it."),
)
_DAYS = gettext_noop(
    "No day has more than two rounds by the days of the file; %(day)s has %(rounds)s."
)
_DAYS_RIGHT = gettext_noop("No day has more than two rounds, by the days of the file.")
_NO_DAYS = gettext_noop("No day has more than two rounds: the file has no days of rounds.")
_LARGE = gettext_noop(
    "Norms of this Swiss count as those of a large one (1.5.6): %(players)s players, the mean of"
    " the best 40 is %(mean)s."
)
_NOT_LARGE = gettext_noop(
    "Norms of this tournament do not count as those of a large Swiss (1.5.6), which has 40 players"
    " and a mean of 2000."
)
_SWISS_PLAYERS, _SWISS_MEAN = 40, 2000
_ROUNDS_A_DAY = 2


def is_to_tick(text: Sentence) -> bool:
    """Whether it is for the arbiter to say that it was so."""
    return text.template in (*_BY_HAND, _NO_DAYS)


def by_hand(judge: Judge) -> tuple[Sentence, ...]:
    """What the arbiter has to look at besides, and whether 1.5.6 holds."""
    found = [Sentence(text) for text in _BY_HAND]
    tournament = judge.tournament
    days = Counter(tournament.round_dates)
    day, most = max(days.items(), key=lambda each: each[1], default=(None, 0))
    if day is None:
        found.append(Sentence(_NO_DAYS))
    elif most > _ROUNDS_A_DAY:
        found.append(sentence(_DAYS, day=day.isoformat(), rounds=most))
    else:
        found.append(Sentence(_DAYS_RIGHT))
    ratings = sorted((entrant.rating or UNRATED for entrant in tournament.entrants), reverse=True)
    best = ratings[:_SWISS_PLAYERS]
    mean = round_quotient(sum(best), len(best)) if best else 0
    is_large = len(ratings) >= _SWISS_PLAYERS and sum(best) >= _SWISS_MEAN * len(best)
    if is_large and not judge.is_round_robin:
        found.append(sentence(_LARGE, players=len(ratings), mean=mean))
    else:
        found.append(Sentence(_NOT_LARGE))
    return tuple(found)
