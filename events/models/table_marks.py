"""What the tables did to a line: who entered and who confirmed it, what was sent, what is claimed.

A mark counts only while its version is the line's: any later change, also a director's or an undo,
takes a confirmation away by itself. Results that are proposed are stored as phones send them.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.contestant import Contestant
from events.models.line import TravellerLine
from events.models.session import Session
from events.models.tables import TableDevice

MAX_NOTE = 100


def _device() -> models.ForeignKey:
    return models.ForeignKey(
        TableDevice, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )


def _user() -> models.ForeignKey:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )


class TableMark(models.Model):
    """The state of a line at its table."""

    class How(models.TextChoices):
        OWN_DEVICE = "own device", _("own device")
        SAME_DEVICE = "same device", _("same device")
        ALIKE = "entered alike", _("entered alike")
        DIRECTOR = "director", _("director")

    line = models.OneToOneField(
        TravellerLine, on_delete=models.CASCADE, primary_key=True, related_name="mark"
    )
    entered_version = models.PositiveIntegerField(null=True, blank=True)
    entered_side = models.CharField(max_length=2, blank=True)
    entered_device = _device()
    confirmed_version = models.PositiveIntegerField(null=True, blank=True)
    confirmed_side = models.CharField(max_length=2, blank=True)
    confirmed_device = _device()
    how = models.CharField(max_length=16, choices=How, blank=True)
    doubted_version = models.PositiveIntegerField(null=True, blank=True)
    objected_version = models.PositiveIntegerField(null=True, blank=True)
    objected_side = models.CharField(max_length=2, blank=True)
    objected_device = _device()
    proposal = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("mark of a line")
        verbose_name_plural = _("marks of lines")

    def __str__(self) -> str:
        return f"{self.line_id}: {self.entered_version}"


class Submission(models.Model):
    """What a device sent, and the answer: the same key again gets the same answer.

    One that came too late, or for a line that is gone, waits for the director until ``settled_at``.
    """

    device = models.ForeignKey(TableDevice, on_delete=models.CASCADE, related_name="submissions")
    key = models.CharField(max_length=32)
    line = models.ForeignKey(
        TravellerLine, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(default=dict)
    sent = models.JSONField(default=dict)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        ordering = ("pk",)
        indexes = (models.Index(fields=("device", "at"), name="submission_by_device"),)
        constraints = (
            models.UniqueConstraint(fields=("device", "key"), name="submission_key_once"),
        )

    def __str__(self) -> str:
        return f"{self.device_id}: {self.status}"


class TableProposal(models.Model):
    """What one side of a table asks the other to agree to: to sit the other way round, to exchange
    two boards, a change of a confirmed result of the round before, its own names."""

    class Kind(models.TextChoices):
        SEATS = "seats", _("seats")
        BOARDS = "boards", _("boards exchanged")
        RESULT = "result", _("result")
        NAMES_NS = "names-ns", _("names of North–South")
        NAMES_EW = "names-ew", _("names of East–West")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="proposals")
    line = models.ForeignKey(TravellerLine, on_delete=models.CASCADE, related_name="proposals")
    other = models.ForeignKey(
        TravellerLine, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    device = _device()
    side = models.CharField(max_length=2, blank=True)
    versions = models.JSONField(default=list)
    proposal = models.JSONField(null=True, blank=True)
    at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    agreed = models.BooleanField(null=True)

    class Meta:
        verbose_name = _("proposal of a table")
        verbose_name_plural = _("proposals of tables")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("line", "kind"),
                condition=Q(decided_at__isnull=True),
                name="proposal_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.line_id}: {self.kind}"


class LineClaim(models.Model):
    """A pair says that a result was recorded wrongly (Law 79C); its opponents consent, the director
    decides."""

    class Decision(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")

    line = models.ForeignKey(TravellerLine, on_delete=models.CASCADE, related_name="claims")
    version = models.PositiveIntegerField()
    proposal = models.JSONField()
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    device = _device()
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    consented_device = _device()
    consented_by = _user()
    declined_at = models.DateTimeField(null=True, blank=True)
    decided = models.CharField(max_length=8, choices=Decision, blank=True)
    decided_by = _user()
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("line",), condition=Q(decided=""), name="claim_once_a_line"
            ),
        )

    def __str__(self) -> str:
        return f"{self.line_id}: {self.decided or 'open'}"
