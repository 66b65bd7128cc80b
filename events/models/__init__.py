"""What is stored of bridge sessions and of round-by-round tournaments; standings never are."""

from events.models.cardplay import LeadTricks, LinePlay
from events.models.club_points import PointsRule
from events.models.devices import WrongCode
from events.models.entry import Entry, Team
from events.models.game import Game, RoundResult
from events.models.hall import (
    GameReport,
    HallCall,
    HallClock,
    HallCode,
    HallDevice,
    HallRequest,
    HallSettings,
    HallSubmission,
    LineUp,
    Presence,
)
from events.models.imported_file import (
    BatchFile,
    BoardHands,
    BridgemateAccount,
    BridgeWebsAccount,
    BridgeWebsEvent,
    FileBatch,
    HandSet,
    ImportedFile,
)
from events.models.line import LineContestant, Penalty, SessionFigures, TickedDoubt, TravellerLine
from events.models.log import Deletion, LogEntry
from events.models.match_play import BridgeMatch, BridgeTeam, MatchPlay
from events.models.series import CarryOver, Series, SeriesSession
from events.models.session import Contestant, ContestantPlayer, MovementChange, Section, Session
from events.models.tables import (
    LineClaim,
    RoundClock,
    Submission,
    TableCall,
    TableCode,
    TableDevice,
    TableEntrySettings,
    TableMark,
    TableProposal,
    TableRound,
)
from events.models.team_play import LineUpSeat, TeamApart, TeamBye, TeamForfeit, TeamsApart
from events.models.tournament import Round, Tournament
from events.models.website import ClubSite, SiteUpload

__all__ = [
    "BatchFile",
    "BoardHands",
    "BridgeMatch",
    "BridgeTeam",
    "BridgeWebsAccount",
    "BridgeWebsEvent",
    "BridgemateAccount",
    "CarryOver",
    "ClubSite",
    "Contestant",
    "ContestantPlayer",
    "Deletion",
    "Entry",
    "FileBatch",
    "Game",
    "GameReport",
    "HallCall",
    "HallClock",
    "HallCode",
    "HallDevice",
    "HallRequest",
    "HallSettings",
    "HallSubmission",
    "HandSet",
    "ImportedFile",
    "LeadTricks",
    "LineClaim",
    "LineContestant",
    "LinePlay",
    "LineUp",
    "LineUpSeat",
    "LogEntry",
    "MatchPlay",
    "MovementChange",
    "Penalty",
    "PointsRule",
    "Presence",
    "Round",
    "RoundClock",
    "RoundResult",
    "Section",
    "Series",
    "SeriesSession",
    "Session",
    "SessionFigures",
    "SiteUpload",
    "Submission",
    "TableCall",
    "TableCode",
    "TableDevice",
    "TableEntrySettings",
    "TableMark",
    "TableProposal",
    "TableRound",
    "Team",
    "TeamApart",
    "TeamBye",
    "TeamForfeit",
    "TeamsApart",
    "TickedDoubt",
    "Tournament",
    "TravellerLine",
    "WrongCode",
]
