"""The settings of a tournament that its pairing needs: acceleration, and those of go.

Grades are texts such as ``4d``. ``go_details`` are settings of an imported file that no page
shows, as :mod:`events.tournaments.domain.go.stored_rules` writes them.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from events.models.points import PointsField
from events.tournaments.domain.go.ranks import MAX_RANK, MIN_RANK, read_rank, write_rank
from events.tournaments.domain.go.rules import GoRules
from events.tournaments.domain.go.stored_rules import as_stored, codes_of, criteria_of, from_stored
from events.tournaments.domain.pairing.wishes import Apart

MAX_STONES = 9


def facts_of_go(rules: GoRules) -> dict[str, Any]:
    """The columns of a tournament of go with these rules."""
    settings = rules.settings
    never = settings.handicap_correction > MAX_STONES
    return {
        "discipline": "go",
        "mm_bar": "" if settings.bar == MAX_RANK else write_rank(settings.bar),
        "mm_floor": "" if settings.floor == MIN_RANK else write_rank(settings.floor),
        "handicap_reduction": min(max(settings.handicap_correction, 0), MAX_STONES),
        "handicap_ceiling": 0 if never else settings.handicap_ceiling,
        "no_handicap_from": write_rank(settings.handicap_threshold),
        "komi": Fraction(settings.komi, 2),
        "absent_points": Fraction(settings.mms_absent, 2),
        "go_details": as_stored(rules),
    }


def validate_grade(value: str) -> None:
    """A grade that a player can have."""
    if read_rank(value) is None:
        raise ValidationError(
            _("“%(value)s” is not a grade, such as 4d or 12k."), params={"value": value}
        )


def validate_details(value: Any) -> None:
    """Settings and weights by their names."""
    good = isinstance(value, dict) and all(
        name in ("settings", "weights") and isinstance(each, dict) for name, each in value.items()
    )
    if not good:
        raise ValidationError(_("This must be settings by their names."))


def validate_wishes(value: Any) -> None:
    """Who is to meet, or rather not: a list of ``{"numbers": [...], "prefer": true}``."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"numbers", "prefer"}
        and isinstance(each["numbers"], list)
        and all(type(number) is int for number in each["numbers"])
        and isinstance(each["prefer"], bool)
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of starting numbers."))


class KeptApart(models.TextChoices):
    """What is done about players who have something in common."""

    FREE = Apart.FREE.value, pgettext_lazy("pairing", "may meet")
    AVOID = Apart.AVOID.value, pgettext_lazy("pairing", "avoid if possible")
    NEVER = Apart.NEVER.value, pgettext_lazy("pairing", "never meet")


# A plain text: a value that was not stored yet looks like one that was.
_APART: Any = {"max_length": 5, "choices": KeptApart, "default": "", "blank": True}


_OF_A_ROUND = (
    "absent_points",
    *(f"{bye}_bye_points" for bye in ("pairing", "full", "half", "zero")),
)
"""What a round without a game can be worth, in the order of the page."""


class PairingFields(models.Model):
    """Columns of a tournament."""

    accelerated = models.BooleanField(_("Baku acceleration"), default=False)
    publishes_by_hand = models.BooleanField(_("publish pairings by hand"), default=False)
    mm_bar = models.CharField(_("bar"), max_length=3, blank=True, validators=[validate_grade])
    mm_floor = models.CharField(_("floor"), max_length=3, blank=True, validators=[validate_grade])
    handicap_reduction = models.PositiveSmallIntegerField(
        _("handicap reduced by"), default=1, validators=[MaxValueValidator(MAX_STONES)]
    )
    handicap_ceiling = models.PositiveSmallIntegerField(
        _("largest handicap"), null=True, blank=True, validators=[MaxValueValidator(MAX_STONES)]
    )
    no_handicap_from = models.CharField(
        _("no handicap from"), max_length=3, default="1d", blank=True, validators=[validate_grade]
    )
    komi = PointsField(_("komi"), default="7.5")
    absent_points = PointsField(_("round missed"), default="0.5")
    wishes = models.JSONField(_("wishes"), default=list, blank=True, validators=[validate_wishes])
    same_club = models.CharField(_("players of one club"), **_APART)
    same_federation = models.CharField(_("players of one federation"), **_APART)
    go_details = models.JSONField(
        _("other settings of its file"), default=dict, blank=True, validators=[validate_details]
    )

    class Meta:
        abstract = True

    def mistakes_of_go(self) -> dict[str, str]:
        """What cannot be meant in a tournament of go, by the column."""
        found = {}
        if _rank(self.mm_floor, MIN_RANK) > _rank(self.mm_bar, MAX_RANK):
            found["mm_floor"] = _now("The floor is above the bar, %(bar)s.") % {"bar": self.mm_bar}
        for name in _OF_A_ROUND:
            points = getattr(self, name)
            if not 0 <= points <= 1 or (2 * points).denominator != 1:
                found[name] = _now("In go a round without a game is worth 0, ½ or 1.")
        return found

    def go_rules(self, *, kind: str, tie_breaks: list[str]) -> GoRules:
        """The settings as a value of the domain."""
        rules = from_stored(self.go_details)
        swiss = "mcmahon" not in kind.casefold()
        file_criteria = rules.settings.criteria
        ceiling = self.handicap_ceiling
        if ceiling is None:
            ceiling = 0 if swiss else MAX_STONES
        settings = replace(
            rules.settings,
            swiss=swiss,
            bar=_rank(self.mm_bar, MAX_RANK),
            floor=_rank(self.mm_floor, MIN_RANK),
            mms_absent=int(2 * self.absent_points),
            handicap_ceiling=ceiling,
            handicap_correction=self.handicap_reduction,
            handicap_threshold=_rank(self.no_handicap_from, MAX_RANK),
            komi=int(2 * self.komi),
            # Those of a file stay, with what is no tie-break here, until the director chooses.
            criteria=file_criteria
            if codes_of(file_criteria) == tuple(tie_breaks)
            else criteria_of(tie_breaks, swiss=swiss),
        )
        return replace(rules, settings=settings)


def _rank(grade: str, usual: int) -> int:
    rank = read_rank(grade)
    return usual if rank is None else rank
