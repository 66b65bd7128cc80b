"""The register: its players.

A player's number is the primary key: given once, never changed, never used again. A name is in
the register once, whatever its case (``name_key``); two players of one name are distinguished by a
second given name, or whatever else the club writes. ``PRIVATE`` fields are for directors only, and
``initials_only`` hides the name itself from everybody else.

Numbers that players had formerly. A number is never given again: it leads to the player into
whose record the other one was merged, or to nobody when the player was deleted.

Private links: addresses at which players read their own results without a login.

Only the hash of an address is stored: whoever reads the database cannot open the page.
"""

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import CheckedTogetherModel, user_key
from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from players.domain import grades, names, personal
from players.models.club import Club, current_settings, stored_settings
from players.models.validators import (
    once_where_given,
    read_born,
    validate_born,
    validate_club_number,
    validate_country,
    validate_egd_pin,
    validate_federation,
    validate_fide_number,
    validate_grade,
    validate_national_number,
    validate_note,
    validate_telephone,
    validate_title,
)

MAX_KEY_LENGTH = names.MAX_STORED_LENGTH


def name_fields(name: names.Name) -> dict[str, str]:
    """The columns of a name."""
    return {
        "name": name.text,
        "given": name.given,
        "particle": name.particle,
        "family": name.family,
    }


_OF_RULES = {"name_key", "is_guest", "deleted_at"}


class RegisterManager(models.Manager["Player"]):
    """The players of the register, without the guests of events and without those deleted."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(is_guest=False, deleted_at=None)


class Player(CheckedTogetherModel):
    """A player of the register, or with ``is_guest`` somebody who took part in one event only.

    Guests are in no list, search, export or match, and any number of them may have one name:
    ``objects`` leaves them out, ``everybody`` has them too. So it is with those deleted, who are
    in the bin until they are erased; everybody reads of them what will be left then.
    """

    class Gender(models.TextChoices):
        MAN = "m", _("man")
        WOMAN = "w", _("woman")
        OTHER = "x", _("other")

    PRIVATE = ("club_number", "national_number", "born", "gender", "email", "telephone", "note")

    number = models.BigAutoField(_("number"), primary_key=True)
    # Not required by forms: what is wrong with a name is reported once, by ``clean``.
    name = models.CharField(_("name"), max_length=names.MAX_STORED_LENGTH, blank=True)
    given = models.CharField(_("given name"), max_length=2 * names.MAX_LENGTH + 1, blank=True)
    particle = models.CharField(_("particle"), max_length=names.MAX_LENGTH, blank=True)
    family = models.CharField(_("family name"), max_length=names.MAX_LENGTH, blank=True)
    club_number = models.CharField(
        _("club number"),
        max_length=personal.MAX_NUMBER_LENGTH,
        blank=True,
        validators=[validate_club_number],
    )
    national_number = models.CharField(
        _("national number"),
        max_length=personal.MAX_NUMBER_LENGTH,
        blank=True,
        validators=[validate_national_number],
    )
    fide_number = models.CharField(
        _("FIDE number"), max_length=11, blank=True, validators=[validate_fide_number]
    )
    egd_pin = models.CharField(
        _("EGD pin"), max_length=10, blank=True, validators=[validate_egd_pin]
    )
    title = models.CharField(
        _("title"), max_length=personal.MAX_TITLE_LENGTH, blank=True, validators=[validate_title]
    )
    rating = models.PositiveSmallIntegerField(
        _("rating"), null=True, blank=True, validators=[MaxValueValidator(personal.MAX_RATING)]
    )
    rapid = models.PositiveSmallIntegerField(
        _("rapid rating"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(personal.MAX_RATING)],
    )
    blitz = models.PositiveSmallIntegerField(
        _("blitz rating"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(personal.MAX_RATING)],
    )
    grade = models.CharField(_("grade"), max_length=3, blank=True, validators=[validate_grade])
    handicap = models.DecimalField(
        _("handicap"), max_digits=5, decimal_places=2, null=True, blank=True
    )
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True
    )
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    country = models.CharField(
        _("country"), max_length=names.MAX_COUNTRY_LENGTH, blank=True, validators=[validate_country]
    )
    born = models.CharField(
        _("born"),
        max_length=10,
        blank=True,
        validators=[validate_born],
        help_text=_("The year, or year, month and day: 1958 or 1958-03-21."),
    )
    gender = models.CharField(_("gender"), max_length=1, choices=Gender, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    telephone = models.CharField(
        _("telephone"), max_length=40, blank=True, validators=[validate_telephone]
    )
    note = models.TextField(_("note"), blank=True, validators=[validate_note])
    initials_only = models.BooleanField(
        _("initials only"),
        default=False,
        help_text=_("Pages that everybody can read show the initials instead of the name."),
    )
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    updated_at = models.DateTimeField(auto_now=True, db_index=True, editable=False)
    name_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False)
    match_key = models.CharField(
        max_length=MAX_KEY_LENGTH, default="", editable=False, db_index=True
    )
    search_text = models.CharField(max_length=MAX_KEY_LENGTH, editable=False, db_index=True)
    sort_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False, db_index=True)
    grade_order = models.PositiveSmallIntegerField(
        default=grades.NO_GRADE, editable=False, db_index=True
    )

    objects = RegisterManager()
    everybody = models.Manager["Player"]()

    class Meta:
        base_manager_name = "everybody"
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("sort_key", "number")
        constraints = (
            models.UniqueConstraint(
                "name_key",
                condition=models.Q(is_guest=False, deleted_at=None),
                name="player_name_once",
                violation_error_message=_("A player of this name is already in the register."),
            ),
            models.CheckConstraint(
                condition=~models.Q(name="") & ~(models.Q(family="") & models.Q(given="")),
                name="player_has_a_name",
                violation_error_message=_("The name is missing."),
            ),
            models.CheckConstraint(
                condition=models.Q(rating__isnull=True) | models.Q(rating__lte=personal.MAX_RATING),
                name="player_rating_to_4000",
                violation_error_message=_("Ratings are 0 to 4000."),
            ),
            models.CheckConstraint(
                condition=(models.Q(rapid=None) | models.Q(rapid__lte=personal.MAX_RATING))
                & (models.Q(blitz=None) | models.Q(blitz__lte=personal.MAX_RATING)),
                name="player_other_ratings_to_4000",
                violation_error_message=_("Ratings are 0 to 4000."),
            ),
            once_where_given("fide_number", _("Another player has this FIDE number.")),
            once_where_given("national_number", _("Another player has this national number.")),
            once_where_given("club_number", _("Another player has this club number.")),
            once_where_given("egd_pin", _("Another player has this EGD pin.")),
        )

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.set_keys()
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("players:player", args=[self.pk])

    def clean(self) -> None:
        """Write the name and the facts as they are stored."""
        try:
            self.set_name(self.stored_name())
        except Refused as refusal:
            raise ValidationError(
                {"name": [translate(problem) for problem in refusal.problems]}
            ) from refusal
        self._normalize()
        # For the constraint on the name; how the club sorts matters when it is saved.
        self.set_keys(by_particle=False)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Every constraint, also in a form."""
        # They are in no form, and Django would leave the constraints on names and numbers out.
        super().validate_constraints(exclude=set(exclude or ()) - _OF_RULES)

    @property
    def whole_name(self) -> names.Name:
        """The name with its parts."""
        return names.Name(self.name, self.given, self.particle, self.family)

    @property
    def full_name(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """The name that everybody may read."""
        if self.is_in_bin:
            return str(names.erased_name(self.pk, translate(names.ERASED)))
        return str(self.whole_name.public if self.initials_only else self.name)

    @property
    def is_in_bin(self) -> bool:
        """Whether the player was deleted, and can be brought back."""
        return self.deleted_at is not None and self.erased_at is None

    @property
    def hides_name(self) -> bool:
        """Whether the name that everybody may read is another one."""
        return self.initials_only or self.is_in_bin

    @property
    def listed_name(self) -> str:
        """The name as sorted lists show it: ``Berg, Jan van der``."""
        return self.whole_name.listed(current_settings().sorts_by_particle)

    def set_name(self, name: names.Name) -> None:
        """Give the player a name with its parts."""
        for field, value in name_fields(name).items():
            setattr(self, field, value)

    def stored_name(self) -> names.Name:
        """The name with what is missing of it: its parts as recognised, or its text from them.

        Raises :class:`Refused` for what no name may be.
        """
        return names.make_name(
            given=self.given, particle=self.particle, family=self.family, text=self.name
        )

    def set_keys(self, *, by_particle: bool | None = None) -> None:
        """Set the fields that follow from others; ``save`` does it, ``bulk_create`` does not.

        ``by_particle`` is how the club sorts, for whoever sets the keys of many.
        """
        if not self.name or not (self.given or self.family):
            with suppress(Refused):
                self.set_name(self.stored_name())
        name = self.whole_name
        if by_particle is None:
            by_particle = stored_settings().sorts_by_particle
        self.name_key, self.match_key = name.key, name.match_key
        self.search_text, self.sort_key = name.search_text, name.sort_key(by_particle)
        self.grade_order = grades.grade_order(self.grade)

    def _normalize(self) -> None:
        """Write the fields as they are stored; the validators report what is not valid."""
        readers = {
            "grade": _read_grade_or_none,
            "country": names.read_country,
            "note": names.read_note,
            "born": read_born,
            "telephone": personal.read_telephone,
            "fide_number": personal.read_fide_number,
            "national_number": personal.read_national_number,
            "club_number": personal.read_club_number,
            "egd_pin": personal.read_egd_pin,
            "title": personal.read_title,
            "federation": personal.read_federation,
        }
        for field, read in readers.items():
            with suppress(Refused):
                setattr(self, field, read(getattr(self, field)))


def _read_grade_or_none(text: str) -> str:
    """A player of bridge or chess has none."""
    return grades.read_grade(text) if text.strip() else ""


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


class PrivateLink(models.Model):
    # Not one-to-one: when two records are merged, the links of both lead to the one that stays.
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="private_links"
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = user_key()

    class Meta:
        verbose_name = _("private link")
        verbose_name_plural = _("private links")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return str(self.player)
