"""The boards of a round, as the template and the page's script show them.

The rows of the pairings page: their contents, and the problems with them.

What the players bring to a round, beside its pairings: points, colours, floats, opponents.

The games of a knock-out that leave open who goes on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _, ngettext, pgettext

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem
from clubscore.text.sentences import decimals, translate
from events.models import Entry, Tournament
from events.tournaments.core.domain.pairings import FIRST, write_komi
from events.tournaments.core.domain.results import (
    Code,
    Outcome,
    PointSystem,
    describe_bye,
    describe_outcome,
    show_outcome,
    write_bye,
    write_outcome,
    write_points,
)
from events.tournaments.core.domain.tournament import KNOCKOUT, kind_of
from events.tournaments.core.selectors.rounds import (
    ByeLine,
    GameLine,
    RoundLines,
    RoundProgress,
    round_lines,
    tournament_round,
)
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.views.byes import bye_text, shown_points
from events.tournaments.pairing.domain.proposal import History, Proposal, before_round, histories
from events.tournaments.standings.domain.knockout import winner_of
from events.tournaments.standings.domain.standings import Move
from events.tournaments.standings.views import read_value
from events.tournaments.teams.views import (
    Places,
    ShownRound,
    place_of,
    places_in_matches,
    seats_of_round,
)

MOVES_SHOWN = 8


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


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A player whose place or points change."""

    number: int
    name: str
    place_before: str
    place_after: str
    points_before: str
    points_after: str


def move_rows(moves: Iterable[Move], names: Mapping[int, str]) -> list[MoveRow]:
    return [
        MoveRow(
            number=move.number,
            name=names[move.number],
            place_before=str(move.place_before),
            place_after=str(move.place_after),
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


SPARE = 2
"""Empty rows below those that are needed."""

MAX_ROWS = 5000

BYES = frozenset(code.value for code in Code if code.is_bye)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """``number`` counts from 1 and is the board's while no row above is empty or a bye; ``place``
    is what a board of a match is called, and ``why`` explains a proposed pair."""

    number: int
    first: str = ""
    second: str = ""
    first_problem: str = ""
    second_problem: str = ""
    why: str = ""
    place: str = ""

    def with_problems(self, problems: Iterable[Problem]) -> "PairingRow":
        """The row with the problems that are its own."""
        first = [self.first_problem] if self.first_problem else []
        second = [self.second_problem] if self.second_problem else []
        for problem in problems:
            if problem.line == self.number:
                (first if problem.column == FIRST else second).append(translate(problem))
        return replace(self, first_problem=" ".join(first), second_problem=" ".join(second))


def pairing_rows(lines: RoundLines, entries: Sequence[Entry], number: int) -> list[PairingRow]:
    """The stored pairings, and empty rows for everybody who attends the round. Before there are
    games, byes that were asked for stand in their rows."""
    texts = [
        (_label(line.first), _with_terms(_label(line.second), line.handicap, line.komi))
        for line in lines.games
    ]
    texts += [(_label(line.entry), write_bye(line.code)) for line in lines.byes]
    taken = lines.entries
    if not lines.games:
        texts += [
            (_label(entry), write_bye(asked))
            for entry in entries
            if entry.pk not in taken and (asked := entry.asked_bye(number))
        ]
    left = sum(entry.attends(number) and entry.pk not in taken for entry in entries)
    # Half as many rows as players who are left, rounded up: the last one has a bye.
    texts += [("", "")] * (-(-left // 2) + SPARE)
    return _rows(texts)


def proposed_rows(
    proposal: Proposal, stored: Sequence[PairingRow], entries: Iterable[Entry]
) -> list[PairingRow]:
    """The pairs of a proposal with their reasons, its byes, and the stored byes of others."""
    labels = {entry.number: _label(entry) for entry in entries}
    rows = [
        PairingRow(
            0,
            labels[pair.white],
            _with_terms(labels[pair.black], pair.handicap),
            why=translate(pair.why),
        )
        for pair in proposal.pairs
    ]
    why = translate(proposal.bye_why) if proposal.bye_why else ""
    rows += [
        PairingRow(0, labels[number], write_bye(proposal.bye_of(number)), why=why)
        for number in proposal.byes
    ]
    numbers = {
        *proposal.byes,
        *(side for pair in proposal.pairs for side in (pair.white, pair.black)),
    }
    proposed = {labels[number] for number in numbers}
    rows += [
        row for row in stored if row.first and is_bye(row.second) and row.first not in proposed
    ]
    return numbered_rows(rows)


def placed_rows(
    tournament: Tournament, number: int, rows: Sequence[PairingRow]
) -> list[PairingRow]:
    """The rows with what their boards are called where teams meet."""
    games = [tuple(map(_number_of, (row.first, row.second))) for row in rows]
    typed = [(first, second) for first, second in games if first and second]
    places = places_of_games(tournament, number, typed)
    return [
        replace(row, place=places.get((first, second), ""))
        for row, (first, second) in zip(rows, games, strict=True)
    ]


def _number_of(text: str) -> int:
    """The starting number at the beginning of a field; 0 where there is none."""
    return whole_number(text.split()[0]) or 0 if text.split() else 0


def places_of_games(
    tournament: Tournament, number: int, games: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """What the boards of games between starting numbers are called where teams meet: pairings that
    are stored as they are everywhere, others by the line-ups of the round."""
    if not tournament.teams_meet:
        return {}
    places = places_in_matches(tournament)
    stored = {
        (line.first.number or 0, line.second.number or 0): place
        for line in round_lines(tournament_round(tournament.pk, number).pk).games
        if (place := places.get((number, line.board_number)))
    }
    return stored if set(games) <= stored.keys() else _by_line_ups(tournament, number, games)


def _by_line_ups(
    tournament: Tournament, number: int, games: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """The matches by their first games, the boards by who is meant to sit there."""
    seats = seats_of_round(tournament, number)
    matches: dict[frozenset[int], int] = {}
    found = {}
    for game in games:
        (team, board), (other, across) = (seats.get(side, (0, 0)) for side in game)
        if board and board == across:
            match = matches.setdefault(frozenset((team, other)), len(matches) + 1)
            found[game] = f"{match}.{board}"
    return found


def is_bye(text: str) -> bool:
    """Whether a field of the second player holds a bye's letter."""
    return text.upper() in BYES


def numbered_rows(
    rows: Iterable[PairingRow], *, headless: Iterable[PairingRow] = ()
) -> list[PairingRow]:
    """The rows, numbered, with those that lack a first player, and spare rows, below."""
    below = [row for row in headless if row.second and not row.first]
    spare = [PairingRow(0)] * SPARE
    return [replace(row, number=number) for number, row in enumerate([*rows, *below, *spare], 1)]


def typed_rows(
    firsts: Iterable[str], seconds: Iterable[str], *, least: int = 0
) -> list[PairingRow]:
    """What was typed, row by row, with spare rows below, and at least so many in all."""
    texts = list(zip_longest(firsts, seconds, fillvalue=""))[:MAX_ROWS]
    # Spare rows come back empty, and would grow with every try.
    while texts and not any(texts[-1]):
        texts.pop()
    return _rows([*texts, *[("", "")] * max(SPARE, least - len(texts))])


def _rows(texts: Iterable[tuple[str, str]]) -> list[PairingRow]:
    return [
        PairingRow(number, first, second) for number, (first, second) in enumerate(texts, start=1)
    ]


def _with_terms(label: str, stones: int, komi: Fraction | None = None) -> str:
    parts = [label, f"h{stones}" if stones else "", "" if komi is None else write_komi(komi)]
    return " ".join(part for part in parts if part)


def _label(entry: Entry) -> str:
    return f"{entry.number} {entry.name}"


@dataclass(frozen=True, slots=True)
class HistoryRow:
    number: int
    name: str
    strength: str
    points: str
    colours: str
    floats: str
    opponents: str


def history_rows(tournament: Tournament, number: int) -> list[HistoryRow]:
    """Everybody before a round, best first; before the first only where grades make groups."""
    if number == 1 and not goes_by_mms(tournament):
        return []
    return [
        _row(history) for history in histories(before_round(tournament_value(tournament), number))
    ]


def player_facts(histories: Iterable[HistoryRow]) -> dict[str, str]:
    """What stands below a field of the pairings, by what was typed there: of a player's number
    points and colours so far, of a bye's letter its kind."""
    byes = {code.value.lower(): translate(describe_bye(code)) for code in Code if code.is_bye}
    return byes | {
        str(row.number): " · ".join(filter(None, (row.points, row.colours))) for row in histories
    }


def goes_by_mms(tournament: Tournament) -> bool:
    """Whether the points of these rows are McMahon scores."""
    if not tournament.has_grades:
        return False
    rules = tournament.go_rules(kind=tournament.kind, tie_breaks=tournament.tie_breaks)
    return not rules.settings.swiss


def _row(each: History) -> HistoryRow:
    return HistoryRow(
        number=each.number,
        name=each.name,
        strength=each.strength,
        points=decimals(write_points(each.points)),
        colours="".join(_letter(colour) for colour in each.colours),
        floats=each.floats,
        opponents=", ".join(map(str, each.opponents)),
    )


def _letter(colour: str) -> str:
    letters = {"W": pgettext("colour", "W"), "B": pgettext("colour", "B")}
    return letters.get(colour, colour)


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A game of a knock-out that nobody won; ``goes_on`` is the side that does, 0 while open."""

    line: GameLine
    goes_on: int


def play_offs(tournament: Tournament, here: RoundProgress) -> list[PlayOff]:
    """The games of a round of which somebody must say who goes on."""
    if kind_of(tournament.kind) != KNOCKOUT:
        return []
    value = read_value(tournament)
    entrants = {entrant.number: entrant for entrant in value.entrants}
    drawn = []
    for line in round_lines(here.pk).games:
        points = [value.system.points(code) for code in (line.outcome.first, line.outcome.second)]
        if None in points or points[0] != points[1]:
            continue
        sides = [line.first.number, line.second.number]
        winner = winner_of(sides, here.number, entrants, value)
        drawn.append(PlayOff(line, sides.index(winner) + 1 if winner in sides else 0))
    return drawn
