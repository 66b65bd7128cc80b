"""Series: sessions of several evenings that are added up; and what a session carries over.

A *series* ranks pairs or players over its sessions. It may bring with it the standings of an
*earlier* series; a single session may bring those of an earlier session or series. Standings are
computed, never stored.
"""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubscore.database.models import (
    BinModel,
    CheckedTogetherModel,
    PresentManager,
    bin_is_not_published,
    user_key,
)
from events.models.session import Session
from players.models import Club

MAX_WEIGHT = 999
"""The largest weight, in percent."""


def weight_field(verbose_name: Any, default: int) -> models.PositiveSmallIntegerField:
    """A weight in percent; the database has its own check."""
    return models.PositiveSmallIntegerField(
        verbose_name,
        default=default,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_WEIGHT)],
    )


class Series(BinModel, CheckedTogetherModel):
    class Adding(models.TextChoices):
        """How the sessions become one number; the values are those of the rules."""

        AVERAGE = "average", _("average of the percentages")
        MATCHPOINTS = "matchpoints", _("matchpoints over tops")
        TOTAL = "total", _("sum of the IMPs or points")

    class Unit(models.TextChoices):
        PAIR = "pair", _("pairs")
        PLAYER = "player", _("players")

    name = models.CharField(_("name"), max_length=120)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True
    )
    adding = models.CharField(_("adding up"), max_length=12, choices=Adding, default=Adding.AVERAGE)
    unit = models.CharField(_("ranked are"), max_length=6, choices=Unit, default=Unit.PAIR)
    best = models.PositiveSmallIntegerField(
        _("sessions that count"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    minimum = models.PositiveSmallIntegerField(
        _("sessions needed for a place"), default=1, validators=[MinValueValidator(1)]
    )
    handicap = models.BooleanField(_("with handicap"), default=False)
    earlier = models.ForeignKey(
        "self",
        verbose_name=_("carried forward from"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="later",
    )
    earlier_weight = weight_field(_("weight of what is carried forward"), 50)
    sessions = models.ManyToManyField(Session, through="SeriesSession", related_name="series")
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    is_demo = models.BooleanField(default=False, editable=False)
    created_by = user_key()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PresentManager["Series"]()
    everything = models.Manager["Series"]()

    class Meta:
        base_manager_name = "everything"
        verbose_name = _("series")
        verbose_name_plural = pgettext_lazy("several", "series")
        ordering = ("-pk",)
        constraints = (
            bin_is_not_published("series"),
            models.CheckConstraint(condition=~Q(name=""), name="series_has_name"),
            models.CheckConstraint(
                condition=Q(adding__in=["average", "matchpoints", "total"]),
                name="series_adding_known",
            ),
            models.CheckConstraint(
                condition=Q(unit__in=["pair", "player"]), name="series_unit_known"
            ),
            models.CheckConstraint(
                condition=Q(best__isnull=True) | Q(best__gte=1), name="series_best_at_least_1"
            ),
            models.CheckConstraint(condition=Q(minimum__gte=1), name="series_minimum_at_least_1"),
            models.CheckConstraint(
                condition=Q(earlier_weight__gte=1, earlier_weight__lte=MAX_WEIGHT),
                name="series_earlier_weight_1_to_999",
            ),
            models.CheckConstraint(
                condition=Q(earlier__isnull=True) | ~Q(earlier=F("id")),
                name="series_follows_another",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:series", args=[self.pk])

    @property
    def is_published(self) -> bool:
        return self.published_at is not None


class SeriesSession(models.Model):
    """A session of a series, and how much it counts."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="counted_sessions")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="series_sessions")
    weight = weight_field(_("weight"), 100)

    class Meta:
        verbose_name = _("session of a series")
        verbose_name_plural = _("sessions of series")
        ordering = ("series", "session__date", "session")
        constraints = (
            models.UniqueConstraint(fields=("series", "session"), name="series_session_once"),
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=MAX_WEIGHT),
                name="series_session_weight_1_to_999",
            ),
        )

    def __str__(self) -> str:
        return f"{self.series}: {self.session}"


class CarryOver(models.Model):
    """What a session brings from an earlier session, or from a series."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="carry_over")
    earlier_session = models.ForeignKey(
        Session,
        verbose_name=_("from the session"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="carried_by",
    )
    earlier_series = models.ForeignKey(
        Series,
        verbose_name=_("from the series"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="carried_by",
    )
    weight = weight_field(_("weight"), 50)

    class Meta:
        verbose_name = _("carry-over")
        verbose_name_plural = _("carry-overs")
        constraints = (
            models.CheckConstraint(
                condition=Q(earlier_session__isnull=True) ^ Q(earlier_series__isnull=True),
                name="carry_over_of_session_or_series",
            ),
            models.CheckConstraint(
                condition=Q(earlier_session__isnull=True) | ~Q(earlier_session=F("session")),
                name="carry_over_of_another_session",
            ),
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=MAX_WEIGHT),
                name="carry_over_weight_1_to_999",
            ),
        )

    def __str__(self) -> str:
        return f"{self.earlier_session or self.earlier_series} ({self.weight} %)"
