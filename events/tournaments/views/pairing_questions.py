"""What is unusual in pairings as they are typed, and may be meant: asked once, and then saved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from clubscore.problems import Problem, gettext_noop, sentence
from clubscore.sentences import translate
from events.models import PairingJob, Round, Tournament
from events.tournaments.domain.go.from_tournament import go_event, knows_rank
from events.tournaments.domain.go.handicap_checks import other_handicaps
from events.tournaments.domain.pairing.berger import cycle_of
from events.tournaments.domain.pairing.history import histories
from events.tournaments.domain.pairing.keizer import APART
from events.tournaments.domain.pairing.proposal import before_round
from events.tournaments.domain.pairing.stored_proposal import proposal_from_json
from events.tournaments.domain.pairing.wishes import wishes_of
from events.tournaments.domain.pairing_checks import (
    Contender,
    floats_again,
    forbidden_games,
    of_one_club,
    second_byes,
    unusual,
)
from events.tournaments.domain.pairings import Pairings, TypedPairings
from events.tournaments.domain.tournament import Forbidden
from events.tournaments.domain.tournament import Tournament as TournamentValue
from events.tournaments.forms.kind import BY_TABLE, DOUBLE_ROUND_ROBIN, KEIZER
from events.tournaments.selectors.contenders import contenders
from events.tournaments.selectors.rounds import round_lines
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.pairing import numbered_games

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
    here = Round.objects.get(tournament=tournament, number=number)
    value = tournament_value(tournament)
    players = contenders(tournament, here, value=value)
    if tournament.kind == KEIZER:
        players = {key: _lately(each) for key, each in players.items()}
    is_double = tournament.kind == DOUBLE_ROUND_ROBIN
    stored = numbered_games(here)
    has_colours = tournament.discipline == Tournament.Discipline.CHESS
    never = wishes_of(value, number).never
    forbidden = [Forbidden(tuple(group)) for group in never]
    grave = [
        *forbidden_games(read.pairings, players, forbidden, number, stored=stored),
        *unusual(
            read.pairings,
            players,
            stored=stored,
            has_colours=has_colours,
            first_round=cycle_of(number, len(players)) if is_double else 1,
        ),
        *_floats(tournament, value, here, read.pairings, stored),
    ]
    board = gettext_noop("Board %(board)s: %(question)s")
    questions = [
        Question(
            translate(Problem(sentence(board, board=each.line, question=each.message))),
            translate(each),
            (read.rows[each.line - 1],) if each.line else (),
        )
        for each in grave
    ]
    questions += _handicaps(tournament, value, here, read)
    had = {(line.entry.number, line.code) for line in round_lines(here.pk).byes}
    new = Pairings(byes=tuple(bye for bye in read.pairings.byes if bye not in had))
    # A table gives the free rounds.
    if tournament.kind not in BY_TABLE:
        system = tournament.system if has_colours else None
        questions += [_alone(translate(each)) for each in second_byes(new, players, system)]
    # Two of one club whom a system pairs may not be avoidable, or above the bar, where it is meant.
    if boards := of_one_club(read.pairings, players, stored=(*stored, *_proposed(here))):
        text = ngettext(
            "Two players of one club meet on board %(boards)s.",
            "Players of one club meet on boards %(boards)s.",
            len(boards),
        )
        short = gettext("Both are of one club.")
        rows = tuple(read.rows[each - 1] for each in boards)
        questions.append(Question(text % {"boards": ", ".join(map(str, boards))}, short, rows))
    return questions


def _handicaps(
    tournament: Tournament, value: TournamentValue, here: Round, read: TypedPairings
) -> Iterator[Question]:
    """Games of go with other stones than the settings give, unless they were saved so."""
    playing = {number for game in read.pairings.games for number in game}
    in_it = [each for each in value.entrants if each.number in playing]
    if not tournament.has_grades or not all(map(knows_rank, in_it)):
        return
    stored = {
        (line.first.number or 0, line.second.number or 0): line.handicap
        for line in round_lines(here.pk).games
    }
    event = go_event(before_round(value, here.number), here.number - 1)
    board = gettext_noop("Board %(board)s: %(question)s")
    for each in other_handicaps(event, here.number, read.pairings, stored):
        whole = sentence(board, board=each.line, question=each.message)
        rows = (read.rows[each.line - 1],)
        yield Question(translate(whole), translate(each.message), rows, each.stones)


def _lately(player: Contender) -> Contender:
    """With the rounds alone in which a game is not to be repeated."""
    earlier = max(0, len(player.results) - APART)
    return replace(player, results=(*[None] * earlier, *player.results[earlier:]))


def _alone(text: str) -> Question:
    return Question(text, text)


def _proposed(here: Round) -> list[Game]:
    """The games of the proposal that waits to be saved."""
    job = PairingJob.objects.filter(round=here, state=PairingJob.State.DONE).first()
    pairs = proposal_from_json(job.answer).pairs if job else ()
    return [(pair.white, pair.black) for pair in pairs]


def _floats(
    tournament: Tournament,
    value: TournamentValue,
    here: Round,
    pairings: Pairings,
    stored: Iterable[Game],
) -> list[Problem]:
    """Who floats twice in succession; not where a table makes the pairs, and not in pairs that
    were proposed, which float as little as is possible."""
    if tournament.kind in BY_TABLE or here.number == 1:
        return []
    known = {*stored, *_proposed(here)}
    return list(floats_again(pairings, histories(before_round(value, here.number)), stored=known))
