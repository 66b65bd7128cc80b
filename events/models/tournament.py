"""A round-by-round tournament: its facts, its point system, its rounds.

The rounds 1 to ``rounds_planned`` are there from the beginning. What a file said that has no
place of its own is stored in ``kept_records``, line by line, to be written back.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.checked_together import CheckedTogetherModel
from clubscore.problems import Refused
from clubscore.sentences import translate
from events.models.go_fields import MAX_STONES, KeptApart, PairingFields
from events.models.points import PointsField
from events.tournaments.domain.points import write_points
from events.tournaments.domain.results import PointSystem
from events.tournaments.domain.tiebreaks.catalogue import chosen
from players.models import Club

MAX_ROUNDS = 999
MAX_COUNTING = 99
USUAL = PointSystem()


def validate_texts(value: Any) -> None:
    """A list of texts, none empty."""
    if not isinstance(value, list) or not all(isinstance(text, str) and text for text in value):
        raise ValidationError(_("This must be a list of texts."))


def validate_kept_records(value: Any) -> None:
    """Lines of a file: a list of ``{"text": the whole line, "after": the record before it}``."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"text", "after"}
        and all(isinstance(text, str) for text in each.values())
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of lines, each with its text and place."))


def validate_forbidden(value: Any) -> None:
    """Who must not meet: a list of ``{"numbers": [...], "first": round, "last": round}``."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"numbers", "first", "last"}
        and isinstance(each["numbers"], list)
        and all(type(number) is int for number in each["numbers"])
        and all(each[end] is None or type(each[end]) is int for end in ("first", "last"))
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of starting numbers and rounds."))


class Tournament(PairingFields, CheckedTogetherModel):
    class Discipline(models.TextChoices):
        """What is played: it decides which fields of a player are shown."""

        CHESS = "chess", _("chess")
        GO = "go", _("go")
        OTHER = "other", pgettext_lazy("discipline", "another game")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("tournament", "open")
        FINISHED = "finished", pgettext_lazy("tournament", "finished")

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=200)
    discipline = models.CharField(
        pgettext_lazy("discipline", "game"),
        max_length=12,
        choices=Discipline,
        default=Discipline.CHESS,
    )
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True
    )
    city = models.CharField(_("city"), max_length=200, blank=True)
    federation = models.CharField(_("federation"), max_length=60, blank=True)
    start = models.DateField(_("first day"), null=True, blank=True)
    finish = models.DateField(_("last day"), null=True, blank=True)
    kind = models.CharField(_("type"), max_length=200, blank=True)
    time_control = models.CharField(_("time control"), max_length=200, blank=True)
    chief_arbiter = models.CharField(_("chief arbiter"), max_length=200, blank=True)
    deputies = models.JSONField(
        _("deputy arbiters"), default=list, blank=True, validators=[validate_texts]
    )
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=5)
    tie_breaks = models.JSONField(
        _("tie-breaks"), default=list, blank=True, validators=[validate_texts]
    )
    win_points = PointsField(_("win"), default=write_points(USUAL.win))
    draw_points = PointsField(_("draw"), default=write_points(USUAL.draw))
    loss_points = PointsField(_("loss"), default=write_points(USUAL.loss))
    forfeit_win_points = PointsField(_("win by forfeit"), default=write_points(USUAL.forfeit_win))
    forfeit_loss_points = PointsField(
        _("loss by forfeit"), default=write_points(USUAL.forfeit_loss)
    )
    pairing_bye_points = PointsField(
        _("pairing-allocated bye"), default=write_points(USUAL.pairing_bye)
    )
    half_bye_points = PointsField(_("half-point bye"), default=write_points(USUAL.half_bye))
    full_bye_points = PointsField(_("full-point bye"), default=write_points(USUAL.full_bye))
    zero_bye_points = PointsField(_("zero-point bye"), default=write_points(USUAL.zero_bye))
    counting_members = models.PositiveSmallIntegerField(
        _("members of a team who count"), null=True, blank=True
    )
    registration_closed_at = models.DateTimeField(_("registration closed"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.OPEN)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    kept_records = models.JSONField(
        _("other lines of its file"), default=list, blank=True, validators=[validate_kept_records]
    )
    forbidden = models.JSONField(
        _("pairings not allowed"), default=list, blank=True, validators=[validate_forbidden]
    )
    is_demo = models.BooleanField(default=False, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = (F("start").desc(nulls_first=True), "-pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_name"),
            models.CheckConstraint(
                condition=Q(discipline__in=["chess", "go", "other"]),
                name="tournament_discipline_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "finished"]), name="tournament_state_known"
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True)
                | Q(finish__isnull=True)
                | Q(start__lte=F("finish")),
                name="tournament_starts_before_its_finish",
                violation_error_message=_("The tournament starts after its last day."),
            ),
            models.CheckConstraint(
                condition=Q(rounds_planned__lte=MAX_ROUNDS),
                name="tournament_rounds_at_most_999",
                violation_error_message=_("A tournament has at most 999 rounds."),
            ),
            models.CheckConstraint(
                condition=Q(counting_members__isnull=True)
                | Q(counting_members__gte=1) & Q(counting_members__lte=MAX_COUNTING),
                name="tournament_counting_1_to_99",
                violation_error_message=_("From 1 to 99 members of a team count."),
            ),
            models.CheckConstraint(
                condition=Q(handicap_reduction__lte=MAX_STONES)
                & (Q(handicap_ceiling__isnull=True) | Q(handicap_ceiling__lte=MAX_STONES)),
                name="tournament_handicaps_to_9",
                violation_error_message=_("A handicap is at most 9 stones."),
            ),
            models.CheckConstraint(
                condition=Q(same_club__in=KeptApart.values)
                & Q(same_federation__in=KeptApart.values),
                name="tournament_kept_apart_known",
            ),
        )

    shows_hidden_rounds: bool = True
    """Whether whoever reads it sees rounds whose pairings are not published; not stored."""

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:tournament", args=[self.slug])

    def clean(self) -> None:
        """The tie-breaks are known ones, each once, written in FIDE's way; the settings of go go
        together."""
        try:
            validate_texts(self.tie_breaks)
            codes = [tie_break.code for tie_break in chosen(self.tie_breaks)]
        except Refused as refusal:
            messages = [translate(problem) for problem in refusal.problems]
            raise ValidationError({"tie_breaks": messages}) from refusal
        except ValidationError as error:
            raise ValidationError({"tie_breaks": error.messages}) from error
        self.tie_breaks = list(dict.fromkeys(codes))
        if self.has_grades and (mistakes := self.mistakes_of_go()):
            raise ValidationError(mistakes)

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    @property
    def is_finished(self) -> bool:
        return self.state == self.State.FINISHED

    @property
    def registration_is_closed(self) -> bool:
        return self.registration_closed_at is not None

    @property
    def has_grades(self) -> bool:
        """Whether players have grades here; in every other game they have ratings."""
        return self.discipline == self.Discipline.GO

    @property
    def system(self) -> PointSystem:
        """The point system as a value of the domain."""
        return PointSystem(
            win=self.win_points,
            draw=self.draw_points,
            loss=self.loss_points,
            forfeit_win=self.forfeit_win_points,
            forfeit_loss=self.forfeit_loss_points,
            pairing_bye=self.pairing_bye_points,
            half_bye=self.half_bye_points,
            full_bye=self.full_bye_points,
            zero_bye=self.zero_bye_points,
        )


class Round(CheckedTogetherModel):
    tournament = models.ForeignKey(
        Tournament,
        verbose_name=_("tournament"),
        on_delete=models.CASCADE,
        related_name="rounds",
    )
    number = models.PositiveSmallIntegerField(_("round"))
    date = models.DateField(_("date"), null=True, blank=True)
    is_hidden = models.BooleanField(default=False, editable=False)
    """Its pairings are not published yet: only directors see it, with all results."""

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1) & Q(number__lte=MAX_ROUNDS),
                name="round_number_1_to_999",
            ),
        )

    def __str__(self) -> str:
        return _("round %(number)s") % {"number": self.number}
