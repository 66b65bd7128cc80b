"""Reading who plays in a session, in one query whatever their number."""

from dataclasses import dataclass, replace

from events.models import Contestant
from players.domain.names import Name


@dataclass(frozen=True, slots=True)
class ContestantRecord:
    """A contestant: its number, and its players' names as far as they are known."""

    pk: int
    section_id: int
    section: str
    direction: str
    number: int
    names: tuple[Name, ...] = ()

    @property
    def label(self) -> str:
        """The number, with its direction where both directions count from 1."""
        return f"{self.direction} {self.number}".strip()

    @property
    def code(self) -> str:
        """What names the contestant in its session: ``A5``, ``ANS3``."""
        return f"{self.section}{self.direction}{self.number}"

    @property
    def players(self) -> str:
        """The names, joined; empty while none is known."""
        return " – ".join(str(name) for name in self.names)

    @property
    def short_players(self) -> str:
        """The family names, joined, where there is little room."""
        return " – ".join(name.family for name in self.names)


def session_contestants(session_id: int) -> dict[int, ContestantRecord]:
    """The contestants of a session by id, in the order of section, direction and number."""
    rows = (
        Contestant.objects.filter(section__session=session_id)
        .order_by("section__letter", "-direction", "number", "memberships__place")
        .values_list(
            "pk",
            "section",
            "section__letter",
            "direction",
            "number",
            "memberships__player__given",
            "memberships__player__middle",
            "memberships__player__family",
        )
    )
    found: dict[int, ContestantRecord] = {}
    for pk, section_id, section, direction, number, given, middle, family in rows:
        record = found.get(pk) or ContestantRecord(pk, section_id, section, direction, number)
        if family is not None:
            record = replace(record, names=(*record.names, Name(given, middle, family)))
        found[pk] = record
    return found
