"""Sessions that are played in matches: setting one up, its teams, its settings, an award.

The draw of a round as it is typed: two numbers a table, and who is left over.

How the rounds of a Swiss event are drawn: the practices that a club may add to the rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import decimals
from clubscore.web.editing import EditForm
from events.common.domain import at_most_two_decimals
from events.common.forms import DATE_PICKER, DecimalField
from events.models import MatchPlay, Session
from events.models.match_play import MAX_BOARDS, MAX_ROUNDS, MAX_SCALE
from events.sessions.core.selectors import Matches, TeamRecord
from events.sessions.matches.domain.draw import Draw
from events.sessions.matches.domain.movement import MAX_TEAMS, TeamsKind
from events.sessions.matches.services.teams import MatchWish, TeamEntry

MOST_POINTS = Decimal("999.99")


class MatchSessionForm(forms.Form):
    """A new session of matches."""

    title = forms.CharField(
        label=_("Title"), max_length=120, widget=forms.TextInput(attrs={"autofocus": True})
    )
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
    kind = forms.ChoiceField(
        label=_("What is played"),
        choices=Session.Matches.choices[1:],
        initial=Session.Matches.TEAMS,
        widget=forms.RadioSelect,
    )
    contestants = forms.IntegerField(
        label=_("Teams, or pairs"), min_value=2, max_value=2 * MAX_TEAMS, initial=8
    )
    boards = forms.IntegerField(
        label=_("Boards per match"), min_value=1, max_value=MAX_BOARDS, initial=8
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=_("Empty: all teams meet all. A Swiss event says how many are planned."),
    )
    movement = forms.ChoiceField(
        label=_("Movement, where all meet all"),
        choices=(
            (
                TeamsKind.USUAL,
                _("North–South of every team stay (American Whist, New England Relay)"),
            ),
            (
                TeamsKind.WHIST,
                _("the same without shared boards: of an even number every pair sits out once"),
            ),
            (
                TeamsKind.AT_ONCE,
                _("both halves of a match at once, at two tables that share their boards"),
            ),
        ),
        initial=TeamsKind.USUAL,
        required=False,
        help_text=_(
            "In the first two the halves of most matches are played in different rounds, and an odd"
            " number plays an even number of rounds. At once: up to 20 teams, of an odd number one "
            "sits out in each round; up to six teams play the same boards at all tables."
        ),
    )
    first_board = forms.IntegerField(label=_("First board"), min_value=1, max_value=999, initial=1)
    scored_by = forms.ChoiceField(
        label=_("A match counts"), choices=MatchPlay.ScoredBy, initial=MatchPlay.ScoredBy.VP
    )
    scale = forms.ChoiceField(
        label=_("Scale of victory points"), choices=MatchPlay.Scale, initial=MatchPlay.Scale.WBF
    )
    own_scale = forms.CharField(
        label=_("The club’s own scale"),
        max_length=MAX_SCALE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=MatchPlay._meta.get_field("own_scale").help_text,
    )
    method = forms.ChoiceField(
        label=_("Pairs are compared by"),
        choices=(
            (Session.Method.CROSS_IMPS, _("cross-IMPs")),
            (Session.Method.MATCHPOINTS, _("matchpoints")),
            (Session.Method.BUTLER, _("IMPs against a datum (Butler)")),
        ),
        initial=Session.Method.CROSS_IMPS,
        help_text=_(
            "For the ranking of pairs across the room. In Swiss pairs it is how a match is scored: "
            "matchpoints with the VPs of the English Bridge Union’s table, or cross-IMPs with a "
            "scale of victory points."
        ),
    )
    odd = forms.ChoiceField(
        label=_("An odd number, in a Swiss event"),
        choices=MatchPlay.Odd,
        help_text=_(
            "Half matches: three teams play each other; of three pairs one plays half of the "
            "boards against each of the two others. Pairs play no triangle."
        ),
        initial=MatchPlay.Odd.BYE,
    )
    first_round = forms.ChoiceField(
        label=_("First round of a Swiss event"),
        choices=(
            ("lot", pgettext_lazy("draw", "by lot")),
            ("halves", _("first half of the numbers against the second")),
        ),
        initial="lot",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["date"].initial = timezone.localdate

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        kind, method = cleaned.get("kind"), cleaned.get("method")
        if kind == Session.Matches.SWISS_PAIRS and method == Session.Method.BUTLER:
            self.add_error(
                "method", gettext("Swiss pairs are scored by matchpoints or by cross-IMPs.")
            )
        is_swiss = kind in (Session.Matches.SWISS_TEAMS, Session.Matches.SWISS_PAIRS)
        if is_swiss and "rounds" in cleaned and cleaned["rounds"] is None:
            self.add_error("rounds", gettext("How many rounds are planned?"))
        return cleaned

    @property
    def wish(self) -> MatchWish:
        """The wish that was chosen."""
        data = dict(self.cleaned_data)
        data["movement"] = data["movement"] or TeamsKind.USUAL
        return MatchWish(by_lot=data.pop("first_round") == "lot", **data)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """The fields of a team."""

    number: int
    players: str
    name: forms.BoundField
    added: forms.BoundField
    reason: forms.BoundField
    last_round: forms.BoundField
    keeps_table: forms.BoundField | None

    @property
    def has_more(self) -> bool:
        """Whether something stands in the fields that are folded, or is wrong there."""
        fields = (self.added, self.reason, self.last_round, self.keeps_table)
        return any(field is not None and (field.errors or field.value()) for field in fields)


class TeamsForm(EditForm, forms.Form):
    """Names of teams, points added or taken away, and who withdrew."""

    def __init__(
        self, *args: Any, matches: Matches, players: dict[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.matches = matches
        self.players = players
        for number, team in matches.teams.items():
            self._add_fields(number, team)

    def _add_fields(self, number: int, team: TeamRecord) -> None:
        of_team = {"number": number}
        self.fields[f"name-{number}"] = forms.CharField(
            label=_("Name of team %(number)s") % of_team,
            max_length=60,
            required=False,
            initial=team.name,
            widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
        )
        self.fields[f"added-{number}"] = DecimalField(
            label=_("Points added to team %(number)s") % of_team,
            required=False,
            max_digits=6,
            decimal_places=2,
            min_value=-MOST_POINTS,
            max_value=MOST_POINTS,
            initial=_shown(team.added),
        )
        self.fields[f"reason-{number}"] = forms.CharField(
            label=_("Reason for team %(number)s") % of_team,
            max_length=200,
            required=False,
            initial=team.reason,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        self.fields[f"last-{number}"] = forms.IntegerField(
            label=_("Last round of team %(number)s") % of_team,
            min_value=0,
            max_value=MAX_ROUNDS,
            required=False,
            initial=team.last_round,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
        if self.matches.play.is_swiss:
            self.fields[f"table-{number}"] = forms.IntegerField(
                label=_("Table that team %(number)s keeps") % of_team,
                min_value=1,
                max_value=MAX_TEAMS,
                required=False,
                initial=team.keeps_table,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )
        for name in ("added", "reason", "last", "table"):
            if field := self.fields.get(f"{name}-{number}"):
                field.widget.attrs["class"] = "form-control"

    @cached_property
    def rows(self) -> list[TeamRow]:
        """The fields in the rows of the template."""
        return [
            TeamRow(
                number,
                self.players.get(number, ""),
                self[f"name-{number}"],
                self[f"added-{number}"],
                self[f"reason-{number}"],
                self[f"last-{number}"],
                self[f"table-{number}"] if self.matches.play.is_swiss else None,
            )
            for number in self.matches.teams
        ]

    @property
    def entries(self) -> dict[int, TeamEntry]:
        """What was typed, by the team's number."""
        data = self.cleaned_data
        return {
            number: TeamEntry(
                data[f"name-{number}"],
                data[f"added-{number}"] or Decimal(0),
                data[f"reason-{number}"],
                data[f"last-{number}"],
                data.get(f"table-{number}"),
            )
            for number in self.matches.teams
        }


class MatchSettingsForm(EditForm, forms.ModelForm):
    """How the matches of a session count, and what an odd number does."""

    class Meta:
        model = MatchPlay
        fields = ("scored_by", "scale", "own_scale", "by_boards_played", "rounds", "bye_points")
        widgets: ClassVar = {"scored_by": forms.RadioSelect, "scale": forms.RadioSelect}
        labels: ClassVar = {
            "scored_by": _("A match counts"),
            "scale": _("Scale of victory points"),
            "own_scale": _("The club’s own scale"),
            "by_boards_played": _("By the boards that could be played"),
            "rounds": _("Rounds planned"),
            "bye_points": _("Points for a bye"),
        }


class AwardForm(forms.Form):
    """The points of a match that the director awards; both empty lets the boards of a match that
    ``was_awarded`` count again."""

    home = DecimalField(
        label=_("Home team"),
        required=False,
        max_digits=6,
        decimal_places=2,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
    )
    away = DecimalField(
        label=_("Visitors"),
        required=False,
        max_digits=6,
        decimal_places=2,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Shown with the results, when they are published."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, was_awarded: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.was_awarded = was_awarded

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        if (cleaned["home"] is None) != (cleaned["away"] is None):
            missing = "home" if cleaned["home"] is None else "away"
            self.add_error(missing, gettext("Type the points of both sides, or of neither."))
        elif cleaned["home"] is not None and not cleaned["reason"].strip():
            self.add_error("reason", gettext("Say why the match is awarded."))
        elif cleaned["home"] is None and cleaned["reason"].strip() and not self.was_awarded:
            self.add_error("home", gettext("Type the points of both sides: so far only a reason."))
        return cleaned

    @property
    def points(self) -> tuple[Decimal, Decimal] | None:
        """What was typed; ``None`` where both are empty."""
        home, away = self.cleaned_data["home"], self.cleaned_data["away"]
        return None if home is None else (home, away)


def _shown(points: Fraction) -> str:
    return decimals(at_most_two_decimals(points)) if points else ""


MAX_PAIRS = 250


@dataclass(frozen=True, slots=True)
class DrawRow:
    """The fields of a table: their names, and the numbers in them, 0 for none."""

    table: int
    home_name: str
    away_name: str
    home: int
    away: int


@dataclass(frozen=True, slots=True)
class OutField:
    """A field of who is left over."""

    name: str
    number: int


def draw_rows(draw: Draw) -> list[DrawRow]:
    """The fields that show a draw."""
    return [
        DrawRow(table, f"home-{table}", f"away-{table}", home, away)
        for table, (home, away) in enumerate(draw.pairs, start=1)
    ]


def out_fields(draw: Draw) -> list[OutField]:
    """The fields of who has the bye, or plays the triangle."""
    out = [draw.bye] if draw.bye is not None else [*draw.triangle]
    return [OutField(f"out-{place}", number) for place, number in enumerate(out, start=1)]


def read_drawn(sent: QueryDict | Mapping[str, str], tables: int, out: int) -> Draw:
    """The draw that was sent for so many tables, with so many left over.

    Raises :class:`Refused` for what is no number; an empty field is 0, which is nobody.
    """
    pairs = tuple(
        (_number(sent, f"home-{table}"), _number(sent, f"away-{table}"))
        for table in range(1, min(tables, MAX_PAIRS) + 1)
    )
    left = tuple(_number(sent, f"out-{place}") for place in range(1, out + 1))
    if out == 1:
        return Draw(pairs, left[0])
    return Draw(pairs, None, left)


def _number(sent: QueryDict | Mapping[str, str], name: str) -> int:
    text = sent.get(name, "").strip()
    number = whole_number(text) if text else 0
    if number is None:
        raise Refused.because("“%(text)s” is not the number of a contestant.", text=text)
    return number


class DrawSettingsForm(EditForm, forms.ModelForm):
    """The practices of the draw; tables are at home for teams only."""

    class Meta:
        model = MatchPlay
        fields = ("odd", "in_arrears", "danish_rounds", "accelerated", "home_tables")
        widgets: ClassVar = {"odd": forms.RadioSelect}
        labels: ClassVar = {
            "odd": _("An odd number"),
            "in_arrears": _("One round in arrears"),
            "danish_rounds": _("Danish rounds at the end"),
            "accelerated": _("Accelerated"),
            "home_tables": _("Every team has a home table"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        odd = self.fields["odd"]
        odd.help_text = gettext("It counts from the next draw on; rounds that were played stay.")
        if self.instance.is_pairs:
            del self.fields["home_tables"]
            odd.choices = [  # type: ignore[attr-defined]
                choice for choice in MatchPlay.Odd.choices if choice[0] != MatchPlay.Odd.TRIANGLE
            ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("accelerated") and self.instance.scored_by != MatchPlay.ScoredBy.VP:
            needed = gettext("An accelerated draw needs victory points.")
            self.add_error("accelerated", needed)
        danish = cleaned.get("danish_rounds") or 0
        if danish > self.instance.rounds:
            most = gettext("At most the %(rounds)s rounds that are planned.")
            self.add_error("danish_rounds", most % {"rounds": self.instance.rounds})
        return cleaned
