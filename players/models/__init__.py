"""What is stored of the register: players and clubs, numbers no longer in use, the log, and the
settings of the club."""

from players.models.club import Club
from players.models.club_settings import ClubSettings
from players.models.former import FormerNumber
from players.models.log import RegisterEntry
from players.models.lookup import BytesOrder, LookupList, LookupPlayer
from players.models.player import Player
from players.models.private_link import PrivateLink
from players.models.version import RegisterVersion

__all__ = [
    "BytesOrder",
    "Club",
    "ClubSettings",
    "FormerNumber",
    "LookupList",
    "LookupPlayer",
    "Player",
    "PrivateLink",
    "RegisterEntry",
    "RegisterVersion",
]
