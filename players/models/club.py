"""The clubs of players."""

from contextlib import suppress

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Refused
from players.domain import places
from players.models.validators import validate_club


class Club(models.Model):
    name = models.CharField(
        _("name"), max_length=places.MAX_CLUB_LENGTH, unique=True, validators=[validate_club]
    )
    is_demo = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Contract the spaces."""
        # A name that is not valid is reported by its validator.
        with suppress(Refused):
            self.name = places.read_club(self.name)
