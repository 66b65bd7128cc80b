"""Results of a round: entered, corrected with a reason, cleared, and the last one undone."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from clubscore.database.prepared import Prepared
from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_tournament, record
from events.models import Game, LogEntry, Round, RoundResult, Tournament
from events.tournaments.core.domain.breaches import (
    ADJOURNMENT,
    CORRECTION,
    Breach,
    bye_code,
    result_text,
)
from events.tournaments.core.domain.fide_mode import LEAVE
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import (
    Code,
    Outcome,
    describe_bye,
    read_bye,
    read_outcome,
    show_outcome,
)
from events.tournaments.core.domain.tournament import BY_TABLE, kind_of
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.fide.selectors import is_followed, second_half_byes
from events.tournaments.fide.services import (
    Asked,
    ask_about_followed,
    record_breach,
    tell_full_byes,
)
from events.tournaments.pairing.figures import judge_round

RESULTS = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)
UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Entered:
    """The game as it is stored now, the outcome that it had before, and the entry of the log where
    it has another one."""

    game: Game
    before: Outcome
    entry: LogEntry | None = None

    @property
    def changed(self) -> bool:
        return self.game.outcome != self.before


class GameConflict(Refused):
    """Somebody else changed the game since the page showed it; ``game`` is as it is stored."""

    def __init__(self, game: Game) -> None:
        outcome = Outcome(game.outcome)
        super().__init__(
            sentence("Somebody else has cleared this game. Press Enter again to enter your result.")
            if outcome.is_open
            else sentence(
                "Somebody else has entered %(result)s here. Press Enter again to overwrite it.",
                result=show_outcome(outcome),
            )
        )
        self.game = game


@in_transaction
def enter_result(
    *,
    tournament: Tournament,
    game_id: int,
    text: str,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    part_of: LogEntry | None = None,
    is_confirmed: bool = False,
) -> Entered:
    """Read ``text`` as a result and store it for both sides; empty text clears the game.
    ``part_of`` is the first entry of a group that is undone together; ``is_confirmed``: what FIDE
    mode asks was answered with yes.

    The same result a second time changes nothing. Raises :class:`Asked` for what FIDE mode asks
    about, and :class:`Refused` when the text is no
    result, and when it would change one of a finished tournament without a reason,
    :class:`GameConflict` when ``version`` is given and is not the game's, ``Game.DoesNotExist``
    when the tournament has no such game.
    """
    game, outcome = _game_for_update(tournament, game_id), read_outcome(text)
    if not reason and outcome.value != game.outcome:
        _refuse_what_stands(tournament, Outcome(game.outcome))
    return _store(
        game=game, outcome=outcome, by=by, version=version, reason=reason, part_of=part_of,
        is_confirmed=is_confirmed,
    )  # fmt: skip


@in_transaction
def correct_result(
    *,
    tournament: Tournament,
    game_id: int,
    outcome: Outcome,
    swap: bool,
    version: int,
    reason: str,
    by: Actor,
    is_confirmed: bool = False,
) -> None:
    """Change the result, the colours or both, for a reason.

    ``outcome`` is by the sides as they are now. Raises :class:`Asked` as :func:`enter_result` does,
    :class:`GameConflict` when the game is
    another one than that of ``version``, ``Game.DoesNotExist`` when there is none.
    """
    game = _game_for_update(tournament, game_id)
    if version != game.version:
        raise GameConflict(game)
    _store(game=game, outcome=outcome, by=by, reason=reason, is_confirmed=is_confirmed)
    if swap:
        swap_colours(
            tournament=tournament, game_id=game_id, by=by, reason=reason, is_confirmed=is_confirmed
        )


@in_transaction
def decide_play_off(*, tournament: Tournament, game_id: int, side: int, by: Actor) -> None:
    """Store which side of a game goes on in a knock-out. Raises :class:`Refused` where the game has
    a winner, or is still to be played; ``Game.DoesNotExist`` when there is none."""
    game = _game_for_update(tournament, game_id)
    points = [tournament.system.points(code) for code in _codes(game)]
    if None in points or points[0] != points[1] or side not in (Game.FIRST, Game.SECOND):
        raise Refused.because("This game needs no play-off.")
    if game.play_off == side:
        return
    if game.play_off:
        _refuse_when_finished(tournament)
    before = game_values(game)
    game.play_off = side
    game.version += 1
    game.save(update_fields=["play_off", "version", "updated_at"])
    winner = before["white"] if side == Game.FIRST else before["black"]
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        after={"round": game.round.number, "board": game.board_number, "goes_on": winner},
    )


def _refuse_what_stands(tournament: Tournament, outcome: Outcome) -> None:
    """Raise :class:`Refused` where a result of a finished tournament would be changed in passing:
    one that is still missing may come in."""
    if tournament.is_finished and not outcome.is_open:
        raise Refused.because(
            "The tournament is finished: a result that stands is changed by “Correct”, with a"
            " reason. Or reopen the tournament."
        )


def _refuse_when_finished(tournament: Tournament) -> None:
    """Raise :class:`Refused` where the tournament is finished, for what cannot have a reason."""
    if tournament.is_finished:
        raise Refused.because("The tournament is finished: reopen it to change this.")


def _codes(game: Game) -> tuple[Code, Code]:
    outcome = Outcome(game.outcome)
    return outcome.first, outcome.second


@in_transaction
def swap_colours(
    *, tournament: Tournament, game_id: int, by: Actor, reason: str = "", is_confirmed: bool = False
) -> Game:
    """Give the other side White; who won stays as it is. Raises :class:`Asked` as
    :func:`enter_result` does."""
    game = _game_for_update(tournament, game_id)
    before = game_values(game)
    is_told = ask_about_followed(
        game.round.tournament, game.round.number, is_confirmed=is_confirmed
    )
    first, second = game.sides.order_by("side")
    # By way of neither side, for a side is taken once; the two stay sides of the game throughout.
    game.sides.all().delete()
    RoundResult.objects.bulk_create(
        RoundResult(round_id=game.round_id, entry_id=entry, game=game, side=side)
        for entry, side in ((second.entry_id, Game.FIRST), (first.entry_id, Game.SECOND))
    )
    game.outcome = Outcome(game.outcome).reversed.value
    if game.play_off:
        game.play_off = Game.FIRST + Game.SECOND - game.play_off
    _save(game, by)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.ENTERED,
        by=by,
        before=before,
        after=game_values(game),
        reason=reason,
    )
    if is_told:
        white, black = (first.entry.number, second.entry.number)
        what = f"{white}-{black} => {black}-{white}"
        _tell(game.round, CORRECTION, what, by, reason)
    return game


@in_transaction
def enter_bye(
    *,
    tournament: Tournament,
    result_id: int,
    text: str,
    by: Actor,
    was: str | None = None,
    is_undone: bool = False,
    reason: str = "",
    is_confirmed: bool = False,
) -> RoundResult:
    """Read ``text`` as a bye's letter and store it in a result without a game.

    ``was`` is the bye that the page showed. Raises :class:`Asked` as :func:`enter_result` does, and
    :class:`Refused` when the text is no bye, when the bye is another one meanwhile, when the
    tournament is finished and no ``reason`` given, and for the bye of the pairing of who may not
    have it again, unless that ``is_undone``; ``RoundResult.DoesNotExist`` when there is none.
    """
    keep(Tournament, tournament.pk)
    result = (
        RoundResult.objects.select_for_update(of=("self",))
        .select_related("round__tournament", "entry")
        .get(pk=result_id, round__tournament=tournament, game=None)
    )
    code = read_bye(text)
    before = Code(result.bye)
    # First: what another director typed too is no conflict.
    if code is before:
        return result
    if was is not None and was != before.value:
        raise ByeConflict(result)
    if not reason:
        _refuse_when_finished(tournament)
    if code is Code.PAIRING_BYE and not is_undone:
        pairings = Pairings(byes=((result.entry.number or 0, code),))
        value = tournament_value(tournament)
        refuse_if(judge_round(tournament, result.round, pairings, value=value).byes)
    number = result.entry.number or 0
    given = {result.entry_id: (result.round.number,)}
    is_half = code is Code.HALF_BYE and not is_undone
    if ask_about_followed(
        result.round.tournament,
        result.round.number,
        is_confirmed=is_confirmed,
        also=second_half_byes(tournament, given) if is_half else (),
    ):
        what = f"{bye_code(number, before)} => {bye_code(number, code)}"
        _tell(result.round, CORRECTION, what, by, reason)
    if code is Code.FULL_BYE:
        tell_full_byes(result.round.tournament, result.round.number, [number], by)
    result.bye = code.value
    result.save(update_fields=["bye"])
    place: dict[str, Any] = {
        "result": result.pk,
        "round": result.round.number,
        "entry": str(result.entry),
    }
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.ENTERED,
        by=by,
        before=place | {"bye": before.value},
        after=place | {"bye": code.value},
        reason=reason,
    )
    return result


class ByeConflict(Refused):
    """Somebody else changed the bye since the page showed it; ``result`` is as it is stored."""

    def __init__(self, result: RoundResult) -> None:
        super().__init__(
            sentence(
                "Somebody else has entered “%(bye)s” here. Press Enter again to overwrite it.",
                bye=describe_bye(Code(result.bye)),
            )
        )
        self.result = result


@in_transaction
def undo_result(*, tournament: Tournament, log_id: int, by: Actor, reason: str = "") -> None:
    """Put back what the last result entered, cleared or corrected has replaced; undoing that
    brings the result back. What was entered as a group is put back together.

    ``log_id`` is the last change in the log that the page showed. Raises :class:`Refused` when
    it no longer is, when its pairing is gone, and when the tournament is finished, unless that
    brings a result back, or has a ``reason``.
    """
    # Two who press undo at once would else undo two results, the second one unseen; and whoever
    # enters a result at this moment is waited for, because that is the last one then.
    tournament = lock_tournament(tournament.pk, alone=True)
    last = last_result(tournament)
    if last is None or last.pk != log_id:
        raise Refused.because(
            "Another result has been entered in the meantime; now it is the last one."
        )
    first: LogEntry | None = None
    for entry in _group_of(last):
        made = _put_back(tournament, entry, by, reason, part_of=first)
        first = first or made


def _group_of(last: LogEntry) -> list[LogEntry]:
    """The entries that are undone with the last one, the latest first."""
    first = last.part_of_id or last.pk
    group = LogEntry.objects.filter(tournament=last.tournament_id, action__in=RESULTS)
    return list(group.filter(Q(part_of=first) | Q(pk=first)).order_by("-pk"))


def _put_back(
    tournament: Tournament, entry: LogEntry, by: Actor, reason: str, *, part_of: LogEntry | None
) -> LogEntry | None:
    before, after = entry.before, entry.after
    if "bye" not in before and not reason:
        _refuse_what_stands(tournament, Outcome(after["outcome"]))
    try:
        if "bye" in before:
            bye = {"result_id": after["result"], "text": before["bye"]}
            enter_bye(tournament=tournament, **bye, by=by, is_undone=True, reason=reason)
        # The log of a swap differs in who had White, that of a result in the outcome alone.
        elif before["white"] != after["white"]:
            swap_colours(tournament=tournament, game_id=after["game"], by=by, reason=reason or UNDO)
        else:
            game = _game_for_update(tournament, after["game"])
            outcome = Outcome(before["outcome"])
            why = reason or UNDO
            return _store(game=game, outcome=outcome, by=by, reason=why, part_of=part_of).entry
    except Asked as asked:
        raise Refused.because(
            "Another round was paired after this result: change it by “Correct”, which asks."
        ) from asked
    except (Game.DoesNotExist, RoundResult.DoesNotExist) as gone:
        raise Refused.because(
            "The pairings of this result were changed; it cannot be undone."
        ) from gone
    return None


_LAST = Prepared(
    lambda tournament_id: LogEntry.objects.filter(
        tournament=tournament_id, action__in=RESULTS
    ).order_by("-pk")[:1]
)


def last_result(tournament: Tournament) -> LogEntry | None:
    """The log entry of the last result that was entered, cleared or corrected."""
    return _LAST.first(tournament.pk)


_SIDES = Prepared(
    lambda game_id: (
        RoundResult.objects.filter(game=game_id).select_related("entry").order_by("side")
    )
)


def game_values(game: Game) -> dict[str, Any]:
    """A game as the log stores it: its place, its sides, its outcome as a pair of codes."""
    first, second = _SIDES.all(game.pk)
    return {
        "game": game.pk,
        "round": game.round.number,
        "board": game.board_number,
        "white": str(first.entry),
        "black": str(second.entry),
        "outcome": game.outcome,
    }


def _store(
    *,
    game: Game,
    outcome: Outcome,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    part_of: LogEntry | None = None,
    is_confirmed: bool = False,
) -> Entered:
    """Store the outcome in a game that was read for update, and log it."""
    before = Outcome(game.outcome)
    # First: the same result typed by two directors is no conflict, nor a second entry in the log.
    if outcome is before:
        return Entered(game, before)
    if version is not None and version != game.version:
        raise GameConflict(game)
    values = game_values(game)
    kind = _breach_of(game, before, outcome, is_confirmed=is_confirmed)
    game.outcome, game.play_off = outcome.value, None
    _save(game, by)
    cleared = outcome is Outcome.PENDING
    entry = record(
        tournament_id=game.round.tournament_id,
        action=LogEntry.Action.CLEARED if cleared else LogEntry.Action.ENTERED,
        by=by,
        before=values,
        after=values | {"outcome": outcome.value},
        reason=reason,
        part_of=part_of,
    )
    if kind:
        white, black = game.sides.order_by("side").values_list("entry__number", flat=True)
        result = result_text(outcome)
        if kind == CORRECTION:
            result = f"{result_text(before)} => {result}"
        _tell(game.round, kind, f"{white}-{black}: {result}", by, reason)
    return Entered(game, before, entry)


def _breach_of(game: Game, before: Outcome, outcome: Outcome, *, is_confirmed: bool) -> str:
    """What a change of a result is in FIDE mode: the kind of a line, or none. A game that was open
    when another round was paired counted as a draw there.

    Raises :class:`Asked`, and :class:`Refused` for what is never possible."""
    tournament, number = game.round.tournament, game.round.number
    if not tournament.fide_mode:
        return ""
    if outcome is Outcome.FORFEIT_TO_BOTH:
        raise Refused(
            sentence("Only one side can win by forfeit: + – or – +, and – – where nobody came."),
            LEAVE,
        )
    if before.is_open:
        is_free = outcome.is_open or outcome is Outcome.DRAWN
        is_free |= kind_of(tournament.kind) in BY_TABLE
        if is_free or not is_followed(tournament, number):
            return ""
        if not is_confirmed:
            raise Asked(
                sentence(
                    "This game counted as a draw when the next round was paired. Its result is"
                    " written into the tournament’s file. Is it meant?"
                )
            )
        return ADJOURNMENT
    is_told = ask_about_followed(tournament, number, is_confirmed=is_confirmed)
    return CORRECTION if is_told else ""


def _tell(round_: Round, kind: str, what: str, by: Actor, reason: str) -> None:
    breach = Breach(round_.number, kind, what)
    record_breach(tournament_id=round_.tournament_id, breach=breach, by=by, reason=reason)


def _save(game: Game, by: Actor) -> None:
    game.version += 1
    game.updated_by_id = by.user.pk if by.user else None
    game.save(update_fields=["outcome", "play_off", "version", "updated_at", "updated_by"])


@in_transaction
def adjourn_missing(*, tournament: Tournament, number: int, by: Actor) -> list[Game]:
    """Mark the games without a result of the rounds before one as adjourned, in FIDE mode: they
    count as draws when the round is paired. Returns those that were marked now."""
    stored = lock_tournament(tournament.pk, alone=True)
    if not stored.fide_mode or kind_of(stored.kind) in BY_TABLE:
        return []
    missing = Game.objects.filter(
        round__tournament=stored, round__number__lt=number, outcome=Outcome.PENDING.value
    )
    games = list(
        missing.select_related("round__tournament").order_by("round__number", "board_number")
    )
    for game in games:
        _store(game=game, outcome=Outcome.ADJOURNED, by=by)
    return games


_LOCKED = Prepared(
    lambda game_id, tournament_id: (
        Game.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__tournament")
        .filter(pk=game_id, round__tournament=tournament_id)
    )
)


def _game_for_update(tournament: Tournament, game_id: int) -> Game:
    keep(Tournament, tournament.pk)
    game = _LOCKED.first(game_id, tournament.pk)
    if game is None:
        raise Game.DoesNotExist
    return game
