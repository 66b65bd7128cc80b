"""Ratings of two kinds and the one that counts, from where they are, and numbers by strength."""

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.hall.services.asking import register_present
from events.models import Entry, Tournament
from events.tournaments.core.domain.breaches import read_breach
from events.tournaments.core.domain.ratings import rating_for_tie_breaks, tournament_rating
from events.tournaments.core.domain.tournament import Entrant, Tournament as Value
from events.tournaments.core.services import change_details
from events.tournaments.entries.services.entries import (
    add_entries,
    add_names,
    change_entry,
    entry_of,
)
from events.tournaments.entries.services.numbering import number_entries
from events.tournaments.entries.services.registration import register_entry
from events.tournaments.fide.services import Asked, add_breaches
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import file_value, krause_file, read_krause_file
from events.tournaments.files.judging import check_text
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.ratings.services import update_entries
from events.tournaments.standings.domain.standings import standings
from players.domain.lookup import month_of
from players.domain.names import read_name
from players.models import LookupList, LookupPlayer, Player
from tests.events.management.commands.test_check_trf import made as generated, text_of
from tests.events.tournaments import cups
from tests.events.tournaments.fide.test_mode import DESK, enter, in_fide_mode, lines, played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "both", "fide_alone", "national_alone"),
    [
        ("FIDE", 1900, 1900, None),
        ("NRO", 2000, None, 2000),
        ("FIDON", 1900, 1900, 2000),
        ("NIDOF", 2000, 1900, 2000),
        ("HBFN", 2000, 1900, 2000),
        ("OTHER", 1500, 1500, 1500),
    ],
)
def test_the_method_says_which_rating_counts(
    method: str, both: int, fide_alone: int | None, national_alone: int | None
) -> None:
    def found(fide: int | None, national: int | None) -> int | None:
        return tournament_rating(method, fide=fide, national=national, typed=1500)

    assert (found(1900, 2000), found(1900, None), found(None, 2000)) == (
        both, fide_alone, national_alone,
    )  # fmt: skip
    assert found(None, None) == 1500


def test_a_change_of_the_method_rates_everybody_anew() -> None:
    made = cups.tournament(2)
    Entry.objects.filter(tournament=made, number=1).update(fide_rating=1990, national_rating=2100)
    made.rating_method = "NIDOF"
    change_details(tournament=made, fields=["rating_method"], by=Actor())
    assert [cups.entry(made, number).rating for number in (1, 2)] == [2100, 1980]


def test_a_typed_rating_is_marked_and_one_of_a_list_has_its_list_and_month() -> None:
    made = cups.tournament(2)
    entry = cups.entry(made, 1)
    entry.rating = 2345
    change_entry(entry=entry, fields=["rating"], by=Actor())
    entry = cups.entry(made, 1)
    assert (entry.rating, entry.fide_rating, entry.rating_source) == (2345, 2345, "typed")
    listing = a_list("FIDE 2026-11", "fide_number", "101", 2300)
    Entry.objects.filter(pk=entry.pk).update(identity="101")
    update_entries(tournament=made, listing=listing, entries={entry.pk}, by=Actor())
    entry = cups.entry(made, 1)
    assert (entry.rating, entry.fide_rating) == (2300, 2300)
    assert entry.rating_source == "FIDE 2026-11"
    national = a_list("Club", "national_number", "101", 2400)
    update_entries(tournament=made, listing=national, entries={entry.pk}, by=Actor())
    assert cups.entry(made, 1).rating == 2300


def a_list(name: str, kind: str, number: str, rating: int, **more: Any) -> LookupList:
    made = LookupList.objects.create(
        name=name, kind=kind, is_current=True, month=datetime.date(2026, 11, 1)
    )
    LookupPlayer.objects.create(list=made, number=number, name="Listed", rating=rating, **more)
    return made


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("FIDE 2026-11", (2026, 11)),
        ("players_list_202609", (2026, 9)),
        ("standard_rating_list_nov26", (2026, 11)),
        ("Rapid August 2026", (2026, 8)),
        ("standard_rating_list dec26.txt", (2026, 12)),
        ("Lijst oktober 2026", (2026, 10)),
        ("Remarks 26", (2026, 3)),
        ("FIDE", (2026, 3)),
    ],
)
def test_the_month_of_a_list(name: str, month: tuple[int, int]) -> None:
    assert month_of(name, datetime.date(2026, 3, 9)) == datetime.date(*month, 1)


def test_national_ratings_and_the_method_are_written_and_read() -> None:
    made = in_fide_mode(2, federation="NED", rating_method="NIDOF")
    Entry.objects.filter(tournament=made, number=2).update(
        fide_rating=1900, national_rating=2100, rating=2100
    )
    text = krause_file(file_value(made), Format.TRF26).text
    assert "172 NED NIDOF\r\n" in text
    [line] = [each for each in text.splitlines() if each.startswith("NED ")]
    assert (line[4:8], line[48:52]) == ("   2", "2100")
    again = import_tournament(value=read_krause_file(text).tournament, by=Actor())
    assert again.rating_method == "NIDOF"
    entry = cups.entry(again, 2)
    assert (entry.rating, entry.national_rating) == (2100, 2100)
    assert krause_file(file_value(again), Format.TRF26).text.count("NED    2") == 1


@pytest.mark.parametrize(
    ("changes", "has", "has_not"),
    [
        ({"time_control": "10 min + 5 s"}, ["222 600+5", "172 NED NIDOF"], "222 5400+30"),
        ({"time_control": "as announced"}, ["172 NED NIDOF"], "222 "),
        ({"federation": "BEL"}, ["172 BEL NIDOF", "222 5400+30"], "172 NED"),
        ({"rating_method": "FIDE"}, ["172 NED FIDE", "222 5400+30"], "NIDOF"),
        ({"city": "Mill"}, ["172 NED NIDOF", "222 5400+30"], "600"),
    ],
)
def test_kept_records_follow_what_is_changed(
    changes: dict[str, str], has: list[str], has_not: str
) -> None:
    made = in_fide_mode(2, federation="NED", time_control="90 min + 30 s", rating_method="NIDOF")
    kept = [{"text": text, "after": "end"} for text in ("172 NED NIDOF", "222 5400+30")]
    Tournament.objects.filter(pk=made.pk).update(kept_records=kept)
    made.refresh_from_db()
    for name, value in changes.items():
        setattr(made, name, value)
    change_details(tournament=made, fields=list(changes), by=Actor())
    written = krause_file(file_value(made), Format.TRF26).text.splitlines()
    assert set(has) <= set(written)
    assert not any(has_not in line for line in written if line[:4] in ("172 ", "222 "))


def test_the_unrated_have_what_is_set_and_later_ratings_count_where_chosen() -> None:
    entrants = (
        Entrant(1, "One", rating=2000, later_ratings=((3, 2100), (5, 2200))),
        Entrant(2, "Two", rating=1800),
        Entrant(3, "Three"),
    )
    value = Value("Cup", entrants=entrants)
    assert dict(rating_for_tie_breaks(value)) == {1: 2000, 2: 1800, 3: None}
    for unrated, round_, expected in (
        (1500, 0, (2000, 1800, 1500)), (0, 0, (2000, 1800, 1800)), (None, 4, (2100, 1800, None)),
        (None, 9, (2200, 1800, None)),
    ):  # fmt: skip
        found = replace(value, unrated_as=unrated, ratings_of_round=round_)
        assert tuple(rating_for_tie_breaks(found).values()) == expected


def test_a_long_tournament_is_advised_and_has_later_ratings(director_client: Client) -> None:
    made = cups.tournament(2, tie_breaks=["ARO"], finish=datetime.date(2026, 6, 1))
    assert "advises against tie-breaks by ratings" in " ".join(
        director_client.get(f"{DESK}settings/").text.split()
    )
    address = f"{DESK}entries/{cups.entry(made, 1).pk}/"
    form = director_client.get(address).context["form"]
    sent = {field.html_name: field.value() or "" for field in form if field.html_name != "k"}
    wrong = director_client.post(address, sent | {"later_ratings": "5 2010"})
    assert wrong.status_code == 422
    director_client.post(address, sent | {"later_ratings": "9: 2030; 5: 2010"})
    assert cups.entry(made, 1).later_ratings == {"5": 2010, "9": 2030}
    Tournament.objects.update(finish=datetime.date(2026, 3, 9))
    assert "later_ratings" not in director_client.get(address).context["form"].fields


@pytest.mark.parametrize(("order", "first"), [("name", "Able"), ("identity", "Zulu")])
def test_equals_are_numbered_as_is_set(order: str, first: str) -> None:
    made = cups.tournament(equals_by=order)
    for family, identity in (("Able", "1000"), ("Zulu", "999")):
        Entry.objects.create(
            tournament=made, family=family, identity=identity, rating=1800, registered=True
        )
    number_entries(tournament=made, by=Actor())
    assert cups.entry(made, 1).family == first


def by_registration(made: Tournament) -> None:
    late = Entry.objects.create(tournament=made, family="Late", rating=1985)
    register_entry(entry=late, registered=True, absent_rounds=(), group="", by=Actor())


def by_check_in(made: Tournament) -> None:
    register_present(Entry.objects.create(tournament=made, family="Late", rating=1985), by=Actor())


def by_typing(made: Tournament) -> None:
    [entry] = add_names(
        tournament=made, names=[read_name("Late, Lea")], by=Actor(), rating=1985, guests=True
    )
    assert entry.number == 2


@pytest.mark.parametrize("enter", [by_registration, by_check_in, by_typing])
def test_a_late_entry_gets_its_number_and_those_below_move_down(enter: Any) -> None:
    made = played(4)
    Tournament.objects.update(
        registration_closed_at=datetime.datetime(2026, 3, 6, tzinfo=datetime.UTC),
        forbidden=[{"numbers": [1, 3], "first": None, "last": None}],
    )
    enter(made)
    made.refresh_from_db()
    numbers = made.entries.order_by("number").values_list("number", "rating")
    assert list(numbers) == [(1, 1990), (2, 1985), (3, 1980), (4, 1970), (5, 1960), (6, 1950)]
    assert made.forbidden[0]["numbers"] == [1, 4]
    assert lines(made) == []


def test_late_entries_of_a_list_get_the_numbers_of_their_strength() -> None:
    made = played(1)
    late = [
        Entry(tournament=made, family=f"Late {rating}", rating=rating, registered=True)
        for rating in (1985, 2500)
    ]
    assert [entry.number for entry in add_entries(tournament=made, entries=late, by=Actor())] == [
        3, 1,
    ]  # fmt: skip
    ratings = made.entries.order_by("number").values_list("rating", flat=True)
    assert list(ratings) == [2500, 1990, 1985, 1980, 1970, 1960, 1950]


def test_lines_of_the_file_follow_the_numbers() -> None:
    made = played(2)
    enter(made, 1, 1, "a", is_confirmed=True)
    enter(made, 1, 1, "0", is_confirmed=True)
    told = "### MPA @ Round 2: 4-1 5-2 3-PAB => 4-2 5-1 3-HPB", "### FPB @ Round 2: 1 3"
    add_breaches(tournament_id=made.pk, breaches=filter(None, map(read_breach, told)), by=Actor())
    names = [read_name("Late, Lea")]
    add_names(tournament=made, names=names, by=Actor(), rating=1985, guests=True)
    assert lines(made) == [
        "### Correction @ Round 1: 1-4: 1-0 => ?",
        "### Adjournment @ Round 1: 1-4: 0-1",
        "### MPA @ Round 2: 5-1 6-3 4-PAB => 5-3 6-1 4-HPB",
        "### FPB @ Round 2: 1 4",
    ]


def test_the_checker_takes_a_late_entry() -> None:
    text = text_of(generated())
    made = import_tournament(value=read_krause_file(text).tournament, by=Actor())
    middle = (cups.entry(made, 4).rating or 0) + 1
    add_names(
        tournament=made, names=[read_name("Late, Lea")], by=Actor(), rating=middle, guests=True
    )
    assert cups.entry(made, 4).family == "Late"
    found = check_text(krause_file(file_value(made), Format.TRF26).text)
    assert [each.ok for each in found.rounds] == [True] * 4
    assert not found.points


def test_numbers_anew_are_asked_about_and_told(director_client: Client) -> None:
    made = played(1)
    Entry.objects.filter(tournament=made, number=5).update(rating=2500)
    with pytest.raises(Asked):
        number_entries(tournament=made, by=Actor())
    page = director_client.post(f"{DESK}players/number/")
    assert (page.status_code, "Is it meant?" in page.text) == (422, True)
    director_client.post(f"{DESK}players/number/", {"confirmed": "1"})
    assert lines(made) == ["### TPN @ Round 1: numbers by strength again"]
    assert cups.entry(made, 1).rating == 2500


def test_who_is_entered_from_the_register_has_a_fide_rating_with_its_number() -> None:
    made = cups.tournament()
    known = entry_of(Player(name="Ada Lark", rating=2100, fide_number="77"), made)
    assert (known.rating, known.fide_rating) == (2100, 2100)
    assert entry_of(Player(name="Ada Lark", rating=2100), made).fide_rating is None


def test_the_list_of_the_first_days_month_is_compared_and_noticed(director_client: Client) -> None:
    made = in_fide_mode(2, start=datetime.date(2026, 11, 20))
    Entry.objects.filter(tournament=made, number=1).update(identity="101")
    Entry.objects.filter(tournament=made, number=2).update(identity="102")
    wanted = a_list("FIDE 2026-11", "fide_number", "101", 2222)
    later = a_list("FIDE 2026-12", "fide_number", "102", 2333)
    LookupList.objects.filter(pk=later.pk).update(month=datetime.date(2026, 12, 1))
    page = director_client.get(f"{DESK}ratings/update/")
    assert [row["difference"].entry.number for row in page.context["rows"]] == [1]
    assert "which is not loaded" not in page.text
    assert "1 rating is not that of the list" in director_client.get(DESK).text
    assert page.text.count(" checked") == 1
    page = director_client.get(f"{DESK}ratings/update/?list={later.pk}")
    assert "goes by the list of November 2026, and this is FIDE 2026-12: nothing is ticked" in (
        " ".join(page.text.split())
    )
    assert " checked" not in page.text
    LookupList.objects.filter(pk=wanted.pk).update(is_current=False)
    page = director_client.get(f"{DESK}ratings/update/")
    assert "goes by the list of November 2026, which is not loaded" in " ".join(page.text.split())
    LookupList.objects.filter(pk=wanted.pk).update(is_current=True)
    entry = cups.entry(made, 1).pk
    director_client.post(f"{DESK}ratings/update/", {"list": wanted.pk, "entry": [entry]})
    assert cups.entry(made, 1).fide_rating == 2222
    assert "is not that of the list" not in director_client.get(DESK).text


def test_a_tie_break_computed_elsewhere_is_typed_written_and_read(director_client: Client) -> None:
    made = cups.tournament(2, tie_breaks=["EXT"])
    for number, value in ((1, "1.5"), (2, "12½")):
        address = f"{DESK}entries/{cups.entry(made, number).pk}/"
        form = director_client.get(address).context["form"]
        sent = {field.html_name: field.value() or "" for field in form if field.html_name != "k"}
        assert director_client.post(address, sent | {"external": value}).status_code == 302
    cups.play(made, 1, (1, 2, "="))
    text = krause_file(file_value(made), Format.TRF26).text
    assert "### EXT @ Round 3: 1=1.5 2=12.5\r\n" in text
    value = read_krause_file(text).tournament
    assert [float(each.external or 0) for each in value.entrants] == [1.5, 12.5]
    assert value.breaches == ()
    order = [line.number for line in standings(value, tie_breaks=["EXT"])]
    assert order == [2, 1]
