"""A tournament's facts, on the page that makes one and on its settings page."""

from contextlib import suppress
from fractions import Fraction
from typing import Any, ClassVar, cast

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _now, gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from clubscore.web.editing import EditForm
from clubscore.web.refusals import refusals_invalid
from events.common.forms import DATE_PICKER, ShowsRefusals
from events.models import Tournament
from events.models.points import PointsFormField
from events.models.team_rules import MAX_BOARDS
from events.tournaments.core.domain.fide_mode import FROZEN, is_of_fide
from events.tournaments.core.domain.results import PointSystem
from events.tournaments.core.domain.tournament import (
    DOUBLE_ROUND_ROBIN,
    MCMAHON,
    ROUND_ROBIN,
    SWISS,
    kind_of,
)
from events.tournaments.core.forms import (
    KINDS,
    ForbiddenField,
    KindField,
    LinesField,
    OfList,
    WishesField,
    lock_fields,
)
from events.tournaments.core.services import POINT_FIELDS
from events.tournaments.standings.domain.catalogue import (
    CATALOGUE,
    GO_CATALOGUE,
    GO_NAMES,
    TieBreak,
    chosen,
    suggested_tie_breaks,
)
from players.forms.player import EventGradeField
from players.selectors.clubs import club_settings

CHESS, GO = Tournament.Discipline.CHESS, Tournament.Discipline.GO
FOLDED = (
    "club",
    "city",
    "federation",
    "time_control",
    "chief_arbiter",
    "deputies",
    "counting_members",
)
"""The fields that most clubs leave empty, folded away on the page."""
GO_FIELDS = (
    "mm_bar",
    "mm_floor",
    "no_handicap_from",
    "handicap_by_grade",
    "handicap_reduction",
    "handicap_ceiling",
    "komi",
    "absent_points",
)
KEIZER_FIELDS = (
    "keizer_top",
    "keizer_step",
    *(f"keizer_{kind}" for kind in ("loss", "bye", "full", "half", "absent", "zero")),
    "keizer_paid",
)
RATING_FIELDS = ("rating_method", "equals_by", "unrated_as", "ratings_of_round", "is_chess960")
"""Which ratings count, in chess."""
PAIR_FIELDS = ("forbidden", "wishes", "same_club", "same_federation")
PAIRING = ("accelerated", "publishes_by_hand", *GO_FIELDS, *PAIR_FIELDS)
"""What the pairing goes by."""


class TieBreaksField(OfList, forms.MultipleChoiceField):
    """Tie-breaks in the order in which they are sent: that of the page."""

    def clean(self, value: Any) -> list[str]:
        with refusals_invalid():
            return [tie_break.code for tie_break in chosen(value or ())]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(initial or ()) != list(data or ())


class StaysWhenEmpty(forms.Field):
    """A value that stays as it is where nothing is typed."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(data) and super().has_changed(initial, data)


class KeizerPoints(StaysWhenEmpty, PointsFormField):
    """Points of a Keizer."""


class KeizerNumber(StaysWhenEmpty, forms.IntegerField):
    """A number of a Keizer."""


class RankField(EventGradeField):
    """A grade, with the label and the default of its column."""

    def __init__(self, *, label: Any = None, max_length: int | None = None, **kwargs: Any) -> None:
        help_text = kwargs.pop("help_text", "")
        for ignored in ("required", "empty_value"):
            kwargs.pop(ignored, None)
        super().__init__(**kwargs)
        self.label, self.help_text = label, help_text


class TournamentForm(EditForm, ShowsRefusals, forms.ModelForm):
    """Name, dates, place, rounds, tie-breaks and points of a tournament."""

    class Meta:
        model = Tournament
        fields = (
            "name",
            "discipline",
            "kind",
            "start",
            "finish",
            "rounds_planned",
            *FOLDED,
            "pace",
            "rating_kind",
            *RATING_FIELDS,
            "tie_breaks",
            *POINT_FIELDS.values(),
            *PAIRING,
            *KEIZER_FIELDS,
            "has_third_place",
        )
        widgets: ClassVar = {"start": DATE_PICKER, "finish": DATE_PICKER}
        field_classes: ClassVar = {
            "kind": KindField,
            "deputies": LinesField,
            "tie_breaks": TieBreaksField,
            "forbidden": ForbiddenField,
            "wishes": WishesField,
            "mm_bar": RankField,
            "mm_floor": RankField,
            "no_handicap_from": RankField,
            **dict.fromkeys(KEIZER_FIELDS[1:-1], KeizerPoints),
            "keizer_paid": KeizerNumber,
        }
        labels: ClassVar = {
            "kind": _("Kind of tournament"),
            "rounds_planned": _("Rounds"),
            "forbidden": _("Never paired"),
            "wishes": _("Avoided (?) or preferred (+)"),
        }
        help_texts: ClassVar = {
            "kind": _("It says who meets whom, and how byes and forfeits count in tie-breaks."),
            "deputies": _("One per line."),
            "pace": _(
                "Standard takes 60 minutes or more for 60 moves, rapid more than 10, blitz 10 or"
                " less."
            ),
            "rating_kind": _(
                "Whoever is entered gets this one, or the standard one where there is none."
            ),
            "counting_members": _("Empty: all of them."),
            "unrated_as": _(
                "0: as the lowest rating. Empty: a tie-break by ratings does not count where"
                " somebody has none."
            ),
            "is_chess960": _("A start position is drawn for each round when it is paired."),
            "ratings_of_round": _("0: by the first ratings, which FIDE advises."),
            "accelerated": _(
                "Virtual points for the upper half in the first rounds of the Dutch system."
            ),
            "publishes_by_hand": _(
                "A round that is paired is seen by directors alone until you publish it."
            ),
            "forbidden": _("Starting numbers, a line each: 3 7. Some rounds only: 3 7 r1-3."),
            "wishes": _(
                "3 7 ? is avoided if possible, 3 7 + is made as long as they have not met."
            ),
            "mm_bar": _("Who is at this grade or above begins with the same score. Empty: no bar."),
            "mm_floor": _("Who is below begins as if of this grade. Empty: no floor."),
            "no_handicap_from": _("Empty: handicaps for everybody."),
            "handicap_by_grade": _("Ticked, the grades decide; else the McMahon scores do."),
            "handicap_reduction": _("Stones fewer than the difference."),
            "handicap_ceiling": _("Empty: 9 in a McMahon, none in a Swiss. 0: no handicaps."),
            "komi": _("Of even games; a handicap game has ½."),
            "keizer_top": _("Empty: as many steps as there are players."),
            "keizer_loss": _("A forfeit earns nothing."),
            "keizer_paid": _("Half-point byes, absences and zero-point byes beyond earn nothing."),
            "absent_points": _("What a round that is missed adds to the McMahon score."),
        }

    keeps_to_fide = False
    """Whether some fields cannot be changed in FIDE mode, which the page says once."""

    is_frozen = False
    """Whether fields stay as they are since round 1 is paired, which the page says too."""

    is_whole = False
    """Whether it has the fields of every kind of tournament."""

    @cached_property
    def changed_data(self) -> list[str]:
        """The fields that were changed; a choice that is not sent stays as it is."""
        changed = super().changed_data
        stays = ("rating_method", "equals_by", "ratings_of_round")
        return [name for name in changed if name not in stays or self[name].data]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer_games()
        self.fields["club"].empty_label = _("no club")  # type: ignore[attr-defined]
        # Nothing is asked of a tournament of another kind.
        for name in (*KEIZER_FIELDS, *RATING_FIELDS):
            self.fields[name].required = False
        if not self.instance.is_long and not self.is_whole:
            del self.fields["ratings_of_round"]
        if self.instance.pk and self.instance.fide_mode:
            self._keep_to_fide()
        # Where teams meet, their matches count, and nobody's place does.
        if self.instance.teams_meet:
            self.fields["counting_members"].disabled = True
        # Only a new tournament gets suggestions; an old one may have no tie-breaks on purpose.
        if not self.instance.pk:
            # The first game that the club plays.
            game = next(iter(self._games), CHESS)
            kind = MCMAHON if game == GO else SWISS
            self.fields["tie_breaks"].initial = list(self._suggestion(kind, game))
            self.initial.update(discipline=game, kind=kind)
            self.fields["name"].widget.attrs["autofocus"] = True

    @cached_property
    def _games(self) -> tuple[str, ...]:
        """The games that are offered besides “another game”: those that the club plays, or all
        where it plays none of them; and that of the tournament."""
        club_plays = [game.value for game in club_settings().games]
        played = tuple(game for game in (CHESS, GO) if game.value in club_plays)
        own = self.instance.discipline if self.instance.pk else ""
        return tuple(game for game in (CHESS, GO) if not played or game in played or game == own)

    def _offer_games(self) -> None:
        field = cast(forms.ChoiceField, self.fields["discipline"])
        offered = (*self._games, Tournament.Discipline.OTHER)
        field.choices = [each for each in Tournament.Discipline.choices if each[0] in offered]
        without = () if GO in self._games else (MCMAHON,)
        cast(KindField, self.fields["kind"]).offer(self.instance.kind, without=without)

    def _keep_to_fide(self) -> None:
        """Show what FIDE mode does not allow."""
        self.keeps_to_fide = True
        self.is_frozen = self.instance.is_paired
        frozen = FROZEN if self.is_frozen else ()
        never = ("discipline", "wishes", "same_club", "same_federation")
        lock_fields(self, dict.fromkeys((*never, *frozen), ""))
        if not frozen:
            kind = cast(KindField, self.fields["kind"])
            kind.refuse([each for each, _name in KINDS if not is_of_fide(each)])
            kind.help_text = _("In FIDE mode only the systems that FIDE knows can be chosen.")

    def clean_pace(self) -> str:
        return self._sent("pace")

    def clean_rating_kind(self) -> str:
        return self._sent("rating_kind")

    def _sent(self, name: str) -> str:
        """A choice that may be empty; one that is not sent stays as it is."""
        is_sent = self.add_prefix(name) in self.data
        return str(self.cleaned_data[name] if is_sent else getattr(self.instance, name))

    @staticmethod
    def _suggestion(kind: str, discipline: str) -> tuple[str, ...]:
        return suggested_tie_breaks(kind, go=discipline == Tournament.Discipline.GO)

    @property
    def suggestions(self) -> list[dict[str, Any]]:
        """The tie-breaks that fit each kind and game, for the page's script."""
        return [
            {"kind": kind, "game": game, "codes": self._suggestion(kind, game)}
            for kind, _name in KINDS
            for game in Tournament.Discipline.values
        ]

    @property
    def suggested(self) -> str:
        """The suggestion that the page shows: left as it is, it follows kind and game."""
        if self.instance.pk:
            return ""
        return str(self.data.get("suggested") or ",".join(self.fields["tie_breaks"].initial))

    def clean(self) -> dict[str, Any]:
        """The facts; tie-breaks that nobody touched are those that fit the kind and the game."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        self._check_numbers(cleaned)
        for name in KEIZER_FIELDS:
            if name in cleaned and cleaned[name] is None and name != "keizer_top":
                cleaned[name] = getattr(self.instance, name)
        for name in ("rating_method", "equals_by", "ratings_of_round"):
            if name in cleaned and cleaned[name] in (None, ""):
                cleaned[name] = getattr(self.instance, name)
        shown = self.data.get("suggested")
        if not self.instance.pk and shown and cleaned.get("tie_breaks") == shown.split(","):
            kind, game = cleaned.get("kind", ""), cleaned.get("discipline", "")
            cleaned["tie_breaks"] = list(self._suggestion(kind, game))
        return cleaned

    def _check_numbers(self, cleaned: dict[str, Any]) -> None:
        """The pairs are of players of this tournament."""
        if not self.changed_data or not self.instance.pk:
            return
        there = set(self.instance.entries.values_list("number", flat=True))
        for name in ("forbidden", "wishes"):
            named = {number for each in cleaned.get(name) or () for number in each["numbers"]}
            if unknown := sorted(named - there):
                values = {"number": ", ".join(map(str, unknown))}
                self.add_error(name, _now("There is no player %(number)s.") % values)

    @property
    def rating_fields(self) -> list[forms.BoundField]:
        """The fields about which ratings count."""
        return [self[name] for name in RATING_FIELDS if name in self.fields]

    @property
    def has_rating_errors(self) -> bool:
        return any(field.errors for field in self.rating_fields)

    @property
    def advice(self) -> str:
        """That a long tournament should not go by ratings, where it does."""
        rated = [tie_break.code for tie_break in CATALOGUE if tie_break.rated]
        chosen = self["tie_breaks"].value() or ()
        if not self.instance.is_long or not set(chosen).intersection(rated):
            return ""
        return _now(
            "The tournament lasts more than 30 days: ratings change meanwhile, and FIDE advises"
            " against tie-breaks by ratings."
        )

    @property
    def pair_fields(self) -> list[forms.BoundField]:
        """The fields about who meets whom."""
        return [self[name] for name in PAIR_FIELDS]

    @property
    def has_pairs(self) -> bool:
        """Whether there are wishes about who meets whom, or something is wrong with them."""
        return any(field.errors or field.value() for field in self.pair_fields)

    @property
    def chosen_tie_breaks(self) -> list[tuple[str, str, str]]:
        """The rows of the tie-breaks chosen so far, in their order."""
        rows = []
        for code in self["tie_breaks"].value() or ():
            # A code that was tampered with is reported by the field.
            with suppress(Refused):
                rows += [self._row(tie_break) for tie_break in chosen([code])]
        return rows

    def _row(self, tie_break: TieBreak) -> tuple[str, str, str]:
        name = translate(tie_break.name)
        # As the standings call it; the code tells it from the tie-break of that name.
        if self.instance.has_grades and tie_break.code in GO_NAMES:
            short, full = GO_NAMES[tie_break.code]
            name = f"{short}: {translate(full)}"
        return tie_break.code, name, translate(tie_break.meaning)

    @property
    def other_tie_breaks(self) -> list[tuple[str, str, str]]:
        """The tie-breaks that are not chosen."""
        codes = {code for code, _name, _meaning in self.chosen_tie_breaks}
        # The game of a new tournament may still change; then go's are chosen with it.
        go = self.instance.has_grades or (not self.instance.pk and GO in self._games)
        offered = (*CATALOGUE, *(GO_CATALOGUE if go else ()))
        return [self._row(tie_break) for tie_break in offered if tie_break.code not in codes]

    @property
    def refused_tie_breaks(self) -> set[str]:
        """The codes of those that FIDE mode does not allow in a round robin."""
        is_round_robin = kind_of(self.instance.kind) in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
        if not (self.instance.fide_mode and is_round_robin):
            return set()
        return {tie_break.code for tie_break in CATALOGUE if tie_break.swiss_only}

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields of the point system."""
        return [self[column] for column in POINT_FIELDS.values()]

    @property
    def go_fields(self) -> list[forms.BoundField]:
        """The fields of a tournament of go."""
        return [self[name] for name in GO_FIELDS]

    @property
    def keizer_fields(self) -> list[forms.BoundField]:
        """The values of a Keizer."""
        return [self[name] for name in KEIZER_FIELDS]

    @property
    def counts_members(self) -> bool:
        """Whether the places of members can count for a team."""
        return not self.fields["counting_members"].disabled

    @property
    def has_unusual_points(self) -> bool:
        return self.instance.system != PointSystem() or any(field.errors for field in self.points)

    @property
    def has_more(self) -> bool:
        """Whether something is wrong in the fields that are folded away."""
        return any(self[field].errors for field in FOLDED if field in self.fields)

    @property
    def facts(self) -> dict[str, Any]:
        """What was typed, as the service ``create_tournament`` takes it."""
        facts = dict(self.cleaned_data)
        facts["rounds"] = facts.pop("rounds_planned")
        return facts


class NewTournamentForm(TournamentForm):
    """The facts of a tournament that is made; teams meet each other from the beginning."""

    team_boards = forms.IntegerField(
        label=_("Boards of a team match"),
        required=False,
        min_value=1,
        max_value=MAX_BOARDS,
        help_text=_("Teams meet each other on so many boards. Empty: everybody plays alone."),
    )

    is_free = forms.BooleanField(
        label=_("Outside FIDE mode"),
        required=False,
        help_text=_(
            "For a club that plays for fun. Otherwise chess is in FIDE mode: what FIDE’s rules do"
            " not foresee is refused. You can leave it later, but not enter it again."
        ),
    )

    @property
    def kinds_unknown_to_fide(self) -> str:
        """The kinds that are never in FIDE mode, for the page's script."""
        return " ".join(kind for kind, _name in KINDS if not is_of_fide(kind))

    @property
    def facts(self) -> dict[str, Any]:
        facts = super().facts
        if facts.pop("is_free"):
            facts["fide_mode"] = None
        if boards := facts.pop("team_boards"):
            facts |= {"teams_meet": True, "board_colours": ("WB" * boards)[:boards]}
            # A bye of the pairing is one of a whole team, and brings its players nothing.
            facts["pairing_bye_points"] = Fraction(0)
        return facts
