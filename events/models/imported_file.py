"""Files that became sessions: so that none becomes a second one.

A file is known by the digest of its bytes. When its session is deleted, it may be imported again.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.session import Session

MAX_FILE_NAME = 255


class ImportedFile(models.Model):
    """A file of results, the session that was made of it, and how its published scores agreed."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="file")
    name = models.CharField(_("file"), max_length=MAX_FILE_NAME, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    content = models.CharField(max_length=64, blank=True, db_index=True)
    """The digest of its day and results: equal where a program wrote the same evening again."""
    published = models.PositiveIntegerField(default=0)
    agreeing = models.PositiveIntegerField(default=0)
    differing = models.JSONField(default=list)
    """Of each contestant whose score is not ours: its label, the published score, and ours."""

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
    """Many files that are imported one after another by a process of their own."""

    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(null=True)
    """When its process last did something; empty before it is started."""
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
    """Packed by zlib."""
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    message = models.TextField(blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    """How often a process began to read it."""
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
