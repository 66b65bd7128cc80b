"""Whether teams meet each other, and what a match is.

The names of the tie-breaks of teams, and what they say (FIDE C.07, articles 12 and 13).
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.web.editing import EditForm
from clubscore.web.refusals import refusals_invalid
from events.models.points import PointsFormField
from events.tournaments.core.domain.team_facts import Preference, TeamRules
from events.tournaments.core.forms import OfList
from events.tournaments.teams.domain.standings import USUAL as USUAL_TIE_BREAKS
from events.tournaments.teams.domain.tie_breaks import KNOWN, known_code

MAX_BOARDS = 20

USUAL = TeamRules(boards=0)

MATCH, GAME, MATCH_ALONE, GAME_ALONE = "match", "game", "match alone", "game alone"

_COLOURS = RegexValidator(
    r"\A[WwBb]+\Z", _("Only the letters W and B: a letter for each board, such as WBWB.")
)


class TeamTieBreaksField(OfList, forms.MultipleChoiceField):
    """Tie-breaks of teams in the order in which they are sent: that of the page."""

    def clean(self, value: Any) -> list[str]:
        with refusals_invalid():
            return list(dict.fromkeys(known_code(code) for code in value or ()))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(initial or ()) != list(data or ())


class TeamMatchesForm(EditForm, forms.Form):
    """The rules of the matches; without colours there are none."""

    colours = forms.CharField(
        label=_("Colours of the boards"),
        max_length=MAX_BOARDS,
        required=False,
        validators=[_COLOURS],
        help_text=_(
            "Of the team that has White, a letter for each board: WBWB is a match on four boards."
            " Empty: teams do not meet each other."
        ),
    )
    win = PointsFormField(label=_("Match won"))
    draw = PointsFormField(label=_("Match drawn"))
    loss = PointsFormField(label=_("Match lost"))
    decides = forms.ChoiceField(
        label=_("What decides"),
        choices=[
            (MATCH, _("match points; game points for colours")),
            (GAME, _("game points; match points for colours")),
            (MATCH_ALONE, _("match points alone")),
            (GAME_ALONE, _("game points alone")),
        ],
    )
    preference = forms.ChoiceField(
        label=_("Colour preferences"),
        choices=[
            (Preference.TYPE_A.value, _("simple (type A)")),
            (Preference.TYPE_B.value, _("strong and mild (type B)")),
            (Preference.NONE.value, _("none")),
        ],
        help_text=_("Of the Swiss system for teams."),
    )

    tie_breaks = TeamTieBreaksField(label=_("Tie-breaks of the teams"), required=False)

    def __init__(
        self, *args: Any, rules: TeamRules | None, tie_breaks: Sequence[str] = (), **kwargs: Any
    ) -> None:
        shown = rules or USUAL
        decides = {
            (False, True): MATCH, (True, True): GAME, (False, False): MATCH_ALONE,
            (True, False): GAME_ALONE,
        }[shown.by_game_points, shown.uses_other]  # fmt: skip
        kwargs["initial"] = {
            "colours": rules.colours if rules else "",
            "win": shown.win,
            "draw": shown.draw,
            "loss": shown.loss,
            "decides": decides,
            "preference": shown.preference.value,
            "tie_breaks": list(tie_breaks or USUAL_TIE_BREAKS),
        }
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Check the fields; without colours there is nothing that the others could be kept with."""
        typed = super().clean() or self.cleaned_data
        is_empty = "colours" not in self.errors and not typed.get("colours")
        if is_empty and self.changed_data and "colours" not in self.changed_data:
            self.add_error(
                "colours", _("Type the colours of the boards: without them teams do not meet.")
            )
        return typed

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The fields about a match; the tie-breaks have their own list on the page."""
        return [field for field in self if field.name != "tie_breaks"]

    @property
    def chosen_tie_breaks(self) -> list[tuple[str, str, str]]:
        """Code, name and sentence of the tie-breaks chosen so far, in their order."""
        rows = []
        for text in self["tie_breaks"].value() or ():
            # A code that was tampered with is reported by the field.
            with suppress(Refused):
                code = known_code(text)
                rows.append((code, *name_and_meaning(code)))
        return rows

    @property
    def other_tie_breaks(self) -> list[tuple[str, str, str]]:
        """The tie-breaks that are not chosen."""
        codes = {code for code, _name, _meaning in self.chosen_tie_breaks}
        return [(code, *name_and_meaning(code)) for code in KNOWN if code not in codes]

    @property
    def tie_breaks_chosen(self) -> tuple[str, ...] | None:
        """The tie-breaks that were typed; none are the usual ones. ``None`` where they are as they
        were."""
        if "tie_breaks" not in self.changed_data:
            return None
        chosen = tuple(self.cleaned_data["tie_breaks"])
        return () if chosen == USUAL_TIE_BREAKS else chosen

    @property
    def rules(self) -> TeamRules | None:
        """What was typed."""
        typed = self.cleaned_data
        colours = typed["colours"].upper()
        if not colours:
            return None
        return TeamRules(
            boards=len(colours),
            colours=colours,
            win=typed["win"],
            draw=typed["draw"],
            loss=typed["loss"],
            by_game_points=typed["decides"] in (GAME, GAME_ALONE),
            uses_other=typed["decides"] in (MATCH, GAME),
            preference=Preference(typed["preference"]),
        )


Named = tuple[Promise, Promise]


class LineUpsForm(EditForm, forms.Form):
    """Who sits on the boards in a round: a field for each board of each team, ``t7-1``. ``teams``
    have their players by id, ``line_ups`` are those that hold now."""

    def __init__(
        self,
        *args: Any,
        teams: Mapping[int, tuple[str, Mapping[int, str]]],
        line_ups: Mapping[int, Sequence[int | None]],
        **kwargs: Any,
    ) -> None:
        self.teams, self.line_ups = teams, line_ups
        kwargs["initial"] = {
            f"t{team}-{board}": "" if entry is None else str(entry)
            for team, entries in line_ups.items()
            for board, entry in enumerate(entries, start=1)
        }
        super().__init__(*args, **kwargs)
        for name in kwargs["initial"]:
            team, board = name.removeprefix("t").split("-")
            team_name, players = teams[int(team)]
            self.fields[name] = forms.ChoiceField(
                label=_("%(team)s, board %(board)s") % {"team": team_name, "board": board},
                required=False,
                choices=[("", "–"), *((str(pk), player) for pk, player in players.items())],
            )

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of each team."""
        return [
            (name, [self[f"t{team}-{board}"] for board in range(1, len(self.line_ups[team]) + 1)])
            for team, (name, _players) in self.teams.items()
        ]

    @property
    def chosen(self) -> dict[int, list[int | None]]:
        """The ids of the entries by the team, ``None`` for an empty board."""
        return {
            team: [
                int(pk) if (pk := self.cleaned_data[f"t{team}-{board}"]) else None
                for board in range(1, len(own) + 1)
            ]
            for team, own in self.line_ups.items()
        }


_NAMES: Final[dict[str, Named]] = {
    "MPVGP": (_("Match points or game points"), _("The score that does not decide.")),
    "EDE": (
        _("Extended direct encounter"),
        _(
            "The place among the tied teams by their matches against each other, first by the"
            " score that decides, then by the other one."
        ),
    ),
    "DE": (
        _("Direct encounter"),
        _("The place in a table of the matches that the tied teams had."),
    ),
    "EMMSB": (
        _("Extended Sonneborn-Berger"),
        _("The opponents’ match points, each times the match points taken from them."),
    ),
    "EMGSB": (
        _("Extended Sonneborn-Berger"),
        _("The opponents’ match points, each times the game points taken from them."),
    ),
    "EGMSB": (
        _("Extended Sonneborn-Berger"),
        _("The opponents’ game points, each times the match points taken from them."),
    ),
    "EGGSB": (
        _("Extended Sonneborn-Berger"),
        _("The opponents’ game points, each times the game points taken from them."),
    ),
    "BH": (_("Buchholz"), _("The opponents’ points, added up.")),
    "SB": (
        _("Sonneborn-Berger"),
        _("The opponents’ points, each times the points taken from them."),
    ),
    "WIN": (_("Wins"), _("The number of matches won.")),
    "PS": (_("Progressive scores"), _("The team’s points after each round, added up.")),
    "BC": (
        _("Board count"),
        _(
            "The points on each board times its number; the lower sum is better. Only where the"
            " tied teams have equal game points."
        ),
    ),
    "TBR": (
        _("Top board results"),
        _("The place by the points on board 1, then board 2 and so on."),
    ),
    "BBE": (
        _("Bottom board elimination"),
        _("The place by the points without the last board, then without the last two."),
    ),
}

_CUTS: Final[dict[str, Promise]] = {
    "C1": _("without the lowest"),
    "C2": _("without the two lowest"),
    "M1": _("without the lowest and the highest"),
    "M2": _("without the two lowest and the two highest"),
}

_SCORES: Final[dict[str, Promise]] = {"MP": _("in match points"), "GP": _("in game points")}


def name_and_meaning(code: str) -> tuple[str, str]:
    """The name of a tie-break and a sentence about it."""
    bare, _slash, cut = code.partition("/")
    bare, _colon, score = bare.partition(":")
    name, meaning = _NAMES[bare]
    more = [str(_SCORES[score])] if score else []
    more += [str(_CUTS[cut])] if cut else []
    if not more:
        return str(name), str(meaning)
    values = {"name": name, "more": ", ".join(more)}
    return gettext("%(name)s, %(more)s") % values, str(meaning)
