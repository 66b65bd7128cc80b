"""What speaks against a pairing: what makes it impossible, and what is merely unusual.

Impossible is a game of somebody who does not play in the round. Unusual is what a pairing system
avoids and a director may still want: a game that was played before, the same colour for the third
time in succession or three times more than the other, a second bye, two who are not to meet, two
players of one club, somebody paired down or up twice in succession.
Source: FIDE handbook, C.04.1, Basic rules for Swiss systems.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Number, Problem, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.pairings import FIRST, SECOND, Pairings
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result, write_points
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.pairing.domain.proposal import DOWN, UP, History

SAME_COLOURS = 2
"""How many games with one colour in succession are usual; one more is not."""
MAX_DIFFERENCE = 2
"""By how many games a player may have had one colour oftener than the other."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player as a pairing sees one: ``attends`` says whether the player means to play in the
    round, ``withdrawn`` whether for the rest of the tournament; ``results`` are those of the
    rounds before it."""

    number: int
    name: str
    club: str = ""
    attends: bool = True
    withdrawn: bool = False
    results: tuple[Result | None, ...] = ()


Contenders = Mapping[int, Contender]
Game = tuple[int, int]


def impossible(
    pairings: Pairings, contenders: Contenders, *, stored: Iterable[Game] = ()
) -> Iterator[Problem]:
    """A problem for each player of a new game who does not play in this round.

    Its line counts the games, its column is the player's side. Games that are ``stored`` already
    stay as they are.
    """
    gone = gettext_noop(
        "%(name)s (%(number)s) has withdrawn. Whoever comes back is to be changed in the list of"
        " players first."
    )
    away = gettext_noop(
        "%(name)s (%(number)s) does not play in this round. Whoever does after all is to be changed"
        " in the list of players first."
    )
    known = set(stored)
    for line, game in enumerate(pairings.games, start=1):
        for column, number in zip((FIRST, SECOND), game, strict=True):
            player = contenders[number]
            if not player.attends and game not in known:
                template = gone if player.withdrawn else away
                message = sentence(template, name=player.name, number=number)
                yield Problem(message, line, column, str(number))


def unusual(
    pairings: Pairings,
    contenders: Contenders,
    *,
    stored: Iterable[Game] = (),
    has_colours: bool = True,
    first_round: int = 1,
) -> Iterator[Problem]:
    """Rematches, third same colours and too large differences of colours in the new games, in the
    order of the boards; a problem's line counts the games. Who met before ``first_round`` may meet
    again."""
    known = set(stored)
    for line, game in enumerate(pairings.games, start=1):
        if game in known:
            continue
        first, second = (contenders[number] for number in game)
        found = [_rematch(first, second, first_round)]
        if has_colours:
            found += [_colour(first, Colour.WHITE), _colour(second, Colour.BLACK)]
        yield from (Problem(each, line) for each in found if each)


def of_one_club(
    pairings: Pairings, contenders: Contenders, *, stored: Iterable[Game] = ()
) -> list[int]:
    """The new games, counted from 1, of two players of one club: less grave, and often many."""
    known = set(stored)
    clubs = _clubs_to_keep_apart(contenders)
    return [
        line
        for line, game in enumerate(pairings.games, start=1)
        if game not in known and _club_of_both(game, contenders) in clubs
    ]


def _club_of_both(game: Game, contenders: Contenders) -> str:
    first, second = (contenders[number].club for number in game)
    return first if first == second else ""


def _rematch(first: Contender, second: Contender, first_round: int) -> Sentence | None:
    rounds = [
        number
        for number, result in enumerate(first.results, start=1)
        if number >= first_round and result and result.opponent == second.number
    ]
    if not rounds:
        return None
    met = ", ".join(map(str, rounds))
    return sentence(
        "%(first)s and %(second)s have met before, in round %(rounds)s.",
        first=first.name,
        second=second.name,
        rounds=met,
    )


def _colour(player: Contender, colour: Colour) -> Sentence | None:
    """What speaks against a colour: the third time in succession, or once more than
    :data:`MAX_DIFFERENCE` oftener than the other (C.04.1, articles 6 and 7)."""
    played = [
        result.colour
        for result in player.results
        if result and result.colour and result.code.played
    ]
    latest = played[-SAME_COLOURS:]
    is_white = colour is Colour.WHITE
    if len(latest) == SAME_COLOURS and set(latest) == {colour}:
        white = gettext_noop("%(name)s has White for the third time in succession.")
        black = gettext_noop("%(name)s has Black for the third time in succession.")
        return sentence(white if is_white else black, name=player.name)
    difference = 2 * played.count(colour) - len(played) + 1
    if difference > MAX_DIFFERENCE:
        white = gettext_noop("%(name)s has White %(times)s times more than Black.")
        black = gettext_noop("%(name)s has Black %(times)s times more than White.")
        return sentence(white if is_white else black, name=player.name, times=difference)
    return None


def floats_again(
    pairings: Pairings, histories: Iterable[History], *, stored: Iterable[Game] = ()
) -> Iterator[Problem]:
    """A problem for each player of a new game who is paired down, or up, as in the round before,
    although there is somebody of equal points who was not; its line counts the games."""
    down = gettext_noop("%(name)s (%(own)s) meets fewer points (%(other)s) again, as last round.")
    up = gettext_noop("%(name)s (%(own)s) meets more points (%(other)s) again, as last round.")
    before = {history.number: history for history in histories}
    known = set(stored)
    for line, game in enumerate(pairings.games, start=1):
        if game in known or not all(number in before for number in game):
            continue
        first, second = (before[number] for number in game)
        for one, other in ((first, second), (second, first)):
            sign = DOWN if one.points > other.points else UP if one.points < other.points else ""
            if sign and one.floats.endswith(sign) and _has_other(one, before.values(), sign):
                points = {"own": _number(one.points), "other": _number(other.points)}
                text = sentence(down if sign == DOWN else up, name=one.name, **points)
                yield Problem(text, line)


def _has_other(one: History, players: Iterable[History], sign: str) -> bool:
    """Whether another one of equal points did not float that way in the round before."""
    return any(
        player.points == one.points and not player.floats.endswith(sign) for player in players
    )


def _number(points: Fraction) -> Number:
    return Number(write_points(points))


def _clubs_to_keep_apart(contenders: Contenders) -> set[str]:
    """The clubs that have at most half of the players: of more, some must meet."""
    sizes = Counter(player.club for player in contenders.values() if player.club)
    return {club for club, size in sizes.items() if 2 * size <= len(contenders)}


def second_byes(
    pairings: Pairings, contenders: Contenders, system: PointSystem | None = None
) -> Iterator[Problem]:
    """A problem for each player who had the bye of the pairing before and is given it again; with
    the point ``system`` also for who scored a win without a game (C.04.3, criterion C2)."""
    again = gettext_noop("%(name)s had the bye in round %(round)s already.")
    unplayed = gettext_noop(
        "%(name)s had the points of a win without a game in round %(round)s: that bars from the "
        "bye."
    )
    for number, code in pairings.byes:
        player = contenders[number]
        if code is not Code.PAIRING_BYE:
            continue
        for round_, result in enumerate(player.results, start=1):
            had_bye = result is not None and result.code is Code.PAIRING_BYE
            if had_bye or (result and system and _is_unplayed_win(result.code, system)):
                text = again if had_bye else unplayed
                yield Problem(sentence(text, name=player.name, round=round_))
                break


def _is_unplayed_win(code: Code, system: PointSystem) -> bool:
    return not code.played and (system.points(code) or 0) >= system.win


def forbidden_games(
    pairings: Pairings,
    contenders: Contenders,
    forbidden: Iterable[Forbidden],
    round_: int,
    *,
    stored: Iterable[Game] = (),
) -> Iterator[Problem]:
    """A problem for each new game of two who are not to meet in this round."""
    known = set(stored)
    groups = [
        set(each.numbers)
        for each in forbidden
        if (each.first or 1) <= round_ <= (each.last or round_)
    ]
    for line, game in enumerate(pairings.games, start=1):
        if game not in known and any(set(game) <= group for group in groups):
            first, second = (contenders[number].name for number in game)
            yield Problem(
                sentence(
                    "%(first)s and %(second)s are not to be paired with each other.",
                    first=first,
                    second=second,
                ),
                line,
            )
