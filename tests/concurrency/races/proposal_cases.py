"""Plans for the services that propose a round."""

from events.models import PairingJob, Round
from events.tournaments.pairing import services as proposing
from events.tournaments.pairing.domain.proposal import System
from tests.concurrency.races.cases import case, cup
from tests.concurrency.races.world import actor


def _round() -> Round:
    return cup("Cup").rounds.get(number=2)


def _job() -> dict[str, object]:
    return {"job": PairingJob.objects.get(round=_round())}


@case("ask for a proposal", proposing.ask_for_proposal, "Cup")
def _ask() -> dict[str, object]:
    values = {"system": System.ROUND_ROBIN, "is_accelerated": False}
    return {"round": _round(), "by": actor(), **values}


case("take a proposal", proposing.take_job, "Cup")(_job)
case("keep a proposal", proposing.keep_job, "Cup")(_job)
case("give a proposal back", proposing.give_back_job, "Cup")(_job)
case("stop a proposal", proposing.stop_proposal, "Cup")(lambda: {"round": _round()})


@case("answer a proposal", proposing.answer_job, "Cup")
def _answer() -> dict[str, object]:
    return {**_job(), "answer": {"pairs": [], "byes": []}, "stamp": "1"}
