"""*We are at round 4*: a table goes on before the clock or its first result says so."""

from typing import Any

from clubscore.problems import gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.models import TableRound
from events.tables.selectors.whereabouts import lines_of_pair
from events.tables.services.lines import refuse_device
from events.tables.services.refusals import TableRefused
from events.tables.services.revision import raise_revision
from events.tables.services.submissions import Answer, Sender, once

NEXT_ONLY = sentence(gettext_noop("From here you can only go to the next round, or back by one."))


@in_transaction
def say_round(*, device_id: int, sent: dict[str, Any]) -> Answer:
    """A table, or the table that a pair goes to, is at a round: the next one, or the one before
    where nothing of this one is in."""

    def act(sender: Sender) -> dict[str, Any]:
        refuse_device(sender.device)
        number = sent.get("round")
        last = sender.state.rounds.get(sender.here.place[0], 0)
        known = isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= last
        # A pair that sits out has no table to say it for, and passes over its round.
        far = 2 if sender.here.table is None else 1
        if not isinstance(number, int) or not known or abs(number - sender.here.round) > far:
            raise TableRefused(422, NEXT_ONLY)
        section, table = _place(sender, number)
        if table:
            TableRound.objects.update_or_create(
                section_id=section, table=table, defaults={"round": number}
            )
        raise_revision(sender.device.session_id)
        return {"round": number}

    return once(device_id=device_id, line_id=None, sent=sent, act=act)


def _place(sender: Sender, number: int) -> tuple[int, int]:
    own = sender.here.own
    if own:
        lines = lines_of_pair(sender.state, own, number) or sender.here.lines
        return lines[0].place if lines else (sender.here.place[0], 0)
    return sender.here.place
