"""Sessions for the tests: made by the service, because only it lays the lines out."""

import datetime
from typing import Any

import factory
from django.contrib.auth.models import User
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.common.services import non_blank
from events.models import Contestant, LogEntry, Session, TravellerLine
from events.models.line import columns_of
from events.sessions.core.domain.line_result import EMPTY
from events.sessions.lines import figures as lines
from events.sessions.lines.services import saving as services_saving
from events.sessions.setup.services import sessions
from movements.models import Movement
from movements.services import store_movement_once
from players.domain.names import read_name

ONE_TABLE = """ 2  1  1  1 0
 1- 2 A
"""
HOWELL_4 = """ 4  2  3  3 0
 1- 2 A  3- 4 A
 3- 1 B  4- 2 B
 1- 4 C  2- 3 C
"""
MITCHELL_3 = """ 6  3  3  3 0
 1- 4 A  2- 5 B  3- 6 C
 1- 6 B  2- 4 C  3- 5 A
 1- 5 C  2- 6 A  3- 4 B
"""
INDIVIDUAL_4 = """ 4  1  3  3 1
 1- 2- 3- 4 A
 1- 3- 2- 4 B
 1- 4- 2- 3 C
"""


class DirectorFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"director-{n}")
    is_staff = True
    is_superuser = True


def movement(text: str = HOWELL_4, name: str = "Four pairs") -> Movement:
    return store_movement_once(name=name, text=text)


def session(text: str = HOWELL_4, **values: Any) -> Session:
    """A session of three boards a movement group of one, unless said otherwise."""
    defaults = {
        "title": "Club evening",
        "date": datetime.date(2026, 3, 5),
        "movement": movement(text, name=f"Movement of {len(text)} letters"),
        "boards_per_round": 1,
        "by": Actor(),
    }
    return sessions.create_session(**(defaults | values))


def line(session: Session, board: int, table: int = 1) -> TravellerLine:
    return TravellerLine.objects.get(section__session=session, board=board, table=table)


def contestant(session: Session, number: int) -> Contestant:
    return Contestant.objects.get(section__session=session, number=number)


def enter(session: Session, board: int, *texts: str) -> None:
    """Type the texts into the lines of a board, in the order of the tables."""
    places = TravellerLine.objects.filter(section__session=session, board=board).order_by("table")
    _type(session, dict(zip(places.select_related("section__session"), texts, strict=True)))


def enter_in(session: Session, letter: str, board: int, *texts: str) -> None:
    """Type the texts into the lines of a board in one section, in the order of the tables."""
    places = TravellerLine.objects.filter(
        section__session=session, section__letter=letter, board=board
    ).order_by("table")
    _type(session, dict(zip(places.select_related("section__session"), texts, strict=True)))


def _type(session: Session, texts: dict[TravellerLine, str]) -> None:
    """Store what is typed: first results of the table all at once, as the service would one by
    one; anything else by the service."""
    if any(text.strip() == "." or not line.is_empty for line, text in texts.items()):
        results = [EMPTY]
    else:
        results = [lines.read_typed(line=line, text=text).result for line, text in texts.items()]
    if any(result.adjustment or result == EMPTY for result in results):
        for line, text in texts.items():
            # What stands in a finished session wants a reason.
            why = "! put right" if line.section.session.is_finished and text != "." else ""
            services_saving.enter_result(
                session_id=session.pk, line_id=line.pk, text=f"{text}{why}", by=Actor()
            )
        return
    entries = []
    for line, result in zip(texts, results, strict=True):
        before, state = line.state, columns_of(result) | {"law": "", "reason": ""}
        for field, value in state.items():
            setattr(line, field, value)
        line.version += 1
        line.updated_at = timezone.now()
        entry = {"before": non_blank(before), "after": non_blank(line.state)}
        entered = LogEntry.Action.ENTERED
        entries.append(LogEntry(session=session, line=line, action=entered, **entry))
    TravellerLine.objects.bulk_create(
        texts,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=[*state, "version", "updated_at"],
    )
    LogEntry.objects.bulk_create(entries)


def played(text: str = HOWELL_4, **values: Any) -> Session:
    """A session whose contestants have names, and whose lines have results."""
    made = session(text, **values)
    codes = [each.code for each in Contestant.objects.filter(section__session=made)]
    names = {
        code: [read_name(f"{given} Player-{letter}") for given in ("Ada", "Bo")]
        for code, letter in zip(codes, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False)
    }
    if made.sections.get().movement.individual:
        names = {code: pair[:1] for code, pair in names.items()}
    sessions.enter_names(session=made, names=names, by=Actor())
    places = TravellerLine.objects.filter(section__session=made).select_related("section__session")
    _type(made, {line: str(100 + 20 * line.table) if line.table else "p" for line in places})
    return made
