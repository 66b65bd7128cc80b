"""The Dutch Swiss system of 1 February 2026 by gacrux, the one module that knows this package.

gacrux wants players numbered from 1 without gaps, and changes the dictionary that it is given: a
new one is made for every call, with numbers of its own. It never draws the initial colour: the
task holds it. The order of the boards is ours. Source: FIDE handbook, C.04.3.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result, write_points
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.core.domain.wishes import Group, preferred_pairs, wishes_of
from events.tournaments.pairing.domain.proposal import (
    NOBODY,
    Pair,
    Proposal,
    Scores,
    Task,
    in_board_order,
    pairing_scores,
    places_of,
)

_LETTERS = {
    Code.WIN: "W", Code.DRAW: "D", Code.LOSS: "L",
    Code.UNRATED_WIN: "W", Code.UNRATED_DRAW: "D", Code.UNRATED_LOSS: "L",
    Code.FORFEIT_WIN: "W", Code.FORFEIT_LOSS: "Z",
    Code.PAIRING_BYE: "P", Code.FULL_BYE: "W", Code.HALF_BYE: "D", Code.ZERO_BYE: "Z",
}  # fmt: skip
_NO_LEGAL = gettext_noop(
    "No legal pairing of round %(round)s exists: whoever is paired, somebody is left over or meets"
    " a former opponent. The chief arbiter decides (FIDE C.04.3, article 1.9.3)."
)
_FLOAT = gettext_noop("%(upper)s floats down from a score of %(more)s to %(less)s; %(colour)s")
_COLOURS = {
    "E.1": gettext_noop("both get the colour that is due."),
    "E.2": gettext_noop("the stronger colour preference is granted."),
    "E.3": gettext_noop("colours alternate to the latest round in which they differed."),
    "E.4": gettext_noop("the higher ranked player gets the colour that is due."),
    "E.5": gettext_noop("colours by the lot and the starting number."),
}
_BYE = gettext_noop("The lowest who may have the bye and leaves the others a legal pairing.")
_BYE_BEFORE = gettext_noop("The lowest who may have the bye; not %(others)s.")
_HAD = gettext_noop("%(number)s (bye in round %(round)s)")
_WON = gettext_noop("%(number)s (points of a win without a game in round %(round)s)")
_LEFT = gettext_noop("%(number)s (the others could not be paired, or not so well)")
_PLAYED = gettext_noop("%(number)s (fewer games played)")
_AND = gettext_noop("%(reason)s; %(others)s")
_MORE = gettext_noop("and more")
NAMED = 6
"""How many who are passed over for the bye are named."""
_PREFERRED = gettext_noop("A preferred pair.")
_NO_RULE = gettext_noop("colours as usual.")


def pair_dutch(task: Task) -> Proposal:
    """The round by the Dutch system. Raises :class:`Refused` where no legal pairing exists.

    Preferred pairs are made first. Who is to be avoided is kept apart if there is such a pairing.
    """
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    wishes = wishes_of(task.tournament, task.round)
    preferred = tuple(preferred_pairs(task.tournament, task.round, task.present))
    # What is only wished gives way: first the preferred pairs, then who is to be avoided.
    tries = ((preferred, wishes.avoid), ((), wishes.avoid), (preferred, ()), ((), ()))
    for made, avoided in dict.fromkeys(tries):
        try:
            return _paired(task, made, (*wishes.never, *avoided))
        except GacruxNoLegalPairing:
            continue
    raise Refused(sentence(_NO_LEGAL, round=task.round))


def _paired(task: Task, made: Sequence[tuple[int, int]], apart: Iterable[Group]) -> Proposal:
    """The round with some pairs that are made already."""
    settled = {number for pair in made for number in pair}
    rest = replace(task, present=task.present - settled)
    places = places_of(task.tournament)
    found: list[dict[str, Any]] = []
    if rest.present:
        engine = pairing_dutch(_event(rest, places, apart), task.round, _params(task))
        brackets = engine.compute_pairing(False, 0)
        found = [pair for bracket in brackets if bracket for pair in bracket["pairs"]]
    return _proposal(task, found, {place: number for number, place in places.items()}, made)


def _params(task: Task) -> dict[str, Any]:
    return {"experimental": [], "verbose": 0, "top_color": task.initial.value, "rank": False}


def _proposal(
    task: Task,
    found: list[dict[str, Any]],
    numbers: dict[int, int],
    preferred: Iterable[tuple[int, int]],
) -> Proposal:
    scores = pairing_scores(task)
    pairs = [_preferred(task, one, other) for one, other in preferred]
    byes = []
    for pair in found:
        sides = [numbers[pair[side]] for side in ("w", "b") if pair[side]]
        if len(sides) == 1:
            byes += sides
        else:
            white, black = sides
            pairs.append(Pair(white, black, _why(sides, scores, pair.get("colorrule", ""))))
    in_order = tuple(in_board_order(pairs, task, scores))
    if not byes:
        return Proposal(in_order)
    return Proposal(in_order, tuple(byes), _bye_why(task, byes[0], scores))


def _bye_why(task: Task, number: int, scores: Scores) -> Sentence:
    """Why this player has the bye and not one of those below (C.04.3, criteria C2, C5 and C9)."""
    places = places_of(task.tournament)
    own = scores[number], -places[number]
    below = [
        entrant
        for entrant in task.taking_part
        if (scores[entrant.number], -places[entrant.number]) < own
    ]
    below.sort(key=lambda entrant: (scores[entrant.number], -places[entrant.number]))
    if not below:
        return Sentence(_BYE)
    more = [Sentence(_MORE)] if len(below) > NAMED else []
    bye = next(entrant for entrant in task.taking_part if entrant.number == number)
    passed = (
        _passed_over(
            task,
            entrant,
            played_less=scores[entrant.number] == own[0] and _played(entrant) < _played(bye),
        )
        for entrant in below[:NAMED]
    )
    *reasons, others = [*passed, *more]
    for reason in reversed(reasons):
        others = sentence(_AND, reason=reason, others=others)
    return sentence(_BYE_BEFORE, others=others)


def _played(entrant: Entrant) -> int:
    """Games that were played."""
    return sum(result is not None and result.code.played for result in entrant.results)


def _passed_over(task: Task, entrant: Entrant, *, played_less: bool) -> Sentence:
    """Why somebody below does not have the bye."""
    for round_, result in enumerate(entrant.results[: task.round - 1], start=1):
        if result and result.code is Code.PAIRING_BYE:
            return sentence(_HAD, number=entrant.number, round=round_)
        points = task.tournament.system.points(result.code) if result else None
        if result and not result.code.played and (points or 0) >= task.tournament.system.win:
            return sentence(_WON, number=entrant.number, round=round_)
    return sentence(_PLAYED if played_less else _LEFT, number=entrant.number)


def _preferred(task: Task, one: int, other: int) -> Pair:
    """White for the one who had it less, else for the lower number."""
    white, black = sorted((one, other), key=lambda number: (_balance(task, number), number))
    return Pair(white, black, Sentence(_PREFERRED))


def _balance(task: Task, number: int) -> int:
    """Games with White less games with Black."""
    (entrant,) = (each for each in task.tournament.entrants if each.number == number)
    colours = [result.colour for result in entrant.results if result and result.code.played]
    return colours.count(Colour.WHITE) - colours.count(Colour.BLACK)


def _why(sides: list[int], scores: Scores, rule: str) -> Sentence:
    colour = sentence(_COLOURS.get(rule, _NO_RULE))
    upper, lower = sorted(sides, key=lambda number: -scores[number])
    more, less = (write_points(scores[number]) for number in (upper, lower))
    if more == less:
        return sentence("Equal score (%(points)s); %(colour)s", points=more, colour=colour)
    return sentence(_FLOAT, upper=upper, more=more, less=less, colour=colour)


def _event(task: Task, places: dict[int, int], apart: Iterable[Group]) -> dict[str, Any]:
    """The tournament as gacrux takes it; nobody of a group of ``apart`` meets another of it."""
    tournament, before = task.tournament, task.round - 1
    games: list[dict[str, Any]] = []
    results = {entrant.number: entrant.results for entrant in tournament.entrants}
    for number, own in results.items():
        for round_ in range(1, task.round):
            result = own[round_ - 1] if round_ <= len(own) else None
            games += _game(number, round_, result, results, places)
    return {
        "tournamentNo": 1,
        "tournamentType": "",
        "tournamentInfo": {},
        "numRounds": max(tournament.rounds, task.round),
        "currentRound": before,
        "topColor": task.initial.value,
        "teamTournament": False,
        "teamSize": 1,
        "maxMeets": 1,
        "rankOrder": [],
        "scoreSystem": {"game": _scores(tournament.system)},
        "competitors": [
            {
                "cid": places[entrant.number],
                "present": entrant.number in task.present,
                "gamePoints": _decimal(tournament.points_of(entrant, before)),
                "rank": places[entrant.number],
                "rating": {"list": "", "rating": entrant.rating or 0},
            }
            for entrant in tournament.entrants
        ],
        "gameList": games,
        "matchList": [],
        "accelerated": {"values": _accelerations(task, places)},
        "prohibited": [_prohibited(task.round, group, places) for group in apart],
    }


def _game(
    number: int,
    round_: int,
    result: Result | None,
    results: dict[int, tuple[Result | None, ...]],
    places: dict[int, int],
) -> list[dict[str, Any]]:
    """What a player's result is as a game, which White's side makes; absence is a bye of no
    points. Where colours are not known, the lower number has White."""
    code = result.code if result else Code.ZERO_BYE
    game: dict[str, Any] = {
        "id": 0,
        "round": round_,
        "white": {"cid": places[number], "result": _LETTERS[code]},
        "black": None,
        "played": code.played or code is Code.PAIRING_BYE,
        "rated": code.rated,
    }
    if result and result.opponent is not None:
        other = results[result.opponent][round_ - 1]
        is_white = result.colour is Colour.WHITE if result.colour else number < result.opponent
        if not is_white or other is None:
            return []
        game["black"] = {"cid": places[result.opponent], "result": _LETTERS[other.code]}
    return [game]


def _scores(system: PointSystem) -> dict[str, Any]:
    points = {
        "W": system.win, "D": system.draw, "L": system.loss, "Z": system.zero_bye,
        "P": system.pairing_bye,
    }  # fmt: skip
    letters = {"F": "W", "H": "D", "A": "D", "U": "Z"}
    return {**{letter: _decimal(value) for letter, value in points.items()}, **letters}


def _accelerations(task: Task, places: dict[int, int]) -> list[dict[str, Any]]:
    """The numbers as ranges of places, those without anybody left out."""
    values = []
    for acceleration in task.accelerations:
        inside = [place for number, place in places.items() if number in acceleration.numbers]
        if inside:
            values.append(
                {
                    "matchPoints": _decimal(acceleration.points),
                    "gamePoints": _decimal(acceleration.points),
                    "firstRound": acceleration.first_round,
                    "lastRound": acceleration.last_round,
                    "firstCompetitor": min(inside),
                    "lastCompetitor": max(inside),
                }
            )
    return values


def _prohibited(round_: int, group: Group, places: dict[int, int]) -> dict[str, Any]:
    return {
        "firstRound": round_,
        "lastRound": round_,
        "competitors": [places[number] for number in sorted(group) if number in places],
    }


def _decimal(points: Fraction) -> Decimal:
    # Points have at most two decimals, so nothing is lost.
    return Decimal(points.numerator) / Decimal(points.denominator)
