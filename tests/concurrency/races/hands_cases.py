"""Plans for the services of a session's hands, and of their analysis."""

from clubscore.text.problems import sentence
from events.exchange.domain.bridgemate import MachineResult
from events.exchange.domain.results_file import FileLine
from events.exchange.engines.bridgewebs import Answer, NoAnswerError
from events.exchange.figures.played_boards import PlayedBoard
from events.exchange.services import analysis, bridgemate, bridgewebs, hands, play_lines
from events.exchange.services.analysis import WaitingLeads
from events.models import BoardHands, LinePlay, TravellerLine
from events.sessions.cardplay.domain.auction import read_auction
from events.sessions.core.domain.contract import Seat, Strain, dealer
from events.sessions.hands.domain import deal_of_number, read_deal
from tests.concurrency.races.cases import case, of_session, session
from tests.concurrency.races.world import actor

TRICKS = "75c67" * 4


@case("deal hands", hands.deal_hands, "Doubted")
def _dealt() -> dict[str, object]:
    return {"session": session("Doubted"), "by": actor()}


@case("store the hands of a file", hands.attach_hands, "Doubted")
def _attached() -> dict[str, object]:
    dealt = [(board, deal_of_number(board), None) for board in (1, 2)]
    return {"session": session("Doubted"), "hands": dealt, "file_name": "set.pbn", "by": actor()}


of_session(
    "open the hands",
    hands.open_hands,
    lambda title: {"session": session(title), "reason": "a card on the floor", "by": actor()},
)
of_session(
    "remove the hands",
    hands.remove_hands,
    lambda title: {"session": session(title), "reason": "wrong set", "by": actor()},
)
of_session(
    "note that hands were saved",
    hands.note_saved_hands,
    lambda title: {
        "session": session(title),
        "file_format": "dup",
        "reason": "cards",
        "by": actor(),
    },
)


of_session(
    "store what was solved",
    analysis.store_tricks,
    lambda title: {
        "boards": (boards := list(_hands(title).hand_set.boards.all())),
        "digits": [TRICKS] * len(boards),
    },
)


def _hands(title: str) -> BoardHands:
    return BoardHands.objects.filter(hand_set__session=session(title)).earliest("board")


of_session(
    "store what leads cost",
    analysis.store_leads,
    lambda title: {
        "leads": [
            WaitingLeads(
                session(title).pk, _hands(title).pk, deal_of_number(1), Seat.N, Strain.NO_TRUMP
            )
        ],
        "digits": ["7" * 13],
    },
)


def _with_play(title: str) -> None:
    line = TravellerLine.objects.filter(section__session=session(title)).earliest("pk")
    LinePlay.objects.create(line=line, auction="P P P P", cards="S2")


of_session(
    "store what cards cost",
    analysis.store_costs,
    lambda title: {
        "plays": list(
            LinePlay.objects.filter(line__section__session=session(title)).select_related(
                "line__section"
            )
        ),
        "solved": [None],
    },
    prepared=_with_play,
)


def _record(title: str) -> PlayedBoard:
    own = _hands(title)
    line = FileLine(contract="PASS", score_ns=0, auction=read_auction("P P P P"))
    return PlayedBoard(own.board, line, read_deal(own.deal), dealer(own.board))


of_session(
    "add auctions and play",
    play_lines.add_plays,
    lambda title: {
        "session": session(title),
        "boards": [_record(title)],
        "file_name": "evening.lin",
        "by": actor(),
    },
)


@case("store the account with BridgeWebs", bridgewebs.save_account, "BridgeWebs")
def _account() -> dict[str, object]:
    return {"code": "example", "password": "secret", "by": actor()}


@case("forget the account with BridgeWebs", bridgewebs.forget_account, "BridgeWebs")
def _forgotten() -> dict[str, object]:
    return {"by": actor()}


@case("store the account with Bridgemates", bridgemate.save_account, "Bridgemates")
def _machines() -> dict[str, object]:
    return {"club": "1", "address": "http://192.0.2.1:5079", "key": "secret", "by": actor()}


@case("forget the account with Bridgemates", bridgemate.forget_account, "Bridgemates")
def _machines_forgotten() -> dict[str, object]:
    return {"by": actor()}


of_session(
    "note what was tried with Bridgemates",
    bridgemate.note_try,
    lambda title: {"session": session(title), "outcome": "sent", "by": actor()},
)


of_session(
    "note an answer of BridgeWebs",
    bridgewebs.note_answer,
    lambda title: {
        "session": session(title),
        "event_id": "12",
        "answer": Answer(True, "Upload Successful", {}),
        "by": actor(),
    },
)


of_session(
    "note that BridgeWebs did not answer",
    bridgewebs.note_failure,
    lambda title: {
        "session": session(title),
        "event_id": "12",
        "error": NoAnswerError(sentence("No answer."), was_sent=True),
        "by": actor(),
    },
)


of_session(
    "take results of Bridgemates",
    bridgemate.take_results,
    lambda title: {
        "session": session(title),
        "results": [MachineResult("A", 1, 1, 3, 1, 4, is_passed_out=True)],
        "by": actor(),
    },
)
