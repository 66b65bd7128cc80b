"""Setting a session up: what is played, and how it is scored.

One more section of a session: its movement and its boards.

Changing the movement of a section under way: which change, and from which round on.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.text.numbers import whole_number
from clubscore.web.editing import EditForm
from clubscore.web.refusals import refusals_invalid
from events.common.forms import DATE_PICKER
from events.models import MovementChange, Section, Session
from events.models.session import LAST_ROUND
from events.sessions.core.domain.letters import LANGUAGES, read_letters
from events.sessions.desk.selectors import all_sessions, sections_to_choose
from events.sessions.scoring.domain.imps import read_datums, write_datums
from events.sessions.scoring.figures.series import refuse_unfit_settings
from events.sessions.scoring.selectors.progress import latest_rounds
from events.sessions.scoring.selectors.sessions import (
    is_individual,
    movements_with_everybody,
    present_movement,
    section_plays,
)
from events.sessions.setup.services.sessions import COMPARED
from movements.domain.change import free_number, has_free_seat
from movements.domain.winners import ranking_lists
from movements.selectors import movements_to_choose


class SessionForm(forms.Form):
    """A new session. ``winners`` is left empty for what the movement says; what it has in common
    with the session ``like`` it, and is not asked for here, is taken from there."""

    title = forms.CharField(
        label=_("Title"), max_length=120, widget=forms.TextInput(attrs={"autofocus": True})
    )
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
    movement = forms.ModelChoiceField(
        label=_("Movement"), queryset=movements_to_choose(), empty_label=_("Choose a movement")
    )
    boards_per_round = forms.IntegerField(
        label=_("Boards per round"), min_value=1, max_value=99, initial=3
    )
    first_board = forms.IntegerField(label=_("First board"), min_value=1, max_value=999, initial=1)
    method = forms.ChoiceField(
        label=_("Method"), choices=Session.Method, initial=Session.Method.MATCHPOINTS
    )
    scale = forms.TypedChoiceField(
        label=_("Matchpoint scale"), choices=Session.Scale, coerce=int, initial=Session.Scale.TWO
    )
    winners = forms.TypedChoiceField(
        label=_("Ranking lists"),
        choices=[("", _("as the movement says")), *Session.Winners.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )

    like = forms.ModelChoiceField(
        queryset=all_sessions(),
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("The session that this one is like was deleted.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["date"].initial = timezone.localdate
        # There the button has the focus: everything may be right as it is.
        if self.initial.get("like"):
            del self.fields["title"].widget.attrs["autofocus"]

    def set_focus(self) -> None:
        """After a refusal, where typing goes on: at the first field that is wrong; nowhere where
        the names below are."""
        self.fields["title"].widget.attrs.pop("autofocus", None)
        wrong = next((name for name in self.fields if name in self.errors), None)
        if wrong:
            self.fields[wrong].widget.attrs["autofocus"] = True


EVERY_METHOD = tuple(Session.Method.values)

TOPS_OR_CROSS = (Session.Method.MATCHPOINTS, Session.Method.CROSS_IMPS)

METHODS_OF: dict[str, tuple[str, ...]] = {
    "scale": (Session.Method.MATCHPOINTS,),
    **dict.fromkeys(
        ("butler_drop", "butler_percent", "butler_parts", "butler_even", "datums"),
        (Session.Method.BUTLER,),
    ),
    **dict.fromkeys(("cross_imps_mean", "cross_imps_award_each"), (Session.Method.CROSS_IMPS,)),
    "imps_by": (Session.Method.BUTLER, Session.Method.CROSS_IMPS),
    "neuberg": TOPS_OR_CROSS,
    "small_groups": (Session.Method.MATCHPOINTS,),
    "missing_ties": (Session.Method.MATCHPOINTS,),
    "sit_out": (Session.Method.MATCHPOINTS,),
    "unopposed": (*TOPS_OR_CROSS, Session.Method.BUTLER),
    "expected": TOPS_OR_CROSS,
    "session_average": (Session.Method.MATCHPOINTS,),
}
"""Which methods a setting is of; the others are of every method."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of the settings with the methods that it matters to."""

    field: forms.BoundField
    methods: tuple[str, ...]

    @property
    def classes(self) -> str:
        """The classes by which the style sheet shows what applies; what is wrong is always
        shown."""
        if self.methods == EVERY_METHOD or self.field.errors:
            return ""
        return " ".join(["only-for", *(f"for-{method}" for method in self.methods)])


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """Settings that belong together, under a heading and a sentence."""

    heading: str | Promise
    description: str | Promise
    settings: list[Setting]
    is_folded: bool | None = None
    """Whether it is folded away, of a group that most leave as it is; ``None`` of any other."""

    @property
    def classes(self) -> str:
        """The classes of its settings; a group in which something always applies has none."""
        each = [setting.classes for setting in self.settings]
        if not all(each):
            return ""
        return " ".join(dict.fromkeys(name for classes in each for name in classes.split()))


GROUPS = (
    (_("The session"), "", ("title", "date", "club", "show_play", "letters")),
    (
        _("Ranking"),
        _("Equal printed values always share the place."),
        ("winners", "imps_by", "one_field", "minimum_part", "rounding", "handicap_sum"),
    ),
    (
        _("Method"),
        _("How the results of a board become points. Only the settings that apply are shown."),
        (
            "method",
            "scale",
            "butler_drop",
            "butler_percent",
            "butler_parts",
            "butler_even",
            "datums",
            "cross_imps_mean",
        ),
    ),
    (
        _("Boards with fewer results than others"),
        _("After a sit-out or an average, some boards have fewer results to compare."),
        ("neuberg", "small_groups", "missing_ties", "sit_out", "unopposed", "expected"),
    ),
    (
        _("Adjusted scores"),
        _("For a board that could not be played, a director gives an average."),
        ("session_average", "cross_imps_award_each"),
    ),
)

SELDOM = tuple(names for _heading, _description, names in GROUPS[-2:])
"""The groups that most leave as they are."""

METHODS = (
    (Session.Method.MATCHPOINTS, _("matchpoints: for every result of the board that is beaten")),
    (Session.Method.BUTLER, _("Butler: IMPs for the difference from the datum of the board")),
    (Session.Method.CROSS_IMPS, _("cross-IMPs: IMPs against every other result of the board")),
    (Session.Method.TOTAL, _("total points: the scores of the boards added up")),
)

HELP = {
    "letters": _(
        "For typing results: en, nl, de, fr, sv, da, no, it, es, pl, or your own thirteen, such as"
        " K R H S SA N O Z W A H V B. Empty: those of the language in which you read."
    ),
    "scale": _("Apart from rounding, the percentages are the same either way."),
    "butler_drop": _(
        "The datum is the mean of the board without so many best and so many worst results, to"
        " the nearest 10; below four results none is left out."
    ),
    "butler_percent": _(
        "Instead of a number, a share of the results: 10 leaves out the best and the worst tenth."
        " 0: the number above."
    ),
    "butler_parts": _(
        "Ticked, that share is exact, and a result may be left out in part, as in bridgeakhper;"
        " none of fewer than three. Otherwise it is rounded up to whole results, and below six"
        " none is left out: with 10 %, as in BridgeWx."
    ),
    "butler_even": _(
        "Ticked, a datum half way between two tens goes to the even one, 25 to 20 and 35 to 40, as"
        " in bridgeakhper; otherwise away from zero."
    ),
    "datums": _(
        "For boards whose datum comes from elsewhere, such as a simultaneous tournament or the"
        " BOARD_AVERAGE of a USEBIO file: the board, a colon and the score to North–South, such"
        " as 1:120 2:-50. The others follow from their results; so do fouled boards."
    ),
    "cross_imps_mean": _(
        "Ticked, the IMPs against all other results of the board are divided by their number;"
        " otherwise they are added up."
    ),
    "cross_imps_award_each": _(
        "Ticked, an average plus counts as often as a result is compared, where the IMPs are added"
        " up: 3 IMPs times the results of a board less one. Otherwise it is 3 IMPs in all."
    ),
    "handicap_sum": _(
        "Ticked, a pair has the sum of its players’ handicaps, otherwise their mean. A handicap of"
        " the pair itself counts as it is."
    ),
    "neuberg": _(
        "Ticked, a board with fewer results is brought to the same top as the others, so that"
        " all boards count alike."
    ),
    "small_groups": _(
        "Ticked, one, two or three results, where they are no more than a third of a full board,"
        " get 60 %; 65 and 55 %; 70, 60 and 50 %. So does a group of a fouled board. Otherwise"
        " the formula is for them too."
    ),
    "missing_ties": _(
        "Ticked, each result that is missing counts as a tie, in place of both above: the simple"
        " scoring of ACBLscore."
    ),
    "sit_out": _(
        "Of a full top, for each board that a pair sits out: 60, as the EBU’s White Book gives for"
        " a bye. It is compared with nothing, and does not count in Neuberg’s formula. 0: sit-outs"
        " count neither for nor against a pair."
    ),
    "unopposed": _(
        "For the boards of the rounds in which the opponents have left, or are still to come."
        " They count as boards played; nobody else’s score changes."
    ),
    "expected": _(
        "Results of a full board. Empty: as many as the fullest board has. A number is only needed"
        " while results are missing, or when the field was once larger."
    ),
    "session_average": _(
        "Ticked, an A+ is worth the pair’s own percentage if that is above 60, and an A− if that"
        " is below 40 (Law 12C2)."
    ),
    "one_field": _(
        "Ticked, all sections are compared and ranked together; otherwise each section has its own"
        " ranking. It matters when there are several."
    ),
    "minimum_part": _(
        "Those who played less of the boards are listed without a place, with the reason; 0 ranks "
        "everybody."
    ),
    "rounding": _("Programs differ; exact is fairest, and prints two decimals in any case."),
}


class SettingsForm(EditForm, forms.ModelForm):
    """The title, the date and the scoring settings of a session that exists."""

    class Meta:
        model = Session
        fields = tuple(name for _heading, _description, names in GROUPS for name in names)
        widgets: ClassVar = {
            "date": DATE_PICKER,
            "method": forms.RadioSelect,
            "scale": forms.RadioSelect,
            "butler_drop": forms.RadioSelect,
            "winners": forms.RadioSelect,
            "unopposed": forms.RadioSelect,
            "imps_by": forms.RadioSelect,
        }
        labels: ClassVar = {
            "letters": _("Letters"),
            "show_play": _("Show auctions, leads and card play"),
            "method": _("How results are compared"),
            "scale": _("Matchpoint scale"),
            "butler_drop": _("Results left out of the datum at each end"),
            "butler_percent": _("Share left out at each end, in %"),
            "butler_parts": _("Parts of results are left out"),
            "butler_even": _("Halves go to the even ten"),
            "datums": _("Datums that are given"),
            "cross_imps_mean": _("Mean instead of sum"),
            "winners": _("Ranking lists"),
            "imps_by": _("IMPs are ranked by"),
            "neuberg": _("Neuberg’s formula"),
            "small_groups": _("Percentages for one to three results"),
            "missing_ties": _("Missing results are ties"),
            "sit_out": _("For a sit-out, in %"),
            "unopposed": _("When a pair leaves or comes late, its opponents get"),
            "expected": _("Results expected"),
            "one_field": _("Sections are one field"),
            "minimum_part": _("Boards needed for a place, in %"),
        }
        help_texts: ClassVar = HELP

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].empty_label = _("no club")  # type: ignore[attr-defined]
        self.fields["method"].choices = METHODS  # type: ignore[attr-defined]
        self.fields["minimum_part"].required = False
        self.fields["butler_percent"].required = False
        self.fields["sit_out"].required = False
        self.fields["unopposed"].required = False
        self.fields["unopposed"].choices = Session.Unopposed.choices  # type: ignore[attr-defined]
        # An empty part is 0: see the clean methods.
        self.fields["winners"].help_text = self._lists_of_the_movement()

    @property
    def groups(self) -> Iterator[SettingsGroup]:
        """The fields in the groups of the page."""
        for heading, description, names in GROUPS:
            settings = [Setting(self[name], METHODS_OF.get(name, EVERY_METHOD)) for name in names]
            folded = None if names not in SELDOM else not any(map(self._is_unusual, names))
            yield SettingsGroup(heading, description, settings, folded)

    def _is_unusual(self, name: str) -> bool:
        """Whether a setting is another one than that of a new session, or wrong."""
        usual = getattr(Session(), name)
        return bool(self[name].errors) or str(self[name].value()) not in ("", "None", str(usual))

    def _lists_of_the_movement(self) -> str:
        plays = section_plays(self.instance.pk) if self.instance.pk else []
        if not plays:
            return ""
        if any(len(ranking_lists(play.movement)) == 1 for play in plays):
            return gettext("The movement makes one list: somebody plays in both directions.")
        return gettext("The movement makes two lists: nobody plays in both directions.")

    def clean_letters(self) -> str:
        typed: str = self.cleaned_data["letters"].strip()
        if not typed or typed.lower() in LANGUAGES:
            return typed.lower()
        with refusals_invalid():
            return str(read_letters(typed))

    def clean_butler_percent(self) -> int:
        return self.cleaned_data["butler_percent"] or 0

    def clean_sit_out(self) -> int:
        return self.cleaned_data["sit_out"] or 0

    def clean_datums(self) -> str:
        with refusals_invalid():
            return write_datums(read_datums(self.cleaned_data["datums"]))

    def clean_minimum_part(self) -> int:
        return self.cleaned_data["minimum_part"] or 0

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            wanted = copy(self.instance)
            for name in COMPARED:
                setattr(wanted, name, cleaned[name])
            with refusals_invalid():
                # The service refuses it as well, but only here can the error be shown in the form.
                refuse_unfit_settings(session=wanted)
        return cleaned

    def clean_winners(self) -> int:
        winners: int = self.cleaned_data["winners"]
        if winners == Session.Winners.TWO and is_individual(self.instance.pk):
            raise forms.ValidationError(_("An individual has one list: partners change."))
        return winners


class SectionForm(forms.Form):
    """What the new section plays; the boards are those of the sections that are there."""

    movement = forms.ModelChoiceField(
        label=_("Movement"),
        queryset=movements_to_choose(),
        empty_label=_("Choose a movement"),
        widget=forms.Select(attrs={"autofocus": True}),
    )
    boards_per_round = forms.IntegerField(label=_("Boards per round"), min_value=1, max_value=99)
    first_board = forms.IntegerField(label=_("First board"), min_value=1, max_value=999)


JOINS, MOVEMENT, LEAVES, LATE = "joins", "movement", "leaves", "late"


class ChangeForm(forms.Form):
    """One change of one section. ``change`` is what it asks for, not stored."""

    section = forms.ModelChoiceField(
        label=_("Section"), queryset=sections_to_choose([]), empty_label=None
    )
    kind = forms.ChoiceField(
        label=_("What happens"),
        choices=[
            (JOINS, _("One more pair sits where others sit out")),
            (LATE, _("A contestant arrives late")),
            (LEAVES, _("A contestant leaves")),
            (MOVEMENT, _("Another movement is played")),
        ],
        widget=forms.RadioSelect,
        initial=LATE,
    )
    number = forms.IntegerField(
        label=_("Number of the contestant"), min_value=1, max_value=999, required=False
    )
    movement = forms.ModelChoiceField(
        label=_("Other movement"),
        queryset=movements_to_choose(),
        required=False,
        empty_label=_("none"),
        help_text=_("Also for a contestant who has no number in this movement."),
    )
    round = forms.IntegerField(
        label=_("From round"),
        min_value=1,
        max_value=200,
        help_text=_("The first round that the contestant plays, or no longer plays."),
    )
    unopposed = forms.ChoiceField(
        label=_("For the boards that they miss, its opponents get"),
        choices=Session.Unopposed,
        required=False,
        help_text=_(
            "When a contestant arrives late or leaves; for all of the session. It stays under"
            " “Settings”."
        ),
    )

    def __init__(self, *args: Any, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["section"]
        field.queryset = sections_to_choose(sections)  # type: ignore[attr-defined]
        field.label_from_instance = lambda section: section.letter  # type: ignore[attr-defined]
        field.initial = sections[0].pk
        self.fields["unopposed"].initial = sections[0].session.unopposed
        if len(sections) == 1:
            field.widget = forms.HiddenInput()
        self._offer_the_free_seat(sections)
        latest = latest_rounds(sections[0].session)
        asked = whole_number(str(self.initial.get("section", "")))
        self.fields["round"].initial = latest[asked or field.initial] + 1

    def _offer_the_free_seat(self, sections: Sequence[Section]) -> None:
        """Offer the free seat before all other choices, for nobody loses by it; or not at all."""
        kind = self.fields["kind"]
        played = zip(sections, movements_with_everybody(sections), strict=True)
        free = [(section, value) for section, value in played if has_free_seat(value)]
        if not free:
            kind.choices = [choice for choice in kind.choices if choice[0] != JOINS]  # type: ignore[attr-defined]
            is_other = bool({"number", "movement"} & self.initial.keys())
            kind.initial = MOVEMENT if is_other else LATE
            return
        section, value = free[0]
        if "movement" in self.initial:
            kind.initial = MOVEMENT
            return
        kind.initial = JOINS
        self.fields["section"].initial = section.pk
        self.fields["number"].initial = free_number(value)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        kind = cleaned.get("kind")
        if kind == MOVEMENT and not cleaned.get("movement"):
            self.add_error("movement", _("Choose the other movement."))
        if kind in (JOINS, LEAVES, LATE) and not cleaned.get("number"):
            self.add_error("number", _("Enter the contestant’s number."))
        if kind == LATE and cleaned.get("round") == 1:
            self.add_error("round", _("A contestant who plays from round 1 is not late."))
        other = cleaned.get("movement")
        if other and self._needs_other(cleaned) and cleaned["number"] > other.contestants:
            no_number = _(
                "There is no contestant %(number)s in “%(movement)s” either. Choose another "
                "movement that has this number."
            )
            values = {"number": cleaned["number"], "movement": other.name}
            self.add_error("movement", forms.ValidationError(no_number, params=values))
        return cleaned

    @staticmethod
    def _needs_other(data: dict[str, Any]) -> bool:
        """Whether somebody comes late who has no number in the movement that is played."""
        if data.get("kind") != LATE or not data.get("number") or not data.get("section"):
            return False
        present = present_movement(data["section"])
        return present is not None and data["number"] > present.contestants

    @property
    def change(self) -> MovementChange:
        data = self.cleaned_data
        change = MovementChange(section=data["section"])
        # A latecomer without a number needs another movement, which then has the number.
        kind = MOVEMENT if data["movement"] and self._needs_other(data) else data["kind"]
        match kind:
            case "movement":
                change.movement, change.first_round = data["movement"], data["round"]
            case "joins":
                change.joins, change.first_round = data["number"], data["round"]
            case "leaves":
                change.absent, change.first_round = data["number"], data["round"]
            case _:
                # Late is absent up to the round before.
                change.absent, change.last_round = data["number"], data["round"] - 1
        change.last_round = change.last_round or LAST_ROUND
        return change
