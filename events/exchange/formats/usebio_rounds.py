"""The matches of a USEBIO file: who met whom in which round, and what both got."""

from clubscore.numbers import whole_number
from clubscore.problems import gettext_noop
from events.exchange.domain.results_file import FileMatch
from events.exchange.formats.problems import Findings
from events.exchange.formats.xml_tree import Element

MAX_ROUND = 50
MAX_BOARD = 999
_POINTS = (
    ("NS_VICTORY_POINTS", "EW_VICTORY_POINTS"),
    ("TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS"),
    ("TEAM_SCORE", "OPPOSING_TEAM_SCORE"),
    ("NS_SCORE", "EW_SCORE"),
)
"""What both sides got, the first that is there."""
_NO_ROUND = gettext_noop("“%(text)s” is not the number of a round.")
_NO_SIDES = gettext_noop("This match does not say who met.")
_NO_BOARDS = gettext_noop("“%(first)s” to “%(last)s” are not the boards of a match.")


def read_matches(holder: Element, found: Findings) -> tuple[FileMatch, ...]:
    """The matches of a section, in the order of the file."""
    return tuple(_match(each, found) for each in holder.of("MATCH"))


def _match(match: Element, found: Findings) -> FileMatch:
    text = match.text("ROUND_NUMBER")
    number = whole_number(text, most=MAX_ROUND) or 0
    if not number:
        found.wrong(_NO_ROUND, match.line, "ROUND_NUMBER", text, text=text)
    home = match.text("TEAM", "NS_PAIR_NUMBER")
    away = match.text("OPPOSING_TEAM", "EW_PAIR_NUMBER")
    if not home or not away:
        found.wrong(_NO_SIDES, match.line, "MATCH")
    told = ((match.text(ours), match.text(theirs)) for ours, theirs in _POINTS)
    points = next((both for both in told if all(both)), None)
    return FileMatch(number, home, away, _boards(match, found), points, match.line)


def _boards(match: Element, found: Findings) -> tuple[int, int] | None:
    """The first and the last board; where they are not told, those with results."""
    texts = match.text("START_BOARD_NUMBER"), match.text("END_BOARD_NUMBER")
    if not any(texts):
        played = [
            number
            for board in match.of("BOARD")
            if (number := whole_number(board.text("BOARD_NUMBER"), most=MAX_BOARD))
        ]
        return (min(played), max(played)) if played else None
    first, last = (whole_number(text, most=MAX_BOARD) or 0 for text in texts)
    if not 1 <= first <= last:
        found.wrong(_NO_BOARDS, match.line, "START_BOARD_NUMBER", first=texts[0], last=texts[1])
        return None
    return first, last
