"""Withdrawals in the standings, byes that FIDE asks about, too many rounds, Chess960."""

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Entry, RoundResult
from events.tournaments.core.domain.chess960 import position
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.entries.services.entries import withdraw_entry
from events.tournaments.fide.selectors import second_half_byes
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups
from tests.events.tournaments.fide.test_end_check import rows
from tests.events.tournaments.fide.test_mode import DESK, in_fide_mode, lines, played
from tests.jobs import work_off

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "events.tournaments.rounds.views.end_check.wait", lambda _job, seconds: work_off()
    )


def test_a_withdrawal_shows_in_the_standings(director_client: Client) -> None:
    made = played(1)
    withdraw_entry(entry=cups.entry(made, 3), after_round=1, by=Actor())
    assert director_client.get(f"{DESK}standings/").text.count("(withdrew)") == 1


def test_a_second_half_point_bye_is_asked_about(director_client: Client) -> None:
    made = played(1)
    bye = RoundResult.objects.filter(round__number=1, game=None)
    bye.update(bye=Code.HALF_BYE.value)
    page = director_client.post(f"{DESK}rounds/2/pairings/", rows((4, 1), (3, 2), bye=5, kind="h"))
    assert (page.status_code, made.pk > 0) == (422, True)
    assert any("half-point bye in round 1 already" in each for each in page.context["questions"])


PLAYER = {"family": "Moss", "given": "Quentin", "number": "4", "rating": "1960", "registered": "on"}


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("entries/{pk}/", PLAYER | {"absent_rounds": "2h"}),
        ("registration/{pk}/", {"registered": "on", "rounds": ["1", "3"], "half": "2"}),
    ],
)
def test_a_second_half_point_bye_is_asked_about_where_it_is_asked_for(
    director_client: Client, page: str, sent: dict[str, str]
) -> None:
    made = played(1)
    bye = RoundResult.objects.get(round__number=1, game=None)
    bye.bye = Code.HALF_BYE.value
    bye.save()
    entry = bye.entry
    address = f"{DESK}{page.format(pk=entry.pk)}"
    sent |= {"family": entry.family, "given": entry.given, "number": str(entry.number)}

    asked = director_client.post(address, sent)
    assert asked.status_code == 422
    assert "half-point bye in round 1 already; this one is in round 2. Is it meant?" in asked.text
    entry.refresh_from_db()
    assert entry.asked_byes == {}
    assert director_client.post(address, sent | {"confirmed": "1"}).status_code == 302
    entry.refresh_from_db()
    assert entry.asked_byes == {"2": "H"}
    assert made.fide_mode


def test_a_second_half_point_bye_is_asked_about_in_the_round(director_client: Client) -> None:
    played(1)
    bye = RoundResult.objects.get(round__number=1, game=None)
    Entry.objects.filter(pk=bye.entry_id).update(absent_rounds=[3], asked_byes={"3": "H"})
    address = f"{DESK}rounds/1/byes/{bye.pk}/"
    asked = director_client.post(address, {"typed": "h"}, headers={"Accept": "application/json"})
    assert asked.json()["asks"]
    assert "half-point bye in round 3 already; this one is in round 1" in asked.json()["error"]
    director_client.post(address, {"typed": "h", "confirmed": "1"})
    bye.refresh_from_db()
    assert bye.bye == Code.HALF_BYE.value


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, ["2"], False),
        ({}, ["2", "3"], True),
        ({"2": "H"}, ["3"], False),
        ({"2": "H"}, ["2"], False),
        ({"2": "H"}, ["2", "3"], True),
        ({"2": "F"}, ["3"], False),
    ],
)
def test_what_is_a_second_half_point_bye(
    before: dict[str, str], after: list[str], told: bool
) -> None:
    made = in_fide_mode(4)
    entry = cups.entry(made, 1)
    entry.absent_rounds, entry.asked_byes = list(map(int, before)), before
    entry.save()
    given = {entry.pk: list(map(int, after))}
    assert bool(second_half_byes(made, given, is_all=True)) is told
    made.fide_mode = None
    assert second_half_byes(made, given, is_all=True) == []


def test_a_full_point_bye_is_told(director_client: Client) -> None:
    made = in_fide_mode(5, lot="w")
    sent = rows((1, 3), (4, 2), bye=5, kind="f")
    page = director_client.post(f"{DESK}rounds/1/pairings/", sent, follow=True)
    assert "out of use" in page.text
    assert lines(made) == ["### FPB @ Round 1: 5"]


@pytest.mark.parametrize(("players", "told"), [(5, True), (6, False)])
def test_too_many_rounds_are_told_at_the_first_proposal(
    director_client: Client, players: int, told: bool
) -> None:
    cups.tournament(players, rounds=6 if told else 5, fide_mode=True)
    page = director_client.post(f"{DESK}rounds/1/proposal/", {"system": "dutch"}, follow=True)
    assert ("can be paired in at most 5 rounds" in page.text) is told


@pytest.mark.parametrize(
    ("number", "pieces"), [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB"), (1, "BQNBNRKR")]
)
def test_positions_of_chess960(number: int, pieces: str) -> None:
    assert position(number) == pieces


def test_all_positions_are_different_and_legal() -> None:
    found = [position(number) for number in range(960)]
    assert len(set(found)) == 960
    for pieces in found:
        assert pieces.index("R") < pieces.index("K") < pieces.rindex("R")
        assert (pieces.index("B") - pieces.rindex("B")) % 2


def test_a_position_is_drawn_for_each_round_once(director_client: Client) -> None:
    made = cups.tournament(4, is_chess960=True)
    here = made.rounds.get(number=1)
    assert here.pieces == ""
    set_pairings(round=here, pairings=Pairings(((1, 3), (2, 4))), by=Actor())
    here.refresh_from_db()
    drawn = here.pieces
    assert sorted(drawn) == sorted("RNBQKBNR")
    set_pairings(round=here, pairings=Pairings(((1, 4), (2, 3))), by=Actor())
    for page in ("", "slips/"):
        assert drawn in director_client.get(f"{DESK}rounds/1/{page}").text


def test_a_full_point_bye_is_asked_about_on_the_page_of_a_player(director_client: Client) -> None:
    made = in_fide_mode(5)
    address = f"{DESK}entries/{cups.entry(made, 5).pk}/"
    form = director_client.get(address).context["form"]
    sent = {field.html_name: field.value() or "" for field in form} | {"absent_rounds": "2h 4f"}
    asked = director_client.post(address, sent)
    assert (asked.status_code, "one in round 4. Is it meant?" in asked.text) == (422, True)
    assert cups.entry(made, 5).asked_byes == {}
    assert director_client.post(address, sent | {"confirmed": "1"}).status_code == 302
    assert cups.entry(made, 5).asked_byes == {"2": "H", "4": "F"}


def test_pairings_that_were_asked_about_do_not_break_no_rule(director_client: Client) -> None:
    in_fide_mode(6, lot="w")
    address = f"{DESK}rounds/1/pairings/"
    sent = rows((1, 5), (4, 2), (3, 6))
    page = director_client.post(address, sent)
    director_client.post(address, sent | {"accepted": page.context["questions"]})
    page = director_client.post(address, sent | {"check": "1"})
    assert "break no rule" not in page.text
    assert "=> 1-5 4-2" in page.context["told"][0]
    judged = director_client.post(f"{address}judge/", sent).json()
    assert judged["summary"] == "One thing is unusual."
    judged = director_client.post(f"{address}judge/", rows((1, 4), (3, 2), (5, 6))).json()
    assert judged["summary"].endswith("compares these pairings with those of the rules.")
    page = director_client.post(address, rows((1, 4), (5, 2), (3, 6)) | {"check": "1"})
    assert "break no rule" in page.text
