"""BridgeScore files: a session's results as a text of numbers (BridgeScore 0.9, 1996).

One number a line: boards, NS pairs, EW pairs. Then a result a line, ``board NS-pair EW-pair
score-to-NS``, and the word ``end``; what follows is ignored. NS and EW pairs are both numbered
from 1. The reader finds every mistake and names its line, field and value; the fields are
``boards ns_pairs ew_pairs`` above and ``board ns ew score`` in a result.

A scored field as plain text that prints well: every board, then the standings.

With two lists, the North–South pairs are on the left and the East–West pairs on the right.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, zip_longest

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Sentence, gettext_noop, refuse_if, sentence
from events.common.domain import at_most_two_decimals, hundredths, two_decimals
from events.sessions.bridgescore.domain import BridgeScore, Reading
from events.sessions.core.domain.contract import Side, why_impossible
from events.sessions.scoring.domain.board_score import BoardScore, Line, LineScore
from events.sessions.scoring.domain.field import FieldScore
from events.sessions.scoring.domain.ranking import Standing, rank

MAX_BOARDS = 999

MAX_PAIRS = 9_999

_HEADER = ("boards", "ns_pairs", "ew_pairs")

_RESULT = ("board", "ns", "ew", "score")

_NUMBER = re.compile(r"[+-]?\d{1,6}", re.ASCII)


def looks_like_bridgescore(text: str) -> bool:
    """Whether a text begins with the three numbers of a header."""
    lines = [line.strip() for line in text[:1_000].split("\n") if line.strip()][:3]
    return len(lines) == 3 and all(line.isdecimal() and len(line) <= 3 for line in lines)


def read(text: str, *, any_score: bool = False) -> Reading:
    """Read a file whose lines end in LF.

    ``any_score`` accepts scores that no contract gives. Raises ``Refused`` with all the mistakes.
    """
    return _Reader(any_score).read(text)


def write(file: BridgeScore) -> str:
    """The text of a file; :func:`read` gives the same value."""
    rows = [str(file.boards), str(file.ns_pairs), str(file.ew_pairs)]
    rows += [f"{e.board} {e.ns[0]} {e.ew[0]} {e.score_ns}" for e in file.lines]
    return "\n".join([*rows, "end", ""])


_MOST_HINTS = 1000
"""So many problems are looked at for numbers in another order: nobody reads more."""


class _Reader:
    def __init__(self, any_score: bool) -> None:
        self.any_score = any_score
        self.problems: list[Problem] = []
        self.header: list[int | None] = []
        self.header_lines: list[int] = []
        self.lines: list[Line] = []
        self.seen: dict[tuple[int, Side, int], int] = {}

    def read(self, text: str) -> Reading:
        number, ended = 0, False
        for number, row in enumerate(text.split("\n"), start=1):
            fields = row.split()
            if not fields:
                continue
            if fields[0].lower() == "end":
                ended = True
                break
            if len(self.header) < len(_HEADER) and self.read_header(number, fields, row.strip()):
                continue
            self.read_result(number, fields, row.strip())
        self.close_header(number)
        refuse_if(self.problems)
        boards, ns_pairs, ew_pairs = (value or 0 for value in self.header)
        file = BridgeScore(boards, ns_pairs, ew_pairs, tuple(self.lines))
        return Reading(file, tuple(self.notices(file, None if ended else number)))

    def add_problem(
        self, line: int | None, field: str | None, value: str | None, message: Sentence
    ) -> None:
        self.problems.append(Problem(message, line, field, value))

    # The three numbers

    def read_header(self, number: int, fields: Sequence[str], row: str) -> bool:
        """Take a line for the next of the three numbers; ``False`` if it is a result already."""
        place = len(self.header)
        values = [value for field in fields if (value := _whole(field)) is not None]
        all_numbers = len(values) == len(fields)
        if len(fields) == 1 and all_numbers:
            self.declare(number, values[0], row)
        elif place == 0 and not all_numbers:
            self.read_junk(number, row)
        elif len(fields) == len(_RESULT) and all_numbers:
            self.add_problem(number, _HEADER[place], row, sentence(_RESULT_TOO_EARLY))
            # The rest of the header is given up, so that each result is read as one.
            self.header += [None] * (len(_HEADER) - place)
            return False
        elif all_numbers:
            self.add_problem(number, _HEADER[place], row, sentence(_ONE_A_LINE))
            for value in values[: len(_HEADER) - place]:
                self.declare(number, value, str(value))
        else:
            self.add_problem(number, _HEADER[place], row, _no_number(row))
            self.header.append(None)
        return True

    def read_junk(self, number: int, row: str) -> None:
        """What an editor or a word processor left before the first number."""
        self.add_problem(number, _HEADER[0], row, sentence(_JUNK))
        # Attached to the number itself, as control codes may be: the number still counts.
        attached = re.search(r"\d{1,3}$", row, re.ASCII)
        if attached and len(row.split()) == 1:
            self.declare(number, integer_of(attached[0]), row)

    def declare(self, number: int, value: int, row: str) -> None:
        place = len(self.header)
        self.header_lines.append(number)
        maximum = MAX_BOARDS if place == 0 else MAX_PAIRS
        if 1 <= value <= maximum:
            self.header.append(value)
            return
        self.header.append(None)
        self.add_problem(number, _HEADER[place], row, sentence(_OUT_OF_BOUNDS, most=maximum))

    def close_header(self, last: int) -> None:
        if not self.header and self.problems:
            first = self.problems[0]
            # One sentence instead of one for every line of a file of another kind.
            self.problems = [Problem(sentence(_NO_HEADER), first.line, _HEADER[0], first.value)]
            return
        for field in _HEADER[len(self.header) :]:
            self.add_problem(last, field, None, sentence(_MISSING_NUMBER))

    def read_result(self, number: int, fields: Sequence[str], row: str) -> None:
        values = [_whole(field) for field in fields]
        if len(fields) != len(_RESULT):
            missing = len(fields) < len(_RESULT)
            field = _RESULT[len(fields)] if missing else None
            surplus = row if missing else " ".join(fields[len(_RESULT) :])
            template = _FIELD_MISSING if missing else _TOO_MANY
            self.add_problem(number, field, surplus, sentence(template, count=len(fields)))
        for field, name, value in zip(fields, _RESULT, values, strict=False):
            if value is None or (name != "score" and field.startswith("+")):
                self.add_problem(number, name, field, _no_number(field))
        if len(fields) != len(_RESULT) or None in values:
            return
        board, ns, ew, score = (value or 0 for value in values)
        wrong = list(self.wrong(board, ns, ew, score))
        is_asked = wrong and len(self.problems) < _MOST_HINTS
        hint = is_asked and self.looks_reordered(board, ns, ew, score)
        for index, message in wrong:
            if hint:
                message = sentence(_ORDER, problem=message)
            self.add_problem(number, _RESULT[index], fields[index], message)
        # An impossible score still says who met: a pair twice on the board is found as well.
        if all(name == "score" for name in (_RESULT[index] for index, _ in wrong)):
            self.find_double(number, board, ns, ew)
            self.lines.append(Line(board, (ns,), (ew,), score))

    def wrong(self, board: int, ns: int, ew: int, score: int) -> Iterator[tuple[int, Sentence]]:
        """What is out of range or impossible, by the place of the field."""
        # A header that was cut short leaves the rest of the numbers unknown.
        declared = [*self.header, None, None, None][:3]
        for index, (value, maximum) in enumerate(zip((board, ns, ew), declared, strict=True)):
            if value < 1 or (maximum is not None and value > maximum):
                yield index, sentence(_UNDECLARED[index], number=value, most=maximum or "?")
        known = 1 <= board <= (declared[0] or MAX_BOARDS)
        if message := why_impossible(score, board if known else None, self.any_score):
            yield 3, message

    def looks_reordered(self, *values: int) -> bool:
        return any(not list(self.wrong(*order)) for order in permutations(values))

    def find_double(self, number: int, board: int, ns: int, ew: int) -> None:
        keys = ((board, Side.NS, ns), (board, Side.EW, ew))
        before = [self.seen.setdefault(key, number) for key in keys]
        # One mistake, so one message: both pairs were on the same earlier line.
        if before[0] == before[1] != number:
            message = sentence(_SAME_TWO, ns=ns, ew=ew, board=board, line=before[0], again=number)
            self.add_problem(number, "ns", str(ns), message)
            return
        for (_, side, pair), line in zip(keys, before, strict=True):
            if line != number:
                message = sentence(
                    _TWICE, side=side.value, pair=pair, board=board, line=line, again=number
                )
                self.add_problem(number, side.value.lower(), str(pair), message)

    def notices(self, file: BridgeScore, cut_off_at: int | None) -> Iterator[Problem]:
        if file.ew_pairs - file.ns_pairs not in (0, 1):
            odd = sentence(_ODD_NUMBERS, ns=file.ns_pairs, ew=file.ew_pairs)
            yield Problem(odd, self.header_lines[-1], _HEADER[2], str(file.ew_pairs))
        # The results may be complete all the same, so it is no error.
        if cut_off_at is not None:
            yield Problem(sentence(_NO_END), cut_off_at)
        for template, declared, played in (
            (_EMPTY_BOARDS, file.boards, {line.board for line in file.lines}),
            (_ABSENT_NS, file.ns_pairs, {line.ns[0] for line in file.lines}),
            (_ABSENT_EW, file.ew_pairs, {line.ew[0] for line in file.lines}),
        ):
            absent = [number for number in range(1, declared + 1) if number not in played]
            if absent:
                yield Problem(sentence(template, numbers=_ranges(absent)))


def _whole(text: str) -> int | None:
    """A whole number, also with a typographic minus sign; else ``None``."""
    text = text.replace("−", "-")
    return integer_of(text) if _NUMBER.fullmatch(text) else None


def _no_number(text: str) -> Sentence:
    rogue = next((sign for sign in re.sub(r"^[+−-]", "", text) if sign not in "0123456789"), None)
    if rogue is None:
        return sentence(_NOT_WHOLE, text=text)
    return sentence(_ROGUE, text=text, sign=rogue)


def _ranges(numbers: Iterable[int]) -> str:
    """``1–3, 7`` for 1, 2, 3, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


_RESULT_TOO_EARLY = gettext_noop(
    "This is already a result. The numbers of boards, NS pairs and EW pairs come first, each on "
    "its own line."
)

_ONE_A_LINE = gettext_noop("The numbers of boards, NS pairs and EW pairs are on one line each.")

_JUNK = gettext_noop(
    "This comes before the first number, the number of boards. Word processors leave such things "
    "behind: delete it, and save the file as plain text."
)

_NO_HEADER = gettext_noop(
    "This is not a BridgeScore file: it does not begin with a number, the number of boards."
)

_OUT_OF_BOUNDS = gettext_noop("This must be from 1 to %(most)s.")

_MISSING_NUMBER = gettext_noop("The file ends before this number.")

_FIELD_MISSING = gettext_noop(
    "A result has four numbers: board, NS pair, EW pair, score to NS. Here are %(count)s."
)

_TOO_MANY = gettext_noop(
    "A result has four numbers: board, NS pair, EW pair, score to NS. Here are %(count)s."
)

_UNDECLARED = (
    gettext_noop("Board %(number)s is not declared: there are boards 1 to %(most)s."),
    gettext_noop("NS pair %(number)s is not declared: there are NS pairs 1 to %(most)s."),
    gettext_noop("EW pair %(number)s is not declared: there are EW pairs 1 to %(most)s."),
)

_ORDER = gettext_noop(
    "%(problem)s The order looks wrong: it is board, NS pair, EW pair, score to NS."
)

_SAME_TWO = gettext_noop(
    "NS pair %(ns)s and EW pair %(ew)s meet twice on board %(board)s: lines %(line)s and %(again)s."
)

_TWICE = gettext_noop(
    "%(side)s pair %(pair)s plays board %(board)s twice: lines %(line)s and %(again)s."
)

_ODD_NUMBERS = gettext_noop(
    "There are %(ns)s NS pairs and %(ew)s EW pairs; usually there are as many, or one more EW pair."
)

_NO_END = gettext_noop("The word “end” is missing: the file may be cut off.")

_EMPTY_BOARDS = gettext_noop("Declared boards without a result: %(numbers)s.")

_ABSENT_NS = gettext_noop("Declared NS pairs that never played: %(numbers)s.")

_ABSENT_EW = gettext_noop("Declared EW pairs that never played: %(numbers)s.")

_NOT_WHOLE = gettext_noop("“%(text)s” is not a number allowed here.")

_ROGUE = gettext_noop("“%(text)s” is not a whole number because of “%(sign)s”.")

_GAP = "    "


def write_report(field: FieldScore) -> str:
    """The report, in English as the format's own."""
    blocks = [_board(board) for board in field.boards]
    blocks += [_standings(field, section) for section in _sections(field)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _sections(field: FieldScore) -> list[str]:
    return sorted({standing.section for standing in field.standings})


def _board(board: BoardScore) -> list[str]:
    heading = f"Board {board.board}"
    if board.section:
        heading += f", section {board.section}"
    names = ("NS", "EW", "Score", "Place", "NS points", "EW points")
    lines = sorted(board.lines, key=_pair_order)
    places = _places(lines)
    rows = [
        (
            _names(score.line.ns),
            _names(score.line.ew),
            _result(score),
            places[index],
            _points(score.ns_points),
            _points(score.ew_points),
        )
        for index, score in enumerate(lines)
    ]
    return [heading, *_table(names, rows)]


def _pair_order(score: LineScore) -> tuple[int, str]:
    name = _names(score.line.ns)
    return len(name), name


def _places(lines: Sequence[LineScore]) -> dict[Hashable, str]:
    """North–South's place on the board, by the place of the line."""
    values: dict[Hashable, int | None] = {
        index: None if score.ns_points is None else hundredths(score.ns_points)
        for index, score in enumerate(lines)
    }
    return {index: str(place or "-") for place, index in rank(values)}


def _result(score: LineScore) -> str:
    line = score.line
    if line.adjustment is not None:
        return str(line.adjustment)
    return "-" if line.score_ns is None else str(line.score_ns)


def _standings(field: FieldScore, section: str) -> list[str]:
    standings = [standing for standing in field.standings if standing.section == section]
    heading = [f"Section {section}", ""] if section else []
    lists = [
        list(_list(standings, direction))
        for direction in (None, Side.NS, Side.EW)
        if any(standing.direction is direction for standing in standings)
    ]
    width = max((len(row) for row in lists[0]), default=0) if lists else 0
    rows = [
        _GAP.join([cells[0].ljust(width), *cells[1:]]).rstrip()
        for cells in zip_longest(*lists, fillvalue="")
    ]
    return heading + rows


def _list(standings: Sequence[Standing], direction: Side | None) -> Iterator[str]:
    chosen = [standing for standing in standings if standing.direction is direction]
    pair = "Pair" if direction is None else f"{direction.value} pair"
    tops = any(standing.of is not None for standing in chosen)
    names = ["Place", pair, *(("Points", "Of", "%") if tops else ("Total",))]
    rows = [
        (str(standing.place or "-"), str(standing.contestant), *_values(standing, tops))
        for standing in chosen
    ]
    return iter(_table(names, rows))


def _values(standing: Standing, tops: bool) -> tuple[str, ...]:
    if not tops:
        return (at_most_two_decimals(standing.points),)
    percentage = standing.percentage
    return (
        _points(standing.points),
        _points(standing.of),
        "-" if percentage is None else two_decimals(percentage),
    )


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns flush right, under their names."""
    widths = [
        max(len(name), *(len(row[index]) for row in rows)) if rows else len(name)
        for index, name in enumerate(names)
    ]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (names, *rows)
    ]


def _names(contestants: tuple[object, ...]) -> str:
    return "+".join(str(contestant) for contestant in contestants)


def _points(points: Fraction | None) -> str:
    return "-" if points is None else at_most_two_decimals(points)
