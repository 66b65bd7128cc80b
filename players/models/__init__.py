"""What is stored of the register: players and clubs, numbers no longer in use, the log, and the
settings of the club."""

from players.models.club import Club, ClubSettings
from players.models.log import RegisterEntry, RegisterVersion
from players.models.lookup import BytesOrder, LookupList, LookupPart, LookupPlayer, LookupUpload
from players.models.player import FormerNumber, Player, PrivateLink

__all__ = [
    "BytesOrder",
    "Club",
    "ClubSettings",
    "FormerNumber",
    "LookupList",
    "LookupPart",
    "LookupPlayer",
    "LookupUpload",
    "Player",
    "PrivateLink",
    "RegisterEntry",
    "RegisterVersion",
]
