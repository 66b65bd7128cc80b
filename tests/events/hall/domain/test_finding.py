"""Who is found by what is typed at the door; what may be asked for."""

import pytest

from events.devices.domain.outcomes import DeviceRefused, Why
from events.hall.domain.asking import Kind, Standing, refuse
from events.hall.domain.finding import Findable, find

HALL = [
    Findable(1, 5, "Ek, Li", "Ek", "Mill", is_hidden=False),
    Findable(2, 12, "Ødegård, Ragna", "Ødegård", "", is_hidden=False),
    Findable(3, None, "van der Berg, Jo-Ann", "van der Berg", "", is_hidden=False),
    Findable(4, 7, "H. L.", "Lark", "", is_hidden=True),
    *(Findable(100 + n, 100 + n, f"Many, {n}", "Many", "", is_hidden=False) for n in range(20)),
]


@pytest.mark.parametrize(("typed", "entries"), [
    ("ode", [2]), ("ØDE", [2]), ("rag", [2]), ("5", [1]), ("05", [1]), ("12", [2]),
    ("ber", [3]), ("ann", [3]), ("van der b", [3]), ("ek li", [1]), ("jo", []), ("e", []),
    ("lar", []), ("lark", [4]), ("7", [4]), ("h l", []), ("erg", []), ("%__", []), ("", []),
])  # fmt: skip
def test_somebody_is_found(typed, entries):
    assert [each.entry for each in find(HALL, typed)] == entries


def test_at_most_eight_are_shown():
    assert len(find(HALL, "man")) == 8


@pytest.mark.parametrize(("kind", "number", "changes", "why", "words"), [
    ("half-bye", 7, {}, Why.IMPOSSIBLE, "up to round 6"),
    ("half-bye", 6, {}, None, ""),
    ("half-bye", 7, {"last_half_bye": 7}, None, ""),
    ("half-bye", 5, {"half_byes": (2,)}, Why.IMPOSSIBLE, "in round 2 already"),
    ("half-bye", 5, {"half_byes": (2,), "most_half_byes": 2}, None, ""),
    ("half-bye", 5, {"most_half_byes": 0}, Why.IMPOSSIBLE, "no half-point byes"),
    ("half-bye", 4, {"paired": {4}}, Why.CHANGED, "Round 4 is being paired. Speak to the arbiter"),
    ("zero-bye", 7, {"half_byes": (2,)}, None, ""),
    ("zero-bye", 8, {}, Why.IMPOSSIBLE, "no round 8"),
    ("zero-bye", 3, {"open": {3: "half-bye"}}, Why.CHANGED, "asked for this round"),
    ("zero-bye", 3, {"absent": {3}}, Why.CHANGED, "do not play"),
    ("withdraw", 0, {"open": {3: "half-bye"}}, None, ""),
    ("withdraw", 0, {"open": {0: "withdraw"}}, Why.CHANGED, "already"),
    ("withdraw", 0, {"has_left": True}, Why.CHANGED, "withdrawn"),
])  # fmt: skip
def test_what_may_be_asked_for(kind, number, changes, why, words):
    player = Standing(7, **changes)
    if why is None:
        refuse(Kind(kind), number, player)
        return
    with pytest.raises(DeviceRefused, match=words) as refused:
        refuse(Kind(kind), number, player)
    assert refused.value.why is why
