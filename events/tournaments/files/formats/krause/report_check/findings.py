"""The lines of a report that is checked, and what was found about them."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from clubscore.text.numbers import whole_number
from clubscore.text.problems import sentence
from events.tournaments.files.domain import Finding, Level
from events.tournaments.files.formats.krause.lines import PLAYER, Line, Report, read_date
from events.tournaments.files.formats.krause.players import unshifted


@dataclass(slots=True)
class Findings:
    """``players`` are the players' lines with their starting numbers, ``by_tag`` all lines by the
    numbers of their records."""

    lines: list[Line]
    players: list[tuple[int | None, Line]] = field(default_factory=list)
    by_tag: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))
    _found: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        report = Report(strict=False)
        for line in self.lines:
            self.by_tag[line.tag].append(line)
        for line in self.by_tag[PLAYER]:
            player = unshifted(line, report)
            number = whole_number(player.columns(5, 8).strip(), most=9999)
            self.players.append((number, player))

    def tell(
        self,
        level: Level,
        record: str,
        message: str,
        *,
        of: str = "",
        line: Line | None = None,
        player: int | None = None,
        value: str = "",
        **values: object,
    ) -> None:
        where = {"line": line.number if line else "", "player": player or "?", "value": value}
        told = sentence(message, record=record, field=of, **where, **values)
        number = line.number if line else None
        self._found.append(Finding(level, record, of, number, player, value, told))

    def last(self, tag: str) -> Line | None:
        """The record of a number that says something; of several the last."""
        return next((line for line in reversed(self.by_tag[tag]) if line.data), None)

    def day(self, tag: str) -> date | None:
        """The day of a record, where it has one."""
        line = self.last(tag)
        return read_date(line.data) if line else None

    def in_order(self) -> tuple[Finding, ...]:
        """By line, what is absent first; of one line by level."""
        order = {level: place for place, level in enumerate(Level)}
        self._found.sort(key=lambda each: (each.line or 0, order[each.level]))
        return tuple(self._found)
