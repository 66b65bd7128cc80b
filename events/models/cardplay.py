"""Auctions and card play of lines, and the double-dummy tricks after each lead.

A line's play comes from a file; nobody types or undoes it. Its costs are worked out beside
requests: they belong to the contract and declarer in ``solved``, so that they are not shown while
the line says something else, and are there again when that is undone.
"""

from typing import Final

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.web.refusals import refusals_invalid
from events.models.imported_file import MAX_TRIES, BoardHands
from events.models.line import TravellerLine
from events.sessions.cardplay.domain.auction import MAX_LENGTH, read_auction
from events.sessions.cardplay.domain.costs import read_costs, read_kept
from events.sessions.cardplay.domain.tricks import read_cards

MAX_CARDS: Final = 2 * 52 + 3
"""Characters of the text of a play."""


def check_auction(text: str) -> None:
    """That this is an auction. Raises a validation error."""
    with refusals_invalid():
        read_auction(text)


def check_cards(text: str) -> None:
    """That this is a play. Raises a validation error."""
    with refusals_invalid():
        read_cards(text)


def check_costs(text: str) -> None:
    """That these are the tricks of a play. Raises a validation error."""
    with refusals_invalid():
        read_costs(text)


def check_kept(text: str) -> None:
    """That these are cards. Raises a validation error."""
    with refusals_invalid():
        read_kept(text)


class LinePlay(models.Model):
    """How a line was bid and played, as far as a file says it."""

    line = models.OneToOneField(
        TravellerLine, on_delete=models.CASCADE, primary_key=True, related_name="play"
    )
    auction = models.CharField(
        _("auction"), max_length=MAX_LENGTH, blank=True, validators=[check_auction]
    )
    cards = models.CharField(_("cards"), max_length=MAX_CARDS, blank=True, validators=[check_cards])
    costs = models.CharField(max_length=53, blank=True, validators=[check_costs])
    """The declarer's double-dummy tricks before the first card and after each."""
    kept = models.CharField(max_length=26, blank=True, validators=[check_kept])
    """The cards that would have kept the result at the turn."""
    solved = models.CharField(max_length=6, blank=True)
    """The contract, without doubles, and the declarer of the costs: ``4SN``, ``3NTE``."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often the solver had no answer, or ended with it."""

    class Meta:
        verbose_name = _("card play of a line")
        verbose_name_plural = _("card play of lines")
        constraints = (
            models.CheckConstraint(
                condition=~Q(auction="", cards=""), name="line_play_says_something"
            ),
            models.CheckConstraint(
                condition=Q(costs="", kept="", solved="")
                | (~Q(costs="") & ~Q(cards="") & ~Q(solved="")),
                name="line_play_costs_of_cards",
            ),
        )
        indexes = (
            models.Index(
                fields=("line",),
                condition=Q(costs="", tries__lt=MAX_TRIES) & ~Q(cards=""),
                name="line_play_to_solve",
            ),
        )

    def __str__(self) -> str:
        return str(self.line)


class LeadTricks(models.Model):
    """The declarer's double-dummy tricks after each lead to a board."""

    hands = models.ForeignKey(BoardHands, on_delete=models.CASCADE, related_name="leads")
    declarer = models.CharField(_("declarer"), max_length=1)
    strain = models.CharField(max_length=2)
    tricks = models.CharField(max_length=13, blank=True)
    """A hexadecimal digit for each card of the leader, in the order S H D C, the highest first;
    empty where the solver had no answer."""
    tries = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MAX_TRIES)])

    class Meta:
        verbose_name = _("tricks after leads")
        verbose_name_plural = _("tricks after leads")
        ordering = ("hands", "declarer", "strain")
        constraints = (
            models.UniqueConstraint(
                fields=("hands", "declarer", "strain"), name="lead_tricks_once"
            ),
            models.CheckConstraint(
                condition=Q(
                    declarer__in=["N", "E", "S", "W"], strain__in=["C", "D", "H", "S", "NT"]
                ),
                name="lead_tricks_of_a_contract",
            ),
        )

    def __str__(self) -> str:
        return f"{self.hands}: {self.strain} {self.declarer}"
