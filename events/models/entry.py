"""Who plays in a tournament: entries, and their teams.

An *entry* carries names and facts as they are in this tournament, beside the player of the
register; an entry of a file may have no player. A *starting number* may wait until the
registration closes. A player attends every round that is not among ``absent_rounds``, up to the
one after which he withdrew; a bye may have been asked for in a round that is not attended.
"""

import unicodedata
from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import CheckedTogetherModel
from clubscore.text.numbers import whole_number
from events.models.points import PointsField
from events.models.tournament import MAX_ROUNDS, Tournament
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import MissedRounds
from players.domain.names import MAX_LENGTH
from players.models import Player
from players.models.validators import validate_egd_pin

GROUP = RegexValidator(
    r"\A(?:[0-9]:|[A-Z][*~+-])\Z", _("A group is 1: to 9:, 0:, or a letter with * ~ + or -.")
)

MAX_CORRECTION = 99
"""The largest correction of a McMahon start score, up or down."""


def validate_rounds(value: Any) -> None:
    """A list of round numbers, rising."""
    numbers = value if isinstance(value, list) else [None]
    # Not isinstance(): true and false are integers for Python.
    if not all(type(number) is int and 1 <= number <= MAX_ROUNDS for number in numbers):
        raise ValidationError(_("This must be a list of rounds."))
    if numbers != sorted(set(numbers)):
        raise ValidationError(_("The rounds must be in ascending order."))


ASKED_BYES = frozenset({Code.HALF_BYE.value, Code.FULL_BYE.value})
"""Byes with points that a player can ask for."""


def validate_asked_byes(value: Any) -> None:
    """Byes by the number of the round, which is a text in JSON: ``{"5": "H"}``."""
    good = isinstance(value, dict) and all(
        isinstance(number, str) and number.isdecimal() and code in ASKED_BYES
        for number, code in value.items()
    )
    if not good:
        raise ValidationError(_("This must be byes by the number of the round."))


def team_key(name: str) -> str:
    """Equal for two names of one team: neither case nor spaces matter."""
    return "".join(unicodedata.normalize("NFC", name).split()).casefold()


class Team(CheckedTogetherModel):
    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="teams"
    )
    name = models.CharField(_("name"), max_length=100)
    name_key = models.CharField(max_length=300, editable=False)
    number = models.PositiveSmallIntegerField(
        _("number"), null=True, blank=True, help_text=_("Empty: its place among the teams.")
    )
    short = models.CharField(_("short name"), max_length=5, blank=True)
    strength = models.PositiveIntegerField(_("strength"), null=True, blank=True)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ("tournament", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "name_key"),
                name="team_name_once",
                violation_error_message=_("A team of this name is in the tournament already."),
            ),
            models.CheckConstraint(condition=~Q(name_key=""), name="team_has_name"),
            models.UniqueConstraint(
                fields=("tournament", "number"),
                name="team_number_once",
                violation_error_message=_("Another team has this number."),
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | (Q(number__gte=1) & Q(number__lte=9999)),
                name="team_number_1_to_9999",
                violation_error_message=_("Numbers of teams are 1 to 9999."),
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = team_key(self.name)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        self.name_key = team_key(self.name)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Every constraint, also in a form: the key is in no form, but follows from the name."""
        super().validate_constraints(exclude=set(exclude or ()) - {"name_key"})


def listed_name(given: str, family: str) -> str:
    """``Family, Given``."""
    return f"{family}, {given}" if given else family


MAX_K = 40
"""The largest K of FIDE."""


def strength(tournament: Tournament, *, rating: int | None, grade: str) -> str:
    """The grade in go, else the rating; empty where there is none."""
    return grade if tournament.has_grades else str(rating or "")


def validate_later_ratings(value: Any) -> None:
    """Ratings by the round from which they are known."""
    good = isinstance(value, dict) and all(
        whole_number(round_) and type(rating) is int and 0 < rating < MAX_RATING
        for round_, rating in value.items()
    )
    if not good:
        raise ValidationError(_("This must be ratings by the round."))


MAX_RATING = 4000


class Entry(CheckedTogetherModel):
    class Sex(models.TextChoices):
        MALE = "m", _("male")
        FEMALE = "w", _("female")

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="entries"
    )
    number = models.PositiveSmallIntegerField(_("starting number"), null=True, blank=True)
    player = models.ForeignKey(
        Player,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
    )
    family = models.CharField(_("family name"), max_length=MAX_LENGTH)
    given = models.CharField(_("given name"), max_length=2 * MAX_LENGTH + 1, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex, blank=True)
    title = models.CharField(_("title"), max_length=10, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    fide_rating = models.PositiveSmallIntegerField(_("FIDE rating"), null=True, blank=True)
    national_rating = models.PositiveSmallIntegerField(_("national rating"), null=True, blank=True)
    rating_source = models.CharField(_("source of the rating"), max_length=80, blank=True)
    """The list and its month; ``typed`` where it was typed."""
    external = PointsField(  # type: ignore[misc]
        _("tie-break computed elsewhere"), null=True, blank=True
    )
    """The value of the tie-break EXT."""
    later_ratings = models.JSONField(
        _("later ratings"), default=dict, blank=True, validators=[validate_later_ratings]
    )
    """By the round, as text, from which each is known."""
    k = models.PositiveSmallIntegerField(
        _("K"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(MAX_K)]
    )
    grade = models.CharField(_("grade"), max_length=3, blank=True)
    federation = models.CharField(_("federation"), max_length=60, blank=True)
    identity = models.CharField(_("FIDE or national number"), max_length=40, blank=True)
    egd_pin = models.CharField(
        _("EGD pin"), max_length=10, blank=True, validators=[validate_egd_pin]
    )
    born = models.CharField(_("born"), max_length=10, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    team = models.ForeignKey(
        Team,
        verbose_name=_("team"),
        on_delete=models.RESTRICT,
        null=True,
        blank=True,
        related_name="members",
    )
    team_place = models.PositiveSmallIntegerField(_("place in the team"), null=True, blank=True)
    registered = models.BooleanField(_("registered"), default=False)
    absent_rounds = models.JSONField(
        _("rounds not attended"), default=list, blank=True, validators=[validate_rounds]
    )
    asked_byes = models.JSONField(
        _("byes asked for"), default=dict, blank=True, validators=[validate_asked_byes]
    )
    withdrawn_after = models.PositiveSmallIntegerField(
        _("withdrew after round"), null=True, blank=True
    )
    group = models.CharField(_("group"), max_length=2, blank=True, validators=[GROUP])
    start_correction = models.SmallIntegerField(
        _("correction of the start score"),
        default=0,
        validators=[MinValueValidator(-MAX_CORRECTION), MaxValueValidator(MAX_CORRECTION)],
    )
    mark = models.CharField(max_length=120, blank=True, editable=False)
    """What tells the entry apart from others of its name; set by ``tell_apart``."""
    file_rank = models.PositiveSmallIntegerField(_("rank in its file"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("tournament", F("number").asc(nulls_last=True), "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "number"),
                name="entry_number_once",
                violation_error_message=_("This starting number is taken."),
            ),
            models.UniqueConstraint(
                fields=("tournament", "player"),
                name="entry_player_once",
                violation_error_message=_("This player is already in the tournament."),
            ),
            models.UniqueConstraint(
                fields=("tournament", "identity"),
                condition=~Q(identity=""),
                name="entry_identity_once",
                violation_error_message=_("Another player of the tournament has this number."),
            ),
            models.UniqueConstraint(
                fields=("team", "team_place"),
                name="entry_team_place_once",
                violation_error_message=_("This place in the team is taken."),
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | (Q(number__gte=1) & Q(number__lte=9999)),
                name="entry_number_1_to_9999",
                violation_error_message=_("Starting numbers are 1 to 9999."),
            ),
            models.CheckConstraint(
                condition=~Q(family=""),
                name="entry_has_family_name",
                violation_error_message=_("The family name is missing."),
            ),
            models.CheckConstraint(condition=Q(sex__in=["", "m", "w"]), name="entry_sex_known"),
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | (Q(rating__gte=1) & Q(rating__lte=3999)),
                name="entry_rating_1_to_3999",
                violation_error_message=_("Ratings are 1 to 3999."),
            ),
            models.CheckConstraint(
                condition=Q(k__isnull=True) | (Q(k__gte=1) & Q(k__lte=MAX_K)),
                name="entry_k_1_to_40",
                violation_error_message=_("K is a whole number from 1 to 40."),
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=True, team_place__isnull=True)
                | Q(team__isnull=False, team_place__isnull=False),
                name="entry_team_and_place",
                violation_error_message=_("A team and a place in it belong together."),
            ),
        )

    def strength_in(self, tournament: Tournament) -> str:
        """The grade in go, else the rating; empty where there is none."""
        return strength(tournament, rating=self.rating, grade=self.grade)

    def __str__(self) -> str:
        return f"{self.number or '–'} {self.name}"

    @property
    def name(self) -> str:
        """``Family, Given``."""
        return listed_name(self.given, self.family)

    @property
    def shown_name(self) -> str:
        """The name as pages and sheets show it, unlike that of everybody else in the tournament:
        ``Smith, John (Oxford)``."""
        return f"{self.name} ({self.mark})" if self.mark else self.name

    @property
    def public_name(self) -> str:
        """The name as everybody may read it: initials, where the player wants no more."""
        if self.player and self.player.hides_name:
            return self.player.public_name
        return self.shown_name

    def attends(self, number: int) -> bool:
        """Whether the player means to play in a round."""
        gone = self.withdrawn_after is not None and number > self.withdrawn_after
        return not gone and number not in self.absent_rounds

    @property
    def missed_rounds(self) -> MissedRounds:
        """The rounds not attended, with the bye that was asked for in each."""
        return {
            number: Code(self.asked_byes[str(number)]) if str(number) in self.asked_byes else None
            for number in self.absent_rounds
        }

    def asked_bye(self, number: int) -> Code | None:
        """The bye asked for in a round; none of somebody who has left by then."""
        gone = self.withdrawn_after is not None and number > self.withdrawn_after
        return None if gone else self.missed_rounds.get(number)

    def clean(self) -> None:
        if self.team and self.team.tournament_id != self.tournament_id:
            raise ValidationError({"team": _("This team is of another tournament.")})
