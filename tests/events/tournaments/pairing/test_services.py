import pytest

from clubscore.jobs.queue import is_wanted, take
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, RoundResult
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.pairing import services as proposing
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.selectors import waiting_proposal
from events.tournaments.pairing.services import ask_for_proposal, draw_lot
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups
from tests.jobs import work_off


@pytest.fixture
def first():
    return cups.tournament(entries=4).rounds.get(number=1)


def ask(round_, system=System.ROUND_ROBIN):
    return ask_for_proposal(round=round_, system=system, is_accelerated=False, by=Actor())


def test_a_job_is_answered_and_changes_nothing_of_the_round(first):
    job, is_new = ask(first)
    assert is_new
    assert waiting_proposal(first.pk) is None

    assert work_off() == 1
    job.refresh_from_db()
    assert (job.state, len(job.answer["stamp"])) == ("done", 64)
    assert [(pair.white, pair.black) for pair in waiting_proposal(first.pk).pairs] == [
        (1, 4), (2, 3),
    ]  # fmt: skip
    assert not RoundResult.objects.exists()


def test_a_second_director_joins_the_first(first):
    job, _is_new = ask(first)

    assert ask(first, System.DUTCH) == (job, False)
    assert Job.objects.get().arguments["system"] == "round-robin"


def test_an_answer_gives_way_to_another_question(first):
    ask(first)
    work_off()
    other, is_new = ask(first)

    assert is_new
    assert Job.objects.get() == other


def test_a_reason_is_stored(first, monkeypatch):
    def refuse(_task):
        raise Refused.because("No legal pairing.")

    monkeypatch.setattr(proposing, "pair", refuse)
    job, _is_new = ask(first)
    work_off()
    job.refresh_from_db()

    assert (job.state, waiting_proposal(first.pk)) == ("done", None)
    assert job.answer == {"problems": [{"template": "No legal pairing.", "values": {}}]}


def test_a_round_that_is_gone_is_not_paired(first):
    ask(first)
    first.delete()
    work_off()

    assert not Job.objects.exists()


def test_saved_pairings_end_the_job(first):
    ask(first)
    begun = take(worker="test")
    set_pairings(round=first, pairings=Pairings(((1, 2),)), by=Actor())

    assert not is_wanted(begun)


pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("colour", Colour)
def test_the_lot_is_drawn_once_and_stored(monkeypatch, colour):
    made = cups.tournament(entries=2)
    monkeypatch.setattr(proposing.secrets, "choice", lambda _colours: colour)
    drawn = draw_lot(tournament=made, by=Actor())
    monkeypatch.setattr(proposing.secrets, "choice", lambda _colours: colour.other)

    assert drawn is draw_lot(tournament=made, by=Actor()) is colour
    made.refresh_from_db()
    assert made.lot == colour.value
    lines = write(tournament_value(made)).text.splitlines()
    assert {"w": "XXC white1", "b": "XXC black1"}[colour.value] in lines
    entries = LogEntry.objects.filter(tournament=made, action=LogEntry.Action.CHANGED)
    assert [entry.after for entry in entries] == [{"lot": colour.value}]


def test_round_1_as_played_is_the_lot():
    made = cups.tournament(entries=4)
    cups.play(made, 1, (3, 1, "1"), (2, 4, "1"))

    assert draw_lot(tournament=made, by=Actor()) is Colour.BLACK
    made.refresh_from_db()
    assert made.lot == ""
