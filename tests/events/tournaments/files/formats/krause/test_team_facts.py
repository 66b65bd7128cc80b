"""Facts of teams read from lines, and the lines that are written for them."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.team_facts import (
    LineUp,
    Preference,
    TeamBye,
    TeamFacts,
    TeamForfeit,
    TeamRules,
)
from events.tournaments.core.domain.tournament import Forbidden, PreservedLine, VirtualPoints
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.preserved import END
from events.tournaments.files.formats.krause.team_facts import (
    lines_to_keep,
    with_facts,
    written_lines,
)
from events.tournaments.files.formats.krause.writer import write
from tests.events.tournaments.files.formats.krause.files import told
from tests.events.tournaments.files.formats.krause.team_files import RULES, teams_file

FORFEITED = dict.fromkeys((1, 2, 5, 6), ("",))
EVERY = (
    "202 EDE,BH:GP",
    "240 H 002 0004 0005",
    "250  1.0        1   2    1    3",
    "260 001 002    1    2    4",
    "300 001   2   4    4    3",
    "320  1.0  1.5 005",
    "330 +- 001   1   3",
)
FACTS = TeamFacts(
    rules=TeamRules(boards=2, bye_match=Fraction(1), bye_game=Fraction(3, 2)),
    tie_breaks=("EDE", "BH:GP"),
    byes=(
        TeamBye(1, 5, Code.PAIRING_BYE),
        TeamBye(2, 4, Code.HALF_BYE),
        TeamBye(2, 5, Code.HALF_BYE),
    ),
    forfeits=(TeamForfeit(1, 1, 3, (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)),),
    line_ups=(LineUp(1, 2, (4, 3)),),
)


def value_of(*more):
    return told(teams_file(*more, cells=FORFEITED)).value


def texts(lines):
    return [line.text for line in lines]


def test_every_fact_is_read():
    value = value_of(*EVERY)

    assert value.team_facts == FACTS
    assert value.lot is Colour.WHITE
    assert value.virtual_points == (VirtualPoints(Fraction(1), Fraction(0), 1, 2, 1, 3),)
    assert value.forbidden_teams == (Forbidden((1, 2, 4), 1, 2),)
    assert (value.teams[1].number, value.teams[1].short, value.teams[1].strength) == (
        2, "BEL", 1998,
    )  # fmt: skip


@pytest.mark.parametrize("more", [EVERY, EVERY[::-1], EVERY[3:] + EVERY[:3]])
def test_of_what_is_written_just_so_only_the_place_is_kept(more):
    value = value_of(*more)

    assert texts(value.preserved) == [""] * (len(RULES) - 1 + len(EVERY))
    assert texts(written_lines(value)) == [*RULES[1:], *more]


@pytest.mark.parametrize(
    "line",
    [
        "XXC black1",
        "192 FIDE_DUTCH_2026",
        "212 MP,EDE",
        "202 ede,TPR",
        "240 H 002    4",
        "250  1.0  0.0   1   2    1    3",
        "260          1    2",
        "260 001 002    1   99",
        "300 001   2   3    4   99",
        "300 001   2   4    4    4",
        "320  1.0  1.0 099",
        "330 -- 001   1  99",
        "362  TW 2.0",
        "299 -  -1.0",
        "999 nothing known",
    ],
)
def test_a_line_in_other_words_stays_as_it_is(line):
    value = value_of(line)

    assert PreservedLine(line, END) in value.preserved
    assert line in texts(written_lines(value))


@pytest.mark.parametrize("order", list(permutations(RULES[2:])))
def test_rules_in_any_order_are_written_in_it(order):
    text = teams_file()
    for line in RULES[2:]:
        text = text.replace(f"{line}\n", "")
    value = told(text + "\n".join(order) + "\n").value

    assert texts(written_lines(value)) == ["152 W", *order]
    assert set(texts(value.preserved)) == {""}


def test_what_is_changed_is_written_as_it_is_stored():
    value = value_of(*EVERY, "362 TW 2")
    rules = TeamRules(boards=1, colours="B", win=Fraction(3), preference=Preference.TYPE_B)
    changed = replace(
        value,
        lot=Colour.BLACK,
        virtual_points=(),
        forbidden_teams=(Forbidden((1, 5)),),
        team_facts=TeamFacts(rules=rules, tie_breaks=("BC",)),
    )

    assert sorted(texts(written_lines(changed))) == [
        "152 B", "192 FIDE_TEAM_TYPEB_MP_GP", "202 BC", "260 000 000    1    5", "352 B",
        "362 TW 3.0   TD 1.0   TL 0.0",
    ]  # fmt: skip


def test_without_rules_no_line_says_that_teams_meet():
    value = value_of(*EVERY, "362 TW 2")
    changed = replace(value, team_facts=replace(value.team_facts, rules=None, tie_breaks=()))

    assert {line[:3] for line in texts(written_lines(changed))} == {
        "152",
        "240",
        "250",
        "260",
        "300",
    }
    assert told(write(changed, format=Format.TRF26).text).value.team_facts.rules is None


def test_rules_that_no_line_says_are_written_at_the_end():
    value = replace(told(teams_file()).value, preserved=(PreservedLine("999 x", END),))

    assert texts(written_lines(value)) == [
        "999 x", "152 W", "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB", "362 TW 2.0   TD 1.0   TL 0.0",
    ]  # fmt: skip
    assert lines_to_keep(value) == value.preserved


def test_a_file_that_does_not_say_every_rule_is_not_added_to():
    text = teams_file().replace("362 TW 2.0   TD 1.0   TL 0.0\n", "").replace("352 WB\n", "")
    value = told(text).value

    assert texts(written_lines(value)) == list(RULES[1:3])
    assert value.team_facts.rules == TeamRules(boards=0)


def test_the_code_of_the_type_is_kept_where_it_says_more():
    value = told(teams_file().replace("TEAM_TYPEA_MP_GP", "TEAM_BERGER")).value

    assert value.team_facts.type_code == "FIDE_TEAM_BERGER"
    assert texts(written_lines(value))[1] == "192 FIDE_TEAM_BERGER"
    win = replace(value.team_facts.rules, win=Fraction(3))
    changed = replace(value, team_facts=replace(value.team_facts, rules=win))
    assert texts(written_lines(changed))[1] == "192 FIDE_TEAM_BERGER"


def test_what_the_written_lines_say_is_what_is_stored():
    value = value_of(*EVERY)

    assert with_facts(replace(value, preserved=written_lines(value))) == replace(
        value, preserved=written_lines(value)
    )
