import pytest

from clubscore.jobs.queue import Why, fail, take
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Game, LogEntry, RoundResult
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Outcome
from events.tournaments.pairing import services as proposing
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from events.tournaments.rounds.views import proposal
from tests.events.tournaments import cups
from tests.jobs import work_off
from tests.site.pageforms import forms_of

CUP = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """Pairs in this process: another has its own tests."""
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: work_off())


def propose(client, number, system="dutch"):
    return client.post(f"{CUP}rounds/{number}/proposal/", {"system": system}, follow=True)


def rows(answer):
    """The rows of the form that are filled in."""
    found = [(row.first, row.second) for row in answer.context["rows"]]
    return [(first.split()[0], second.split()[0]) for first, second in found if first]


def test_a_proposal_fills_the_form_and_saves_nothing(director_client):
    made = cups.tournament(entries=5)
    answer = propose(director_client, 1)

    assert answer.status_code == 200
    assert {frozenset(row) for row in rows(answer)} == {
        frozenset({"1", "3"}), frozenset({"2", "4"}), frozenset({"5", "bye"}),
    }  # fmt: skip
    assert not RoundResult.objects.filter(round__tournament=made).exists()
    page = answer.content.decode()
    assert "A proposal: nothing is saved yet." in page
    assert "Drawn by lot: number 1 begins with" in page
    assert "The lowest who may have the bye and leaves the others a legal pairing." in page
    assert "Equal score (0); colours by the lot and the starting number." in page


def test_the_proposal_is_saved_by_the_form_of_the_page(director_client):
    made = cups.tournament(entries=4)
    answer = propose(director_client, 1)
    form = next(
        page_form for page_form in forms_of(answer, CUP) if page_form.action.endswith("/pairings/")
    )
    saved = director_client.post(form.action, form.values)

    assert saved.status_code == 302
    assert Game.objects.filter(round__tournament=made, round__number=1).count() == 2


def test_two_of_one_club_are_asked_about_unless_they_were_proposed(director_client):
    made = cups.tournament(entries=4)
    made.same_club = "avoid"
    made.save()
    for number, club in enumerate(["Weir", "Hill", "Weir", "Hill"], start=1):
        made.entries.filter(number=number).update(club=club)
    typed = {"first": ["1", "2"], "second": ["3", "4"], "date": ""}
    asked = director_client.post(f"{CUP}rounds/1/pairings/", typed)
    assert "Players of one club meet on boards 1, 2." in asked.text

    form = next(
        page_form
        for page_form in forms_of(propose(director_client, 1), CUP)
        if page_form.action.endswith("/pairings/")
    )
    assert director_client.post(form.action, form.values).status_code == 302


def test_the_lot_stays(director_client):
    made = cups.tournament(entries=4)
    first = [rows(propose(director_client, 1)) for _again in range(4)]

    assert first.count(first[0]) == 4
    assert LogEntry.objects.filter(tournament=made, after__has_key="lot").count() == 1


def test_absent_players_and_byes_that_were_asked_for_stay_out(director_client):
    made = cups.tournament(entries=6)
    made.entries.filter(number=6).update(absent_rounds=[1])
    set_pairings(
        round=made.rounds.get(number=1), pairings=Pairings(byes=((2, Code.HALF_BYE),)), by=Actor()
    )
    found = rows(propose(director_client, 1))

    assert found[-1] == ("2", "h")
    assert {frozenset(row) for row in found[:-1]} == {frozenset({"1", "4"}), frozenset({"3", "5"})}


def test_a_bye_asked_for_before_stands_in_its_round_and_is_saved_with_it(director_client):
    made = cups.tournament(entries=5)
    made.entries.filter(number=2).update(absent_rounds=[1, 3], asked_byes={"1": "H", "3": "F"})
    page = director_client.get(f"{CUP}rounds/1/pairings/")
    assert rows(page) == [("2", "h")]
    answer = propose(director_client, 1)
    assert {frozenset(row) for row in rows(answer)} == {
        frozenset({"1", "4"}), frozenset({"3", "5"}), frozenset({"2", "h"}),
    }  # fmt: skip
    form = next(
        page_form for page_form in forms_of(answer, CUP) if page_form.action.endswith("/pairings/")
    )
    director_client.post(form.action, form.values)

    byes = RoundResult.objects.filter(round__tournament=made, game=None)
    assert list(byes.values_list("entry__number", "bye")) == [(2, "H")]


def test_who_withdraws_has_no_bye_any_more(director_client):
    made = cups.tournament(entries=5)
    made.entries.filter(number=2).update(
        absent_rounds=[1], asked_byes={"1": "H"}, withdrawn_after=0
    )

    assert rows(director_client.get(f"{CUP}rounds/1/pairings/")) == []


def test_byes_that_are_typed_are_kept_when_a_round_is_proposed(director_client):
    made = cups.tournament(entries=5)
    typed = {"system": "dutch", "first": ["2", "1", "x", "9"], "second": ["h", "u", "z", "f"]}
    typed["replace"] = "1"
    answer = director_client.post(f"{CUP}rounds/1/proposal/", typed, follow=True)

    assert "Saved, so that they are not paired: 2 Tarrant, Hugo (h)." in answer.text
    assert {frozenset(row) for row in rows(answer)} == {
        frozenset({"1", "4"}), frozenset({"3", "5"}), frozenset({"2", "h"}),
    }  # fmt: skip
    stored = RoundResult.objects.filter(round__tournament=made)
    assert list(stored.values_list("entry__number", "bye")) == [(2, "H")]
    again = director_client.post(f"{CUP}rounds/1/proposal/", typed, follow=True)
    assert "Saved, so that" not in again.text


def test_a_round_that_is_paired_keeps_its_own_byes_and_the_pairings_bye_moves(director_client):
    made = cups.tournament(entries=5)
    first = made.rounds.get(number=1)
    byes = ((5, Code.PAIRING_BYE),)
    set_pairings(round=first, pairings=Pairings(((1, 3), (2, 4)), byes), by=Actor())
    made.entries.filter(number=4).update(withdrawn_after=0)
    typed = {"system": "dutch", "first": ["2"], "second": ["h"], "replace": "1"}
    answer = director_client.post(f"{CUP}rounds/1/proposal/", typed, follow=True)

    assert "Saved, so that" not in answer.text
    assert {frozenset(row) for row in rows(answer)} == {
        frozenset({"1", "3"}), frozenset({"2", "5"}),
    }  # fmt: skip


def test_later_rounds_show_the_players_and_what_is_missing(director_client):
    cups.played()
    answer = propose(director_client, 3)

    assert [(history.number, history.points) for history in answer.context["histories"]] == [
        (1, "2"), (4, "1"), (2, "½"), (3, "½"),
    ]  # fmt: skip
    assert "One result is missing: it counts as a draw in this proposal." in answer.text
    assert f'<a href="{CUP}rounds/2/">round 2, board 2</a>' in answer.text
    assert {frozenset(row) for row in rows(answer)} == {
        frozenset({"1", "4"}), frozenset({"2", "3"}),
    }  # fmt: skip


def test_a_result_missing_since_an_earlier_round_is_said(director_client):
    made = cups.played(rounds=4)
    cups.play(made, 3, (1, 4, "1"), (2, 3, "1"))
    answer = propose(director_client, 4, "double-round-robin")

    assert [each["text"] for each in answer.context["missing"]] == ["round 2, board 2"]


def test_the_free_round_of_an_odd_field_brings_no_points(director_client):
    made = cups.tournament(entries=5, kind="Round robin", rounds=5)
    made.entries.filter(number=3).update(absent_rounds=[1])
    # 1 has the free round; 4 would have met 3.
    found = rows(propose(director_client, 1, "round-robin"))

    assert found == [("2", "5"), ("1", "z"), ("4", "bye")]


@pytest.mark.parametrize(
    ("system", "games"),
    [
        ("round-robin", [("1", "4"), ("2", "3")]),
        ("double-round-robin", [("1", "4"), ("2", "3")]),
        ("knockout", [("1", "4"), ("3", "2")]),
    ],
)
def test_the_systems_of_tables(director_client, system, games):
    cups.tournament(entries=4, lot="w")

    assert rows(propose(director_client, 1, system)) == games


def test_who_met_whom_stands_below_pairings_without_a_proposal_too(director_client):
    made = cups.tournament(entries=6)
    first = director_client.get(f"{CUP}rounds/1/pairings/")
    assert first.context["histories"] == []
    cups.play(made, 1, (1, 4, "1"), (5, 2, "="), (3, 6, "0"))
    page = director_client.get(f"{CUP}rounds/2/pairings/")

    shown = page.context["histories"]
    assert [(each.number, each.points, each.colours, each.opponents) for each in shown[:3]] == [
        (1, "1", "W", "4"), (6, "1", "B", "3"), (2, "½", "B", "5"),
    ]  # fmt: skip
    assert "The players before this round" in page.text
    assert director_client.get(f"{CUP}rounds/1/pairings/").context["histories"] == []


def test_a_refusal_is_shown_and_typing_stays_open(director_client):
    cups.tournament(entries=4)
    answer = propose(director_client, 1, "scheveningen")

    assert answer.status_code == 422
    assert "Scheveningen is for two teams; this tournament has 0." in answer.content.decode()
    assert "Save the pairings" in answer.content.decode()


def test_an_engine_that_fails_changes_nothing(director_client, monkeypatch):
    cups.tournament(entries=4)

    def refuse(_task):
        raise Refused.because("It failed.")

    monkeypatch.setattr(proposing, "pair", refuse)
    answer = propose(director_client, 1)

    assert (answer.status_code, rows(answer)) == (422, [])
    assert "It failed." in answer.content.decode()


def test_a_round_with_results_is_not_paired_again(director_client):
    cups.played()
    answer = director_client.post(f"{CUP}rounds/1/proposal/", {"system": "dutch"}, follow=True)

    assert "This round has results: it is not paired again." in answer.content.decode()
    assert "Propose round 1" not in answer.content.decode()


def test_a_second_bye_and_a_forbidden_pair_are_asked_about(director_client):
    made = cups.tournament(entries=5)
    made.forbidden = [{"numbers": [1, 4], "first": None, "last": None}]
    made.save()
    set_pairings(
        round=made.rounds.get(number=1),
        pairings=Pairings(((1, 3), (2, 4)), ((5, Code.PAIRING_BYE),)),
        by=Actor(),
    )
    typed = {"first": ["1", "2", "5"], "second": ["4", "3", "u"], "date": ""}
    answer = director_client.post(f"{CUP}rounds/2/pairings/", typed)

    assert answer.context["questions"] == [
        "Board 1: Finch, Clara and Moss, Quentin are not to be paired with each other.",
        "Dale, Kirsten had the bye in round 1 already.",
    ]


@pytest.fixture
def go_cup():
    """A McMahon of six players, of whom the first is four ranks stronger than the others."""
    made = cups.tournament(
        entries=6, discipline="go", kind="McMahon", tie_breaks=["MMS", "SOS"], mm_floor="20k",
        no_handicap_from="5d", handicap_reduction=1,
    )  # fmt: skip
    for entry, grade in zip(made.entries.all(), ("1d", "4k", "5k", "6k", "6k", "7k"), strict=True):
        entry.grade = grade
        entry.save()
    return made


def test_a_mcmahon_is_proposed_with_its_handicaps(director_client, go_cup):
    answer = propose(director_client, 1, "mcmahon")
    form = next(
        page_form for page_form in forms_of(answer, CUP) if page_form.action.endswith("/pairings/")
    )
    director_client.post(form.action, form.values)
    games = Game.objects.filter(round__tournament=go_cup).order_by("board_number")
    sides = [
        tuple(game.sides.order_by("side").values_list("entry__number", flat=True)) for game in games
    ]

    assert dict(zip(sides, [game.handicap for game in games], strict=True))[1, 2] == 3
    assert "Score 30 against 26; handicap 3." in answer.content.decode()


def test_before_round_1_start_scores_make_groups(director_client, go_cup):
    page = director_client.get(f"{CUP}rounds/1/pairings/")

    shown = page.context["histories"]
    assert [(history.strength, history.points) for history in shown[:2]] == [
        ("1d", "30"),
        ("4k", "26"),
    ]
    assert "McMahon score" in page.text


def test_who_has_no_grade_is_named(director_client, go_cup):
    go_cup.entries.filter(number=3).update(grade="0k", rating=None)
    page = propose(director_client, 1, "mcmahon").content.decode()

    assert "(3) has neither a grade nor a rating." in page


@pytest.fixture
def slow(monkeypatch):
    """An engine that needs more time than a request has."""
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: None)


def test_what_takes_longer_goes_on_beside_the_requests(director_client, slow):
    cups.tournament(entries=4, lot="w")
    page = propose(director_client, 1, "knockout").text
    job = Job.objects.get()
    assert "4 players are being paired." in page
    assert "of at most 120 seconds." in page

    # Another director's button only shows the page.
    propose(director_client, 1)
    assert Job.objects.get() == job
    assert work_off() == 1
    answer = director_client.get(f"{CUP}rounds/1/proposal/")
    assert rows(answer) == [("1", "4"), ("3", "2")]
    assert 'value="knockout" selected' in answer.text
    assert "To the proposal of this round" in director_client.get(f"{CUP}rounds/1/pairings/").text


def test_pairing_is_stopped(director_client, slow):
    cups.tournament(entries=4)
    propose(director_client, 1)
    answer = director_client.post(f"{CUP}rounds/1/proposal/stop/", follow=True)
    assert "Pairing round 1 was stopped. Nothing is saved." in answer.text
    answer = director_client.get(f"{CUP}rounds/1/proposal/")
    assert "Pairing round 1 was stopped. Nothing is saved." in answer.text
    assert "Propose round 1" in answer.text
    assert work_off() == 0


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Why.KILLED, "Pairing round 1 was interrupted twice, and is given up."),
        (Why.OVERTIME, "Pairing round 1 took longer than 120 seconds and was stopped."),
        (Why.ERROR, "The pairing engine failed in round 1."),
    ],
)
def test_why_there_is_no_proposal_is_said(director_client, slow, why, said):
    cups.tournament(entries=4)
    propose(director_client, 1)
    fail(job=take(worker="test"), why=why)
    page = director_client.get(f"{CUP}rounds/1/proposal/").text
    assert said in page
    assert "Propose round 1" in page


def test_results_that_changed_since_the_proposal_are_said(director_client):
    made = cups.played()
    assert "have changed since" not in propose(director_client, 3).content.decode()
    game = Game.objects.get(round__number=2, outcome=Outcome.PENDING.value)
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    page = director_client.get(f"{CUP}rounds/3/proposal/").content.decode()

    assert "Results or players have changed since this was proposed." in page


def test_without_a_job_there_are_only_the_pairings(director_client):
    cups.tournament(entries=4)
    answer = director_client.get(f"{CUP}rounds/1/proposal/")

    assert answer["Location"] == f"{CUP}rounds/1/pairings/"


def test_a_system_that_is_none(director_client):
    cups.tournament(entries=4)

    assert "There is no such system" in propose(director_client, 1, "chaos").content.decode()


def test_a_komi_of_its_own_is_typed_shown_and_kept(director_client, go_cup):
    address = f"{CUP}rounds/1/pairings/"
    rows = {"first": ["1", "3", "5", "6"], "second": ["2 h3 k-5", "4 k5.5", "z", "z"]}
    director_client.post(address, rows)
    komis = Game.objects.order_by("board_number").values_list("doubled_komi", flat=True)
    assert list(komis) == [-10, 11]

    assert "3 stones, komi −5" in director_client.get(f"{CUP}rounds/1/").text
    assert "komi 5½" in director_client.get(f"{CUP}rounds/1/slips/").text
    assert "komi −5" in director_client.get(f"{CUP}players/1/").text
    shown = [row.second for row in director_client.get(address).context["rows"] if row.first]
    assert [text.split(" ", 1)[1][-6:] for text in shown[:2]] == ["h3 k-5", "n k5.5"]


def test_only_go_has_komi(director_client):
    cups.tournament(entries=4)
    typed = {"first": ["1"], "second": ["2 k5.5"], "date": ""}

    assert (
        "Only games of go have komi."
        in director_client.post(f"{CUP}rounds/1/pairings/", typed).text
    )


def test_the_correction_of_a_start_score_is_typed(director_client, go_cup):
    entry = go_cup.entries.get(number=3)
    address = f"{CUP}entries/{entry.pk}/"
    forms = forms_of(director_client.get(address), CUP)
    form = next(page_form for page_form in forms if "family" in page_form.values)
    director_client.post(address, form.values | {"start_correction": "-2"})
    entry.refresh_from_db()

    assert entry.start_correction == -2
