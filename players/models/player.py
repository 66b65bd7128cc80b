"""The register: players and their clubs.

A player's number is the primary key: given once, never changed, never used again. A name is in
the register once, whatever its case (``name_key``); two players of one name are distinguished by a
middle name. ``PRIVATE`` fields are for directors only, and ``initials_only`` hides the name
itself from everybody else.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.checked_together import CheckedTogetherModel
from clubscore.problems import Refused
from clubscore.sentences import translate
from players.domain import grades, names, notes, personal, places

MAX_KEY_LENGTH = 3 * names.MAX_LENGTH + 2
"""Of the three parts of a name, with the spaces between them."""


def validate_grade(text: str) -> None:
    """The form's and the admin's validator of a grade."""
    _validate(grades.read_grade, text)


def validate_club(text: str) -> None:
    """The form's and the admin's validator of a club."""
    _validate(places.read_club, text)


def validate_country(text: str) -> None:
    """The form's and the admin's validator of a country."""
    _validate(places.read_country, text)


def validate_note(text: str) -> None:
    """The form's and the admin's validator of a note."""
    _validate(notes.read_note, text)


def validate_born(text: str) -> None:
    """The form's and the admin's validator of a date of birth."""
    _validate(read_born, text)


def validate_telephone(text: str) -> None:
    """The form's and the admin's validator of a telephone number."""
    _validate(personal.read_telephone, text)


def validate_fide_number(text: str) -> None:
    """The form's and the admin's validator of a FIDE number."""
    _validate(personal.read_fide_number, text)


def read_born(text: str) -> str:
    """A date or year of birth that is not in the future."""
    return personal.read_born(text, today=timezone.localdate())


def _validate(read: Callable[[str], str], text: str) -> None:
    try:
        read(text)
    except Refused as refusal:
        raise ValidationError([translate(problem) for problem in refusal.problems]) from refusal


class Club(models.Model):
    name = models.CharField(
        _("name"), max_length=places.MAX_CLUB_LENGTH, unique=True, validators=[validate_club]
    )

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


class Player(CheckedTogetherModel):
    PRIVATE = ("born", "email", "telephone", "note")

    number = models.BigAutoField(_("number"), primary_key=True)
    given = models.CharField(_("given name"), max_length=names.MAX_LENGTH, blank=True)
    middle = models.CharField(_("middle name"), max_length=names.MAX_LENGTH, blank=True)
    family = models.CharField(_("family name"), max_length=names.MAX_LENGTH)
    grade = models.CharField(_("grade"), max_length=3, blank=True, validators=[validate_grade])
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True
    )
    country = models.CharField(
        _("country"),
        max_length=places.MAX_COUNTRY_LENGTH,
        blank=True,
        default=places.USUAL_COUNTRY,
        validators=[validate_country],
    )
    note = models.TextField(_("note"), blank=True, validators=[validate_note])
    born = models.CharField(
        _("born"),
        max_length=10,
        blank=True,
        validators=[validate_born],
        help_text=_("The year, or year, month and day: 1958 or 1958-03-21."),
    )
    email = models.EmailField(_("e-mail"), blank=True)
    telephone = models.CharField(
        _("telephone"), max_length=40, blank=True, validators=[validate_telephone]
    )
    fide_number = models.CharField(
        _("FIDE number"), max_length=11, blank=True, validators=[validate_fide_number]
    )
    initials_only = models.BooleanField(
        _("initials only"),
        default=False,
        help_text=_("Pages that everybody can read show the initials instead of the name."),
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    updated_at = models.DateTimeField(auto_now=True, db_index=True, editable=False)
    name_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False)
    search_text = models.CharField(max_length=MAX_KEY_LENGTH, editable=False, db_index=True)
    sort_key = models.CharField(max_length=3 * names.MAX_LENGTH + 2, editable=False, db_index=True)
    grade_order = models.PositiveSmallIntegerField(
        default=grades.NO_GRADE, editable=False, db_index=True
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("sort_key", "number")
        constraints = (
            models.UniqueConstraint(
                "name_key",
                name="player_name_once",
                violation_error_message=_("A player of this name is already in the register."),
            ),
            models.CheckConstraint(
                condition=~models.Q(family=""),
                name="player_has_family_name",
                violation_error_message=_("The family name is missing."),
            ),
            models.UniqueConstraint(
                fields=("fide_number",),
                condition=~models.Q(fide_number=""),
                name="player_fide_number_once",
                violation_error_message=_("Another player has this FIDE number."),
            ),
        )

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.set_keys()
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("players:player", args=[self.pk])

    def clean(self) -> None:
        """Apply the grammar of names, for every form: set capitals, report errors by field."""
        try:
            name = names.make_name(given=self.given, middle=self.middle, family=self.family)
        except Refused as refusal:
            raise ValidationError(
                {str(problem.column): translate(problem) for problem in refusal.problems}
            ) from refusal
        self.given, self.middle, self.family = name.given, name.middle, name.family
        self._normalize()
        self.set_keys()

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Every constraint, also in a form."""
        # The key is in no form, but follows from the name; Django would leave its constraint out.
        super().validate_constraints(exclude=set(exclude or ()) - {"name_key"})

    @property
    def name(self) -> names.Name:
        return names.Name(self.given, self.middle, self.family)

    @property
    def full_name(self) -> str:
        return str(self.name)

    @property
    def public_name(self) -> str:
        """The name that everybody may read."""
        return str(self.name.public if self.initials_only else self.name)

    def set_keys(self) -> None:
        """Set the fields that follow from others; ``save`` does it, ``bulk_create`` does not."""
        self.name_key = self.name.key
        self.search_text = self.name.search_text
        self.sort_key = self.name.sort_key
        self.grade_order = grades.grade_order(self.grade)

    def _normalize(self) -> None:
        """Write the fields as they are stored; the validators report what is not valid."""
        readers = {
            "grade": _read_grade_or_none,
            "country": places.read_country,
            "note": notes.read_note,
            "born": read_born,
            "telephone": personal.read_telephone,
            "fide_number": personal.read_fide_number,
        }
        for field, read in readers.items():
            with suppress(Refused):
                setattr(self, field, read(getattr(self, field)))


def _read_grade_or_none(text: str) -> str:
    """A player of bridge or chess has none."""
    return grades.read_grade(text) if text.strip() else ""
