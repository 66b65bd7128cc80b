"""Writing record 001: a player and the results of every round.

001 NNNN STTT Name                              RRRR FED IIIIIIIIIII yyyy/mm/dd PPPP RRRR
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from clubscore.text.problems import Sentence, sentence
from events.tournaments.core.domain.results import Code, Result, points_text
from events.tournaments.core.domain.tournament import Entrant

NAME, RATING, FEDERATION, IDENTITY, POINTS = 33, 4, 3, 11, 4
"""The widths of the fields."""

_LINE_END = re.compile(r"[\0\r\n]+")
_OLD_TITLES = {
    "GM": "g", "IM": "m", "FM": "f", "CM": "c", "WGM": "wg", "WIM": "wm", "WFM": "wf",
    "WCM": "wc",
}  # fmt: skip
_OLD_CODES = {
    Code.UNRATED_WIN: "+", Code.UNRATED_DRAW: "=", Code.UNRATED_LOSS: "-",
    Code.PAIRING_BYE: "+", Code.FULL_BYE: "+", Code.HALF_BYE: "=", Code.ZERO_BYE: "-",
}  # fmt: skip


@dataclass(slots=True)
class PlayerLines:
    """Writes players with their results of ``rounds`` rounds; ``old`` is the format of 2006."""

    rounds: int
    old: bool
    notices: list[Sentence] = field(default_factory=list)

    def line(self, entrant: Entrant, points: Fraction) -> str:
        """The line of a player with so many points."""
        title = _OLD_TITLES.get(entrant.title, entrant.title) if self.old else entrant.title
        fields = (
            f"001 {entrant.number:4} {entrant.sex:1}{title[:3]:>3}",
            f"{self._name(entrant):{NAME}}",
            f"{entrant.rating or '':>{RATING}}",
            f"{self._fitting(entrant, entrant.federation, FEDERATION):{FEDERATION}}",
            f"{self._fitting(entrant, entrant.identity, IDENTITY):>{IDENTITY}}",
            f"{entrant.born.replace('-', '/'):10}",
            f"{self._fitting(entrant, points_text(points), POINTS):>{POINTS}}",
            f"{entrant.rank or '':>4}",
        )
        results = (*entrant.results, *[None] * self.rounds)[: self.rounds]
        cells = (self._cell(result) for result in results)
        return "  ".join((" ".join(fields), *cells))

    def _name(self, entrant: Entrant) -> str:
        name = full_name(entrant)
        if len(name) > NAME:
            self.notices.append(cut(name, NAME))
        return name[:NAME]

    def _fitting(self, entrant: Entrant, text: str, width: int) -> str:
        """The text where it fits; a number that was cut would be another one."""
        text = plain(text)
        if len(text) <= width:
            return text
        self.notices.append(
            sentence(
                "“%(text)s” of player %(player)s is too long and is left out.",
                text=text,
                player=entrant.number,
            )
        )
        return ""

    def _cell(self, result: Result | None) -> str:
        if result is None:
            return " " * 8
        opponent = f"{result.opponent:4}" if result.opponent else "0000"
        code = "?" if result.is_adjourned and not self.old else self._code(result.code)
        return f"{opponent} {result.colour or '-'} {code}"

    def _code(self, code: Code) -> str:
        if code is Code.PENDING:
            return " "
        if not self.old or code not in _OLD_CODES:
            return code.value
        if not code.is_bye:
            self.notices.append(
                sentence("Games shorter than a move each are written as forfeits or as draws.")
            )
        return _OLD_CODES[code]


def full_name(entrant: Entrant) -> str:
    """``Family,Given`` as it is written: the last comma separates the two."""
    # A comma in the given name would be read as the one that separates it.
    family, given = plain(entrant.family), plain(entrant.given).replace(",", " ").strip()
    # A family name with a comma needs one behind it, or a part of it would be read as given name.
    return f"{family},{given}" if given or "," in family else family


def plain(text: str) -> str:
    """The text without line ends, which would break the line."""
    return _LINE_END.sub(" ", text).strip()


def cut(text: str, width: int) -> Sentence:
    """Report that a name does not fit."""
    return sentence("“%(text)s” is cut after %(width)s characters.", text=text, width=width)
