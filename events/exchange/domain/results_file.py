"""What a file of results says, whatever its format: lines, contestants, boards, hands.

Numbers of contestants, percentages and matchpoints stay as they were printed. Contracts are upper
case without blanks (``3NTX``, ``PASS``), leads have the suit first and ``10`` for the ten
(``H10``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from clubscore.text.problems import Problem
from events.sessions.cardplay.domain.auction import Auction
from events.sessions.cardplay.domain.tricks import Play
from events.sessions.hands.domain import Deal

Number = str | tuple[str, ...] | None
"""A pair's number, the numbers of two partners in an individual, or nothing."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """One result. ``score_ns`` is what the file says, signed to North–South; where it is silent,
    what the contract gives. ``adjustment`` is a weighted or split score in our own words, which
    stands beside what the format can express. ``line`` is the place in the file."""

    ns: Number = None
    ew: Number = None
    contract: str | None = None
    declarer: str | None = None
    tricks: int | None = None
    lead: str | None = None
    score_ns: int | None = None
    artificial: tuple[Fraction | int, Fraction | int] | None = None
    adjustment: str | None = None
    mp_ns: str | None = None
    mp_ew: str | None = None
    imps_ns: str | None = None
    imps_ew: str | None = None
    round: int | None = None
    table: int | None = None
    names_ns: tuple[str, ...] = ()
    names_ew: tuple[str, ...] = ()
    not_played: bool = False
    is_unclear: bool = False
    """Whether a word stands in place of the score that does not say enough."""
    deal: str = ""
    """Which deal of a fouled board was played: empty, ``B`` or ``C``."""
    section: str = ""
    """The section's letter in a format whose boards have the lines of all."""
    line: int | None = None
    match: int | None = None
    """The place of its match among those of the section, from 0."""
    by_team: bool = False
    """Whether ``ns`` and ``ew`` are teams, for the line does not say which pairs played."""
    auction: Auction | None = None
    play: Play | None = None
    room: str = ""
    """``open`` or ``closed``, where the file says it."""
    problems: tuple[Problem, ...] = ()
    """What is left out of its auction and play, or is odd in them."""

    @property
    def is_settled(self) -> bool:
        """Whether it has a result, or says that there is none."""
        return bool(
            self.score_ns is not None or self.artificial or self.adjustment or self.not_played
        )

    @property
    def is_record_alone(self) -> bool:
        """Whether it has an auction or a play, and neither a contract nor a result."""
        is_record = self.auction or self.play or self.problems
        has_result = self.contract is not None or self.is_settled or self.ns or self.ew
        return bool(is_record) and not has_result


@dataclass(frozen=True, slots=True)
class FileBoard:
    """The results of a board, with its hands where the file has them."""

    board: int
    lines: tuple[FileLine, ...] = ()
    deal: Deal | None = None
    dealer: str | None = None
    vulnerable: str | None = None
    double_dummy: str | None = None
    par: str | None = None
    datum: str | None = None
    """The Butler datum that the file gives, as it is printed."""

    @property
    def is_empty(self) -> bool:
        """Whether it has neither hands nor tricks nor a result."""
        has_cards = self.deal or self.double_dummy
        return not (has_cards or any(line.is_settled for line in self.lines))


@dataclass(frozen=True, slots=True)
class FileContestant:
    """A pair, a player of an individual or a team, as the file ranks it."""

    number: str
    direction: str | None = None
    players: tuple[str, ...] = ()
    score: str | None = None
    place: str | None = None
    is_percentage: bool = False
    name: str = ""
    pairs: tuple["FileContestant", ...] = ()
    """The pairs of a team; empty for a pair."""
    adjustment: str | None = None
    line: int | None = None
    section: str = ""
    numbers: tuple[str, ...] = ()
    """The national numbers of the players, in their order; empty where one has none."""
    stratum: str = ""
    """``A``, ``B`` or ``C``; empty where the file has no strata."""
    stratum_place: str | None = None
    """The place in that stratum."""


@dataclass(frozen=True, slots=True)
class FileMatch:
    """A match by the numbers of its sides, with the points that the file gives to both."""

    round: int
    home: str
    away: str
    boards: tuple[int, int] | None = None
    points: tuple[str, str] | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class FileSection:
    letter: str
    contestants: tuple[FileContestant, ...] = ()
    boards: tuple[FileBoard, ...] = ()
    matches: tuple[FileMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class FileEvent:
    """A session as a file has it. ``type`` and ``scoring`` are USEBIO's words of today."""

    title: str = ""
    date: str | None = None
    type: str = "PAIRS"
    scoring: str | None = None
    match_scoring: str | None = None
    winners: int | None = None
    sections: tuple[FileSection, ...] = ()
    limits: tuple[tuple[str, str], ...] = ()
    """The limits of the strata below A as the file prints them, by their letters."""
    hands: Mapping[int, Deal] = field(default_factory=dict)
