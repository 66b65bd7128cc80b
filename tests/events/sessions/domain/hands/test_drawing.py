from events.sessions.domain.hands.dealing import DEALS
from events.sessions.domain.hands.drawing import draw_deals
from tests.events.exchange.deal_numbers import number_of_deal


def test_every_board_gets_the_deal_of_a_number_drawn_below_all_deals():
    asked = []

    def draw(below: int) -> int:
        asked.append(below)
        return 7 * len(asked)

    deals = draw_deals(range(5, 8), draw=draw)
    assert asked == [DEALS] * 3
    assert [(board, number_of_deal(deal)) for board, deal in deals] == [(5, 7), (6, 14), (7, 21)]


def test_two_sets_differ():
    assert draw_deals(range(1, 3)) != draw_deals(range(1, 3))
