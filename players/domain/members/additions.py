"""Names with an addition, where two people have the same: ``Jan Jansen (1961)``.

The register holds each name once. What distinguishes the second person is the year of birth, else a
number, else 2, 3 and so on.
"""

from collections.abc import Iterator, Mapping

from players.domain.members.member import IDENTITIES, Known, Member
from players.domain.names import MAX_LENGTH, Name


class Names:
    """The names that are taken: by the register's players, and by the list's as they come."""

    def __init__(self, by_key: Mapping[str, Known]) -> None:
        self._by_key = by_key
        self._given: set[str] = set()
        self._counts: dict[str, int] = {}

    def new(self, member: Member) -> Name:
        """A name for a new player, which nobody else has."""
        name = member.name
        if self._is_taken(name.key):
            name = next(
                each for each in self._with_additions(member) if not self._is_taken(each.key)
            )
        self._given.add(name.key)
        return name

    def renamed(self, known: Known, name: Name) -> Known | None:
        """Give a player another name; whoever has it already, and then it stays as it was."""
        holder = self._by_key.get(name.key, known if name.key in self._given else None)
        if holder is None or (holder is known and name.key not in self._given):
            self._given.add(name.key)
            return None
        return holder

    def _is_taken(self, key: str) -> bool:
        return key in self._by_key or key in self._given

    def _with_additions(self, member: Member) -> Iterator[Name]:
        for addition in (member.born[:4], *map(member.facts.get, IDENTITIES)):
            if addition:
                yield _with(member.name, addition)
        while True:
            key = member.name.key
            self._counts[key] = self._counts.get(key, 1) + 1
            yield _with(member.name, str(self._counts[key]))


def _with(name: Name, addition: str) -> Name:
    end = f" ({addition})"
    text = f"{name.text[: MAX_LENGTH - len(end)].rstrip()}{end}"
    return Name(text, name.given, name.particle, name.family)
