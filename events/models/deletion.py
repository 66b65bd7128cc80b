"""The log of deletions: what was deleted, by whom, when, and with how many results.

A deleted session, tournament or series takes its own log with it. Deleted players are in the log of
the register.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.append_only import AppendOnlyManager, AppendOnlyModel

MAX_TITLE = 200


class Deletion(AppendOnlyModel):
    class Kind(models.TextChoices):
        SESSION = "session", _("session")
        TOURNAMENT = "tournament", _("tournament")
        SERIES = "series", _("series")
        DEMO = "demo", _("demo club")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    title = models.CharField(_("title"), max_length=MAX_TITLE, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    results = models.PositiveIntegerField(_("results"), default=0)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    device = models.CharField(_("device"), max_length=200, blank=True)
    backup = models.CharField(_("backup"), max_length=100, blank=True)

    objects = AppendOnlyManager()

    class Meta:
        verbose_name = _("deletion")
        verbose_name_plural = _("deletions")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=["session", "tournament", "series", "demo"]),
                name="deletion_kind_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.get_kind_display()} {self.title}"
