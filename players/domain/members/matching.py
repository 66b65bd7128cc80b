"""Each member of a list against the register: new, to be updated, the same, or a question.

In this order: by national number, FIDE number, EGD pin, club number; by name and birth; by the name
alone, which is a question unless nothing would change; by initials, always a question. Whom a
number or the birth shows to be somebody else is new, under a name with an addition, because the
register holds each name once.

The register as a list is compared with it: its players by number and by name.

Names with an addition, where two people have the same: ``Jan Jansen (Oxford)``.

The register holds each name once. What distinguishes the second person is the year of birth, else a
number, else 2, 3 and so on.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from clubscore.text.problems import Problem, Sentence, gettext_noop, sentence
from players.domain.members.member import (
    IDENTITIES,
    Changes,
    Known,
    Member,
    are_two_people,
    births_agree,
    changed_facts,
    identity_key,
    is_initials,
    is_less_exact,
    is_only_typed_worse,
    spelling,
)
from players.domain.names import Name, public_marks, with_mark, without_mark


class Action(StrEnum):
    """What the list would do to a player."""

    NEW = "new"
    UPDATE = "update"
    SAME = "same"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Match:
    """A member with the player found (``None`` for a new one), and what would ``change``.

    ``name`` is what a new player would be called; empty where the player cannot be new, because a
    number is that of somebody else. ``twins`` are other records that seem to be the same player.
    """

    member: Member
    action: Action
    known: Known | None = None
    changes: Changes = field(default_factory=dict)
    name: Name | None = None
    question: Sentence | None = None
    twins: tuple[Known, ...] = ()

    @property
    def line(self) -> int:
        """The line of the list."""
        return self.member.line


@dataclass(frozen=True, slots=True)
class Matching:
    """The members in the order of the list, without those who are a problem."""

    matches: tuple[Match, ...]
    problems: tuple[Problem, ...]

    @property
    def mark(self) -> str:
        """A mark that is another when the list would do something else to the register."""
        digest = hashlib.sha256()
        for match in self.matches:
            number = match.known.number if match.known else ""
            name = match.name.text if match.name else ""
            facts = sorted(match.member.facts.items())
            parts = (
                match.member.key,
                match.action.value,
                number,
                name,
                [*match.changes.items()],
                facts,
            )
            digest.update(repr(parts).encode())
        return digest.hexdigest()


def match(members: Iterable[Member], players: Iterable[Known]) -> Matching:
    """Each member against the players of the register; in time that grows with their number."""
    matcher = _Matcher(Register(players))
    matches: list[Match] = []
    problems: list[Problem] = []
    for member in members:
        if other := matcher.of_same_number(member):
            problems.append(_number_twice(member, other))
            continue
        before = matcher.line_of_same(member)
        if before is None:
            found = matcher.match(member)
            before = matcher.line_of_known(found)
        if before is not None:
            problems.append(_twice(member, before))
            continue
        matcher.remember(found)
        matches.append(found)
    return Matching(tuple(matches), tuple(problems))


def _twice(member: Member, before: int) -> Problem:
    return Problem(
        sentence(
            '"%(name)s" is the same person as in line %(line)s. Delete one of the two lines; two '
            "people"
            " are told apart by their numbers or dates of birth.",
            name=member.name.text,
            line=before,
        ),
        member.line,
        "name",
        member.name.text,
    )


def _number_twice(member: Member, other: Member) -> Problem:
    """The problem of two names that have nothing in common but a number."""
    values = {"name": member.name.text, "line": other.line, "other": other.name.text}
    return Problem(
        sentence(
            '"%(name)s" has a number that line %(line)s has too, "%(other)s". Correct one of them.',
            **values,
        ),
        member.line,
        "name",
        member.name.text,
    )


MAX_CANDIDATES = 50
"""How many players of one name are compared; more are not two people but many mistakes."""


class Register:
    """The players, found by what identifies them. Built once; each search is a look-up."""

    def __init__(self, players: Iterable[Known]) -> None:
        self.by_key: dict[str, Known] = {}
        self._by_identity: dict[tuple[str, str], Known] = {}
        self._by_name: dict[str, list[Known]] = {}
        self._by_initial: dict[tuple[str, str], list[Known]] = {}
        for known in players:
            self._add(known)

    def by_numbers(self, member: Member) -> dict[str, Known]:
        """The players with one of the member's numbers, by the field of the number."""
        numbers: dict[str, Known] = {}
        for identity in IDENTITIES:
            value = member.facts.get(identity)
            known = self._by_identity.get((identity, identity_key(value))) if value else None
            if known:
                numbers[identity] = known
        return numbers

    def by_name(self, name: Name) -> Sequence[Known]:
        """The players of this name, also where something in brackets distinguishes them."""
        return self._by_name.get(spelling(name.text), ())

    def by_initials(self, name: Name) -> list[Known]:
        """The players whose name could be this one with initials for given names, or the other
        way round."""
        found = self._by_initial.get(_initial_key(name), ())
        return [known for known in found if _differ_in_initials(known.name, name)]

    def _add(self, known: Known) -> None:
        self.by_key[known.name.key] = known
        for identity in IDENTITIES:
            if value := known.facts.get(identity):
                self._by_identity.setdefault((identity, identity_key(value)), known)
        for key in {spelling(known.name.text), spelling(without_mark(known.name.text))}:
            _append(self._by_name.setdefault(key, []), known)
        if known.name.given and known.name.family:
            _append(self._by_initial.setdefault(_initial_key(known.name), []), known)


def _append(players: list[Known], known: Known) -> None:
    if len(players) < MAX_CANDIDATES:
        players.append(known)


def _initial_key(name: Name) -> tuple[str, str]:
    first = spelling(name.given[:1])
    return spelling(name.surname), first


def _differ_in_initials(one: Name, other: Name) -> bool:
    """Whether one has initials and the other given names that begin so, or fewer initials."""
    if not one.given or not other.given or not (is_initials(one.given) or is_initials(other.given)):
        return False
    letters, others = (_first_letters(each.given) for each in (one, other))
    return letters.startswith(others) or others.startswith(letters)


def _first_letters(given: str) -> str:
    """``jw`` of *Jan Willem*, ``J.W.`` and *JW*."""
    if is_initials(given):
        return spelling("".join(filter(str.isalpha, given)))
    return "".join(spelling(word[0]) for word in given.replace("-", " ").split())


class _Matcher:
    """Matches one member after the other, and remembers them."""

    def __init__(self, register: Register) -> None:
        self._register = register
        self._names = Names(register.by_key)
        self._lines: dict[int, int] = {}
        self._identities: dict[tuple[str, str], Member] = {}
        self._namesakes: dict[str, list[Member]] = {}

    def of_same_number(self, member: Member) -> Member | None:
        """Somebody else above who has a number of this member."""
        for key in _identities(member):
            other = self._identities.get(key)
            if other and _are_strangers(other.name, member.name):
                return other
        return None

    def line_of_same(self, member: Member) -> int | None:
        """The line above with the same person, if there is one."""
        for key in _identities(member):
            if key in self._identities:
                return self._identities[key].line
        others = self._namesakes.get(spelling(member.name.text), ())
        same = (
            other
            for other in others
            if not are_two_people(other.facts, member.facts)
            # The register's may be an old one; of a list all are of one day.
            and not _club_numbers_differ(other, member)
        )
        return next((other.line for other in same), None)

    def line_of_known(self, found: Match) -> int | None:
        """The line above that has the same player of the register for certain."""
        if not found.known or found.action is Action.ASK:
            return None
        return self._lines.get(found.known.number)

    def remember(self, found: Match) -> None:
        """The member of this line is known from now on."""
        member = found.member
        for key in _identities(member):
            self._identities[key] = member
        namesakes = self._namesakes.setdefault(spelling(member.name.text), [])
        if len(namesakes) < MAX_NAMESAKES:
            namesakes.append(member)
        if found.known and found.action is not Action.ASK:
            self._lines[found.known.number] = member.line

    def match(self, member: Member) -> Match:
        """The member against the register."""
        return (
            self._by_numbers(member)
            or self._by_name(member)
            or self._by_initials(member)
            or Match(member, Action.NEW, name=self._names.new(member))
        )

    def _by_numbers(self, member: Member) -> Match | None:
        found = self._register.by_numbers(member)
        if not found:
            return None
        number, known = next(iter(found.items()))
        others = [by_number for by_number in found.values() if by_number.number != known.number]
        match = self._changed(member, known, others)
        if _are_strangers(known.name, member.name):
            question = sentence(_OTHER_NAME[number], **_of(known))
            return replace(match, action=Action.ASK, question=question)
        return match

    def _by_name(self, member: Member) -> Match | None:
        namesakes = self._register.by_name(member.name)
        possible = [known for known in namesakes if not are_two_people(known.facts, member.facts)]
        if not possible:
            return None
        agreeing = [known for known in possible if births_agree(known.born, member.born)]
        known, *others = agreeing or possible
        match = self._changed(member, known, others)
        if len(agreeing) == 1 or match.action is Action.SAME:
            return match
        return self._asked(match, _SAME_NAME)

    def _by_initials(self, member: Member) -> Match | None:
        if not member.name.given or not member.name.family:
            return None
        found = self._register.by_initials(member.name)
        possible = [known for known in found if not are_two_people(known.facts, member.facts)]
        if not possible:
            return None
        # Several are no records of one person: only the first is asked about.
        return self._asked(self._changed(member, possible[0], []), _INITIALS)

    def _asked(self, match: Match, question: str) -> Match:
        values = _of(match.known) if match.known else {}
        asked = sentence(question, name=match.member.name.text, **values)
        name = self._names.new(match.member)
        return replace(match, action=Action.ASK, question=asked, name=name)

    def _changed(self, member: Member, known: Known, others: Sequence[Known]) -> Match:
        """What the member would change of a player; ``others`` seem to be the same person."""
        changes = changed_facts(known, member)
        twins = {other.number: other for other in others if _may_be_same(other, known)}
        for key in IDENTITIES:
            # It is another player's, and two players never share one.
            if key in changes and any(
                identity_key(other.facts.get(key, "")) == identity_key(changes[key][1])
                for other in others
            ):
                del changes[key]
        if _is_better(member.name, known.name):
            holder = self._names.renamed(known, member.name)
            if holder is None:
                changes = {"name": (known.name.text, member.name.text), **changes}
            elif holder.number != known.number and _may_be_same(holder, known):
                twins.setdefault(holder.number, holder)
        action = Action.UPDATE if changes else Action.SAME
        return Match(member, action, known, changes, twins=tuple(twins.values()))


MAX_NAMESAKES = 50


def _identities(member: Member) -> Iterator[tuple[str, str]]:
    for field_ in IDENTITIES:
        if value := member.facts.get(field_):
            yield field_, identity_key(value)


def _club_numbers_differ(one: Member, other: Member) -> bool:
    numbers = {identity_key(each.facts.get("club_number", "")) for each in (one, other)}
    return len(numbers - {""}) > 1


def _is_better(name: Name, stored: Name) -> bool:
    """Whether the list's name should replace the stored one."""
    if name.text == stored.text or is_less_exact(name, stored):
        return False
    if spelling(name.text) == spelling(stored.text):
        return not is_only_typed_worse(name, stored)
    return spelling(name.text) != spelling(without_mark(stored.text))


def _may_be_same(one: Known, other: Known) -> bool:
    """Whether two records may be one person's: nothing shows, or says, that they are two."""
    has_addition = any(without_mark(each.name.text) != each.name.text for each in (one, other))
    return not has_addition and not are_two_people(one.facts, other.facts)


def _are_strangers(one: Name, other: Name) -> bool:
    """Whether two names have nothing in common but perhaps letters."""
    words, others = (
        {spelling(word) for word in each.text.replace("-", " ").split()} for each in (one, other)
    )
    return spelling(one.text) != spelling(other.text) and not words & others


def _of(known: Known) -> dict[str, object]:
    return {"known": known.name.text, "number": known.number}


_SAME_NAME = gettext_noop('Is this "%(known)s" (%(number)s) of the register?')

_INITIALS = gettext_noop('Is "%(name)s" the "%(known)s" (%(number)s) of the register?')

_OTHER_NAME = {
    "national_number": gettext_noop(
        'The national number is that of "%(known)s" (%(number)s). Is this the same person?'
    ),
    "fide_number": gettext_noop(
        'The FIDE number is that of "%(known)s" (%(number)s). Is this the same person?'
    ),
    "egd_pin": gettext_noop(
        'The EGD pin is that of "%(known)s" (%(number)s). Is this the same person?'
    ),
    "club_number": gettext_noop(
        'The club number is that of "%(known)s" (%(number)s). Is this the same person?'
    ),
}


class Names:
    """The names that are taken: by the register's players, and by the list's as they come."""

    def __init__(self, by_key: Mapping[str, Known]) -> None:
        self._by_key = by_key
        self._given: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def new(self, member: Member) -> Name:
        """A name for a new player, which nobody else has."""
        name = member.name
        if self._is_taken(name.key):
            name = next(
                each for each in self._with_additions(member) if not self._is_taken(each.key)
            )
        self._given[name.key] = member.facts.get("club", "")
        return name

    def renamed(self, known: Known, name: Name) -> Known | None:
        """Give a player another name; whoever has it already, and then it stays as it was."""
        holder = self._by_key.get(name.key, known if name.key in self._given else None)
        if holder is None or (holder is known and name.key not in self._given):
            self._given[name.key] = known.facts.get("club", "")
            return None
        return holder

    def _is_taken(self, key: str) -> bool:
        return key in self._by_key or key in self._given

    def _with_additions(self, member: Member) -> Iterator[Name]:
        key = member.name.key
        known = self._by_key.get(key)
        club = known.facts.get("club", "") if known else self._given[key]
        for mark in public_marks(member.facts, other={"club": club}):
            yield with_mark(member.name, mark)
        while True:
            self._counts[key] = self._counts.get(key, 1) + 1
            yield with_mark(member.name, str(self._counts[key]))
