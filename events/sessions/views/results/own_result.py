"""A contestant's evening at one look: the chart board by board, the best boards and the worst."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.charts import bars
from events.common.views import figures
from events.models import Session
from events.sessions.views.results.card_rows import Card, CardRow

SHOWN = 3
"""How many of the best boards are named, and of the worst."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A board that went well or badly; ``gain`` is what it brought, with its unit."""

    board: int
    played: str
    opponents: str
    gain: str


@dataclass(frozen=True, slots=True)
class OwnResult:
    """``chart`` is ``None`` with fewer than two boards that count; ``best`` and ``worst`` never
    name the same board."""

    chart: bars.BarChart | None
    best: list[Highlight]
    worst: list[Highlight]


def own_result(session: Session, card: Card) -> OwnResult:
    """What stands above the list of boards on a card."""
    counting = card.counting
    if len(counting) < 2:
        return OwnResult(None, [], [])
    in_percent = session.method == Session.Method.MATCHPOINTS
    draw = bars.draw_percentages if in_percent else bars.draw_points
    chart = draw([_bar(row, in_percent=in_percent) for row in counting])
    falling = sorted(counting, key=lambda row: (-_gain(row), row.board))
    some = min(SHOWN, len(falling) // 2)
    best, worst = falling[:some], falling[::-1][:some]
    return OwnResult(
        chart,
        [_highlight(row, in_percent=in_percent) for row in best],
        [_highlight(row, in_percent=in_percent) for row in worst],
    )


def _gain(row: CardRow) -> Fraction:
    if row.gain is None:
        raise ValueError(f"board {row.board} does not count")
    return row.gain


def _bar(row: CardRow, *, in_percent: bool) -> bars.Value:
    label = _("Board %(board)s: %(gain)s")
    gain = gain_text(_gain(row), in_percent=in_percent)
    values = {"board": row.board, "gain": gain}
    return bars.Value(str(row.board), _gain(row), label % values)


def _highlight(row: CardRow, *, in_percent: bool) -> Highlight:
    gain = gain_text(_gain(row), in_percent=in_percent)
    return Highlight(row.board, row.played, f"{row.opponents} {row.opponents_names}".strip(), gain)


def gain_text(gain: Fraction, *, in_percent: bool) -> str:
    """``57 %``, or points with their sign: ``+3.5``."""
    if in_percent:
        return f"{figures.share(gain, Fraction(100))} %"
    return f"+{figures.points(gain)}" if gain > 0 else figures.points(gain)
