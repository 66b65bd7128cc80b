"""Pairings changed by hand are compared with those of the rules before they are saved."""

from typing import Any

import pytest
from django.test import Client

from clubscore.models import Job
from events.tournaments.rounds.services.pairings import numbered_games
from tests.events.tournaments import cups
from tests.events.tournaments.fide.test_mode import DESK, in_fide_mode, lines, played
from tests.jobs import work_off

pytestmark = pytest.mark.django_db

PAIRINGS = f"{DESK}rounds/1/pairings/"


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A worker that is there at once; with a mark in the list it is busy elsewhere."""
    busy: list[int] = []
    monkeypatch.setattr(
        "events.tournaments.rounds.views.end_check.wait",
        lambda _job, seconds: None if busy else work_off(),
    )
    return busy


def rows(*games: tuple[int, int], bye: int | None = None, kind: str = "bye") -> dict[str, Any]:
    firsts, seconds = [str(one) for one, _ in games], [str(other) for _, other in games]
    if bye:
        firsts, seconds = [*firsts, str(bye)], [*seconds, kind]
    return {"first": firsts, "second": seconds, "date": ""}


def test_what_the_rules_pair_is_saved_without_a_question(director_client: Client) -> None:
    made = in_fide_mode(6, lot="w")
    sent = rows((1, 4), (5, 2), (3, 6))
    assert director_client.post(PAIRINGS, sent).status_code == 302
    assert lines(made) == []


def test_another_pairing_is_shown_beside_the_rules_and_told(director_client: Client) -> None:
    made = in_fide_mode(6, lot="w")
    sent = rows((1, 5), (4, 2), (3, 6))
    page = director_client.post(PAIRINGS, sent)
    assert page.status_code == 422
    assert numbered_games(made.rounds.get(number=1)) == []
    checked = page.context["checked"]
    assert checked.only_rules == (
        "1 Finch, Clara – 4 Moss, Quentin",
        "5 Dale, Kirsten – 2 Tarrant, Hugo",
    )
    assert checked.only_here == (
        "1 Finch, Clara – 5 Dale, Kirsten",
        "4 Moss, Quentin – 2 Tarrant, Hugo",
    )
    accepted = sent | {"accepted": page.context["questions"]}
    assert director_client.post(PAIRINGS, accepted).status_code == 302
    assert lines(made) == ["### MPA @ Round 1: 1-4 5-2 => 1-5 4-2"]


@pytest.mark.parametrize(("kind", "told"), [("h", 0), ("bye", 1)])
def test_who_asked_for_a_bye_is_not_paired_by_the_rules(
    director_client: Client, kind: str, told: int
) -> None:
    made = in_fide_mode(5, lot="w")
    sent = rows((1, 3), (5, 2), bye=4, kind=kind)
    page = director_client.post(PAIRINGS, sent)
    if told:
        assert page.context["checked"].only_here
        page = director_client.post(PAIRINGS, sent | {"accepted": page.context["questions"]})
    assert (page.status_code, len(lines(made))) == (302, told)


def test_while_the_rules_are_pairing_nothing_is_saved(
    director_client: Client, worker: list[int]
) -> None:
    made = in_fide_mode(6, lot="w")
    worker.append(1)
    page = director_client.post(PAIRINGS, rows((1, 5), (4, 2), (3, 6)))
    assert (page.status_code, "still pairing" in page.text) == (422, True)
    assert (numbered_games(made.rounds.get(number=1)), Job.objects.count()) == ([], 1)


def test_a_proposal_is_what_the_rules_pair(director_client: Client, worker: list[int]) -> None:
    made = played(1)
    director_client.post(f"{DESK}rounds/2/proposal/", {"system": "dutch"})
    work_off()
    page = director_client.get(f"{DESK}rounds/2/proposal/")
    worker.append(1)
    sent = {
        "first": [row.first for row in page.context["rows"]],
        "second": [row.second for row in page.context["rows"]], "date": "",
    }  # fmt: skip
    assert director_client.post(f"{DESK}rounds/2/pairings/", sent).status_code == 302
    assert lines(made) == []


def test_a_round_robin_is_compared_with_its_table(director_client: Client) -> None:
    made = in_fide_mode(4, kind="Round robin")
    page = director_client.post(PAIRINGS, rows((1, 2), (3, 4)))
    assert page.status_code == 422
    sent = rows((1, 2), (3, 4)) | {"accepted": page.context["questions"]}
    assert director_client.post(PAIRINGS, sent).status_code == 302
    assert lines(made) == ["### MPA @ Round 1: 1-4 2-3 => 1-2 3-4"]


def test_where_the_rules_find_none_the_round_is_saved(director_client: Client) -> None:
    made = in_fide_mode(2, forbidden=[{"numbers": [1, 2], "first": None, "last": None}])
    page = director_client.post(PAIRINGS, rows((1, 2)))
    sent = rows((1, 2)) | {"accepted": page.context["questions"]}
    assert director_client.post(PAIRINGS, sent).status_code == 302
    assert lines(made) == []


def test_two_with_the_wrong_colours_are_asked_about_in_fide_mode(director_client: Client) -> None:
    text = "both have the colour that they are not due"
    for made, is_told in ((played(1), True), (cups.tournament(4, name="Fun"), False)):
        if not is_told:
            cups.play(made, 1, (1, 3, "1"), (2, 4, "="))
        address = f"{made.get_absolute_url()}rounds/2/pairings/"
        page = director_client.post(address, rows((4, 1), (3, 2)) | {"check": "1"})
        assert (text in page.text) is False
        page = director_client.post(address, rows((1, 4), (2, 3)) | {"check": "1"})
        assert (text in page.text) is is_told
