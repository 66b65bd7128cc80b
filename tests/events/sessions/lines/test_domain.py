import datetime
from typing import Any

import pytest

from events.sessions.lines.domain import Change, Correction, Shown, corrections, is_result, visible

DAY = datetime.datetime(2026, 3, 5, 20, tzinfo=datetime.UTC)
OPEN, CLOSED = Shown(is_public=True), Shown(is_public=False)
A, B, C = ({"score_ns": score} for score in (420, 450, -50))
NONE: dict[str, Any] = {}


def change(minute: int, before: dict[str, Any], after: dict[str, Any], line: int = 1) -> Change:
    return Change(line, at(minute), before, after)


def at(minute: int) -> datetime.datetime:
    return DAY + datetime.timedelta(minutes=minute)


def found(*story: Change | Shown) -> list[Correction]:
    return list(corrections(story))


def test_a_result_changed_after_the_publication_is_a_correction() -> None:
    assert found(OPEN, change(1, A, B)) == [Correction(1, at(1), A, B)]


def test_the_last_change_tells_when_and_the_first_what_it_was() -> None:
    assert found(OPEN, change(1, A, B), change(2, B, C)) == [Correction(1, at(2), A, C)]


def test_a_result_brought_back_is_none() -> None:
    assert found(OPEN, change(1, A, B), change(2, B, A)) == []


def test_a_result_entered_after_the_publication_is_none_until_it_is_changed() -> None:
    entered = change(1, NONE, A)
    assert found(OPEN, entered) == []
    assert found(OPEN, entered, change(2, A, B)) == [Correction(1, at(2), A, B)]


def test_a_result_taken_out_is_a_correction() -> None:
    assert found(OPEN, change(1, A, NONE)) == [Correction(1, at(1), A, NONE)]


def test_what_changed_while_the_results_were_taken_back_counts() -> None:
    assert found(OPEN, CLOSED, change(1, A, B), OPEN) == [Correction(1, at(1), A, B)]


def test_what_was_entered_and_changed_while_nobody_saw_it_does_not_count() -> None:
    assert found(OPEN, CLOSED, change(1, NONE, A), change(2, A, B), OPEN) == []
    assert found(
        OPEN, CLOSED, change(1, NONE, A), change(2, A, B), OPEN, change(3, B, C)
    ) == [Correction(1, at(3), B, C)]  # fmt: skip


def test_law_reason_and_deal_are_beside_the_result() -> None:
    noted = A | {"law": "12C2", "reason": "Noise.", "deal": "B"}
    assert visible(noted) == A
    assert found(OPEN, change(1, A, noted)) == []
    assert found(OPEN, change(1, A, B), change(2, B, B | {"reason": "Noise."})) == [
        Correction(1, at(1), A, B)
    ]


def seated(minute: int, before: str, after: str, state: dict[str, Any] = A) -> Change:
    return change(minute, state | {"pairs": before, "seats": {}}, state | {"pairs": after})


def test_a_result_of_others_is_a_correction() -> None:
    was = A | {"pairs": "1*2"}
    assert found(OPEN, seated(1, "1*2", "2*1")) == [Correction(1, at(1), was, A)]
    assert found(OPEN, seated(1, "1*2", "2*1"), change(2, A, B), change(3, B, A)) == [
        Correction(1, at(3), was, A)
    ]
    assert found(OPEN, seated(1, "1*2", "2*1"), seated(2, "2*1", "1*2")) == []


def test_who_sits_at_an_empty_line_is_no_correction() -> None:
    story = (OPEN, seated(1, "1*2", "2*1", NONE), change(2, NONE, A))
    assert found(*story) == []
    assert found(*story, change(3, A, B)) == [Correction(1, at(3), A, B)]


def test_every_line_has_its_own() -> None:
    assert found(OPEN, change(1, A, B, line=2), change(2, NONE, C, line=3), change(3, B, C)) == [
        Correction(1, at(3), B, C),
        Correction(2, at(1), A, B),
    ]


@pytest.mark.parametrize(
    ("state", "expected"),
    [(NONE, False), ({"score_ns": 0}, True), ({"adjustment": "NP"}, True), ({"deal": "B"}, False)],
)
def test_a_score_of_nothing_is_a_result(state: dict[str, Any], expected: bool) -> None:
    assert is_result(state) is expected
