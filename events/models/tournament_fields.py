"""Columns of a tournament by subject, and how they are checked: what its pairing needs (with
acceleration, and the settings of go), Keizer, ratings, FIDE mode.

Grades are texts such as ``4d``. ``go_details`` are settings of an imported file that no page
shows, as :mod:`events.tournaments.go.domain.event` writes them.
"""

from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext as _now, gettext_lazy as _, pgettext_lazy

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from events.models.points import PointsField
from events.tournaments.core.domain.go_settings import MAX_RANK, MIN_RANK, GoRules, read_rank
from events.tournaments.core.domain.ratings import RatingMethod
from events.tournaments.core.domain.results import PointSystem
from events.tournaments.core.domain.tournament import KeizerRules
from events.tournaments.core.domain.wishes import Apart
from events.tournaments.go.domain.event import codes_of, criteria_of, from_stored
from events.tournaments.prizes.domain.lines import stored_fund

MAX_COUNTING = 99

USUAL = PointSystem()


def validate_texts(value: Any) -> None:
    """A list of texts, none empty."""
    if not isinstance(value, list) or not all(isinstance(text, str) and text for text in value):
        raise ValidationError(_("This must be a list of texts."))


def validate_prizes(value: Any) -> None:
    """Prizes as :func:`events.tournaments.prizes.domain.fund.read_fund` reads them, or nothing."""
    try:
        stored_fund(value)
    except Refused as refusal:
        raise ValidationError(refusal_text(refusal)) from refusal


def validate_kept_records(value: Any) -> None:
    """Lines of a file: a list of ``{"text": the whole line, "after": the record before it}``. One
    without a text is the place of the records of the number ``after``."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"text", "after"}
        and all(isinstance(text, str) for text in each.values())
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of lines, each with its text and place."))


def validate_forbidden(value: Any) -> None:
    """Who must not meet: a list of ``{"numbers": [...], "first": round, "last": round}``."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"numbers", "first", "last"}
        and isinstance(each["numbers"], list)
        and all(type(number) is int for number in each["numbers"])
        and all(each[end] is None or type(each[end]) is int for end in ("first", "last"))
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of starting numbers and rounds."))


MAX_STONES = 9


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
    handicap_by_grade = models.BooleanField(_("handicap by grade, not by score"), default=False)
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
        mistakes = {}
        if _rank(self.mm_floor, MIN_RANK) > _rank(self.mm_bar, MAX_RANK):
            mistakes["mm_floor"] = _now("The floor is above the bar, %(bar)s.") % {
                "bar": self.mm_bar
            }
        for name in _OF_A_ROUND:
            points = getattr(self, name)
            if not 0 <= points <= 1 or (2 * points).denominator != 1:
                mistakes[name] = _now("In go a round without a game is worth 0, ½ or 1.")
        return mistakes

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
            handicap_by_mms=not self.handicap_by_grade,
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


class KeizerFields(models.Model):
    """Columns of a tournament: the values of a Keizer, and the third place of a knock-out."""

    keizer_top = models.PositiveSmallIntegerField(
        _("value of the first"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    keizer_step = PointsField(_("less for each next one"), default="1")
    keizer_loss = PointsField(_("lost game (share of the opponent’s value)"), default="0")
    keizer_bye = PointsField(_("pairing-allocated bye"), default="0.5")
    keizer_full = PointsField(_("full-point bye (team duty)"), default="0.7")
    keizer_half = PointsField(_("half-point bye"), default="0.35")
    keizer_absent = PointsField(_("absent"), default="0.35")
    keizer_zero = PointsField(_("zero-point bye"), default="0")
    keizer_paid = models.PositiveSmallIntegerField(_("rounds away that are paid"), default=5)
    has_third_place = models.BooleanField(_("game for the third place"), default=False)

    class Meta:
        abstract = True

    @property
    def keizer_rules(self) -> KeizerRules:
        """The values as those of the domain."""
        return KeizerRules(
            top=self.keizer_top,
            step=self.keizer_step,
            loss=self.keizer_loss,
            bye=self.keizer_bye,
            full=self.keizer_full,
            half=self.keizer_half,
            absent=self.keizer_absent,
            zero=self.keizer_zero,
            paid=self.keizer_paid,
        )


class EqualsBy(models.TextChoices):
    """In what order players of the same rating and title are numbered."""

    NAME = "name", pgettext_lazy("order", "by name")
    IDENTITY = "identity", pgettext_lazy("order", "by FIDE number")


class RatingFields(models.Model):
    """Columns of a tournament: which of a player's ratings is its own, and what tie-breaks take."""

    rating_method = models.CharField(
        _("which rating counts"),
        max_length=5,
        default=RatingMethod.FIDON.value,
        choices=[
            (RatingMethod.FIDE.value, _("FIDE’s alone")),
            (RatingMethod.NRO.value, _("the national one alone")),
            (RatingMethod.FIDON.value, _("FIDE’s, else the national one")),
            (RatingMethod.NIDOF.value, _("the national one, else FIDE’s")),
            (RatingMethod.HBFN.value, _("the higher of FIDE’s and the national one")),
            (RatingMethod.OTHER.value, _("another one, which is typed")),
        ],
    )
    equals_by = models.CharField(
        _("players of equal strength are numbered"),
        max_length=8,
        choices=EqualsBy,
        default=EqualsBy.NAME,
    )
    unrated_as = models.PositiveSmallIntegerField(
        _("rating of the unrated in tie-breaks"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(3999)],
    )
    ratings_of_round = models.PositiveSmallIntegerField(
        _("tie-breaks go by the ratings of round"), default=0
    )
    is_chess960 = models.BooleanField(_("Chess960"), default=False)

    class Meta:
        abstract = True


class FideFields(models.Model):
    """Columns of a tournament: whether it is in FIDE mode, ``None`` where that is not for it, and
    the last round that was paired when it was left."""

    fide_mode = models.BooleanField(_("FIDE mode"), null=True, default=None, editable=False)
    fide_left_round = models.PositiveSmallIntegerField(
        _("FIDE mode left after round"), null=True, blank=True, editable=False
    )

    class Meta:
        abstract = True
