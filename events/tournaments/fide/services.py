"""FIDE mode written: left for good, what broke the rules logged, changes of rounds asked about.

A change of a round after which another was paired is asked about, and told in the tournament's
file; a round before the last but one that has results is closed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from clubscore.database.transactions import in_transaction
from clubscore.jobs.queue import jobs_on
from clubscore.text.problems import Refused, Sentence, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record
from events.models import LogEntry, Tournament
from events.tournaments.core.domain.breaches import EXITED, FULL_BYE, Breach
from events.tournaments.core.domain.fide_mode import is_closed
from events.tournaments.fide.selectors import (
    IMPORT_CHECK,
    LastRounds,
    breaches_of,
    import_check,
    import_questions,
    is_followed,
    last_rounds,
    second_half_byes,
)


class Asked(Refused):
    """Not done yet: the director is asked whether it is meant, and sends it again with a yes."""


@in_transaction
def leave_fide_mode(*, tournament: Tournament, reason: str, by: Actor) -> None:
    """Leave FIDE mode, for good. Raises :class:`Refused` for a tournament that is not in it, and
    without a reason."""
    stored = lock_tournament(tournament.pk, alone=True)
    if not stored.fide_mode:
        raise Refused.because("This tournament is not in FIDE mode.")
    if not reason.strip():
        raise Refused.because("Say why FIDE mode is left: the reason stays in the log.")
    stored.fide_mode, stored.fide_left_round = False, last_rounds(stored.pk).paired
    stored.save(update_fields=["fide_mode", "fide_left_round"])
    tournament.fide_mode, tournament.fide_left_round = False, stored.fide_left_round
    breach = Breach(stored.fide_left_round, EXITED)
    record_breach(tournament_id=stored.pk, breach=breach, by=by, reason=reason.strip())


def record_breach(
    *,
    tournament_id: int,
    breach: Breach,
    by: Actor,
    reason: str = "",
    part_of: LogEntry | None = None,
) -> LogEntry:
    """Log what broke the rules, within a transaction that has locked or keeps the tournament."""
    return record(
        tournament_id=tournament_id,
        action=LogEntry.Action.BREACH,
        by=by,
        after={"round": breach.round, "kind": breach.kind, "what": breach.what},
        reason=reason,
        part_of=part_of,
    )


def add_breaches(*, tournament_id: int, breaches: Iterable[Breach], by: Actor) -> None:
    """Log those of a file that are not in the log yet, within a transaction."""
    known = {breach.line for breach in breaches_of(tournament_id)}
    for breach in breaches:
        if breach.line not in known:
            record_breach(tournament_id=tournament_id, breach=breach, by=by)


def consequences(tournament: Tournament) -> list[Sentence]:
    """What leaving FIDE mode means."""
    return [
        sentence("It is for good: this tournament never comes back into FIDE mode."),
        sentence(
            "“%(line)s” is written into every TRF of it, where FIDE and rating officers read it.",
            line=Breach(last_rounds(tournament.pk).paired, EXITED).line,
        ),
        sentence("Every page of the tournament says that it is not in FIDE mode any more."),
        sentence("The settings can be changed at any time, and rounds are not closed any more."),
        sentence("A federation may refuse to have it rated, and norms from it may not count."),
    ]


def tell_full_byes(
    tournament: Tournament, number: int, players: Collection[int], by: Actor
) -> None:
    """Log full-point byes that were given in FIDE mode, within a transaction: FIDE has done away
    with them."""
    if tournament.fide_mode and players:
        breach = Breach(number, FULL_BYE, " ".join(map(str, players)))
        record_breach(tournament_id=tournament.pk, breach=breach, by=by)


def refuse_unanswered(tournament: Tournament) -> None:
    """Raise :class:`Refused` in FIDE mode while the rounds of an imported file are still compared
    with the rules, or what differs is not answered."""
    job = import_check(tournament.pk) if tournament.fide_mode else None
    if job is None:
        return
    if job.is_under_way:
        raise Refused.because(
            "The rounds of the imported file are still being compared with the rules. Try again in"
            " a moment."
        )
    raise Refused.because(
        "The rules pair some rounds of the imported file otherwise: answer on the page FIDE first."
    )


@in_transaction
def accept_import(*, tournament: Tournament, by: Actor) -> None:
    """Say yes to what the rules pair otherwise in an imported file: it becomes lines of the
    tournament's file. Raises :class:`Refused` where there is no such question (any more)."""
    stored = lock_tournament(tournament.pk)
    breaches = import_questions(stored.pk)
    if not breaches:
        raise Refused.because("Nothing is to be answered here any more.")
    add_breaches(tournament_id=stored.pk, breaches=breaches, by=by)
    jobs_on(IMPORT_CHECK, [stored.pk]).delete()


def refuse_closed(
    tournament: Tournament, number: int, last_round: LastRounds | None = None
) -> None:
    """Raise :class:`Refused` in FIDE mode for a round that may not be changed any more."""
    if not tournament.fide_mode:
        return
    last = (last_round or last_rounds(tournament.pk)).with_result
    if is_closed(number, last):
        raise Refused.because(
            "Round %(number)s is closed: round %(last)s has results. In FIDE mode only the last two"
            " rounds are changed.",
            number=number,
            last=last,
        )


def ask_about_followed(
    tournament: Tournament, number: int, *, is_confirmed: bool, also: Iterable[Sentence] = ()
) -> bool:
    """Whether a change of a round is told in the tournament's file, since another was paired after
    it. Raises :class:`Asked`, with the questions that there are ``also``, where that is not
    confirmed, :class:`Refused` where the round is closed."""
    if not tournament.fide_mode:
        return False
    last = last_rounds(tournament.pk)
    refuse_closed(tournament, number, last)
    questions = list(also)
    if is_told := is_followed(tournament, number, last):
        questions.append(
            sentence(
                "Another round was paired after round %(number)s. The change is written into the"
                " tournament’s file. Is it meant?",
                number=number,
            )
        )
    if questions and not is_confirmed:
        raise Asked(*questions)
    return is_told


def ask_about_byes(
    tournament: Tournament,
    given: Mapping[int, Collection[int]],
    full: Sequence[Sentence] = (),
    *,
    is_confirmed: bool,
) -> None:
    """Raise :class:`Asked` where somebody asks for a second half-point bye, or there are questions
    about ``full``-point ones, and that is not confirmed; ``given`` are all rounds with a half-point
    bye that are asked for, by the key of the entry."""
    questions = [] if is_confirmed else [*second_half_byes(tournament, given, is_all=True), *full]
    if questions:
        raise Asked(*questions)
