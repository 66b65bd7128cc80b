"""C.04.6 read as it stands, by trying everything: for up to eight teams, type A or B or none.

Knows only the rules' text: bye (3.4), upfloaters (3.5), pairing of a bracket (3.6), colours (4).
"""

from fractions import Fraction
from itertools import combinations

from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.team_facts import Preference
from events.tournaments.teams.domain.as_tournament import results_of
from events.tournaments.teams.domain.matches import game_points_by_round


class Field:
    """What the rules look at of every team, before the round of a task."""

    def __init__(self, task):
        event, rules = task.event, task.event.rules
        self.task, self.rules = task, rules
        self.last_two = task.round > max(event.rounds, task.round) - 2
        self.is_last = task.round >= event.rounds
        self.tpn = {n: p for p, n in enumerate(sorted(t.number for t in event.teams), start=1)}
        results = results_of(event)
        match = {
            number: [rules.match_system.points(each.code) if each else Fraction(0) for each in row]
            for number, row in results.items()
        }
        game = {
            number: sum(point.values()) for number, point in game_points_by_round(event).items()
        }
        totals = {number: sum(row) for number, row in match.items()}
        self.score, self.other = (game, totals) if rules.by_game_points else (totals, game)
        self.met, self.colours, self.had_bye, self.floated = {}, {}, {}, {}
        for number, row in results.items():
            played = [each for each in row if each and each.opponent and each.code.played]
            self.met[number] = {each.opponent for each in played}
            self.colours[number] = [each.colour for each in played]
            self.had_bye[number] = any(
                each and each.code in (Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN)
                for each in row
            )
            last = row[task.round - 2] if task.round > 1 and len(row) > task.round - 2 else None
            self.floated[number] = bool(
                last and last.opponent and last.code.played
            ) and self._before(number, task, match, event) != self._before(
                last.opponent, task, match, event
            )
        self.present = sorted(task.present)

    def _before(self, number, task, match, event):
        if self.rules.by_game_points:
            points = game_points_by_round(event)[number]
            return sum((p for r, p in points.items() if r < task.round - 1), Fraction(0))
        return sum(match[number][: task.round - 2])

    def difference(self, number):
        colours = self.colours[number]
        return colours.count(Colour.WHITE) - colours.count(Colour.BLACK)

    def preference(self, number):
        """The colour and whether it is strong, or nothing (1.7)."""
        if self.rules.preference is Preference.NONE:
            return None
        d, colours = self.difference(number), self.colours[number]
        w, b = Colour.WHITE, Colour.BLACK
        if d < -1 or (d in (0, -1) and colours[-2:] == [b, b]):
            return w, True
        if d > 1 or (d in (0, 1) and colours[-2:] == [w, w]):
            return b, True
        if self.rules.preference is Preference.TYPE_A or not colours:
            return None
        if d:
            return (w if d < 0 else b), False
        return None if self.is_last else (colours[-1].other, False)


def pair(task):
    """The pairs, White first, and the bye; nothing where there is no legal pairing."""
    field = Field(task)
    left, bye = list(field.present), None
    if len(left) % 2:
        candidates = [
            number
            for number in left
            if not field.had_bye[number] and legal(field, [n for n in left if n != number])
        ]
        if not candidates:
            return None
        bye = min(candidates, key=lambda n: (field.score[n], -len(field.colours[n]), -field.tpn[n]))
        left.remove(bye)
    if not legal(field, left):
        return None
    pairs = []
    while left:
        bracket = bracket_of(field, left)
        pairs += [coloured(field, *each) for each in bracket]
        left = [n for n in left if not any(n in each for each in bracket)]
    return {*pairs}, bye


def may_meet(field, one, other):
    return other not in field.met[one]


def matchings(field, teams):
    """All legal pairings, in the order of 3.6.2 once sorted."""
    if not teams:
        yield ()
        return
    first, *rest = sorted(teams, key=field.tpn.get)
    for other in rest:
        if may_meet(field, first, other):
            for more in matchings(field, [n for n in rest if n != other]):
                yield ((first, other), *more)


def legal(field, teams):
    return any(True for _ in matchings(field, teams)) if len(teams) % 2 == 0 else False


def bracket_of(field, left):
    """The pairs of the top scoregroup with the upfloaters it needs (3.5)."""
    top = max(field.score[n] for n in left)
    residents = [n for n in left if field.score[n] == top]
    lower = [n for n in left if field.score[n] < top]
    for size in range(len(residents) % 2, len(lower) + 1, 2):
        sets = [
            combination
            for combination in combinations(lower, size)
            if legal(field, [*residents, *combination])
            and legal(field, [n for n in lower if n not in combination])
        ]
        if sets:
            chosen = min(sets, key=lambda combination: set_key(field, combination, lower))
            return min(
                matchings(field, [*residents, *chosen]),
                key=lambda pairs: pairing_key(field, pairs, top),
            )
    raise AssertionError("a legal pairing exists")


def set_key(field, ups, lower):
    """C5, C6, C7, then 3.5.4."""
    rest = [n for n in lower if n not in ups]
    ordered = sorted(ups, key=lambda n: (-field.score[n], field.tpn[n]))
    return (
        [-score for score in sorted(field.score[n] for n in ups)],
        not following_is_fine(field, lower, rest),
        0 if field.last_two else sum(field.floated[n] for n in ups),
        [field.tpn[n] for n in ordered],
    )


def following_is_fine(field, lower, rest):
    """C6: the next scoregroup, as the round started, can be paired with none or one more."""
    if not lower:
        return True
    below = max(field.score[n] for n in lower)
    following = [n for n in rest if field.score[n] == below]
    others = [n for n in rest if field.score[n] < below]
    ups = [()] if len(following) % 2 == 0 else [(n,) for n in others]
    return not following or any(
        legal(field, [*following, *each]) and legal(field, [n for n in others if n not in each])
        for each in ups
    )


def pairing_key(field, pairs, top):
    """C8, C9, C10, then the tops and the bottoms (3.6.2)."""
    wants = [[field.preference(n) for n in each] for each in pairs]
    clash = [a and b and a[0] is b[0] for a, b in wants]
    strong = [
        bool(c and a[1] and b[1]) and field.rules.preference is Preference.TYPE_B
        for c, (a, b) in zip(clash, wants, strict=True)
    ]
    floated = 0
    if not field.last_two:
        for one, other in pairs:
            for up, opponent in ((one, other), (other, one)):
                if field.score[up] < top:
                    floated += field.floated[opponent]
    return (
        sum(map(bool, clash)),
        sum(strong),
        floated,
        [field.tpn[one] for one, _other in pairs],
        [field.tpn[other] for _one, other in pairs],
    )


def coloured(field, one, other):
    """White first (4.2, 4.3)."""

    def rank(number):
        second = -field.other[number] if field.rules.uses_other else 0
        return -field.score[number], second, field.tpn[number]

    first, second = sorted((one, other), key=rank)
    colour = colour_of_first(field, first, second)
    return (first, second) if colour is Colour.WHITE else (second, first)


def colour_of_first(field, first, second):
    own, theirs = field.colours[first], field.colours[second]
    if not own and not theirs:
        lot = field.task.initial
        return lot if field.tpn[first] % 2 else lot.other
    wish, other = field.preference(first), field.preference(second)
    if wish and not other:
        return wish[0]
    if other and not wish:
        return other[0].other
    if wish and other and wish[0] is not other[0]:
        return wish[0]
    if wish and other and field.rules.preference is Preference.TYPE_B and wish[1] != other[1]:
        return wish[0] if wish[1] else other[0].other
    if field.difference(first) != field.difference(second):
        lower = field.difference(first) < field.difference(second)
        return Colour.WHITE if lower else Colour.BLACK
    for mine, yours in zip(reversed(own), reversed(theirs), strict=False):
        if mine is not yours:
            return mine.other
    if wish:
        return wish[0]
    return own[-1].other if own else theirs[-1]
