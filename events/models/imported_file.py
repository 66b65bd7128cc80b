"""Files that became sessions: so that none becomes a second one.

A file is known by the digest of its bytes. When its session is deleted, it may be imported again,
so that two have one digest once that session is brought back from the bin.

The club's account with BridgeWebs, and which event there a session became.

The hands that were dealt for a session, and what can be made with them.

They are *sealed* until the session is finished: nobody sees them, unless a director opens them
with a reason, which is in the log (Laws 6 and 7; exchange, section 2).
"""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.session import Session
from events.sessions.hands.domain import MAX_BOARD

MAX_FILE_NAME = 255


class ImportedFile(models.Model):
    """A file of results, the session that was made of it, and how its published scores agreed."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="file")
    name = models.CharField(_("file"), max_length=MAX_FILE_NAME, blank=True)
    digest = models.CharField(max_length=64, db_index=True)
    content = models.CharField(max_length=64, blank=True, db_index=True)
    """The digest of its day and results: equal where a program wrote the same evening again."""
    published = models.PositiveIntegerField(default=0)
    agreeing = models.PositiveIntegerField(default=0)
    differing = models.JSONField(default=list)
    """The label, the published score and ours of each contestant whose score is not ours."""

    class Meta:
        verbose_name = _("imported file")
        verbose_name_plural = _("imported files")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(agreeing__lte=models.F("published")),
                name="imported_file_agreeing_are_published",
            ),
        )

    def __str__(self) -> str:
        return self.name


class FileBatch(models.Model):
    """Many files that are imported one after another, each by a job."""

    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("files to import")
        verbose_name_plural = _("files to import")

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M}"


class BatchFile(models.Model):
    """A file of a batch, and what became of it; its bytes are dropped then."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        IMPORTED = "imported", _("imported")
        BEFORE = "before", _("imported before")
        REFUSED = "refused", _("not imported")

    batch = models.ForeignKey(FileBatch, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(_("file"), max_length=MAX_FILE_NAME)
    data = models.BinaryField()
    """The content, packed by zlib."""
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    remarks = models.JSONField(default=dict)
    """What is said of it, as templates with their values: in each reader's language."""
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("file to import")
        verbose_name_plural = _("files to import")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=["waiting", "imported", "before", "refused"]),
                name="batch_file_state_known",
            ),
        )

    def __str__(self) -> str:
        return self.name


ONLY_ROW = 1

MAX_EVENT = 60


class BridgeWebsAccount(models.Model):
    """The code and the password of the club; one row."""

    # Not counted by the database: there is never another row.
    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    code = models.CharField(_("code of the club"), max_length=40)
    sealed_password = models.TextField()
    """Encrypted with the secret of the installation, see :mod:`clubscore.keeping.sealed_text`."""

    class Meta:
        verbose_name = _("account with BridgeWebs")
        verbose_name_plural = _("account with BridgeWebs")
        constraints = (
            models.CheckConstraint(condition=models.Q(id=ONLY_ROW), name="bridgewebs_account_once"),
        )

    def __str__(self) -> str:
        return self.code


class BridgeWebsEvent(models.Model):
    """What a session is called at BridgeWebs, and the last answer from there."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="bridgewebs")
    event_id = models.CharField(max_length=MAX_EVENT, blank=True)
    """Empty until it is known; sent again with it, the session replaces what was sent before."""
    sent_at = models.DateTimeField()
    is_successful = models.BooleanField()
    answer = models.TextField(blank=True)
    """Empty where none was read: nobody knows what became of it."""

    class Meta:
        verbose_name = _("session at BridgeWebs")
        verbose_name_plural = _("sessions at BridgeWebs")

    def __str__(self) -> str:
        return f"{self.session}: {self.event_id}"


MAX_TRIES = 2
"""How often a deal is given to the solver; one without an answer then is left without one."""


class HandSet(models.Model):
    """The hands of a session: dealt here, or from a file."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="hand_set")
    file_name = models.CharField(_("file"), max_length=255, blank=True)
    """Empty when they were dealt here."""
    seed = models.CharField(max_length=64, blank=True)
    """The seed of hands dealt here, in hexadecimal digits: all deals follow from it. Shown when
    the hands are; before, only its digest is."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """When a director opened them, with a reason, before all results were in."""
    shown_at = models.DateTimeField(null=True, blank=True)
    """When everybody could see them for the first time: what was seen is not sealed again."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("hands of a session")
        verbose_name_plural = _("hands of sessions")
        constraints = (
            models.CheckConstraint(
                condition=Q(file_name="") | Q(seed=""), name="hand_set_dealt_or_from_file"
            ),
        )

    def __str__(self) -> str:
        return str(self.session)


class BoardHands(models.Model):
    """The deal of a board."""

    hand_set = models.ForeignKey(HandSet, on_delete=models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField(
        _("board"), validators=[MinValueValidator(1), MaxValueValidator(MAX_BOARD)]
    )
    deal = models.CharField(max_length=69)
    """The deal as PBN writes it, North first."""
    tricks = models.CharField(max_length=20, blank=True)
    """Double dummy: twenty hexadecimal digits, N S E W and for each NT S H D C."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often the solver had no answer, or ended with it."""

    class Meta:
        verbose_name = _("hands of a board")
        verbose_name_plural = _("hands of boards")
        ordering = ("hand_set", "board")
        constraints = (
            models.UniqueConstraint(fields=("hand_set", "board"), name="board_hands_once"),
            models.CheckConstraint(
                condition=Q(board__gte=1) & Q(board__lte=MAX_BOARD), name="board_hands_1_to_999"
            ),
        )
        indexes = (
            models.Index(
                fields=("hand_set", "board"), condition=Q(tricks=""), name="board_hands_to_solve"
            ),
            models.Index(fields=("deal",), name="board_hands_by_deal"),
        )

    def __str__(self) -> str:
        return f"{self.hand_set}: {self.board}"
