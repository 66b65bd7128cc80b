"""What is stored of phones, whatever they are used for: the devices of bridge's tables stand on
it, and those of rounds."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import user_key

CODE_LENGTH = 10
"""Characters of Crockford's base 32: 50 bits."""


class AbstractSettings(models.Model):
    """What phones may do; without a row nothing. ``revision`` goes up with whatever a phone shows
    and the log does not have."""

    display_code = models.CharField(max_length=CODE_LENGTH, blank=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class AbstractCode(models.Model):
    """The secret in the address of a card; one a thing at a time, revoked ones stay unusable."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class AbstractDevice(models.Model):
    """A browser that is bound: its token is known by a hash. ``approved_at`` is empty while it
    waits; a device that was forgotten has ``revoked_at``."""

    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    approved_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_bound(self) -> bool:
        """Whether it is allowed in, and not forgotten."""
        return self.approved_at is not None and self.revoked_at is None


class AbstractCall(models.Model):
    """Somebody calls; open until it is answered or withdrawn."""

    at = models.DateTimeField()
    note = models.CharField(max_length=200, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = user_key()

    class Meta:
        abstract = True


class AbstractSubmission(models.Model):
    """What a device sent, and the answer: the same key again gets the same answer. ``outcome`` is
    one word of :mod:`events.devices.domain.outcomes`."""

    key = models.CharField(max_length=32)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=16)
    answer = models.JSONField(default=dict)
    sent = models.JSONField(default=dict)

    class Meta:
        abstract = True


class AbstractClock(models.Model):
    """The clock of a hall. ``paused_left`` is in seconds; ``before`` is its state before the last
    change, for an undo."""

    class Phase(models.TextChoices):
        BEFORE = "before", _("before play")
        PLAY = "play", _("play")
        MOVE = "move", _("move")
        BREAK = "break", _("break")
        END = "end", _("end")

    round = models.PositiveSmallIntegerField(default=0)
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.BEFORE)
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_left = models.PositiveIntegerField(null=True, blank=True)
    message = models.CharField(max_length=200, blank=True)
    before = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True


class WrongCode(models.Model):
    """Wrong codes from one address, and wrong words from one device, since the count began."""

    place = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("wrong code")
        verbose_name_plural = _("wrong codes")
        ordering = ("since",)

    def __str__(self) -> str:
        return f"{self.place[:6]}: {self.count}"
