"""What is stored of bridge sessions and of round-by-round tournaments; standings never are."""

from events.models.bridgewebs import BridgeWebsAccount, BridgeWebsEvent
from events.models.club_points import PointsRule
from events.models.contestant import Contestant, ContestantPlayer
from events.models.deletion import Deletion
from events.models.doubt import TickedDoubt
from events.models.entry import Entry, Team
from events.models.figures import SessionFigures
from events.models.game import Game, RoundResult
from events.models.hands import BoardHands, HandSet
from events.models.imported_file import BatchFile, FileBatch, ImportedFile
from events.models.line import LineContestant, TravellerLine
from events.models.log import LogEntry
from events.models.match_play import BridgeMatch, BridgeTeam, MatchPlay
from events.models.movement_change import MovementChange
from events.models.pairing_job import PairingJob
from events.models.penalty import Penalty
from events.models.series import CarryOver, Series, SeriesSession
from events.models.session import Section, Session
from events.models.table_marks import LineClaim, Submission, TableMark, TableProposal
from events.models.tables import (
    RoundClock,
    TableCall,
    TableCode,
    TableDevice,
    TableEntrySettings,
    TableRound,
    WrongCode,
)
from events.models.tournament import Round, Tournament

__all__ = [
    "BatchFile",
    "BoardHands",
    "BridgeMatch",
    "BridgeTeam",
    "BridgeWebsAccount",
    "BridgeWebsEvent",
    "CarryOver",
    "Contestant",
    "ContestantPlayer",
    "Deletion",
    "Entry",
    "FileBatch",
    "Game",
    "HandSet",
    "ImportedFile",
    "LineClaim",
    "LineContestant",
    "LogEntry",
    "MatchPlay",
    "MovementChange",
    "PairingJob",
    "Penalty",
    "PointsRule",
    "Round",
    "RoundClock",
    "RoundResult",
    "Section",
    "Series",
    "SeriesSession",
    "Session",
    "SessionFigures",
    "Submission",
    "TableCall",
    "TableCode",
    "TableDevice",
    "TableEntrySettings",
    "TableMark",
    "TableProposal",
    "TableRound",
    "Team",
    "TickedDoubt",
    "Tournament",
    "TravellerLine",
    "WrongCode",
]
