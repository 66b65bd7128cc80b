"""An evening with hands, and a line of which a file has auction and play."""

from dataclasses import dataclass

from clubscore.web.visitors import Actor
from events.models import BoardHands, HandSet, LeadTricks, LinePlay, Session
from events.sessions.setup.services import sessions
from tests.events import factories

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"
BOARD = 2
DEAL = "N:K5.A.AJT52.J9762 AT7.T94.984.K853 Q982.Q82.KQ763.T J643.KJ7653..AQ4"
AUCTION = "P P P 1D! P 1S! P 3NT P P P\n3 4+ <b>cards</b>"
CARDS = (
    "HTH8HJHAD5D4D3S3DTD9D6H3DJD8D7SJD2SADQHKS8S4SKSTS5S7S9S6S2H7C6C5SQH6DACKDKCAC9H9"
    "CTCQCJC3C4C7C8H2H4HQH5C2"
)
COSTS = "6" * 18 + "aa" + "b" * 18 + "c" * 5 + "b" * 10
EAST_LEADS = "8886667776666"


@dataclass(frozen=True)
class Evening:
    session: Session
    line: int

    @property
    def board(self) -> str:
        return f"/sessions/{self.session.pk}/travellers/{BOARD}/"

    @property
    def page(self) -> str:
        return f"{self.board}{self.line}/"


def evening_with_play(*, is_published: bool = True) -> Evening:
    """A finished session: board 2 with all hands, and at its first table 3NT+2 with its play."""
    session = factories.session(THREE_TABLES, boards_per_round=4)
    for board in range(1, 5):
        factories.enter(
            session, board, *(["3nn+2 ht", "3nn-3 h4", "4sn-1"] if board == 2 else "ppp")
        )
    stored = HandSet.objects.create(session=session, file_name="hands.pbn")
    hands = BoardHands.objects.create(
        hand_set=stored, board=BOARD, deal=DEAL, tricks="662b6662b667a2667a26"
    )
    LeadTricks.objects.create(hands=hands, declarer="N", strain="NT", tricks=EAST_LEADS)
    line = factories.line(session, BOARD, 1)
    LinePlay.objects.create(
        line=line, auction=AUCTION, cards=CARDS, costs=COSTS, kept="S8S9", solved="3NTN"
    )
    sessions.finish(session=session, by=Actor())
    if is_published:
        sessions.publish(session=session, by=Actor())
    return Evening(Session.objects.get(pk=session.pk), line.pk)
