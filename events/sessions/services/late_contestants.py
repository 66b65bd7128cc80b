"""Contestants who register when the movement is set: they have names, and no seat yet.

Each section with a movement takes one at a time, under the number after its highest. The desk
shows who has no seat; a change of the movement gives one.
"""

from collections.abc import Collection, Mapping

from events.models import Contestant, Section
from events.sessions.selectors.sessions import late_codes
from players.domain.names import Name


def added(
    *, session_id: int, names: Mapping[str, Collection[Name | None]], known: Collection[str]
) -> dict[str, Contestant]:
    """Store those who have a name, and return them by code; ``known`` are all codes so far.

    The session is locked.
    """
    late = {
        code: number
        for code, number in late_codes(session_id).items()
        if code not in known and any(names.get(code, ()))
    }
    sections = {each.letter: each for each in Section.objects.filter(session=session_id)}
    return {
        code: Contestant.objects.create(
            section=sections[code.removesuffix(str(number))], number=number
        )
        for code, number in late.items()
    }


def drop_unnamed(*, contestants: Collection[int]) -> None:
    """Remove those of some contestants whose names were taken away again, and who have no seat."""
    nobody = Contestant.objects.filter(pk__in=contestants, sides=None, memberships=None)
    nobody.filter(section__movement__isnull=False, penalties=None).delete()
