from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.contract import (
    RANKS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Strain,
    read_card,
    read_played,
)
from events.sessions.core.domain.letters import (
    DUTCH,
    LANGUAGES,
    legend,
    letters_named,
    read_letters,
)
from events.sessions.core.domain.line_result import LineResult, result_on_board, write_result
from events.sessions.core.domain.result_field import read_result
from events.sessions.rulings.domain import read_scores
from events.sessions.typing.domain import read_column

SUITS = [suit for suit in Strain if suit is not Strain.NO_TRUMP]


@pytest.mark.parametrize("name", LANGUAGES)
def test_letters_are_read_from_their_text(name: str) -> None:
    letters = letters_named(name)
    assert str(letters) == LANGUAGES[name]
    assert read_letters(LANGUAGES[name].lower()) == letters
    assert len(list(legend(letters))) == 13


@pytest.mark.parametrize(
    ("name", "typed", "result"),
    [
        ("nl", "4saz=", LineResult(430, read_played("4NTS="))),
        ("nl", "4ko-1 hh", LineResult(50, read_played("4CE-1"), lead=read_card("HK"))),
        ("nl", "4rn= kv", LineResult(130, read_played("4DN="), lead=read_card("CQ"))),
        ("nl", "4rn= kb", LineResult(130, read_played("4DN="), lead=read_card("CJ"))),
        ("nl", "4sn= s10", LineResult(420, read_played("4SN="), lead=read_card("ST"))),
        ("nl", "4cn= dq", LineResult(130, read_played("4CN="), lead=read_card("DQ"))),
        ("de", "4co-1", LineResult(50, read_played("4HE-1"))),
        ("de", "4ts= pb", LineResult(130, read_played("4CS="), lead=read_card("SJ"))),
        ("de", "3sas=", LineResult(400, read_played("3NTS="))),
        ("fr", "4po= cr", LineResult(-420, read_played("4SW="), lead=read_card("HK"))),
        ("fr", "4pn= tv", LineResult(420, read_played("4SN="), lead=read_card("CJ"))),
        ("sv", "4kö= rkn", LineResult(-130, read_played("4CE="), lead=read_card("DJ"))),
        ("sv", "4ko\u0308=", LineResult(-130, read_played("4CE="))),
        ("da", "3utø=", LineResult(-400, read_played("3NTE="))),
        (
            "F Q C P SA N E S O A R D F",
            "4fo= qf",
            LineResult(-130, read_played("4CW="), lead=read_card("DJ")),
        ),
    ],
)
def test_typed_in_a_language(name: str, typed: str, result: LineResult) -> None:
    assert read_result(typed, board=1, letters=letters_named(name)) == result


def test_a_letter_of_the_language_goes_before_the_english_one() -> None:
    hearts = LineResult(420, read_played("4HN="))
    assert read_result("4cn=", board=1, letters=letters_named("fr")) == hearts
    assert write_result(hearts, letters_named("fr")) == "4CN="
    assert write_result(LineResult(130, read_played("4CN=")), letters_named("fr")) == "4TN="


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "K R H S",
            "There are 4 letters here instead of thirteen: ♣ ♦ ♥ ♠, no trump, the four seats N E "
            "S W, ace, king, queen and jack, separated by spaces.",
        ),
        ("K R K S SA N O Z W A H V B", "“K” stands for two of them: change one."),
        (
            "K R H S SA N N Z W A H V A",
            "“N” stands for two of them: change one. “A” stands for two of them: change one.",
        ),
        ("K R H S SN N O Z W A H V B", "“SN” could be no trump or a suit, and “S” by “N” as well."),
        ("K KA H S SA N O Z W A H V B", "“KA” could be one suit, and “K” with a card as well."),
        ("K R H X SA N O Z W A H V B", "“X” contains an X, which means doubled."),
        ("K R H 5 SA N O Z W A H V B", "“5” is not one to three letters."),
        ("K R H S SAAA N O Z W A H V B", "“SAAA” is not one to three letters."),
        ("K R H \0 SA N O Z W A H V B", "“\0” is not one to three letters."),
    ],
)
def test_letters_that_would_mean_two_things_are_refused(text: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_letters(text)
    assert str(refusal.value) == message


def test_the_missing_declarer_is_asked_for_in_the_language() -> None:
    with pytest.raises(Refused) as refusal:
        read_result("4s", board=1, letters=DUTCH)
    assert str(refusal.value) == "Understood 4♠; who played it (N O Z W) is missing."


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_examples_of_a_language_are_read_in_it(name: str) -> None:
    letters = letters_named(name)
    made, down, tricks, lead = letters.examples
    assert read_result(f"{made} {lead}", board=1, letters=letters) == LineResult(
        420, read_played("4HS="), lead=read_card("DT")
    )
    assert read_result(down, board=1, letters=letters).played == read_played("3NTxW-2")
    assert read_result(tricks, board=1, letters=letters).played == read_played("4HW=")


def test_examples_in_dutch() -> None:
    assert DUTCH.examples == ("4hz=", "3saxw-2", "4hw10", "r10")
    with pytest.raises(Refused) as refusal:
        read_scores([("60", "a6040"), ("40", "")], board=1, letters=DUTCH)
    assert "620, -50, 62+, 4hz= or p" in str(refusal.value)
    with pytest.raises(Refused) as refusal:
        read_column("4S\t10", DUTCH)
    assert "such as 4hz= in each row" in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "typed", "written"),
    [
        ("en", "4sz=", "4SS="),
        ("en", "3saw-1", "3NTW-1"),
        ("en", "2rö+1", "2DE+1"),
        ("en", "4pn= pa", "4SN="),
        ("nl", "3bav=", "3SAW="),
        ("nl", "4pe=", "4SO="),
        # What two languages mean differently is nobody's.
        ("en", "4kn=", None),
        ("en", "4so=", None),
        ("nl", "4cs= ds", None),
    ],
)
def test_letters_of_other_languages_are_understood_where_they_mean_one_thing(
    name: str, typed: str, written: str | None
) -> None:
    letters = letters_named(name)
    try:
        result = replace(read_result(typed, board=1, letters=letters), lead=None)
    except Refused as refusal:
        told = f"The letters are {' '.join(letters.strains.values())} for ♣"
        assert (written, told in str(refusal)) == (None, True)
    else:
        assert write_result(result, letters) == written


contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling)
)
leads = st.none() | st.builds(Card, st.sampled_from(SUITS), st.sampled_from(RANKS))


@given(
    st.sampled_from(list(LANGUAGES)), contracts, st.sampled_from(Seat), st.integers(0, 13), leads
)
def test_what_a_language_writes_it_reads(
    name: str, contract: Contract, seat: Seat, tricks: int, lead: Card | None
) -> None:
    letters = letters_named(name)
    result = result_on_board(Played(contract, seat, tricks), 1, lead=lead)
    assert read_result(write_result(result, letters), board=1, letters=letters) == result


def test_a_ten_where_another_card_is_called_t() -> None:
    letters = read_letters("C D H S NT N E S W A K Q T")
    assert [letters.write_card(Card(Strain.SPADES, rank)) for rank in "JT9"] == ["ST", "S10", "S9"]


_word = st.text(alphabet="ABCDEHKNOQRSTVWXZÖ", min_size=1, max_size=2)


@given(st.lists(_word, min_size=13, max_size=13), contracts, st.sampled_from(Seat), leads)
def test_any_letters_are_refused_or_have_one_meaning(
    words: list[str], contract: Contract, seat: Seat, lead: Card | None
) -> None:
    try:
        letters = read_letters(" ".join(words))
    except Refused as refusal:
        assert str(refusal)
        return
    result = result_on_board(Played(contract, seat, 7), 1, lead=lead)
    assert read_result(write_result(result, letters), board=1, letters=letters) == result
