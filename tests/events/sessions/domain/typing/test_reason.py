import pytest

from clubscore.problems import Refused
from events.sessions.domain.typing.reason import MAX_LENGTH, split_reason


@pytest.mark.parametrize(
    ("text", "typed", "reason"),
    [
        ("620", "620", ""),
        ("412! they  insist\n", "412", "they insist"),
        ("412!a! b", "412", "a! b"),
        ("412! a\0b\x1b", "412", "a b"),
        ("412!" + "x" * 300, "412", "x" * MAX_LENGTH),
    ],
)
def test_a_reason_stands_behind_the_mark(text: str, typed: str, reason: str) -> None:
    assert split_reason(text) == (typed, reason)


@pytest.mark.parametrize("typed", ["412!", "412 ! ", "412!\0"])
def test_a_mark_without_a_reason_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        split_reason(typed)
    assert str(refusal.value) == "After “412!” the reason is missing: 412! the reason."
