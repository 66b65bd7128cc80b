"""What was read of a register file as data for JSON, as the command line prints it."""

from typing import Any

from players.formats.register_fields import RegisterRow


def player_data(row: RegisterRow) -> dict[str, Any]:
    """A player of the file."""
    return {
        "given": row.name.given,
        "middle": row.name.middle,
        "family": row.name.family,
        "grade": row.grade,
        "club": row.club,
        "country": row.country,
        "reg": row.registered,
        "rounds": list(row.rounds),
        "group": row.group,
        "note": row.note,
    }
