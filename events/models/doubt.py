"""Doubts that a director has dismissed: the result is right.

Doubts are recomputed each time, so that only the *key* is stored. The doubts service makes it from
the rule and the lines with their versions: a line that is changed is doubted again.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.session import Session


class TickedDoubt(models.Model):
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="ticked_doubts")
    key = models.CharField(max_length=32)
    ticked_at = models.DateTimeField(_("when"), auto_now_add=True)
    ticked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

    class Meta:
        verbose_name = _("dismissed doubt")
        verbose_name_plural = _("dismissed doubts")
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("session", "key"), name="doubt_once"),)

    def __str__(self) -> str:
        return self.key
