import datetime
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from events.models import Tournament
from events.tournaments.domain.kind import is_round_robin
from events.tournaments.selectors.tournaments import tournament_value
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

POINTS = {
    "win_points": "1",
    "draw_points": "½",
    "loss_points": "0",
    "forfeit_win_points": "1",
    "forfeit_loss_points": "0",
    "pairing_bye_points": "1",
    "half_bye_points": "½",
    "full_bye_points": "1",
    "zero_bye_points": "0",
}
UNCHANGED = {
    "no_handicap_from": "1d",
    "handicap_reduction": "1",
    "komi": "7.5",
    "absent_points": "½",
}
GOOD: dict[str, Any] = (
    POINTS
    | UNCHANGED
    | {
        "name": "Autumn cup",
        "discipline": "chess",
        "start": "2026-10-02",
        "finish": "2026-10-04",
        "rounds_planned": "5",
        "tie_breaks": ["SB", "BH/C1"],
    }
)


def test_the_page_shows_the_usual_settings_of_go(director_client: Client) -> None:
    form = director_client.get("/tournaments/new/").context["form"]
    assert form["no_handicap_from"].value() == "1d"
    assert not form["mm_bar"].value()


def test_a_tournament_is_made_on_one_page(director_client: Client) -> None:
    typed = GOOD | {"deputies": "Ada Lamb\n\n Bo Moss ", "draw_points": "1", "win_points": "3"}
    answer = director_client.post("/tournaments/new/", typed, follow=True)
    assert answer.redirect_chain == [("/tournaments/autumn-cup/players/", 302)]
    made = Tournament.objects.get()
    assert (made.name, made.start, made.finish, made.rounds_planned) == (
        "Autumn cup",
        datetime.date(2026, 10, 2),
        datetime.date(2026, 10, 4),
        5,
    )
    assert (made.tie_breaks, made.deputies) == (["SB", "BH/C1"], ["Ada Lamb", "Bo Moss"])
    assert (made.win_points, made.draw_points, made.half_bye_points) == (3, 1, Fraction(1, 2))
    assert made.rounds.count() == 5


@pytest.mark.parametrize(
    ("posted", "expected"),
    [
        ({"kind": "Round robin"}, ["DE", "WIN", "SB", "KS"]),
        ({"discipline": "go"}, ["BH", "SB"]),
        ({"kind": "Knockout"}, []),
        ({"kind": "Round robin", "suggested": ""}, ["BH/C1", "BH", "SB"]),
        ({"kind": "Round robin", "tie_breaks": ["BH"]}, ["BH"]),
    ],
)
def test_tie_breaks_that_nobody_touched_follow_the_kind_and_the_game(
    director_client: Client, posted: dict[str, Any], expected: list[str]
) -> None:
    form = director_client.get("/tournaments/new/").context["form"]
    shown = {"suggested": form.suggested, "tie_breaks": form.suggested.split(",")}
    director_client.post("/tournaments/new/", GOOD | shown | posted)
    assert Tournament.objects.get().tie_breaks == expected


def test_the_page_offers_the_usual_tie_breaks_in_their_order(director_client: Client) -> None:
    form = director_client.get("/tournaments/new/").context["form"]
    assert [code for code, _, _ in form.chosen_tie_breaks] == ["BH/C1", "BH", "SB"]
    assert "BH" not in [code for code, _, _ in form.other_tie_breaks]
    assert form.has_unusual_points is False


def test_the_kind_is_chosen_and_counts_before_all_have_met(director_client: Client) -> None:
    form = director_client.get("/tournaments/new/").context["form"]
    assert form["kind"].value() == "Swiss"
    director_client.post("/tournaments/new/", GOOD | {"kind": "Round robin"})
    assert is_round_robin(tournament_value(Tournament.objects.get())) is True


def test_a_kind_in_other_words_stays_until_another_is_chosen(director_client: Client) -> None:
    made = cups.tournament(kind="Hutton")
    page = "/tournaments/spring-cup/settings/"
    kinds = []
    for kind in ("Hutton", "Swiss", "Hutton"):
        director_client.post(page, GOOD | {"kind": kind})
        made.refresh_from_db()
        kinds.append(made.kind)
    assert kinds == ["Hutton", "Swiss", "Swiss"]


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"name": " "}, "name", "This field is required."),
        ({"counting_members": "0"}, "__all__", "From 1 to 99 members of a team count."),
        ({"rounds_planned": ""}, "rounds_planned", "This field is required."),
        ({"rounds_planned": "1000"}, "__all__", "A tournament has at most 999 rounds."),
        ({"finish": "2026-10-01"}, "__all__", "The tournament starts after its last day."),
        ({"start": "soon"}, "start", "Enter a valid date."),
        (
            {"win_points": "many"},
            "win_points",
            "“many” is not a number of points, such as 1, ½ or 0.5.",
        ),
        ({"name": "Cup\0"}, "name", "Null characters are not allowed."),
    ],
)
def test_what_is_wrong_is_reported_at_its_field_and_nothing_is_stored(
    director_client: Client, typed: dict[str, Any], field: str, message: str
) -> None:
    answer = director_client.post("/tournaments/new/", GOOD | typed)
    assert (answer.status_code, answer.context["form"].errors) == (422, {field: [message]})
    assert Tournament.objects.count() == 0


def test_an_unknown_tie_break_is_refused_and_the_known_ones_stay_ticked(
    director_client: Client,
) -> None:
    answer = director_client.post("/tournaments/new/", GOOD | {"tie_breaks": ["SB", "XYZ"]})
    assert answer.status_code == 422
    assert "“XYZ” is not a known tie-break" in answer.content.decode()
    assert [code for code, _, _ in answer.context["form"].chosen_tie_breaks] == ["SB"]


def test_no_tie_break_at_all_is_a_choice_too(director_client: Client) -> None:
    director_client.post("/tournaments/new/", GOOD | {"tie_breaks": []})
    assert Tournament.objects.get().tie_breaks == []


def test_the_settings_page_shows_what_is_stored(director_client: Client) -> None:
    cups.tournament(tie_breaks=["SB"], deputies=["Ada Lamb"], win_points="3")
    form = director_client.get("/tournaments/spring-cup/settings/").context["form"]
    assert [code for code, _, _ in form.chosen_tie_breaks] == ["SB"]
    assert (form["deputies"].value(), form["win_points"].value()) == ("Ada Lamb", "3")
    assert form.has_unusual_points is True


def test_settings_are_changed(director_client: Client) -> None:
    made = cups.tournament(tie_breaks=["SB", "BH"])
    answer = director_client.post("/tournaments/spring-cup/settings/", GOOD | {"city": "Cork"})
    assert (answer.status_code, answer["Location"]) == (302, "/tournaments/spring-cup/")
    made.refresh_from_db()
    assert (made.name, made.city, made.tie_breaks, made.rounds_planned) == (
        "Autumn cup",
        "Cork",
        ["SB", "BH/C1"],
        5,
    )
    changed = made.log.first()
    assert (changed.action, sorted(changed.after)) == (
        "changed",
        ["city", "finish", "name", "rounds_planned", "start", "tie_breaks"],
    )


def test_settings_saved_unchanged_are_not_logged(director_client: Client) -> None:
    typed = GOOD | {"name": "Spring cup", "start": "2026-03-06", "finish": "", "rounds_planned": 3}
    made = cups.tournament(tie_breaks=["SB", "BH/C1"])
    director_client.post("/tournaments/spring-cup/settings/", typed)
    assert [each.after for each in made.log.all()] == [{"name": "Spring cup"}]


def test_fewer_rounds_than_played_are_refused_and_the_head_shows_what_is_stored(
    director_client: Client,
) -> None:
    cups.played()
    answer = director_client.post(
        "/tournaments/spring-cup/settings/", GOOD | {"rounds_planned": "1"}
    )
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"rounds_planned": ["Round 2 has results, so the tournament needs at least 2 rounds."]},
    )
    assert answer.context["tournament"].name == "Spring cup"


GO_SETTINGS = {
    "mm_bar": "4 dan",
    "mm_floor": "20k",
    "no_handicap_from": "1d",
    "handicap_reduction": "2",
    "handicap_ceiling": "",
    "komi": "6.5",
    "absent_points": "0",
}


def test_a_mcmahon_is_made_with_its_bar_and_floor(director_client: Client) -> None:
    typed = GOOD | GO_SETTINGS | {"discipline": "go", "kind": "McMahon", "tie_breaks": ["MMS"]}
    director_client.post("/tournaments/new/", typed)
    made = Tournament.objects.get()

    assert (made.mm_bar, made.mm_floor, made.komi) == ("4d", "20k", Fraction(13, 2))
    settings = made.go_rules(kind=made.kind, tie_breaks=made.tie_breaks).settings
    assert (settings.bar, settings.floor, settings.handicap_correction) == (3, -20, 2)
    assert (settings.handicap_ceiling, settings.mms_absent, settings.swiss) == (9, 0, False)


def test_the_tie_breaks_of_a_mcmahon(director_client: Client) -> None:
    typed = GOOD | {"discipline": "go", "kind": "McMahon"}
    typed |= {"tie_breaks": ["BH/C1", "BH", "SB"], "suggested": "BH/C1,BH,SB"}
    director_client.post("/tournaments/new/", typed)

    assert Tournament.objects.get().tie_breaks == ["MMS", "SOS", "SOSOS"]


@pytest.mark.parametrize(
    ("field", "text"),
    [("mm_bar", "strong"), ("komi", ""), ("handicap_ceiling", "10"), ("absent_points", "much")],
)
def test_wrong_settings_of_go_are_reported(director_client: Client, field: str, text: str) -> None:
    answer = director_client.post("/tournaments/new/", GOOD | GO_SETTINGS | {field: text})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("mm_floor", "9d", "The floor is above the bar, 4d."),
        ("absent_points", "-1", "In go a round without a game is worth 0, ½ or 1."),
        ("pairing_bye_points", "2", "In go a round without a game is worth 0, ½ or 1."),
    ],
)
def test_settings_of_go_that_cannot_be_meant_are_reported_at_their_field(
    director_client: Client, field: str, text: str, said: str
) -> None:
    typed = GOOD | GO_SETTINGS | {"discipline": "go", "kind": "McMahon", "tie_breaks": ["MMS"]}
    answer = director_client.post("/tournaments/new/", typed | {field: text})

    assert (answer.status_code, answer.context["form"].errors) == (422, {field: [said]})
    assert not Tournament.objects.exists()


def test_the_acceleration_is_a_setting(director_client: Client) -> None:
    tournament = cups.tournament()
    director_client.post(
        f"/tournaments/{tournament.slug}/settings/", GOOD | GO_SETTINGS | {"accelerated": "on"}
    )
    tournament.refresh_from_db()

    assert tournament.accelerated


def test_who_is_not_to_meet_is_a_setting(director_client: Client) -> None:
    tournament = cups.tournament(entries=4)
    typed = GOOD | {"forbidden": "1 3\n2 4 r1-2", "wishes": "1 2 +", "same_club": "avoid"}
    director_client.post(f"/tournaments/{tournament.slug}/settings/", typed)
    tournament = Tournament.objects.get()

    assert tournament.forbidden == [
        {"numbers": [1, 3], "first": None, "last": None},
        {"numbers": [2, 4], "first": 1, "last": 2},
    ]
    assert tournament.wishes == [{"numbers": [1, 2], "prefer": True}]
    assert (tournament.same_club, tournament.same_federation) == ("avoid", "")
    page = director_client.get(f"/tournaments/{tournament.slug}/settings/").content.decode()
    assert "1 3\n2 4 r1-2" in page


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("forbidden", "1 9", "There is no player 9."),
        ("forbidden", "1", "Line 1: “1” is not a pair of starting numbers, such as 3 7."),
        ("wishes", "1 2", "Line 1: ? or + is missing behind the numbers."),
    ],
)
def test_wrong_pairs_are_reported(
    director_client: Client, field: str, text: str, said: str
) -> None:
    tournament = cups.tournament(entries=4)
    answer = director_client.post(f"/tournaments/{tournament.slug}/settings/", GOOD | {field: text})

    assert (answer.status_code, answer.context["form"].errors) == (422, {field: [said]})


@pytest.mark.parametrize(("discipline", "offered"), [("chess", False), ("go", True)])
def test_tie_breaks_of_go_are_offered_in_go(
    director_client: Client, discipline: str, offered: bool
) -> None:
    tournament = cups.tournament(discipline=discipline)
    form = director_client.get(f"/tournaments/{tournament.slug}/settings/").context["form"]

    assert ("MMS" in {code for code, _name, _meaning in form.other_tie_breaks}) is offered


@pytest.mark.parametrize(
    ("discipline", "names"),
    [
        ("chess", {"BH": "Buchholz", "SB": "Sonneborn-Berger"}),
        (
            "go",
            {
                "BH": "SOS: Sum of opponents’ scores",
                "SB": "SODOS: Sum of defeated opponents’ scores",
            },
        ),
    ],
)
def test_tie_breaks_are_called_as_players_of_the_game_call_them(
    director_client: Client, discipline: str, names: dict[str, str]
) -> None:
    tournament = cups.tournament(discipline=discipline, tie_breaks=["BH"])
    answer = director_client.get(f"/tournaments/{tournament.slug}/settings/")
    form = answer.context["form"]
    rows = (*form.chosen_tie_breaks, *form.other_tie_breaks)

    assert {code: name for code, name, _meaning in rows if code in names} == names
    assert "or the McMahon score where it heads this list" in answer.content.decode()
