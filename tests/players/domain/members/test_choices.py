import pytest

from clubscore.text.problems import Refused
from players.domain.members.choices import (
    NO_CHOICES,
    Choice,
    Choices,
    changes_by,
    possible_choices,
    refuse_same_player,
)
from players.domain.members.matching import Action, Match
from players.domain.members.member import Known, Member
from players.domain.names import read_name

KNOWN = Known(7, read_name("Ann Lee"))
CHANGES = {"grade": ("3d", "2d"), "born": ("", "1958")}


def found(action: Action, line: int = 2, *, may_be_new: bool = True) -> Match:
    name = read_name("Ann Lee (2)") if may_be_new else None
    known = None if action is Action.NEW else KNOWN
    changes = CHANGES if known else {}
    return Match(Member(line, read_name("Ann Lee")), action, known, changes, name)


@pytest.mark.parametrize(
    ("action", "choice"),
    [
        (Action.NEW, Choice.ADD),
        (Action.UPDATE, Choice.UPDATE),
        (Action.SAME, Choice.KEEP),
        (Action.ASK, Choice.SKIP),
    ],
)
def test_default(action: Action, choice: Choice):
    assert NO_CHOICES.of(found(action)) is choice


def test_choices_for_a_line_come_before_those_for_its_kind():
    choices = Choices(kinds={Action.UPDATE: Choice.KEEP}, lines={"3": Choice.SKIP})
    assert choices.of(found(Action.UPDATE, 2)) is Choice.KEEP
    assert choices.of(found(Action.UPDATE, 3)) is Choice.SKIP
    assert choices.of(found(Action.NEW, 2)) is Choice.ADD


def test_what_is_not_possible_is_not_chosen():
    choices = Choices(kinds={Action.ASK: Choice.ADD}, lines={"3": Choice.UPDATE})
    assert choices.of(found(Action.NEW, 3)) is Choice.ADD
    assert choices.of(found(Action.ASK)) is Choice.ADD
    assert choices.of(found(Action.ASK, may_be_new=False)) is Choice.SKIP
    assert Choice.ADD not in possible_choices(found(Action.ASK, may_be_new=False))


def test_changes():
    match = found(Action.UPDATE)
    assert changes_by(match, Choice.UPDATE) == CHANGES
    assert changes_by(match, Choice.KEEP) == {"born": ("", "1958")}
    assert changes_by(match, Choice.SKIP) == {}


def test_two_lines_cannot_be_one_player():
    lines = [found(Action.UPDATE, 2), found(Action.ASK, 5)]
    refuse_same_player(lines, NO_CHOICES)
    with pytest.raises(Refused) as refused:
        refuse_same_player(lines, Choices(lines={"5": Choice.UPDATE}))
    assert str(refused.value) == (
        "Lines 2 and 5 cannot both be Ann Lee (7): skip one of them, or add one as somebody else."
    )
    assert refused.value.problems[0].line == 5
