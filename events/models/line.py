"""Lines of travellers: one result, or the place for one.

The lines of a session are created from the movement when it is set up; entering a result fills
one in. ``version`` goes up with every change, so that two directors notice each other. A line is
*empty* when it has neither a score nor an adjustment. Under an adjustment, the score and the
contract are the table's own. On a fouled board, ``deal`` says which deal was played.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.contestant import Contestant
from events.models.result_columns import RESULT_FIELDS, read_columns
from events.models.session import Section
from events.sessions.domain.line_result import LineResult

STATE_FIELDS = (*RESULT_FIELDS, "law", "reason", "deal")
"""The columns that a director changes; the log keeps them all."""


class TravellerLine(models.Model):
    class Deal(models.TextChoices):
        """Which deal of its number was at the table."""

        ORIGINAL = "", _("the original deal")
        CHANGED = "B", _("the changed deal")
        CHANGED_AGAIN = "C", _("the deal changed again")

    section = models.ForeignKey(
        Section, verbose_name=_("section"), on_delete=models.CASCADE, related_name="lines"
    )
    board = models.PositiveSmallIntegerField(_("board"))
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    contract = models.CharField(_("contract"), max_length=5, blank=True)
    declarer = models.CharField(_("declarer"), max_length=1, blank=True)
    tricks = models.PositiveSmallIntegerField(_("tricks"), null=True, blank=True)
    score_ns = models.SmallIntegerField(_("score to NS"), null=True, blank=True)
    adjustment = models.CharField(_("adjustment"), max_length=255, blank=True)
    lead = models.CharField(_("lead"), max_length=2, blank=True)
    law = models.CharField(_("law"), max_length=60, blank=True)
    reason = models.CharField(_("reason of the ruling"), max_length=200, blank=True)
    deal = models.CharField(_("deal"), max_length=1, choices=Deal, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

    class Meta:
        verbose_name = _("traveller line")
        verbose_name_plural = _("traveller lines")
        ordering = ("section", "board", "round", "table", "pk")
        indexes = (models.Index(fields=("section", "board"), name="line_by_board"),)
        constraints = (
            models.UniqueConstraint(
                fields=("section", "board", "round", "table"), name="line_once_a_round_and_table"
            ),
            models.CheckConstraint(
                condition=Q(board__gte=1) & Q(board__lte=9999), name="line_board_1_to_9999"
            ),
            models.CheckConstraint(
                condition=Q(contract="") | Q(score_ns__isnull=False),
                name="line_contract_has_score",
            ),
            models.CheckConstraint(
                condition=Q(contract__in=["", "PASS"], declarer="", tricks__isnull=True)
                | (
                    ~Q(contract__in=["", "PASS"])
                    & Q(declarer__in=["N", "E", "S", "W"])
                    & Q(tricks__isnull=False)
                    & Q(tricks__lte=13)
                ),
                name="line_contract_complete",
            ),
            models.CheckConstraint(
                condition=Q(lead="") | ~Q(contract__in=["", "PASS"]),
                name="line_lead_with_contract",
            ),
            models.CheckConstraint(
                condition=Q(adjustment__in=["", "NP"])
                | Q(adjustment__startswith="A")
                | Q(adjustment__contains=":"),
                name="line_adjustment_of_a_kind",
            ),
            models.CheckConstraint(
                condition=~Q(adjustment="") | Q(law="", reason=""),
                name="line_law_with_adjustment",
            ),
            models.CheckConstraint(condition=Q(deal__in=["", "B", "C"]), name="line_deal_known"),
        )

    def __str__(self) -> str:
        return _("board %(board)s, round %(round)s, table %(table)s") % {
            "board": self.board,
            "round": self.round or "–",
            "table": self.table or "–",
        }

    @property
    def result(self) -> LineResult:
        """The stored result as a value of the domain."""
        return read_columns(*(getattr(self, field) for field in RESULT_FIELDS))

    @property
    def state(self) -> dict[str, Any]:
        """All that a director changes, by column."""
        return {field: getattr(self, field) for field in STATE_FIELDS}

    @property
    def is_empty(self) -> bool:
        return self.score_ns is None and not self.adjustment


class LineContestant(models.Model):
    """A contestant at the table of a line.

    The board is stored here too, so that the database refuses a second line of one contestant on a
    board. ``position`` is 1, and 2 for the second partner of an individual. ``scheduled`` is who
    should have sat there, where somebody else did.
    """

    line = models.ForeignKey(TravellerLine, on_delete=models.CASCADE, related_name="sides")
    contestant = models.ForeignKey(
        Contestant, verbose_name=_("contestant"), on_delete=models.CASCADE, related_name="sides"
    )
    scheduled = models.ForeignKey(
        Contestant,
        verbose_name=_("scheduled"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    board = models.PositiveSmallIntegerField()
    direction = models.CharField(_("direction"), max_length=2)
    position = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("contestant of a line")
        verbose_name_plural = _("contestants of lines")
        ordering = ("line", "-direction", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("contestant", "board"),
                name="contestant_once_a_board",
                violation_error_message=_("This contestant has a line on this board already."),
            ),
            models.UniqueConstraint(
                fields=("line", "direction", "position"), name="line_seat_once"
            ),
            models.CheckConstraint(
                condition=Q(direction__in=["NS", "EW"]), name="line_direction_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.direction} {self.contestant}"
