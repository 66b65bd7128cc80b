"""A tournament that comes again in a file: who is who, and what the file would change.

What comes of reading a tournament file, and of writing one, whatever its format.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from itertools import count
from typing import Any

from clubscore.text.problems import Problem, Sentence
from events.tournaments.core.domain.results import PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from players.domain.characters import match_key

FACTS = (
    "start", "finish", "city", "federation", "kind", "time_control", "chief_arbiter", "deputies",
    "round_dates", "tie_breaks", "forbidden", "lot", "virtual_points", "awards", "is_accelerated",
)  # fmt: skip
"""What a file may leave out: then the stored value stays."""

_OF_ENTRANT = ("family", "given", "sex", "title", "rating", "federation", "identity", "born")


@dataclass(frozen=True, slots=True)
class Known:
    """An entry that is stored; ``key`` names it, ``number`` may still be ``None``."""

    key: int
    number: int | None
    family: str
    given: str = ""
    identity: str = ""

    @property
    def name(self) -> str:
        return match_key(f"{self.family} {self.given}")


@dataclass(frozen=True, slots=True)
class Change:
    """A result of a round that the file has otherwise, seen by the entrant of the file."""

    entrant: Entrant
    round: int
    before: Result | None
    after: Result | None


@dataclass(frozen=True, slots=True)
class Differences:
    """What a file changes in a stored tournament.

    ``facts`` are names of fields; ``renumbered`` counts starting numbers that change. A pending
    game that gets its result is among ``new``, how many results of known players there were not
    yet; a game of two counts twice.
    """

    facts: tuple[str, ...]
    added: tuple[Entrant, ...]
    removed: tuple[Entrant, ...]
    corrected: tuple[Entrant, ...]
    renumbered: int
    new: int
    changed: tuple[Change, ...]

    @property
    def any(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


def matches(known: Iterable[Known], entrants: Iterable[Entrant]) -> dict[int, int]:
    """The key of the stored entry for each starting number of the file that has one.

    By the same identity number, else by the same number and name, else by a name that only one
    stored entry and only one entrant have. Case, accents and hyphens of names do not matter.
    """
    entrants = list(entrants)
    by_identity, by_name = defaultdict(list), defaultdict(list)
    for each in known:
        by_identity[each.identity].append(each)
        by_name[each.name].append(each)
    names = {entrant.number: _name(entrant) for entrant in entrants}
    often = Counter(names.values())
    found: dict[int, int] = {}
    taken: set[int] = set()

    def take(entrant: Entrant, candidates: Iterable[Known]) -> None:
        free = [candidate for candidate in candidates if candidate.key not in taken]
        if entrant.number not in found and len(free) == 1:
            found[entrant.number] = free[0].key
            taken.add(free[0].key)

    for entrant in entrants:
        if entrant.identity:
            take(entrant, by_identity[entrant.identity])
    for entrant in entrants:
        same = by_name[names[entrant.number]]
        take(entrant, (each for each in same if each.number == entrant.number))
    for entrant in entrants:
        if often[names[entrant.number]] == 1:
            take(entrant, by_name[names[entrant.number]])
    return found


def merged(stored: Tournament, file: Tournament) -> Tournament:
    """The tournament of the file, with the stored facts where the file has none."""
    kept: dict[str, Any] = {
        fact: getattr(stored, fact) for fact in FACTS if not getattr(file, fact)
    }
    if file.system == PointSystem():
        kept["system"] = stored.system
    # They count by their place: those of another number of rounds fit none.
    if len(kept.get("round_dates", ())) != file.rounds:
        kept.pop("round_dates", None)
    return replace(file, **kept)


def stored_numbers(file: Tournament, numbers: Mapping[int, int | None]) -> dict[int, int]:
    """The number that everybody of a file has here: that of the file, or the stored one where the
    file has no starting numbers; who is new gets one behind them."""
    if not file.by_place:
        return {entrant.number: entrant.number for entrant in file.entrants}
    last = max((number for number in numbers.values() if number), default=0)
    fresh = count(last + 1)
    return {entrant.number: numbers.get(entrant.number) or next(fresh) for entrant in file.entrants}


def aligned(stored: Tournament, file: Tournament, numbers: Mapping[int, int | None]) -> Tournament:
    """The tournament of a file with the numbers of :func:`stored_numbers`, and with the komi of its
    games, which no file of go has. ``numbers`` are the stored ones by those of the file."""
    now = stored_numbers(file, numbers)
    olds = {entrant.number: entrant for entrant in stored.entrants}
    stored_of = {now[number]: old for number, old in numbers.items() if old is not None}
    entrants = []
    for entrant in file.entrants:
        number = now[entrant.number]
        old = olds.get(stored_of.get(number, 0))
        results = tuple(
            result
            and _with_komi(
                replace(
                    result, opponent=result.opponent and now.get(result.opponent, result.opponent)
                ),
                _result(old, index) if old else None,
                stored_of,
            )
            for index, result in enumerate(entrant.results)
        )
        entrants.append(replace(entrant, number=number, results=results))
    entrants.sort(key=lambda entrant: entrant.number)
    if stored.teams and not file.teams:
        file = _with_teams_of(stored, file, {old: new for new, old in stored_of.items()})
    else:
        teams = tuple(
            replace(team, members=tuple(now.get(member, member) for member in team.members))
            for team in file.teams
        )
        file = replace(file, teams=teams)
    # Result files end with the last round that was begun, whatever was planned.
    rounds = max(file.rounds, stored.rounds) if file.by_place else file.rounds
    return replace(file, entrants=tuple(entrants), by_place=False, rounds=rounds)


def _with_teams_of(stored: Tournament, file: Tournament, now_of: Mapping[int, int]) -> Tournament:
    """A file that says nothing of teams, with those that are stored; ``now_of`` are the numbers
    that the players have now by those they had."""
    teams = tuple(
        replace(team, members=tuple(now_of[member] for member in team.members if member in now_of))
        for team in stored.teams
    )
    facts = replace(
        stored.team_facts,
        line_ups=tuple(
            replace(each, players=tuple(now_of.get(player, 0) for player in each.players))
            for each in stored.team_facts.line_ups
        ),
    )
    return replace(file, teams=teams, team_facts=facts, forbidden_teams=stored.forbidden_teams)


def _with_komi(result: Result, old: Result | None, stored_of: Mapping[int, int]) -> Result:
    if result.komi is not None or old is None or old.opponent is None or result.opponent is None:
        return result
    same = (stored_of.get(result.opponent), result.colour, result.handicap)
    if same != (old.opponent, old.colour, old.handicap):
        return result
    return replace(result, komi=old.komi)


def differences(
    stored: Tournament, file: Tournament, numbers: Mapping[int, int | None]
) -> Differences:
    """What the file changes. ``numbers`` are the stored starting numbers by those of the file;
    whoever is not among them is new. Who has left stays, also where the file lacks them."""
    before = {entrant.number: entrant for entrant in stored.entrants}
    after = merged(stored, aligned(stored, file, numbers))
    here = stored_numbers(file, numbers)
    numbers = {here[number]: old for number, old in numbers.items()}
    pairs = [
        (before[number], entrant)
        for entrant in after.entrants
        if (number := numbers.get(entrant.number)) is not None
    ]
    new, changed = _results(pairs, {old.number: now.number for old, now in pairs}, file.rounds)
    met = {old.number for old, _now in pairs}
    facts = ("name", "rounds", "system", "teams", *FACTS)
    return Differences(
        facts=tuple(fact for fact in facts if _fact(stored, fact) != _fact(after, fact)),
        added=tuple(entrant for entrant in after.entrants if entrant.number not in numbers),
        removed=tuple(
            entrant
            for entrant in stored.entrants
            if entrant.number not in met and entrant.left_after is None
        ),
        corrected=tuple(now for old, now in pairs if _facts_differ(old, now)),
        renumbered=sum(old.number != now.number for old, now in pairs),
        new=new,
        changed=tuple(changed),
    )


def _fact(tournament: Tournament, name: str) -> Any:
    """A fact as it is compared; of teams not all files say more than their players."""
    if name == "teams":
        return [(team.name, team.members) for team in tournament.teams]
    return getattr(tournament, name)


def _results(
    pairs: Iterable[tuple[Entrant, Entrant]], now_of: Mapping[int, int], rounds: int
) -> tuple[int, list[Change]]:
    new, changed = 0, []
    for old, now in pairs:
        for index in range(max(rounds, len(old.results))):
            was, will = _result(old, index), _result(now, index)
            if was and was.opponent is not None:
                was = replace(was, opponent=now_of.get(was.opponent, was.opponent))
            if was == will:
                continue
            if was is None or was.code.value == "*":
                new += 1
            else:
                changed.append(Change(now, index + 1, was, will))
    return new, changed


def _result(entrant: Entrant, index: int) -> Result | None:
    return entrant.results[index] if index < len(entrant.results) else None


def _facts_differ(old: Entrant, now: Entrant) -> bool:
    """Whether the file has another value for a fact; what it leaves out stays."""
    return any(
        getattr(now, field) and getattr(now, field) != getattr(old, field) for field in _OF_ENTRANT
    )


def _name(entrant: Entrant) -> str:
    return match_key(f"{entrant.family} {entrant.given}")


class Profile(StrEnum):
    """How strictly a file is read."""

    LENIENT = "lenient"
    STRICT = "strict"


class Format(StrEnum):
    """The formats of the Krause family that are written."""

    TRF16 = "trf16"
    TRF26 = "trf26"
    KRAUSE = "krause"


@dataclass(frozen=True, slots=True)
class FileProblem(Problem):
    """A problem of a player; ``stored`` is what an adjustment stores instead."""

    player: int | None = None
    stored: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A tournament as read. The adjustments wait for the director's consent; ``comments`` are the
    lines that are no records, unchanged; ``is_judged``: its rounds were compared with the rules,
    which pair the rounds of ``differences`` otherwise."""

    tournament: Tournament
    adjustments: tuple[FileProblem, ...] = ()
    notices: tuple[FileProblem, ...] = ()
    comments: str = ""
    is_judged: bool = False
    differences: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a file, and notices of what differs from what is stored."""

    text: str
    notices: tuple[Sentence, ...] = ()


class Level(StrEnum):
    """How much a finding matters."""

    MANDATORY = "mandatory"
    TITLE = "title"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """``field`` is empty for a whole record; ``line`` is ``None`` where it is not there."""

    level: Level
    record: str
    field: str
    line: int | None
    player: int | None
    value: str
    message: Sentence


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many there are of each level."""
    found = Counter(each.level for each in findings)
    return {level.value: found[level] for level in Level}
