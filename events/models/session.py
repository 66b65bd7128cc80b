"""A session of bridge and its sections.

A *session* is one evening with one set of scoring settings, and the letters in which its results
are typed; a *section* is a movement played in it. A session from a BridgeScore file has a
section without a movement.

Changes of a section's movement during play, in the order in which they were made.

The section keeps the movement it began with. A change puts another movement in its place from a
round on, marks a contestant as away in some rounds, or lets one join who sits where others sat out.

Contestants of a section, who they are, and with which handicap.

A *contestant* is a pair, or in an individual movement a player. ``direction`` is empty where one
set of numbers serves both directions (every movement), and ``NS`` or ``EW`` where both directions
count from 1 (BridgeScore files). Names may come late: a contestant without players is a number.

A handicap is in percent, without tops in points for the session. It belongs to the pair, or to
each of its players. A stratum is A, B or C, for rankings of their own; empty counts as A.
"""

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
from clubscore.text.sentences import language
from clubscore.web.refusals import refusals_invalid
from events.models.club_points import PointsRule
from events.sessions.core.domain.letters import Letters, letters_named, letters_of
from events.sessions.core.domain.seats import ShownNumber
from events.sessions.scoring.domain.imps import read_datums
from movements.models import Movement
from players.models import Club, Player


def check_datums(text: str) -> None:
    """That these are datums. Raises a validation error."""
    with refusals_invalid():
        read_datums(text)


class Session(BinModel, CheckedTogetherModel):
    class Method(models.TextChoices):
        """How results are compared; the values are those of the rules."""

        MATCHPOINTS = "mp", _("matchpoints")
        BUTLER = "butler", _("IMPs against a datum (Butler)")
        CROSS_IMPS = "cross-imps", _("cross-IMPs")
        TOTAL = "total", _("total points")

    class Scale(models.IntegerChoices):
        """Matchpoints for each contestant beaten."""

        TWO = 2, _("2 for a win, 1 for a tie")
        ONE = 1, _("1 for a win, ½ for a tie")

    class Winners(models.IntegerChoices):
        ONE = 1, _("one list")
        TWO = 2, _("North–South and East–West separately")

    class Dropped(models.IntegerChoices):
        """How many results a Butler datum leaves out at each end."""

        NONE = 0, _("none")
        ONE = 1, _("the best and the worst")
        TWO = 2, _("the two best and the two worst")

    class ImpsBy(models.TextChoices):
        """What IMPs are ranked by; the values are those of the rules."""

        UNEQUAL = "unequal", _("the IMPs per board where pairs played different numbers of boards")
        TOTAL = "total", _("the total")
        BOARD = "board", _("the IMPs per board")

    class Rounding(models.TextChoices):
        EXACT = "exact", _("exact")
        BOARD_TENTH = "board:0.1", _("each board to 0.1")
        BOARD_HUNDREDTH = "board:0.01", _("each board to 0.01")
        TOTAL_HUNDREDTH = "total:0.01", _("the total to 0.01")

    class Unopposed(models.TextChoices):
        """What is given for boards whose opponents are away; the values are those of the rules."""

        NOTHING = "", _("nothing: they play fewer boards")
        AVERAGE = "=", _("an average: 50 %, or no IMPs")
        PLUS = "+", _("an average plus: 60 % or more, or 3 IMPs")

    class StrataBy(models.TextChoices):
        """What limits of strata are of; the values are those of the rules."""

        HAND = "", _("none: each stratum is chosen by hand")
        RATING = "rating", _("the rating in the register, such as masterpoints")
        HANDICAP = "handicap", _("the handicap of the session")

    class Matches(models.TextChoices):
        """What the matches of a session are, if it is played in matches."""

        NONE = "", _("none: a movement for pairs or players")
        TEAMS = "teams", _("teams, all against all")
        SWISS_TEAMS = "swiss-teams", _("Swiss teams")
        SWISS_PAIRS = "swiss-pairs", _("Swiss pairs")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("session", "open")
        FINISHED = "finished", pgettext_lazy("session", "finished")

    title = models.CharField(_("title"), max_length=120)
    date = models.DateField(_("date"))
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True
    )
    method = models.CharField(
        _("method"), max_length=12, choices=Method, default=Method.MATCHPOINTS
    )
    scale = models.PositiveSmallIntegerField(_("scale"), choices=Scale, default=Scale.TWO)
    winners = models.PositiveSmallIntegerField(_("winners"), choices=Winners, default=Winners.ONE)
    neuberg = models.BooleanField(
        _("Neuberg"),
        default=True,
        help_text=_("Boards with fewer results than others are scaled to the same top."),
    )
    small_groups = models.BooleanField(
        _("small groups"),
        default=True,
        help_text=_("One to three results of many get percentages instead of Neuberg's formula."),
    )
    missing_ties = models.BooleanField(
        _("missing results are ties"),
        default=False,
        help_text=_("Simple scoring, in place of Neuberg's formula and of small groups."),
    )
    sit_out = models.PositiveSmallIntegerField(
        _("percent for a sit-out"),
        default=0,
        validators=[MaxValueValidator(100)],
        help_text=_("Of a full top, in matchpoints; 0: a sit-out does not count."),
    )
    unopposed = models.CharField(
        _("boards whose opponents are away"),
        max_length=1,
        choices=Unopposed,
        default=Unopposed.NOTHING,
        blank=True,
        help_text=_("What the opponents of a pair that left or came late get for its boards."),
    )
    expected = models.PositiveSmallIntegerField(
        _("results expected"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(9999)],
        help_text=_("On each board; empty: as many as the fullest board has."),
    )
    rounding = models.CharField(
        _("rounding"), max_length=12, choices=Rounding, default=Rounding.EXACT
    )
    butler_drop = models.PositiveSmallIntegerField(
        _("Butler: results dropped at each end"), choices=Dropped, default=Dropped.ONE
    )
    butler_percent = models.PositiveSmallIntegerField(
        _("Butler: percent dropped at each end"),
        default=0,
        validators=[MaxValueValidator(40)],
        help_text=_("In place of a number of results; 0: the number."),
    )
    butler_parts = models.BooleanField(
        _("Butler: parts of results dropped"),
        default=True,
        help_text=_("The percentage exactly, otherwise rounded up to whole results."),
    )
    butler_even = models.BooleanField(
        _("Butler: halves to even tens"), default=False, help_text=_("Otherwise away from zero.")
    )
    datums = models.CharField(
        _("Butler: datums given"), max_length=2400, blank=True, validators=[check_datums]
    )
    cross_imps_mean = models.BooleanField(
        _("Cross-IMPs: mean"),
        default=True,
        help_text=_("The sum is divided by the number of comparisons."),
    )
    cross_imps_award_each = models.BooleanField(
        _("Average plus for each comparison"),
        default=False,
        help_text=_("In a sum: 3 IMPs times the results less one; otherwise 3 IMPs once."),
    )
    handicap_sum = models.BooleanField(
        _("Handicaps of players are added up"),
        default=False,
        help_text=_("Otherwise a pair has their mean."),
    )
    imps_by = models.CharField(
        _("IMPs ranked by"), max_length=8, choices=ImpsBy, default=ImpsBy.UNEQUAL
    )
    session_average = models.BooleanField(
        _("A+ and A− follow the session"),
        default=True,
        help_text=_("A+ is at least the pair's own percentage, A− at most."),
    )
    one_field = models.BooleanField(
        _("sections compared"),
        default=True,
        help_text=_("All sections are one field; otherwise each is scored separately."),
    )
    minimum_part = models.PositiveSmallIntegerField(
        _("boards needed for a place"),
        default=0,
        validators=[MaxValueValidator(100)],
        help_text=_("In percent; those who played less are listed without a place."),
    )
    strata_by = models.CharField(
        _("limits of strata"), max_length=8, choices=StrataBy, default=StrataBy.HAND, blank=True
    )
    strata_mean = models.BooleanField(_("strata by the mean of the players"), default=False)
    strata_b = models.DecimalField(
        _("limit of stratum B"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    strata_c = models.DecimalField(
        _("limit of stratum C"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    show_play = models.BooleanField(
        _("show auctions, leads and card play"),
        default=True,
        help_text=_("To everybody, once the session is finished; directors see them all the same."),
    )
    letters = models.CharField(
        _("letters"),
        max_length=60,
        blank=True,
        help_text=_("Empty: those of the language of whoever types."),
    )
    matches = models.CharField(_("matches"), max_length=12, choices=Matches, blank=True)
    points_rule = models.ForeignKey(
        PointsRule,
        verbose_name=_("club points"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="sessions",
    )
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.OPEN)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    is_demo = models.BooleanField(default=False, editable=False)
    created_by = user_key()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PresentManager["Session"]()
    everything = models.Manager["Session"]()

    class Meta:
        base_manager_name = "everything"
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ("-date", "-pk")
        indexes = (models.Index(fields=("-date", "-id"), name="session_by_date"),)
        constraints = (
            bin_is_not_published("session"),
            models.CheckConstraint(condition=~Q(title=""), name="session_has_title"),
            models.CheckConstraint(
                condition=Q(method__in=["mp", "butler", "cross-imps", "total"]),
                name="session_method_known",
            ),
            models.CheckConstraint(condition=Q(scale__in=[1, 2]), name="session_scale_known"),
            models.CheckConstraint(condition=Q(winners__in=[1, 2]), name="session_winners_known"),
            models.CheckConstraint(
                condition=Q(butler_drop__lte=2),
                name="session_butler_drop_at_most_2",
                violation_error_message=_("At most two results are dropped at each end."),
            ),
            models.CheckConstraint(
                condition=Q(sit_out__lte=100), name="session_sit_out_at_most_100"
            ),
            models.CheckConstraint(
                condition=Q(butler_percent__lte=40), name="session_butler_percent_at_most_40"
            ),
            models.CheckConstraint(
                condition=Q(expected__isnull=True) | Q(expected__gte=1, expected__lte=9999),
                name="session_expected_1_to_9999",
            ),
            models.CheckConstraint(
                condition=Q(minimum_part__lte=100), name="session_minimum_part_at_most_100"
            ),
            models.CheckConstraint(
                condition=Q(matches__in=["", "teams", "swiss-teams", "swiss-pairs"]),
                name="session_matches_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "finished"]), name="session_state_known"
            ),
            models.CheckConstraint(
                condition=Q(strata_by="")
                | Q(strata_by__in=["rating", "handicap"], strata_b__isnull=False),
                name="session_strata_have_a_limit",
            ),
        )

    reader_is_director: bool = True
    """Whether whoever reads it is a director; not stored."""

    def __str__(self) -> str:
        return f"{self.title} ({self.date})"

    def get_absolute_url(self) -> str:
        return reverse("events:session", args=[self.pk])

    @property
    def hides_open_boards(self) -> bool:
        """Whether whoever reads it sees only what everybody has played."""
        return not (self.reader_is_director or self.is_finished)

    @property
    def typing_letters(self) -> Letters:
        """The letters that the club set for its results, else those of the reader's language."""
        return letters_named(self.letters) if self.letters else letters_of(language())

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    @property
    def is_of_teams(self) -> bool:
        """Whether its lines are those of matches that teams play at two tables."""
        return self.matches in OF_TEAMS

    @property
    def is_finished(self) -> bool:
        return self.state == self.State.FINISHED


OF_TEAMS = frozenset({Session.Matches.TEAMS, Session.Matches.SWISS_TEAMS})
"""The matches that teams play."""


class Section(CheckedTogetherModel):
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sections")
    letter = models.CharField(_("section"), max_length=2, default="A")
    movement = models.ForeignKey(
        Movement, verbose_name=_("movement"), on_delete=models.PROTECT, null=True, blank=True
    )
    boards_per_round = models.PositiveSmallIntegerField(_("boards per round"), default=3)
    first_board = models.PositiveSmallIntegerField(_("first board"), default=1)

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ("session", "letter")
        constraints = (
            models.UniqueConstraint(fields=("session", "letter"), name="section_letter_once"),
            models.CheckConstraint(
                condition=Q(boards_per_round__gte=1) & Q(boards_per_round__lte=99),
                name="section_boards_per_round_1_to_99",
            ),
            models.CheckConstraint(
                condition=Q(first_board__gte=1) & Q(first_board__lte=999),
                name="section_first_board_1_to_999",
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}: {self.letter}"


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


MAX_HANDICAP = 999
"""Either way; with total points, handicaps go into the hundreds."""


def handicap_field() -> models.DecimalField:
    """A handicap with two decimals, or nothing."""
    return models.DecimalField(_("handicap"), max_digits=5, decimal_places=2, null=True, blank=True)


class Contestant(models.Model):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="contestants")
    number = models.PositiveSmallIntegerField(_("number"))
    direction = models.CharField(_("direction"), max_length=2, blank=True)
    team = models.ForeignKey(
        "events.BridgeTeam",
        verbose_name=_("team"),
        on_delete=models.CASCADE,
        related_name="contestants",
        null=True,
        blank=True,
    )
    handicap = handicap_field()
    stratum = models.CharField(_("stratum"), max_length=1, blank=True)
    players = models.ManyToManyField(Player, through="ContestantPlayer", related_name="+")

    class Meta:
        verbose_name = _("contestant")
        verbose_name_plural = _("contestants")
        ordering = ("section", "-direction", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "direction", "number"), name="contestant_number_once"
            ),
            models.CheckConstraint(
                condition=Q(direction__in=["", "NS", "EW"]), name="contestant_direction_known"
            ),
            models.CheckConstraint(
                condition=Q(stratum__in=["", "A", "B", "C"]), name="contestant_stratum_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.direction} {self.number}".strip()

    def shown(self, *, several: bool) -> ShownNumber:
        """As pages show it, with the letter of its section where there are ``several``."""
        return ShownNumber(self.direction, self.section.letter if several else "", self.number)

    @property
    def code(self) -> str:
        """What names the contestant in its session: ``A5``, ``ANS3``."""
        return f"{self.section.letter}{self.direction}{self.number}"


class ContestantPlayer(models.Model):
    """A player of a contestant; the session is stored here too, so that the database refuses a
    player who is entered twice."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="memberships"
    )
    place = models.PositiveSmallIntegerField()
    handicap = handicap_field()

    class Meta:
        verbose_name = _("player of a contestant")
        verbose_name_plural = _("players of contestants")
        ordering = ("contestant", "place")
        constraints = (
            models.UniqueConstraint(fields=("session", "player"), name="player_once_a_session"),
            models.UniqueConstraint(fields=("contestant", "place"), name="contestant_place_once"),
        )

    def __str__(self) -> str:
        return f"{self.contestant}: {self.player}"
