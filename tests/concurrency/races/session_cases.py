"""Plans for the services that fill the lines of a session, and change its settings."""

from functools import partial

from events.models import Contestant, LogEntry, Penalty, Session
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.desk.services import handicaps, strata
from events.sessions.doubts import services as doubts
from events.sessions.lines.services import restoring, saving as lines, seats
from events.sessions.results import services as kept_figures
from events.sessions.rulings import services as rulings
from events.sessions.scoring.domain.strata import StrataRule
from events.sessions.series import services as carry_over
from events.sessions.setup.services import sessions
from events.sessions.typing.services import undo
from players.domain.names import read_name
from tests.concurrency.races.cases import case, of_session, session
from tests.concurrency.races.world import actor, main_line

# --- lines of a session ---------------------------------------------------------------------------


def _line(title: str, board: int, table: int, **more: object) -> dict[str, object]:
    line = main_line(board, table, title)
    return {
        "session_id": line.section.session_id,
        "line_id": line.pk,
        "version": line.version,
        "by": actor(),
        **more,
    }


of_session("enter a result", lines.enter_result, lambda title: _line(title, 3, 1, text="110"))
of_session("enter another result", lines.enter_result, lambda title: _line(title, 1, 2, text="-50"))
of_session("enter the same line", lines.enter_result, lambda title: _line(title, 3, 1, text="140"))
of_session(
    "rule",
    rulings.make_ruling,
    lambda title: _line(title, 2, 1, adjustment=read_adjustment("A6040"), reason="director"),
)
of_session("change seats", seats.change_seats, lambda title: _line(title, 3, 2, text="*"))


@case("turn a slip", seats.change_slip_seats, "Main")
def _turn_slip() -> dict[str, object]:
    line = main_line(3, 2)
    return {
        "session_id": line.section.session_id,
        "letter": line.section.letter,
        "round_number": line.round,
        "table": line.table,
        "text": "*",
        "by": actor(),
    }


@case("take back a ruling", rulings.take_back_ruling, "Main")
def _take_back() -> dict[str, object]:
    return _line("Main", 2, 2)


@case("restore a line", restoring.restore_line, "Main")
def _restore() -> dict[str, object]:
    line = main_line(1, 1)
    first = LogEntry.objects.filter(line=line).order_by("pk").first()
    assert first
    return _line("Main", 1, 1, entry_id=first.pk, is_before=True)


@case("undo", undo.undo_last, "Main", "Main series")
def _undo() -> dict[str, object]:
    return {"session_id": session("Main").pk, "by": actor()}


def _deals(title: str) -> dict[str, object]:
    own = session(title)
    line = main_line(1, 2, title)
    return {"session_id": own.pk, "board": 1, "deals": {line.pk: "B"}, "seen": {}, "by": actor()}


of_session("fouled board", rulings.mark_deals, _deals)


def _doubt(title: str) -> dict[str, object]:
    own = session(title)
    [seen] = doubts.board_doubts(own, 1)
    return {"session": own, "board": 1, "key": seen.key, "by": actor()}


def _fix(title: str) -> dict[str, object]:
    [seen] = doubts.board_doubts(session(title), 1)
    return _doubt(title) | {"fix_text": seen.fix_text}


of_doubts = partial(of_session, titles=("Doubted", "Dismissed"))
of_doubts("fix a doubt", doubts.fix_doubt, _fix)
of_doubts("dismiss a doubt", doubts.dismiss_doubt, _doubt)
of_doubts("bring a doubt back", doubts.raise_doubt_again, _doubt)
of_doubts("enter a doubted line", lines.enter_result, lambda title: _line(title, 1, 4, text="140"))
of_doubts("change the side", lines.enter_result, lambda title: _line(title, 1, 1, text="-140"))

# --- settings of a session ------------------------------------------------------------------------


def own_session(title: str, **more: object) -> dict[str, object]:
    return {"session": session(title), "by": actor(), **more}


def _settings(title: str) -> dict[str, object]:
    own = session(title)
    own.method = Session.Method.BUTLER
    return {"session": own, "fields": ["method"], "by": actor()}


def _letters(title: str) -> dict[str, object]:
    own = session(title)
    own.letters = "nl"
    return {"session": own, "fields": ["letters"], "by": actor()}


def _names(title: str, **pairs: str) -> dict[str, object]:
    wanted = {code: [read_name(name), None] for code, name in pairs.items()}
    return {"session": session(title), "names": wanted, "by": actor()}


of_session("settings", sessions.change_settings, _settings, "{} series")
of_session("letters", sessions.change_settings, _letters)
of_session("finish", sessions.finish, own_session)
of_session("reopen", sessions.reopen, own_session)
of_session("publish", sessions.publish, own_session)
of_session("withdraw", sessions.withdraw, own_session)
of_session(
    "names", sessions.enter_names, lambda title: _names(title, A1="Ada Player-B"), "register"
)
of_session(
    "new names", sessions.enter_names, lambda title: _names(title, A1="Brand New"), "register"
)
of_session(
    "handicaps",
    handicaps.set_handicaps,
    lambda title: own_session(title, handicaps={"A1": handicaps.Handicaps(None, (None, None))}),
)
of_session(
    "strata",
    strata.set_strata,
    lambda title: own_session(title, rule=StrataRule(), strata={"A1": "B"}),
)
of_session(
    "carry over",
    carry_over.set_carry_over,
    lambda title: own_session(title, earlier_session=session("Earlier"), weight=25),
    "Earlier",
    "{} series",
)
of_session("carry nothing over", carry_over.set_carry_over, own_session)


def _penalty(title: str) -> dict[str, object]:
    one = Contestant.objects.get(section__session__title=title, section__letter="A", number=1)
    return {
        "session_id": session(title).pk,
        "contestant_id": one.pk,
        "kind": "warning",
        "reason": "slow",
        "by": actor(),
    }


of_session("penalty", rulings.give_penalty, _penalty)


@case("take back a penalty", rulings.take_back_penalty, "Main")
def _cancel_penalty() -> dict[str, object]:
    penalty = Penalty.objects.first()
    assert penalty
    return {"session_id": session("Main").pk, "penalty_id": penalty.pk, "by": actor()}


of_session(
    "figures",
    kept_figures.keep_figures,
    lambda title: {"figures": {session(title).pk: {}}, "states": {session(title).pk: "1-1"}},
)
