"""The tournament whose pages ``bench.pages`` measures."""

from dataclasses import replace
from functools import partial
from itertools import cycle

from django.test import Client

from bench.data_set import DataSet
from bench.standings import TIE_BREAKS, swiss_tournament
from clubscore.text.problems import sentence
from clubscore.web.visitors import Actor
from events.models import Game, PairingJob, Round
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.services import publish_tournament
from events.tournaments.files.services import store_tournament
from events.tournaments.pairing.domain.proposal import Pair, Proposal, System
from events.tournaments.pairing.domain.stored_proposal import proposal_to_json, stamp_of
from events.tournaments.pairing.selectors import proposal_task

BY = Actor()


def tournament(director: Client) -> DataSet:
    """300 players and 9 of 10 rounds, with five tie-breaks; the last is proposed."""
    value = replace(swiss_tournament(300, 9), tie_breaks=TIE_BREAKS, rounds=10)
    stored = store_tournament(value=value, by=BY)
    _propose(stored.rounds.get(number=10))
    publish_tournament(tournament=stored, by=BY)
    game = Game.objects.get(round__tournament=stored, round__number=9, board_number=1)
    address = f"/tournaments/{stored.slug}/"
    typed = cycle(["", "1"])
    path = f"{address}rounds/9/games/{game.pk}/"
    save = partial(director.post, path, headers={"accept": "application/json"})
    asks = {"a result saved or corrected": lambda: save({"typed": next(typed)})}
    return DataSet(address, asks)


def _propose(last: Round) -> None:
    """Neighbours of the ranking, as an engine answers; it would need a minute."""
    numbers = sorted(entry.number or 0 for entry in last.tournament.entries.all())
    why = sentence("Equal score (%(points)s); both get the colour that is due.", points=4)
    pairs = tuple(Pair(*pair, why) for pair in zip(numbers[::2], numbers[1::2], strict=True))
    task = proposal_task(
        last.tournament, last.number, System.DUTCH, accelerated=False, lot=Colour.WHITE
    )
    PairingJob.objects.create(
        round=last,
        system=System.DUTCH.value,
        state=PairingJob.State.DONE,
        answer=proposal_to_json(Proposal(pairs)),
        stamp=stamp_of(task),
    )
