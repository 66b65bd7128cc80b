"""What every site stores: the jobs that go on beside requests."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """Work of a kind on a subject; see :mod:`clubscore.jobs`."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("under way")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=40, blank=True)
    """What the work is on, such as the number of a round; empty where there is only one."""
    arguments = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=10, blank=True)
    """Of whoever asked, for the reasons that are stored."""
    rank = models.PositiveSmallIntegerField(default=0)
    """The lowest is taken first."""
    seconds = models.PositiveIntegerField(null=True)
    """How long it may take; it is ended then, and not tried again."""
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it was begun since it last got on."""
    worker = models.CharField(max_length=32, blank=True)
    """Who has taken it."""
    asked_at = models.DateTimeField()
    active_at = models.DateTimeField(null=True, blank=True)
    """When its worker last said that it is at work."""
    answer = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = (
            models.UniqueConstraint(fields=("kind", "subject"), name="job_once_a_subject"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "done", "stopped", "failed"]),
                name="job_state_known",
            ),
        )
        indexes = (
            models.Index(
                fields=("rank", "id"),
                condition=Q(state__in=["waiting", "running"]),
                name="jobs_under_way",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}".strip()

    @property
    def is_under_way(self) -> bool:
        """Whether an answer is still to come."""
        return self.state in (self.State.WAITING, self.State.RUNNING)
