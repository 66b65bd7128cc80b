import pytest

from clubscore.text.sentences import translate
from events.tournaments.teams.domain.event import MatchTeam, judge

MILL = MatchTeam(1, "Mill", (4, 9, 2, 7, 5))


@pytest.mark.parametrize(
    "line_up", [(4, 9, 2, 7), (9, 2, 7, 5), (4, None, 2, 7), (4, 9), (None, None, None, None), ()]
)
def test_a_line_up_in_the_order_of_the_team_is_good(line_up):
    assert judge(MILL, line_up, 4) == ()


@pytest.mark.parametrize(
    ("line_up", "said"),
    [
        ((4, 9, 2, 7, 5), "Mill has 5 boards; a match has 4."),
        ((4, 1, 2, 7), "Player 1 is not in the team Mill."),
        ((4, 9, 4, 7), "Player 4 of Mill sits on boards 1 and 3."),
        (
            (9, 4, 2, 7),
            "Mill: player 4 on board 2 comes before player 9, who sits above, in the order of the"
            " team.",
        ),
    ],
)
def test_what_speaks_against_a_line_up(line_up, said):
    assert [translate(problem) for problem in judge(MILL, line_up, 4)] == [said]
