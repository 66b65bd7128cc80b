import io
import json
from collections import Counter
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command

from events.tournaments.core.domain.results import Code
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.generating import (
    Acceleration,
    Amount,
    Options,
    _CannotBePairedError,
    _Drawing,
    chances_of,
    generate,
)
from events.tournaments.files.judging import check_text
from events.tournaments.pairing.domain.proposal import Task
from events.tournaments.pairing.engines.systems import pair
from events.tournaments.ratings.domain import expected_percent
from tests.events.tournaments.pairing.engines.second_engine import pairs_of_second_engine


@pytest.fixture(name="run")
def _run(tmp_path):
    """Run the command; gives what it prints and the texts of its files."""

    def run(*arguments, folder="out"):
        out = io.StringIO()
        target = tmp_path / folder
        call_command("generate_trf", "--output", str(target), *arguments, stdout=out)
        answer = json.loads(out.getvalue())
        return answer, [(target / name).read_bytes().decode() for name in answer["files"]]

    return run


def values(texts):
    readings = [read(text) for text in texts]
    assert all(reading.adjustments == reading.notices == () for reading in readings)
    return [reading.tournament for reading in readings]


def codes(value):
    return Counter(
        result.code for entrant in value.entrants for result in entrant.results if result
    )


def test_a_seed_gives_the_same_bytes_and_an_option_changes_nothing_else(run):
    answer, texts = run("--seed", "5", "--count", "2", "--players", "8")
    _answer, again = run("--seed", "5", "--count", "1", "--players", "8", folder="again")
    _answer, drawn = run("--seed", "5", "--players", "8", "--draws", "0%", folder="drawn")

    assert (answer["seed"], answer["files"]) == (5, ["0001.trf", "0002.trf"])
    assert answer["options"]["players"] == 8
    assert again == texts[:1]
    assert texts[0].startswith("### generated, seed 5, file 1\r\n012 ")
    assert texts[0].splitlines()[:15] == drawn[0].splitlines()[:15]
    assert codes(values(drawn)[0])[Code.DRAW] == 0
    # Of this release on every machine.
    first = next(line for line in texts[0].splitlines() if line.startswith("001    1"))
    assert first.rstrip() == FIRST


FIRST = (
    "001    1 w IM Larklow,Hilda                     2499 POR    99193795 1971/11/09  3.5    3"
    "  0000 - H  0000 - F     8 b 1     3 w 1     2 b 0"
)


def test_without_a_seed_every_call_gives_others(run):
    (one, texts), (other, others) = (run("--players", "6", folder=name) for name in "ab")

    assert one["seed"] != other["seed"]
    assert texts != others
    assert f"### generated, seed {one['seed']}, file 1" in texts[0]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("--full-bye", "2"), {Code.FULL_BYE: 2}),
        (("--half-bye", "10%"), {Code.HALF_BYE: 5}),
        (("--zero-bye", "3"), {Code.ZERO_BYE: 3}),
        (("--forfeit-win", "4"), {Code.FORFEIT_WIN: 4, Code.FORFEIT_LOSS: 4}),
        (("--double-forfeit", "10%"), {Code.FORFEIT_LOSS: 6}),
        (
            ("--full-bye", "1", "--half-bye", "2", "--zero-bye", "1", "--forfeit-win", "2"),
            {Code.FULL_BYE: 1, Code.HALF_BYE: 2, Code.ZERO_BYE: 1, Code.FORFEIT_WIN: 2,
             Code.FORFEIT_LOSS: 2},
        ),
    ],
)  # fmt: skip
def test_byes_and_forfeits_are_as_many_as_asked_for(run, arguments, found):
    zeros = ("full-bye", "half-bye", "zero-bye", "forfeit-win", "double-forfeit")
    rest = [word for name in zeros if f"--{name}" not in arguments for word in (f"--{name}", "0")]
    _answer, texts = run(
        "--seed", "3", "--players", "12", "--rounds", "4", *arguments, *rest, "--only-rounds", "2-4"
    )

    (value,) = values(texts)
    counted = codes(value)
    if "--half-bye" in arguments and "10%" in arguments:
        found = {Code.HALF_BYE: 4}  # of 36, in three rounds
    if "--double-forfeit" in arguments:
        found = {Code.FORFEIT_LOSS: 4}  # two of 18 games
    assert {code: counted[code] for code in found} == found
    unusual = {*found, Code.FORFEIT_LOSS}
    assert not any(entrant.results[0].code in unusual for entrant in value.entrants)
    assert check_text(texts[0]).ok


@pytest.mark.parametrize("arguments", [
    ("--acceleration", "baku", "--players", "14"),
    ("--system", "round-robin", "--players", "7"),
    ("--ratings", "2400,2300,1500,0,1800,2000", "--rounds", "4", "--odd", "3"),
    ("--rating-range", "1900-1950", "--tie-breaks", "SB,BH", "--rounds", "3"),
    (),
])  # fmt: skip
def test_generated_tournaments_keep_to_their_options_and_the_rules(run, arguments):
    _answer, texts = run("--seed", "11", "--count", "3", *arguments)

    found = values(texts)
    for value, text in zip(found, texts, strict=True):
        assert check_text(text).ok
        ratings = [entrant.rating or 0 for entrant in value.entrants]
        assert ratings == sorted(ratings, reverse=True)
        if "baku" in arguments:
            assert value.is_accelerated
        if "--ratings" in arguments:
            assert sorted(ratings) == [0, 1500, 1800, 2000, 2300, 2400]
            assert codes(value).total() == 24
        if "--rating-range" in arguments:
            assert 1900 <= min(ratings) <= max(ratings) <= 1950
            assert value.tie_breaks == ("SB", "BH")
        if not arguments:
            assert (6 <= len(ratings) <= 40, 4 <= value.rounds <= 11) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "1"), "at least two players"),
        (("--rounds", "0"), "at least one round"),
        (("--half-bye", "101%"), "101 % is not a share"),
        (("--half-bye", "60%", "--zero-bye", "60%"), "more than 100 % together"),
        (("--tie-breaks", "BH,NOPE"), "“NOPE” is not a known tie-break"),
        (("--players", "6", "--rounds", "6"), "6 players cannot play 6 rounds"),
        (("--system", "round-robin", "--players", "6", "--rounds", "6"), "cannot play 6 rounds"),
        (("--system", "round-robin", "--acceleration", "baku"), "Only Swiss"),
        (("--ratings", "2000,1900", "--players", "3"), "2 ratings are given for 3 players"),
        (("--rating-range", "2000-1900"), "are no range"),
        (("--players", "8", "--rounds", "4", "--only-rounds", "5-6"), "no rounds 5 to 6"),
        (("--players", "8", "--rounds", "4", "--full-bye", "33"), "32 places for 33"),
        (("--players", "8", "--rounds", "4", "--zero-bye", "100%"), "could be paired"),
        (("--draws", "200%"), "is not a share"),
        (("--count", "0"), "0 files"),
    ],
)
def test_what_is_impossible_is_refused_and_nothing_is_written(tmp_path, arguments, message):
    folder = tmp_path / "none"
    with pytest.raises(CommandError, match=message) as refused:
        call_command("generate_trf", "--output", str(folder), *arguments, stdout=io.StringIO())

    assert refused.value.returncode == 1
    assert not folder.exists()


def test_nothing_is_written_over_another_file(tmp_path, run):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "0001.trf").write_text("012 Mine\n")

    with pytest.raises(CommandError, match="was not generated"):
        run("--players", "6")


@pytest.mark.parametrize(
    ("white", "black"), [(2400, 2400), (2400, 2350), (1800, 2100), (2700, 1400), (1400, 2700)]
)
def test_chances_are_those_of_the_table(white, black):
    win, draw = chances_of(white, black, Fraction(50))
    difference = max(-400, min(400, white - black))

    assert win + draw / 2 == Fraction(expected_percent(1500 + difference, 1500), 100)
    assert draw == min(win + draw / 2, 1 - win - draw / 2)
    assert 0 <= win <= 1 - draw


def test_results_are_as_often_as_their_chances():
    score = games = 0
    for file in range(1, 13):
        options = Options(
            players=20, rounds=5, rating_range=(1400, 1400), acceleration=Acceleration.NONE,
            zero_bye=Amount(), half_bye=Amount(), full_bye=Amount(), forfeit_win=Amount(),
            double_forfeit=Amount(),
        )  # fmt: skip
        drawing = _Drawing(options, 1, file, 0)
        value = drawing.played(_by_number)
        for entrant in value.entrants:
            for result in entrant.results:
                if result.colour == "w":
                    games += 1
                    score += {Code.WIN: 1, Code.DRAW: Fraction(1, 2)}.get(result.code, 0)

    assert games == 600
    assert abs(Fraction(score, games) - Fraction(1, 2)) < Fraction(4, 100)


def _by_number(task: Task):
    """Pairs without an engine, for results alone."""
    from events.tournaments.pairing.domain.systems import pair_round_robin

    return pair_round_robin(task)


@pytest.mark.large
def test_a_second_engine_pairs_plain_ones_alike():
    none = Amount()
    options = Options(
        full_bye=none, half_bye=none, zero_bye=none, forfeit_win=none, double_forfeit=none,
        acceleration=Acceleration.NONE, players=12, rounds=5,
    )  # fmt: skip
    differs = []

    def both(task):
        ours = pair(task)
        theirs = pairs_of_second_engine(task)
        if theirs != ({(each.white, each.black) for each in ours.pairs}, set(ours.byes)):
            differs.append(task.round)
        return ours

    for file in range(1, 11):
        generate(options, seed=2, file=file, pair=both)
    assert differs == []


def test_a_draw_that_cannot_be_paired_is_drawn_anew():
    tried = []

    def refusing(task):
        tried.append(task.round)
        if len(tried) == 1:
            raise _CannotBePairedError
        return pair(task)

    assert generate(Options(players=6), seed=1, file=1, pair=refusing).entrants
    assert tried[:2] == [1, 1]
