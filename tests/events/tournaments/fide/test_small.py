"""Withdrawals in the standings, byes that FIDE asks about, too many rounds, Chess960."""

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import RoundResult
from events.tournaments.core.domain.chess960 import position
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.entries.services.entries import withdraw_entry
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


@pytest.mark.parametrize(
    ("before", "typed", "asked"),
    [
        ("", "2h", []),
        ("", "2h 3h 4f", ["another half-point bye, in round 3", "one in round 4"]),
        ("2h", "2h 3", []),
        ("2h", "2h 3h", ["another half-point bye, in round 3"]),
        ("2h", "3h", []),
    ],
)
def test_byes_on_the_page_of_a_player_are_asked_about(
    director_client: Client, before: str, typed: str, asked: list[str]
) -> None:
    made = in_fide_mode(5)
    address = f"{DESK}entries/{cups.entry(made, 5).pk}/"

    def sent(text: str) -> dict[str, object]:
        form = director_client.get(address).context["form"]
        values = {field.html_name: field.value() or "" for field in form}
        return values | {"absent_rounds": text, "registered": "on"}

    assert director_client.post(address, sent(before)).status_code == 302
    known = cups.entry(made, 5).asked_byes
    page = director_client.post(address, sent(typed))
    questions = page.context["questions"] if page.status_code == 422 else []
    assert len(questions) == len(asked)
    assert all(text in each for text, each in zip(asked, questions, strict=True))
    if asked:
        assert cups.entry(made, 5).asked_byes == known
        page = director_client.post(address, sent(typed) | {"accepted": questions})
    assert page.status_code == 302
    assert len(cups.entry(made, 5).missed_rounds) == len(typed.split())


def test_pairings_that_were_asked_about_do_not_break_no_rule(director_client: Client) -> None:
    made = in_fide_mode(6, lot="w")
    address = f"{DESK}rounds/1/pairings/"
    sent = rows((1, 5), (4, 2), (3, 6))
    page = director_client.post(address, sent)
    director_client.post(address, sent | {"accepted": page.context["questions"]})
    page = director_client.post(address, sent | {"check": "1"})
    assert "break no rule" not in page.text
    assert lines(made)[0].split("=>")[1] in page.context["told"][0]
    judged = director_client.post(f"{DESK}rounds/1/pairings/judge/", sent).json()
    assert judged["summary"] == "One thing is unusual."
    judged = director_client.post(
        f"{DESK}rounds/1/pairings/judge/", rows((1, 4), (3, 2), (5, 6))
    ).json()
    assert judged["summary"].endswith("compares these pairings with those of the rules.")
    page = director_client.post(address, rows((1, 4), (5, 2), (3, 6)) | {"check": "1"})
    assert "break no rule" in page.text


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
