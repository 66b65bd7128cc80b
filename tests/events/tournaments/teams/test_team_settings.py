"""A tournament between teams made by hand: teams, rules, rounds, results, standings."""

import pytest

from clubscore.web.visitors import Actor
from events.models import Game, LineUpSeat, LogEntry, Tournament
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.rounds.services.results import enter_result
from events.tournaments.rounds.views import proposal
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.standings import USUAL
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.jobs import work_off
from tests.site.pageforms import forms_of

CUP = "/tournaments/spring-cup/"
PAGE = f"{CUP}teams/matches/"
TYPED = {
    "colours": "wb", "win": "2", "draw": "1", "loss": "0", "decides": "match",
    "preference": "typea",
}  # fmt: skip

pytestmark = pytest.mark.django_db


def of_teams(entries=8):
    made = cups.tournament(entries=entries)
    for number in range(1, entries + 1):
        name = ("Anchors", "Bells", "Cogs", "Drums")[(number - 1) // 2]
        change_entry(entry=cups.entry(made, number), fields=[], team_name=name, by=Actor())
    return made


def texts(tournament):
    """The records of a file of the tournament that say its rules."""
    tournament.refresh_from_db()
    lines = write(tournament_value(tournament)).text.splitlines()
    return [line for line in lines if line[:3] in ("192", "202", "212", "352", "362")]


def test_the_rules_are_stored_and_written_as_records_of_trf26(director_client):
    made = of_teams()
    answer = director_client.post(PAGE, TYPED | {"win": "3"}, follow=True)

    assert "The matches between teams are saved." in answer.content.decode()
    assert texts(made) == [
        "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB", "362 TW 3.0   TD 1.0   TL 0.0",
    ]  # fmt: skip
    assert made.pairing_bye_points == 0
    last = LogEntry.objects.filter(tournament=made).order_by("pk").last()
    assert last
    assert last.after == {
        "board_colours": "WB", "match_win_points": "3", "pairing_bye_points": "0",
        "teams_meet": "True",
    }  # fmt: skip
    assert (made.teams_meet, made.kept_records) == (True, [])
    shown = director_client.get(f"{CUP}log/").text
    assert "colours of the boards: WB, match won: 2 → 3" in shown


def test_from_the_first_round_to_the_file(director_client, monkeypatch):
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: work_off())
    made = of_teams()
    director_client.post(PAGE, TYPED)
    answer = director_client.post(f"{CUP}rounds/1/proposal/", {"system": "team"}, follow=True)
    form = next(
        page_form for page_form in forms_of(answer, CUP) if page_form.action.endswith("/pairings/")
    )
    assert director_client.post(form.action, form.values).status_code == 302
    for game in made.rounds.get(number=1).games.all():
        enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())

    # White wins on all boards: every match ends 1-1.
    assert [row[:3] + row[4:6] for row in cells(director_client.get(f"{CUP}standings/"))[:4]] == [
        ["1=", str(number), name, "1", "1"]
        for number, name in enumerate(("Anchors", "Bells", "Cogs", "Drums"), start=1)
    ]
    made.refresh_from_db()
    value = tournament_value(made)
    again = read(write(value, format=Format.TRF26).text)
    assert [str(notice) for notice in again.notices] == [
        "there are no ranks; all ranks are recalculated"
    ]
    assert team_event(again.tournament) == team_event(value)


def test_without_colours_teams_do_not_meet(director_client):
    made = of_teams()
    director_client.post(PAGE, TYPED)
    director_client.post(PAGE, TYPED | {"colours": ""})

    assert texts(made) == []
    assert "All members count." in director_client.get(f"{CUP}teams/").content.decode()


def test_what_is_saved_already_changes_nothing(director_client):
    made = of_teams()
    director_client.post(PAGE, TYPED)
    before = LogEntry.objects.filter(tournament=made).count()
    director_client.post(PAGE, TYPED | {"colours": "WB"})

    assert LogEntry.objects.filter(tournament=made).count() == before


def test_what_a_file_said_is_shown(director_client):
    text = teams_file().replace("352 WB\n", "").replace("TYPEA_MP_GP", "TYPEB_GP")
    import_tournament(value=read(text).tournament, by=Actor())
    form = director_client.get("/tournaments/lakeside-teams/teams/matches/").context["form"]

    assert {name: form[name].value() for name in ("colours", "decides", "preference")} == {
        "colours": "WB",
        "decides": "game alone",
        "preference": "typeb",
    }


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"colours": "WBX"}, "Only the letters W and B: a letter for each board, such as WBWB."),
        ({"colours": "W" * 21}, "Ensure this value has at most 20 characters (it has 21)."),
        ({"win": "many"}, "“many” is not a number of points, such as 1, ½ or 0.5."),
        ({"win": ""}, "This field is required."),
        ({"decides": "x"}, "Select a valid choice."),
    ],
)
def test_bad_input_is_said_and_kept(director_client, wrong, said):
    made = of_teams()
    answer = director_client.post(PAGE, TYPED | wrong)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert texts(made) == []


def test_rules_without_colours_are_not_said_to_be_saved(director_client):
    made = of_teams()
    answer = director_client.post(PAGE, TYPED | {"colours": "", "win": "3"})

    assert answer.status_code == 422
    assert "Type the colours of the boards" in answer.content.decode()
    assert texts(made) == []


def test_tie_breaks_are_chosen_and_shown_with_their_meaning(director_client):
    made = of_teams()
    director_client.post(PAGE, TYPED)
    assert director_client.get(PAGE).context["form"]["tie_breaks"].value() == list(USUAL)

    director_client.post(PAGE, TYPED | {"tie_breaks": ["BC", "SB:GP"]})
    assert "202 BC,SB:GP" in texts(made)
    assert director_client.get(PAGE).context["form"]["tie_breaks"].value() == ["BC", "SB:GP"]
    shown = director_client.get(f"{CUP}standings/").text
    assert "Sonneborn-Berger, in game points." in shown
    assert "Extended direct encounter" not in shown

    director_client.post(PAGE, TYPED | {"tie_breaks": USUAL})
    assert not any(text.startswith("202") for text in texts(made))


def test_tie_breaks_stay_when_something_else_is_changed(director_client):
    text = teams_file().replace("352 WB\n", "352 WB\n212 MPTS,BH:GP,EDE\n")
    import_tournament(value=read(text).tournament, by=Actor())
    address = "/tournaments/lakeside-teams/teams/matches/"
    forms = forms_of(director_client.get(address), address)
    form = next(page_form for page_form in forms if "colours" in page_form.values)
    assert form.values["tie_breaks"] == ["BH:GP", "EDE"]
    director_client.post(address, form.values | {"win": "3"})

    made = Tournament.objects.get(slug="lakeside-teams")
    assert "212 MPTS,BH:GP,EDE" in texts(made)


def test_a_tie_break_that_is_none_of_teams_is_refused(director_client):
    made = of_teams()
    answer = director_client.post(PAGE, TYPED | {"tie_breaks": ["BH", "KOYA9"]})

    assert answer.status_code == 422
    assert "“KOYA9” is not a known tie-break of teams." in answer.text
    assert texts(made) == []


def test_the_tie_breaks_of_players_are_not_written_as_those_of_teams(director_client):
    made = of_teams()
    made.tie_breaks = ["WON"]
    made.save(update_fields=["tie_breaks"])
    director_client.post(PAGE, TYPED | {"tie_breaks": ["EDE", "BC"]})
    made.refresh_from_db()
    written = write(tournament_value(made), format=Format.TRF26).text

    assert [line for line in written.splitlines() if line[:3] == "202"] == ["202 EDE,BC"]
    again = team_event(read(written).tournament)
    assert again
    assert again.tie_breaks == ("EDE", "BC")


def test_how_many_members_count_is_not_asked_where_teams_meet(director_client):
    made = of_teams()
    settings = f"{CUP}settings/"
    assert "id_counting_members" in director_client.get(settings).text
    assert "#id_counting_members" in director_client.get(f"{CUP}teams/").text

    made.counting_members = 1
    made.save(update_fields=["counting_members"])
    director_client.post(PAGE, TYPED)
    answer = director_client.get(settings)
    assert "id_counting_members" not in answer.text
    assert "#id_counting_members" not in director_client.get(f"{CUP}teams/").text

    form = next(
        page_form
        for page_form in forms_of(answer, settings)
        if "rounds_planned" in page_form.values
    )
    saved = director_client.post(settings, form.values | {"city": ["Hill"]})
    made.refresh_from_db()
    assert (saved.status_code, made.city, made.counting_members) == (302, "Hill", 1)


def test_the_admin_shows_a_tournament_of_teams_that_meet(admin_client):
    made = of_teams()
    admin_client.post(PAGE, TYPED)
    made.refresh_from_db()

    answer = admin_client.get(f"/admin/events/tournament/{made.pk}/change/")
    assert answer.status_code == 200
    assert answer.context["adminform"].form.fields["counting_members"].disabled


def test_a_line_up_is_followed_by_the_proposal(director_client, monkeypatch):
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: work_off())
    made = of_teams()
    director_client.post(PAGE, TYPED)
    address = f"{CUP}rounds/1/line-ups/"
    form = director_client.get(address).context["form"]
    team, (_name, own) = next(iter(form.teams.items()))
    first, second = list(own)[:2]
    values = {field.name: field.value() or "" for _name, fields in form.rows for field in fields}
    twice = director_client.post(address, values | {f"t{team}-2": str(first)})
    assert "sits on two boards." in twice.text
    turned = values | {f"t{team}-1": str(second), f"t{team}-2": str(first)}
    assert director_client.post(address, turned).status_code == 302
    assert LineUpSeat.objects.filter(team=team).count() == len(form.line_ups[team])
    answer = director_client.post(f"{CUP}rounds/1/proposal/", {"system": "team"}, follow=True)

    numbers = dict(made.entries.values_list("pk", "number"))
    shown = [text for row in answer.context["rows"] for text in (row.first, row.second)]
    places = [
        next(place for place, text in enumerate(shown) if text.startswith(f"{numbers[pk]} "))
        for pk in (second, first)
    ]
    assert places == sorted(places)
    assert director_client.post(address, values).status_code == 302
    assert not LineUpSeat.objects.filter(team=team).exists()


def test_a_line_up_of_a_paired_round_seats_it_anew(director_client):
    made = of_teams()
    director_client.post(PAGE, TYPED)
    made.refresh_from_db()
    Tournament.objects.filter(pk=made.pk).update(kind="Team Round Robin")
    director_client.post(f"{CUP}rounds/all/")
    here = made.rounds.get(number=1)
    address = f"{CUP}rounds/1/line-ups/"
    form = director_client.get(address).context["form"]
    values = {field.name: field.value() or "" for _name, fields in form.rows for field in fields}
    for team, (_name, own) in form.teams.items():
        first, second = list(own)[:2]
        before = matches_of(here)
        turned = values | {f"t{team}-1": str(second), f"t{team}-2": str(first)}
        assert director_client.post(address, turned).status_code == 302
        assert [teams for teams, _players in matches_of(here)] == [teams for teams, _ in before]
        seats = [players for teams, players in matches_of(here) if team in teams]
        assert [pk for players in seats for pk in players if pk in own][:2] == [second, first]
    game = here.games.first()
    Game.objects.filter(pk=game.pk).update(outcome="10")
    stored = matches_of(here)
    refused = director_client.post(address, values)
    assert refused.status_code == 422
    assert "Round 1 has results already" in refused.text
    assert matches_of(here) == stored


def matches_of(here):
    """The games of a round in the order of their boards: the teams, and the players."""
    games = here.games.order_by("board_number")
    sides = [list(game.sides.order_by("pk").select_related("entry")) for game in games]
    return [
        ({side.entry.team_id for side in both}, [side.entry_id for side in both]) for both in sides
    ]


def test_the_kind_is_chosen_when_the_tournament_is_made(director_client):
    page = director_client.get("/tournaments/new/")
    values = {
        field.html_name: field.value()
        for field in page.context["form"]
        if field.value() is not None
    }
    director_client.post("/tournaments/new/", values | {"name": "League", "team_boards": "4"})

    made = Tournament.objects.get(name="League")
    assert (made.teams_meet, made.board_colours) == (True, "WBWB")
