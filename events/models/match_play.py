"""Sessions played in matches: teams that all meet, Swiss teams, Swiss pairs.

Their contestants are pairs, as in any session, and their lines are ordinary lines: who sits North–
South and East–West of which table belongs to a *team* (in Swiss pairs, a pair by itself). A match
is two tables with the same boards, in Swiss pairs one table. What a match is worth is computed.
"""

from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import CheckedTogetherModel
from events.models.session import Session
from events.sessions.matches.domain.scales import VP, own_scale
from events.sessions.matches.domain.standings import Scoring

MAX_BOARDS = 100
MAX_ROUNDS = 50
ACCELERATED_ROUNDS = 2
MAX_SCALE = 10_000
"""Characters of a scale that the club types."""


class MatchPlay(CheckedTogetherModel):
    """How the matches of a session are made and scored."""

    class ScoredBy(models.TextChoices):
        """What a match is worth; the values are those of the rules."""

        VP = Scoring.VP.value, _("victory points")
        IMPS = Scoring.IMPS.value, _("IMPs, added up")
        POINT_A_BOARD = Scoring.POINT_A_BOARD.value, _("a point for each board won")
        WON_LOST = Scoring.WON_LOST.value, _("won, drawn or lost")

    class Scale(models.TextChoices):
        """The scales of victory points by their names on the command line."""

        WBF = "wbf2013", _("WBF, two decimals")
        DISCRETE = "wbf-discrete", _("WBF, whole VPs")
        ACBL_20 = "acbl20", _("ACBL, 20 VPs")
        ACBL_30 = "acbl30", _("ACBL, 30 VPs")
        OWN = "own", _("the club’s own")

    class Odd(models.TextChoices):
        """What an odd number of contestants does in a Swiss round."""

        BYE = "bye", _("one has a bye")
        TRIANGLE = "triangle", _("three teams play a triangle over two rounds")
        HALVES = "halves", _("three teams play half matches in one round")

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="match_play")
    boards = models.PositiveSmallIntegerField(
        _("boards per match"), validators=[MinValueValidator(1), MaxValueValidator(MAX_BOARDS)]
    )
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)]
    )
    scored_by = models.CharField(
        _("a match counts"), max_length=13, choices=ScoredBy, default=ScoredBy.VP
    )
    scale = models.CharField(_("scale"), max_length=12, choices=Scale, default=Scale.WBF)
    own_scale = models.TextField(
        _("own scale"),
        max_length=MAX_SCALE,
        blank=True,
        help_text=_(
            "A row a line: the margin from which it counts, the winner’s VPs, the loser’s: 0 10 10,"
            " then 1 11 9, and so on."
        ),
    )
    by_boards_played = models.BooleanField(
        _("scale by boards played"),
        default=False,
        help_text=_(
            "Ticked, the scale is that of the boards that could be played; otherwise that of the "
            "boards of the match."
        ),
    )
    odd = models.CharField(_("odd number"), max_length=8, choices=Odd, default=Odd.BYE)
    bye_points = models.DecimalField(
        _("for a bye"),
        max_digits=6,
        decimal_places=2,
        default=12,
        validators=[MinValueValidator(0), MaxValueValidator(100)],
    )
    accelerated = models.BooleanField(
        _("accelerated"),
        default=False,
        help_text=_(
            "In the first two draws the upper half, by their numbers, have half of a match’s VPs "
            "more than they have, so that equals meet sooner."
        ),
    )
    danish_rounds = models.PositiveSmallIntegerField(
        _("Danish rounds at the end"),
        default=0,
        validators=[MaxValueValidator(MAX_ROUNDS)],
        help_text=_(
            "In so many last rounds first meets second, third meets fourth, and so on through the "
            "upper half, also if they have met before; 0 for none."
        ),
    )
    in_arrears = models.BooleanField(
        _("one round in arrears"),
        default=False,
        help_text=_(
            "Each draw rests on the standings of one round earlier, so that nobody waits; not the "
            "draw of the last round."
        ),
    )
    home_tables = models.BooleanField(
        _("home tables"),
        default=False,
        help_text=_(
            "The North–South pair of team 1 stays at table 1, and so on; the East–West pairs of a "
            "match exchange places."
        ),
    )

    class Meta:
        verbose_name = _("match play")
        verbose_name_plural = _("match play")
        constraints = (
            models.CheckConstraint(
                condition=Q(boards__gte=1, boards__lte=MAX_BOARDS, rounds__gte=1),
                name="match_play_has_boards_and_rounds",
            ),
            models.CheckConstraint(
                condition=~Q(odd="halves") | Q(boards__gte=2), name="match_play_halves_have_boards"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}: {self.session.get_matches_display()}"

    @property
    def is_swiss(self) -> bool:
        """Whether rounds are drawn one after another."""
        return self.session.matches != Session.Matches.TEAMS

    @property
    def is_pairs(self) -> bool:
        """Whether pairs, and not teams, play the matches."""
        return self.session.matches == Session.Matches.SWISS_PAIRS

    @property
    def stanzas(self) -> int:
        """How many rounds of the movement a match takes."""
        return 2 if self.is_swiss and self.odd == self.Odd.HALVES else 1

    @property
    def usual_bye(self) -> Decimal:
        """What a bye counts, unless the director says otherwise: 60 % of a match, and nothing where
        IMPs are added up (White Book; spec: teams, section 3)."""
        whole = {
            self.ScoredBy.VP: self.total,
            self.ScoredBy.IMPS: 0,
            self.ScoredBy.POINT_A_BOARD: self.boards,
            self.ScoredBy.WON_LOST: 1,
        }[self.ScoredBy(self.scored_by)]
        return Decimal(whole) * 6 / 10

    @property
    def tables(self) -> int:
        """How many tables a match has."""
        return 1 if self.is_pairs else 2

    def is_danish(self, number: int) -> bool:
        """Whether the upper half meets its neighbours in a round, also again."""
        return self.rounds - self.danish_rounds < number <= self.rounds

    def head_start(self, number: int) -> Fraction:
        """The points that the upper half has more in the draw of a round."""
        is_first = number <= ACCELERATED_ROUNDS
        return Fraction(self.total, 2) if self.accelerated and is_first else Fraction(0)

    @property
    def total(self) -> int:
        """The victory points that both sides of a match have between them, rounded up."""
        if self.scale == self.Scale.OWN:
            return -(-sum(own_scale(self.own_scale).points(0)) // VP)
        return 30 if self.scale == self.Scale.ACBL_30 else 20


class BridgeTeam(CheckedTogetherModel):
    """A team of a session, or in Swiss pairs a pair: who plays matches."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    first_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("withdrew after round"), null=True, blank=True)
    keeps_table = models.PositiveSmallIntegerField(
        _("keeps table"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    added = models.DecimalField(
        _("points added or taken away"), max_digits=6, decimal_places=2, default=0
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("bridge team")
        verbose_name_plural = _("bridge teams")
        ordering = ("session", "number")
        constraints = (
            models.UniqueConstraint(fields=("session", "number"), name="bridge_team_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=499), name="bridge_team_number_1_to_499"
            ),
        )

    def __str__(self) -> str:
        return self.name or _("Team %(number)s") % {"number": self.number}


class BridgeMatch(models.Model):
    """A match of a session, or the bye of a team, which has no ``away``.

    It is played from ``round`` to ``last_round``, the boards ``first_board`` to ``last_board``.
    ``second_table`` is that of the closed room, where it has one of its own. ``home_points`` and
    ``away_points`` are awarded by the director, with a ``reason``, in place of
    what the boards give.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="bridge_matches")
    round = models.PositiveSmallIntegerField(_("round"))
    last_round = models.PositiveSmallIntegerField(_("last round"))
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    second_table = models.PositiveSmallIntegerField(_("second table"), null=True, blank=True)
    home = models.ForeignKey(
        BridgeTeam, verbose_name=_("home"), on_delete=models.CASCADE, related_name="home_matches"
    )
    away = models.ForeignKey(
        BridgeTeam,
        verbose_name=_("away"),
        on_delete=models.CASCADE,
        related_name="away_matches",
        null=True,
        blank=True,
    )
    first_board = models.PositiveSmallIntegerField(_("first board"), null=True, blank=True)
    last_board = models.PositiveSmallIntegerField(_("last board"), null=True, blank=True)
    home_points = models.DecimalField(
        _("points of the home team"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    away_points = models.DecimalField(
        _("points of the away team"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering: ClassVar = ("session", "round", F("table").asc(nulls_last=True), "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(round__gte=1, last_round__gte=F("round")), name="match_rounds_in_order"
            ),
            models.CheckConstraint(
                condition=Q(away__isnull=True) | ~Q(home=F("away")), name="match_of_two_teams"
            ),
            models.CheckConstraint(
                condition=Q(away__isnull=True)
                | Q(first_board__isnull=False, last_board__gte=F("first_board")),
                name="match_has_boards",
            ),
        )

    def __str__(self) -> str:
        away = self.away or _("bye")
        return _("Round %(round)s: %(home)s – %(away)s") % {
            "round": self.round,
            "home": self.home,
            "away": away,
        }
