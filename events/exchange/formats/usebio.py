"""USEBIO files: the results of a session as the EBU and many clubs exchange them.

All three nestings are read (boards in the event, in sections of sessions, in matches), with the
types of events of today and of old; elements that are not known are left out. Raises
:class:`Refused` with every mistake and its line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from clubscore.problems import Problem, gettext_noop
from events.exchange.domain.results_file import FileContestant, FileEvent, FileSection
from events.exchange.formats.problems import Findings
from events.exchange.formats.usebio_boards import read_boards, read_hands
from events.exchange.formats.usebio_rounds import read_matches
from events.exchange.formats.xml_tree import Element, read_xml
from events.sessions.domain.hands.deal import Deal

MAX_FILE_SIZE: Final = 5 * 2**20
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
_NO_USEBIO = gettext_noop("This is not a USEBIO file: it begins with <%(name)s>.")
_NO_EVENT = gettext_noop("There is no EVENT in this file.")
_NO_DATE = gettext_noop("“%(text)s” is not a date, such as 19/01/2026.")
_NO_NUMBER = gettext_noop("This %(kind)s has no number.")
_NUMBER_TWICE = gettext_noop("%(number)s is the number of two contestants.")


@dataclass(frozen=True, slots=True)
class Reading:
    """The events of a file, the club's name, and notices."""

    events: tuple[FileEvent, ...]
    club: str = ""
    notices: tuple[Problem, ...] = ()


def looks_like_usebio(data: bytes) -> bool:
    """Whether these bytes begin as USEBIO does, in whatever encoding."""
    start = data[:4_000].replace(b"\0", b"")
    return re.search(rb"<(?:\w+:)?USEBIO[\s>]|<!DOCTYPE\s+USEBIO\b", start) is not None


def read(data: bytes) -> Reading:
    """Read a file. Raises :class:`Refused` with everything that is wrong."""
    found = Findings()
    root = read_xml(data)
    if root.name != "USEBIO":
        found.wrong(_NO_USEBIO, root.line, root.name, name=root.name)
    apart: dict[int, Deal] = {}
    for handset in root.of("HANDSET"):
        for board in handset.of("BOARD"):
            read_hands(board, apart, found)
    events = tuple(_event(each, apart, found) for each in root.of("EVENT"))
    if not events and not found.mistakes:
        found.wrong(_NO_EVENT, root.line, "EVENT")
    found.refuse()
    club = root.child("CLUB")
    return Reading(events, club.text("CLUB_NAME") if club else "", tuple(found.notices))


def _event(event: Element, apart: dict[int, Deal], found: Findings) -> FileEvent:
    """An event, with the hands that stand beside it."""
    kind, scoring = _type(event)
    sections = tuple(_section(each, found) for each in _sections(event))
    hands = dict(apart)
    for place in event.all_of("BOARD"):
        read_hands(place, hands, found)
    return FileEvent(
        title=event.text("EVENT_DESCRIPTION", "TITLE"),
        date=_date(event, found),
        type=kind,
        scoring=scoring,
        match_scoring=event.text("MATCH_SCORING_METHOD").upper() or None,
        winners=_winners(event, kind, sections),
        sections=sections,
        hands=hands,
    )


def _type(event: Element) -> tuple[str, str | None]:
    """The type and the scoring in the words of today."""
    written = event.attributes.get("EVENT_TYPE", "").strip().upper()
    if not written:
        inside = (*event.all_of("PARTICIPANTS"), *event.all_of("BOARD"))
        types = (each.attributes.get("EVENT_TYPE", "").strip().upper() for each in inside)
        written = next((each for each in types if each), "PAIRS")
    kind, old = _TYPES.get(written, (written, None))
    scoring = event.text("BOARD_SCORING_METHOD").upper() or old
    if scoring is None and next(event.all_of("NS_MATCH_POINTS"), None):
        scoring = "MATCH_POINTS"
    return kind, scoring


def _date(event: Element, found: Findings) -> str | None:
    text = event.text("DATE")
    if day := re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", text, re.ASCII):
        return f"{day[3]}-{int(day[2]):02d}-{int(day[1]):02d}"
    if iso := re.match(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return iso[0]
    if text:
        found.note(_NO_DATE, _line(event, "DATE"), "DATE", text=text)
    return None


def _line(element: Element, name: str) -> int:
    child = element.child(name)
    return child.line if child else element.line


def _winners(event: Element, kind: str, sections: tuple[FileSection, ...]) -> int | None:
    told = event.text("WINNER_TYPE")
    if told in {"1", "2"}:
        return int(told)
    if "PAIRS" not in kind:
        return None if "TEAM" in kind else 1
    directions = {each.direction for section in sections for each in section.contestants}
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


def _section(holder: Element, found: Findings) -> FileSection:
    contestants = tuple(_contestants(holder, found))
    letter = holder.attributes.get("SECTION_ID", "").strip()
    boards = read_boards(holder, contestants, found)
    return FileSection(letter, contestants, boards, read_matches(holder, found))


def _contestants(holder: Element, found: Findings) -> Iterator[FileContestant]:
    seen: set[tuple[str, str | None]] = set()
    for participants in holder.of("PARTICIPANTS"):
        for each in participants.children:
            read = _READERS.get(each.name)
            if read is None:
                continue
            contestant = read(each)
            key = (contestant.number, contestant.direction)
            if not contestant.number:
                found.wrong(_NO_NUMBER, each.line, each.name, kind=each.name)
            elif key in seen:
                number = contestant.number
                found.wrong(_NUMBER_TWICE, each.line, each.name, number, number=number)
            seen.add(key)
            yield contestant


def _pair(pair: Element) -> FileContestant:
    percentage = pair.text("PERCENTAGE")
    return FileContestant(
        number=pair.text("PAIR_NUMBER"),
        direction=_direction(pair),
        players=tuple(each.text("PLAYER_NAME") for each in pair.of("PLAYER")),
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
