import io
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files import judging
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.checks import ranked
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.generating import Acceleration, Amount, Options, generate
from events.tournaments.files.judging import check_text
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.engines import checking as rounds
from events.tournaments.pairing.engines.systems import pair
from tests.events.tournaments.files.formats.krause.team_files import TEAMS, team_line, teams_file

NONE = Amount()
PLAIN = {
    "acceleration": Acceleration.NONE, "full_bye": NONE, "half_bye": NONE, "zero_bye": NONE,
    "forfeit_win": NONE, "double_forfeit": NONE,
}  # fmt: skip


def made(**options) -> Tournament:
    """A tournament of 9 players over 4 rounds, plain but for what is given."""
    values = {"players": 9, "rounds": 4, "tie_breaks": ("BH/C1", "SB"), **PLAIN, **options}
    return ranked(generate(Options(**values), seed=1, file=1, pair=pair))


def text_of(tournament: Tournament) -> str:
    return write(tournament, format=Format.TRF26).text


@pytest.fixture(name="check")
def _check(tmp_path):
    def check(*texts):
        files = []
        for number, text in enumerate(texts):
            files.append(tmp_path / f"{number}.trf")
            files[-1].write_bytes(text.encode())
        out = io.StringIO()
        try:
            call_command("check_trf", *map(str, files), "--json", stdout=out)
        except CommandError as error:
            return error.returncode, [json.loads(line) for line in out.getvalue().splitlines()]
        return 0, [json.loads(line) for line in out.getvalue().splitlines()]

    return check


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"acceleration": Acceleration.BAKU, "players": 14},
        {"half_bye": Amount(3), "zero_bye": Amount(2), "full_bye": Amount(1)},
        {"forfeit_win": Amount(3), "double_forfeit": Amount(1), "odd": Amount(2)},
        {"acceleration": Acceleration.BAKU, "players": 13, "zero_bye": Amount(4), "rounds": 6},
        {"system": System.ROUND_ROBIN, "players": 7, "rounds": None, "tie_breaks": ("DE", "SB")},
        {"system": System.ROUND_ROBIN, "players": 6, "rounds": 5, "forfeit_win": Amount(2)},
    ],
)
def test_a_right_file_has_nothing_wrong(options):
    found = check_text(text_of(made(**options)))

    assert found.ok
    assert {each.ok for each in found.rounds} == {True}
    assert (found.points, found.places.ok, found.places.wrong, found.notes) == ((), True, (), ())


def changed(tournament: Tournament, round_: int, results: dict[int, Result | None]) -> Tournament:
    """The tournament with other results in a round."""
    entrants = []
    for entrant in tournament.entrants:
        own = list(entrant.results)
        own[round_ - 1] = results.get(entrant.number, own[round_ - 1])
        entrants.append(replace(entrant, results=tuple(own)))
    return replace(tournament, entrants=tuple(entrants))


def games(tournament: Tournament, round_: int) -> list[tuple[int, int]]:
    found = (
        (entrant.number, result.opponent)
        for entrant in tournament.entrants
        for result in [entrant.results[round_ - 1]]
        if result and result.opponent and result.colour == "w"
    )
    return sorted(found)


def results_of(tournament: Tournament, round_: int) -> dict[int, Result]:
    results = ((entrant.number, entrant.results[round_ - 1]) for entrant in tournament.entrants)
    return {number: result for number, result in results if result}


def with_last_round(kind: str) -> tuple[Tournament, list[list[int]]]:
    """A tournament with a mistake in its last round, and what differs."""
    value = made()
    results = results_of(value, 4)
    (white, black), (other, last) = games(value, 4)[:2]
    (bye,) = (number for number, each in results.items() if each.code is Code.PAIRING_BYE)
    if kind == "colours":
        swapped = {
            one: replace(results[one], colour=results[one].colour.other) for one in (white, black)
        }
        return ranked(changed(value, 4, swapped)), sorted([[white, black], [black, white]])
    if kind == "boards":
        swapped = {
            white: replace(results[white], opponent=last, code=Code.DRAW),
            last: replace(results[last], opponent=white, code=Code.DRAW),
            other: replace(results[other], opponent=black, code=Code.DRAW),
            black: replace(results[black], opponent=other, code=Code.DRAW),
        }
        differs = [[white, black], [other, last], [white, last], [other, black]]
        return ranked(changed(value, 4, swapped)), sorted(differs)
    swapped = {
        black: results[bye],
        bye: results[black],
        white: replace(results[white], opponent=bye),
    }
    differs = [[white, black], [white, bye], [bye, 0], [black, 0]]
    return ranked(changed(value, 4, swapped)), sorted(differs)


@pytest.mark.parametrize("kind", ["colours", "boards", "bye"])
def test_a_wrong_round_is_named_and_no_other(check, kind):
    value, differs = with_last_round(kind)

    status, (answer,) = check(text_of(value))

    assert status == 1
    assert [each["ok"] for each in answer["rounds"]] == [True, True, True, False]
    assert answer["rounds"][3]["differs"] == differs
    assert answer["rounds"][3]["why"].startswith("The rules pair ")
    assert (answer["ok"], answer["points"], answer["standings"]["ok"]) == (False, [], True)


def known_later(kind: str) -> tuple[Tournament, str]:
    """A tournament with a result of round 2 that the later rounds were paired without, and the
    line that tells of it."""
    value = made()
    results = results_of(value, 2)
    old, new = {"Adjournment": ("==", "10"), "Correction": ("10", "01")}[kind]
    white, black = next(
        game for game in games(value, 2) if [results[one].code.value for one in game] == list(old)
    )
    swapped = {
        one: replace(results[one], code=Code(code))
        for one, code in zip((white, black), new, strict=True)
    }
    was = "" if kind == "Adjournment" else "1-0 => "
    line = f"### {kind} @ Round 2: {white}-{black}: {was}{'-'.join(new)}"
    return ranked(changed(value, 2, swapped)), line


@pytest.mark.parametrize("kind", ["Adjournment", "Correction"])
def test_a_result_that_a_line_says_came_later_is_not_paired_with(check, kind):
    value, line = known_later(kind)
    text = text_of(value)
    other = line.replace("Round 2", "Round 1")
    told = [text.replace("001 ", f"{each}\r\n001 ", 1) for each in (line, other)]

    _status, answers = check(text, *told)

    assert [answer["ok"] for answer in answers] == [False, True, False]
    assert f"Round 3: explained by the line “{line}”." in answers[1]["notes"]


@pytest.mark.parametrize("kind", ["colours", "boards", "bye"])
def test_a_difference_that_a_line_names_is_right_and_no_other(check, kind):
    value, differs = with_last_round(kind)
    here = {*games(value, 4)}
    here |= {(one, 0) for one, each in results_of(value, 4).items() if each.code.value == "U"}
    texts = [
        " ".join(
            f"{white}-{black or 'PAB'}"
            for white, black in differs
            if ((white, black) in here) is is_here
        )
        for is_here in (False, True)
    ]
    line = f"### MPA @ Round 4: {' => '.join(texts)}"
    told = [
        text_of(value).replace("001 ", f"{each}\r\n001 ", 1)
        for each in (line, "### MPA @ Round 4: 1-2 => 2-1", line.replace("Round 4", "Round 3"))
    ]

    _status, answers = check(*told)

    assert [answer["ok"] for answer in answers] == [True, False, False]
    assert answers[0]["notes"] == [f"Round 4: explained by the line “{line}”."]


def test_the_lot_is_what_most_games_of_the_first_round_show():
    value = replace(made(), lot=None)
    white, black = games(value, 1)[0]
    results = results_of(value, 1)
    swapped = {
        one: replace(results[one], colour=results[one].colour.other) for one in (white, black)
    }
    text = text_of(ranked(changed(value, 1, swapped)))

    found = check_text("".join(f"{line}\n" for line in text.splitlines() if line[:3] != "152"))

    assert found.rounds[0].differs == tuple(sorted([(white, black), (black, white)]))


def test_wrong_points_and_places_are_named(check):
    value = made()
    by_rank = {entrant.rank: entrant for entrant in value.entrants}
    first, last = by_rank[1], by_rank[9]
    ranks = {first.number: 9, last.number: 1}
    entrants = (replace(each, rank=ranks.get(each.number, each.rank)) for each in value.entrants)
    text = text_of(replace(value, entrants=tuple(entrants)))
    line = next(line for line in text.splitlines() if line.startswith(f"001 {first.number:4}"))
    text = text.replace(line, f"{line[:80]} 9.5{line[84:]}")

    _status, (answer,) = check(text)

    points = next(each for each in answer["points"])
    assert (points["number"], points["file"]) == (first.number, "9.5")
    wrong = answer["standings"]["wrong"]
    assert sorted((each["number"], each["file"], each["rules"]) for each in wrong) == sorted(
        [(first.number, 9, 1), (last.number, 1, 8)]  # shared with another
    )
    assert all("PTS decides" in each["why"] for each in wrong)
    assert all(each["ok"] for each in answer["rounds"])


def test_equals_may_share_the_first_place_of_theirs_or_have_any():
    value = replace(made(), tie_breaks=())
    points = sorted({value.points_of(each) for each in value.entrants}, reverse=True)
    shared = {
        each.number: 1
        + sum(value.points_of(other) > value.points_of(each) for other in value.entrants)
        for each in value.entrants
    }
    assert len(points) < len(shared)
    entrants = (replace(each, rank=shared[each.number]) for each in value.entrants)

    assert check_text(text_of(value)).places.ok
    assert check_text(text_of(replace(value, entrants=tuple(entrants)))).places.ok


@pytest.mark.parametrize(
    ("old", "new", "ok", "unknown"),
    [("212 PTS,BH/C1,SB", "212 PTS,BH/C1,XYZ", None, ("XYZ",)), ("212 PTS,BH/C1,SB", "", True, ())],
)
def test_an_unknown_tie_break_ends_the_comparison(old, new, ok, unknown):
    places = check_text(text_of(made()).replace(old, new)).places

    assert (places.ok, places.unknown) == (ok, unknown)


def test_one_process_for_all_files_and_a_refused_one_spoils_no_other(check):
    right = text_of(made())

    status, answers = check("", right, "012 Cut\n001    1\n", right)

    assert status == 1
    assert [answer["ok"] for answer in answers] == [False, True, False, True]
    assert [bool(answer["problem"]) for answer in answers] == [True, False, True, False]


def test_what_is_not_judged_is_said(monkeypatch):
    text = text_of(made())
    other = check_text(text.replace("192 FIDE_DUTCH", "192 FIDE_DUBOV"))
    earlier = check_text(text.replace("042 20", "042 19").replace("132 ", "XXX "))
    without = check_text("\n".join(line for line in text.splitlines() if line[:3] != "142"))
    monkeypatch.setattr(rounds, "pair", lambda task: 1 // 0)
    failed = check_text(text)
    monkeypatch.setattr(judging, "MAX_PLAYERS", 8)

    assert {each.ok for each in other.rounds} == {each.ok for each in failed.rounds} == {None}
    assert str(other.notes[0]).startswith("Its rounds are not judged: “FIDE_DUBOV”")
    assert "rules of 1 February 2026" in str(earlier.notes[0])
    assert str(without.notes[0]).startswith("There is no record 142")
    with pytest.raises(Refused, match="at most 8 are checked"):
        check_text(text)


@pytest.mark.parametrize(
    ("file", "system", "told"),
    [
        (teams_file(), "team", "The file has no places."),
        (
            teams_file().replace(TEAMS[0], team_line(1, 1, 2, rank="1")),
            "team",
            "Teams meet: the places in the file (teams: 1, players: 0) are not compared.",
        ),
        # Teams that do not meet.
        (
            f"{text_of(made())}{team_line(1, 1, 2, rank='1')}\r\n",
            "dutch",
            "The places of teams in the file (1) are not compared.",
        ),
    ],
)
def test_places_of_teams_are_not_passed_over_in_silence(file, system, told):
    found = check_text(file)

    assert found.system == system
    assert found.places.ok is (None if system == "team" else True)
    assert told in [translate(note) for note in found.notes]


def test_a_file_that_takes_too_much_memory_is_refused_and_not_right(monkeypatch):
    def too_much(task):
        raise MemoryError

    monkeypatch.setattr(rounds, "pair", too_much)
    with pytest.raises(MemoryError):
        check_text(text_of(made()))
