"""The clubs whose pages ``bench.pages`` measures, each made in an empty database.

Most rows are made in bulk; the scores are invented, and the same every time.
"""

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from random import Random
from string import ascii_lowercase
from typing import Any

from django.db.models import F
from django.db.models.functions import Mod
from django.test import Client
from django.utils import timezone

from bench.data_set import DataSet
from bench.evening import mitchell
from bench.teams_data import teams
from bench.tournament_data import tournament
from clubscore.web.visitors import Actor
from events.models import (
    Contestant,
    LineContestant,
    LogEntry,
    Section,
    Series,
    Session,
    TravellerLine,
)
from events.models.line import columns_of
from events.sessions.core.domain.result_field import read_result
from events.sessions.doubts.services import board_doubts, session_doubts
from events.sessions.lines.services import saving as lines
from events.sessions.series.services import create_series, publish_series
from events.sessions.setup.services import sections as layout, sessions
from movements.domain import plans
from movements.domain.movement import Movement
from movements.domain.plans import Family, Plan
from movements.formats import asc
from movements.services import store_movement
from players.domain.names import Name, read_name
from players.models import Club, Player

BY = Actor()
SLIP = 200
"""One line in so many has its declarer on the wrong side."""
STARTS = (
    "Al Be Ca Dor El Fen Gar Hol Im Jor Kel Lan Mer Nor Os Pel Quin Ros Sten Tor Ul Ver Wil Zel"
)
ENDS = "bert berg croft dale erson field gård holm ington kins ley möller ness over ridge stone ton"
CLUBS = "Hollybrook Westmere Oakham Linden Thornbury Ashdown Kingsford Marlow Sedgewick Elmhurst"


def series(_director: Client) -> DataSet:
    """50 evenings of 26 boards at 12 tables, every line with a result."""
    made = evenings(50, plans.build(Plan(Family.HESITATION, 24, 13)), pairs(24))
    for session in made:
        sessions.publish(session=session, by=BY)
    stored = create_series(
        series=Series(name="Measurement", best=40, minimum=10),
        weights={session.pk: 100 for session in made},
        by=BY,
    )
    publish_series(series=stored, by=BY)
    changed = TravellerLine.objects.filter(section__session=made[-1]).values_list("pk", flat=True)
    changes = (
        partial(lines.enter_result, session_id=made[-1].pk, line_id=pk, text="1nn=", by=BY)
        for pk in list(changed)
    )
    return DataSet(stored.get_absolute_url(), change=lambda: next(changes)())


def results(_director: Client) -> DataSet:
    """A published evening of 26 boards at 12 tables, as a player's phone reads it."""
    [session] = evenings(1, plans.build(Plan(Family.HESITATION, 24, 13)), pairs(24))
    sessions.publish(session=session, by=BY)
    return DataSet(f"/sessions/{session.pk}/")


def register(_director: Client) -> DataSet:
    """10,000 players; the first 28 of them played 500 evenings together."""
    clubs = Club.objects.bulk_create(Club(name=name) for name in CLUBS.split())
    words = [start + end for start, end in product(STARTS.split(), ENDS.split())]
    both = (pair for pair in product(words, words) if len(set(pair)) == 2)
    for number, (family, given) in enumerate(islice(both, 0, 160_000, 16)):
        player = Player(
            given=given,
            family=family,
            grade=f"{number % 30 + 1}k",
            club=clubs[number % 10],
            email=f"player{number}@example.org" if number % 2 else "",
            note="=1+1" if number % 100 == 0 else "",
        )
        player.save(force_insert=True)
    some = list(Player.objects.order_by("pk")[:28])
    names = {f"A{n + 1}": [some[2 * n].whole_name, some[2 * n + 1].whole_name] for n in range(14)}
    evenings(500, plans.build(Plan(Family.HOWELL, 14, 13)), names)
    return DataSet("/players/")


def pairs(count: int) -> dict[str, list[Name]]:
    """Names for so many pairs, at most 26."""
    return {
        f"A{number}": [read_name(f"Ann Player{letter}"), read_name(f"Bob Player{letter}")]
        for number, letter in enumerate(ascii_lowercase[:count], start=1)
    }


def evenings(count: int, movement: Movement, names: dict[str, list[Name]]) -> list[Session]:
    """Finished sessions week by week, by the same players, of eleven different results."""
    stored = store_movement(name="Measurement", text=asc.write(movement))
    for evening in range(count):
        sessions.create_session(
            title=f"Evening {evening + 1}",
            date=datetime.date(2016, 1, 7) + datetime.timedelta(weeks=evening),
            movement=stored,
            boards_per_round=2,
            names=names,
            by=BY,
        )
    score = (Mod(F("board") * 7 + F("table") * 3 + F("section") * 5, 11) - 5) * 50
    TravellerLine.objects.update(score_ns=score)
    Session.objects.update(state=Session.State.FINISHED)
    return list(Session.objects.order_by("pk"))


def field_of(director: Client, *, sections: int, tables: int) -> DataSet:
    """Sections that play a Mitchell of the same 26 boards, all results in, some with a slip."""
    session = Session.objects.create(title=f"{sections} sections", date=timezone.localdate())
    made = Section.objects.bulk_create(
        Section(session=session, letter=_letter(number), boards_per_round=2)
        for number in range(26, 26 + sections)
    )
    random = Random(1)
    usual = {
        board: random.choice(["4S", "3NTx", "2H", "3NT", "5D", "4H"]) + random.choice("NE")
        for board in range(1, 27)
    }
    contestants = Contestant.objects.bulk_create(
        Contestant(section=section, number=number)
        for section in made
        for number in range(1, 2 * tables + 14)
    )
    seated = {(contestant.section_id, contestant.number): contestant for contestant in contestants}
    placed = [
        (_line(section, turn, table, board, usual[board], random), turn, table)
        for section in made
        for turn, table in product(range(13), range(tables))
        for board in _boards((table + turn) % 13)
    ]
    TravellerLine.objects.bulk_create((line for line, *_ in placed), batch_size=2000)
    seats = (
        LineContestant(
            line=line,
            contestant=seated[line.section_id, number],
            board=line.board,
            direction=direction,
        )
        for line, turn, table in placed
        for number, direction in ((table + 1, "NS"), (tables + 14 + table - turn, "EW"))
    )
    LineContestant.objects.bulk_create(seats, batch_size=2000)
    return DataSet(
        f"/sessions/{session.pk}/",
        {
            "doubts of a board": partial(board_doubts, session, 1),
            "doubts of the session": partial(session_doubts, session),
            "line saved": partial(_save_line, director, session),
        },
    )


def _boards(group: int) -> tuple[int, int]:
    return 2 * group + 1, 2 * group + 2


def _line(
    section: Section, turn: int, table: int, board: int, contract: str, random: Random
) -> TravellerLine:
    if random.randrange(SLIP) == 0:
        contract = contract[:-1] + {"N": "E", "E": "S"}[contract[-1]]
    result = read_result(contract + random.choice(["=", "+1", "-1", "=", "-2"]), board=board)
    return TravellerLine(
        section=section, board=board, round=turn + 1, table=table + 1, **columns_of(result)
    )


def _save_line(director: Client, session: Session) -> Any:
    """Type another result into a line of board 1, on the page that shows its section alone."""
    line = TravellerLine.objects.filter(section__session=session, board=1).order_by("pk")[0]
    typed = "50" if line.score_ns != 50 else "100"
    values = {"typed": typed, "version": line.version, "section": line.section.letter}
    return _save(director, f"/sessions/{session.pk}/lines/{line.pk}/", values)


def monitor(director: Client) -> DataSet:
    """100 sections of 40 tables, 9 rounds of 3 boards: 108,000 lines; 5 rounds are played, one
    line in a hundred of them is missing, and the log has an entry for each of the others."""
    movement = mitchell(tables=40, rounds=9)
    stored = store_movement(name="Measurement", text=asc.write(movement))
    session = sessions.create_session(
        title="Measurement", date=timezone.localdate(), movement=stored, boards_per_round=3, by=BY
    )
    for number in range(1, 100):
        section = Section.objects.create(
            session=session, letter=_letter(number), movement=stored, boards_per_round=3
        )
        layout.set_up_section(section=section, movement=movement)
    played = TravellerLine.objects.filter(section__session=session, round__lte=5)
    entered = [pk for place, pk in enumerate(played.values_list("pk", flat=True)) if place % 100]
    for chunk in _chunks(entered, 500):
        TravellerLine.objects.filter(pk__in=chunk).update(score_ns=100, version=1)
        LogEntry.objects.bulk_create(
            LogEntry(session=session, line_id=pk, action="entered", after={"score_ns": 100})
            for pk in chunk
        )
    address = f"/sessions/{session.pk}/"
    return DataSet(
        address,
        {
            "monitor, unchanged": _unchanged_page(director, f"{address}monitor/now/"),
            "missing, unchanged": _unchanged_page(director, f"{address}missing/now/"),
            "nothing of it: the home page": partial(director.get, "/"),
        },
    )


def _unchanged_page(director: Client, path: str) -> Callable[[], Any]:
    """A request as a page makes it that shows the present state already."""
    tag = {"if-none-match": director.get(path).headers["ETag"]}
    return partial(director.get, path, headers=tag)


def _save(director: Client, path: str, values: dict[str, Any]) -> Any:
    return director.post(path, values, headers={"accept": "application/json"})


def _letter(number: int) -> str:
    """A to Z, then AA to ZZ."""
    first, second = divmod(number, 26)
    return (chr(64 + first) if first else "") + chr(65 + second)


def _chunks(values: list[int], size: int) -> Iterator[list[int]]:
    return (values[start : start + size] for start in range(0, len(values), size))


MAKERS: dict[str, Callable[[Client], DataSet]] = {
    "tournament": tournament,
    "results": results,
    "teams": teams,
    "series": series,
    "register": register,
    "evening": partial(field_of, sections=1, tables=13),
    "field": partial(field_of, sections=100, tables=40),
    "monitor": monitor,
}
