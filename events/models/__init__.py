"""What is stored of a bridge session; standings never are."""

from events.models.change import MovementChange
from events.models.contestant import Contestant, ContestantPlayer
from events.models.line import LineContestant, TravellerLine
from events.models.log import LogEntry
from events.models.session import Section, Session

__all__ = [
    "Contestant",
    "ContestantPlayer",
    "LineContestant",
    "LogEntry",
    "MovementChange",
    "Section",
    "Session",
    "TravellerLine",
]
