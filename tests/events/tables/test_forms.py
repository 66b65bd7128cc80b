import pytest

from clubscore.text.problems import Refused
from events.tables.domain.lines import WrittenResult
from events.tables.domain.sent import Sent
from events.tables.forms import UnfitJson, read_json, read_sent


def test_a_result_is_read_with_its_types():
    body = b'{"key": "k", "version": 3, "level": 4, "strain": "S", "declarer": "N", "tricks": 10}'
    values = read_json(body)
    result = WrittenResult(level=4, strain="S", declarer="N", tricks=10)
    assert read_sent(values) == Sent(key="k", written=values, version=3, result=result)


@pytest.mark.parametrize(
    ("values", "sent"),
    [
        ({"version": True, "round": 2.0, "other": "3"}, {}),
        ({"board": 0}, {}),
        ({"board": 10_000}, {}),
        ({"board": 7, "withdraw": 1}, {"board": 7, "withdraw": True}),
        ({"agree": 1}, {"agree": False}),
        ({"agree": True, "proposal": None}, {"agree": True, "proposal": 0}),
        ({"names": {"N": " Ann ", "S": " ", "E": 1}}, {"names": {"N": "Ann"}}),
        ({"names": ["Ann"]}, {}),
        ({"q": ""}, {"search": ""}),
    ],
)
def test_what_has_another_type_was_not_sent(values, sent):
    assert read_sent(values) == Sent(written=values, **sent)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"{", Refused),
        (b"\xff", Refused),
        (b"[]", Refused),
        (b'{"a": NaN}', UnfitJson),
        (b'{"a": -Infinity}', UnfitJson),
        (b'{"a": 1e999}', UnfitJson),
        (b'{"a": "\\ud83d"}', UnfitJson),
        (b'{"a\\u0000": 1}', UnfitJson),
        (b"[" * 100_000, UnfitJson),
        (b"[" * 9 + b"]" * 9, UnfitJson),
    ],
)
def test_what_is_no_object_is_refused(body, error):
    with pytest.raises(Refused) as refused:
        read_json(body)
    assert type(refused.value) is error


def test_nothing_is_an_empty_object():
    assert read_json(b"") == {}
    assert read_json(b'{"a": "\\ud83d\\ude00"}') == {"a": "\N{GRINNING FACE}"}
