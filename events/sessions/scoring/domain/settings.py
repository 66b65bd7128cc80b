"""How a field is scored: the choices a director has."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from events.common.domain import Rounding
from events.sessions.scoring.domain.imps import MAX_PERCENT, DatumRule, Datums


class Method(StrEnum):
    MATCHPOINTS = "mp"
    BUTLER = "butler"
    CROSS_IMPS = "cross-imps"
    TOTAL = "total"


class ImpsBy(StrEnum):
    """What IMPs are ranked by: the total, the total divided by the boards played, or that only
    where the contestants of a list played different numbers of boards."""

    TOTAL = "total"
    BOARD = "board"
    UNEQUAL = "unequal"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices.

    ``scale`` is 2 (2 a win, 1 a tie) or 1 (1 and ½). ``winners`` 1 makes one list, 2 makes one
    for each direction. ``neuberg`` scales short boards to the same top, in cross-IMPs to the
    same weight; ``expected`` is the number of results it uses, by default the largest
    of any board, and never less. ``small_groups`` gives one to three results percentages
    instead, where they are no more than a third of those. ``missing_ties`` replaces both: each
    result that is missing counts as a tie. A board that is sat out is worth ``sit_out`` per cent
    of a full top, in matchpoints; 0 leaves it out of both sums. ``one_field`` compares across
    sections.
    ``session_average`` lets A+ rise and A− fall to the pair's own percentage. ``butler_drop``,
    ``butler_percent``, ``butler_parts`` and ``butler_even`` are the :class:`DatumRule` of boards
    whose datum is not among ``datums``. ``cross_imps_mean`` divides the sum by the
    number of comparisons; without it, ``cross_imps_award_each`` counts an award that many times.
    ``imps_by`` is what both are ranked by. A contestant that played less
    than ``minimum_part`` of the boards is listed without a place.
    """

    method: Method = Method.MATCHPOINTS
    scale: int = 2
    winners: int = 1
    neuberg: bool = True
    small_groups: bool = True
    missing_ties: bool = False
    sit_out: int = 0
    rounding: Rounding = Rounding.EXACT
    expected: int | None = None
    one_field: bool = True
    session_average: bool = True
    butler_drop: int = 1
    butler_percent: int = 0
    butler_parts: bool = True
    butler_even: bool = False
    datums: Datums = ()
    cross_imps_mean: bool = True
    cross_imps_award_each: bool = False
    imps_by: ImpsBy = ImpsBy.TOTAL
    minimum_part: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.scale not in (1, 2) or self.winners not in (1, 2):
            raise ValueError("scale and winners are 1 or 2")
        if not 0 <= self.butler_drop <= 2:
            raise ValueError("0 to 2 results are dropped")
        if not 0 <= self.sit_out <= 100:
            raise ValueError("a sit-out is worth 0 to 100 per cent")
        if not 0 <= self.butler_percent <= MAX_PERCENT:
            raise ValueError("0 to 40 per cent are left out")
        if self.expected is not None and self.expected < 1:
            raise ValueError("at least one result is expected")

    @property
    def datum_rule(self) -> DatumRule:
        return DatumRule(self.butler_drop, self.butler_percent, self.butler_parts, self.butler_even)

    def given_datum(self, board: int, *, is_fouled: bool) -> int | None:
        """The datum that is given for a board; it is of one deal, so not of a fouled board."""
        return None if is_fouled else dict(self.datums).get(board)
