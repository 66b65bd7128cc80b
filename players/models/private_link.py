"""Private links: addresses at which players read their own results without a login.

Only the hash of an address is stored: whoever reads the database cannot open the page.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.player import Player


class PrivateLink(models.Model):
    # Not one-to-one: when two records are merged, the links of both lead to the one that stays.
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="private_links"
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

    class Meta:
        verbose_name = _("private link")
        verbose_name_plural = _("private links")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return str(self.player)
