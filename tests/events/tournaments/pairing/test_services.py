from datetime import timedelta

import pytest
from django.utils import timezone

from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.models import LogEntry, PairingJob, RoundResult
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.pairing import services as proposing
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.domain.stored_proposal import proposal_from_json
from events.tournaments.pairing.engines.worker import StoppedError, TooLongError, pair
from events.tournaments.pairing.services import (
    SILENCE,
    answer_job,
    ask_for_proposal,
    draw_lot,
    is_gone,
    is_under_way,
    keep_job,
    stop_proposal,
    take_job,
    work,
)
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups


@pytest.fixture
def first():
    return cups.tournament(entries=4).rounds.get(number=1)


def ask(round_, system=System.ROUND_ROBIN):
    return ask_for_proposal(round=round_, system=system, is_accelerated=False, by=Actor())


def engine(monkeypatch, answer):
    monkeypatch.setattr(proposing, "pair_in_process", answer)


def state(job) -> str:
    return PairingJob.objects.get(pk=job.pk).state


def test_a_job_is_answered_and_changes_nothing_of_the_round(first, monkeypatch):
    engine(monkeypatch, lambda task, **_limits: pair(task))
    job, is_new = ask(first)
    assert is_new

    assert work(job=job, by=Actor())
    job.refresh_from_db()
    assert (job.state, len(job.stamp)) == ("done", 64)
    assert [(each.white, each.black) for each in proposal_from_json(job.answer).pairs] == [
        (1, 4), (2, 3),
    ]  # fmt: skip
    assert not RoundResult.objects.exists()


def test_a_second_director_joins_the_first(first):
    job, _is_new = ask(first)

    assert ask(first, System.DUTCH) == (job, False)
    assert PairingJob.objects.get().system == "round-robin"


def test_an_answer_gives_way_to_another_question(first):
    job, _is_new = ask(first)
    take_job(job=job)
    answer_job(job=job, answer={"problems": []})
    other, is_new = ask(first)

    assert is_new
    assert PairingJob.objects.get() == other


def test_a_job_is_taken_once(first):
    job, _is_new = ask(first)

    assert [take_job(job=job), take_job(job=job)] == [True, False]


def test_a_reason_is_stored(first, monkeypatch):
    def refuse(_task, **_limits):
        raise Refused.because("No legal pairing.")

    engine(monkeypatch, refuse)
    job, _is_new = ask(first)
    work(job=job, by=Actor())
    job.refresh_from_db()

    assert job.state == "refused"
    assert job.answer == {"problems": [{"template": "No legal pairing.", "values": {}}]}


def test_who_has_little_time_gives_the_job_back(first, monkeypatch):
    def wait(_task, **_limits):
        raise TooLongError(sentence("Too long."))

    engine(monkeypatch, wait)
    job, _is_new = ask(first)

    assert not work(job=job, by=Actor(), gives_back=True)
    assert state(job) == "waiting"
    assert work(job=job, by=Actor())
    assert state(job) == "refused"


def test_a_job_that_is_stopped_is_not_answered(first, monkeypatch):
    def pairing(_task, *, is_wanted, **_limits):
        assert is_wanted()
        stop_proposal(round=first)
        assert not is_wanted()
        raise StoppedError(sentence("Stopped."))

    engine(monkeypatch, pairing)
    job, _is_new = ask(first)
    work(job=job, by=Actor())
    answer_job(job=job, answer={}, stamp="1")

    assert state(job) == "stopped"
    assert not stop_proposal(round=first)


def test_a_job_whose_process_is_gone(first):
    job, _is_new = ask(first)
    take_job(job=job)
    job.refresh_from_db()
    assert (is_under_way(job), is_gone(job)) == (True, False)

    PairingJob.objects.update(active_at=timezone.now() - 2 * SILENCE)
    job.refresh_from_db()
    assert (is_under_way(job), is_gone(job)) == (False, True)
    assert keep_job(job=job)
    job.refresh_from_db()
    assert not is_gone(job)
    PairingJob.objects.update(active_at=timezone.now() - SILENCE - timedelta(seconds=1))
    assert ask(first)[1]


def test_saved_pairings_end_the_job(first):
    ask(first)
    set_pairings(round=first, pairings=Pairings(((1, 2),)), by=Actor())

    assert not PairingJob.objects.exists()


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
    assert f"152 {colour.value.upper()}" in write(tournament_value(made)).text.splitlines()
    entries = LogEntry.objects.filter(tournament=made, action=LogEntry.Action.CHANGED)
    assert [entry.after for entry in entries] == [{"lot": colour.value}]


def test_round_1_as_played_is_the_lot():
    made = cups.tournament(entries=4)
    cups.play(made, 1, (3, 1, "1"), (2, 4, "1"))

    assert draw_lot(tournament=made, by=Actor()) is Colour.BLACK
    made.refresh_from_db()
    assert made.lot == ""
