import pytest
from django.core.management import CommandError, call_command

from clubscore.web.visitors import Actor
from events.models import PairingJob
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.services import ask_for_proposal
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def test_a_round_that_waits_is_paired_in_a_process():
    first = cups.tournament(entries=4).rounds.get(number=1)
    values = {"system": System.KNOCKOUT, "is_accelerated": False, "by": Actor()}
    job, _is_new = ask_for_proposal(round=first, **values)
    call_command("propose_round", str(job.pk))

    assert PairingJob.objects.get().state == "done"


def test_a_job_that_is_none():
    with pytest.raises(CommandError, match=r"There is no proposal 7\."):
        call_command("propose_round", "7")
