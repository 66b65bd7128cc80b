"""What a player still needs for a norm while the tournament is played.

Before the last round, once it is paired, the least result that makes the norm is told. With more
to come it is how many points by the opponents' average, in steps of 50, and which opponents the mix
of titles and federations still lacks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.common.domain import round_quotient
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.norms.domain.norms import USUAL_GAMES, Judge, Norm
from events.tournaments.norms.domain.titles import (
    HOLDERS,
    NormGame,
    Title,
    least_score,
    titles_above,
)

STEP = 50
AVERAGES = range(2000, 2751, STEP)

RESULTS: Final = ((Code.LOSS, "0"), (Code.DRAW, "½"), (Code.WIN, "1"))
"""What the last game may bring, the least first."""

_ANY = gettext_noop("Any result at the board makes the norm.")
_MADE = gettext_noop("The norm is made, whatever the last round brings.")
_LEAST = gettext_noop("A draw makes the norm.")
_WIN = gettext_noop("A win makes the norm.")
_NONE = gettext_noop("No result makes the norm. %(why)s")
_NO_GAME = gettext_noop("There is no game in the last round. %(why)s")
_MORE = gettext_noop("Rounds to come: %(rounds)s.")
_TOO_FEW = gettext_noop("There are not enough rounds left: %(games)s games at most.")

_LACKS_HOLDERS = (
    gettext_noop("1 more opponent with a title is needed."),
    gettext_noop("%(count)s more opponents with a title are needed."),
)
_LACKS_COUNTED = (
    gettext_noop("1 more opponent with the title %(titles)s is needed."),
    gettext_noop("%(count)s more opponents with the title %(titles)s are needed."),
)
_LACKS_FEDERATIONS = (
    gettext_noop("1 more federation besides one’s own is needed."),
    gettext_noop("%(count)s more federations besides one’s own are needed."),
)
_TOO_MANY_OWN = (
    gettext_noop("At most 1 more opponent may be of one’s own federation."),
    gettext_noop("At most %(count)s more opponents may be of one’s own federation."),
)
_NONE_OF_OWN = gettext_noop("No more opponent may be of one’s own federation.")


@dataclass(frozen=True, slots=True)
class Need:
    """Points that are needed of the rounds to come if the opponents have this average; ``None``
    where all of them are not enough."""

    average: int
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class Chance:
    """``least`` is the result of the last game that makes the norm, ``None`` where none does or
    more rounds are to come: then ``needs`` and ``lacks`` say more."""

    title: str
    least: str | None
    why: Sentence
    needs: tuple[Need, ...] = ()
    lacks: tuple[Sentence, ...] = ()
    is_possible: bool = True


def chances_of(judge: Judge, entrant: Entrant) -> tuple[Chance, ...]:
    """For each title above the player's own; nothing once the tournament is over, and where norms
    are not judged."""
    if judge.is_double or not _open_rounds(judge):
        return ()
    return tuple(_chance(judge, entrant, title) for title in titles_above(entrant))


def _open_rounds(judge: Judge) -> list[int]:
    """The rounds in which a game has no result, or that are not paired."""
    found = []
    for number in range(1, judge.rounds + 1):
        here = (
            entrant.results[number - 1]
            for entrant in judge.tournament.entrants
            if number <= len(entrant.results)
        )
        codes = [result.code for result in here if result]
        is_played = any(not code.is_bye for code in codes) and Code.PENDING not in codes
        if not is_played:
            found.append(number)
    return found


def _chance(judge: Judge, entrant: Entrant, title: Title) -> Chance:
    to_come = _open_rounds(judge)
    if to_come == [judge.rounds] and judge.last_begun == judge.rounds:
        return _last_round(judge, entrant, title)
    return _more_rounds(judge, entrant, title, len(to_come))


def _last_round(judge: Judge, entrant: Entrant, title: Title) -> Chance:
    now = _norm(judge, entrant, title)
    results = entrant.results[: judge.rounds]
    last = results[-1] if len(results) == judge.rounds else None
    if last is None or last.code is not Code.PENDING:
        if now.met:
            return Chance(title.code, "0", Sentence(_MADE))
        return Chance(title.code, None, sentence(_NO_GAME, why=_first(now)), is_possible=False)
    for code, text in RESULTS:
        if _norm(judge, _with_last(entrant, last, code), title).met:
            why = {"0": _MADE if now.met else _ANY, "½": _LEAST, "1": _WIN}[text]
            return Chance(title.code, text, Sentence(why))
    won = _norm(judge, _with_last(entrant, last, Code.WIN), title)
    return Chance(title.code, None, sentence(_NONE, why=_first(won)), is_possible=False)


def _norm(judge: Judge, entrant: Entrant, title: Title) -> Norm:
    return judge.norm(entrant, title, judge.games_of(entrant))


def _with_last(entrant: Entrant, last: Result, code: Code) -> Entrant:
    return replace(entrant, results=(*entrant.results[:-1], replace(last, code=code)))


def _first(norm: Norm) -> Sentence:
    return norm.failing[0].why


def _more_rounds(judge: Judge, entrant: Entrant, title: Title, rounds: int) -> Chance:
    played = judge.games_of(entrant)
    games, left = played.games, _rounds_left(judge, entrant)
    whole = len(games) + left
    may_be_eight = judge.rounds == USUAL_GAMES and played.alone == 1
    if whole < judge.rules.least_games - may_be_eight:
        why = sentence(_TOO_FEW, games=whole)
        return Chance(title.code, None, why, is_possible=False)
    needs = tuple(
        Need(average, points)
        for average in AVERAGES
        if (points := _points(games, left, average, title)) is not None
    )
    lacks = tuple(_lacks(judge, entrant, title, games, whole))
    return Chance(
        title.code, None, sentence(_MORE, rounds=rounds), needs, lacks, is_possible=bool(needs)
    )


def _rounds_left(judge: Judge, entrant: Entrant) -> int:
    """Rounds in which the player can still play: not paired yet, or with an open game."""
    results = (*entrant.results, *[None] * judge.rounds)[: judge.rounds]
    return sum(
        result.code is Code.PENDING if result else number > judge.last_begun
        for number, result in enumerate(results, start=1)
    )


def _points(games: tuple[NormGame, ...], left: int, average: int, title: Title) -> Fraction | None:
    """The least points of the rounds left against opponents of an average."""
    ratings = [game.rating for game in games]
    if ratings:
        lowest = ratings.index(min(ratings))
        ratings[lowest] = max(ratings[lowest], title.floor)
    count = len(ratings) + left
    mean = round_quotient(sum(ratings) + average * left, count)
    if mean < title.least_average:
        return None
    score = sum((game.points for game in games), Fraction(0))
    least = least_score(mean, count, title)
    if least is None or least - score > left:
        return None
    return max(least - score, Fraction(0))


def _lacks(
    judge: Judge, entrant: Entrant, title: Title, games: tuple[NormGame, ...], whole: int
) -> Iterator[Sentence]:
    """What the mix of the opponents still lacks."""
    holders = -(-whole // 2) - sum(game.title in HOLDERS for game in games)
    counted = max(3, -(-whole // 3)) - sum(game.title in title.counted for game in games)
    if holders > 0:
        yield _counted(_LACKS_HOLDERS, holders)
    if counted > 0:
        yield _counted(_LACKS_COUNTED, counted, titles=title.names)
    if judge.exemption(entrant):
        return
    federations = {game.federation for game in games} - {entrant.federation, "FID"}
    if len(federations) < 2:
        yield _counted(_LACKS_FEDERATIONS, 2 - len(federations))
    own = sum(game.federation == entrant.federation for game in games)
    own_left = 3 * whole // 5 - own
    if own_left < whole - len(games):
        yield _counted(_TOO_MANY_OWN, own_left) if own_left > 0 else Sentence(_NONE_OF_OWN)


def _counted(templates: tuple[str, str], count: int, **values: object) -> Sentence:
    """The sentence of one, or of several."""
    one, several = templates
    return sentence(one if count == 1 else several, count=count, **values)
