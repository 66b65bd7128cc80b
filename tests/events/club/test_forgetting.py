import json
import re

import pytest
from django.core import serializers
from django.test import Client

from clubscore.web.visitors import Actor
from events.club.forgetting import forget_in_sessions, forget_in_tournaments
from events.common.services import record
from events.models import Entry, LogEntry, Team, Tournament
from events.sessions.setup.services import sessions
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import publish_tournament
from events.tournaments.entries.services.entries import (
    add_entries,
    change_entry,
    entry_of,
    remove_entry,
)
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.services.importing import import_tournament
from players.domain.names import Name, read_name
from players.history import Erasure
from players.models import Player
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.players.people import play, player

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

BY = Actor()
ZARA = read_name("Zara Ann Quill")
ERASED = read_name("Erased-One")


def stored() -> str:
    """Everything that is kept of tournaments, and the log."""
    rows = [row for table in (Entry, Tournament, Team, LogEntry) for row in table.objects.all()]
    return json.dumps(json.loads(serializers.serialize("json", rows)), ensure_ascii=False)


def logged(action: str) -> list[tuple[dict, dict]]:
    entries = LogEntry.objects.filter(action=action).order_by("pk")
    return [(entry.before, entry.after) for entry in entries]


@pytest.fixture
def zara(db: None) -> Player:
    return player(
        "Zara Ann Quill", club="Hollybrook", born="1958-03-21", fide_number="76130", egd_pin="86241"
    )


@pytest.fixture
def cup(zara: Player) -> Tournament:
    """A tournament where Zara was entered, changed, and a file had lines about her."""
    made = cups.tournament(2)
    entry = entry_of(zara, made, registered=True, sex="w", title="WFM", rating=1900, grade="3d")
    add_entries(tournament=made, entries=[entry], by=BY)
    entry.federation, entry.born = "IRL", "1958"
    change_entry(entry=entry, fields=["federation", "born"], by=BY)
    for given in ("Za.", "Z."):
        entry.given = given
        change_entry(entry=entry, fields=["given"], by=BY)
    made.kept_records = [
        {"line": 1, "text": "0123456789"},
        {"line": 7, "text": "NRS   3 w    QUILL,Z.  1850"},
        {"line": 8, "text": "### 76130 plays at board 1"},
        {"line": 9, "text": "### 176130 plays at board 2, Quilley"},
    ]
    made.save()
    return made


def forget(zara: Player, name: Name | None = ERASED) -> None:
    forget_in_tournaments(Erasure(zara.pk, frozenset({ZARA}), name))


def test_an_entry_keeps_only_what_its_results_need(zara: Player, cup: Tournament) -> None:
    forget(zara)
    entry = Entry.objects.get(player=zara)
    assert {field: getattr(entry, field) for field in (
        "family", "given", "sex", "title", "rating", "grade", "federation", "identity", "born",
        "club", "number",
    )} == {
        "family": "Erased-One", "given": "", "sex": "", "title": "", "rating": 1900,
        "grade": "3d", "federation": "", "identity": "", "born": "", "club": "", "number": 3,
    }  # fmt: skip


def test_nothing_of_the_player_is_left(zara: Player, cup: Tournament) -> None:
    reported = ("Zara", "Quill,", "1958", "76130", "86241", "WFM", "IRL")
    assert [text for text in reported if text in stored()] == list(reported)
    forget(zara)
    left = stored().replace("176130", "").casefold()
    assert [text for text in reported if text.casefold() in left] == []
    assert [line["line"] for line in Tournament.objects.get().kept_records] == [1, 9]


def test_what_a_match_is_worth_stays_whatever_the_number_of_the_player(client: Client) -> None:
    """The number 3 is that of the player, and the match points of a win."""
    text = teams_file("240 H 003 0003").replace("TW 2.0", "TW  3")
    made = import_tournament(value=read(text).tournament, by=BY)
    publish_tournament(tournament=made, by=BY)
    entry = made.entries.get(number=1)
    entry.identity = "3"
    entry.save()
    forget_in_tournaments(Erasure(entry.player_id, frozenset(), ERASED))

    rows = cells(client.get(f"{made.get_absolute_url()}standings/"))[:5]
    # Match points stand behind the three rounds.
    assert [(row[2], row[6]) for row in rows][:2] == [("Anchors", "3"), ("Bells", "1")]
    written = write(tournament_value(Tournament.objects.get())).text.splitlines()
    assert "362 TW 3.0   TD 1.0   TL 0.0" in written
    assert "240 H 003 0003" in written


def test_the_log_says_the_new_name_and_no_facts(zara: Player, cup: Tournament) -> None:
    forget(zara)
    assert logged("entries") == [
        ({}, {"added": ["Erased-One"]}),
        (
            {"entry": "3 Erased-One", "federation": None, "born": None},
            {"entry": "3 Erased-One", "federation": None, "born": None},
        ),
        ({"entry": "3 Erased-One", "given": None}, {"entry": "3 Erased-One", "given": None}),
        ({"entry": "3 Erased-One", "given": None}, {"entry": "3 Erased-One", "given": None}),
    ]


def test_the_others_stay_as_they_are(zara: Player, cup: Tournament) -> None:
    other = Entry.objects.get(number=2)
    other.born = "1960"
    change_entry(entry=other, fields=["born"], by=BY)
    forget(zara)
    other.refresh_from_db()
    assert (other.name, other.born) == ("Tarrant, Hugo", "1960")
    assert logged("entries")[-1][1] == {"entry": "2 Tarrant, Hugo", "born": "1960"}


def test_the_birth_date_alone_can_go(zara: Player, cup: Tournament) -> None:
    forget(zara, None)
    entry = Entry.objects.get(player=zara)
    assert (entry.name, entry.identity, entry.born) == ("Quill, Z.", "76130", "")
    assert re.search(r"\b1958\b", stored()) is None
    changed = {"entry": "3 Quill, Zara Ann", "federation": "IRL", "born": None}
    assert logged("entries")[1][1] == changed
    assert len(Tournament.objects.get().kept_records) == 4


def test_who_was_taken_out_again_leaves_the_log_too(zara: Player, cup: Tournament) -> None:
    entry = Entry.objects.get(player=zara)
    entry.given = "Zara Ann"
    change_entry(entry=entry, fields=["given"], by=BY)
    remove_entry(entry=entry, by=BY)
    forget(zara)
    assert logged("entries")[-1][0] == {"removed": ["3 Erased-One"]}


def test_a_name_of_another_entry_is_not_taken_for_it(zara: Player, cup: Tournament) -> None:
    record(tournament_id=cup.pk, action=LogEntry.Action.ENTRIES, by=BY,
           after={"added": ["Quill, Anna", "Quill", "Zara"], "numbered": 3})  # fmt: skip
    forget(zara)
    assert logged("entries")[-1][1] == {"added": ["Quill, Anna", "Quill", "Zara"], "numbered": 3}


def test_an_erased_name_leaves_the_sessions_log_whatever_its_case() -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    names = {"A2": [read_name("CLARA Moss"), None]}
    sessions.enter_names(session=session, names=names, by=BY)
    borne = frozenset({read_name("Clara Finch"), read_name("Clara Moss")})
    forget_in_sessions(Erasure(1, borne, ERASED))
    assert [after for _before, after in logged("named")] == [
        {"A1": ["Erased-One", "Hugo Tarrant"]},
        {"A2": ["Erased-One", ""]},
    ]


@pytest.mark.parametrize("logged_as", ["van der Brink, Imke", "Brink, Imke van der"])
def test_a_particle_leaves_the_log_wherever_it_stands(cup: Tournament, logged_as: str) -> None:
    imke = player("Imke van der Brink")
    record(tournament_id=cup.pk, action=LogEntry.Action.ENTRIES, by=BY,
           after={"added": [logged_as]})  # fmt: skip
    forget_in_tournaments(Erasure(imke.pk, frozenset({imke.whole_name}), ERASED))
    assert logged("entries")[-1][1] == {"added": ["Erased-One"]}


def test_private_facts_stand_in_no_session() -> None:
    play("Clara Finch", "Hugo Tarrant")
    before = logged("named")
    forget_in_sessions(Erasure(1, frozenset({read_name("Clara Finch")}), None))
    assert logged("named") == before
