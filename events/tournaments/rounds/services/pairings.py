"""The pairings of a round: replaced as a whole; games that stay keep their results.

Publishing the pairings of a round apart from saving them, and taking that back.

Byes that were asked for, stored before a round is proposed: whoever has one is not paired.
"""

import datetime
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from django.db.models import F

from clubscore.database.transactions import in_transaction
from clubscore.jobs.queue import jobs_on
from clubscore.text.problems import Problem, Refused, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record
from events.models import Entry, Game, LogEntry, Round, RoundResult, Tournament
from events.tournaments.core.domain.breaches import BY_HAND, pairings_breach
from events.tournaments.core.domain.chess960 import POSITIONS
from events.tournaments.core.domain.pairings import SECOND, Pairings, problems_of, write_komi
from events.tournaments.core.domain.results import OPEN, Code, Colour, Outcome, show_outcome
from events.tournaments.core.selectors.rounds import round_lines
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import change_details, date_round, refuse_removed_round
from events.tournaments.fide.services import (
    ask_about_followed,
    record_breach,
    refuse_closed,
    refuse_unanswered,
    tell_full_byes,
)
from events.tournaments.pairing.domain.checks import impossible
from events.tournaments.pairing.domain.proposal import Proposal
from events.tournaments.pairing.domain.teams import TeamTask, seated
from events.tournaments.pairing.engines.systems import pair
from events.tournaments.pairing.figures import judge_round
from events.tournaments.pairing.selectors import (
    PROPOSAL,
    contenders,
    proposal_task,
    rounds_of_table,
    rules_of_round,
    system_of_all_rounds,
)
from events.tournaments.rounds.services.results import adjourn_missing

BOARD_OFFSET = 20_000
"""Added to the old board numbers while the new ones are given, so that no two collide."""

Sides = tuple[int, int]
"""The ids of the entries of a game, the first side's first."""


@in_transaction
def set_round(
    *,
    round: Round,  # noqa: A002
    pairings: Pairings,
    date: datetime.date | None,
    by: Actor,
    accepted: Sequence[str] = (),
    is_confirmed: bool = False,
    rules: Pairings | None = None,
) -> None:
    """Set the pairings of a round, as :func:`set_pairings` does, and its day."""
    set_pairings(
        round=round, pairings=pairings, by=by, accepted=accepted, is_confirmed=is_confirmed,
        rules=rules,
    )  # fmt: skip
    date_round(round=round, date=date, by=by)


@in_transaction
def set_pairings(
    *,
    round: Round,  # noqa: A002
    pairings: Pairings,
    by: Actor,
    accepted: Sequence[str] = (),
    is_confirmed: bool = False,
    rules: Pairings | None = None,
) -> None:
    """Set the games of a round, in the order of the boards, and its byes.

    A game that stays keeps its result; where nothing changes, nothing is logged. ``accepted`` is
    what was unusual and is meant: it is in the log; ``is_confirmed``: what FIDE mode asks was
    answered with yes; ``rules`` is how the rules pair the round: what differs is told. Where
    pairings are published by hand, a round
    that had no games is hidden. Raises :class:`Asked` for a change of a round after which another
    was paired, and :class:`Refused` for somebody unknown or named twice, for a
    new game of somebody who does not play in the round, and when a game that has a result would go.
    """
    tournament = lock_tournament(round.tournament_id, alone=True)
    refuse_removed_round(round)
    entries = {
        entry.number: entry for entry in tournament.entries.all() if entry.number is not None
    }
    refuse_if(problems_of(pairings, entries))
    wanted = [(entries[first].pk, entries[second].pk) for first, second in pairings.games]
    byes = {entries[number].pk: code for number, code in pairings.byes}
    if differs(round, pairings):
        refuse_closed(tournament, round.number)
    refuse_if(refusals(round=round, pairings=pairings))
    # What was proposed is accepted, or passed over.
    jobs_on(PROPOSAL, [round.pk]).delete()
    if not differs(round, pairings):
        return
    stored = games_of(round)
    if wanted and not stored:
        refuse_unanswered(tournament)
        adjourn_missing(tournament=tournament, number=round.number, by=by)
    before = stored_pairings(round)
    is_told = bool(stored) and ask_about_followed(
        tournament, round.number, is_confirmed=is_confirmed
    )
    leaving = [game for sides, game in stored.items() if sides not in set(wanted)]
    Game.objects.filter(pk__in=[game.pk for game in leaving]).delete()
    # A bye holds nothing but its code, so all are made again; a game holds a result and a version.
    RoundResult.objects.filter(round=round, game=None).delete()
    # A board number is unique in the round: the old ones are moved out of the way, or giving the
    # new ones, row by row, would meet one that is still there.
    Game.objects.filter(round=round).update(board_number=F("board_number") + BOARD_OFFSET)
    # Only chess and go have colours; elsewhere the first side is just the first.
    colours_known = tournament.discipline != Tournament.Discipline.OTHER
    by_number = pairings.stones()
    stones = {
        sides: by_number.get(game, 0) for sides, game in zip(wanted, pairings.games, strict=True)
    }
    komi_of = pairings.komi()
    komi = {sides: komi_of.get(game) for sides, game in zip(wanted, pairings.games, strict=True)}
    _store(round, stones, komi, stored, colours_known)
    RoundResult.objects.bulk_create(
        RoundResult(round=round, entry_id=entry, bye=code.value) for entry, code in byes.items()
    )
    if wanted and not stored and tournament.is_chess960:
        drawn = secrets.randbelow(POSITIONS)
        Round.objects.filter(pk=round.pk, start_position=None).update(start_position=drawn)
    if tournament.publishes_by_hand and not stored and (wanted or byes):
        Round.objects.filter(pk=round.pk).update(is_hidden=True)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.PAIRED,
        by=by,
        after=_for_the_log(round, pairings) | ({"accepted": list(accepted)} if accepted else {}),
        reason=" ".join(accepted),
    )
    old = rules or (before if is_told else None)
    breach = pairings_breach(round.number, old, pairings, BY_HAND) if old else None
    if breach and tournament.fide_mode:
        record_breach(tournament_id=tournament.pk, breach=breach, by=by)
    had = [number for number, code in before.byes if code is Code.FULL_BYE]
    full = [number for number, code in pairings.byes if code is Code.FULL_BYE]
    tell_full_byes(tournament, round.number, [each for each in full if each not in had], by)


def refusals(
    *,
    round: Round,  # noqa: A002
    pairings: Pairings,
    not_read: Collection[int] = (),
) -> list[Problem]:
    """What makes pairings of known players impossible, all of it: who does not play, and results
    that would be lost; not those of players whose row could not be read (``not_read``)."""
    numbers = _numbers(round)
    stored = {
        (numbers[first], numbers[second]): ((first, second), game)
        for (first, second), game in games_of(round).items()
    }
    leaving = dict(
        kept
        for pair, kept in stored.items()
        if pair not in pairings.games and not set(pair) & set(not_read)
    )
    players = contenders(round.tournament, round, with_results=False)
    return [
        *impossible(pairings, players, stored=stored),
        *_losing_results(leaving),
        *_stones_outside_go(round.tournament, pairings),
    ]


def _stones_outside_go(tournament: Tournament, pairings: Pairings) -> Iterator[Problem]:
    if not tournament.has_grades:
        message = sentence("Only games of go have handicaps.")
        no_komi = sentence("Only games of go have komi.")
        stones, komi = pairings.stones(), pairings.komi()
        for line, game in enumerate(pairings.games, start=1):
            if game in stones:
                yield Problem(message, line, SECOND, f"h{stones[game]}")
            if game in komi:
                yield Problem(no_komi, line, SECOND, write_komi(komi[game]))


def games_of(round: Round) -> dict[Sides, Game]:  # noqa: A002
    """The games of a round by the entries of their sides."""
    sides: dict[Game, dict[int | None, int]] = {}
    results = RoundResult.objects.filter(round=round, game__isnull=False).select_related("game")
    for result in results:
        if result.game:
            sides.setdefault(result.game, {})[result.side] = result.entry_id
    return {(pair[Game.FIRST], pair[Game.SECOND]): game for game, pair in sides.items()}


def numbered_games(round: Round) -> list[tuple[int, int]]:  # noqa: A002
    """The games of a round by the starting numbers of their sides."""
    numbers = _numbers(round)
    return [(numbers[first], numbers[second]) for first, second in games_of(round)]


def _numbers(round: Round) -> dict[int, int]:  # noqa: A002
    """The starting numbers by the ids of the entries."""
    numbered = round.tournament.entries.filter(number__isnull=False)
    return dict(numbered.values_list("pk", "number"))  # type: ignore[arg-type]


def unusual_pairings(tournament: Tournament, number: int) -> list[Problem]:
    """What is unusual in the stored pairings of a round. A problem's line is the board."""
    here = Round.objects.select_related("tournament").get(tournament=tournament, number=number)
    judged = judge_round(
        tournament, here, stored_pairings(here), value=tournament_value(tournament)
    )
    return [
        *judged.games,
        *(Problem(sentence("Both are of one club."), line) for line in judged.one_club),
        *judged.byes,
    ]


def stored_pairings(round: Round) -> Pairings:  # noqa: A002
    """The games and byes of a round as they are stored."""
    lines = round_lines(round.pk)
    return Pairings(
        tuple((_number(line.first), _number(line.second)) for line in lines.games),
        tuple((_number(line.entry), line.code) for line in lines.byes),
    )


def _losing_results(leaving: Mapping[Sides, Game]) -> Iterator[Problem]:
    """A problem for each game with a result that is to go, by the entries of its sides."""
    names = {
        entry.pk: entry.name
        for entry in Entry.objects.filter(pk__in=[pk for sides in leaving for pk in sides])
    }
    for (first, second), game in leaving.items():
        if game.outcome not in OPEN:
            result = show_outcome(Outcome(game.outcome))
            yield Problem(
                sentence(
                    "%(first)s against %(second)s already has a result (%(result)s). Clear it "
                    "before changing "
                    "the pairing.",
                    first=names[first],
                    second=names[second],
                    result=result,
                )
            )


def _store(
    round: Round,  # noqa: A002
    wanted: Mapping[Sides, int],
    komis: Mapping[Sides, Fraction | None],
    stored: Mapping[Sides, Game],
    colours_known: bool,
) -> None:
    """Store the games in the order of ``wanted``, each with its handicap and its own komi."""
    staying: list[Game] = []
    added: dict[Sides, Game] = {}
    for board_number, (sides, handicap) in enumerate(wanted.items(), start=1):
        komi = komis[sides]
        doubled = None if komi is None else int(2 * komi)
        if sides in stored:
            game = stored[sides]
            game.board_number, game.handicap = board_number, handicap
            game.doubled_komi = doubled
            staying.append(game)
        else:
            added[sides] = Game(
                round=round,
                board_number=board_number,
                colours_known=colours_known,
                handicap=handicap,
                doubled_komi=doubled,
            )
    Game.objects.bulk_update(staying, ["board_number", "handicap", "doubled_komi"])
    Game.objects.bulk_create(added.values())
    RoundResult.objects.bulk_create(
        RoundResult(round=round, entry_id=entry, game=game, side=side)
        for sides, game in added.items()
        for side, entry in zip((Game.FIRST, Game.SECOND), sides, strict=True)
    )


_Comparable = tuple[list[tuple[int, tuple[int, int], int, Fraction | None]], dict[int, str]]
"""Board number, starting numbers, stones and komi of every game; the byes by starting number."""


def _comparable(pairings: Pairings) -> _Comparable:
    stones, komi = pairings.stones(), pairings.komi()
    games = [
        (board, game, stones.get(game, 0), komi.get(game))
        for board, game in enumerate(pairings.games, start=1)
    ]
    return games, {number: code.value for number, code in pairings.byes}


def _stored_pairings(round: Round) -> _Comparable:  # noqa: A002
    lines = round_lines(round.pk)
    games = [
        (game.board_number, (_number(game.first), _number(game.second)), game.handicap, game.komi)
        for game in lines.games
    ]
    return games, {_number(bye.entry): bye.code.value for bye in lines.byes}


def differs(round: Round, pairings: Pairings) -> bool:  # noqa: A002
    """Whether other pairings are stored."""
    return _stored_pairings(round) != _comparable(pairings)


def _number(entry: Entry) -> int:
    return entry.number or 0


def _for_the_log(round: Round, pairings: Pairings) -> dict[str, object]:  # noqa: A002
    values: dict[str, object] = {
        "round": round.number,
        "games": [list(game) for game in pairings.games],
        "byes": {str(number): code.value for number, code in pairings.byes},
    }
    if pairings.handicaps:
        values["handicaps"] = list(pairings.handicaps)
    if pairings.komis:
        values["komi"] = ["" if komi is None else str(komi) for komi in pairings.komis]
    return values


@in_transaction
def pair_all_rounds(*, tournament: Tournament, by: Actor) -> int:
    """Pair every round without games by the tables, and make as many rounds as they have; how many
    were paired. Raises :class:`Refused` for another kind of tournament, and where the tables do not
    fit."""
    stored = lock_tournament(tournament.pk, alone=True)
    system = system_of_all_rounds(stored)
    if system is None:
        raise Refused.because("Only round robins and Scheveningen have all rounds at once.")
    needed = rounds_of_table(stored, system)
    if needed > stored.rounds_planned:
        stored.rounds_planned = needed
        change_details(tournament=stored, fields=["rounds_planned"], by=by)
    paired = 0
    for here in Round.objects.filter(tournament=stored, number__lte=needed, games=None).order_by(
        "number"
    ):
        task = proposal_task(stored, here.number, system, accelerated=False, lot=Colour.WHITE)
        proposal = pair(task)
        if isinstance(task, TeamTask):
            proposal = seated(task, proposal)
        set_pairings(round=here, pairings=pairings_of(here, proposal), by=by)
        paired += 1
    return paired


def rules_for(
    tournament: Tournament,
    round: Round,  # noqa: A002
    pairings: Pairings,
) -> tuple[Pairings | None, bool]:
    """How the rules pair a round with the byes that were asked for in these pairings, and whether
    that is known; see :func:`rules_of_round`."""
    byes = asked_byes(pairings)
    proposal, is_known = rules_of_round(tournament, round, byes)
    if proposal is None:
        return None, is_known
    games = tuple((each.white, each.black) for each in proposal.pairs)
    given = ((bye, proposal.bye_of(bye)) for bye in proposal.byes)
    return Pairings(games, (*given, *byes.items())), True


def asked_byes(pairings: Pairings) -> dict[int, Code]:
    """The byes among pairings that players asked for, by number."""
    return {number: code for number, code in pairings.byes if code in ASKED}


def pairings_of(round: Round, proposal: Proposal) -> Pairings:  # noqa: A002
    """The pairings of a proposal, with the byes that were asked for."""
    asked = round_lines(round.pk).byes
    return Pairings(
        tuple((each.white, each.black) for each in proposal.pairs),
        (
            *((bye, proposal.bye_of(bye)) for bye in proposal.byes),
            *((_number(line.entry), line.code) for line in asked if line.code in ASKED),
        ),
    )


@in_transaction
def publish_round(*, round: Round, by: Actor) -> None:  # noqa: A002
    """Let everybody see the pairings of a round, and its results. Raises :class:`Refused` when it
    has no games."""
    lock_tournament(round.tournament_id, alone=True)
    refuse_removed_round(round)
    if not Game.objects.filter(round=round).exists():
        raise Refused.because("This round is not paired yet.")
    _hide(round, by, hidden=False)


@in_transaction
def withdraw_round(*, round: Round, by: Actor) -> None:  # noqa: A002
    """Hide the pairings of a round from everybody but directors. Raises :class:`Refused` when it
    has results."""
    lock_tournament(round.tournament_id, alone=True)
    refuse_removed_round(round)
    if Game.objects.filter(round=round).exclude(outcome__in=OPEN).exists():
        raise Refused.because(
            "Round %(number)s has results already: its pairings stay published.",
            number=round.number,
        )
    _hide(round, by, hidden=True)


def _hide(round_: Round, by: Actor, *, hidden: bool) -> None:
    changed = Round.objects.filter(pk=round_.pk, is_hidden=not hidden).update(is_hidden=hidden)
    if changed:
        action = LogEntry.Action.WITHDRAWN if hidden else LogEntry.Action.PUBLISHED
        values = {"round": round_.number}
        record(tournament_id=round_.tournament_id, action=action, by=by, after=values)


Bye = tuple[int, Code]

ASKED = frozenset({Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE})
"""What a player can ask for; the bye of the pairing is given."""


@in_transaction
def keep_asked_byes(*, round: Round, byes: Iterable[Bye], by: Actor) -> list[Bye]:  # noqa: A002
    """Add byes to those of a round without games; the new ones, by number. A round that is paired
    has its own. Raises :class:`clubscore.text.problems.Refused` for somebody unknown."""
    lock_tournament(round.tournament_id, alone=True)
    if games_of(round):
        return []
    results = RoundResult.objects.filter(round=round, game=None).select_related("entry")
    stored = {result.entry.number: Code(result.bye) for result in results if result.entry.number}
    new = {number: code for number, code in byes if code in ASKED and stored.get(number) != code}
    if new:
        kept = tuple((stored | new).items())
        set_pairings(round=round, pairings=Pairings(byes=kept), by=by)
    return sorted(new.items())
