"""The register's log: who changed what of which player. Append-only.

A player is named by number, because the entry outlives the record. Only erasing what is held of a
player (:mod:`players.services.erasure`) removes values; what was done, by whom and when, stays.

How often the register was changed: pages that show names are kept under this number.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import AppendOnlyManager, AppendOnlyModel


class RegisterEntry(AppendOnlyModel):
    """One thing done to one player. ``before`` and ``after`` hold the fields that changed; a
    value that was erased is ``null``."""

    class Action(models.TextChoices):
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        KEPT = "kept", _("took another record in")
        MERGED = "merged", _("merged into another record")
        DELETED = "deleted", _("deleted")
        BROUGHT_BACK = "brought back", _("brought back from the bin")
        ERASED = "erased", _("personal data erased")
        SETTINGS = "settings", _("settings of the club changed")
        LINKED = "linked", _("private link made")
        UNLINKED = "unlinked", _("private link withdrawn")

    number = models.BigIntegerField(_("number"), db_index=True)
    other = models.BigIntegerField(_("other number"), null=True, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    device = models.CharField(_("device"), max_length=200, blank=True)
    action = models.CharField(_("action"), max_length=12, choices=Action)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)

    objects = AppendOnlyManager()

    class Meta:
        verbose_name = _("entry of the register’s log")
        verbose_name_plural = _("entries of the register’s log")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.number} {self.get_action_display()}"


class RegisterVersion(models.Model):
    """One row. A clock would not do: it may run ahead, and two changes may be stored in another
    order than they were made."""

    # Not counted by the database: there is never another row.
    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)
