"""What is stored of the register: players and clubs, numbers no longer in use, and the log."""

from players.models.former import FormerNumber
from players.models.log import RegisterEntry
from players.models.player import (
    Club,
    Player,
    validate_born,
    validate_club,
    validate_country,
    validate_fide_number,
    validate_grade,
    validate_note,
    validate_telephone,
)
from players.models.version import RegisterVersion

__all__ = [
    "Club",
    "FormerNumber",
    "Player",
    "RegisterEntry",
    "RegisterVersion",
    "validate_born",
    "validate_club",
    "validate_country",
    "validate_fide_number",
    "validate_grade",
    "validate_note",
    "validate_telephone",
]
