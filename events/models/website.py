"""The club's site in a folder: what it says of itself, where it goes, and what was sent there."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

ONLY_ROW = 1


class ClubSite(models.Model):
    """The settings of the site; one row."""

    # Not counted by the database: there is never another row.
    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    uuid = models.UUIDField(default=uuid.uuid4, editable=False)
    """Whose site it is, in the manifest, the feed and the calendar; never another one."""
    address = models.CharField(
        _("address"),
        max_length=300,
        blank=True,
        help_text=_("Where the site is read, such as https://club.example/results/."),
    )
    is_listed = models.BooleanField(_("search engines may list it"), default=False)
    has_search = models.BooleanField(_("search by name"), default=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    contact = models.CharField(
        _("whom to ask"),
        max_length=200,
        blank=True,
        help_text=_("A name, an e-mail address or a telephone number; everybody sees it."),
    )
    reason = models.CharField(_("why results are published"), max_length=400, blank=True)
    target = models.CharField(_("where it goes"), max_length=400, blank=True)
    """As on the command line, such as ``sftp://user@host/results/``; never with a password."""
    sealed_password = models.TextField(blank=True, editable=False)
    sealed_key = models.TextField(blank=True, editable=False)
    """Encrypted with the secret of the installation, see :mod:`clubscore.keeping.sealed_text`."""
    host_key = models.CharField(max_length=100, blank=True, editable=False)
    """The fingerprint (``SHA256:…``) of the host that the director has taken for the right one."""
    allows_plain = models.BooleanField(_("the password may be read on the way"), default=False)
    uploads_itself = models.BooleanField(_("after each publishing"), default=False)

    class Meta:
        verbose_name = _("club's site")
        verbose_name_plural = _("club's site")
        constraints = (models.CheckConstraint(condition=Q(id=ONLY_ROW), name="club_site_once"),)

    def __str__(self) -> str:
        return self.address or self.target


class SiteUpload(models.Model):
    """One upload of the site: who sent it where, and what came of it."""

    class State(models.TextChoices):
        RUNNING = "running", _("under way")
        DONE = "done", _("complete")
        FAILED = "failed", _("failed")
        STOPPED = "stopped", _("stopped")

    started_at = models.DateTimeField(_("when"), auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    target = models.CharField(_("where it goes"), max_length=400)
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    files = models.PositiveIntegerField(default=0)
    """How many are to be sent or removed; ``files_done`` of them are."""
    files_done = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    """Bytes to be sent."""
    size_done = models.PositiveBigIntegerField(default=0)
    problem = models.JSONField(default=dict, blank=True)
    """The sentence that says why it failed; empty where it did not."""
    is_automatic = models.BooleanField(_("by itself"), default=False)
    asks = models.BooleanField(default=False)
    """Whether it failed only because the director has to agree: the host has events that are not
    here."""
    manifest = models.CharField(max_length=64, blank=True, editable=False)
    """The SHA-256 of the list of files that it left at the host."""
    log_entry = models.BigIntegerField(null=True, blank=True, editable=False)
    register_entry = models.BigIntegerField(null=True, blank=True, editable=False)
    """The last entries of the logs when the site was made; empty where it was made elsewhere."""

    class Meta:
        verbose_name = _("upload of the club's site")
        verbose_name_plural = _("uploads of the club's site")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M} {self.target}"
