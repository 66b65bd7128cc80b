"""The page of a line: what is told of its auction and play, and to whom; leads on other pages."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.web.caching import forget
from clubscore.web.visitors import Actor
from events.club.history import session_record
from events.models import LeadTricks, LinePlay, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.rulings.services import make_ruling
from events.sessions.setup.services import sessions
from players.domain.names import read_name
from players.models import Player
from tests.events import factories
from tests.events.sessions.play_evenings import BOARD, Evening, evening_with_play
from tests.markup import squeezed
from tests.queries import queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return evening_with_play()


def text_of(html: str) -> str:
    return squeezed(re.sub(r"<[^>]+>", " ", html))


def test_a_line_tells_its_story_auction_tricks_leads_and_verdicts(
    client: Client, evening: Evening
) -> None:
    answer = client.get(evening.page)
    html, text = answer.text, text_of(answer.text)
    assert "3 NT by North, 11 tricks, +660" in text
    assert (
        "The defence let it through in trick 5: East’s ♠A. ♠9 or ♠8 would have beaten it." in text
    )
    assert 'href="#5.2"' in html
    # An alert has its number, and its explanation is text.
    assert "4+ &lt;b&gt;cards&lt;/b&gt;" in html
    assert "alerted, without an explanation" in text
    assert html.count("data-card=") == 52
    assert html.count("data-held=") == 52
    assert "♠ A by East: 4 tricks" in text.replace("♠A", "♠ A")
    assert "(led at 2 tables)" in text
    assert html.count("<strong><span") == 2
    assert "North–South: underbid." in text
    assert "East–West:" in text
    assert "What double dummy does not say" in text
    assert len(html) < 60_000


def test_a_board_tells_what_leads_cost_and_links_to_the_play(
    client: Client, evening: Evening
) -> None:
    html = client.get(evening.board).text
    assert html.count("Auction and play") == 1
    assert f'href="{evening.page}"' in html
    assert "Opening leads" in html
    # All heart leads hold it to six; none cost anything.
    assert "lead-cost" not in html
    LeadTricks.objects.update(tricks="8886777776666")
    LinePlay.objects.all().delete()
    other = factories.line(evening.session, BOARD, 2)
    factories.enter(evening.session, BOARD, "3nn+2 ht", "3nn-3 h4", "4sn-2")
    assert 'title="cost one trick, double dummy"' in client.get(evening.board).text
    assert client.get(f"{evening.board}{other.pk}/").status_code == 200


def test_a_card_says_lead_tricks_and_bidding_in_short(client: Client, evening: Evening) -> None:
    declarer = factories.contestant(evening.session, 1)
    page = squeezed(client.get(f"/sessions/{evening.session.pk}/cards/{declarer.pk}/").text)
    assert f'href="{evening.page}">five above double dummy · underbid</a>' in page


HIDDEN = {
    "it is not finished": {"state": Session.State.OPEN},
    "its switch is off": {"show_play": False},
}


@pytest.mark.parametrize("values", HIDDEN.values(), ids=HIDDEN)
def test_nothing_is_told_before_its_time_or_against_the_switch(
    client: Client, director_client: Client, evening: Evening, values: dict[str, Any]
) -> None:
    Session.objects.filter(pk=evening.session.pk).update(**values)
    assert client.get(evening.page).status_code == 404
    board = client.get(evening.board).text
    assert "Opening leads" not in board
    assert "Auction and play" not in board
    # A director sees what the switch keeps from others.
    told = 200 if "show_play" in values else 404
    assert director_client.get(evening.page).status_code == told


def test_an_adjusted_line_and_a_fouled_board_have_none_of_it(
    client: Client, evening: Evening
) -> None:
    line = factories.line(evening.session, BOARD, 1)
    make_ruling(
        session_id=evening.session.pk,
        line_id=line.pk,
        adjustment=read_adjustment("A60/40"),
        reason="Wrong information",
        by=Actor(),
    )
    assert client.get(evening.page).status_code == 404
    fouled = factories.line(evening.session, BOARD, 2)
    assert client.get(f"{evening.board}{fouled.pk}/").status_code == 200
    TravellerLine.objects.filter(pk=fouled.pk).update(deal="B")
    forget()
    assert client.get(f"{evening.board}{fouled.pk}/").status_code == 404


def test_cards_that_do_not_fit_the_contract_entered_show_no_costs(
    client: Client, evening: Evening
) -> None:
    LinePlay.objects.update(auction="P P P 1S P P P", cards="HT")
    text = text_of(client.get(evening.page).text)
    assert "The cards in the file do not fit the contract entered." in text
    assert "Tricks so far" not in text


ENDS = {
    "a revoke": ("HTH8HJHAD5D4S2", "Revoke by South in trick 2 (Law 61)"),
    "a cut": ("HTH8?", "it and all after it were left out"),
    "a claim": ("HTH8HJHA=8", "Claimed: 8 tricks for the declarer in all."),
    "no end": ("HTH8", "It was not played to the end."),
}


@pytest.mark.parametrize(("cards", "told"), ENDS.values(), ids=ENDS)
def test_a_play_says_how_it_ended(client: Client, evening: Evening, cards: str, told: str) -> None:
    LinePlay.objects.update(cards=cards, costs="", kept="", solved="")
    text = text_of(client.get(evening.page).text)
    assert told in text
    assert "What each card cost is not worked out yet." in text


def test_the_cards_after_a_revoke_stay(client: Client, evening: Evening) -> None:
    LinePlay.objects.update(cards="HTH8HJHAD5D4S2S3", costs="", kept="", solved="")
    assert client.get(evening.page).text.count("data-card=") == 8


def test_a_board_asks_two_queries_more(client: Client, evening: Evening) -> None:
    told = queries(lambda: client.get(evening.board))
    Session.objects.filter(pk=evening.session.pk).update(show_play=False)
    assert told - queries(lambda: client.get(evening.board)) <= 2


def test_a_player_sees_tricks_leads_and_bidding_beside_everybodys(
    director_client: Client, evening: Evening
) -> None:
    sessions.enter_names(
        session=evening.session, names={"A1": (read_name("Ida Oakes"), None)}, by=Actor()
    )
    ida = Player.objects.get()
    seen = [text_of(director_client.get(f"/players/{ida.pk}/").text) for _twice in range(2)]
    for text in seen:
        assert "Declarer tricks against double dummy 1 board: too few to say" in text
        assert "Contracts bid correctly 1 board: too few to say 6 boards" in text
    evening.session.show_play = False
    evening.session.save()
    assert session_record(ida.pk, public=False).measures
    assert not session_record(ida.pk, public=True).measures
