"""What is said about teams that meet each other beside the games: byes, forfeits, line-ups, and who
must not meet.

A round is named by its number, for a file may speak of one that the tournament does not plan yet.
"""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubscore.database.models import CheckedTogetherModel
from events.models.entry import Entry, Team
from events.models.tournament import MAX_ROUNDS, Tournament
from events.tournaments.core.domain.results import Code

_IN_A_TOURNAMENT = Q(round__gte=1) & Q(round__lte=MAX_ROUNDS)


class TeamBye(CheckedTogetherModel):
    class Kind(models.TextChoices):
        PAIRING_BYE = Code.PAIRING_BYE.value, _("pairing-allocated bye")
        FULL_BYE = Code.FULL_BYE.value, _("full-point bye")
        HALF_BYE = Code.HALF_BYE.value, _("half-point bye")
        ZERO_BYE = Code.ZERO_BYE.value, _("zero-point bye")

    team = models.ForeignKey(
        Team, verbose_name=_("team"), on_delete=models.CASCADE, related_name="byes"
    )
    round = models.PositiveSmallIntegerField(_("round"))
    code = models.CharField(_("bye"), max_length=1, choices=Kind)

    class Meta:
        verbose_name = _("bye of a team")
        verbose_name_plural = _("byes of teams")
        ordering = ("team__tournament", "round", "team")
        constraints = (
            models.UniqueConstraint(
                fields=("team", "round"),
                name="team_bye_once",
                violation_error_message=_("This team has a bye in this round already."),
            ),
            models.CheckConstraint(condition=_IN_A_TOURNAMENT, name="team_bye_round_1_to_999"),
            models.CheckConstraint(
                condition=Q(code__in=["U", "F", "H", "Z"]), name="team_bye_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.team}, {self.round}: {self.code}"


class TeamForfeit(CheckedTogetherModel):
    class Score(models.TextChoices):
        """As files write it, White's team first."""

        WHITE = "+-", _("the team with White wins")
        BLACK = "-+", _("the team with Black wins")
        NOBODY = "--", _("both teams lose")

    round = models.PositiveSmallIntegerField(_("round"))
    white = models.ForeignKey(
        Team, verbose_name=_("team with White"), on_delete=models.CASCADE, related_name="+"
    )
    black = models.ForeignKey(
        Team, verbose_name=_("team with Black"), on_delete=models.CASCADE, related_name="+"
    )
    score = models.CharField(_("result"), max_length=2, choices=Score)

    class Meta:
        verbose_name = _("forfeited match")
        verbose_name_plural = _("forfeited matches")
        ordering = ("white__tournament", "round", "white")
        constraints = (
            models.UniqueConstraint(fields=("white", "round"), name="team_forfeit_once_white"),
            models.UniqueConstraint(fields=("black", "round"), name="team_forfeit_once_black"),
            models.CheckConstraint(condition=~Q(white=F("black")), name="team_forfeit_of_two"),
            models.CheckConstraint(condition=_IN_A_TOURNAMENT, name="team_forfeit_round_1_to_999"),
            models.CheckConstraint(
                condition=Q(score__in=["+-", "-+", "--"]), name="team_forfeit_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.white} – {self.black}, {self.round}: {self.score}"

    def clean(self) -> None:
        if self.white.tournament_id != self.black.tournament_id:
            raise ValidationError({"black": _("This team is of another tournament.")})


class LineUpSeat(CheckedTogetherModel):
    """Who sits on a board of a match, where it does not follow from the order of the team."""

    team = models.ForeignKey(
        Team, verbose_name=_("team"), on_delete=models.CASCADE, related_name="line_up_seats"
    )
    round = models.PositiveSmallIntegerField(_("round"))
    board = models.PositiveSmallIntegerField(_("board number"))
    entry = models.ForeignKey(
        Entry,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="line_up_seats",
    )

    class Meta:
        verbose_name = _("seat of a line-up")
        verbose_name_plural = _("seats of line-ups")
        ordering = ("team__tournament", "round", "team", "board")
        constraints = (
            models.UniqueConstraint(fields=("team", "round", "board"), name="line_up_board_once"),
            models.UniqueConstraint(fields=("team", "round", "entry"), name="line_up_player_once"),
            models.CheckConstraint(condition=_IN_A_TOURNAMENT, name="line_up_round_1_to_999"),
            models.CheckConstraint(condition=Q(board__gte=1), name="line_up_board_from_1"),
        )

    def __str__(self) -> str:
        return f"{self.team}, {self.round}, {self.board}: {self.entry or '–'}"

    def clean(self) -> None:
        if self.entry and self.entry.tournament_id != self.team.tournament_id:
            raise ValidationError({"entry": _("This player is of another tournament.")})


class TeamsApart(CheckedTogetherModel):
    """Teams that must not meet; without rounds in the whole tournament."""

    tournament = models.ForeignKey(
        Tournament,
        verbose_name=_("tournament"),
        on_delete=models.CASCADE,
        related_name="teams_apart",
    )
    first_round = models.PositiveSmallIntegerField(_("first round"), null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(_("last round"), null=True, blank=True)
    teams = models.ManyToManyField(Team, through="TeamApart", related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("teams", "pairing not allowed")
        verbose_name_plural = pgettext_lazy("teams", "pairings not allowed")
        ordering = ("tournament", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(first_round__isnull=True)
                | Q(first_round__gte=1) & Q(first_round__lte=MAX_ROUNDS),
                name="teams_apart_first_round_1_to_999",
            ),
            models.CheckConstraint(
                condition=Q(last_round__isnull=True)
                | Q(last_round__gte=1) & Q(last_round__lte=MAX_ROUNDS),
                name="teams_apart_last_round_1_to_999",
            ),
        )

    def __str__(self) -> str:
        teams = " – ".join(str(member.team) for member in self.members.all())
        rounds = [str(each) for each in (self.first_round, self.last_round) if each]
        return f"{teams}, {'–'.join(rounds)}" if rounds else teams


class TeamApart(models.Model):
    apart = models.ForeignKey(TeamsApart, on_delete=models.CASCADE, related_name="members")
    team = models.ForeignKey(
        Team, verbose_name=_("team"), on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ("apart", "pk")
        constraints = (models.UniqueConstraint(fields=("apart", "team"), name="team_apart_once"),)

    def __str__(self) -> str:
        return str(self.team)
