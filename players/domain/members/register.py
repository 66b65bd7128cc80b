"""The register as a list is compared with it: its players by number and by name."""

from collections.abc import Iterable, Sequence

from players.domain.members.comparing import identity_key, is_initials, spelling
from players.domain.members.member import IDENTITIES, Known, Member
from players.domain.names import Name

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
        found: dict[str, Known] = {}
        for field in IDENTITIES:
            value = member.facts.get(field)
            known = self._by_identity.get((field, identity_key(value))) if value else None
            if known:
                found[field] = known
        return found

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
        for field in IDENTITIES:
            if value := known.facts.get(field):
                self._by_identity.setdefault((field, identity_key(value)), known)
        for key in {spelling(known.name.text), spelling(without_addition(known.name.text))}:
            _append(self._by_name.setdefault(key, []), known)
        if known.name.given and known.name.family:
            _append(self._by_initial.setdefault(_initial_key(known.name), []), known)


def without_addition(text: str) -> str:
    """A name without what distinguishes it from another: ``Jan Jansen`` of
    ``Jan Jansen (1961)``."""
    name, bracket, _ = text.removesuffix(")").rpartition(" (")
    return name if bracket and text.endswith(")") and name else text


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
