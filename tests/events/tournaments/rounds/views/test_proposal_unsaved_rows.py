"""Pairings that were typed and not saved, when the round is proposed."""

import pytest

from clubscore.models import Job
from clubscore.web.visitors import Actor
from events.models import RoundResult
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.views import proposal
from tests.events.tournaments import cups
from tests.jobs import work_off
from tests.site.pageforms import forms_of

CUP = "/tournaments/spring-cup/"
PROPOSAL = f"{CUP}rounds/1/proposal/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """Pairs in this process."""
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: work_off())


def filled(answer):
    return [(row.first, row.second) for row in answer.context["rows"] if row.first or row.second]


def propose_form(answer):
    return next(form for form in forms_of(answer, CUP) if form.action.endswith("/proposal/"))


@pytest.mark.parametrize(("first", "second"), [("1", "4"), ("3", ""), ("", "2"), ("nobody", "h")])
def test_rows_that_a_proposal_would_replace_are_asked_about_once(director_client, first, second):
    cups.tournament(entries=4)
    typed = {"system": "dutch", "first": [first], "second": [second]}
    asked = director_client.post(PROPOSAL, typed)

    assert asked.status_code == 422
    assert "Pairings below are typed and not saved" in asked.text
    assert filled(asked) == [(first, second)]
    assert not Job.objects.exists()

    again = director_client.post(PROPOSAL, propose_form(asked).values | typed, follow=True)
    assert "A proposal: nothing" in again.text


def test_a_bye_beside_a_typed_pair_is_not_saved_before_the_answer(director_client):
    cups.tournament(entries=5)
    typed = {"system": "dutch", "first": ["1", "5"], "second": ["2", "h"]}

    assert director_client.post(PROPOSAL, typed).status_code == 422
    assert not RoundResult.objects.exists()


def test_rows_that_are_stored_or_were_proposed_are_not_asked_about(director_client):
    made = cups.tournament(entries=4)
    proposed = director_client.post(PROPOSAL, {"system": "dutch"}, follow=True)
    rows = filled(proposed)
    typed = {"system": "dutch", "first": [a for a, _b in rows], "second": [b for _a, b in rows]}
    assert director_client.post(PROPOSAL, typed).status_code == 302

    here = made.rounds.get(number=1)
    set_pairings(round=here, pairings=Pairings(((1, 4), (2, 3))), by=Actor())
    rows = filled(director_client.get(f"{CUP}rounds/1/pairings/"))
    typed = {"system": "dutch", "first": [a for a, _b in rows], "second": [b for _a, b in rows]}
    assert director_client.post(PROPOSAL, typed).status_code == 302


def test_a_bye_typed_into_a_round_that_is_paired_is_asked_about(director_client):
    made = cups.tournament(entries=5)
    here = made.rounds.get(number=1)
    set_pairings(round=here, pairings=Pairings(((1, 4), (2, 3))), by=Actor())

    typed = {"system": "dutch", "first": ["5"], "second": ["h"]}
    assert director_client.post(PROPOSAL, typed).status_code == 422
