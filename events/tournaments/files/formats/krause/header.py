"""Records 012 to 132: the facts of the tournament itself.

The type of a tournament, as TRF26 encodes it, where its text is plain.

192  Individual: Swiss-System (Dutch)  →  FIDE_DUTCH
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.federations import find_federation
from events.tournaments.files.formats.krause.lines import (
    NOWHERE,
    Line,
    Place,
    Report,
    groups,
    read_american_round_date,
    read_date,
    read_round_date,
)

MAX_TEXT_LENGTH = 200

MAX_FEDERATION_LENGTH = 60

FIRST_DATE, DATE_WIDTH, DATE_STEP = 92, 8, 10

_TEXTS = {"012": "name", "022": "city", "092": "kind", "122": "time_control"}

_DIGIT, _LETTER, _WORD = re.compile(r"\d"), re.compile(r"[^\W\d_]"), re.compile(r"\S+")

_CHARACTER = {"122": (_DIGIT, gettext_noop('"%(text)s" is not a time control: it has no digit'))}

_NO_LETTER = gettext_noop('"%(text)s" has no letter')


@dataclass(slots=True)
class Header:
    """The values of the records; an empty text and ``None`` where there is none.

    ``dates`` are those of the rounds in the order of the line.
    ``start_text`` is what record 042 has. ``counts`` are the numbers of players, rated players and
    teams by record.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    kind: str = ""
    time_control: str = ""
    start: date | None = None
    start_text: str = ""
    finish: date | None = None
    chief: str = ""
    deputies: list[str] = field(default_factory=list)
    dates: list[date] = field(default_factory=list)
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def place(self, tag: str) -> Place:
        """The line of a record, or nowhere."""
        line = self.lines.get(tag)
        return Place(line) if line else NOWHERE


def read_header(lines: Iterable[Line], report: Report) -> Header:
    """The header of a file. Of a record that comes twice the last one counts, as with the
    reader of 2006; arbiters have a line each."""
    header = Header()
    by_tag: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_tag[line.tag].append(line)
    for tag, found in by_tag.items():
        header.lines[tag] = found[-1].number
        if tag in ("102", "112"):
            _read_arbiters(found, header, report)
            continue
        if len(found) > 1:
            _report_twice(found, report)
        _read(found[-1], header, report)
    return header


def _read_arbiters(found: list[Line], header: Header, report: Report) -> None:
    """The chief arbiter, and deputies, one a line."""
    names = [text for line in found if (text := _text(line, report))]
    if found[0].tag == "102" and names:
        header.chief, *names = names
        if names:
            report.notice(
                sentence("there is one chief arbiter; the others are read as deputies"),
                Place(found[-1].number),
            )
    header.deputies += names


def _report_twice(found: list[Line], report: Report) -> None:
    what = sentence(
        "record %(tag)s is also in line %(other)s; the last one counts",
        tag=found[0].tag,
        other=found[0].number,
    )
    report.notice(what, Place(found[-1].number))


def _read(line: Line, header: Header, report: Report) -> None:
    tag = line.tag
    if tag in _TEXTS:
        setattr(header, _TEXTS[tag], _text(line, report))
    elif tag == "032":
        header.federation = _federation(line, report)
    elif tag in ("042", "052"):
        _read_day(line, header, report)
    elif tag == "132":
        _read_dates(line, header, report)
    elif line.data:
        _read_count(line, header, report)


def _text(line: Line, report: Report) -> str:
    text = line.data
    character, wrong = _CHARACTER.get(line.tag, (_LETTER, _NO_LETTER))
    if report.strict and text and not character.search(text):
        report.error(sentence(wrong, text=text), Place(line.number, value=text))
    return _shortened(text, MAX_TEXT_LENGTH, line, report)


def _shortened(text: str, max_length: int, line: Line, report: Report) -> str:
    if len(text) <= max_length:
        return text
    what = sentence(
        "record %(tag)s has %(length)s characters; the first %(longest)s are kept",
        tag=line.tag,
        length=len(text),
        longest=max_length,
    )
    report.notice(what, Place(line.number))
    return text[:max_length].rstrip()


def _federation(line: Line, report: Report) -> str:
    text = line.data
    code = find_federation(text)
    if text and not code:
        report.tolerate(
            sentence('"%(text)s" is not a federation; it is kept as text', text=text),
            Place(line.number, column=5, value=text),
        )
        text = _shortened(text, MAX_FEDERATION_LENGTH, line, report)
    return code or text


def _read_day(line: Line, header: Header, report: Report) -> None:
    text = line.data
    day = read_date(text)
    place = Place(line.number, column=5, value=text or None)
    if line.tag == "042":
        header.start, header.start_text = day, text
    else:
        header.finish = day
        if text and not day:
            report.tolerate(
                sentence('"%(text)s" is not a date; the end is left out', text=text), place
            )


def _read_dates(line: Line, header: Header, report: Report) -> None:
    fields = _date_fields(line, report)
    if not fields and report.strict:
        report.error(sentence("the round dates are missing"), Place(line.number))
    days = [read_round_date(text) for _column, text in fields]
    if None in days:
        americans = [read_american_round_date(text) for _column, text in fields]
        # Only if it fits all of them: one program writes all its dates in one order.
        if None not in americans:
            report.notice(
                sentence("the round dates are read as year, day, month"), Place(line.number)
            )
            days = americans
    for (column, text), day in zip(fields, days, strict=True):
        if day is None:
            place = Place(line.number, column=column, value=text)
            report.tolerate(
                sentence('"%(text)s" is not a date; the round dates are dropped', text=text), place
            )
    # They count by their place in the line: without one, the others would be of wrong rounds.
    header.dates = [day for day in days if day] if None not in days else []


def _date_fields(line: Line, report: Report) -> list[tuple[int, str]]:
    """The dates in their columns; those that are not there in the order of the line."""
    fields = [
        (column, text.strip())
        for column, text in groups(line.text, FIRST_DATE, DATE_WIDTH, DATE_STEP)
        if text.strip()
    ]
    words = [(found.start() + 1, found.group()) for found in _WORD.finditer(line.text, 4)]
    if [text for _column, text in fields] == [text for _column, text in words]:
        return fields
    if not all(read_round_date(text) for _column, text in words):
        return fields
    report.tolerate(
        sentence("the round dates are not in their columns; they are read in their order"),
        Place(line.number),
    )
    return words


def _read_count(line: Line, header: Header, report: Report) -> None:
    match = re.match(r"\d{1,6}", line.data, re.ASCII)
    if match:
        header.counts[line.tag] = integer_of(match.group()), line.number
        return
    report.notice(
        sentence('"%(text)s" is not a number', text=line.data), Place(line.number, value=line.data)
    )


COUNTED: dict[str, Sentence] = {
    "062": Sentence(gettext_noop("players")),
    "072": Sentence(gettext_noop("rated players")),
    "082": Sentence(gettext_noop("teams")),
}


def check_counts(header: Header, counts: dict[str, int], report: Report) -> None:
    """Report where the numbers of records 062 to 082 are not what the file holds."""
    for tag, (given, line) in header.counts.items():
        if given != counts[tag]:
            values = {"said": given, "what": COUNTED[tag], "holds": counts[tag]}
            report.notice(
                sentence(
                    "the number of %(what)s is given as %(said)s, and the file holds %(holds)s",
                    **values,
                ),
                Place(line),
            )


_DOUBLE = re.compile(r"double|two rounds", re.IGNORECASE)

_EVERYBODY = re.compile(r"round[ -]?robin|all[ -]?play[ -]?all|berger", re.IGNORECASE)

_SYSTEMS = ("dutch", "dubov", "burstein")


def type_of_tournament(text: str) -> str:
    """The code of record 192 for a type in words, or nothing."""
    if _EVERYBODY.search(text):
        return f"FIDE_{'DOUBLE' if _DOUBLE.search(text) else ''}ROUNDROBIN"
    systems = [system for system in _SYSTEMS if system in text.lower()]
    return f"FIDE_{systems[0].upper()}" if len(systems) == 1 else ""
