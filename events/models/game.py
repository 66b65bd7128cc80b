"""Results of a tournament's rounds: one for every entry and round, the two of a game as one value.

A *game* holds how it ended for both sides, so they cannot contradict each other; a
*round result* says that an entry is the first or the second side of a game, or has a bye. The
first side has White where the colours are known. Who was absent has no round result.

The database refuses a second result of an entry in a round, and a third side of a game. That
entry, round and game are of one tournament, and that a game has both its sides, is ensured by the
services; ``clean`` checks the first again.
"""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import user_key
from events.models.entry import Entry
from events.models.tournament import Round
from events.models.tournament_fields import MAX_STONES
from events.tournaments.core.domain.pairings import MAX_KOMI
from events.tournaments.core.domain.results import Code, Outcome

OUTCOMES = [outcome.value for outcome in Outcome]

BYES = [code.value for code in Code if code.is_bye]


class Game(models.Model):
    FIRST, SECOND = 1, 2

    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="games"
    )
    board_number = models.PositiveSmallIntegerField(_("board number"))
    outcome = models.CharField(_("result"), max_length=2, default=Outcome.PENDING.value)
    colours_known = models.BooleanField(_("the first side has White"), default=True)
    handicap = models.PositiveSmallIntegerField(_("handicap"), default=0)
    doubled_komi = models.SmallIntegerField(_("komi, doubled"), null=True, blank=True)
    """The komi of a game of go that has its own; else it is that of the tournament, or ½."""
    play_off = models.PositiveSmallIntegerField(_("won the play-off"), null=True, blank=True)
    """The side that goes on after a game of a knock-out that nobody won."""
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)
    updated_by = user_key()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("round", "board_number")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "board_number"), name="game_board_number_once"
            ),
            models.CheckConstraint(condition=Q(board_number__gte=1), name="game_board_number_set"),
            models.CheckConstraint(
                condition=Q(handicap__lte=MAX_STONES),
                name="game_handicap_to_9",
                violation_error_message=_("A handicap is at most 9 stones."),
            ),
            models.CheckConstraint(
                condition=Q(doubled_komi__isnull=True)
                | Q(doubled_komi__gte=-2 * MAX_KOMI) & Q(doubled_komi__lte=2 * MAX_KOMI),
                name="game_komi_to_99",
                violation_error_message=_("Komi is at most 99½, either way."),
            ),
            models.CheckConstraint(
                condition=Q(play_off__isnull=True) | Q(play_off__in=[1, 2]),
                name="game_play_off_of_a_side",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=OUTCOMES),
                name="game_sides_agree",
                violation_error_message=_("The two sides of the game contradict each other."),
            ),
        )

    def __str__(self) -> str:
        return _("%(round)s, board %(number)s") % {"round": self.round, "number": self.board_number}


class RoundResult(models.Model):
    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="results"
    )
    entry = models.ForeignKey(
        Entry, verbose_name=_("entry"), on_delete=models.RESTRICT, related_name="results"
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="sides"
    )
    side = models.PositiveSmallIntegerField(_("side"), null=True, blank=True)
    bye = models.CharField(_("bye"), max_length=1, blank=True)

    class Meta:
        verbose_name = _("result of a round")
        verbose_name_plural = _("results of rounds")
        # Byes last, which databases would sort each in its way.
        ordering = ("round", F("game__board_number").asc(nulls_last=True), "side", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "entry"),
                name="result_once_a_round",
                violation_error_message=_("This player has a result in this round already."),
            ),
            models.UniqueConstraint(fields=("game", "side"), name="game_side_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, side__isnull=False, bye="")
                & Q(side__in=[Game.FIRST, Game.SECOND])
                | Q(game__isnull=True, side__isnull=True, bye__in=BYES),
                name="result_of_game_or_bye",
                violation_error_message=_("A result is a side of a game, or a bye."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.entry}"

    def clean(self) -> None:
        if self.entry.tournament_id != self.round.tournament_id:
            raise ValidationError({"entry": _("This player is in another tournament.")})
        if self.game and self.game.round_id != self.round_id:
            raise ValidationError({"game": _("This game is of another round.")})
