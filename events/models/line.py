"""Lines of travellers: one result, or the place for one.

The lines of a session are created from the movement when it is set up; entering a result fills
one in. ``version`` goes up with every change, so that two directors notice each other. A line is
*empty* when it has neither a score nor an adjustment. Under an adjustment, the score and the
contract are the table's own. On a fouled board, ``deal`` says which deal was played.

The result of a line as the columns that store it: texts and numbers to a value, and back.

No other module parses these texts. The same few occur in thousands of lines, so that each is
parsed once and then cached.

Doubts that a director has dismissed: the result is right.

Doubts are recomputed each time, so that only the *key* is stored. The doubts service makes it from
the rule and the lines with their versions: a line that is changed is doubted again.

Penalties (Laws 90 and 91): what a director takes off a contestant's total, or a warning.

Standings are computed, so that a penalty is only what was ruled: how much, of what, and why. One
of a kind that does not go with the session's method of scoring takes nothing off.

The figures of a session's contestants, stored so that a player's page need not score it.

A cache, and no data: a row counts only while its ``state`` is that of the session, it is left out
of backups, and is computed again when it is missing.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import CheckedTogetherModel, user_key
from events.models.session import Contestant, Section, Session
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.contract import PassedOut, Played, Seat, read_card, read_contract
from events.sessions.core.domain.line_result import LineResult

_EMPTY: Mapping[str, Any] = {
    "score_ns": None,
    "contract": "",
    "declarer": "",
    "tricks": None,
    "adjustment": "",
    "lead": "",
}

RESULT_FIELDS = tuple(_EMPTY)
"""The columns of a result, in the order in which :func:`read_columns` takes them."""

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
    updated_by = user_key()

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
                condition=Q(contract="") | Q(score_ns__isnull=False), name="line_contract_has_score"
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
                condition=Q(lead="") | ~Q(contract__in=["", "PASS"]), name="line_lead_with_contract"
            ),
            models.CheckConstraint(
                condition=Q(adjustment__in=["", "NP"])
                | Q(adjustment__startswith="A")
                | Q(adjustment__contains=":"),
                name="line_adjustment_of_a_kind",
            ),
            models.CheckConstraint(
                condition=~Q(adjustment="") | Q(law="", reason=""), name="line_law_with_adjustment"
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

    EMPTY: ClassVar[Q] = Q(score_ns__isnull=True, adjustment="")

    @property
    def is_empty(self) -> bool:
        return self.score_ns is None and not self.adjustment


@lru_cache(maxsize=20_000)
def read_columns(
    score_ns: int | None,
    contract: str,
    declarer: str,
    tricks: int | None,
    adjustment: str,
    lead: str,
) -> LineResult:
    """The result that the columns hold. Raises :class:`clubscore.text.problems.Refused` for a text
    that was never written by :func:`columns_of`.
    """
    return LineResult(
        score_ns,
        _read_played(contract, declarer, tricks),
        read_adjustment(adjustment) if adjustment else None,
        read_card(lead) if lead else None,
    )


def _read_played(contract: str, declarer: str, tricks: int | None) -> Played | PassedOut | None:
    if not contract:
        return None
    value = read_contract(contract)
    if isinstance(value, PassedOut):
        return value
    # For the type checker: a constraint of the database allows no contract without tricks.
    return None if tricks is None else Played(value, Seat(declarer), tricks)


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


def columns_of(result: LineResult) -> dict[str, Any]:
    """The columns that store a result."""
    columns = {
        **_EMPTY,
        "score_ns": result.score_ns,
        "adjustment": "" if result.adjustment is None else str(result.adjustment),
        "lead": "" if result.lead is None else str(result.lead),
    }
    match result.played:
        case Played(contract, declarer, tricks):
            columns |= {"contract": str(contract), "declarer": str(declarer), "tricks": tricks}
        case PassedOut():
            columns["contract"] = str(result.played)
    return columns


def result_of_state(state: Mapping[str, Any]) -> LineResult:
    """The result in a logged state of a line, which leaves blank columns out."""
    return read_columns(*(state.get(name, empty) for name, empty in _EMPTY.items()))


class TickedDoubt(models.Model):
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="ticked_doubts")
    key = models.CharField(max_length=32)
    ticked_at = models.DateTimeField(_("when"), auto_now_add=True)
    ticked_by = user_key()

    class Meta:
        verbose_name = _("dismissed doubt")
        verbose_name_plural = _("dismissed doubts")
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("session", "key"), name="doubt_once"),)

    def __str__(self) -> str:
        return self.key


class Penalty(CheckedTogetherModel):
    class Kind(models.TextChoices):
        PERCENT = "percent", _("per cent of a top")
        MATCHPOINTS = "matchpoints", _("matchpoints")
        IMPS = "imps", _("IMPs")
        POINTS = "points", _("total points")
        WARNING = "warning", _("a warning")

    contestant = models.ForeignKey(
        Contestant, verbose_name=_("contestant"), on_delete=models.CASCADE, related_name="penalties"
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
                condition=~Q(kind="percent") | Q(amount__lte=100), name="penalty_at_most_a_top"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_reason"),
        )

    def __str__(self) -> str:
        return f"{self.contestant}: {self.amount} {self.get_kind_display()}"


class SessionFigures(models.Model):
    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="figures"
    )
    state = models.CharField(_("state"), max_length=100)
    figures = models.TextField(_("figures"))

    class Meta:
        verbose_name = _("figures of a session")
        verbose_name_plural = _("figures of sessions")

    def __str__(self) -> str:
        return f"{self.session_id}: {self.state}"
