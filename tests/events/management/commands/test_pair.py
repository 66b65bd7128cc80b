import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.events.tournaments.files.formats.krause.files import HEADER, file, player
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.go_events import event, game, xml
from tests.events.tournaments.pairing.engines.test_dutch import FIVE


@pytest.fixture(name="run")
def _run(tmp_path):
    """Run the command on a file of this content; gives the status and both outputs."""

    def run(content, *arguments, name="file.trf"):
        file = tmp_path / name
        file.write_text(content)
        out, err = io.StringIO(), io.StringIO()
        try:
            call_command("pair", str(file), *arguments, stdout=out, stderr=err)
        except CommandError as error:
            return error.returncode, out.getvalue(), str(error)
        return 0, out.getvalue(), err.getvalue()

    return run


@pytest.fixture(name="pair")
def _pair(run):
    def pair(content, *arguments):
        status, out, _err = run(content, "--json", *arguments)
        return status, json.loads(out)

    return pair


def test_a_round_of_a_chess_file(pair):
    status, answer = pair(FIVE, "--round", "2")

    assert status == 0
    assert [sorted(pair) for pair in answer["pairs"]] == [["black", "board", "white", "why"]] * 2
    assert [pair["board"] for pair in answer["pairs"]] == [1, 2]
    assert answer["byes"] == [answer["bye"]]
    assert {key: answer[key] for key in ("round", "system", "problem")} == {
        "round": 2,
        "system": "dutch",
        "problem": None,
    }
    assert set(answer) == {"round", "system", "pairs", "bye", "byes", "problem"}


def test_the_check_lists_the_pairs_that_only_one_of_the_two_has(pair):
    _status, same = pair(FIVE, "--round", "1", "--check")
    _status, other = pair(FIVE.replace("152 W", "152 B"), "--round", "1", "--check")

    assert same["differs"] == []
    assert other["differs"] == [[1, 3], [2, 4], [3, 1], [4, 2]]


def test_no_legal_pairing_is_a_problem(pair):
    text = "\n".join(line for line in FIVE.split("\n") if line[7:8] not in ("2", "4", "5"))
    status, answer = pair(text, "--round", "2")

    assert status == 1
    assert answer["problem"].startswith("No legal pairing of round 2 exists")
    assert (answer["pairs"], answer["bye"], answer["byes"]) == ([], None, [])


@pytest.mark.parametrize(
    ("system", "byes"), [("round-robin", [1]), ("double-round-robin", [1]), ("knockout", [1, 2, 3])]
)
def test_the_systems_of_tables(pair, system, byes):
    status, answer = pair(FIVE, "--round", "1", "--system", system)

    assert (status, answer["byes"], answer["system"]) == (0, byes, system)
    assert answer["bye"] == (byes[0] if len(byes) == 1 else None)


def test_scheveningen_by_the_teams_of_the_file(pair):
    teams = f"013 {'Reds':32}   1    3\n013 {'Blues':32}   2    4\n"
    status, answer = pair(FIVE + teams, "--round", "2", "--system", "scheveningen")

    games = [(each["white"], each["black"]) for each in answer["pairs"]]
    assert (status, games, answer["byes"]) == (0, [(4, 1), (2, 3)], [])


def test_a_round_after_one_without_games_is_refused(pair):
    assert pair(FIVE, "--round", "3")[1]["problem"] == (
        "Round 3 cannot be paired: round 2 has no games."
    )


@pytest.mark.parametrize("system", ["mcmahon", "go-swiss"])
def test_a_go_system_is_not_for_a_chess_file(pair, system):
    status, answer = pair(FIVE, "--round", "2", "--system", system)

    assert (status, answer["problem"]) == (1, f"The system {system} is not for this kind of file.")


def test_a_round_of_an_opengotha_file(pair):
    games = [game(1, 1, 2), game(1, 3, 4)]
    status, answer = pair(xml(event(0, 0, 0, 0, 0, games=games, byes=[(1, 5)])), "--round", "2")

    assert (status, answer["system"], answer["byes"]) == (0, "mcmahon", [answer["bye"]])
    assert answer["bye"] != 5
    assert len(answer["pairs"]) == 2


def test_a_go_swiss_says_so_itself(pair):
    criteria = (
        "<PlacementParameterSet><PlacementCriteria>"
        '<PlacementCriterion name="NBW" number="1"/></PlacementCriteria></PlacementParameterSet>'
    )
    status, answer = pair(xml(event(0, 0), criteria), "--round", "1", "--weights")

    assert (status, answer["system"]) == (0, "go-swiss")
    assert len(answer["weights"]) == 1


def test_the_weights_of_every_pair(pair):
    _status, answer = pair(xml(event(0, 0, -5)), "--round", "1", "--weights", "--check")
    (weight,) = answer["weights"]

    assert (weight["a"], weight["b"]) == (1, 2)
    assert weight["total"] == sum(weight["parts"].values())
    assert list(weight["parts"]) == [
        "constant", "met", "random", "colour", "category", "score", "draw", "seeding", "geography",
    ]  # fmt: skip
    assert len(answer["differs"]) == 1


def test_in_go_the_colours_do_not_differ(pair):
    games = [game(1, 1, 2)]
    swapped = [game(1, 2, 1)]

    for each in (games, swapped):
        assert pair(xml(event(0, 0, games=each)), "--round", "1", "--check")[1]["differs"] == []


@pytest.mark.parametrize("content", ["", "nothing", "<Tournament/>", "001"])
def test_a_file_that_cannot_be_read_is_a_problem(pair, content):
    status, answer = pair(content, "--round", "1")

    assert status == 1
    assert answer["problem"]


def test_a_round_that_cannot_be_is_a_wrong_call(run):
    assert run(FIVE, "--round", "0")[0] == 2


def test_people_read_it_too(run):
    _status, out, _err = run(FIVE, "--round", "1", "--check")

    assert out.splitlines()[0].split()[:4] == ["1", "1", "3", "Equal"]
    assert out.splitlines()[-1].split() == ["5", "bye"]
    nothing = "The file is empty."
    assert run("", "--round", "1") == (1, "", nothing)


@pytest.mark.parametrize("arguments", [(), ("--system", "team")])
def test_a_round_of_teams_that_meet_each_other(pair, arguments):
    status, answer = pair(teams_file("320  1.0  1.0 005"), "--round", "2", *arguments)

    assert (status, answer["system"], answer["bye"], answer["byes"]) == (0, "team", 3, [3])
    assert answer["pairs"] == [
        {
            "board": 1,
            "white": 2,
            "black": 1,
            "why": "2 floats up from a score of 1 to 2; White for the team that had it less.",
        },
        {
            "board": 2,
            "white": 5,
            "black": 4,
            "why": "Equal score (1); White for the team that had it less.",
        },
    ]


def test_a_round_robin_of_teams(pair):
    status, answer = pair(teams_file(), "--round", "3", "--system", "team-round-robin")

    # Of six: 2-6, 3-1, 4-5.
    games = [(each["white"], each["black"]) for each in answer["pairs"]]
    assert (status, games, answer["bye"]) == (0, [(3, 1), (4, 5)], 2)


def test_the_check_of_teams(pair):
    _status, same = pair(teams_file(), "--round", "1", "--check")
    _status, other = pair(teams_file().replace("152 W", "152 B"), "--round", "1", "--check")

    assert same["differs"] == []
    assert other["differs"] == [[1, 3], [2, 4], [3, 1], [4, 2]]


@pytest.mark.parametrize(
    ("text", "arguments", "problem"),
    [
        (FIVE, ("2", "--system", "team"), "Teams do not meet each other in this file: it has no"),
        (teams_file(), ("3",), "Round 3 cannot be paired: round 2 has no games."),
        (
            teams_file("250 01.0      001 002 0001 0002").replace("MP_GP", "GP_MP"),
            ("2",),
            "Teams are not accelerated where game points decide (FIDE C.04.7, article 1.4.4).",
        ),
    ],
)
def test_teams_that_cannot_be_paired(pair, text, arguments, problem):
    status, answer = pair(text, "--round", *arguments)

    assert status == 1
    assert answer["problem"].startswith(problem)


def entrants(count, *cells):
    """So many players, with these cells by number."""
    results = dict(cells)
    return [player(number, *results.get(number, ())) for number in range(1, count + 1)]


MET = {1: "3 w 1", 2: "4 w 1", 3: "1 b 0", 4: "2 b 0"}
TEAMS = tuple(
    f"310 {number:3} {f'Team {number}':32}{'':34} {2 * number - 1:4} {2 * number:4}"
    for number in range(1, 5)
)
PAIRED_TEAMS = [
    player(number, f"{other} {colour} 1") if colour == "w" else player(number, f"{other} b 0")
    for number, other, colour in (
        (1, 7, "w"), (2, 8, "b"), (3, 5, "w"), (4, 6, "b"),
        (5, 3, "b"), (6, 4, "w"), (7, 1, "b"), (8, 2, "w"),
    )
]  # fmt: skip
OF_OTHER_PROGRAMS = {
    "absent in the next round": (
        file(*entrants(5), header=(*HEADER, "XXC black1", "XXZ 2")), 1, [(4, 1), (3, 5)], [],
    ),
    "points of each round": (
        file(*entrants(4), header=(*HEADER, "XXC white1", "XXA    1  1.0", "XXA    3  1.0")),
        1, [(1, 3), (4, 2)], [],
    ),
    "points typed by hand": (
        file(*entrants(4), header=(*HEADER, "XXC white1", "XXA 1 1.0 1.0", "XXA 3 1.0")),
        1, [(1, 3), (4, 2)], [],
    ),
    "a bye that was chosen": (
        file(*[
            player(number, cell, *(["0000 - U"] if number == 4 else []))
            for number, cell in (MET | {5: "0000 - Z"}).items()
        ]), 2, [(2, 1), (3, 5)], [4],
    ),
    "round robin by 192": (
        file(*entrants(4), header=(*HEADER, "142 3", "192 BERGER_ROUNDROBIN")),
        1, [(1, 4), (2, 3)], [],
    ),
    "Baku by 192": (
        file(*entrants(8), header=(*HEADER, "142 5", "152 W", "192 FIDE_DUTCH_2026_BAKU")),
        1, [(1, 3), (4, 2), (5, 7), (8, 6)], [],
    ),
    "round robin of teams by 192": (
        file(*PAIRED_TEAMS, header=(*HEADER, "142 3", "192 FIDE_TEAM_ROUNDROBIN", *TEAMS)),
        2, [(4, 3), (1, 2)], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_OTHER_PROGRAMS)
def test_files_of_other_programs(pair, name):
    text, round_, pairs, byes = OF_OTHER_PROGRAMS[name]

    status, answer = pair(text, "--round", str(round_))
    assert status == 0
    assert [(game["white"], game["black"]) for game in answer["pairs"]] == pairs
    assert answer["byes"] == byes
