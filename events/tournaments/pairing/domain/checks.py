"""What speaks against a pairing: what makes it impossible, and what is merely unusual.

Impossible is a game of somebody who does not play in the round. Unusual is what the system of the
tournament would not have proposed: a game that was played before, a colour or a bye that its rules
forbid, two who are not to meet, and players of one club where exchanging opponents between games
would keep them apart. Who floats again is no question: the system floats as few as it can, and
which these are only the whole bracket tells. :class:`Criteria` says which of these a system knows;
a game that was not played is no meeting in any of them.
Source: FIDE handbook, C.04.1, C.04.2 and C.04.3.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubscore.text.problems import Problem, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.pairings import FIRST, SECOND, Pairings
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.wishes import Wishes

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
Worth = Callable[[int, int], int]
"""What a pair is worth where a system adds up weights."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """What the system of a tournament looks at in a round.

    A game counts as a meeting since round ``since``. ``is_strict``: nobody meets twice, or the
    round cannot be paired; else as few as possible do. ``by_colours`` are the absolute colours of
    the Dutch system, in the last round not of the ``top`` (C.04.3, articles 1.7, 1.8, 2.1.3).
    ``system`` are the points by which an unplayed win bars from the bye (criterion C2); without it
    the fewest byes count. ``worth`` is the weight of a pair, where there are weights."""

    since: int = 1
    is_strict: bool = True
    by_colours: bool = False
    by_byes: bool = True
    system: PointSystem | None = None
    top: frozenset[int] = frozenset()
    wishes: Wishes = dataclasses.field(default_factory=Wishes)
    worth: Worth | None = None
    by_preferences: bool = False
    """Whether two who both have the colour that they are not due are told."""


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


class Field:
    """The players of a round, and which of them may meet."""

    def __init__(self, contenders: Contenders, criteria: Criteria) -> None:
        self.contenders, self.criteria = contenders, criteria

    def rounds_met(self, one: int, other: int, *, is_played: bool = True) -> list[int]:
        """The rounds in which they have played each other, or were paired."""
        return [
            number
            for number, result in enumerate(self.contenders[one].results, start=1)
            if number >= self.criteria.since
            and result
            and result.opponent == other
            and (result.code.played or not is_played)
        ]

    def shares_due(self, one: int, other: int) -> bool:
        """Whether both must have one colour, and neither is at the top in the last round."""
        if not self.criteria.by_colours or {one, other} & self.criteria.top:
            return False
        due = due_colour(self.contenders[one])
        return due is not None and due is due_colour(self.contenders[other])

    def may_meet(self, one: int, other: int) -> bool:
        """Whether nothing absolute is against this pair."""
        return not (
            self.criteria.wishes.forbids(one, other)
            # Weights, which are those of OpenGotha, are against any second pairing.
            or self.rounds_met(one, other, is_played=self.criteria.is_strict)
            or self.shares_due(one, other)
        )

    def exchanges(self, game: Game, games: Iterable[Game]) -> Iterator[tuple[Game, Game, Game]]:
        """A game of ``games``, and the two pairs that may be made with it in place of both: the
        first side's, the second side's."""
        first, second = game
        for other in games:
            if set(other) & set(game):
                continue
            for one, last in (other, other[::-1]):
                pairs = (first, one), (second, last)
                if all(self.may_meet(*pair) for pair in pairs):
                    yield other, *pairs


def due_colour(player: Contender) -> Colour | None:
    """The colour that a player must have: after two of the other, or two more of it."""
    return next((colour for colour in Colour if _colour(player, colour.other)), None)


def unusual(pairings: Pairings, field: Field, *, stored: Iterable[Game] = ()) -> Iterator[Problem]:
    """Who is not to meet, rematches, third same colours and too large differences of colours in
    the new games, in the order of the boards; a problem's line counts the games."""
    known = set(stored)
    for line, game in enumerate(pairings.games, start=1):
        if game in known:
            continue
        found = [_apart(game, field), _rematch(game, field, pairings.games), *_colours(game, field)]
        yield from (Problem(each, line) for each in found if each)


def _apart(game: Game, field: Field) -> Sentence | None:
    if not field.criteria.wishes.forbids(*game):
        return None
    first, second = (field.contenders[number].name for number in game)
    return sentence(
        "%(first)s and %(second)s are not to be paired with each other.", first=first, second=second
    )


def _rematch(game: Game, field: Field, games: Iterable[Game]) -> Sentence | None:
    """That they have met before; where as few as possible meet again, only what two games that
    exchange their players would mend."""
    rounds = field.rounds_met(*game)
    if not rounds or (not field.criteria.is_strict and not any(field.exchanges(game, games))):
        return None
    first, second = (field.contenders[number].name for number in game)
    return sentence(
        "%(first)s and %(second)s have met before, in round %(rounds)s.",
        first=first,
        second=second,
        rounds=", ".join(map(str, rounds)),
    )


def _colours(game: Game, field: Field) -> list[Sentence | None]:
    """What speaks against the colours; nothing where no others are possible, or the pair is a
    wish."""
    first, second = (field.contenders[number] for number in game)
    due = due_colour(first)
    is_shared = due is not None and due is due_colour(second)
    is_free = (is_shared and not field.shares_due(*game)) or field.criteria.wishes.prefers(*game)
    if not field.criteria.by_colours or is_free:
        return []
    return [
        _colour(first, Colour.WHITE),
        _colour(second, Colour.BLACK),
        _both_wrong(first, second) if field.criteria.by_preferences else None,
    ]


def _both_wrong(first: Contender, second: Contender) -> Sentence | None:
    """That exchanging the colours would give both the one that they are due."""
    if (preferred(first), preferred(second)) != (Colour.BLACK, Colour.WHITE):
        return None
    return sentence(
        "%(first)s and %(second)s both have the colour that they are not due.",
        first=first.name,
        second=second.name,
    )


def preferred(player: Contender) -> Colour | None:
    """The colour that a player is due, however weakly (C.04.3, 1.6): the one had less often, else
    not the last one; ``None`` before the first game."""
    played = _played_colours(player)
    difference = played.count(Colour.WHITE) - played.count(Colour.BLACK)
    if difference:
        return Colour.BLACK if difference > 0 else Colour.WHITE
    return played[-1].other if played else None


def of_one_club(pairings: Pairings, field: Field, *, stored: Iterable[Game] = ()) -> list[int]:
    """The new games, counted from 1, of two players who are rather not to meet, or of one club
    where clubs have a weight: those that exchanging players between games mends.

    Where only wishes keep them apart, the whole round must be mended, or they are not obeyed.
    """
    games, known = list(pairings.games), set(stored)
    criteria = field.criteria
    if criteria.worth is None:

        def apart(game: Game) -> bool:
            return criteria.wishes.avoids(*game) and not criteria.wishes.prefers(*game)

        if not _can_be_mended(games, field, apart):
            return []
        return [line for line, game in enumerate(games, 1) if apart(game) and game not in known]
    return [
        line
        for line, game in enumerate(games, start=1)
        if game not in known and _is_of_one_club(game, field) and _is_heavier(game, games, field)
    ]


def _is_of_one_club(game: Game, field: Field) -> bool:
    first, second = (field.contenders[number].club for number in game)
    return bool(first) and first == second


def _can_be_mended(games: Sequence[Game], field: Field, is_bad: Callable[[Game], bool]) -> bool:
    """Whether exchanges, one after another, leave no bad game."""
    left = list(games)
    for _time in games:
        bad = next((game for game in left if is_bad(game)), None)
        if bad is None:
            return True
        better = next(
            (
                (other, pairs)
                for other, *pairs in field.exchanges(bad, left)
                if not any(map(is_bad, pairs))
            ),
            None,
        )
        if better is None:
            return False
        other, pairs = better
        left = [game for game in left if game not in (bad, other)] + pairs
    return not any(map(is_bad, left))


def _is_heavier(game: Game, games: Iterable[Game], field: Field) -> bool:
    """Whether an exchange without a game of one club has more weight."""
    worth = field.criteria.worth
    return worth is not None and any(
        not any(_is_of_one_club(pair, field) for pair in pairs)
        and sum(worth(*pair) for pair in pairs) > worth(*game) + worth(*other)
        for other, *pairs in field.exchanges(game, games)
    )


def _colour(player: Contender, colour: Colour) -> Sentence | None:
    """What speaks against a colour: the third time in succession, or once more than
    :data:`MAX_DIFFERENCE` oftener than the other (C.04.1, articles 6 and 7)."""
    played = _played_colours(player)
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


def _played_colours(player: Contender) -> list[Colour]:
    return [
        result.colour
        for result in player.results
        if result and result.colour and result.code.played
    ]


def second_byes(pairings: Pairings, field: Field) -> Iterator[Problem]:
    """A problem for each player who had the bye of the pairing before and is given it again; by
    the points of a system also for who scored a win without a game (C.04.3, criterion C2), without
    them only where a player who had it less often may change places."""
    again = gettext_noop("%(name)s had the bye in round %(round)s already.")
    unplayed = gettext_noop(
        "%(name)s had the points of a win without a game in round %(round)s: that bars from the "
        "bye."
    )
    system = field.criteria.system
    for number, code in pairings.byes if field.criteria.by_byes else ():
        player = field.contenders[number]
        if code is not Code.PAIRING_BYE:
            continue
        for round_, result in enumerate(player.results, start=1):
            had_bye = result is not None and result.code is Code.PAIRING_BYE
            if had_bye or (result and system and _is_unplayed_win(result.code, system)):
                if system or _has_substitute(number, pairings.games, field):
                    text = again if had_bye else unplayed
                    yield Problem(sentence(text, name=player.name, round=round_))
                break


def _has_substitute(number: int, games: Iterable[Game], field: Field) -> bool:
    """Whether somebody who had fewer byes can have this one, and the opponent meet the player."""
    byes = {
        side: sum(
            result is not None and result.code is Code.PAIRING_BYE
            for result in field.contenders[side].results
        )
        for side in (number, *(side for game in games for side in game))
    }
    return any(
        byes[one] < byes[number] and field.may_meet(number, other)
        for game in games
        for one, other in (game, game[::-1])
    )


def _is_unplayed_win(code: Code, system: PointSystem) -> bool:
    return not code.played and (system.points(code) or 0) >= system.win
