"""Who meets whom in a round: as a value, and as a director types it.

A *pairing* is a game of two starting numbers, the first side named first; who has no game may
have a bye. Where the pairings come from does not matter.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, read_bye

FIRST, SECOND = "first", "second"
"""The columns of a typed row."""

SHOWN = 6
"""How many players a message names."""
MAX_SHOWN = 18
"""Digits of a number that stand in a message."""
MAX_TEXT = 40
"""Characters of what was typed that stand in a message."""

MAX_KOMI = 100
"""Points, either way, and half a point less is the most that can be typed."""
# Not in the midst of blanks: of many, each would be tried to the end of them.
_KOMI = re.compile(r"(?<!\s)\s+k([+\-−]?)([0-9]{1,2})([.,][05]|½)?\s*\Z", re.ASCII | re.IGNORECASE)
_HANDICAP = re.compile(r"(?<!\s)\s+h([0-9])\s*\Z", re.ASCII | re.IGNORECASE)
_LIKE_TERMS = re.compile(r"[hk]?[+\-−]?[0-9.,½]*|handicap|komi|stones?", re.IGNORECASE)
"""What is meant as a handicap or a komi, and stands behind a player as if part of the name."""

Key = Callable[[str], str]
"""Makes names and what is typed comparable, such as without case and accents."""


@dataclass(frozen=True, slots=True)
class Pairings:
    """The games of a round in the order of the boards, and the byes by starting number;
    ``handicaps`` are the stones of each game, and ``komis`` its own komi, or nothing where no game
    has any."""

    games: tuple[tuple[int, int], ...] = ()
    byes: tuple[tuple[int, Code], ...] = ()
    handicaps: tuple[int, ...] = ()
    komis: tuple[Fraction | None, ...] = ()

    def komi(self) -> dict[tuple[int, int], Fraction]:
        """The komi by the game, of games that have one of their own."""
        return {
            game: komi
            for game, komi in zip(self.games, self.komis, strict=False)
            if komi is not None
        }

    def stones(self) -> dict[tuple[int, int], int]:
        """The stones by the game, of games that have some."""
        return {
            game: stones for game, stones in zip(self.games, self.handicaps, strict=False) if stones
        }


@dataclass(frozen=True, slots=True)
class TypedPairings:
    """Rows as far as they could be read: ``rows`` are those of the games, ``half_read`` who
    stands in a row of which the other field is wrong."""

    pairings: Pairings
    problems: tuple[Problem, ...] = ()
    rows: tuple[int, ...] = ()
    half_read: frozenset[int] = frozenset()

    def at_rows(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Problems whose lines count the games, with the rows instead."""
        for problem in problems:
            line = problem.line and self.rows[problem.line - 1]
            yield replace(problem, line=line)


def split_handicap(text: str) -> tuple[str, int]:
    """What is typed of Black, and the stones behind it: ``12 h3`` is player 12 with three; a komi
    behind them is left out."""
    text, stones, _komi = _split_terms(text)
    return text, stones


def split_komi(text: str) -> tuple[str, Fraction | None]:
    """What is typed of Black, and the komi behind it: ``12 k5.5``, ``12 h3 k-10``."""
    match = _KOMI.search(text)
    return (text[: match.start()], _komi_of(match)) if match else (text, None)


def _split_terms(text: str) -> tuple[str, int, Fraction | None]:
    """What is typed of Black, the stones and the komi, which may change places."""
    text, komi = split_komi(text)
    match = _HANDICAP.search(text)
    if match is None:
        return text, 0, komi
    text = text[: match.start()]
    if komi is None:
        text, komi = split_komi(text)
    return text, integer_of(match[1]), komi


def _komi_of(found: re.Match[str]) -> Fraction:
    is_half, is_negative = found[3] in (".5", ",5", "½"), found[1] in ("-", "−")
    komi = integer_of(found[2]) + (Fraction(1, 2) if is_half else Fraction(0))
    return -komi if is_negative else komi


def write_komi(komi: Fraction) -> str:
    """A komi as it is typed: ``k5.5``, ``k-10``."""
    return f"k{float(komi):g}"


def problems_of(pairings: Pairings, numbers: Collection[int]) -> Iterator[Problem]:
    """What is wrong with pairings among the players of these starting numbers: somebody unknown,
    or somebody twice. A problem's line counts the games, then the byes."""
    nobody = gettext_noop("There is no player %(number)s.")
    twice = gettext_noop("Player %(number)s is paired twice in this round.")
    places = [
        (line, column, number)
        for line, game in enumerate(pairings.games, start=1)
        for column, number in zip((FIRST, SECOND), game, strict=True)
    ]
    places += [
        (line, FIRST, number)
        for line, (number, _) in enumerate(pairings.byes, start=len(pairings.games) + 1)
    ]
    seen: set[int] = set()
    for line, column, number in places:
        if number not in numbers or number in seen:
            template = nobody if number not in numbers else twice
            yield Problem(sentence(template, number=number), line, column, str(number))
        seen.add(number)


def pairings_so_far(
    rows: Sequence[tuple[str, str]], names: Mapping[int, str], key: Key = str.casefold
) -> TypedPairings:
    """What can be read of pairings, a row a board: two players, or a player and a bye's letter.

    A player is a starting number, alone or before the name, or words that are parts of a name.
    The stones of a handicap and a komi may follow the second player. ``names`` are by starting
    number, compared by ``key``. Empty rows mean nothing. There is a problem for every field that is
    wrong; its line is the row from 1, its column ``first`` or ``second``.
    """
    problems: list[Problem] = []
    games: list[tuple[int, int]] = []
    handicaps: list[int] = []
    komis: list[Fraction | None] = []
    byes: list[tuple[int, Code]] = []
    game_rows: list[int] = []
    half_read: set[int] = set()
    places: dict[int, int] = {}

    def read(row: int, column: str, text: str) -> int | None:
        try:
            number = read_player(text, names, key)
            if number in places:
                message = sentence(
                    "Player %(number)s is already on board %(board)s.",
                    number=number,
                    board=places[number],
                )
                raise Refused(Problem(message, value=text))
        except Refused as refusal:
            problems.extend(
                Problem(problem.message, row, column, text) for problem in refusal.problems
            )
            return None
        places[number] = row
        return number

    for row, (one, other) in enumerate(rows, start=1):
        if not one.strip() and not other.strip():
            continue
        first = read(row, FIRST, one)
        # Asked first: a single letter is a part of many names.
        bye = _bye(other)
        if bye is not None:
            if first is not None:
                byes.append((first, bye))
            continue
        if _is_label(other, names, key):
            stones, komi = 0, None
        else:
            other, stones, komi = _split_terms(other)
        second = read(row, SECOND, other)
        if first is not None and second is not None:
            games.append((first, second))
            handicaps.append(stones)
            komis.append(komi)
            game_rows.append(row)
        else:
            half_read |= {number for number in (first, second) if number is not None}
    has_komi = any(each is not None for each in komis)
    pairings = Pairings(
        tuple(games),
        tuple(byes),
        tuple(handicaps) if any(handicaps) else (),
        tuple(komis) if has_komi else (),
    )
    return TypedPairings(pairings, tuple(problems), tuple(game_rows), frozenset(half_read))


def read_player(text: str, names: Mapping[int, str], key: Key = str.casefold) -> int:
    """The starting number that a text means. Raises :class:`Refused`."""
    text = text.strip()
    if not text:
        raise Refused.because(
            "The opponent is missing. For a bye type bye, or h, f or z "
            "(half-point, full-point, zero-point)."
        )
    head = text.split()[0]
    if head.isascii() and head.isdecimal():
        number = whole_number(head)
        if number is None or number not in names:
            shown = head if number is None else number
            raise Refused.because("There is no player %(number)s.", number=str(shown)[:MAX_SHOWN])
        _check_behind(text[len(head) :], number, names[number], key)
        return number
    words = key(text).split()
    found = [number for number, name in names.items() if all(word in key(name) for word in words)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refused.because("No player of this tournament has “%(text)s” in the name.", text=text)
    shown = "; ".join(f"{number} {names[number]}" for number in sorted(found)[:SHOWN])
    raise Refused.because(
        "“%(text)s” fits several players: %(players)s. Type the number.", text=text, players=shown
    )


def _is_label(text: str, names: Mapping[int, str], key: Key) -> bool:
    """Whether a text is a number with the whole name, which may end as a handicap does."""
    head, _blank, rest = text.strip().partition(" ")
    number = whole_number(head)
    name = None if number is None else names.get(number)
    return bool(rest) and name is not None and _plain(rest, key) == _plain(name, key)


def _plain(text: str, key: Key) -> str:
    return " ".join(key(text).split())


def _check_behind(text: str, number: int, name: str, key: Key) -> None:
    """Behind a number stands nothing, or something of the name."""
    whole = _plain(name, key)
    if _plain(text, key) == whole:
        return
    words = text.split()
    terms = [word for word in words if _LIKE_TERMS.fullmatch(word)]
    if terms:
        raise Refused.because(
            "“%(text)s” is not a handicap: type h1 to h9, or a komi as k5.5, behind Black.",
            text=" ".join(terms)[:MAX_TEXT],
        )
    if any(key(word) not in whole for word in words):
        values = {"number": number, "name": name, "text": " ".join(words)[:MAX_TEXT]}
        raise Refused.because(
            "Player %(number)s is %(name)s: “%(text)s” is something else. Type the number alone.",
            **values,
        )


def _bye(text: str) -> Code | None:
    """A bye's letter; ``None`` for anything else, which is somebody's name."""
    try:
        return read_bye(text)
    except Refused:
        return None
