"""Adjourned games: typed, marked by a proposal, written and read, and never a result."""

from typing import Any

import pytest
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Game
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.services import finish_tournament
from events.tournaments.fide.selectors import fide_state
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import as_json, file_value, krause_file, read_krause_file
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments.fide.test_mode import DESK, enter, lines, played
from tests.jobs import work_off

pytestmark = pytest.mark.django_db


def text_of(made: Any, format_: Format = Format.TRF26) -> str:
    return krause_file(file_value(made), format_).text


def test_a_proposal_adjourns_what_is_missing_and_says_so(director_client: Client) -> None:
    made = played(1)
    enter(made, 1, 1, "")
    director_client.post(f"{DESK}rounds/2/proposal/", {"system": "dutch"})
    work_off()
    page = director_client.get(f"{DESK}rounds/2/proposal/").text
    assert "Round 1, board 1 has no result: the game is adjourned." in page
    assert "counts as a draw in this proposal" in " ".join(page.split())
    assert [each.is_adjourned for each in fide_state(made).open] == [True]
    assert Game.objects.get(round__number=1, board_number=1).outcome == "??"


def test_pairings_by_hand_adjourn_too_and_outside_fide_mode_nothing_does() -> None:
    made = played(1)
    enter(made, 1, 1, "")
    here = made.rounds.get(number=2)
    set_pairings(round=here, pairings=Pairings(((4, 1), (5, 2))), by=Actor())
    assert Game.objects.get(round__number=1, board_number=1).outcome == "??"


def test_an_adjourned_game_is_written_and_read() -> None:
    made = played(1)
    enter(made, 1, 1, "a")
    text = text_of(made)
    assert "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5\r\n" in text
    assert text.count(" ?\r\n") == 2
    value = read_krause_file(text).tournament
    [shown] = as_json(value)["players"][0]["results"]
    assert (shown["code"], shown["points"], shown["adjourned"]) == ("*", None, True)
    again = import_tournament(value=value, by=Actor())
    assert text_of(again).count(" ?\r\n") == 2
    assert "?" not in text_of(made, Format.KRAUSE).split("001", 1)[1]


@pytest.mark.parametrize("both", [True, False])
def test_a_symbol_of_another_program_is_an_adjourned_game(both: bool) -> None:
    text = text_of(played(1)).replace("   3 w 1", "   3 w #")
    text = text.replace("   1 b 0", "   1 b #") if both else text
    reading = read_krause_file(text)
    assert sum("adjourned" in str(each.stored) for each in reading.adjustments) == 1 + both
    one, other = (reading.tournament.entrants[place].results[0] for place in (0, 2))
    assert [each and each.is_adjourned for each in (one, other)] == [True, True]


def test_an_adjourned_game_is_no_result() -> None:
    made = played(2)
    enter(made, 1, 1, "a", is_confirmed=True)
    assert lines(made) == ["### Correction @ Round 1: 1-3: 1-0 => ?"]
    with pytest.raises(Refused, match="games without a result"):
        finish_tournament(tournament=made, by=Actor())
    enter(made, 1, 1, "0", is_confirmed=True)
    assert lines(made)[-1] == "### Adjournment @ Round 1: 1-3: 0-1"
