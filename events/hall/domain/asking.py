"""Requests for byes and withdrawals: what the rules allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from clubscore.text.problems import sentence
from events.devices.domain.outcomes import DeviceRefused, Why


class Kind(StrEnum):
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player with the rules: ``paired`` are the rounds that have pairings, published or not,
    ``half_byes`` the rounds of the half-point byes that he has or asks for, ``open`` the rounds of
    open requests, 0 for a withdrawal."""

    rounds: int
    paired: frozenset[int] = frozenset()
    most_half_byes: int = 1
    last_half_bye: int | None = None
    half_byes: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()
    open: Mapping[int, str] = field(default_factory=dict)
    has_left: bool = False

    @property
    def last(self) -> int:
        """The last round that may have a half-point bye."""
        return self.rounds - 1 if self.last_half_bye is None else self.last_half_bye


ASKED: Final = sentence("You have asked for this round already.")

ASKED_TO_LEAVE: Final = sentence("You have asked to withdraw already.")

LEFT: Final = sentence("You have withdrawn from the tournament.")


def refuse(kind: Kind, number: int, player: Standing) -> None:
    """Raise :class:`DeviceRefused` where a request is against the rules, or comes too late."""
    if player.has_left:
        raise DeviceRefused(Why.CHANGED, LEFT)
    if kind is Kind.WITHDRAW:
        if 0 in player.open:
            raise DeviceRefused(Why.CHANGED, ASKED_TO_LEAVE)
        return
    _refuse_round(number, player)
    if kind is Kind.HALF_BYE:
        _refuse_half(number, player)


def _refuse_round(number: int, player: Standing) -> None:
    if not 1 <= number <= player.rounds:
        no_round = sentence(
            "There is no round %(round)s: the tournament has %(rounds)s.",
            round=number,
            rounds=player.rounds,
        )
        raise DeviceRefused(Why.IMPOSSIBLE, no_round)
    if number in player.paired:
        paired = sentence("Round %(round)s is being paired. Speak to the arbiter.", round=number)
        raise DeviceRefused(Why.CHANGED, paired)
    if number in player.open:
        raise DeviceRefused(Why.CHANGED, ASKED)
    if number in player.absent:
        away = sentence("You do not play in round %(round)s already.", round=number)
        raise DeviceRefused(Why.CHANGED, away)


def _refuse_half(number: int, player: Standing) -> None:
    if number > player.last:
        late = sentence("Half-point byes are possible up to round %(round)s.", round=player.last)
        raise DeviceRefused(Why.IMPOSSIBLE, late)
    if not player.most_half_byes:
        raise DeviceRefused(Why.IMPOSSIBLE, sentence("This tournament has no half-point byes."))
    if len(player.half_byes) >= player.most_half_byes:
        first = sentence(
            "You have your half-point bye in round %(round)s already.", round=player.half_byes[0]
        )
        raise DeviceRefused(Why.IMPOSSIBLE, first)
