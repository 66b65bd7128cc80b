"""A TRF26 file of five teams on two boards, put together from what the matches were."""

from tests.events.tournaments.files.formats.krause.files import file, player

HEADER = ("012 Lakeside Teams", "042 2026/03/07", "092 Team: Swiss-System")
RULES = ("142 3", "152 W", "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB", "362 TW 2.0   TD 1.0   TL 0.0")
NAMES = ("Anchors", "Bells", "Cogs", "Drums", "Eels")


def team_line(number: int, *members: int, points: str = f"{'':13}", rank: str = "") -> str:
    """Record 310."""
    name = NAMES[number - 1]
    facts = f"310 {number:3} {name:32} {name[:3].upper():5} {2000 - number:6} {points} {rank:>3}"
    return f"{facts}  {' '.join(f'{member:>4}' for member in members)}".rstrip()


TEAMS = tuple(team_line(number, *range(2 * number - 1, 2 * number + 1)) for number in range(1, 6))
CELLS = (
    # Anchors 1½-½ Cogs; Drums 1-1 Bells; Eels have the bye.
    "5 w 1", "6 b =", "7 b 0", "8 w 1", "1 b 0", "2 w =", "3 w 1", "4 b 0", "0000 - U", "0000 - U",
)  # fmt: skip


def teams_file(*more: str, cells: dict[int, tuple[str, ...]] | None = None) -> str:
    """The file after round 1; ``cells`` replaces those of some players, as texts of the rounds."""
    rows = []
    for number, cell in enumerate(CELLS, start=1):
        own = (cells or {}).get(number, (cell,))
        rows.append(player(number, *own))
    return file(*rows, header=HEADER, more=(*RULES, *TEAMS, *more))
