"""USEBIO files: the results of a session as the EBU and many clubs exchange them.

All three nestings are read (boards in the event, in sections of sessions, in matches), with the
types of events of today and of old; elements that are not known are left out. Raises
:class:`Refused` with every mistake and its line.
"""

import re
from collections import ChainMap
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from clubscore.text.days import day_told
from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileContestant, FileEvent, FileSection, Number
from events.exchange.formats.findings import Findings
from events.exchange.formats.usebio_boards import numbers_of, read_boards, read_hands, read_matches
from events.exchange.formats.words import LETTERS, section_and_number
from events.exchange.formats.xml_tree import Element, read_xml
from events.sessions.hands.domain import Deal

MAX_EVENTS: Final = 100
"""To be looked at; one is imported."""

_TYPES: Final = {
    "MP_PAIRS": ("PAIRS", "MATCH_POINTS"),
    "BUTLER_PAIRS": ("PAIRS", "BUTLER_IMPS"),
    "CROSS_IMP": ("PAIRS", "CROSS_IMPS"),
    "CROSS_IMPS": ("PAIRS", "CROSS_IMPS"),
    "AGGREGATE": ("PAIRS", "AGGREGATE"),
    "SWISS_PAIRS_CROSS_IMPS": ("SWISS_PAIRS", "CROSS_IMPS"),
    "SWISS_PAIRS_BUTLER_IMPS": ("SWISS_PAIRS", "BUTLER_IMPS"),
    "TEAMS_OF_FOUR": ("TEAMS", "IMPS"),
    "KO": ("TEAMS", "IMPS"),
    "LADDER": ("TEAMS", "IMPS"),
}
"""The types of old, by the type and scoring of today."""

_STRATA: Final = {"1": "A", "2": "B", "3": "C", "A": "A", "B": "B", "C": "C"}
"""The strata by their numbers; some have letters."""

_NO_STRATUM = gettext_noop("“%(text)s” is not one of three strata; it is left out.")

_KNOWN_TYPES: Final = (*_TYPES, "PAIRS", "SWISS_PAIRS", "TEAMS", "SWISS_TEAMS", "INDIVIDUAL")

_SCORINGS: Final = {
    "NS_MATCH_POINTS": "MATCH_POINTS",
    "NS_BUTLER_POINTS": "BUTLER_IMPS",
    "NS_CROSS_IMP_POINTS": "CROSS_IMPS",
}
"""The scoring of each kind of points."""

_KNOWN_SCORINGS: Final = (
    *_SCORINGS.values(), "AGGREGATE", "IMPS", "PAB", "BAM", "HYBRID", "OTHER",
)  # fmt: skip

_UNKNOWN_TYPE = gettext_noop("“%(text)s” is not a type of event that USEBIO has.")

_UNKNOWN_SCORING = gettext_noop(
    "“%(text)s” is not a scoring that USEBIO has; by the points of its lines it is %(scoring)s."
)

_NO_PERCENTAGES = gettext_noop(
    "The event is scored by %(scoring)s, so that what stands under PERCENTAGE are points."
)

_NO_USEBIO = gettext_noop("This is not a USEBIO file: it begins with <%(name)s>.")

_NO_EVENT = gettext_noop("There is no EVENT in this file.")

SEVERAL = gettext_noop("The file has %(count)s events; one is imported at a time.")

_NO_DATE = gettext_noop("“%(text)s” is not a date, such as 19/01/2026.")

_NO_NUMBER = gettext_noop("This %(kind)s has no number.")

_NUMBER_TWICE = gettext_noop("%(number)s is the number of two contestants.")


@dataclass(frozen=True, slots=True)
class Reading:
    """The events of a file, the club's name, notices, and what is left out."""

    events: tuple[FileEvent, ...]
    club: str = ""
    notices: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()


def looks_like_usebio(data: bytes) -> bool:
    """Whether these bytes begin as USEBIO does, in whatever encoding."""
    start = data[:4_000].replace(b"\0", b"")
    return re.search(rb"<(?:\w+:)?USEBIO[\s>]|<!DOCTYPE\s+USEBIO\b", start) is not None


def read(data: bytes) -> Reading:
    """Read a file: a word that is not known costs its cell or its line. Raises :class:`Refused`
    where nothing is left, or what meets whom makes no sense."""
    findings = Findings()
    root = read_xml(data)
    if root.name != "USEBIO":
        findings.wrong(_NO_USEBIO, root.line, root.name, name=root.name)
    apart: dict[int, Deal] = {}
    for handset in root.of("HANDSET"):
        for board in handset.of("BOARD"):
            read_hands(board, apart, findings)
    found = list(root.of("EVENT"))
    if len(found) > MAX_EVENTS:
        raise Refused(sentence(SEVERAL, count=len(found)))
    events = tuple(_event(each, apart, findings) for each in found)
    if not events and not findings.mistakes:
        findings.wrong(_NO_EVENT, root.line, "EVENT")
    findings.refuse(
        unless=any(
            event.hands or part.matches or not all(board.is_empty for board in part.boards)
            for event in events
            for part in event.sections
        )
    )
    club = root.child("CLUB")
    return Reading(
        events, club.text("CLUB_NAME") if club else "", tuple(findings.notices), findings.left_out()
    )


def _event(event: Element, apart: dict[int, Deal], found: Findings) -> FileEvent:
    """An event, with the hands that stand beside it."""
    kind, scoring = _type(event, found)
    hands: MutableMapping[int, Deal] = ChainMap({}, apart)
    for place in event.all_of("BOARD"):
        read_hands(place, hands, found)
    sections = tuple(
        part
        for section in _sections(event)
        for part in _apart(_section(section, hands, found), event.line, found)
    )
    if scoring != "MATCH_POINTS" and any(
        one.is_percentage for section in sections for one in section.contestants
    ):
        found.note(_NO_PERCENTAGES, event.line, "PERCENTAGE", scoring=scoring)
        sections = tuple(
            replace(
                section,
                contestants=tuple(
                    replace(each, is_percentage=False) for each in section.contestants
                ),
            )
            for section in sections
        )
    return FileEvent(
        title=event.text("EVENT_DESCRIPTION", "TITLE"),
        date=_date(event, found),
        type=kind,
        scoring=scoring,
        match_scoring=event.text("MATCH_SCORING_METHOD").upper() or None,
        winners=_winners(event, kind, sections),
        sections=sections,
        limits=tuple(_limits(event)),
        hands=hands,
    )


def _limits(event: Element) -> Iterator[tuple[str, str]]:
    """The limits of the strata below A; those of two directions are the same."""
    seen = set()
    for stratum in event.all_of("STRAT"):
        letter = _STRATA.get(stratum.text("STRAT_NUMBER"), "A")
        limit = stratum.text("UPPER_LIMIT")
        if letter > "A" and limit and letter not in seen:
            seen.add(letter)
            yield letter, limit


def _type(event: Element, found: Findings) -> tuple[str, str | None]:
    """The type and the scoring in the words of today."""
    written = event.attributes.get("EVENT_TYPE", "").strip().upper()
    if not written:
        inside = (*event.all_of("PARTICIPANTS"), *event.all_of("BOARD"))
        types = (each.attributes.get("EVENT_TYPE", "").strip().upper() for each in inside)
        written = next((each for each in types if each), "PAIRS")
    if written not in _KNOWN_TYPES:
        found.note(_UNKNOWN_TYPE, event.line, "EVENT_TYPE", text=written)
    kind, old = _TYPES.get(written, (written, None))
    told = event.text("BOARD_SCORING_METHOD").upper()
    if told in _KNOWN_SCORINGS or (old and not told):
        return kind, told or old
    by_points = next(
        (
            scoring
            for points, scoring in _SCORINGS.items()
            if any(each.own_text for each in event.all_of(points))
        ),
        None,
    )
    if told and by_points:
        found.note(
            _UNKNOWN_SCORING, event.line, "BOARD_SCORING_METHOD", text=told, scoring=by_points
        )
        return kind, by_points
    return kind, told or by_points


def _date(event: Element, found: Findings) -> str | None:
    text = event.text("DATE")
    # USEBIO has the day first, whatever the sign between.
    written = day_told(re.sub(r"^(\d{1,2})[/-](\d{1,2})[/-](?=\d{4}$)", r"\1.\2.", text))
    if text and written is None:
        found.note(_NO_DATE, _line(event, "DATE"), "DATE", text=text)
    return written


def _line(element: Element, name: str) -> int:
    child = element.child(name)
    return child.line if child else element.line


def _winners(event: Element, kind: str, sections: tuple[FileSection, ...]) -> int | None:
    told = event.text("WINNER_TYPE")
    if told in {"1", "2"}:
        return integer_of(told)
    if "PAIRS" not in kind:
        return None if "TEAM" in kind else 1
    directions = {
        contestant.direction for section in sections for contestant in section.contestants
    }
    return 2 if {"NS", "EW"} <= directions else 1


def _sections(event: Element) -> list[Element]:
    """What holds participants and boards: sections, else sessions, else the event itself."""
    sessions = list(event.of("SESSION"))
    if not sessions:
        return [event]
    holders: list[Element] = []
    for session in sessions:
        holders += list(session.of("SECTION")) or [session]
    return holders


def _section(holder: Element, hands: MutableMapping[int, Deal], found: Findings) -> FileSection:
    contestants = tuple(_contestants(holder, found))
    letter = holder.attributes.get("SECTION_ID", "").strip()
    boards = read_boards(holder, contestants, hands, found)
    return FileSection(letter, contestants, boards, read_matches(holder, found))


def _apart(section: FileSection, line: int, found: Findings) -> Iterator[FileSection]:
    """The sections that stand in the letters before the numbers of one."""
    numbers = [
        *(each.number for each in section.contestants),
        *(
            number
            for board in section.boards
            for line_of_board in board.lines
            for number in (*numbers_of(line_of_board.ns), *numbers_of(line_of_board.ew))
        ),
    ]
    parts = {number: section_and_number(number) for number in numbers}
    own = {number: part for number, part in parts.items() if part}
    letters = sorted({letter for letter, _ in own.values()})
    if section.letter or section.matches or len(own) < len(parts) or len(letters) < 2:
        yield section
        return
    found.note(LETTERS, line, "PAIR_NUMBER", sections=", ".join(letters))

    def plain(number: Number) -> Number:
        return own[number][1] if isinstance(number, str) else number

    for letter in letters:
        yield FileSection(
            letter,
            tuple(
                replace(each, number=own[each.number][1])
                for each in section.contestants
                if own[each.number][0] == letter
            ),
            tuple(
                replace(
                    board,
                    lines=tuple(
                        replace(each, ns=plain(each.ns), ew=plain(each.ew))
                        for each in board.lines
                        if isinstance(each.ns, str) and own[each.ns][0] == letter
                    ),
                )
                for board in section.boards
            ),
        )


def _contestants(holder: Element, found: Findings) -> Iterator[FileContestant]:
    seen: set[tuple[str, str | None]] = set()
    for participants in holder.of("PARTICIPANTS"):
        for child in participants.children:
            read = _READERS.get(child.name)
            if read is None:
                continue
            contestant = _with_stratum(read(child), child, found)
            key = (contestant.number, contestant.direction)
            if not contestant.number:
                found.lost(_NO_NUMBER, child.line, child.name, kind=child.name)
                continue
            if key in seen:
                number = contestant.number
                found.wrong(_NUMBER_TWICE, child.line, child.name, number, number=number)
            seen.add(key)
            yield contestant


def _with_stratum(contestant: FileContestant, element: Element, found: Findings) -> FileContestant:
    """The contestant with its stratum: of several in which it is ranked the lowest."""
    told = [each.own_text for each in element.of("STRAT_NUMBER")]
    places = [each.own_text for each in element.of("STRAT_PLACE")]
    strata = {}
    for text, place in zip_longest(told, places, fillvalue=""):
        letter = _STRATA.get(text)
        if letter:
            strata[letter] = place
        elif text:
            found.lost(_NO_STRATUM, element.line, "STRAT_NUMBER", text, text=text)
    if not strata:
        return contestant
    lowest = max(strata)
    return replace(contestant, stratum=lowest, stratum_place=strata[lowest] or None)


def _pair(pair: Element) -> FileContestant:
    percentage = pair.text("PERCENTAGE")
    return FileContestant(
        number=pair.text("PAIR_NUMBER"),
        direction=_direction(pair),
        players=tuple(each.text("PLAYER_NAME") for each in pair.of("PLAYER")),
        numbers=tuple(each.text("NATIONAL_ID_NUMBER") for each in pair.of("PLAYER")),
        score=percentage or pair.text("TOTAL_SCORE") or None,
        place=pair.text("PLACE") or None,
        adjustment=pair.text("ADJUSTMENT") or None,
        line=pair.line,
        is_percentage=bool(percentage),
    )


def _direction(pair: Element) -> str | None:
    direction = pair.text("DIRECTION").upper()
    return direction if direction in {"NS", "EW"} else None


def _player(player: Element) -> FileContestant:
    percentage = player.text("PERCENTAGE")
    return FileContestant(
        number=player.text("PLAYER_NUMBER"),
        players=(player.text("PLAYER_NAME"),),
        numbers=(player.text("NATIONAL_ID_NUMBER"),),
        score=percentage or player.text("TOTAL_SCORE") or None,
        place=player.text("PLACE") or None,
        is_percentage=bool(percentage),
    )


def _team(team: Element) -> FileContestant:
    return FileContestant(
        number=team.attributes.get("TEAM_ID", "").strip() or team.text("TEAM_ID"),
        name=team.attributes.get("TEAM_NAME", "").strip() or team.text("TEAM_NAME"),
        pairs=tuple(map(_pair, team.of("PAIR"))),
        adjustment=team.text("ADJUSTMENT") or None,
        line=team.line,
        players=tuple(each.text("PLAYER_NAME") for each in team.all_of("PLAYER")),
        score=team.text("TOTAL_SCORE") or None,
        place=team.text("PLACE") or None,
    )


_READERS: Final = {"PAIR": _pair, "PLAYER": _player, "TEAM": _team}
