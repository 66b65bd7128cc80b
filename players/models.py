"""The register: players and their clubs.

A player's number is the primary key: given once, never changed, never used again. A name is in
the register once, whatever its case (``name_key``); two players of one name are told apart by a
middle name.
"""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Refused
from clubscore.sentences import translate
from players.domain import grades, names


def validate_grade(text: str) -> None:
    """The form's and the admin's validator of a grade."""
    try:
        grades.read_grade(text)
    except Refused as refusal:
        raise ValidationError([translate(problem) for problem in refusal.problems]) from refusal


class Club(models.Model):
    name = models.CharField(_("name"), max_length=120, unique=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    number = models.BigAutoField(_("number"), primary_key=True)
    given = models.CharField(_("given name"), max_length=names.LONGEST, blank=True)
    middle = models.CharField(_("middle name"), max_length=names.LONGEST, blank=True)
    family = models.CharField(_("family name"), max_length=names.LONGEST)
    grade = models.CharField(_("grade"), max_length=3, blank=True, validators=[validate_grade])
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True
    )
    country = models.CharField(_("country"), max_length=60, default="UK")
    note = models.TextField(_("note"), blank=True)
    updated_at = models.DateTimeField(auto_now=True, db_index=True, editable=False)
    name_key = models.CharField(max_length=3 * names.LONGEST + 2, editable=False)
    search_text = models.CharField(max_length=3 * names.LONGEST + 2, editable=False, db_index=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("family", "given", "middle")
        constraints = (
            models.UniqueConstraint(
                "name_key",
                name="player_name_once",
                violation_error_message=_("A player of this name is in the register already."),
            ),
            models.CheckConstraint(
                condition=~models.Q(family=""),
                name="player_has_family_name",
                violation_error_message=_("The family name is missing."),
            ),
        )

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self._set_keys()
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """The grammar of names, for every form: capitals are set, errors stand at their field."""
        try:
            name = names.make_name(given=self.given, middle=self.middle, family=self.family)
        except Refused as refusal:
            raise ValidationError(
                {str(problem.column): translate(problem) for problem in refusal.problems}
            ) from refusal
        self.given, self.middle, self.family = name.given, name.middle, name.family
        self.grade = self.grade.strip().lower()
        self._set_keys()

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Every constraint, also in a form: the key is in no form, but follows from the name."""
        super().validate_constraints(exclude=set(exclude or ()) - {"name_key"})

    @property
    def name(self) -> names.Name:
        return names.Name(self.given, self.middle, self.family)

    @property
    def full_name(self) -> str:
        return str(self.name)

    def _set_keys(self) -> None:
        self.name_key = self.name.key
        self.search_text = self.name.search_text
