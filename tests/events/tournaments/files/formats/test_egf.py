import datetime
from dataclasses import replace
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.files.formats.egf import is_h9, read_h9
from events.tournaments.files.formats.egf_writer import country_of, write_h9
from events.tournaments.go.domain.event import tournament_of
from events.tournaments.standings.domain.standings import standings
from tests.events.tournaments.go.domain.test_event import played
from tests.events.tournaments.go_events import BLACK, WHITE, event, game

FILE = """\
; CL[A]
; EV[Lakeside Go]
; PC[NL,Arnhem]
; DT[2026-11-21,2026-11-22]
; HA[h1]
; KM[6.5]
;
; Pl Name                            Rk Co Club  MMS  SOS SOSOS
   1 Lamb_Ada                        4d NL  Arn   33   62  120 0   2+/w0    3+/w3
   2 de_Vries_Bo                     1k BE xxxx   30   62  120 0   1-/b0    4+!w0
     Moss_Cy                         5k XX  Gen   26   60  120 0   4+/w0    1-/b3 ; remark
   4 Reed_Di                         7k NL  Gen   24   55  120 0   3-/b0    2-!b0 |12345678
"""


def refused(text):
    with pytest.raises(Refused) as caught:
        read_h9(text)
    return [(problem.line, str(problem.message)) for problem in caught.value.problems]


def test_facts_players_and_results():
    value = read_h9(FILE).tournament

    assert (value.name, value.city, value.federation) == ("Lakeside Go", "Arnhem", "NL")
    assert (value.start, value.finish) == (datetime.date(2026, 11, 21), datetime.date(2026, 11, 22))
    assert (value.kind, value.rounds, value.tie_breaks) == ("McMahon", 2, ("MMS", "SOS", "SOSOS"))
    assert [
        (entrant.family, entrant.given, entrant.grade, entrant.club) for entrant in value.entrants
    ] == [
        ("Lamb", "Ada", "4d", "Arn"),
        ("de Vries", "Bo", "1k", ""),
        ("Moss", "Cy", "5k", "Gen"),
        ("Reed", "Di", "7k", "Gen"),
    ]
    assert [entrant.rank for entrant in value.entrants] == [1, 2, None, 4]
    assert value.entrants[0].results == (
        Result(2, Colour.WHITE, Code.WIN),
        Result(3, Colour.WHITE, Code.WIN, 3),
    )
    assert value.entrants[3].results[1] == Result(2, Colour.BLACK, Code.FORFEIT_LOSS)


def test_settings_and_start_scores_follow_from_the_scores():
    value = read_h9(FILE).tournament
    settings = value.go.settings

    assert (settings.komi, settings.handicap_correction, settings.swiss) == (13, 1, False)
    # 33 less 2, 30 less 1, 26 less 1, 24: 31, 29, 25, 24; by the rank 33, 29, 25, 23.
    assert (settings.zero, settings.bar, settings.floor) == (-30, 1, -6)
    assert [entrant.correction for entrant in value.entrants] == [0, 0, 0, 0]
    assert {line.number: line.values[0] for line in standings(value, tie_breaks=("MMS",))} == {
        1: 33, 2: 30, 3: 26, 4: 24,
    }  # fmt: skip


@pytest.mark.parametrize("swiss", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_is_read_with_the_same_standings(seed, swiss):
    """The corrections, bar and floor that are found give the McMahon scores of the file."""
    value = tournament_of(played(seed, swiss))
    back = read_h9(write_h9(value)).tournament
    names = {entrant.number: f"{entrant.family} {entrant.given}" for entrant in value.entrants}
    names_back = {entrant.number: f"{entrant.family} {entrant.given}" for entrant in back.entrants}

    def lines(tournament, named):
        return {
            named[line.number]: (line.points, *line.values)
            for line in standings(tournament, tie_breaks=value.tie_breaks)
        }

    if swiss:
        assert back.kind == "Swiss"
    found, wanted = lines(back, names_back), lines(value, names)
    assert found == wanted


@pytest.mark.parametrize(
    ("field", "code"), [("0+", Code.PAIRING_BYE), ("0=", None), ("0-", Code.ZERO_BYE)]
)
def test_rounds_without_a_game(field, code):
    assert read_h9(f"; EV[E]\n1 Lamb_Ada 1d NL Arn 30 {field}\n").tournament.entrants[
        0
    ].results == (code and Result(None, None, code),)


def test_half_a_point_is_a_bye_in_a_swiss():
    text = "; EV[E]\n1 A_B 1d NL x 2 0= 2+/w0 0=\n2 C_D 1d NL x 0 0- 1-/b0 0-\n"
    value = read_h9(text).tournament

    assert value.kind == "Swiss"
    assert [result and result.code for result in value.entrants[0].results] == [
        Code.HALF_BYE,
        Code.WIN,
        Code.HALF_BYE,
    ]


def test_halves_and_no_handicaps():
    value = read_h9(
        "; EV[E]\n; HA[h9]\n1 A_B 1d NL x 30 2=/w0\n2 C_D 1d NL x 30½ 1=/b0\n"
    ).tournament

    assert value.go.settings.handicap_ceiling == 0
    assert value.entrants[0].results[0].code is Code.DRAW
    assert standings(value, tie_breaks=("MMS",))[0].values == (Fraction(61, 2),)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("2+/w0 ", "9+/w0 ", 9, "Round 1: there is no line 9 to play against."),
        ("2+/w0 ", "1+/w0 ", 9, "Round 1: a player cannot play against themselves."),
        ("1-/b0 ", "1-/w0 ", 9, "Round 1: line 2 does not have the same game"),
        ("1-/b3", "1-/b2", 9, "Round 2: line 3 does not have the same game"),
        ("4+!w0", "", 10, "This line has 1 rounds, most have 2."),
        ("4d", "4x", 9, "This line has no rank such as 4d or 12k after the name."),
        ("Lamb_Ada", "", 9, "This line has no name before the rank."),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old, new, line, said):
    problems = refused(FILE.replace(old, new, 1))

    assert problems[0][0] == line
    assert problems[0][1].startswith(said)


def test_every_problem_is_reported_at_once():
    text = FILE.replace("4d", "4x").replace("7k", "7x")

    assert [line for line, _said in refused(text)] == [9, 12]


def test_a_file_without_players_is_refused():
    assert refused("; EV[E]\n") == [(None, "This result file has no players.")]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [(FILE, True), ("012 Cup\n001    1 m", False), ("<Tournament/>", False), ("", False)],
)
def test_result_files_are_known_by_their_header(text, is_one):
    assert is_h9(text) is is_one


GAMES = (
    game(1, 1, 2, WHITE, handicap=2),
    game(2, 2, 1, BLACK, by_default=True),
    game(2, 4, 3, WHITE),
)


def value(**changes):
    """Four players: 3 dan, 3 kyu, 3 kyu, 15 kyu; number 3 has the bye of round 1."""
    made = tournament_of(
        event(2, -3, -3, -15, games=GAMES, byes=[(1, 3)], settings={"rounds": 2, "komi": 13})
    )
    return replace(made, name="Lake ] cup", city="Arnhem", federation="NL", **changes)


def test_the_file_is_that_of_opengotha():
    assert write_h9(value()).splitlines() == [
        "; EV[Lake ) cup]",
        "; PC[NL,Arnhem]",
        "; HA[h1]",
        "; KM[6.5]",
        "; Generated by clubscore",
        ";",
        "; Pl Name                            Rk Co Club  MMS  SOS SOSO",
        "   1 Name01_First                    3d XX xxxx   34   56  132 0    3+/w2    3+!b0",
        "   2 Name03_First                    3k XX xxxx   28   43   97 0    0+       4-/b0",
        "   3 Name02_First                    3k XX xxxx   27   66  112 0    1-/b2    1-!w0",
        "   4 Name04_First                   15k XX xxxx   16   43   73 0    0-       2+/w0",
    ]


def test_a_shared_place_is_blank_behind_the_first():
    lines = write_h9(value(tie_breaks=())).splitlines()[-4:]

    assert [line[:4] for line in lines] == ["   1", "   2", "    ", "   4"]


def test_a_swiss_begins_with_wins():
    made = value(tie_breaks=("SOS",))

    assert "Club  NBW  SOS" in write_h9(made)


def test_days_and_no_handicaps():
    rules = value().go
    settings = replace(rules.settings, handicap_ceiling=0)
    text = write_h9(replace(value(), go=replace(rules, settings=settings)))

    assert "; HA[h9]\n" in text
    assert "; DT[" not in text


def test_an_unknown_place_is_left_out():
    text = write_h9(replace(value(), city="", federation=""))

    assert "; PC[" not in text
    assert "; PC[,Arnhem]\n" in write_h9(replace(value(), federation=""))


@pytest.mark.parametrize(
    ("federation", "country"),
    [("NED", "NL"), ("nl", "NL"), ("GER", "DE"), ("ENG", "UK"), ("", "XX"), ("FID", "XX")],
)
def test_a_federation_has_two_letters(federation: str, country: str) -> None:
    assert country_of(federation) == country


HEAD = "; EV[E]\n; Pl Name                   Grd Co Club  MMS  SOS SOSO\n"
ADA = " 1 Lamb Ada                 1d NL  Arn  31\u00bd   59   177 0    2+/w0   3=/b0"
BO = " 2 de Vries Bo              1k BE  Gen  29    60   176 0    1-/b0   0="
CY = " 3 Moss Cy                  2k NL  905  28\u00bd   60   177 0    0-      1=/w0"


def told(text):
    return [(notice.line, str(notice.message)) for notice in read_h9(text).notices]


@pytest.mark.parametrize(
    ("old", "new", "line", "notice"),
    [
        ("0=", "0=0", 0, ""),
        ("2+/w0", "2+/w0!", 3, 'The mark "!" behind a result of round 1 is left out.'),
        ("1k BE", "1  BE", 4, 'The rank "1" has no letter; it is read as 1k.'),
        ("E]", "E] at sea", 1, 'Behind the bracket of EV stands "at sea"; it is left out.'),
        ("; EV", "; XY[7]\n; EV", 1, 'The header XY is not known; "7" is left out.'),
        ("177 0    2+", "177 0=   2+", 0, ""),
        ("28\u00bd", "28?", 0, ""),
        ("28\u00bd", "28.5", 0, ""),
        ("1-/b0", "1+/b0", 3, "Round 1: both players have won; it is kept as won by default by"),
        ("3=/b0", "3=/b0 |12345678", 0, ""),
        ("3=/b0", "3=/b0 |no pin", 3, '"no pin" is not an EGD pin; it is left out.'),
        ("3=/b0", "3=/b0\nTotal of games", 4, "This line is no player, and is left out."),
        ("31\u00bd   59", "xx    59", 3, 'The McMahon score "xx" cannot be read; it follows from'),
    ],
)
def test_what_programs_write_otherwise_costs_itself_alone(old, new, line, notice):
    text = f"{HEAD}{ADA}\n{BO}\n{CY}\n"
    assert told(text) == []
    changed = text.replace(old, new, 1)

    value = read_h9(changed).tournament
    assert ([entrant.family for entrant in value.entrants], value.rounds) == (
        ["Lamb", "de Vries", "Moss"], 2,
    )  # fmt: skip
    assert [entrant.club for entrant in value.entrants] == ["Arn", "Gen", "905"]
    found = told(changed)
    assert bool(found) is bool(notice)
    if notice:
        assert found[0][0] == line
        assert found[0][1].startswith(notice)


def test_a_handicap_of_more_than_nine_stones():
    text = f"{HEAD}{ADA}\n{BO}\n{CY}\n".replace("/w0   3", "/w11  3").replace("1-/b0", "1-/b11")

    assert [result.handicap for result in read_h9(text).tournament.entrants[0].results] == [9, 0]
    assert [line for line, _message in told(text)] == [3, 4]


def test_the_columns_say_which_score_is_the_mcmahon_score():
    head = HEAD.replace("MMS  SOS SOSO", "CAT  NBW SOSW")
    rows = (
        " 1 Lamb Ada                 1d NL  Arn   1     2    1   2+/w0",
        " 2 Moss Cy                  5k NL  Gen   2     0    0   1-/b0",
    )
    text = head + "\n".join(rows)
    value = read_h9(text).tournament

    assert (value.kind, value.tie_breaks) == ("Swiss", ("SOS", "SOSOS"))
    assert [str(notice) for notice in read_h9(text).notices] == [
        "The placement criterion CAT is not followed here."
    ]


def test_halves_of_rounds_without_a_game_are_kept():
    rows = (
        " 1 Lamb Ada                 1d NL  Arn  31\u00bd  59   2+/w0   0=",
        " 2 Moss Cy                  1k NL  Gen  30   60   1-/b0   3+/w0",
        " 3 Reed Di                  2k NL  Gen  28   60   0-      2-/b0",
    )
    value = read_h9(HEAD + "\n".join(rows)).tournament

    assert not value.go.settings.round_down
    scores = {line.number: line.values[0] for line in standings(value, tie_breaks=("MMS",))}
    assert scores == {1: Fraction(63, 2), 2: 30, 3: 28}


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("60 min", ["; CL[B]", "; TM[60]"]),
        ("60 min, class A", ["; CL[A]", "; TM[60]"]),
        ("45 min + 20 s", ["; CL[A]", "; TM[85]"]),
        ("30 min, byo-yomi 30 s", ["; CL[C]", "; TM[52]"]),
        ("60 min, 15 moves in 5 min", ["; CL[A]", "; TM[80]"]),
        ("10 min", ["; TM[10]"]),
        ("as agreed", []),
    ],
)
def test_class_and_time_are_written(words, head):
    text = write_h9(value(time_control=words))

    assert [line for line in text.splitlines() if line[:5] in ("; CL[", "; TM[")] == head


def test_what_is_read_is_written_with_class_time_days_and_pins():
    text = FILE.replace("; HA", "; TM[60]\n; HA")
    written = write_h9(read_h9(text).tournament).splitlines()

    assert {"; CL[A]", "; TM[60]", "; DT[2026-11-21,2026-11-22]"} <= set(written)
    assert [line.partition("|")[2] for line in written[-4:]] == ["", "", "", "12345678"]
