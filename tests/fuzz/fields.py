"""Every field in which something is typed, and every text that comes with a request: what reads it.

A reader here gives a value or reports an error, whatever the text is.
"""

import contextlib
from collections.abc import Callable
from datetime import date
from urllib.parse import urlencode

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict

from clubscore.files.decoding import decode
from clubscore.files.spreadsheets.cells import csv_rows, escape_formula, unescape_formula
from clubscore.files.uploads import unpacked
from clubscore.server.logs import without_personal
from clubscore.text.numbers import whole_number
from clubscore.web.visitors import device_name, show_device
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.contract import read_card, read_contract, read_played, read_seat
from events.sessions.core.domain.letters import read_letters
from events.sessions.core.domain.result_field import read_result
from events.sessions.core.domain.seats import Label, Seats, read_seats
from events.sessions.rulings.domain import read_percentage
from events.sessions.rulings.views.fouled_boards import _values
from events.sessions.scoring.formats import traveller_row
from events.sessions.typing.domain import read_column
from events.sessions.typing.views.pasted_column import _numbers
from events.tournaments.core.domain.federations import find_federation
from events.tournaments.core.domain.pairings import pairings_so_far, read_player
from events.tournaments.core.domain.results import read_bye, read_outcome, read_points
from events.tournaments.core.domain.time_controls import time_control
from events.tournaments.files.formats.krause import header as kind_codes, lines as points
from events.tournaments.standings.domain.catalogue import find as find_tie_break
from movements.formats import grid
from players.domain import (
    characters as folding,
    grades,
    names,
    personal,
    registration as groups,
    strict as strict_names,
)
from players.domain.members.columns import Fact
from players.domain.members.member import is_initials
from players.domain.names import without_mark
from players.formats.members.columns import fact_of
from players.formats.members.plain import plain_table
from players.formats.members.reading import name_of
from players.formats.members.tables import separator_of
from players.formats.members.values import fact_named, readers
from players.forms.importing import read_choices
from tests.fuzz.readers import READERS

TABLE = Seats((Label("NS", 1),), (Label("EW", 2),))
Read = Callable[[str], object]


def _query(text: str) -> None:
    # Too many fields get a page that says so.
    with contextlib.suppress(TooManyFieldsSent):
        QueryDict(text)


FIELDS: dict[str, Read] = {
    "a result": lambda text: read_result(text, board=1),
    "a weighted result": lambda text: read_result(f"60:{text}/40:-50", board=1),
    "an adjusted score": read_adjustment,
    "a card": read_card,
    "a contract": read_contract,
    "a seat": read_seat,
    "a contract and its result": read_played,
    "a percentage": read_percentage,
    "letters": read_letters,
    "a pasted column": read_column,
    "seats": lambda text: read_seats(text, present=TABLE),
    "a line of a sheet": lambda text: traveller_row.read_row(
        1, dict.fromkeys(("board", "ns", "ew", "section", "score", "adjustment"), text), [], False
    ),
    "fouled boards that were seen": _values,
    "numbers of lines": _numbers,
    "an outcome": read_outcome,
    "a bye": read_bye,
    "pairings": lambda text: pairings_so_far(
        [(text, text)] * 3, {1: "Ada"}, key=folding.search_key
    ),
    "an opponent": lambda text: read_player(text, {1: "Ada", 2: "Bo"}, key=folding.search_key),
    "points": read_points,
    "points of a file": points.points_from,
    "a tie-break": find_tie_break,
    "a date": points.read_date,
    "the date of a round": points.read_round_date,
    "the date of a round, as Americans write it": points.read_american_round_date,
    "a date of birth in a file": points.read_birth,
    "a type of tournament": kind_codes.type_of_tournament,
    "a time control": time_control,
    "a federation": find_federation,
    "the grid of a movement": lambda text: grid.read([[text] * 3] * 3, individual=False),
    "the grid for single players": lambda text: grid.read([[text]], individual=True),
    "a grade": grades.read_grade,
    "a group": groups.read_group,
    "a name": names.read_name,
    "a name in parts": lambda text: names.make_name(
        given=text, particle=text, family=text, text=text
    ),
    "a strict name": strict_names.read_strict_name,
    "a name, family first": strict_names.read_name_family_first,
    "a family name": strict_names.read_family,
    "forenames": strict_names.read_forenames,
    "what is searched": folding.search_key,
    "what is matched": folding.match_key,
    "a name in two": lambda text: names.written_name(given=text, family=text),
    "a note": names.read_note,
    "a date of birth": lambda text: personal.read_born(text, today=date(2026, 3, 1)),
    "a telephone number": personal.read_telephone,
    "a FIDE number": personal.read_fide_number,
    "a national number": personal.read_national_number,
    "an EGD pin": personal.read_egd_pin,
    "a rating": personal.read_rating,
    "a title": personal.read_title,
    "a federation of a player": personal.read_federation,
    "a gender": personal.read_gender,
    "a handicap of a player": personal.read_handicap,
    "a club": names.read_club,
    "a country": names.read_country,
    "a strict club": strict_names.read_strict_club,
    "a strict country": strict_names.read_strict_country,
    "whether somebody is registered": groups.read_registered,
    "rounds": lambda text: groups.read_rounds(text, rounds=9),
    "a line of the log": without_personal,
    "a browser": device_name,
    "a browser in the log": show_device,
    "a whole number": whole_number,
    "a formula": escape_formula,
    "a formula that was escaped": unescape_formula,
    "an address": _query,
    "the name of a column": fact_named,
    "the cells of a column": lambda text: fact_of(text.split(",")),
    "a list without columns": lambda text: separator_of([text]),
    "the choices of lines": lambda text: read_choices(QueryDict(urlencode({"choices": text}))),
    "a name in a list": lambda text: name_of({Fact.FAMILY_FIRST: text}),
    "a name in columns": lambda text: name_of({Fact.FAMILY: text, Fact.INITIALS: text}),
    "initials": is_initials,
    "a name with an addition": without_mark,
    "a pasted list of names": plain_table,
    **{f"{fact.value} in a list": read for fact, read in readers(date(2026, 3, 1)).items()},
    "a file that comes back": lambda text: unpacked(text, limit=2**20),
}


def of_bytes(read: Callable[[bytes], object]) -> Read:
    return lambda text: read(text.encode())


FILES: dict[str, Read] = {
    **{
        name: of_bytes(reader.read)
        for name, reader in READERS.items()
        if not reader.is_spreadsheet and name != "typed result"
    },
    "bytes": of_bytes(decode),
    "CSV": lambda text: list(csv_rows(text)),
    "CSV, line by line": lambda text: list(csv_rows(text, line_by_line=True)),
    **{
        f"{name}, after a good beginning": of_bytes(
            lambda data, reader=READERS[name]: reader.read(reader.seeds[0] + data)  # type: ignore[misc]
        )
        for name in (
            "movement",
            "players",
            "players as CSV",
            "members",
            "tournament",
            "BridgeScore",
        )
    },
}
