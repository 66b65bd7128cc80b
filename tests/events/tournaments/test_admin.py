from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import (
    Entry,
    Game,
    LineUpSeat,
    LogEntry,
    Round,
    RoundResult,
    TeamBye,
    TeamForfeit,
    Tournament,
)
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.rounds.services.pairings import set_pairings
from players.models import Player
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry
from tests.events.tournaments.desk.test_views import GOOD as OF_THE_SETTINGS
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_facts import EVERY, FORFEITED
from tests.queries import queries
from tests.stored import stored_once

ADMIN = "/admin/events/"
OF_TEAMS = ["team", "teambye", "teamforfeit", "lineupseat", "teamsapart"]
MODELS = ["tournament", "entry", *OF_TEAMS, "round", "game", "roundresult", "logentry"]
GOOD = OF_THE_SETTINGS | {
    "virtual_points": "[]", "match_win_points": "2", "match_draw_points": "1",
    "match_loss_points": "0", "other_score_counts": "on", "colour_preference": "typea",
    "team_tie_breaks": "[]",
}  # fmt: skip
POINTS = ["win_points", "draw_points", "half_bye_points"]
NO_SIDES = {"sides-TOTAL_FORMS": "0", "sides-INITIAL_FORMS": "0"}

pytestmark = pytest.mark.django_db


def make_cup() -> Tournament:
    made = cups.played()
    pairings = Pairings(((1, 4),), ((2, Code.HALF_BYE),))
    set_pairings(round=made.rounds.get(number=3), pairings=pairings, by=Actor())
    return made


stored, cup = stored_once(make_cup)


def game() -> Game:
    return Game.objects.get(round__number=1, board_number=1)


def change(client: Client, model: str, pk: int, typed: dict[str, Any]) -> Any:
    return client.post(f"{ADMIN}{model}/{pk}/change/", typed)


def errors(page: Any) -> dict[str, list[str]]:
    return page.context["adminform"].form.errors


def last() -> LogEntry:
    return LogEntry.objects.first()


def sides(of: Game) -> dict[str, str]:
    posted = {"sides-TOTAL_FORMS": "2", "sides-INITIAL_FORMS": "2"}
    for number, side in enumerate(of.sides.order_by("round", "side")):
        posted |= {f"sides-{number}-id": str(side.pk), f"sides-{number}-game": str(of.pk)}
    return posted


@pytest.mark.parametrize("model", MODELS)
def test_every_list_is_shown_and_searched(
    admin_client: Client, cup: Tournament, model: str
) -> None:
    for query in ("", "?q=finch", "?q=2"):
        assert admin_client.get(f"{ADMIN}{model}/{query}").status_code == 200


@pytest.mark.parametrize(
    "model", [model for model in MODELS if model not in (*OF_TEAMS, "logentry")]
)
def test_nothing_is_added_or_deleted(admin_client: Client, cup: Tournament, model: str) -> None:
    pk = {
        "tournament": cup.pk,
        "entry": entry(cup, 1).pk,
        "round": cup.rounds.get(number=1).pk,
        "game": game().pk,
        "roundresult": RoundResult.objects.get(game=None).pk,
    }[model]
    assert admin_client.get(f"{ADMIN}{model}/{pk}/change/").status_code == 200
    assert admin_client.get(f"{ADMIN}{model}/add/").status_code == 403
    assert admin_client.post(f"{ADMIN}{model}/{pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_tournament_is_changed_by_its_service(admin_client: Client, cup: Tournament) -> None:
    answer = change(admin_client, "tournament", cup.pk, GOOD | {"city": "Cork"})
    assert answer.status_code == 302
    cup.refresh_from_db()
    assert (cup.name, cup.city, cup.tie_breaks, cup.rounds.count()) == (
        "Autumn cup",
        "Cork",
        ["SB", "BH/C1"],
        5,
    )
    assert (last().action, last().user.username) == ("changed", "admin")


def test_points_stand_in_fields_that_can_hold_a_half(admin_client: Client, cup: Tournament) -> None:
    page = admin_client.get(f"{ADMIN}tournament/{cup.pk}/change/")
    form = page.context["adminform"].form
    shown = {name: (form[name].value(), form.fields[name].widget.input_type) for name in POINTS}
    assert shown == {
        "win_points": ("1", "text"),
        "draw_points": ("½", "text"),
        "half_bye_points": ("½", "text"),
    }


def test_the_kind_is_a_choice_with_the_words_of_the_file(
    admin_client: Client, cup: Tournament
) -> None:
    Tournament.objects.filter(pk=cup.pk).update(kind="Hutton")
    page = admin_client.get(f"{ADMIN}tournament/{cup.pk}/change/")
    kind = page.context["adminform"].form["kind"]
    assert [value for value, _name in kind.field.widget.choices][-2:] == ["Other", "Hutton"]
    assert '<option value="Hutton" selected>' in str(kind)


def test_a_tournament_against_the_rules_is_refused(admin_client: Client, cup: Tournament) -> None:
    wrong = {"name": "", "win_points": "many", "tie_breaks": ["XYZ"], "start": "soon"}
    page = change(admin_client, "tournament", cup.pk, GOOD | wrong)
    assert (page.status_code, set(errors(page))) == (200, set(wrong))
    cup.refresh_from_db()
    assert cup.name == "Spring cup"


def test_rounds_with_results_do_not_go(admin_client: Client, cup: Tournament) -> None:
    answer = change(admin_client, "tournament", cup.pk, GOOD | {"rounds_planned": "1"})
    page = admin_client.get(answer["Location"]).content.decode()
    assert "Round 3 has results" in page
    cup.refresh_from_db()
    assert (cup.rounds_planned, cup.rounds.count()) == (3, 3)


def test_the_rules_of_teams_are_columns(admin_client: Client, cup: Tournament) -> None:
    typed = {"teams_meet": "on", "board_colours": "WB", "match_win_points": "3", "lot": "b"}
    answer = change(admin_client, "tournament", cup.pk, GOOD | typed)
    assert answer.status_code == 302
    cup.refresh_from_db()
    assert cup.team_rules == TeamRules(boards=2, win=Fraction(3))
    assert cup.lot == "b"


@pytest.mark.parametrize(
    "wrong",
    [
        {"board_colours": "WX", "match_win_points": "many", "team_tie_breaks": '["KOYA9"]',
         "virtual_points": '[{"match": "1"}]', "lot": "x", "colour_preference": "x"},
        {"team_tie_breaks": '["EDE", "EDE"]'},
        {"team_tie_breaks": '{"EDE": 1}'},
    ],
)  # fmt: skip
def test_rules_of_teams_that_nobody_can_mean_are_refused(
    admin_client: Client, cup: Tournament, wrong: dict[str, str]
) -> None:
    page = change(admin_client, "tournament", cup.pk, GOOD | wrong)
    assert (page.status_code, set(errors(page))) == (200, set(wrong))


@pytest.fixture
def lakeside() -> Tournament:
    """A tournament of teams with every kind of fact."""
    value = read(teams_file(*EVERY, cells=FORFEITED)).tournament
    return import_tournament(value=value, by=Actor())


@pytest.mark.parametrize(
    ("model", "typed", "logged"),
    [
        ("team", {"number": "9", "short": "A", "strength": ""}, "Anchors, 9, A"),
        ("teambye", {"round": "3", "code": "F"}, "Eels, 3: F"),
        ("teamforfeit", {"round": "2", "score": "--"}, "Anchors – Cogs, 2: --"),
        ("lineupseat", {"entry": ""}, "Bells, 1, 1: –"),
        ("teamsapart", {"first_round": "", "last_round": "3"}, "Anchors – Bells – Drums, 3"),
    ],
)
def test_a_fact_of_teams_is_changed_and_logged(
    admin_client: Client, lakeside: Tournament, model: str, typed: dict[str, str], logged: str
) -> None:
    table = apps.get_model("events", model)
    pk = table.objects.order_by("pk").values_list("pk", flat=True)[0]
    assert admin_client.get(f"{ADMIN}{model}/{pk}/change/").status_code == 200
    members = {"members-TOTAL_FORMS": "0", "members-INITIAL_FORMS": "0"}
    assert change(admin_client, model, pk, typed | members).status_code == 302
    assert last().after == {model: logged}
    shown = admin_client.get(f"{lakeside.get_absolute_url()}log/").text
    assert f"→ {logged}" in shown


def test_a_second_bye_of_a_team_in_a_round_is_refused(
    admin_client: Client, lakeside: Tournament
) -> None:
    pk = TeamBye.objects.get(round=2, team__number=5).pk
    answer = change(admin_client, "teambye", pk, {"round": "1", "code": "F"})
    page = admin_client.get(answer["Location"])
    assert "This team has a bye in this round already." in page.text
    assert TeamBye.objects.get(pk=pk).round == 2


def test_facts_of_teams_of_two_tournaments_do_not_mix(lakeside: Tournament) -> None:
    other = import_tournament(value=read(teams_file()).tournament, by=Actor())
    forfeit = TeamForfeit.objects.get()
    forfeit.black = other.teams.order_by("pk")[0]
    with pytest.raises(ValidationError, match="of another tournament"):
        forfeit.full_clean()
    seat = LineUpSeat.objects.order_by("pk")[0]
    seat.entry = other.entries.get(number=1)
    with pytest.raises(ValidationError, match="of another tournament"):
        seat.full_clean()


ENTRY = {"number": "1", "family": "Finch", "given": "Clara", "rating": "1990", "registered": "on"}


def test_an_entry_is_changed_and_linked_to_the_register(
    admin_client: Client, cup: Tournament
) -> None:
    clara = Player.objects.create(given="Clara", family="Finch")
    first = entry(cup, 1)
    typed = ENTRY | {"player": clara.pk, "title": "FM", "team_name": "Rooks", "grade": "3d"}
    assert change(admin_client, "entry", first.pk, typed).status_code == 302
    first.refresh_from_db()
    assert (first.player, first.title, first.team.name, first.grade) == (clara, "FM", "Rooks", "3d")
    assert LogEntry.objects.filter(action="entries", user__username="admin").count() == 2


def test_an_entry_against_the_rules_is_refused(admin_client: Client, cup: Tournament) -> None:
    wrong = {"family": "", "number": "x", "absent_rounds": "9", "group": "??", "player": "77"}
    page = change(admin_client, "entry", entry(cup, 1).pk, ENTRY | wrong)
    assert (page.status_code, set(errors(page))) == (200, set(wrong))


def test_a_player_is_in_the_tournament_once(admin_client: Client, cup: Tournament) -> None:
    clara = Player.objects.create(given="Clara", family="Finch")
    Entry.objects.filter(pk=entry(cup, 2).pk).update(player=clara)
    page = change(admin_client, "entry", entry(cup, 1).pk, ENTRY | {"player": clara.pk})
    assert errors(page) == {"__all__": ["This player is already in the tournament."]}
    page = change(admin_client, "entry", entry(cup, 1).pk, ENTRY | {"number": "2"})
    assert errors(page) == {"__all__": ["This starting number is taken."]}


def test_who_has_results_keeps_a_number(admin_client: Client, cup: Tournament) -> None:
    answer = change(admin_client, "entry", entry(cup, 1).pk, ENTRY | {"number": ""})
    page = admin_client.get(answer["Location"]).content.decode()
    assert "Finch, Clara has results and needs a starting number." in page
    assert "was changed successfully" not in page
    assert Entry.objects.filter(number=1).count() == 1


def test_a_round_has_its_day(admin_client: Client, cup: Tournament) -> None:
    first = cup.rounds.get(number=1)
    change(admin_client, "round", first.pk, {"date": "2026-03-06", "number": "9"})
    first.refresh_from_db()
    assert (str(first.date), first.number) == ("2026-03-06", 1)
    assert last().after == {"round": 1, "date": "2026-03-06"}


def test_a_result_is_corrected_for_both_sides_with_a_reason(
    admin_client: Client, cup: Tournament
) -> None:
    typed = {"result": "=", "swap": "on", "reason": "misread"} | sides(game())
    assert change(admin_client, "game", game().pk, typed).status_code == 302
    numbers = game().sides.order_by("side").values_list("entry__number", flat=True)
    assert (game().outcome, list(numbers)) == ("==", [3, 1])
    assert [log_entry.reason for log_entry in LogEntry.objects.all()[:2]] == ["misread"] * 2


def test_a_game_shows_its_stones_and_komi(admin_client: Client, cup: Tournament) -> None:
    address = f"/admin/events/game/{game().pk}/change/"
    assert "that of the tournament" in admin_client.get(address).text
    Game.objects.filter(pk=game().pk).update(doubled_komi=-11, handicap=3)
    page = admin_client.get(address).text
    assert "-5½" in page


@pytest.mark.parametrize("typed", ["11", "1=", "1/1", "+=", "1-", "u", "x"])
def test_sides_that_would_disagree_are_refused(
    admin_client: Client, cup: Tournament, typed: str
) -> None:
    posted = {"result": typed, "reason": "misread"} | sides(game())
    page = change(admin_client, "game", game().pk, posted)
    assert (page.status_code, list(errors(page))) == (200, ["result"])
    assert game().outcome == "10"


def test_a_correction_wants_a_reason(admin_client: Client, cup: Tournament) -> None:
    page = change(admin_client, "game", game().pk, {"result": "0"} | sides(game()))
    assert errors(page) == {"reason": ["This field is required."]}


def test_the_sides_of_a_game_stay(admin_client: Client, cup: Tournament) -> None:
    posted = {"result": "1", "reason": "none"} | sides(game())
    posted |= {"sides-0-entry": str(entry(cup, 4).pk), "sides-0-side": "2"}
    change(admin_client, "game", game().pk, posted)
    numbers = game().sides.order_by("side").values_list("entry__number", flat=True)
    assert list(numbers) == [1, 3]


def test_a_bye_is_changed_and_a_side_of_a_game_is_not(
    admin_client: Client, cup: Tournament
) -> None:
    bye, side = RoundResult.objects.get(game=None), game().sides.first()
    assert change(admin_client, "roundresult", bye.pk, {"letter": "z"}).status_code == 302
    bye.refresh_from_db()
    assert (bye.bye, last().after["bye"]) == ("Z", "Z")
    page = change(admin_client, "roundresult", bye.pk, {"letter": "1"})
    assert list(errors(page)) == ["letter"]
    assert change(admin_client, "roundresult", side.pk, {"letter": "z"}).status_code == 403


def test_queries_of_a_list_do_not_grow(admin_client: Client) -> None:
    # The first request of a process reads what it then keeps.
    admin_client.get(f"{ADMIN}{MODELS[0]}/")
    counts = []
    for pairs in (1, 3):
        Round.objects.all().delete()
        Entry.objects.all().delete()
        made = cups.tournament(entries=2 * pairs, name=f"Cup {pairs}", rounds=pairs)
        games = [(2 * pair + 1, 2 * pair + 2, "1") for pair in range(pairs)]
        for number in range(1, pairs + 1):
            cups.play(made, number, *games)
        lists = {model: partial(admin_client.get, f"{ADMIN}{model}/") for model in MODELS}
        counts.append({model: queries(shown) for model, shown in lists.items()})
    assert counts[0] == counts[1]
