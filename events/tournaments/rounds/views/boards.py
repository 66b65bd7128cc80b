"""The boards of a round, as the template and the page's script show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _, ngettext

from clubscore.text.sentences import translate
from events.models import Entry, Tournament
from events.tournaments.core.domain.results import (
    Code,
    Outcome,
    PointSystem,
    describe_bye,
    describe_outcome,
    show_outcome,
    write_bye,
    write_outcome,
)
from events.tournaments.core.selectors.rounds import ByeLine, GameLine, RoundLines
from events.tournaments.core.views.byes import bye_text, shown_points
from events.tournaments.teams.views import Places, ShownRound, place_of


@dataclass(frozen=True, slots=True)
class SideOfRow:
    """A player in a row; ``score`` is of before the round, ``team`` is named where teams meet."""

    number: int | None
    name: str
    strength: str
    score: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class GameRow:
    """``typed`` are the keys that mean the result, ``shown`` is what the page shows of it, and
    ``terms`` are the handicap and the game's own komi. ``place`` is the board, in a match of teams
    that of the match: ``2.4``."""

    pk: str
    version: str
    first: SideOfRow
    second: SideOfRow
    terms: str
    typed: str
    shown: str
    label: str
    rated: bool
    place: str


@dataclass(frozen=True, slots=True)
class MatchRows:
    """A match of teams and its games; without a name the games of no match."""

    key: int
    number: int
    left: str
    right: str
    score: str
    games: list[GameRow]


def rows_by_match(games: Sequence[GameRow], shown: ShownRound) -> list[MatchRows]:
    """The games by the matches they belong to."""
    by_place = {row.place: row for row in games}
    found = [
        MatchRows(
            match.key,
            match.number,
            match.left,
            match.right,
            match.score,
            [by_place.pop(board.place) for board in match.boards if board.place in by_place],
        )
        for match in shown.matches
    ]
    return [*found, *([MatchRows(0, 0, "", "", "", [*by_place.values()])] if by_place else [])]


@dataclass(frozen=True, slots=True)
class ByeRow:
    """``shown`` says what the bye is worth, ``kind`` what the rules call it."""

    pk: str
    version: str
    player: SideOfRow
    typed: str
    shown: str
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of a round. ``scores`` are the points before the round by starting number;
    ``public`` shows no more than everybody may read."""

    tournament: Tournament
    round: int
    scores: Mapping[int, Fraction]
    public: bool
    teams: Mapping[int, str] = field(default_factory=dict)
    places: Places = field(default_factory=dict)
    _shown: dict[Fraction | None, str] = field(default_factory=lambda: {None: ""})

    def games(self, lines: RoundLines) -> list[GameRow]:
        """The games by board."""
        label = _("Result of %(first)s against %(second)s")
        return [
            GameRow(
                pk=str(line.pk),
                version=str(line.version),
                place=place_of(self.places, self.round, line.board_number),
                first=self._player(line.first),
                second=self._player(line.second),
                terms=terms_text(line),
                typed=write_outcome(line.outcome),
                shown=show_outcome(line.outcome),
                label=label % {"first": line.first.name, "second": line.second.name},
                # Only the codes of games too short to be rated (W, D, L) are letters.
                rated=not line.outcome.value.isalpha(),
            )
            for line in lines.games
        ]

    def byes(self, lines: RoundLines) -> list[ByeRow]:
        """The byes by starting number."""
        return [
            ByeRow(
                pk=str(line.pk),
                version=line.code.value,
                player=self._player(line.entry),
                typed=write_bye(line.code),
                shown=bye_text(line.code, self.tournament.system),
                kind=translate(describe_bye(line.code)),
                label=_("Bye of %(name)s") % {"name": line.entry.name},
            )
            for line in lines.byes
        ]

    def _player(self, entry: Entry) -> SideOfRow:
        score = self.scores.get(entry.number or 0)
        # Some hundred players have few scores.
        if score is not None and score not in self._shown:
            self._shown[score] = shown_points(score)
        name = entry.public_name if self.public else entry.shown_name
        return SideOfRow(
            number=entry.number,
            name=f"{entry.title} {name}".strip(),
            strength=entry.strength_in(self.tournament),
            score=self._shown[score],
            team=self.teams.get(entry.number or 0, ""),
        )


def terms_text(line: GameLine) -> str:
    """``2 stones, komi 5½``: the handicap and the game's own komi, if it has them."""
    parts = [stones_text(line.handicap)] if line.handicap else []
    if line.komi is not None:
        parts.append(_("komi %(komi)s") % {"komi": signed_komi(line.komi)})
    return ", ".join(parts)


def stones_text(handicap: int) -> str:
    """``2 stones``; a single one is no more than the first move without komi."""
    return ngettext("%(count)s stone", "%(count)s stones", handicap) % {"count": handicap}


def signed_komi(komi: Fraction) -> str:
    """``5½``, ``−10``: White gives the points that are below 0."""
    return f"−{shown_points(-komi)}" if komi < 0 else shown_points(komi)


def komi_text(tournament: Tournament, handicap: int, komi: Fraction | None = None) -> str:
    """Handicap and komi of a game of go, its own or as is usual; empty in other games."""
    if not tournament.has_grades:
        return ""
    if komi is not None:
        text = _("komi %(komi)s") % {"komi": signed_komi(komi)}
        return f"{stones_text(handicap)}, {text}" if handicap else text
    if handicap:
        return _("%(stones)s, komi ½") % {"stones": stones_text(handicap)}
    return _("komi %(komi)s") % {"komi": shown_points(tournament.komi)}


def game_values(line: GameLine) -> dict[str, Any]:
    """A stored game for the page's script."""
    pending = line.outcome is Outcome.PENDING
    return {
        "version": str(line.version),
        "typed": write_outcome(line.outcome),
        "shown": show_outcome(line.outcome),
        "understood": "" if pending else understood(line, line.outcome),
    }


def bye_values(line: ByeLine, system: PointSystem) -> dict[str, Any]:
    """A stored bye for the page's script; its version is the bye itself."""
    return {
        "version": line.code.value,
        "typed": write_bye(line.code),
        "shown": bye_text(line.code, system),
        "understood": bye_understood(line.code),
    }


def understood(line: GameLine, outcome: Outcome) -> str:
    """What a result means, with the names of the two players."""
    names = {"first": line.first.name, "second": line.second.name}
    return translate(describe_outcome(outcome, **names))


def bye_understood(code: Code) -> str:
    return translate(describe_bye(code))
