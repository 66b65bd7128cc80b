import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.intake.carrying import packed, unpacked
from clubscore.problems import Refused

NOT_WHOLE = r"^The file did not come back unchanged\. Choose it again\.$"


@given(st.binary(max_size=1000))
def test_what_was_packed_comes_back(data: bytes):
    assert unpacked(packed(data), limit=1000) == data


@pytest.mark.parametrize("text", ["", "!", "é", "AAAA", packed(b"x")[:-8]])
def test_anything_else_is_refused(text: str):
    with pytest.raises(Refused, match=NOT_WHOLE):
        unpacked(text, limit=1000)


def test_no_more_is_unpacked_than_the_limit():
    assert unpacked(packed(bytes(2**20)), limit=2**20) == bytes(2**20)
    with pytest.raises(Refused, match=NOT_WHOLE):
        unpacked(packed(bytes(2**20 + 1)), limit=2**20)
