"""The rules by which a club gives points for places; what a session gives is computed."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import CheckedTogetherModel

MOST: Decimal = Decimal("999.99")
_POINTS = (MinValueValidator(Decimal("0.01")), MaxValueValidator(MOST))


class PointsRule(CheckedTogetherModel):
    """One rule: that of a union, with a weight, or the club's own."""

    class Preset(models.TextChoices):
        """The values are those of the command line."""

        EBU = "ebu-club", _("EBU, club (England)")
        ABF = "abf-club", _("ABF, club session (Australia)")
        ACBL = "acbl-open", _("ACBL, open club game (North America)")
        OWN = "own", _("the club’s own")

    class Ties(models.TextChoices):
        MEAN = "mean", _("the mean of their places")
        BEST = "best", _("all the points of the best of their places")

    name = models.CharField(
        _("name"),
        max_length=60,
        unique=True,
        error_messages={"unique": _("There is already a rule of this name.")},
    )
    preset = models.CharField(_("rule of"), max_length=10, choices=Preset, default=Preset.OWN)
    weight = models.DecimalField(
        _("weight"),
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        validators=_POINTS,
        help_text=_("For the rule of a union; empty: its usual weight."),
    )
    part = models.PositiveSmallIntegerField(
        _("part of the field that gets points, in %"),
        default=33,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text=_("Rounded up; 33 stands for a third, 67 for two thirds."),
    )
    step = models.DecimalField(
        _("points from place to place"),
        max_digits=5,
        decimal_places=2,
        default=Decimal("0.06"),
        validators=_POINTS,
        help_text=_("The last who gets points has as many, the one before twice as many."),
    )
    least = models.DecimalField(
        _("at least"), max_digits=5, decimal_places=2, null=True, blank=True, validators=_POINTS
    )
    most = models.DecimalField(
        _("at most"), max_digits=5, decimal_places=2, null=True, blank=True, validators=_POINTS
    )
    ties = models.CharField(_("shared places get"), max_length=4, choices=Ties, default=Ties.MEAN)

    class Meta:
        verbose_name = _("rule for club points")
        verbose_name_plural = _("rules for club points")
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="points_rule_has_name"),
            models.CheckConstraint(
                condition=Q(preset__in=["ebu-club", "abf-club", "acbl-open", "own"]),
                name="points_rule_preset_known",
            ),
            models.CheckConstraint(
                condition=Q(part__gte=1, part__lte=100), name="points_rule_part_1_to_100"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Check that the least is not above the most."""
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValidationError({"most": _("At most cannot be less than at least.")})

    @property
    def is_own(self) -> bool:
        """Whether the club made the rule."""
        return self.preset == self.Preset.OWN
