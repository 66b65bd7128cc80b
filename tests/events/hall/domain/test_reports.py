"""Reports of two sides, against a small model of what may come of them."""

from dataclasses import replace

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from events.devices.domain.outcomes import DeviceRefused, Why
from events.hall.domain.reports import (
    OUTCOMES,
    PENDING,
    Do,
    Report,
    Reported,
    State,
    Step,
    agree,
    dispute,
    report,
    take_back,
)

SIDES, RESULTS = st.sampled_from([1, 2]), st.sampled_from("1=0")


class Game(RuleBasedStateMachine):
    """A game that is stored as the steps say; the model is what each side says and the result."""

    @initialize()
    def begin(self) -> None:
        self.game = Reported(0, PENDING, is_users=False, is_over=False)
        self.says: dict[int, str] = {}
        self.denied: set[int] = set()
        self.result, self.by_arbiter, self.next = "", False, 1

    def apply(self, side: int, step: Step) -> None:
        reports = list(self.game.reports)
        if step.do is Do.KEEP:
            reports = [each for each in reports if each.side != side]
            reports.append(Report(self.next, side, step.result))
            self.next += 1
        elif step.do is Do.DROP:
            reports.remove(step.report)
        elif step.report is not None and step.do is Do.DISPUTE:
            reports[reports.index(step.report)] = replace(step.report, is_disputed=True)
        elif step.do is Do.WRITE:
            self.change(OUTCOMES[step.result], is_users=False)
            return
        self.game = replace(self.game, reports=tuple(reports))

    def change(self, outcome: str, *, is_users: bool) -> None:
        version = self.game.version + 1
        self.game = Reported(version, outcome, is_users, self.game.is_over)

    def forbidden(self, side: int) -> Why | None:
        if self.by_arbiter and self.result:
            return Why.NOT_ALLOWED
        return Why.CLOSED if self.result and self.game.is_over else None

    @rule(side=SIDES, result=RESULTS, is_old=st.booleans())
    def report(self, side: int, result: str, is_old: bool) -> None:
        version = self.game.version - is_old
        want = self.forbidden(side)
        same = result == self.result and want is not Why.NOT_ALLOWED
        if same:
            want = None
        elif want is None and is_old:
            want = Why.CHANGED
        try:
            self.apply(side, report(self.game, side=side, result=result, version=version))
        except DeviceRefused as refusal:
            assert refusal.why is want
            return
        assert want is None
        if same:
            if not is_old:
                self.forget(side)
        elif self.says.get(3 - side) == result:
            self.write(result)
        elif self.says.get(side) != result:
            self.forget(side)
            self.says[side] = result

    @rule(side=SIDES, of=SIDES)
    def agree(self, side: int, of: int) -> None:
        self.answer(side, of, lambda said: agree(self.game, side=side, report_id=said))

    @rule(side=SIDES, of=SIDES)
    def deny(self, side: int, of: int) -> None:
        step = self.answer(
            side,
            of,
            lambda said: dispute(self.game, side=side, report_id=said, result=None),
            no=True,
        )
        if step:
            self.denied.add(of)

    def answer(self, side, of, act, *, no=False):
        said = self.game.of(of)
        want = self.forbidden(side)
        want = want or (Why.CHANGED if said is None else Why.NOT_ALLOWED if of == side else None)
        try:
            step = act(said.pk if said else 999)
        except DeviceRefused as refusal:
            assert refusal.why is want
            return None
        assert want is None
        self.apply(side, step)
        if not no:
            self.write(self.says[of])
        return step

    @rule(side=SIDES, of=SIDES)
    def take_back(self, side: int, of: int) -> None:
        said = self.game.of(of)
        stands = self.by_arbiter and self.result
        want = Why.NOT_ALLOWED if stands else Why.CHANGED if said is None else None
        want = want or (Why.NOT_ALLOWED if of != side else None)
        try:
            self.apply(side, take_back(self.game, side=side, report_id=said.pk if said else 999))
        except DeviceRefused as refusal:
            assert refusal.why is want
            return
        assert want is None
        self.forget(side)

    @rule(result=st.sampled_from(["1", "=", "0", ""]))
    def arbiter(self, result: str) -> None:
        """Types, corrects, clears or undoes."""
        self.change(OUTCOMES.get(result, PENDING), is_users=True)
        self.says, self.denied = {}, set()
        self.result, self.by_arbiter = result, True

    @rule()
    def pair(self) -> None:
        self.game = replace(self.game, is_over=True)

    def forget(self, side: int) -> None:
        self.says.pop(side, None)
        self.denied.discard(side)

    def write(self, result: str) -> None:
        self.says, self.denied, self.result, self.by_arbiter = {}, set(), result, False

    @invariant()
    def is_as_the_model_says(self) -> None:
        if self.result:
            want = State.ARBITER if self.by_arbiter else State.AGREED
        elif len(self.says) == 2 or self.denied:
            want = State.DISPUTED
        else:
            want = State.REPORTED if self.says else State.OPEN
        assert self.game.state is want
        assert self.game.outcome == OUTCOMES.get(self.result, PENDING)
        assert {each.side: each.result for each in self.game.reports} == self.says
        for side in (1, 2):
            assert ("report" in self.game.may(side)) is (self.forbidden(side) is None)


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)


def test_two_taps_make_a_result():
    game = Reported(0, PENDING, is_users=False, is_over=False)
    assert report(game, side=1, result="1", version=0) == Step(Do.KEEP, "1")
    said = Report(31, 1, "1")
    reported = replace(game, reports=(said,))
    assert agree(reported, side=2, report_id=31) == Step(Do.WRITE, "1", said)
    assert report(reported, side=2, result="1", version=0) == Step(Do.WRITE, "1", said)
    assert dispute(reported, side=2, report_id=31, result="=") == Step(Do.KEEP, "=")
    with pytest.raises(DeviceRefused, match="other phone"):
        agree(reported, side=1, report_id=31)
