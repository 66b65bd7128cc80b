"""Numbers that players had formerly. A number is never given again: it leads to the player into
whose record the other one was merged, or to nobody when the player was deleted.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.player import Player


class FormerNumber(models.Model):
    number = models.BigIntegerField(_("number"), primary_key=True)
    player = models.ForeignKey(
        Player,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="former_numbers",
    )

    class Meta:
        verbose_name = _("former number")
        verbose_name_plural = _("former numbers")
        ordering = ("number",)

    def __str__(self) -> str:
        return str(self.number)
