"""The scales of the American Contract Bridge League, and the percentages of Swiss pairs of the
English Bridge Union (White Book 3.1.7; spec: teams, section 3)."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.teams.scale import Scale, from_first_margins
from events.sessions.domain.teams.wbf_scales import check_boards

_Lengths = Mapping[range, tuple[int, ...]]
_ACBL_20: Final[_Lengths] = {
    range(6, 9): (0, 1, 3, 5, 8, 11, 14, 17, 20, 24, 28),
    range(9, 12): (0, 1, 3, 6, 10, 14, 18, 22, 26, 31, 36),
}
_ACBL_30: Final[_Lengths] = {
    range(6, 9): (1, 2, 3, 4, 5, 7, 9, 11, 14, 17, 20, 24, 28),
    range(9, 12): (1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36),
}
"""First margins of 18 to 30 VPs; a drawn match is 15 each."""

# fmt: off
_PERCENTAGES: Final = (
    (4, (5092, 5280, 5471, 5670, 5880, 6108, 6363, 6661, 7036, 7595)),
    (6, (5078, 5239, 5402, 5572, 5751, 5945, 6162, 6417, 6737, 7213)),
    (9, (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)),
    (13, (5054, 5165, 5278, 5395, 5519, 5653, 5804, 5980, 6201, 6530)),
    (19, (5045, 5138, 5232, 5330, 5434, 5545, 5671, 5818, 6003, 6278)),
    (27, (5038, 5116, 5194, 5277, 5363, 5457, 5562, 5685, 5840, 6071)),
)
"""Up to so many boards: hundredths of a per cent up to which a pair gets 10, 11 … 19 VPs."""
_HALF_PERCENTAGES: Final = (
    (2, (5186, 5570, 5994, 6512, 7315)),
    (3, (5159, 5487, 5848, 6289, 6975)),
    (4, (5132, 5403, 5703, 6070, 6638)),
    (6, (5109, 5336, 5586, 5892, 6366)),
    (9, (5092, 5281, 5493, 5745, 6141)),
    (13, (5077, 5236, 5410, 5624, 5956)),
)
"""The same for half a match: 5 to 9 VPs."""
# fmt: on


def acbl_20(boards: int) -> Scale:
    """The scale of 20 VPs; :class:`Refused` for a length that it does not have."""
    return from_first_margins(_for_length(_ACBL_20, boards), draw=10, total=20)


def acbl_30(boards: int) -> Scale:
    """The scale of 30 VPs; :class:`Refused` for a length that it does not have."""
    rows = from_first_margins(_for_length(_ACBL_30, boards), draw=18, total=30).rows
    draw = from_first_margins((0,), draw=15, total=30).rows
    return Scale((*draw, *rows))


def _for_length(scales: _Lengths, boards: int) -> tuple[int, ...]:
    check_boards(boards)
    for lengths, margins in scales.items():
        if boards in lengths:
            return margins
    template = gettext_noop("This scale is known for matches of 6 to 11 boards, not of %(boards)s.")
    raise Refused(sentence(template, boards=boards))


@dataclass(frozen=True, slots=True)
class PercentageScale:
    """VPs of a pair by its percentage: ``limits`` in hundredths of a per cent, each the last of its
    VPs, which rise from ``draw`` to twice that."""

    limits: tuple[int, ...]
    draw: int

    def points(self, percentage: Fraction) -> int:
        """Whole VPs; exactly on a limit those nearer to the average."""
        above = abs(percentage - 50) * 100 + 5000
        winner = self.draw + bisect_left(self.limits, above)
        return winner if percentage >= 50 else 2 * self.draw - winner


def swiss_pairs(boards: int, *, half: bool = False) -> PercentageScale:
    """The scale of Swiss pairs for a match, or half a match, of so many boards; :class:`Refused`
    for a length that it does not have."""
    check_boards(boards)
    table, draw = (_HALF_PERCENTAGES, 5) if half else (_PERCENTAGES, 10)
    for most, limits in table:
        if boards <= most:
            return PercentageScale(limits, draw)
    template = gettext_noop(
        "The percentages of this scale are known for matches of up to %(most)s boards, not of "
        "%(boards)s."
    )
    raise Refused(sentence(template, most=table[-1][0], boards=boards))
