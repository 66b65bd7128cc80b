"""Files that became sessions: so that none becomes a second one.

A file is known by the digest of its bytes. When its session is deleted, it may be imported again.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.session import Session

MAX_FILE_NAME = 255


class ImportedFile(models.Model):
    """A file of results, the session that was made of it, and how its published scores agreed."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="file")
    name = models.CharField(_("file"), max_length=MAX_FILE_NAME, blank=True)
    digest = models.CharField(max_length=64, unique=True)
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
