"""A stored movement: its name, its size, its cells, and the text that it came from.

A movement is written and changed by :mod:`movements.services` alone, header and cells together.
In a pairs movement a cell's partners are 0; nobody is 0, too.
"""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Movement(models.Model):
    name = models.CharField(
        _("name"),
        max_length=100,
        unique=True,
        error_messages={"unique": _("There is already a movement of this name.")},
    )
    contestants = models.PositiveSmallIntegerField(_("contestants"))
    tables = models.PositiveSmallIntegerField(_("tables"))
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    groups = models.PositiveSmallIntegerField(_("board groups"))
    individual = models.BooleanField(_("individual"), default=False)
    numbered_groups = models.BooleanField(_("numbered groups"), default=False)
    comments = models.JSONField(_("comments"), default=list, blank=True)
    source = models.TextField(_("source text"))
    is_demo = models.BooleanField(default=False, editable=False)
    is_drawn = models.BooleanField(default=False, editable=False)
    """Whether it is that of one session, and grows with every round drawn; it is in no list."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("movement")
        verbose_name_plural = _("movements")
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="movement_has_name"),
            models.CheckConstraint(
                condition=Q(contestants__gte=2) & Q(contestants__lte=999),
                name="movement_contestants_2_to_999",
            ),
            models.CheckConstraint(
                condition=Q(tables__gte=1) & Q(tables__lte=500), name="movement_tables_1_to_500"
            ),
            models.CheckConstraint(
                condition=Q(rounds__gte=1) & Q(rounds__lte=200), name="movement_rounds_1_to_200"
            ),
            models.CheckConstraint(
                condition=Q(groups__gte=1) & Q(groups__lte=500), name="movement_groups_1_to_500"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("movements:detail", args=[self.pk])


class MovementCell(models.Model):
    movement = models.ForeignKey(Movement, on_delete=models.CASCADE, related_name="cells")
    round = models.PositiveSmallIntegerField(_("round"))
    table = models.PositiveSmallIntegerField(_("table"))
    ns = models.PositiveSmallIntegerField(_("NS"), default=0)
    ns_partner = models.PositiveSmallIntegerField(_("NS partner"), default=0)
    ew = models.PositiveSmallIntegerField(_("EW"), default=0)
    ew_partner = models.PositiveSmallIntegerField(_("EW partner"), default=0)
    group = models.PositiveSmallIntegerField(_("board group"), default=0)

    class Meta:
        verbose_name = _("cell")
        verbose_name_plural = _("cells")
        ordering = ("movement", "round", "table")
        constraints = (
            models.UniqueConstraint(fields=("movement", "round", "table"), name="cell_once"),
            models.CheckConstraint(
                condition=Q(round__gte=1) & Q(table__gte=1), name="cell_counts_from_1"
            ),
            models.CheckConstraint(
                condition=Q(ns=0, ew=0, group=0) | (~Q(ns=0, ew=0) & Q(group__gte=1)),
                name="cell_has_group_where_somebody_sits",
            ),
            models.CheckConstraint(
                condition=Q(ns=0, ew=0) | ~Q(ns=F("ew")), name="cell_nobody_meets_itself"
            ),
            models.CheckConstraint(
                condition=Q(ns_partner=0, ew_partner=0)
                | ~(Q(ns=0) | Q(ns_partner=0) | Q(ew=0) | Q(ew_partner=0)),
                name="cell_has_both_partnerships_or_none",
            ),
        )

    def __str__(self) -> str:
        return f"{self.movement}: {self.round}/{self.table}"
