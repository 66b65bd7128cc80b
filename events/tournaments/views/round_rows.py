"""The boards of a round, as the template and the page's script show them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.sentences import translate
from events.models import Entry, Tournament
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.outcome_text import (
    describe_bye,
    describe_outcome,
    show_outcome,
    write_outcome,
)
from events.tournaments.domain.place_changes import Move
from events.tournaments.domain.results import Code, PointSystem
from events.tournaments.selectors.entries import Shown
from events.tournaments.selectors.rounds import ByeLine, GameLine, RoundLines
from events.tournaments.views.byes import bye_text
from events.tournaments.views.tie_figures import shown_points

MOVES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class GameRow:
    """``first`` and ``second`` are the cells of the players, ``typed`` the keys that mean the
    result, ``shown`` what the page shows of it."""

    pk: str
    version: str
    board_number: str
    first: SafeString
    second: SafeString
    typed: str
    shown: str
    label: str
    rated: bool
    is_first_empty: bool


@dataclass(frozen=True, slots=True)
class ByeRow:
    """``shown`` says what the bye is worth, ``kind`` what the rules call it."""

    pk: str
    player: SafeString
    typed: str
    shown: str
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of a round. ``desk`` is the tournament's address, ``scores`` are the points
    before the round by starting number; ``public`` shows no more than everybody may read."""

    tournament: Tournament
    desk: str
    scores: Mapping[int, Fraction]
    public: bool
    score_title: str = field(default_factory=lambda: _("points before this round"))
    _shown: dict[Fraction | None, str] = field(default_factory=lambda: {None: ""})

    def games(self, lines: RoundLines) -> list[GameRow]:
        """The games by board."""
        empty = (line.pk for line in lines.games if line.outcome is Outcome.PENDING)
        first_empty = next(empty, None)
        label = _("Result of %(first)s against %(second)s")
        return [
            GameRow(
                pk=str(line.pk),
                version=str(line.version),
                board_number=str(line.board_number),
                first=self._player(line.first),
                second=self._player(line.second) + stones_badge(line),
                typed=write_outcome(line.outcome),
                shown=show_outcome(line.outcome),
                label=label % {"first": line.first.name, "second": line.second.name},
                # Only the codes of games too short to be rated (W, D, L) are letters.
                rated=not line.outcome.value.isalpha(),
                is_first_empty=line.pk == first_empty,
            )
            for line in lines.games
        ]

    def byes(self, lines: RoundLines) -> list[ByeRow]:
        """The byes by starting number."""
        return [
            ByeRow(
                pk=str(line.pk),
                player=self._player(line.entry),
                typed=line.code.value.lower(),
                shown=bye_text(line.code, self.tournament.system),
                kind=translate(describe_bye(line.code)),
                label=_("Bye of %(name)s") % {"name": line.entry.name},
            )
            for line in lines.byes
        ]

    def _player(self, entry: Entry) -> SafeString:
        """Starting number, title, name, strength and the points before the round."""
        score = self.scores.get(entry.number or 0)
        # Some hundred players have few scores.
        if score is not None and score not in self._shown:
            self._shown[score] = shown_points(score)
        return format_html(
            '<span class="side-number">{}</span> <a href="{}players/{}/">{}</a>'
            ' <span class="side-facts small text-body-secondary text-nowrap">{}'
            ' <abbr title="{}">({})</abbr></span>',
            entry.number,
            self.desk,
            entry.number,
            f"{entry.title} {entry.public_name if self.public else entry.name}".strip(),
            entry.strength_in(self.tournament),
            self.score_title,
            self._shown[score],
        )


def stones_badge(line: GameLine) -> SafeString:
    """The handicap and the game's own komi, if it has them."""
    text = terms_text(line)
    if not text:
        return SafeString("")
    return format_html(' <span class="badge text-bg-secondary">{}</span>', text)


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
        "typed": line.code.value.lower(),
        "shown": bye_text(line.code, system),
        "understood": bye_understood(line.code),
    }


def understood(line: GameLine, outcome: Outcome) -> str:
    """What a result means, with the names of the two players."""
    names = {"first": line.first.name, "second": line.second.name}
    return translate(describe_outcome(outcome, **names))


def bye_understood(code: Code) -> str:
    return translate(describe_bye(code))


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A player whose place or points change."""

    number: int
    name: str
    place_before: str
    place_after: str
    points_before: str
    points_after: str


def move_rows(moves: Iterable[Move], entries: Mapping[int, Shown]) -> list[MoveRow]:
    return [
        MoveRow(
            number=move.number,
            name=entries[move.number].name,
            place_before=move.place_before,
            place_after=move.place_after,
            points_before=shown_points(move.points_before),
            points_after=shown_points(move.points_after),
        )
        for move in moves
    ]


def moves_text(moves: Iterable[Move], names: Mapping[int, str]) -> str:
    """``Finch, Clara 1 → 3`` for everybody who changes places, as far as there is room."""
    moved = [move for move in moves if move.place_before != move.place_after]
    texts = [
        f"{names[move.number]} {move.place_before} → {move.place_after}"
        for move in moved[:MOVES_SHOWN]
    ]
    if len(moved) > MOVES_SHOWN:
        texts.append(_("%(count)s more") % {"count": len(moved) - MOVES_SHOWN})
    return "; ".join(texts)
