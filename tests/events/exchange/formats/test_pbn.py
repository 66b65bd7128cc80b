import pytest

from clubscore.text.problems import Refused
from events.exchange.formats import pbn
from tests.events.exchange.files import text_of


def test_table_of_scores_with_everything_inherited():
    reading = pbn.read(text_of("score_table.pbn"))
    first, second = reading.boards
    assert (reading.title, reading.date, reading.notices) == ("Thursday pairs", "2026-01-19", ())
    assert (first.dealer, first.vulnerable, first.par) == ("N", "None", "NS 420")
    assert first.double_dummy == "97a8997a893535435354"
    made, down, given = first.lines
    assert (made.ns, made.ew, made.contract, made.declarer) == ("1", "11", "4H", "S")
    assert (made.tricks, made.score_ns, made.mp_ns, made.names_ew) == (
        10, 420, "3", ("Heron, C", "Stoat, D"),
    )  # fmt: skip
    assert (down.contract, down.score_ns) == ("3NTX", -100)
    assert (given.contract, given.score_ns, given.artificial) == (None, None, (60, 40))
    assert (second.board, second.double_dummy) == (2, "0" * 20)
    assert (second.lines[0].contract, second.lines[0].score_ns) == ("PASS", 0)


def test_one_game_for_each_result():
    reading = pbn.read(text_of("games.pbn"))
    (board,) = reading.boards
    played, passed = board.lines
    assert (board.board, board.vulnerable, board.dealer) == (7, "All", "S")
    assert (played.contract, played.declarer, played.tricks, played.score_ns) == (
        "4HX", "S", 10, 790,
    )  # fmt: skip
    assert played.names_ns == ("Otter, A", "Badger, B")
    assert (passed.contract, passed.score_ns, passed.tricks) == ("PASS", 0, None)


def test_score_that_the_contract_does_not_give_is_kept_with_a_notice():
    text = text_of("games.pbn").replace("NS 790", "NS 690")
    reading = pbn.read(text)
    assert reading.boards[0].lines[0].score_ns == 690
    assert [(notice.line, str(notice)) for notice in reading.notices] == [
        (
            12,
            "Board 7: 4HX by S with 10 tricks gives 790, but the file says 690. The score is kept.",
        )
    ]


def test_every_mistake_at_once_with_its_line():
    text = (
        '[Board "x"]\n[Dealer "Q"]\n[Vulnerable "some"]\n[Deal "N:A K"]\n\n'
        '[Board "2"]\n[Contract "42"]\nrubbish\n[Deal "#"]\n'
        '[DoubleDummyTricks "7c"]\n[OptimumResultTable "Declarer;Denomination;Result"]\nN XX 3\n'
        '[ScoreTable "PairId_NS;PairId_EW"]\n1\n\n{ open\n'
    )
    with pytest.raises(Refused) as refused:
        pbn.read(text)
    lines = [problem.line for problem in refused.value.problems]
    # A game without a board is not looked at, nor a line below a tag that has no table.
    assert lines == [1, 7, 9, 9, 10, 12, 14, 16]
    reading = pbn.read(f'{text}}}\n\n[Board "3"]\n[Contract "1C"]\n[Declarer "N"]\n[Result "7"]\n')
    assert [problem.line for problem in reading.losses] == lines[:-1]
    assert [line.score_ns for board in reading.boards for line in board.lines] == [None, 70]


def test_comments_strings_and_escapes():
    text = '%[Board "9"]\n[Board "3"] ; [Board "4"]\n[Event "a \\"b\\" {c}; d"] {x\n\ny}\n'
    text += '[Contract "1C"]\n[Declarer "N"]\n[Result "7"]\n'
    reading = pbn.read(text)
    assert (reading.title, reading.boards[0].board) == ('a "b" {c}; d', 3)
    assert reading.boards[0].lines[0].score_ns == 70


def test_games_without_an_empty_line_between_them():
    reading = pbn.read('[Event ""]\n[Board "1"]\n[Event ""]\n[Board "2"]\n')
    assert [each.board for each in reading.boards] == [1, 2]


def test_two_deals_of_one_number_stay_two():
    text = text_of("hands.pbn")
    games = text.split("\n\n")
    other = games[2].replace('[Board "2"]', '[Board "1"]')
    assert other != games[2]
    reading = pbn.read("\n\n".join([games[1], other]))
    assert [each.board for each in reading.boards] == [1, 1]


@pytest.mark.parametrize(
    ("text", "answer"),
    [('% PBN 2.1\n\n[Event ""]\n', True), ("[Document]\n", False), ("Hello", False)],
)
def test_recognised_by_the_first_tag(text, answer):
    assert pbn.looks_like_pbn(text) is answer


def test_totals():
    text = (
        '[Board "1"]\n[TotalScoreTable "Rank\\2R;PairId\\3R;Names;TotalPercentage"]\n'
        '1 1NS "Otter;Badger" 54.17\n'
    )
    (total,) = pbn.read(text).totals
    assert (total.number, total.direction, total.score, total.place) == ("1NS", "NS", "54.17", "1")
    assert total.is_percentage
