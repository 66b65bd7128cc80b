"""FIDE mode: when a tournament is in it, what it refuses, what it asks about, how it is left."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, LogEntry, RoundResult, Tournament
from events.tournaments.core.domain.fide_mode import FROZEN
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.services import create_tournament, finish_tournament
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.fide.selectors import breaches_of
from events.tournaments.fide.services import Asked, leave_fide_mode
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import file_value, krause_file, read_krause_file
from events.tournaments.files.selectors import state_of
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.files.services.updating import update_from_file
from events.tournaments.pairing.forms import ProposalForm
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import correct_result, enter_bye, enter_result
from tests.events.tournaments import cups
from tests.jobs import work_off
from tests.site.visits import undone

pytestmark = pytest.mark.django_db

DESK = "/tournaments/spring-cup/"


def in_fide_mode(entries: int = 6, **values: Any) -> Tournament:
    return cups.tournament(entries=entries, fide_mode=True, rounds=5, **values)


def played(rounds: int = 2) -> Tournament:
    """Six players in FIDE mode; each round with a game that White wins, a draw, and a bye."""
    made = in_fide_mode(5)
    pairs = [((1, 3), (2, 4), 5), ((4, 1), (5, 2), 3), ((1, 5), (3, 2), 4), ((3, 5), (4, 2), 1)]
    for number, (one, other, bye) in enumerate(pairs[:rounds], start=1):
        here = made.rounds.get(number=number)
        pairings = Pairings((one, other), ((bye, Code.PAIRING_BYE),))
        set_pairings(round=here, pairings=pairings, by=Actor())
        for board, text in ((1, "1"), (2, "=")):
            enter(made, number, board, text)
    return made


def game_of(made: Tournament, number: int, board: int) -> Any:
    return made.rounds.get(number=number).games.get(board_number=board)


def enter(made: Tournament, number: int, board: int, text: str, **more: Any) -> None:
    game = game_of(made, number, board)
    enter_result(tournament=made, game_id=game.pk, text=text, by=Actor(), **more)


def lines(made: Tournament) -> list[str]:
    return [breach.line for breach in breaches_of(made.pk)]


@pytest.mark.parametrize(
    ("facts", "mode"),
    [
        ({}, True),
        ({"kind": "Swiss"}, True),
        ({"kind": "Swiss-System (Dutch)", "accelerated": True}, True),
        ({"kind": "Round robin"}, True),
        ({"kind": "Double round robin"}, True),
        ({"kind": "Individual: Swiss-System (Dubov)"}, None),
        ({"kind": "Keizer"}, None),
        ({"kind": "Knockout"}, None),
        ({"discipline": "go"}, None),
        ({"discipline": "other"}, None),
        ({"same_club": "avoid"}, None),
        ({"kind": "Round robin", "tie_breaks": ["BH"]}, None),
        ({"win_points": 1, "draw_points": 1}, None),
        ({"win_points": 3, "draw_points": 1, "pairing_bye_points": 2}, True),
    ],
)
def test_a_tournament_of_fides_systems_begins_in_fide_mode(facts: Any, mode: bool | None) -> None:
    made = create_tournament(name="Cup", by=Actor(), **facts)
    assert Tournament.objects.get(pk=made.pk).fide_mode is mode


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("draw_points", "0.75"),
        ("pairing_bye_points", "1.5"),
        ("half_bye_points", "0.25"),
        ("kind", "Keizer"),
        ("discipline", "go"),
        ("wishes", "1 2 ?"),
        ("same_club", "avoid"),
        ("same_federation", "never"),
    ],
)
def test_what_fide_does_not_foresee_is_refused(
    director_client: Client, column: str, value: str
) -> None:
    made = in_fide_mode()
    answer = settings(director_client, made, **{column: value})
    assert (answer.status_code, column in answer.context["form"].errors) == (422, True)
    leave(made)
    assert settings(director_client, made, **{column: value}).status_code == 302


def settings(client: Client, made: Tournament, **changed: str) -> Any:
    page = client.get(f"{made.get_absolute_url()}settings/")
    sent = {
        field.html_name: field.value()
        for field in page.context["form"]
        if field.value() not in (None, False)
        and field.html_name != "tie_breaks"
        and not field.field.disabled
    }
    return client.post(f"{made.get_absolute_url()}settings/", sent | changed)


def leave(made: Tournament) -> None:
    leave_fide_mode(tournament=made, reason="for fun", by=Actor())


OTHER = {
    "rounds_planned": "7",
    "kind": "Round robin",
    "discipline": "other",
    "accelerated": "on",
    "tie_breaks": "SB",
    "forbidden": "1 2",
    "wishes": "1 2 ?",
    "same_club": "avoid",
    "same_federation": "never",
    "rating_method": "NRO",
    "equals_by": "identity",
    "unrated_as": "1500",
} | {column: "0.75" for column in FROZEN if column.endswith("_points")}


def test_a_frozen_setting_is_refused_over_http_and_changed_after_leaving(
    director_client: Client,
) -> None:
    made = played(1)
    page = director_client.get(f"{DESK}settings/")
    fields = page.context["form"].fields
    assert [column for column in FROZEN if not fields[column].widget.attrs.get("disabled")] == []
    assert page.text.count("what is grey stays as it is") == 1
    answer = settings(director_client, made, **OTHER)
    assert (answer.status_code, set(FROZEN) - set(answer.context["form"].errors)) == (422, set())
    stored = Tournament.objects.get()
    assert [column for column in FROZEN if getattr(stored, column) != getattr(made, column)] == []
    leave(made)
    changed = {}
    for column in FROZEN:
        with undone():
            answer = settings(director_client, made, **{column: OTHER[column]})
            after = getattr(Tournament.objects.get(), column)
            changed[column] = (answer.status_code, after != getattr(stored, column))
    assert changed == dict.fromkeys(FROZEN, (302, True))


def test_nobody_enters_fide_mode_again() -> None:
    made = in_fide_mode()
    leave(made)
    made.fide_mode, made.fide_left_round = True, None
    with pytest.raises(ValueError, match="cannot be entered"):
        made.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(fide_mode=True)
    with pytest.raises(Refused, match="not in FIDE mode"):
        leave(made)


def test_leaving_asks_twice_and_is_told_on_every_page(director_client: Client) -> None:
    made = played(2)
    first = director_client.post(f"{DESK}fide/leave/")
    second = director_client.post(f"{DESK}fide/leave/", {"said": "once"})
    without = director_client.post(f"{DESK}fide/leave/", {"said": "twice", "reason": " "})
    assert [page.status_code for page in (first, second, without)] == [200, 200, 422]
    assert "### FIDE mode exited @ Round 2" in first.text
    assert "Stay in FIDE mode" in second.text
    made.refresh_from_db()
    assert made.fide_mode is True

    director_client.post(f"{DESK}fide/leave/", {"said": "twice", "reason": "a friendly"})
    made.refresh_from_db()
    assert (made.fide_mode, made.fide_left_round) == (False, 2)
    assert LogEntry.objects.filter(action="breach").get().reason == "a friendly"
    for page in ("", "settings/", "standings/", "fide/", "log/"):
        text = " ".join(director_client.get(f"{DESK}{page}").text.split())
        assert "Not in FIDE mode since round 2" in text
    assert "### FIDE mode exited @ Round 2" in director_client.get(f"{DESK}trf/?format=trf26").text


def test_both_cannot_win_by_forfeit() -> None:
    made = played(1)
    with pytest.raises(Refused, match="Only one side"):
        enter(made, 1, 1, "++", is_confirmed=True)
    leave(made)
    enter(made, 1, 1, "++")


@pytest.mark.parametrize(
    ("number", "board", "text", "line"),
    [
        (1, 1, "0", "### Correction @ Round 1: 1-3: 1-0 => 0-1"),
        (1, 2, "", "### Correction @ Round 1: 2-4: ½-½ => *"),
        (1, 1, "+", "### Correction @ Round 1: 1-3: 1-0 => 1F-0F"),
        (2, 1, "0", None),
    ],
)
def test_a_correction_before_a_paired_round_is_asked_about_and_told(
    director_client: Client, number: int, board: int, text: str, line: str | None
) -> None:
    made = played(2)
    address = f"{DESK}rounds/{number}/games/{game_of(made, number, board).pk}/"
    answer = director_client.post(address, {"typed": text})
    if line is None:
        assert (answer.status_code, lines(made)) == (200, [])
        return
    assert (answer.status_code, answer.json()["asks"], lines(made)) == (422, True, [])
    assert director_client.post(address, {"typed": text, "confirmed": "1"}).status_code == 200
    assert lines(made) == [line]


def test_the_page_of_a_correction_asks_too(director_client: Client) -> None:
    made = played(2)
    game = game_of(made, 1, 1)
    address = f"{DESK}rounds/1/games/{game.pk}/correct/"
    sent = {
        "result": "0",
        "reason": "slip",
        "version": game.version,
        "action": "save",
        "swap": "on",
    }
    page = director_client.post(address, sent)
    assert (page.status_code, "Is it meant?" in page.text) == (422, True)
    assert director_client.post(address, sent | {"confirmed": "1"}).status_code == 302
    assert lines(made) == [
        "### Correction @ Round 1: 1-3: 1-0 => 0-1",
        "### Correction @ Round 1: 1-3 => 3-1",
    ]


def test_a_bye_before_a_paired_round_is_asked_about() -> None:
    made = played(2)
    bye = RoundResult.objects.get(round__number=1, game=None)
    change = {"tournament": made, "result_id": bye.pk, "text": "h", "by": Actor()}
    with pytest.raises(Asked):
        enter_bye(**change)
    enter_bye(**change, is_confirmed=True)
    assert lines(made) == ["### Correction @ Round 1: 5-PAB => 5-HPB"]


@pytest.mark.parametrize(
    ("text", "told"), [("1", ["### Adjournment @ Round 1: 1-3: 1-0"]), ("=", [])]
)
def test_a_late_result_but_a_draw_is_asked_about(text: str, told: list[str]) -> None:
    made = played(1)
    enter(made, 1, 1, "")
    set_pairings(round=made.rounds.get(number=2), pairings=Pairings(((4, 1), (5, 2))), by=Actor())
    if told:
        with pytest.raises(Asked):
            enter(made, 1, 1, text)
    enter(made, 1, 1, text, is_confirmed=True)
    assert lines(made) == told


def test_pairings_before_a_paired_round_are_asked_about(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "events.tournaments.rounds.views.end_check.wait", lambda _job, seconds: work_off()
    )
    made = played(2)
    enter(made, 1, 1, "", is_confirmed=True)
    enter(made, 1, 2, "", is_confirmed=True)
    rows = {"first": ["1", "2", "5"], "second": ["4", "3", "bye"], "date": ""}
    page = director_client.post(f"{DESK}rounds/1/pairings/", rows)
    assert page.status_code == 422
    accepted = rows | {"accepted": page.context["questions"]}
    assert director_client.post(f"{DESK}rounds/1/pairings/", accepted).status_code == 302
    assert lines(made)[-1] == "### MPA @ Round 1: 1-3 4-2 => 1-4 2-3"


def test_a_round_before_the_last_but_one_is_closed(director_client: Client) -> None:
    made = played(3)
    for change in ("0", ""):
        with pytest.raises(Refused, match="Round 1 is closed"):
            enter(made, 1, 1, change, is_confirmed=True)
    game = game_of(made, 1, 1)
    with pytest.raises(Refused, match="Round 1 is closed"):
        correct_result(
            tournament=made, game_id=game.pk, outcome="10", swap=True, version=game.version,
            reason="slip", by=Actor(), is_confirmed=True,
        )  # fmt: skip
    with pytest.raises(Refused, match="Round 1 is closed"):
        set_pairings(
            round=made.rounds.get(number=1), pairings=Pairings(((1, 3), (4, 2))), by=Actor(),
            is_confirmed=True,
        )  # fmt: skip
    closed, still_open = (director_client.get(f"{DESK}rounds/{number}/").text for number in (1, 2))
    assert "Round 1 is closed" in closed
    for offered in ("data-line", "rounds/{}/pairings/"):
        there = (offered.format(1) in closed, offered.format(2) in still_open)
        assert there == (False, True)
    page = director_client.get(f"{DESK}rounds/1/pairings/").text
    assert ("Save the pairings" in page, 'name="first"' in page) == (False, True)
    leave(made)
    enter(made, 1, 1, "0")


def test_a_game_that_is_open_stays_free_in_a_closed_round() -> None:
    made = played(2)
    enter(made, 1, 2, "", is_confirmed=True)
    for number, games in ((3, ((1, 5), (3, 2))),):
        set_pairings(round=made.rounds.get(number=number), pairings=Pairings(games), by=Actor())
        enter(made, number, 1, "1")
    enter(made, 1, 2, "0", is_confirmed=True)
    assert lines(made)[-1] == "### Adjournment @ Round 1: 2-4: 0-1"


def test_a_round_robin_asks_nothing_about_first_results() -> None:
    made = in_fide_mode(4, kind="Round robin")
    for number, games in ((1, ((1, 4), (2, 3))), (2, ((4, 3), (1, 2)))):
        set_pairings(round=made.rounds.get(number=number), pairings=Pairings(games), by=Actor())
    enter(made, 2, 1, "1")
    enter(made, 1, 1, "1")
    with pytest.raises(Asked):
        enter(made, 1, 1, "0")


def test_a_tournament_with_open_games_is_not_finished(director_client: Client) -> None:
    made = played(1)
    enter(made, 1, 1, "")
    with pytest.raises(Refused, match="games without a result"):
        finish_tournament(tournament=made, by=Actor())
    assert 'value="finish"' not in director_client.get(DESK).text
    enter(made, 1, 1, "1")
    assert 'value="finish"' in director_client.get(DESK).text
    finish_tournament(tournament=made, by=Actor())


@pytest.mark.parametrize(("kind", "is_free"), [("Swiss", False), ("Round robin", True)])
def test_numbers_of_a_swiss_go_by_strength(kind: str, is_free: bool) -> None:
    made = in_fide_mode(4, kind=kind)
    entry = Entry.objects.get(tournament=made, number=4)
    entry.number = 9
    if is_free:
        change_entry(entry=entry, fields=["number"], by=Actor())
        return
    with pytest.raises(Refused, match="go by strength"):
        change_entry(entry=entry, fields=["number"], by=Actor())


def test_lines_of_a_file_are_read_back_and_never_doubled() -> None:
    made = played(2)
    enter(made, 1, 1, "0", is_confirmed=True)
    text = krause_file(file_value(made), Format.TRF26).text
    assert text.count("###") == 1
    again = import_tournament(value=read_krause_file(text).tournament, by=Actor())
    assert (again.fide_mode, lines(again)) == (True, lines(made))
    update_from_file(
        tournament=again, value=read_krause_file(text).tournament, seen=state_of(again), by=Actor()
    )
    assert krause_file(file_value(again), Format.TRF26).text.count("###") == 1
    leave(made)
    left = import_tournament(
        value=read_krause_file(krause_file(file_value(made), Format.TRF26).text).tournament,
        by=Actor(),
    )
    assert (left.fide_mode, left.fide_left_round, lines(left)) == (False, 2, lines(made))


def test_a_file_over_a_tournament_changes_no_closed_round_and_is_told() -> None:
    made = played(3)
    text = krause_file(file_value(made), Format.TRF26).text
    leave(made)
    enter(made, 2, 1, "0")
    changed = read_krause_file(krause_file(file_value(made), Format.TRF26).text).tournament
    changed = replace(changed, breaches=())
    other = import_tournament(value=read_krause_file(text).tournament, by=Actor())
    assert other.fide_mode is True
    update_from_file(tournament=other, value=changed, seen=state_of(other), by=Actor())
    assert lines(other) == ["### Correction @ Round 2: 4-1: 1-0 => 0-1"]
    enter(made, 1, 1, "0")
    changed = read_krause_file(krause_file(file_value(made), Format.TRF26).text).tournament
    changed = replace(changed, breaches=())
    with pytest.raises(Refused, match="Round 1 is closed"):
        update_from_file(tournament=other, value=changed, seen=state_of(other), by=Actor())


def test_the_command_says_how_a_tournament_stands(capsys: pytest.CaptureFixture[str]) -> None:
    made = played(1)
    enter(made, 1, 1, "")
    assert said(capsys) == {
        "slug": "spring-cup", "fide_mode": True, "left_in_round": None, "frozen": list(FROZEN),
        "breaches": [], "open": [{"round": 1, "white": 1, "black": 3, "adjourned": False}],
    }  # fmt: skip
    for arguments, status in (
        (["spring-cup", "--leave", "fun"], 1),
        (["spring-cup", "--leave", " ", "--yes"], 1),
        (["nowhere"], 1),
        (["spring-cup", "--yes"], 2),
    ):
        with pytest.raises(CommandError) as error:
            call_command("fide_mode", *arguments)
        assert error.value.returncode == status
    assert said(capsys, "--leave", "fun", "--yes") == {
        "slug": "spring-cup", "fide_mode": False, "left_in_round": 1, "frozen": [],
        "breaches": [
            {"round": 1, "kind": "FIDE mode exited", "line": "### FIDE mode exited @ Round 1"}
        ],
        "open": [{"round": 1, "white": 1, "black": 3, "adjourned": False}],
    }  # fmt: skip


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    call_command("fide_mode", "spring-cup", "--json", *arguments)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        ({}, ["dutch"]),
        ({"accelerated": True}, ["dutch-baku"]),
        ({"kind": "Round robin"}, ["round-robin"]),
        ({"teams_meet": True, "board_colours": "WB", "pairing_bye_points": 0}, ["team"]),
    ],
)
def test_a_round_is_proposed_by_the_system_of_the_tournament_alone(
    facts: Any, names: list[str]
) -> None:
    form = ProposalForm(tournament=in_fide_mode(2, **facts))
    assert [name for name, _text in form.fields["system"].choices] == names
