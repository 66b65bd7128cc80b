"""A round that a process of its own pairs: asked for, under way, or answered.

Its answer is a proposal; nobody's pairings are changed by it. There is at most one of a round: who
asks for another replaces it, and it goes when the pairings of its round are saved.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.tournament import Round


class PairingJob(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")
        STOPPED = "stopped", _("stopped")

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="job")
    system = models.CharField(_("system"), max_length=40)
    is_accelerated = models.BooleanField(default=False)
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    stamp = models.CharField(max_length=64, blank=True)
    """What the round was paired from: another one when results or players changed."""
    answer = models.JSONField(default=dict, blank=True)
    """The proposal, or why there is none."""
    tries = models.PositiveSmallIntegerField(default=1)
    """How often it was asked for since the first whose process was gone; 1 where none was."""
    asked_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(null=True, blank=True)
    """When its process last said that it is at work."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("proposal of a round")
        verbose_name_plural = _("proposals of rounds")
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "done", "refused", "stopped"]),
                name="pairing_job_state_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.get_state_display()}"
