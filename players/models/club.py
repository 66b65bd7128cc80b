"""The clubs of players.

What the club is called, what it plays, and what it wants to know of its players. One row.
"""

from contextlib import suppress
from threading import get_ident

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.database.prepared import Prepared
from clubscore.text.problems import Refused
from clubscore.web.caching import kept
from clubscore.web.request_id import NONE, current_request_id
from players.domain import names as places
from players.domain.personal import Game, in_order, usual_facts
from players.models.validators import validate_club, validate_national_number


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


ONLY_ROW = 1


class ClubSettings(models.Model):
    # Not counted by the database: there is never another row.
    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    name = models.CharField(_("name of the club"), max_length=120, blank=True)
    plays_bridge = models.BooleanField(_("bridge"), default=True)
    plays_chess = models.BooleanField(_("chess"), default=True)
    plays_go = models.BooleanField(_("go"), default=True)
    national_number_label = models.CharField(
        _("name of the national number"),
        max_length=20,
        blank=True,
        help_text=_("For example EBU, NBB or ACBL."),
    )
    union_number = models.CharField(
        _("number of the club at its union"),
        max_length=20,
        blank=True,
        validators=[validate_national_number],
        help_text=_("Stands in the files of results that are sent there."),
    )
    charge_code = models.CharField(
        _("charge code of a session"),
        max_length=2,
        blank=True,
        validators=[RegexValidator(r"\A\d\d\Z", _("A charge code has two digits, such as 10."))],
        help_text=_(
            "Of the EBU: 10 is a normal session of a club, which is taken where it is empty."
        ),
    )
    claim_minutes = models.PositiveIntegerField(
        _("minutes in which cards may be claimed to be wrong"),
        default=0,
        help_text=_(
            "So long after a session is published everybody may say on a card that a result was"
            " recorded wrongly; its opponents and you decide. 0: only players with a private link."
        ),
    )
    facts = models.JSONField(_("facts in use"), null=True, blank=True)
    sorts_by_particle = models.BooleanField(
        _("sort by particle"),
        default=False,
        help_text=_("Jan van der Berg is found under V, as in Belgium, and not under B."),
    )

    class Meta:
        verbose_name = _("settings of the club")
        verbose_name_plural = _("settings of the club")
        constraints = (
            models.CheckConstraint(condition=models.Q(id=ONLY_ROW), name="club_settings_once"),
            models.CheckConstraint(
                condition=models.Q(plays_bridge=True)
                | models.Q(plays_chess=True)
                | models.Q(plays_go=True),
                name="club_plays_something",
                violation_error_message=_("Choose at least one game."),
            ),
        )

    def __str__(self) -> str:
        return self.name or gettext("Settings of the club")

    @property
    def shown_name(self) -> str:
        """The club's name; the program's while it has none."""
        return self.name or PROGRAM

    @property
    def title(self) -> str:
        """The heading of the first page: the club's name, or what the page has."""
        return self.name or gettext("Results of the club")

    @property
    def sign(self) -> str:
        """The sign of the first game that the club plays."""
        return "♣" if self.plays_bridge else "♞" if self.plays_chess else "●"

    @property
    def games(self) -> tuple[Game, ...]:
        """What the club plays."""
        return tuple(game for game in Game if getattr(self, f"plays_{game}"))

    @property
    def facts_in_use(self) -> tuple[str, ...]:
        """The facts that pages and files show: as chosen, else what follows from the games."""
        return usual_facts(self.games) if self.facts is None else in_order(self.facts)


PROGRAM = "clubscore"


def current_settings() -> ClubSettings:
    """The settings of the club as pages show them: read once in a request, and each time outside of
    one."""
    request = current_request_id()
    if request == NONE:
        return stored_settings()
    return kept(("club settings", get_ident()), state=request, make=stored_settings)


_STORED = Prepared(lambda pk: ClubSettings.objects.filter(pk=pk))


def stored_settings() -> ClubSettings:
    """The settings of the club as they are now, or the usual ones while there are none."""
    return _STORED.first(ONLY_ROW) or ClubSettings()
