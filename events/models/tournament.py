"""A round-by-round tournament: its facts, its point system, its rounds.

The rounds 1 to ``rounds_planned`` are there from the beginning. What a file said that clubscore
does not understand, or not in the file's words, is stored in ``kept_records``, line by line, to be
written back; nothing is decided by it.

The settings of a tournament that its pairing needs: acceleration, and those of go.

Grades are texts such as ``4d``. ``go_details`` are settings of an imported file that no page
shows, as :mod:`events.tournaments.go.domain.event` writes them.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _now, gettext_lazy as _, pgettext_lazy

from clubscore.database.models import (
    BinModel,
    CheckedTogetherModel,
    PresentManager,
    bin_is_not_published,
    user_key,
)
from clubscore.text.problems import Refused, Sentence
from clubscore.text.sentences import refusal_text, translate
from events.models.points import PointsField
from events.models.team_rules import TeamRuleFields
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
from events.tournaments.core.domain.go_settings import (
    MAX_RANK,
    MIN_RANK,
    GoRules,
    read_rank,
    write_rank,
)
from events.tournaments.core.domain.ratings import RatingMethod
from events.tournaments.core.domain.results import PointSystem, write_points
from events.tournaments.core.domain.time_controls import Pace, pace_of, time_control
from events.tournaments.core.domain.tournament import KeizerRules
from events.tournaments.core.domain.wishes import Apart
from events.tournaments.go.domain.event import as_stored, codes_of, criteria_of, from_stored
from events.tournaments.prizes.domain.lines import stored_fund
from events.tournaments.standings.domain.catalogue import chosen
from players.models import Club

MAX_ROUNDS = 999

MAX_COUNTING = 99

LONG = 30
"""Days; in a longer tournament the ratings of the players change."""

USUAL = PointSystem()


def validate_texts(value: Any) -> None:
    """A list of texts, none empty."""
    if not isinstance(value, list) or not all(isinstance(text, str) and text for text in value):
        raise ValidationError(_("This must be a list of texts."))


def validate_prizes(value: Any) -> None:
    """Prizes as :func:`events.tournaments.prizes.domain.fund.read_fund` reads them, or nothing."""
    try:
        stored_fund(value)
    except Refused as refusal:
        raise ValidationError(refusal_text(refusal)) from refusal


def validate_kept_records(value: Any) -> None:
    """Lines of a file: a list of ``{"text": the whole line, "after": the record before it}``. One
    without a text is the place of the records of the number ``after``."""
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


MAX_STONES = 9


def validate_grade(value: str) -> None:
    """A grade that a player can have."""
    if read_rank(value) is None:
        raise ValidationError(
            _("“%(value)s” is not a grade, such as 4d or 12k."), params={"value": value}
        )


def validate_details(value: Any) -> None:
    """Settings and weights by their names."""
    good = isinstance(value, dict) and all(
        name in ("settings", "weights") and isinstance(each, dict) for name, each in value.items()
    )
    if not good:
        raise ValidationError(_("This must be settings by their names."))


def validate_wishes(value: Any) -> None:
    """Who is to meet, or rather not: a list of ``{"numbers": [...], "prefer": true}``."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"numbers", "prefer"}
        and isinstance(each["numbers"], list)
        and all(type(number) is int for number in each["numbers"])
        and isinstance(each["prefer"], bool)
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of starting numbers."))


class KeptApart(models.TextChoices):
    """What is done about players who have something in common."""

    FREE = Apart.FREE.value, pgettext_lazy("pairing", "may meet")
    AVOID = Apart.AVOID.value, pgettext_lazy("pairing", "avoid if possible")
    NEVER = Apart.NEVER.value, pgettext_lazy("pairing", "never meet")


# A plain text: a value that was not stored yet looks like one that was.
_APART: Any = {"max_length": 5, "choices": KeptApart, "default": "", "blank": True}


_OF_A_ROUND = (
    "absent_points",
    *(f"{bye}_bye_points" for bye in ("pairing", "full", "half", "zero")),
)
"""What a round without a game can be worth, in the order of the page."""


class PairingFields(models.Model):
    """Columns of a tournament."""

    accelerated = models.BooleanField(_("Baku acceleration"), default=False)
    publishes_by_hand = models.BooleanField(_("publish pairings by hand"), default=False)
    mm_bar = models.CharField(_("bar"), max_length=3, blank=True, validators=[validate_grade])
    mm_floor = models.CharField(_("floor"), max_length=3, blank=True, validators=[validate_grade])
    handicap_reduction = models.PositiveSmallIntegerField(
        _("handicap reduced by"), default=1, validators=[MaxValueValidator(MAX_STONES)]
    )
    handicap_ceiling = models.PositiveSmallIntegerField(
        _("largest handicap"), null=True, blank=True, validators=[MaxValueValidator(MAX_STONES)]
    )
    handicap_by_grade = models.BooleanField(_("handicap by grade, not by score"), default=False)
    no_handicap_from = models.CharField(
        _("no handicap from"), max_length=3, default="1d", blank=True, validators=[validate_grade]
    )
    komi = PointsField(_("komi"), default="7.5")
    absent_points = PointsField(_("round missed"), default="0.5")
    wishes = models.JSONField(_("wishes"), default=list, blank=True, validators=[validate_wishes])
    same_club = models.CharField(_("players of one club"), **_APART)
    same_federation = models.CharField(_("players of one federation"), **_APART)
    go_details = models.JSONField(
        _("other settings of its file"), default=dict, blank=True, validators=[validate_details]
    )

    class Meta:
        abstract = True

    def mistakes_of_go(self) -> dict[str, str]:
        """What cannot be meant in a tournament of go, by the column."""
        mistakes = {}
        if _rank(self.mm_floor, MIN_RANK) > _rank(self.mm_bar, MAX_RANK):
            mistakes["mm_floor"] = _now("The floor is above the bar, %(bar)s.") % {
                "bar": self.mm_bar
            }
        for name in _OF_A_ROUND:
            points = getattr(self, name)
            if not 0 <= points <= 1 or (2 * points).denominator != 1:
                mistakes[name] = _now("In go a round without a game is worth 0, ½ or 1.")
        return mistakes

    def go_rules(self, *, kind: str, tie_breaks: list[str]) -> GoRules:
        """The settings as a value of the domain."""
        rules = from_stored(self.go_details)
        swiss = "mcmahon" not in kind.casefold()
        file_criteria = rules.settings.criteria
        ceiling = self.handicap_ceiling
        if ceiling is None:
            ceiling = 0 if swiss else MAX_STONES
        settings = replace(
            rules.settings,
            swiss=swiss,
            bar=_rank(self.mm_bar, MAX_RANK),
            floor=_rank(self.mm_floor, MIN_RANK),
            mms_absent=int(2 * self.absent_points),
            handicap_ceiling=ceiling,
            handicap_correction=self.handicap_reduction,
            handicap_by_mms=not self.handicap_by_grade,
            handicap_threshold=_rank(self.no_handicap_from, MAX_RANK),
            komi=int(2 * self.komi),
            # Those of a file stay, with what is no tie-break here, until the director chooses.
            criteria=file_criteria
            if codes_of(file_criteria) == tuple(tie_breaks)
            else criteria_of(tie_breaks, swiss=swiss),
        )
        return replace(rules, settings=settings)


def _rank(grade: str, usual: int) -> int:
    rank = read_rank(grade)
    return usual if rank is None else rank


class KeizerFields(models.Model):
    """Columns of a tournament: the values of a Keizer, and the third place of a knock-out."""

    keizer_top = models.PositiveSmallIntegerField(
        _("value of the first"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    keizer_step = PointsField(_("less for each next one"), default="1")
    keizer_loss = PointsField(_("lost game (share of the opponent’s value)"), default="0")
    keizer_bye = PointsField(_("pairing-allocated bye"), default="0.5")
    keizer_full = PointsField(_("full-point bye (team duty)"), default="0.7")
    keizer_half = PointsField(_("half-point bye"), default="0.35")
    keizer_absent = PointsField(_("absent"), default="0.35")
    keizer_zero = PointsField(_("zero-point bye"), default="0")
    keizer_paid = models.PositiveSmallIntegerField(_("rounds away that are paid"), default=5)
    has_third_place = models.BooleanField(_("game for the third place"), default=False)

    class Meta:
        abstract = True

    @property
    def keizer_rules(self) -> KeizerRules:
        """The values as those of the domain."""
        return KeizerRules(
            top=self.keizer_top,
            step=self.keizer_step,
            loss=self.keizer_loss,
            bye=self.keizer_bye,
            full=self.keizer_full,
            half=self.keizer_half,
            absent=self.keizer_absent,
            zero=self.keizer_zero,
            paid=self.keizer_paid,
        )


class EqualsBy(models.TextChoices):
    """In what order players of the same rating and title are numbered."""

    NAME = "name", pgettext_lazy("order", "by name")
    IDENTITY = "identity", pgettext_lazy("order", "by FIDE number")


class RatingFields(models.Model):
    """Columns of a tournament: which of a player's ratings is its own, and what tie-breaks take."""

    rating_method = models.CharField(
        _("which rating counts"),
        max_length=5,
        default=RatingMethod.FIDON.value,
        choices=[
            (RatingMethod.FIDE.value, _("FIDE’s alone")),
            (RatingMethod.NRO.value, _("the national one alone")),
            (RatingMethod.FIDON.value, _("FIDE’s, else the national one")),
            (RatingMethod.NIDOF.value, _("the national one, else FIDE’s")),
            (RatingMethod.HBFN.value, _("the higher of FIDE’s and the national one")),
            (RatingMethod.OTHER.value, _("another one, which is typed")),
        ],
    )
    equals_by = models.CharField(
        _("players of equal strength are numbered"),
        max_length=8,
        choices=EqualsBy,
        default=EqualsBy.NAME,
    )
    unrated_as = models.PositiveSmallIntegerField(
        _("rating of the unrated in tie-breaks"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(3999)],
    )
    ratings_of_round = models.PositiveSmallIntegerField(
        _("tie-breaks go by the ratings of round"), default=0
    )
    is_chess960 = models.BooleanField(_("Chess960"), default=False)

    class Meta:
        abstract = True


class FideFields(models.Model):
    """Columns of a tournament: whether it is in FIDE mode, ``None`` where that is not for it, and
    the last round that was paired when it was left."""

    fide_mode = models.BooleanField(_("FIDE mode"), null=True, default=None, editable=False)
    fide_left_round = models.PositiveSmallIntegerField(
        _("FIDE mode left after round"), null=True, blank=True, editable=False
    )

    class Meta:
        abstract = True


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
