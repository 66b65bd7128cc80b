"""The rows of the pairings page: their contents, and the problems with them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem
from clubscore.text.sentences import translate
from events.models import Entry, Tournament
from events.tournaments.core.domain.pairings import FIRST, write_komi
from events.tournaments.core.domain.results import Code, write_bye
from events.tournaments.core.selectors.rounds import RoundLines, round_lines, tournament_round
from events.tournaments.pairing.domain.proposal import Proposal
from events.tournaments.teams.views import places_in_matches, seats_of_round

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
