"""The figures of a session's contestants, stored so that a player's page need not score it.

A cache, and no data: a row counts only while its ``state`` is that of the session, it is left out
of backups, and is computed again when it is missing.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.session import Session


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
