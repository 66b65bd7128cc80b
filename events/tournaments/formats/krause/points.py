"""Points as the files write them, and the three records that define a point system.

    162  W 3.0    D 1.0    L 0.0      TRF26: a letter and four columns, from column 6, nine apart
    BBW  3.0                          bbpPairings: a line for each kind
    XXS WW=3 BW=3 WD=1 …              JaVaFo: codes with values

W is a win, by forfeit too, and a full-point bye; D a draw and a half-point bye. The pairing's bye
is worth a win unless the file has a value for it.
"""

from collections.abc import Iterable
from fractions import Fraction

from events.tournaments.domain.points import read_points
from events.tournaments.domain.results import PointSystem
from events.tournaments.formats.krause.lines import Line, groups

_WIN = ("win", "forfeit_win", "full_bye")
_DRAW = ("draw", "half_bye")
_ABSENCE = ("zero_bye", "forfeit_loss")
OF_162: dict[str, tuple[str, ...]] = {
    "W": _WIN, "D": _DRAW, "L": ("loss",), "A": _ABSENCE, "P": ("pairing_bye",), "X": (),
}  # fmt: skip
"""Which points a letter of record 162 sets; X is an unknown result, which has none here."""

OF_BB = {
    "BBW": _WIN, "BBD": _DRAW, "BBL": ("loss",), "BBZ": ("zero_bye",), "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}  # fmt: skip
OF_XXS = {
    "W": _WIN, "D": _DRAW, "L": ("loss",), "WW": ("win",), "BW": ("win",), "WD": ("draw",),
    "BD": ("draw",), "WL": ("loss",), "BL": ("loss",), "ZPB": ("zero_bye",), "HPB": ("half_bye",),
    "FPB": ("full_bye",), "PAB": ("pairing_bye",), "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}  # fmt: skip
_MAX_POINTS = 100
_COLUMNS = 4


def points_text(points: Fraction) -> str:
    """``7.5``, and hundredths only where there are some."""
    hundredths = round(points * 100)
    return f"{hundredths / 100:.1f}" if hundredths % 10 == 0 else f"{hundredths / 100:.2f}"


def points_from(text: str) -> Fraction | None:
    """Points as programs write them, ``1.``, ``.5`` and ``1,0`` too; ``None`` for anything else."""
    plain = text.strip().rstrip(".,")
    return read_points(f"0{plain}" if plain.startswith((".", ",")) else plain)


def read_system(line: Line, points: dict[str, Fraction]) -> list[str]:
    """Add the values of one of the records to the points by field of :class:`PointSystem`.

    Returns the parts that could not be read.
    """
    unreadable = []
    for fields, value, text in _parts(line):
        worth = points_from(value)
        # The columns of the database hold two decimals.
        if fields is None or worth is None or not 0 <= worth < _MAX_POINTS or worth % _CENT:
            unreadable.append(text)
        else:
            points.update(dict.fromkeys(fields, worth))
    return unreadable


_CENT = Fraction(1, 100)


def _parts(line: Line) -> Iterable[tuple[tuple[str, ...] | None, str, str]]:
    """The fields, ``None`` where they are unknown, the value and the text of every part."""
    if line.tag:
        for _column, text in groups(line.text, 6, 5, 9):
            if text.strip():
                yield OF_162.get(text[0].upper()), text[1:].strip(), text
    elif line.text.startswith("BB"):
        yield OF_BB[line.text[:3]], line.data, line.text
    else:
        for part in line.data.split():
            code, _equals, value = part.partition("=")
            yield OF_XXS.get(code.upper()), value, part


def write_162(system: PointSystem) -> str | None:
    """Record 162; ``None`` when it cannot express this system."""
    texts = [
        (letter, points_text(getattr(system, OF_162[letter][0])))
        for letter in "WDLAP"
        if _all_equal(system, OF_162[letter])
    ]
    if len(texts) < len("WDLAP") or any(len(text) > _COLUMNS for _letter, text in texts):
        return None
    return "162  " + "    ".join(f"{letter}{text:>{_COLUMNS}}" for letter, text in texts)


def write_bb(system: PointSystem) -> list[str]:
    """The lines of bbpPairings; none when they cannot express this system."""
    if not all(_all_equal(system, fields) for fields in OF_BB.values()):
        return []
    return [
        f"{code} {points_text(getattr(system, fields[0])):>{_COLUMNS}}"
        for code, fields in OF_BB.items()
    ]


def write_xxs(system: PointSystem) -> str:
    """JaVaFo's line, which can express every system."""
    # Those of one letter set several values at once.
    codes = [code for code in OF_XXS if len(code) > 1]
    values = (f"{code}={points_text(getattr(system, OF_XXS[code][0]))}" for code in codes)
    return f"XXS {' '.join(values)}"


def _all_equal(system: PointSystem, fields: tuple[str, ...]) -> bool:
    return len({getattr(system, field) for field in fields}) == 1
