"""The hands that were dealt for a session, and what can be made with them.

They are *sealed* until the session is finished: nobody sees them, unless a director opens them
with a reason, which is in the log (Laws 6 and 7; exchange, section 2).
"""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.session import Session

MAX_BOARD = 999
MAX_TRIES = 2
"""So often a deal is given to the solver; one that ends it again is left without an analysis."""


class HandSet(models.Model):
    """The hands of a session: dealt here, or from a file."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="hand_set")
    file_name = models.CharField(_("file"), max_length=255, blank=True)
    """Empty when they were dealt here."""
    seed = models.CharField(max_length=64, blank=True)
    """Of hands dealt here, in hexadecimal digits: all deals follow from it. Shown when the hands
    are; before, only its digest is."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """When a director opened them before the session was finished."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("hands of a session")
        verbose_name_plural = _("hands of sessions")
        constraints = (
            models.CheckConstraint(
                condition=Q(file_name="") | Q(seed=""), name="hand_set_dealt_or_from_file"
            ),
        )

    def __str__(self) -> str:
        return str(self.session)


class BoardHands(models.Model):
    """The deal of a board."""

    hand_set = models.ForeignKey(HandSet, on_delete=models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField(
        _("board"), validators=[MinValueValidator(1), MaxValueValidator(MAX_BOARD)]
    )
    deal = models.CharField(max_length=69)
    """As PBN writes it, North first."""
    tricks = models.CharField(max_length=20, blank=True)
    """Double dummy: twenty hexadecimal digits, N S E W and for each NT S H D C."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it was given to the solver."""
    taken_at = models.DateTimeField(null=True, blank=True)
    """When a process began to solve it."""

    class Meta:
        verbose_name = _("hands of a board")
        verbose_name_plural = _("hands of boards")
        ordering = ("hand_set", "board")
        constraints = (
            models.UniqueConstraint(fields=("hand_set", "board"), name="board_hands_once"),
            models.CheckConstraint(
                condition=Q(board__gte=1) & Q(board__lte=MAX_BOARD), name="board_hands_1_to_999"
            ),
        )
        indexes = (
            models.Index(fields=("taken_at",), condition=Q(tricks=""), name="board_hands_to_solve"),
            models.Index(fields=("deal",), name="board_hands_by_deal"),
        )

    def __str__(self) -> str:
        return f"{self.hand_set}: {self.board}"
