"""Who takes part in a tournament: a name to enter, and the facts of an entry.

A row of the registration desk, as it is sent.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate_refusal
from clubscore.web.editing import EditForm
from events.common.forms import (
    GUEST_MARK,
    NEW_MARK,
    ShowsRefusals,
    players_by_number,
    unknown_name,
    without_mark,
)
from events.models import Entry, Tournament
from events.tournaments.core.domain.tournament import MissedRounds
from events.tournaments.core.forms import LaterRatingsField, MissedRoundsField, lock_fields
from events.tournaments.core.selectors.entries import tournament_facts
from events.tournaments.entries.services.entries import numbers_are_fixed
from events.tournaments.standings.domain.catalogue import EXTERNAL
from players.domain.lookup import displayed
from players.domain.names import Name, given_first, read_name
from players.domain.personal import RATINGS
from players.forms.player import EventGradeField
from players.models import LookupList, LookupPlayer
from players.selectors.lookup import (
    common_facts,
    known_player,
    listed_player,
    register_facts,
    valid_values,
)
from players.selectors.register import players_by_key, search_players, similar_names

SHOWN = 6
"""How many players a message names."""

NAME_FIELD = {
    "class": "form-control",
    "autofocus": True,
    "autocomplete": "off",
    "list": "register-names",
    "data-register-name": "",
}


class AddEntryForm(ShowsRefusals, forms.Form):
    """A player by number or a part of the name that fits one; one that the register does not have
    when the box is checked; ``strength`` names the field beside it, ``rating`` or ``grade``.

    ``player`` is the name after validation, and ``is_another`` whether it may be that of somebody
    else than the one who is in the tournament.
    """

    name = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=250,
        widget=forms.TextInput(attrs=NAME_FIELD),
        error_messages={"required": gettext_lazy("Type a name, part of a name, or a number.")},
    )
    guest = forms.BooleanField(
        label=gettext_lazy("Guest"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )
    listed = forms.IntegerField(required=False, widget=forms.HiddenInput)
    new = forms.BooleanField(
        label=gettext_lazy("Add to the register"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )
    rating = forms.IntegerField(
        label=gettext_lazy("Rating"),
        required=False,
        min_value=1,
        max_value=3999,
        widget=forms.NumberInput(attrs={"class": "form-control"}),
    )
    grade = EventGradeField(widget=forms.TextInput(attrs={"class": "form-control"}))
    team_name = forms.CharField(
        label=gettext_lazy("Team"),
        max_length=100,
        required=False,
        widget=forms.TextInput(
            attrs={"class": "form-control", "list": "team-names", "autocomplete": "off"}
        ),
    )
    player: Name
    is_unknown = False
    is_another = False
    near: Sequence[str] = ()
    from_list: LookupPlayer | None = None

    def __init__(
        self,
        *args: Any,
        strength: str = "",
        rating_kind: str = "rating",
        has_teams: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not has_teams:
            del self.fields["team_name"]
        self.rating_kind = rating_kind
        self.fields["rating"].widget.attrs["data-kind"] = rating_kind
        for name in {"rating", "grade"} - {strength}:
            del self.fields[name]
        self.strength = self[strength] if strength else None
        self.team = self["team_name"] if has_teams else None

    @property
    def facts(self) -> dict[str, Any]:
        """The fields of the entry that are not from the register."""
        facts: dict[str, Any] = {}
        if self.from_list:
            facts = entry_facts(self.from_list, self.rating_kind)
            facts["register_facts"] = register_facts(self.from_list)
        for name in ("rating", "grade"):
            if typed := self.cleaned_data.get(name):
                facts[name] = typed
        if "team_name" in self.fields:
            facts["team_name"] = self.cleaned_data["team_name"]
        return {"guests": self.is_guest, "namesakes": self.is_another} | facts

    @property
    def is_guest(self) -> bool:
        """Whether the player is a guest: of a name that the register has, if it is marked so."""
        is_marked = self.cleaned_data.get("name", "").strip().endswith(GUEST_MARK)
        return is_marked or (self.is_unknown and bool(self.cleaned_data.get("guest")))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        typed = cleaned.get("name", "").strip()
        text = given_first(without_mark(typed))
        is_marked = typed.endswith((GUEST_MARK, NEW_MARK))
        if text:
            self.from_list = self._listed(text)
            known = known_player(self.from_list) if self.from_list else None
            if known:
                self.player = known.whole_name
                return cleaned
            asked = ("new", "guest")
            is_new = bool(self.from_list) or any(cleaned.get(each) for each in asked)
            self._read(text, without_mark(typed), is_new or is_marked)
        return cleaned

    def _read(self, text: str, typed: str, new: bool) -> None:
        """``typed`` is the text with its comma, which says what the family name is."""
        by_number = players_by_number([text])
        if text in by_number:
            self.player = by_number[text].whole_name
            return
        if text.isdecimal():
            self.add_error("name", _("No player has the number %(number)s.") % {"number": text})
            return
        found = None if new else self._found(text)
        if found:
            self.player = found
            return
        if self.errors:
            return
        try:
            self.player = read_name(typed)
        except Refused as refusal:
            self.add_error("name", translate_refusal(refusal))
            return
        # Marked as new although the register has the name: whoever is in the tournament is another.
        self.is_another = self.cleaned_data["name"].strip().endswith(NEW_MARK)
        if not players_by_key([self.player.key]):
            self.is_unknown = True
            if not new:
                self.near = similar_names(self.player)
                self.add_error("name", unknown_name(self.player, self.near))

    def _listed(self, text: str) -> LookupPlayer | None:
        """The player of a federation's list who was chosen, as long as the name is still that."""
        key = self.cleaned_data.get("listed")
        lookup_player = listed_player(key) if key and 0 < key < 2**63 else None
        return lookup_player if lookup_player and displayed(lookup_player.name) == text else None

    def _found(self, text: str) -> Name | None:
        """The one player of this name, or else the one whose name has it as a part."""
        fits = list(search_players(text, limit=SHOWN + 1))
        exact = [player for player in fits if player.name_key == " ".join(text.casefold().split())]
        # Whoever has the same name with a mark behind it may be meant as well.
        namesakes = [
            player for player in fits if player.name_key.startswith(f"{text.casefold()} (")
        ]
        if len(fits) == 1 or (exact and not namesakes):
            return (exact or fits)[0].whole_name
        if fits:
            names = ", ".join(f"{player} ({player.number})" for player in fits[:SHOWN])
            more = ", …" if len(fits) > SHOWN else ""
            several = _(
                "“%(text)s” matches several players: %(players)s. Type more of the name, or the"
                " number."
            )
            self.add_error("name", several % {"text": text, "players": names + more})
        return None


def entry_facts(listed: LookupPlayer, rating_kind: str) -> dict[str, Any]:
    """What a federation's list says of a player, as far as an entry takes it."""
    facts = common_facts(listed)
    ratings = {kind: facts.pop(kind) for kind in RATINGS}
    facts["rating"] = ratings[rating_kind] or ratings["rating"]
    if listed.list.kind == LookupList.Kind.FIDE:
        facts["fide_rating"] = facts["rating"]
    elif listed.list.kind == LookupList.Kind.NATIONAL:
        facts["national_rating"] = facts["rating"]
    facts["rating_source"] = listed.list.source[:80]
    facts["sex"] = facts.pop("gender")
    country = facts.pop("country", None)
    facts["federation"] = facts.get("federation") or country or ""
    if listed.list.kind == LookupList.Kind.FIDE:
        facts["identity"] = listed.number
    elif listed.list.kind == LookupList.Kind.EGD:
        facts["egd_pin"] = listed.number
    return valid_values(Entry, facts)


class EntryForm(EditForm, ShowsRefusals, forms.ModelForm):
    """The facts of an entry. ``team_name`` is a team of the tournament, or a new one."""

    fact_of: ClassVar[dict[str, str]] = {
        "title": "title",
        "rating": "rating",
        "fide_rating": "rating",
        "national_rating": "rating",
        "later_ratings": "rating",
        "k": "rating",
        "grade": "grade",
        "sex": "gender",
        "federation": "federation",
        "born": "born",
        "club": "club",
    }
    """The fields that are facts of the register: they are left out where those are not in use."""

    grade = EventGradeField()
    team_name = forms.CharField(
        label=gettext_lazy("Team"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"list": "team-names", "autocomplete": "off"}),
    )

    class Meta:
        model = Entry
        fields: ClassVar[tuple[str, ...]] = (
            "number",
            "family",
            "given",
            "title",
            "rating",
            "fide_rating",
            "national_rating",
            "later_ratings",
            "external",
            "k",
            "grade",
            "sex",
            "federation",
            "identity",
            "born",
            "club",
            "registered",
            "absent_rounds",
            "group",
            "start_correction",
        )
        field_classes: ClassVar = {
            "absent_rounds": MissedRoundsField,
            "later_ratings": LaterRatingsField,
        }
        help_texts: ClassVar = {
            "absent_rounds": gettext_lazy(
                "Such as 2 5h: absent in round 2, half a point in 5 (f: a whole one)."
            ),
            "rating": gettext_lazy("Follows the other two."),
            "later_ratings": gettext_lazy(
                "By the round from which they are known: 5: 2010, 9: 2030."
            ),
            "k": gettext_lazy("Empty: by the rule."),
            "start_correction": gettext_lazy(
                "Added to the McMahon score before round 1, such as -1."
            ),
        }

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.initial["absent_rounds"] = self.instance.missed_rounds
        self.fields["team_name"].initial = self.instance.team.name if self.instance.team else ""
        if numbers_are_fixed(tournament) and self.instance.number is not None:
            reason = gettext_lazy("In FIDE mode the numbers of a Swiss go by strength.")
            lock_fields(self, {"number": str(reason)})
        sexes = [("", gettext_lazy("not said")), *Entry.Sex.choices]
        self.fields["sex"].choices = sexes  # type: ignore[attr-defined]
        used = tournament_facts(tournament)
        if tournament.has_grades:
            used |= {"federation"}
            self.fields["federation"].label = gettext_lazy("Country")
        if self.fact_of and EXTERNAL not in tournament.tie_breaks:
            del self.fields["external"]
        if self.fact_of and not tournament.is_long:
            del self.fields["later_ratings"]
        if self.fact_of and tournament.discipline != Tournament.Discipline.CHESS:
            for field in ("fide_rating", "national_rating"):
                del self.fields[field]
        for field, fact in self.fact_of.items():
            if fact not in used and field in self.fields:
                del self.fields[field]
        # Only a McMahon has start scores.
        if tournament.has_grades or not self.fact_of:
            self.fields["start_correction"].required = False
        else:
            del self.fields["start_correction"]

    def clean_start_correction(self) -> int:
        """Nothing typed is no correction."""
        return self.cleaned_data["start_correction"] or 0

    def clean_absent_rounds(self) -> list[int]:
        """The rounds; the byes go to their own column."""
        missed: MissedRounds = self.cleaned_data["absent_rounds"]
        beyond = [number for number in missed if number > self.tournament.rounds_planned]
        if beyond:
            raise ValidationError(
                _("There is no round %(number)s; the tournament has %(rounds)s."),
                params={"number": beyond[0], "rounds": self.tournament.rounds_planned},
            )
        self.instance.asked_byes = {
            str(number): bye.value for number, bye in missed.items() if bye is not None
        }
        return list(missed)

    @property
    def changed_columns(self) -> list[str]:
        """The model's fields that were changed."""
        columns = {field.name for field in Entry._meta.fields}
        changed = [field for field in self.changed_data if field in columns]
        return [*changed, *(["asked_byes"] if "absent_rounds" in changed else [])]

    def _post_clean(self) -> None:
        """Check the constraints too."""
        # Django leaves out those with a field that the form has not: here the tournament.
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            try:
                self.instance.validate_constraints()
            except ValidationError as error:
                self.add_error(None, error)


class RegistrationForm(forms.Form):
    """Whether somebody is registered, the rounds attended (checked boxes), those with a half-point
    bye, and the group as typed; the service checks the group."""

    registered = forms.BooleanField(required=False)
    rounds = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        error_messages={"invalid_choice": gettext_lazy("There is no round %(value)s.")},
    )
    half = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        error_messages={"invalid_choice": gettext_lazy("There is no round %(value)s.")},
    )
    group = forms.CharField(required=False, max_length=20)

    def __init__(self, *args: Any, rounds: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = range(1, rounds + 1)
        for name in ("rounds", "half"):
            self.fields[name].choices = [(number, number) for number in self.numbers]  # type: ignore[attr-defined]

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes; a round with a half-point bye is not attended."""
        half = self.cleaned_data["half"]
        attended = set(self.cleaned_data["rounds"]).difference(half)
        return {
            "registered": self.cleaned_data["registered"],
            "absent_rounds": [number for number in self.numbers if number not in attended],
            "half_rounds": half,
            "group": self.cleaned_data["group"],
        }


def desk_texts(
    *, registered: bool, rounds: Collection[object], group: str, half: Collection[object] = ()
) -> dict[str, str]:
    """A row as texts that are compared one by one: also every round attended is one, and every
    half-point bye."""
    boxes = {"registered": "on"} if registered else {}
    boxes |= {f"round-{number}": str(number) for number in rounds}
    return boxes | {f"half-{number}": str(number) for number in half} | {"group": group}


def sent_texts(sent: QueryDict) -> dict[str, str]:
    """A row as it was sent, as :func:`desk_texts`."""
    return desk_texts(
        registered="registered" in sent,
        rounds=sent.getlist("rounds"),
        group=sent.get("group", ""),
        half=sent.getlist("half"),
    )


def data_of(texts: Mapping[str, str]) -> dict[str, Any]:
    """The texts of a row as the form takes them."""
    rounds, half = (
        [text for name, text in texts.items() if name.startswith(start) and text]
        for start in ("round-", "half-")
    )
    values = {name: texts.get(name, "") for name in ("registered", "group")}
    return values | {"rounds": rounds, "half": half}
