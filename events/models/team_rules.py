"""Whether teams meet each other in a tournament, and by which rules: columns of a tournament.

Also what the pairing is told, the lot and virtual points, and points besides those of games.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubscore.web.refusals import refusals_invalid
from events.models.points import PointsField
from events.tournaments.core.domain.results import Colour, read_points, write_points
from events.tournaments.core.domain.team_facts import Preference, TeamRules
from events.tournaments.core.domain.tournament import Award, VirtualPoints
from events.tournaments.teams.domain.tie_breaks import known_code

MAX_BOARDS = 99
MAX_POINTS = 100
MAX_NUMBER = 9999
USUAL = TeamRules(boards=0)
COLOURS = RegexValidator(
    r"\A[WB]*\Z", _("Only the letters W and B: a letter for each board, such as WBWB.")
)
_ROUNDS_AND_NUMBERS = ("first_round", "last_round", "first", "last")


def validate_team_tie_breaks(value: Any) -> None:
    """Codes of tie-breaks of teams, none twice."""
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        raise ValidationError(_("This must be a list of texts."))
    with refusals_invalid():
        codes = [known_code(code) for code in value]
    if codes != list(dict.fromkeys(value)):
        raise ValidationError(_("This must be a list of texts."))


def validate_virtual_points(value: Any) -> None:
    """Points, as texts, of a match and of a game, with the rounds and numbers that have them."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"match", "game", *_ROUNDS_AND_NUMBERS}
        and all(_is_points(each[name]) for name in ("match", "game"))
        and all(type(each[name]) is int for name in _ROUNDS_AND_NUMBERS)
        and all(0 <= each[name] <= MAX_NUMBER for name in _ROUNDS_AND_NUMBERS)
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of points, rounds and numbers."))


def _is_points(text: Any) -> bool:
    points = read_points(text) if isinstance(text, str) else None
    return points is not None and 0 <= points < MAX_POINTS


def validate_awards(value: Any) -> None:
    """Points besides the games: ``{"number": 2, "round": 2, "points": "1"}``, below 0 too."""
    good = isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"number", "round", "points"}
        and all(type(each[name]) is int for name in ("number", "round"))
        and all(1 <= each[name] <= MAX_NUMBER for name in ("number", "round"))
        and isinstance(each["points"], str)
        and _is_points(each["points"].removeprefix("-"))
        for each in value
    )
    if not good:
        raise ValidationError(_("This must be a list of points, rounds and numbers."))


def stored_awards(awards: Iterable[Award]) -> list[dict[str, Any]]:
    """Points besides the games as JSON."""
    return [
        {"number": award.number, "round": award.round, "points": str(award.points)}
        for award in awards
    ]


def stored_virtual_points(points: VirtualPoints) -> dict[str, Any]:
    """Virtual points as JSON."""
    return {
        "match": str(points.match),
        "game": str(points.game),
        **{name: getattr(points, name) for name in _ROUNDS_AND_NUMBERS},
    }


def columns_of_rules(rules: TeamRules | None) -> dict[str, Any]:
    """The columns of these rules, without what the bye of the pairing brings."""
    shown = rules or USUAL
    return {
        "teams_meet": rules is not None,
        "board_colours": shown.colours if shown.boards else "",
        "match_win_points": shown.win,
        "match_draw_points": shown.draw,
        "match_loss_points": shown.loss,
        "game_points_decide": shown.by_game_points,
        "other_score_counts": shown.uses_other,
        "colour_preference": shown.preference.value,
    }


class TeamRuleFields(models.Model):
    """Columns of a tournament."""

    class Lot(models.TextChoices):
        WHITE = Colour.WHITE.value, pgettext_lazy("lot", "White")
        BLACK = Colour.BLACK.value, pgettext_lazy("lot", "Black")

    class ColourPreference(models.TextChoices):
        TYPE_A = Preference.TYPE_A.value, _("simple (type A)")
        TYPE_B = Preference.TYPE_B.value, _("strong and mild (type B)")
        NONE = Preference.NONE.value, pgettext_lazy("colour preference", "none")

    lot = models.CharField(
        _("lot"),
        max_length=1,
        choices=Lot,
        blank=True,
        help_text=_("The colour of number 1 in round 1, once it is drawn."),
    )
    virtual_points = models.JSONField(
        _("virtual points"), default=list, blank=True, validators=[validate_virtual_points]
    )
    awards = models.JSONField(
        _("points besides the games"), default=list, blank=True, validators=[validate_awards]
    )
    teams_meet = models.BooleanField(_("teams meet each other"), default=False)
    board_colours = models.CharField(
        _("colours of the boards"), max_length=MAX_BOARDS, blank=True, validators=[COLOURS]
    )
    match_win_points = PointsField(_("match won"), default=write_points(USUAL.win))
    match_draw_points = PointsField(_("match drawn"), default=write_points(USUAL.draw))
    match_loss_points = PointsField(_("match lost"), default=write_points(USUAL.loss))
    team_bye_match_points = PointsField(  # type: ignore[misc]
        _("match points of a team’s bye"), null=True, blank=True,
        help_text=_("Empty: those of a drawn match."),
    )  # fmt: skip
    team_bye_game_points = PointsField(  # type: ignore[misc]
        _("game points of a team’s bye"), null=True, blank=True,
        help_text=_("Empty: a draw on every board."),
    )  # fmt: skip
    game_points_decide = models.BooleanField(_("game points decide"), default=False)
    other_score_counts = models.BooleanField(_("the other score counts for colours"), default=True)
    colour_preference = models.CharField(
        _("colour preferences of teams"),
        max_length=7,
        choices=ColourPreference,
        default=ColourPreference.TYPE_A,
    )
    team_tie_breaks = models.JSONField(
        _("tie-breaks of the teams"),
        default=list,
        blank=True,
        validators=[validate_team_tie_breaks],
        help_text=_("Empty: the usual ones."),
    )
    team_type_code = models.CharField(_("code of the type"), max_length=200, blank=True)

    class Meta:
        abstract = True

    @property
    def team_rules(self) -> TeamRules | None:
        """The rules by which teams meet, as a value of the domain; ``None`` where they do not."""
        if not self.teams_meet:
            return None
        return TeamRules(
            boards=len(self.board_colours),
            colours=self.board_colours or USUAL.colours,
            win=self.match_win_points,
            draw=self.match_draw_points,
            loss=self.match_loss_points,
            bye_match=self.team_bye_match_points,
            bye_game=self.team_bye_game_points,
            by_game_points=self.game_points_decide,
            uses_other=self.other_score_counts,
            preference=Preference(self.colour_preference),
        )

    @property
    def awards_of_numbers(self) -> tuple[Award, ...]:
        """The points besides the games as values of the domain."""
        return tuple(
            Award(award["number"], award["round"], Fraction(award["points"]))
            for award in self.awards
        )

    @property
    def virtual_points_of_numbers(self) -> tuple[VirtualPoints, ...]:
        """The virtual points as values of the domain."""
        return tuple(
            VirtualPoints(
                Fraction(point["match"]),
                Fraction(point["game"]),
                *(point[name] for name in _ROUNDS_AND_NUMBERS),
            )
            for point in self.virtual_points
        )
