import pytest

from clubscore.text.problems import Refused
from events.tournaments.prizes.domain.fund import read_fund
from events.tournaments.prizes.domain.lines import read_lines, stored_fund

LINES = """Open: 300 200
Under 1800: 80 40.50; rating below 1800; rating from 1500
Juniors: 50; born from 2008; group youth
Seniors: 50; born until 1960; federation NED; club Mill Lane
Women: 40; women
Masters: 30; rated; title GM IM
limit 100: unrated"""


DUTCH = """Open: 300 200
Under 1800: 80 40.50; rating onder 1800; rating vanaf 1500
Juniors: 50; geboren vanaf 2008; groep youth
Seniors: 50; geboren t/m 1960; bond NED; vereniging Mill Lane
Women: 40; vrouwen
Masters: 30; met rating; titel GM IM
limiet 100: zonder rating"""


def test_lines_are_read():
    data = read_lines(LINES, method="us32b", unit="0.01")

    assert [(each["name"], each["prizes"], each["who"]) for each in data["categories"]] == [
        ("Open", ["300", "200"], {}),
        ("Under 1800", ["80", "40.50"], {"rating_below": "1800", "rating_from": "1500"}),
        ("Juniors", ["50"], {"born_from": "2008"}),
        ("Seniors", ["50"], {"born_until": "1960", "federation": "NED", "club": "Mill Lane"}),
        ("Women", ["40"], {"sex": "w"}),
        ("Masters", ["30"], {"unrated": False, "title": ["GM", "IM"]}),
    ]
    assert data["categories"][2]["group"] == "youth"
    assert data["limits"] == [{"who": {"unrated": True}, "most": "100"}]
    assert stored_fund(data) == read_fund(data)
    assert stored_fund({}) is None


def test_the_words_in_dutch_mean_the_same():
    assert read_lines(DUTCH, method="us32b", unit="0.01") == read_lines(
        LINES, method="us32b", unit="0.01"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Open 300", "“Open 300” is no line of prizes."),
        ("Open:", "is no line of prizes."),
        ("Open: 300; left-handed", "“left-handed” says nobody who may win."),
        ("Open: 300; rating below", "“rating below” says nobody"),
        ("Open: many", "“many” is not an amount"),
        ("Open: 30 40", "a prize is larger"),
        ("Open: 30\nOpen: 20", "twice"),
        ("\n".join(f"C{place}: 1" for place in range(121)), "There are 121 lines"),
    ],
)
def test_what_cannot_be_read(line, message):
    with pytest.raises(Refused) as refused:
        read_lines(line, method="place", unit="1")

    assert message in str(refused.value)
