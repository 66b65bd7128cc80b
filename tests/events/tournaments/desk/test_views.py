import datetime
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.models import Game, Tournament as models_Tournament
from events.tournaments.core.domain.tournament import Entrant, Tournament, is_round_robin
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import (
    change_details,
    date_round,
    finish_tournament,
    publish_tournament,
)
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.entries.services.numbering import number_entries
from events.tournaments.entries.services.registration import close_registration
from events.tournaments.files.services.storing import store_tournament
from events.tournaments.rounds.services.results import enter_result
from players.models import ClubSettings
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.markup import squeezed
from tests.queries import queries

DESK = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return " ".join(client.get(DESK).content.decode().split())


def test_a_visitor_is_sent_to_the_standings_or_the_start_list(client: Client) -> None:
    begun = cups.published()
    to_come = cups.tournament(name="Autumn cup", published_at=begun.published_at)
    assert [client.get(each.get_absolute_url())["Location"] for each in (begun, to_come)] == [
        "/tournaments/spring-cup/standings/",
        "/tournaments/autumn-cup/players/",
    ]


def desk(client: Client, slug: str = "spring-cup") -> tuple[str, str, list[str]]:
    """The stage that is marked, the label of the next step, and what needs attention."""
    context = client.get(f"/tournaments/{slug}/").context
    [stage] = [each.label for each in context["stages"] if each.state == "current"]
    return stage, context["next"].label, [each.text for each in context["attention"]]


def test_the_desk_says_what_comes_next_before_the_first_round(director_client: Client) -> None:
    made = cups.tournament(tie_breaks=["BH"])
    steps = [desk(director_client)]
    second = cups.tournament(entries=2, name="Second", tie_breaks=["BH"])
    steps.append(desk(director_client, "second"))
    second.entries.filter(number=2).update(registered=False)
    steps.append(desk(director_client, "second"))
    close_registration(tournament=second, by=Actor())
    steps.append(desk(director_client, "second"))
    made.rounds.all().delete()
    steps.append(desk(director_client))
    assert steps == [
        ("Players", "Enter the players", []),
        ("Registration", "Close the registration", []),
        ("Registration", "Register the players", []),
        ("Round 1", "Pair round 1", ["1 player is not registered"]),
        ("Players", "Choose the number of rounds", []),
    ]


def test_round_one_can_be_paired_without_closing_the_registration(director_client: Client) -> None:
    cups.tournament(entries=2)
    assert f'href="{DESK}rounds/1/pairings/"' in page(director_client)


def test_the_desk_leads_from_round_to_round(director_client: Client) -> None:
    made = cups.played()
    steps = [desk(director_client)]
    game = Game.objects.get(round__tournament=made, outcome="**")
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    steps.append(desk(director_client))
    for action in ("finish", "publish"):
        director_client.post(f"{DESK}state/", {"action": action})
        steps.append(desk(director_client))
    assert steps == [
        ("Round 2", "Enter the results of round 2", ["Round 2: 1 result is missing"]),
        ("Round 3", "Pair round 3", []),
        ("Publish", "Publish the tournament", []),
        ("Publish", "Standings, to read and to print", []),
    ]


def test_an_early_end_is_offered_once_the_last_day_is_over(director_client: Client) -> None:
    made = cups.played()
    over = page(director_client)
    made.finish = timezone.localdate()
    made.save(update_fields=["finish"])
    assert [
        "Finish although 1 result is not in" in text for text in (over, page(director_client))
    ] == [True, False]


def test_the_desk_leads_to_the_boards_that_are_unusual(director_client: Client) -> None:
    made = cups.tournament(entries=6)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"), (5, 6, "1"))
    cups.play(made, 2, (3, 6, ""), (2, 1, ""), (5, 4, ""))
    made.entries.filter(number__in=(3, 6)).update(club="Weir")
    page = director_client.get("/tournaments/spring-cup/").text

    assert "Round 2: 1 unusual pairing" in page
    answer = director_client.get("/tournaments/spring-cup/rounds/2/pairings/")
    again = "Board 2: Tarrant, Hugo and Finch, Clara have met before, in round 1."
    assert answer.context["saved_so"] == [again]
    assert again in answer.text
    made.same_club = "avoid"
    made.save()
    answer = director_client.get("/tournaments/spring-cup/rounds/2/pairings/")
    assert answer.context["saved_so"] == [again, "Board 1: Both are of one club."]


def test_withdrawn_players_and_unusual_pairings_need_attention(director_client: Client) -> None:
    made = cups.played()
    made.same_club = "avoid"
    made.save()
    made.entries.filter(number=4).update(withdrawn_after=2)
    made.entries.filter(number=3).update(club="Knights")
    made.entries.filter(number=4).update(club="Knights")
    assert desk(director_client)[2] == [
        "Round 2: 1 result is missing",
        "Round 2: 1 unusual pairing",
        "1 player has withdrawn",
    ]


def test_who_is_not_registered_when_the_registration_closes_needs_attention(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=3, tie_breaks=["BH"])
    made.entries.filter(number=3).update(registered=False, number=None)
    assert desk(director_client)[2] == []
    close_registration(tournament=made, by=Actor())
    assert desk(director_client)[2] == ["1 player is not registered"]


def test_players_who_came_late_and_missing_grades_need_attention(director_client: Client) -> None:
    made = cups.played(discipline="go")
    made.entries.filter(number=1).update(registered=False)
    made.entries.exclude(number=2).update(grade="3k")
    made.entries.filter(number=2).update(grade="0k")
    assert desk(director_client)[2][-2:] == [
        "1 player is not registered",
        "1 player without a grade",
    ]


def test_the_last_stage_is_marked_once_all_is_done(director_client: Client) -> None:
    made = cups.played()
    marks = []
    for action in (finish_tournament, publish_tournament):
        action(tournament=made, by=Actor())
        marks.append([stage.is_done for stage in director_client.get(DESK).context["stages"]])
    assert marks == [[True, True, True, False], [True, True, True, True]]


def test_files_are_on_their_own_page_and_papers_of_the_round_on_the_desk(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=2)
    cups.play(made, 1, (1, 2, ""))
    desk = director_client.get(DESK).text
    page = director_client.get(f"{DESK}trf/").text
    assert f'href="{DESK}rounds/1/slips/"' in desk
    assert "Enter them" in desk
    assert "download" not in desk
    assert "as a spreadsheet" in page
    for value in ("trf16", "trf26", "krause"):
        assert f'href="?format={value}"' in page
        answer = director_client.get(f"{DESK}trf/?format={value}")
        assert answer.headers["Content-Disposition"].startswith("attachment")


def test_the_top_five_stand_on_the_desk(director_client: Client) -> None:
    made = cups.tournament(entries=8)
    cups.play(made, 1, (1, 5, ""))
    before = director_client.get(DESK).context["leaders"].rows
    cups.play(made, 1, (1, 5, "1"), (6, 2, "0"), (3, 7, "1"), (8, 4, "0"))
    leaders = director_client.get(DESK).context["leaders"].rows
    assert before == []
    assert [(row.place, row.name, row.points) for row in leaders[:2]] == [
        ("1=", "Finch, Clara", "1"),
        ("1=", "Tarrant, Hugo", "1"),
    ]
    assert len(leaders) == 5
    assert f'<a class="row-link" href="{DESK}players/1/">Finch, Clara</a>' in page(director_client)


def test_the_public_address_is_shown_once_there_is_one(director_client: Client) -> None:
    cups.tournament(name="Autumn cup")
    cups.published()
    hidden, shown = (
        director_client.get(f"/tournaments/{slug}/").context["public"]
        for slug in ("autumn-cup", "spring-cup")
    )
    assert (hidden, shown.address) == (None, f"http://testserver{DESK}")


def test_the_desk_finishes_and_publishes(director_client: Client) -> None:
    made = cups.played()
    for action, said in {
        "finish": "The tournament is finished.",
        "publish": "The tournament is published: everybody can read it.",
        "reopen": "The tournament is reopened.",
        "withdraw": "The tournament is unpublished: only directors see it.",
    }.items():
        answer = director_client.post(f"{DESK}state/", {"action": action}, follow=True)
        assert said in answer.content.decode()
    made.refresh_from_db()
    assert (made.is_finished, made.is_published) == (False, False)


def test_an_unknown_action_is_refused(director_client: Client) -> None:
    cups.tournament()
    assert director_client.post(f"{DESK}state/", {"action": "explode"}).status_code == 400


def test_queries_of_the_desk_do_not_grow(director_client: Client) -> None:
    cups.tournament(entries=2, name="One", rounds=1)
    cups.tournament(entries=6, name="Three")
    counts = [
        queries(partial(director_client.get, f"/tournaments/{slug}/")) for slug in ("one", "three")
    ]
    assert counts[0] == counts[1]


def test_the_log_shows_what_was_done_in_words(director_client: Client) -> None:
    made = cups.played()
    game = Game.objects.filter(round__number=1).first()
    enter_result(tournament=made, game_id=game.pk, text="0", reason="misread", by=Actor())
    director_client.post(f"{DESK}players/add/", {"name": "Ada Ash", "new": "on"})
    made.rounds_planned, made.tie_breaks = 4, ["SB", "BH"]
    change_details(tournament=made, fields=["rounds_planned", "tie_breaks"], by=Actor())
    first = cups.entry(made, 1)
    first.rating = 2000
    change_entry(entry=first, fields=["rating"], by=Actor())
    rows = [row[2:] for row in cells(director_client.get(f"{DESK}log/"))]
    assert rows == [
        ["entries changed: 1 Finch, Clara, rating: 1990 → 2000", ""],
        ["settings changed: rounds: 3 → 4, tie-breaks: BH; SB → SB; BH", ""],
        ["entries changed: added: Ash, Ada", ""],
        [
            "result corrected: Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: 1–0 → 0–1",
            "misread",
        ],
        ["result entered: Round 2, board 1, 2 Tarrant, Hugo – 1 Finch, Clara: * → 0–1", ""],
        ["pairings set: Round 2: 2–1, 3–4", ""],
        ["result entered: Round 1, board 2, 4 Moss, Quentin – 2 Tarrant, Hugo: * → ½–½", ""],
        ["result entered: Round 1, board 1, 1 Finch, Clara – 3 Lamb, Edith: * → 1–0", ""],
        ["pairings set: Round 1: 1–3, 4–2", ""],
        ["created: name: Spring cup", ""],
    ]


def test_the_log_shows_which_round_has_another_day(director_client: Client) -> None:
    made = cups.tournament()
    date_round(round=made.rounds.get(number=2), date=datetime.date(2026, 3, 7), by=Actor())
    rows = cells(director_client.get(f"{DESK}log/"))
    assert rows[0][2:] == ["settings changed: Round 2, date: 2026-03-07", ""]


@pytest.mark.parametrize("kind", ["Keizer", "Knockout"])
def test_a_kind_with_its_own_ranking_needs_no_tie_breaks(
    director_client: Client, kind: str
) -> None:
    made = cups.tournament(entries=4, kind=kind)
    assert "No tie-breaks are chosen" not in page(director_client)
    cups.play(made, 1, (1, 4, "1"), (2, 3, "1"))
    cups.play(made, 2, (1, 2, ""))
    # Who was knocked out is not missing in the next round.
    expected = "Round 2: 2 players are not paired" in page(director_client)
    assert expected is (kind == "Keizer")


def test_a_desk_without_tie_breaks_leads_to_where_they_are_chosen(director_client: Client) -> None:
    made = cups.tournament()
    without = page(director_client)
    made.tie_breaks = ["BH"]
    change_details(tournament=made, fields=["tie_breaks"], by=Actor())
    assert ["No tie-breaks are chosen" in text for text in (without, page(director_client))] == [
        True,
        False,
    ]


def test_the_log_reports_a_tournament_that_was_read_from_a_file(director_client: Client) -> None:
    entrants = (Entrant(1, "Finch"), Entrant(2, "Moss"))
    store_tournament(value=Tournament("Spring cup", rounds=3, entrants=entrants), by=Actor())
    assert [row[2:] for row in cells(director_client.get(f"{DESK}log/"))] == [
        ["read from a file: players: 2, rounds: 3", ""],
        ["created: name: Spring cup", ""],
    ]


def test_a_late_entry_without_a_place_and_pairings_to_publish_need_attention(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=4, tie_breaks=["BH"], publishes_by_hand=True)
    cups.play(made, 1, (1, 2, ""), (3, 4, ""))
    add = f"{DESK}players/add/"
    answer = director_client.post(add, {"name": "Zeller, Odo*", "rating": "1900"}, follow=True)
    assert "Round 1 is paired already: to play in it" in answer.text
    assert desk(director_client)[2] == [
        "Round 1: 2 results are missing",
        "Round 1: the pairings are not published",
        "Round 1: 1 player is not paired",
    ]
    made.entries.filter(number=5).update(absent_rounds=[1])
    assert "Round 1: 1 player is not paired" not in desk(director_client)[2]


def test_a_rating_that_others_have_is_missed(director_client: Client) -> None:
    made = cups.tournament(entries=3, tie_breaks=["BH"])
    made.entries.filter(number=2).update(rating=None)
    assert desk(director_client)[2] == ["1 player without a rating"]
    made.entries.update(rating=None)
    assert desk(director_client)[2] == []


def test_the_desk_of_a_mcmahon_has_its_score_and_its_file(director_client: Client) -> None:
    made = cups.tournament(entries=2, discipline="go", kind="McMahon", tie_breaks=["MMS", "SOS"])
    made.entries.update(grade="1k", rating=None)
    cups.play(made, 1, (1, 2, "1"))
    answer = director_client.get(DESK)
    assert [row.points for row in answer.context["leaders"].rows] == ["30", "29"]
    assert "MMS</th>" in answer.text
    assert "Download as EGF result file (.h9)" in director_client.get(f"{DESK}trf/").text


def test_only_go_has_the_file_of_go(director_client: Client) -> None:
    cups.tournament(entries=2)
    assert ".h9" not in director_client.get(DESK).text


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
        "rating_kind": "",
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


@pytest.mark.parametrize(
    ("played", "games", "first", "kind"),
    [
        ("bridge", ["chess", "go", "other"], "chess", "Swiss"),
        ("bridge chess", ["chess", "other"], "chess", "Swiss"),
        ("go", ["go", "other"], "go", "McMahon"),
    ],
)
def test_games_that_the_club_does_not_play_are_not_offered(
    director_client: Client, played: str, games: list[str], first: str, kind: str
) -> None:
    plays = {f"plays_{game}": game in played.split() for game in ("bridge", "chess", "go")}
    ClubSettings.objects.create(**plays)
    form = director_client.get("/tournaments/new/").context["form"]
    assert [value for value, _name in form.fields["discipline"].choices] == games
    assert (form["discipline"].value(), form["kind"].value()) == (first, kind)
    offered = [value for value, _name in form.fields["kind"].choices]
    assert ("McMahon" in offered) is ("go" in games)


def test_the_game_of_a_tournament_stays_offered(director_client: Client) -> None:
    ClubSettings.objects.create(plays_go=False)
    made = cups.tournament(discipline="go", kind="McMahon")
    form = director_client.get(f"{DESK}settings/").context["form"]
    assert [value for value, _ in form.fields["discipline"].choices] == ["chess", "go", "other"]
    assert (form["discipline"].value(), form["kind"].value()) == (made.discipline, "McMahon")


def test_a_tournament_is_made_on_one_page(director_client: Client) -> None:
    typed = GOOD | {"deputies": "Ada Lamb\n\n Bo Moss ", "draw_points": "1", "win_points": "3"}
    answer = director_client.post("/tournaments/new/", typed, follow=True)
    assert answer.redirect_chain == [("/tournaments/autumn-cup/players/", 302)]
    made = models_Tournament.objects.get()
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
    ("more", "mode", "told"),
    [
        ({}, True, ""),
        ({"is_free": "on"}, None, ""),
        (
            {"draw_points": "1"},
            None,
            "It is not in FIDE mode. Two draws are not worth more than a win and a loss.",
        ),
        ({"discipline": "go"}, None, ""),
    ],
)
def test_a_new_tournament_is_in_fide_mode_unless_its_maker_says_otherwise(
    director_client: Client, more: dict[str, str], mode: bool | None, told: str
) -> None:
    answer = director_client.post("/tournaments/new/", GOOD | more, follow=True)
    assert models_Tournament.objects.get().fide_mode is mode
    assert told in squeezed(answer.text)
    assert ("FIDE mode" in answer.text) is bool(told)


def test_the_page_of_a_new_tournament_says_what_fide_mode_means(director_client: Client) -> None:
    text = squeezed(director_client.get("/tournaments/new/").text)
    assert "what FIDE’s rules do not foresee is refused" in text


def test_settings_say_once_what_fide_mode_does_not_allow(director_client: Client) -> None:
    cups.tournament(fide_mode=True)
    text = squeezed(director_client.get(f"{DESK}settings/").text)
    assert text.count("FIDE’s rules do not foresee what is grey.") == 1
    assert text.count("leave FIDE mode first") == 1


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
    assert models_Tournament.objects.get().tie_breaks == expected


def test_the_page_offers_the_usual_tie_breaks_in_their_order(director_client: Client) -> None:
    form = director_client.get("/tournaments/new/").context["form"]
    assert [code for code, _, _ in form.chosen_tie_breaks] == ["BH/C1", "BH", "SB"]
    assert "BH" not in [code for code, _, _ in form.other_tie_breaks]
    assert form.has_unusual_points is False


def test_the_kind_is_chosen_and_counts_before_all_have_met(director_client: Client) -> None:
    form = director_client.get("/tournaments/new/").context["form"]
    assert form["kind"].value() == "Swiss"
    director_client.post("/tournaments/new/", GOOD | {"kind": "Round robin"})
    assert is_round_robin(tournament_value(models_Tournament.objects.get())) is True


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
    assert models_Tournament.objects.count() == 0


def test_an_unknown_tie_break_is_refused_and_the_known_ones_stay_chosen(
    director_client: Client,
) -> None:
    answer = director_client.post("/tournaments/new/", GOOD | {"tie_breaks": ["SB", "XYZ"]})
    assert answer.status_code == 422
    assert "“XYZ” is not a known tie-break" in answer.content.decode()
    assert [code for code, _, _ in answer.context["form"].chosen_tie_breaks] == ["SB"]


def test_no_tie_break_at_all_is_a_choice_too(director_client: Client) -> None:
    director_client.post("/tournaments/new/", GOOD | {"tie_breaks": []})
    assert models_Tournament.objects.get().tie_breaks == []


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
    made = models_Tournament.objects.get()

    assert (made.mm_bar, made.mm_floor, made.komi) == ("4d", "20k", Fraction(13, 2))
    settings = made.go_rules(kind=made.kind, tie_breaks=made.tie_breaks).settings
    assert (settings.bar, settings.floor, settings.handicap_correction) == (3, -20, 2)
    assert (settings.handicap_ceiling, settings.mms_absent, settings.swiss) == (9, 0, False)


def test_the_tie_breaks_of_a_mcmahon(director_client: Client) -> None:
    typed = GOOD | {"discipline": "go", "kind": "McMahon"}
    typed |= {"tie_breaks": ["BH/C1", "BH", "SB"], "suggested": "BH/C1,BH,SB"}
    director_client.post("/tournaments/new/", typed)

    assert models_Tournament.objects.get().tie_breaks == ["MMS", "SOS"]


def test_wrong_settings_of_go_are_reported(director_client: Client) -> None:
    wrong = {"mm_bar": "strong", "komi": "", "handicap_ceiling": "10", "absent_points": "much"}
    answer = director_client.post("/tournaments/new/", GOOD | GO_SETTINGS | wrong)

    assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(wrong))
    assert not models_Tournament.objects.exists()


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
    assert not models_Tournament.objects.exists()


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
    tournament = models_Tournament.objects.get()

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


def test_who_goes_on_is_the_next_step_while_that_is_open(director_client: Client) -> None:
    made = cups.tournament(entries=4, kind="Knockout", rounds=2)
    cups.play(made, 1, (1, 4, "="), (2, 3, "1"))
    step = director_client.get(DESK).context["next"]
    assert (step.label, step.address) == ("Say who goes on after round 1", f"{DESK}rounds/1/")
    director_client.post(
        f"{DESK}rounds/1/games/{made.rounds.first().games.first().pk}/play-off/", {"side": "2"}
    )
    assert director_client.get(DESK).context["next"].label == "Pair round 2"
    cups.play(made, 2, (2, 4, "="))
    assert director_client.get(DESK).context["next"].label == "Say who goes on after round 2"


def test_a_knock_out_is_finished_after_the_final(director_client: Client) -> None:
    made = cups.tournament(entries=4, kind="Knockout", rounds=4)
    cups.play(made, 1, (1, 4, "1"), (2, 3, "1"))
    assert director_client.get(DESK).context["next"].label == "Pair round 2"
    cups.play(made, 2, (1, 2, "1"))

    page = director_client.get(DESK)
    assert (page.context["next"].label, page.context["unpaired"]) == ("Finish the tournament", 0)
    assert "Pair round" not in director_client.get(f"{DESK}rounds/2/").text


def test_numbers_that_are_not_by_strength_are_told_before_the_first_round(
    director_client: Client,
) -> None:
    made = cups.tournament(entries=4, fide_mode=True, tie_breaks=["BH"])
    made.entries.filter(number=2).update(rating=2700)
    told = "The starting numbers are not by strength"
    pairings = f"/tournaments/{made.slug}/rounds/1/pairings/"
    assert told in desk(director_client)[2]
    assert told in director_client.get(pairings).text
    number_entries(tournament=made, by=Actor())
    assert told not in desk(director_client)[2]
    assert told not in director_client.get(pairings).text
