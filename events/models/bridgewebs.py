"""The club's account with BridgeWebs, and which event there a session became."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.session import Session

ONLY_ROW = 1
MAX_EVENT = 60


class BridgeWebsAccount(models.Model):
    """The code and the password of the club; one row."""

    # Not counted by the database: there is never another row.
    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    code = models.CharField(_("code of the club"), max_length=40)
    sealed_password = models.TextField()
    """Encrypted with the secret of the installation, see :mod:`clubscore.sealed_text`."""

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
