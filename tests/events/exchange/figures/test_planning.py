from events.exchange.figures.opening import open_results
from events.exchange.figures.planning import plan_of
from tests.events.exchange.files import data_of


def test_boards_of_pbn_without_results_are_told_and_their_hands_stay():
    """The file ends before the results of its last board."""
    whole = data_of("score_table.pbn")
    plan = plan_of(open_results(whole[: whole.rindex(b"[ScoreTable")]).reading)
    assert {line.board for line in plan.lines} == {1}
    assert [str(each) for each in plan.lost] == ["The file has no results of these boards: 2."]
    assert [board for board, _deal, _makeable in plan.hands] == [1, 2]
    assert not plan_of(open_results(whole).reading).lost
