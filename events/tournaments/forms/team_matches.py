"""Whether teams meet each other, and what a match is."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from clubscore.editing.forms import EditForm
from events.models.points import PointsFormField
from events.tournaments.domain.teams.event import Preference, TeamRules

MAX_BOARDS = 20
USUAL = TeamRules(boards=0)
MATCH, GAME, MATCH_ALONE, GAME_ALONE = "match", "game", "match alone", "game alone"
_COLOURS = RegexValidator(
    r"\A[WwBb]+\Z", _("Only the letters W and B: a letter for each board, such as WBWB.")
)


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

    def __init__(self, *args: Any, rules: TeamRules | None, **kwargs: Any) -> None:
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
        }
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Without colours there is nothing that the other fields could be kept with."""
        typed = super().clean() or self.cleaned_data
        is_empty = "colours" not in self.errors and not typed.get("colours")
        if is_empty and self.changed_data and "colours" not in self.changed_data:
            self.add_error(
                "colours", _("Type the colours of the boards: without them teams do not meet.")
            )
        return typed

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
