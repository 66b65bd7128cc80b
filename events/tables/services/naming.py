"""Names at the table: a side says who it is, the other side agrees, and they are in the list.

Names that the register does not have are those of guests of the session: nobody comes into the
register from a phone.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from events.common.services import lock_session
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer
from events.models import TableProposal, TravellerLine
from events.sessions.setup.services.sessions import enter_names
from events.tables.selectors.watch import SIDES, all_nameless, nameless_seats, place_of
from events.tables.selectors.whereabouts import seat_of
from events.tables.services.lines import may_agree_here
from events.tables.services.marks import raise_revision
from events.tables.services.proposals import PROPOSAL_GONE, propose
from events.tables.services.submissions import Sender, Sending, once
from players.domain.names import Name, read_name
from players.selectors.register import players_by_key

Proposed = dict[str, dict[str, str]]
"""The name of each seat, by the contestant's id as text."""

NO_SEAT: Final = sentence(
    "The names of these seats are known by now, or only the director enters them."
)
NO_NAMES: Final = sentence("Write a name.")
ONE_SIDE: Final = sentence("Enter the names of one side at a time.")


@in_transaction
def say_names(
    *,
    sending: Sending,
    names: Mapping[str, str] | None = None,
    proposal: int | None = None,
    agree: bool = False,
) -> Answer:
    """``names`` by seat, of one side: asks the other side, or enters them where opponents confirm
    nothing. ``proposal`` with ``agree``: the other side's answer, or a withdrawal."""
    named = {seat: text.strip() for seat, text in (names or {}).items() if text.strip()}
    texts = list(named.values())
    if proposal is not None:
        agreed = _of_proposal(proposal) if agree else {}
        texts = [text for seats in agreed.values() for text in seats.values()]
    # Players are locked before a session.
    players_by_key(set(_keys(texts)), lock=True)
    # Before it is read who has a name: a director may be entering it.
    lock_session(sending.session_id)

    def act(sender: Sender) -> None:
        if proposal is None:
            _say(sender, named)
        else:
            _decide(sender, proposal, agreed=agree)

    return once(sending=sending, line_id=None, act=act)


def _keys(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        # What is no name is refused later.
        with suppress(Refused):
            yield read_name(text).key


def _of_proposal(number: int) -> Proposed:
    table_proposals = TableProposal.objects.filter(
        pk=number, decided_at=None, kind__in=SIDES.values()
    )
    return dict(table_proposals.values_list("proposal", flat=True).first() or {})


def _say(sender: Sender, names: Mapping[str, str]) -> None:
    seats = nameless_seats(sender.state, sender.device, sender.here)
    if not names:
        raise DeviceRefused(Why.IMPOSSIBLE, NO_NAMES)
    if not names.keys() <= seats.keys():
        raise DeviceRefused(Why.CHANGED, NO_SEAT)
    sides = {"NS" if seat in "NS" else "EW" for seat in names}
    if len(sides) > 1:
        raise DeviceRefused(Why.IMPOSSIBLE, ONE_SIDE)
    kind = SIDES[sides.pop()]
    proposed = _open(sender, kind)
    for seat, text in names.items():
        written = proposed.get(str(seats[seat]), {})
        proposed[str(seats[seat])] = {**written, seat: str(read_name(text))}
    if not sender.state.settings.confirm:
        _enter(sender, proposed)
        return
    line = TravellerLine.objects.get(pk=sender.here.lines[0].line.pk)
    propose(sender, line, kind=kind, proposal=proposed)


def _open(sender: Sender, kind: str) -> Proposed:
    """What waits already, of partners of an individual."""
    first = sender.here.lines[0].line.pk
    for table_proposal in sender.state.proposals:
        if table_proposal.kind == kind and table_proposal.line_id == first:
            return dict(table_proposal.proposal or {})
    return {}


def _decide(sender: Sender, number: int, *, agreed: bool) -> None:
    of_line = {table_line.line.pk for table_line in sender.here.lines}
    open_ones = TableProposal.objects.select_for_update(of=("self",), no_key=True)
    one = open_ones.filter(pk=number, line__in=of_line, decided_at=None).first()
    if one is None or one.kind not in SIDES.values():
        raise DeviceRefused(Why.CHANGED, PROPOSAL_GONE)
    table_line = sender.state.lines[one.line_id]
    side = table_line.side_of(sender.here.pair)
    is_own = one.device_id == sender.device.pk or SIDES.get(side) == one.kind
    # Who asked may withdraw it; to agree takes the other side, or its hand on the same device.
    if agreed and is_own:
        is_ns = one.kind == SIDES["NS"]
        may_agree_here(sender, table_line.line.ew if is_ns else table_line.line.ns)
    one.decided_at, one.agreed = timezone.now(), agreed
    one.save(update_fields=["decided_at", "agreed"])
    if agreed:
        _enter(sender, one.proposal or {})
    raise_revision(sender.device.session_id)


def _enter(sender: Sender, proposed: Proposed) -> None:
    """Into the session's list, beside the names that are known."""
    state = sender.state
    seats, free = seat_of(state, sender.here.lines), all_nameless(state, sender.here)
    pairs: dict[str, list[Name | None]] = {}
    for pk, names in proposed.items():
        if not names.keys() <= free.keys() or any(seats[seat] != int(pk) for seat in names):
            raise DeviceRefused(Why.CHANGED, NO_SEAT)
        record = state.contestants[int(pk)]
        pair = [*record.names, None, None][: list(seats.values()).count(int(pk))]
        for seat, text in names.items():
            pair[place_of(seats, seat)] = read_name(text)
        pairs[record.code] = pair
    keys = {name.key for pair in pairs.values() for name in pair if name}
    guests = keys - players_by_key(keys).keys()
    # Those who are guests already stay who they are.
    enter_names(session=state.session, names=pairs, by=sender.actor, guests=guests)
