import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from events.sessions.domain.teams.own_scale import MAX_ROWS, own_scale
from events.sessions.domain.teams.wbf_scales import continuous


def test_a_scale_is_read_with_blanks_semicolons_and_decimal_commas():
    scale = own_scale("0 10 10\n\n2;11,5;8,5\r\n 6\t14.25 5.75 \n")
    assert [scale.points(margin) for margin in (0, 1, 2, 5, 6, 99)] == [
        *((1000, 1000), (1000, 1000), (1150, 850), (1150, 850), (1425, 575), (1425, 575))
    ]
    assert scale.points(-3) == (850, 1150)


@given(boards=st.integers(1, 100))
def test_a_scale_of_the_wbf_typed_by_hand_is_the_same(boards: int):
    # Rows in which the winner gets no more are those that nobody types.
    usual = continuous(boards)
    rows = usual.rows
    rising = [row for at, row in enumerate(rows) if not at or row.winner > rows[at - 1].winner]
    text = "\n".join(
        f"{row.margin} {row.winner // 100}.{row.winner % 100:02} "
        f"{row.loser // 100}.{row.loser % 100:02}"
        for row in rising
    )
    scale = own_scale(text)
    for margin in range(-rows[-1].margin - 2, rows[-1].margin + 3):
        assert scale.points(margin) == usual.points(margin)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(None, None)]),
        ("\n  \n", [(None, None)]),
        ("0 10", [(1, "0 10")]),
        ("0 10 10\nx 11 9\n2 11.555 8", [(2, "x"), (3, "11.555")]),
        ("0 10 10\n-1 11 9", [(2, "-1")]),
        ("\n1 10 10", [(2, "1")]),
        ("0 11 9", [(1, "11 9")]),
        ("0 10 10\n3 11 9\n3 12 8", [(3, "3")]),
        ("0 10 10\n3 12 8\n4 12 8", [(3, "12")]),
        ("0 10 10\n3 12.5 8.5", [(2, "12.50 8.50")]),
        ("0 10 10\n²  11 9", [(2, "²")]),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_value(text: str, found: list[object]):
    with pytest.raises(Refused) as refused:
        own_scale(text)
    assert [(each.line, each.value) for each in refused.value.problems] == found
    assert str(refused.value)


def test_a_sum_that_changes_names_both_sums():
    with pytest.raises(Refused, match="are 21 together; in the first row they are 20"):
        own_scale("0 10 10\n3 12.5 8.5")


def test_a_scale_of_too_many_rows():
    with pytest.raises(Refused, match=f"at most {MAX_ROWS} rows, not {MAX_ROWS + 1}"):
        own_scale("0 1 1\n" * (MAX_ROWS + 1))


@given(st.text(alphabet="0123456789.,; \n-x", max_size=60))
def test_any_text_is_a_scale_or_refused(text: str):
    try:
        scale = own_scale(text)
    except Refused:
        return
    draw, same = scale.points(0)
    assert draw == same
    assert all(row.winner + row.loser == 2 * draw for row in scale.rows)
