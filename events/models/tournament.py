"""A round-by-round tournament: its facts, its point system, its rounds.

The rounds 1 to ``rounds_planned`` are there from the beginning. What a file said that clubscore
does not understand, or not in the file's words, is stored in ``kept_records``, line by line, to be
written back; nothing is decided by it.
"""

from fractions import Fraction
from typing import Any, Final

from django.core.exceptions import ValidationError
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
from clubscore.text.problems import Refused, Sentence
from clubscore.text.sentences import translate
from events.models.points import PointsField
from events.models.team_rules import TeamRuleFields

# Migrations name some of the checks here.
from events.models.tournament_fields import (
    MAX_COUNTING,
    MAX_STONES,
    USUAL,
    FideFields,
    KeizerFields,
    KeptApart,
    PairingFields,
    RatingFields,
    validate_details as validate_details,
    validate_forbidden,
    validate_grade as validate_grade,
    validate_kept_records,
    validate_prizes,
    validate_texts,
    validate_wishes as validate_wishes,
)
from events.tournaments.core.domain.chess960 import position
from events.tournaments.core.domain.fide_mode import (
    CHECKED,
    FROZEN,
    FROZEN_SINCE_ROUND_1,
    LEAVE,
    Settings as FideSettings,
    against,
    changed,
    is_code_of_another_system,
)
from events.tournaments.core.domain.go_settings import MAX_RANK, MIN_RANK, GoRules, write_rank
from events.tournaments.core.domain.results import PointSystem, write_points
from events.tournaments.core.domain.time_controls import Pace, pace_of, time_control
from events.tournaments.go.domain.event import as_stored
from events.tournaments.standings.domain.catalogue import chosen
from players.models import Club

MAX_ROUNDS = 999

LONG = 30
"""Days; in a longer tournament the ratings of the players change."""


class Tournament(
    FideFields,
    RatingFields,
    PairingFields,
    KeizerFields,
    TeamRuleFields,
    BinModel,
    CheckedTogetherModel,
):
    class Discipline(models.TextChoices):
        """What is played: it decides which fields of a player are shown."""

        CHESS = "chess", _("chess")
        GO = "go", _("go")
        OTHER = "other", pgettext_lazy("discipline", "another game")

    class RatingKind(models.TextChoices):
        """Which of a player's ratings counts; the values are the register's names. Without one it
        is that of the games."""

        STANDARD = "rating", _("standard")
        RAPID = "rapid", _("rapid")
        BLITZ = "blitz", _("blitz")

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
    pace = models.CharField(
        _("standard, rapid or blitz"),
        max_length=8,
        choices=[
            ("", _("by the time control")),
            (Pace.STANDARD.value, _("standard")),
            (Pace.RAPID.value, _("rapid")),
            (Pace.BLITZ.value, _("blitz")),
        ],
        blank=True,
    )
    rating_kind = models.CharField(
        _("ratings"),
        max_length=6,
        choices=[("", _("those of the games")), *RatingKind.choices],
        blank=True,
    )
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
    prizes = models.JSONField(_("prizes"), default=dict, blank=True, validators=[validate_prizes])
    forbidden = models.JSONField(
        _("pairings not allowed"), default=list, blank=True, validators=[validate_forbidden]
    )
    is_demo = models.BooleanField(default=False, editable=False)
    created_by = user_key()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PresentManager["Tournament"]()
    everything = models.Manager["Tournament"]()

    class Meta:
        base_manager_name = "everything"
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = (F("start").desc(nulls_first=True), "-pk")
        constraints = (
            bin_is_not_published("tournament"),
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
            models.CheckConstraint(
                condition=Q(keizer_top__isnull=True) | Q(keizer_top__gte=1),
                name="tournament_keizer_top_set",
            ),
            models.CheckConstraint(
                condition=Q(lot__in=["", "w", "b"]), name="tournament_lot_known"
            ),
            models.CheckConstraint(
                condition=Q(fide_mode=False, fide_left_round__isnull=False)
                | Q(fide_mode=True, fide_left_round__isnull=True)
                | Q(fide_mode__isnull=True, fide_left_round__isnull=True),
                name="tournament_fide_mode_left_after_a_round",
            ),
            models.CheckConstraint(
                condition=Q(colour_preference__in=["typea", "typeb", "nocolor"]),
                name="tournament_colour_preference_known",
            ),
            models.CheckConstraint(
                condition=Q(match_loss_points__gte="0")
                & Q(match_draw_points__gte="0")
                & Q(match_win_points__gte="0"),
                name="tournament_match_points_not_negative",
                violation_error_message=_("Match points are not negative."),
            ),
        )

    shows_hidden_rounds: bool = True
    """Whether whoever reads it sees rounds whose pairings are not published; not stored."""

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises ``ValueError`` where FIDE mode would be entered: nobody comes back into it."""
        written = kwargs.get("update_fields")
        if self.pk and self.fide_mode and (written is None or "fide_mode" in written):
            stored = Tournament.everything.filter(pk=self.pk).values_list("fide_mode", flat=True)
            if stored.first() is not True:
                raise ValueError("FIDE mode cannot be entered again")
        super().save(*args, **kwargs)

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
        if self.pk and (wrong := self.mistakes_of_fide()):
            raise ValidationError(
                {name: [translate(text) for text in texts] for name, texts in wrong.items()}
            )

    @property
    def fide_settings(self) -> FideSettings:
        """The settings that FIDE mode looks at."""
        codes = [each["text"] for each in self.kept_records if each["text"].startswith("192 ")]
        return FideSettings(
            kind=self.kind,
            is_chess=self.discipline == self.Discipline.CHESS,
            system=self.system,
            tie_breaks=tuple(self.tie_breaks),
            has_wishes=bool(self.wishes),
            apart=tuple(name for name in ("same_club", "same_federation") if getattr(self, name)),
            is_coded_otherwise=any(is_code_of_another_system(code[4:]) for code in codes),
        )

    def mistakes_of_fide(self) -> dict[str, list[Sentence]]:
        """What FIDE mode refuses of what is changed here, by the column: settings that are frozen
        since round 1 was paired, and what FIDE does not foresee. What stays is not asked again."""
        stored = Tournament.everything.filter(pk=self.pk, fide_mode=True).first()
        if stored is None:
            return {}
        frozen = changed(FROZEN, stored, self)
        if frozen and stored.is_paired:
            return {name: [FROZEN_SINCE_ROUND_1] for name in frozen}
        if not changed(CHECKED, stored, self):
            return {}
        wrong: dict[str, list[Sentence]] = {}
        for name, text in against(self.fide_settings):
            wrong.setdefault(name, [text]).append(LEAVE)
        return wrong

    @property
    def is_long(self) -> bool:
        """Whether it lasts more than 30 days, so that ratings change meanwhile."""
        return bool(self.start and self.finish and (self.finish - self.start).days > LONG)

    @property
    def pace_derived(self) -> Pace | None:
        """Standard, rapid or blitz by the time control; ``None`` where that says nothing."""
        return pace_of(time_control(self.time_control))

    @property
    def pace_played(self) -> Pace | None:
        """What the director says, else what the time control does."""
        return Pace(self.pace) if self.pace else self.pace_derived

    @property
    def rating_counted(self) -> RatingKind:
        """Which of a player's ratings counts: the one that is set, else that of the games."""
        if self.rating_kind or self.discipline != self.Discipline.CHESS:
            return self.RatingKind(self.rating_kind or self.RatingKind.STANDARD)
        return _RATINGS_OF.get(self.pace_played, self.RatingKind.STANDARD)

    @property
    def is_paired(self) -> bool:
        """Whether a round has a game."""
        return Round.objects.filter(tournament=self.pk, games__isnull=False).exists()

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
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="rounds"
    )
    number = models.PositiveSmallIntegerField(_("round"))
    date = models.DateField(_("date"), null=True, blank=True)
    start_position = models.PositiveSmallIntegerField(
        _("start position"), null=True, blank=True, editable=False
    )
    """Of Chess960, 0 to 959; drawn when the round is paired."""
    is_hidden = models.BooleanField(default=False, editable=False)
    """Whether its pairings are not published yet: only directors see it, with all results."""

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1) & Q(number__lte=MAX_ROUNDS), name="round_number_1_to_999"
            ),
        )

    def __str__(self) -> str:
        return _("round %(number)s") % {"number": self.number}

    @property
    def pieces(self) -> str:
        """The pieces of White in the start position that was drawn; empty without one."""
        return "" if self.start_position is None else position(self.start_position)


def facts_of_go(rules: GoRules) -> dict[str, Any]:
    """The columns of a tournament of go with these rules."""
    settings = rules.settings
    never = settings.handicap_correction > MAX_STONES
    return {
        "discipline": "go",
        "mm_bar": "" if settings.bar == MAX_RANK else write_rank(settings.bar),
        "mm_floor": "" if settings.floor == MIN_RANK else write_rank(settings.floor),
        "handicap_reduction": min(max(settings.handicap_correction, 0), MAX_STONES),
        "handicap_ceiling": 0 if never else settings.handicap_ceiling,
        "no_handicap_from": write_rank(settings.handicap_threshold),
        "handicap_by_grade": not settings.handicap_by_mms,
        "komi": Fraction(settings.komi, 2),
        "absent_points": Fraction(settings.mms_absent, 2),
        "go_details": as_stored(rules),
    }


_RATINGS_OF: Final[dict[Pace | None, Tournament.RatingKind]] = {
    Pace.STANDARD: Tournament.RatingKind.STANDARD,
    Pace.RAPID: Tournament.RatingKind.RAPID,
    Pace.BLITZ: Tournament.RatingKind.BLITZ,
}
