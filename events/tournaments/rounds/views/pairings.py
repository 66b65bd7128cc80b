"""What is unusual in pairings as they are typed, and may be meant: asked once, and then saved.

The pairings of a round that two directors change at the same time.

A row is known by its first player, wherever it stands: who pairs the next board, or moves a bye,
moves other rows. What is compared is who sits opposite.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from clubscore.text.problems import Problem, sentence
from clubscore.text.sentences import translate
from clubscore.web.editing import SHOWN, Comparison, compare, overwrites, shown_field
from events.models import Entry, Round, Tournament
from events.tournaments.core.domain.pairings import (
    FIRST,
    SECOND,
    Pairings,
    TypedPairings,
    split_handicap,
    split_komi,
)
from events.tournaments.core.domain.tournament import Tournament as TournamentValue
from events.tournaments.core.selectors.rounds import round_lines, tournament_round
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.go.domain.event import go_event, knows_rank
from events.tournaments.pairing.domain.go_handicaps import other_handicaps
from events.tournaments.pairing.domain.proposal import before_round
from events.tournaments.pairing.figures import judge_round
from events.tournaments.pairing.selectors import waiting_proposal
from events.tournaments.rounds.services.pairings import numbered_games
from events.tournaments.rounds.views.pairing_rows import (
    PairingRow,
    numbered_rows,
    places_of_games,
    typed_rows,
)

Game = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence, what it is beside its own row, and the rows; ``stones`` are those of a handicap
    that answer it."""

    text: str
    short: str
    rows: tuple[int, ...] = ()
    stones: int | None = None


def questions_of(tournament: Tournament, number: int, read: TypedPairings) -> list[Question]:
    """What is unusual: the grave first, one to each; all games of players of one club together."""
    here = tournament_round(tournament.pk, number)
    value = tournament_value(tournament)
    # What was proposed is the system's own, though it may be another than that of the tournament.
    settled = (*numbered_games(here), *_proposed(here))
    places = places_of_games(tournament, number, read.pairings.games)
    boards = [
        places.get(game, str(board)) for board, game in enumerate(read.pairings.games, start=1)
    ]
    had = {(line.entry.number, line.code) for line in round_lines(here.pk).byes}
    new = tuple(bye for bye in read.pairings.byes if bye not in had)
    judged = judge_round(
        tournament, here, replace(read.pairings, byes=new), value=value, settled=settled
    )
    questions = [
        Question(
            translate(
                Problem(
                    sentence(
                        "Board %(board)s: %(question)s",
                        board=boards[each.line - 1] if each.line else "",
                        question=each.message,
                    )
                )
            ),
            translate(each),
            (read.rows[each.line - 1],) if each.line else (),
        )
        for each in judged.games
    ]
    questions += _handicaps(tournament, value, here, read)
    questions += [_alone(translate(bye)) for bye in judged.byes]
    if judged.one_club:
        text = ngettext(
            "Two players of one club meet on board %(boards)s.",
            "Players of one club meet on boards %(boards)s.",
            len(judged.one_club),
        )
        short = gettext("Both are of one club.")
        rows = tuple(read.rows[board - 1] for board in judged.one_club)
        named = ", ".join(boards[board - 1] for board in judged.one_club)
        questions.append(Question(text % {"boards": named}, short, rows))
    return questions


def _handicaps(
    tournament: Tournament, value: TournamentValue, here: Round, read: TypedPairings
) -> Iterator[Question]:
    """Games of go with other stones than the settings give, unless they were saved so."""
    playing = {number for game in read.pairings.games for number in game}
    in_it = [entrant for entrant in value.entrants if entrant.number in playing]
    if not tournament.has_grades or not all(map(knows_rank, in_it)):
        return
    stored = {
        (line.first.number or 0, line.second.number or 0): line.handicap
        for line in round_lines(here.pk).games
    }
    event = go_event(before_round(value, here.number), here.number - 1)
    for handicap in other_handicaps(event, here.number, read.pairings, stored):
        whole = sentence(
            "Board %(board)s: %(question)s", board=handicap.line, question=handicap.message
        )
        rows = (read.rows[handicap.line - 1],)
        yield Question(translate(whole), translate(handicap.message), rows, handicap.stones)


NAMED: Final = 20
"""How many players a question names."""


def left_out(
    tournament: Tournament, pairings: Pairings, expected: Iterable[Entry]
) -> Iterator[str]:
    """That somebody of those expected has neither a game nor a bye, once there are games. Where
    teams meet, who is in the line-up is the team's affair: only whole teams are expected."""
    if not pairings.games:
        return
    seen = {side for game in pairings.games for side in game}
    seen |= {side for side, _bye in pairings.byes}
    expected = list(expected)
    missing = [entry for entry in expected if entry.number not in seen]
    if tournament.teams_meet:
        playing = {entry.team_id for entry in expected if entry.number in seen} | {None}
        missing = [entry for entry in missing if entry.team_id not in playing]
    if not missing:
        return
    players = "; ".join(f"{entry.number} {entry.shown_name}" for entry in missing[:NAMED])
    text = ngettext(
        "%(count)s player has neither a game nor a bye: %(players)s%(more)s.",
        "%(count)s players have neither a game nor a bye: %(players)s%(more)s.",
        len(missing),
    )
    more = "; …" if len(missing) > NAMED else ""
    yield text % {"count": len(missing), "players": players, "more": more}


def _alone(text: str) -> Question:
    return Question(text, text)


def _proposed(here: Round) -> list[Game]:
    """The games of the proposal that waits to be saved."""
    proposal = waiting_proposal(here.pk)
    pairs = proposal.pairs if proposal else ()
    return [(pair.white, pair.black) for pair in pairs]


SHOWN_ROWS: Final = f"{SHOWN}-rows"

_NUMBER: Final = re.compile(r"\s*(\d+)(?!\S)", re.ASCII)

Opposite = dict[str, str | None]
"""Who sits opposite, by the first player; ``None`` where there is no such row."""


def shown_rows(stored: Iterable[PairingRow]) -> SafeString:
    """The hidden field with the pairings that the page shows."""
    pairs = [pair for one, other in _filled(stored) for pair in ((FIRST, one), (SECOND, other))]
    return shown_field(SHOWN_ROWS, urlencode(pairs))


def compared_rows(
    *, shown: str | None, stored: Sequence[PairingRow], sent: Sequence[PairingRow]
) -> list[PairingRow]:
    """The rows to go on with; what both changed has a question beside it. Without ``shown`` they
    are those that were sent, and so they are where a player is named twice."""
    by_player = {_key(row.first): row for row in sent if row.first}
    if shown is None or len(by_player) < sum(bool(row.first) for row in sent):
        return list(sent)
    page = QueryDict(shown)
    before = typed_rows(page.getlist(FIRST), page.getlist(SECOND))
    if _filled(before) == _filled(stored):
        # Nobody else changed anything: every row stays where it was typed.
        return list(sent)
    comparison = compare(
        shown=_opposite(before, stored, sent),
        stored=_opposite(stored, before, sent),
        sent=_opposite(sent, before, stored),
        same=lambda _player, one, other: _same(one, other),
    )
    # Who left the order of the boards as it was follows another who changed it.
    is_moved = _order(sent, before) != _order(before, sent)
    rows = [*sent, *stored] if is_moved else [*stored, *sent]
    return numbered_rows(_merged(rows, comparison, by_player), headless=sent)


def _filled(rows: Iterable[PairingRow]) -> list[tuple[str, str]]:
    return [(row.first, row.second) for row in rows if row.first or row.second]


def _merged(
    rows: Iterable[PairingRow], comparison: Comparison[str | None], sent: dict[str, PairingRow]
) -> Iterable[PairingRow]:
    done = set()
    for row in rows:
        key = _key(row.first)
        if not key or key in done:
            continue
        done.add(key)
        second = comparison.values[key]
        question = ""
        if key in comparison.conflicts:
            now = comparison.conflicts[key]
            question = overwrites(now or "" if second is not None else f"{row.first} – {now}")
        if second is not None:
            first = sent[key].first if key in sent else row.first
            yield PairingRow(0, first, second, second_problem=question)
        elif question:
            yield PairingRow(0, second_problem=question)


def _opposite(rows: Iterable[PairingRow], *others: Iterable[PairingRow]) -> Opposite:
    opposite: Opposite = {_key(row.first): None for other in others for row in other if row.first}
    return opposite | {_key(row.first): row.second for row in rows if row.first}


def _order(rows: Iterable[PairingRow], others: Iterable[PairingRow]) -> list[str]:
    """The players of rows that are among the others too, in the order of the rows."""
    there = {_key(row.first) for row in others}
    return [key for row in rows if row.first and (key := _key(row.first)) in there]


def _same(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    komis = split_komi(one)[1], split_komi(other)[1]
    (one, stones), (other, stones_of_other) = split_handicap(one), split_handicap(other)
    return (_key(one), stones, komis[0]) == (_key(other), stones_of_other, komis[1])


def _key(text: str) -> str:
    """What a text names: ``12`` for ``12 Finch, Clara``."""
    number = _NUMBER.match(text)
    return str(int(number[1][:9])) if number else text.strip().casefold()
