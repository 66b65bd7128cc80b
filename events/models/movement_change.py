"""Changes of a section's movement during play, in the order in which they were made.

The section keeps the movement it began with. A change puts another movement in its place from a
round on, marks a contestant as away in some rounds, or lets one join who sits where others sat out.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.checked_together import CheckedTogetherModel
from events.models.session import Section
from movements.models import Movement

LAST_ROUND = 999
"""Means the end, however many rounds there are."""


class MovementChange(CheckedTogetherModel):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="changes")
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("to round"), default=LAST_ROUND)
    movement = models.ForeignKey(
        Movement,
        verbose_name=_("movement"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="changes",
    )
    absent = models.PositiveSmallIntegerField(_("contestant away"), null=True, blank=True)
    joins = models.PositiveSmallIntegerField(_("contestant who joins"), null=True, blank=True)

    class Meta:
        verbose_name = _("change of movement")
        verbose_name_plural = _("changes of movement")
        ordering = ("section", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(first_round__gte=1) & Q(first_round__lte=F("last_round")),
                name="change_rounds_in_order",
            ),
            models.CheckConstraint(
                condition=Q(movement=None, joins=None, absent__isnull=False, absent__gte=1)
                | Q(movement__isnull=False, joins=None, absent=None, last_round=LAST_ROUND)
                | Q(
                    movement=None,
                    absent=None,
                    joins__isnull=False,
                    joins__gte=1,
                    last_round=LAST_ROUND,
                ),
                name="change_is_one_of_three",
            ),
        )

    def __str__(self) -> str:
        if self.movement:
            return _("“%(movement)s” from round %(round)s") % {
                "movement": self.movement,
                "round": self.first_round,
            }
        if self.joins:
            return _("%(contestant)s sits where others sat out, from round %(round)s") % {
                "contestant": self.joins,
                "round": self.first_round,
            }
        if self.last_round == LAST_ROUND:
            return _("%(contestant)s left before round %(round)s") % {
                "contestant": self.absent,
                "round": self.first_round,
            }
        return _("%(contestant)s came for round %(round)s") % {
            "contestant": self.absent,
            "round": self.last_round + 1,
        }
