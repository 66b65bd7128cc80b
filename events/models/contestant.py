"""Contestants of a section, who they are, and with which handicap.

A *contestant* is a pair, or in an individual movement a player. ``direction`` is empty where one
set of numbers serves both directions (every movement), and ``NS`` or ``EW`` where both directions
count from 1 (BridgeScore files). Names may come late: a contestant without players is a number.

A handicap is in percent, without tops in points for the session. It belongs to the pair, or to
each of its players.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.session import Section, Session
from players.models import Player

MAX_HANDICAP = 999
"""Either way; with total points, handicaps go into the hundreds."""


def handicap_field() -> models.DecimalField:
    """A handicap with two decimals, or nothing."""
    return models.DecimalField(_("handicap"), max_digits=5, decimal_places=2, null=True, blank=True)


class Contestant(models.Model):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="contestants")
    number = models.PositiveSmallIntegerField(_("number"))
    direction = models.CharField(_("direction"), max_length=2, blank=True)
    team = models.ForeignKey(
        "events.BridgeTeam",
        verbose_name=_("team"),
        on_delete=models.CASCADE,
        related_name="contestants",
        null=True,
        blank=True,
    )
    handicap = handicap_field()
    players = models.ManyToManyField(Player, through="ContestantPlayer", related_name="+")

    class Meta:
        verbose_name = _("contestant")
        verbose_name_plural = _("contestants")
        ordering = ("section", "-direction", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "direction", "number"), name="contestant_number_once"
            ),
            models.CheckConstraint(
                condition=Q(direction__in=["", "NS", "EW"]), name="contestant_direction_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.direction} {self.number}".strip()

    @property
    def code(self) -> str:
        """What names the contestant in its session: ``A5``, ``ANS3``."""
        return f"{self.section.letter}{self.direction}{self.number}"


class ContestantPlayer(models.Model):
    """A player of a contestant; the session is stored here too, so that the database refuses a
    player who is entered twice."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="memberships"
    )
    place = models.PositiveSmallIntegerField()
    handicap = handicap_field()

    class Meta:
        verbose_name = _("player of a contestant")
        verbose_name_plural = _("players of contestants")
        ordering = ("contestant", "place")
        constraints = (
            models.UniqueConstraint(fields=("session", "player"), name="player_once_a_session"),
            models.UniqueConstraint(fields=("contestant", "place"), name="contestant_place_once"),
        )

    def __str__(self) -> str:
        return f"{self.contestant}: {self.player}"
