"""Penalties (Laws 90 and 91): what a director takes off a contestant's total, or a warning.

Standings are computed, so that a penalty is only what was ruled: how much, of what, and why. One
of a kind that does not go with the session's method of scoring takes nothing off.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.checked_together import CheckedTogetherModel
from events.models.contestant import Contestant


class Penalty(CheckedTogetherModel):
    class Kind(models.TextChoices):
        PERCENT = "percent", _("per cent of a top")
        MATCHPOINTS = "matchpoints", _("matchpoints")
        IMPS = "imps", _("IMPs")
        POINTS = "points", _("total points")
        WARNING = "warning", _("a warning")

    contestant = models.ForeignKey(
        Contestant,
        verbose_name=_("contestant"),
        on_delete=models.CASCADE,
        related_name="penalties",
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    amount = models.DecimalField(_("amount"), max_digits=6, decimal_places=2, default=0)
    law = models.CharField(_("law"), max_length=60, blank=True)
    reason = models.CharField(_("reason"), max_length=200)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=["percent", "matchpoints", "imps", "points", "warning"]),
                name="penalty_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(kind="warning", amount=0) | (~Q(kind="warning") & Q(amount__gt=0)),
                name="penalty_has_amount_unless_warning",
            ),
            models.CheckConstraint(
                condition=~Q(kind="percent") | Q(amount__lte=100),
                name="penalty_at_most_a_top",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_reason"),
        )

    def __str__(self) -> str:
        return f"{self.contestant}: {self.amount} {self.get_kind_display()}"
