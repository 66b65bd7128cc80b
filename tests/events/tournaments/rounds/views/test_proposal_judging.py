import pytest

from events.models import Entry, Game, LogEntry
from tests.events.tournaments import cups

CUP = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


def judge(client, number, *rows):
    sent = {"first": [first for first, _ in rows], "second": [second for _, second in rows]}
    return client.post(f"{CUP}rounds/{number}/pairings/judge/", sent).json()


def said(answer, row):
    return [(each["text"], each["impossible"]) for each in answer["rows"].get(str(row), [])]


def test_good_pairings(director_client):
    cups.played()

    assert judge(director_client, 3, ("1", "4"), ("3", "2")) == {
        "rows": {}, "others": [], "summary": "These pairings break no rule.",
    }  # fmt: skip


def test_what_is_impossible_and_what_is_unusual_stand_at_their_rows(director_client):
    made = cups.played()
    made.entries.filter(number=2).update(withdrawn_after=1)
    answer = judge(director_client, 3, ("1", "3"), ("", ""), ("2", "4"), ("9", ""))

    assert said(answer, 1) == [("Finch, Clara and Lamb, Edith have met before, in round 1.", False)]
    assert said(answer, 3)[0] == (
        "Tarrant, Hugo (2) has withdrawn. Whoever comes back is to be changed in the list of"
        " players first.",
        True,
    )
    assert said(answer, 4)[0] == ("There is no player 9.", True)
    assert answer["summary"].startswith("3 things are impossible. ")
    assert Game.objects.filter(round__number=3).count() == 0


def test_players_of_one_club_and_a_second_bye(director_client):
    made = cups.tournament(entries=4)
    made.same_club = "avoid"
    made.save()
    made.entries.filter(number__in=(1, 4)).update(club="Northern")
    answer = judge(director_client, 1, ("1", "4"), ("2", "3"))

    assert said(answer, 1) == [("Both are of one club.", False)]
    assert answer["summary"] == "One thing is unusual."


def test_a_forfeit_may_be_repeated(director_client):
    made = cups.tournament(entries=4)
    cups.play(made, 1, (1, 2, "+-"), (3, 4, "1"))

    assert judge(director_client, 2, ("2", "1"))["rows"] == {}


def test_teams_and_not_players_have_met(director_client):
    made = cups.tournament(entries=8, kind="Swiss")
    for place, name in enumerate(("Rooks", "Knights", "Pawns", "Kings")):
        team = made.teams.create(name=name, number=place + 1)
        for seat in (1, 2):
            made.entries.filter(number=2 * place + seat).update(team=team, team_place=seat)
    made.teams_meet, made.board_colours = True, "WB"
    made.save()
    cups.play(made, 1, (1, 3, "1"), (4, 2, "1"), (5, 7, "+-"), (8, 6, "-+"))
    met = judge(director_client, 2, ("4", "1"), ("2", "3"), ("5", "7"), ("8", "6"))

    assert met["rows"] == {
        "1": [{"text": "Knights and Rooks have met before, in round 1.", "impossible": False}]
    }


def test_colours_that_differ_too_much(director_client):
    made = cups.tournament(entries=8, rounds=5)
    cups.play(made, 1, (1, 2, "1"))
    cups.play(made, 2, (1, 3, "1"))
    cups.play(made, 3, (4, 1, "1"))
    cups.play(made, 4, (1, 5, "1"))
    answer = judge(director_client, 5, ("1", "6"))

    assert said(answer, 1)[0] == (
        "Finch, Clara has White 3 times more than Black.", False,
    )  # fmt: skip


def test_check_saves_nothing(director_client):
    cups.played()
    address = f"{CUP}rounds/3/pairings/"
    good = {"first": ["1", "3"], "second": ["4", "2"], "date": "", "check": "1"}
    answer = director_client.post(address, good)
    assert answer.status_code == 200
    assert "These pairings break no rule. They are not saved yet." in answer.text

    answer = director_client.post(address, good | {"second": ["3", "2"], "first": ["1", "4"]})
    assert answer.status_code == 422
    assert "have met before, in round 1." in answer.text
    assert Game.objects.filter(round__number=3).count() == 0


def test_what_was_asked_is_in_the_log(director_client):
    cups.played()
    question = "Board 1: Finch, Clara and Lamb, Edith have met before, in round 1."
    sent = {"first": ["3"], "second": ["1"], "date": "", "accepted": [question]}
    address = f"{CUP}rounds/3/pairings/"
    asked = director_client.post(address, sent)
    director_client.post(address, sent | {"accepted": asked.context["questions"]})
    entry = LogEntry.objects.filter(action="paired").latest("pk")

    assert entry.after["accepted"] == asked.context["questions"]
    assert entry.reason == " ".join(asked.context["questions"])[:200]
    assert "have met before" in director_client.get(f"{CUP}log/").text


def test_a_handicap_of_the_settings_is_offered(director_client):
    made = cups.tournament(
        entries=4, discipline="go", kind="McMahon", tie_breaks=["MMS"], mm_floor="20k",
        handicap_reduction=1,
    )  # fmt: skip
    for entry, grade in zip(made.entries.all(), ("5k", "9k", "5k", "6k"), strict=True):
        entry.grade = grade
        entry.save()
    answer = judge(director_client, 1, ("1", "2"), ("3", "4 h2"))

    assert answer["rows"] == {
        "1": [
            {
                "text": "By the settings 3 stones, for scores of 25 and 21: h3.",
                "impossible": False,
                "stones": 3,
                "use": "Give 3 stones",
            }
        ],
        "2": [
            {
                "text": "By the settings an even game, for scores of 25 and 24.",
                "impossible": False,
                "stones": 0,
                "use": "No handicap",
            }
        ],
    }
    assert judge(director_client, 1, ("1", "2 h3"), ("3", "4"))["rows"] == {}


def test_without_grades_nothing_is_said_of_handicaps(director_client):
    cups.tournament(entries=2, discipline="go", kind="McMahon")
    Entry.objects.update(rating=None)

    assert judge(director_client, 1, ("1", "2"))["rows"] == {}
