"""Files of tournaments in any format: OpenGotha, results of the EGF, or the Krause family."""

from events.tournaments.files.domain import Profile, Reading
from events.tournaments.files.formats.egf import is_h9, read_h9
from events.tournaments.files.formats.krause import reader as krause
from events.tournaments.files.formats.opengotha import is_xml, read_opengotha
from events.tournaments.files.formats.opengotha_settings import corrections
from events.tournaments.go.domain.event import GoEvent, tournament_of


def read(text: str, *, profile: Profile = Profile.LENIENT, file_name: str = "") -> Reading:
    """The tournament of a file. ``profile`` and ``file_name`` are those of the Krause family.

    Raises :class:`Refused` with every problem.
    """
    if is_xml(text):
        reading = read_opengotha(text)
        adjustments = tuple(corrections(reading.event.settings))
        return Reading(tournament_of(reading.event), adjustments, reading.notices)
    if is_h9(text):
        return read_h9(text)
    return krause.read(text, profile=profile, file_name=file_name)


def read_gotha(text: str) -> GoEvent | None:
    """The tournament of an OpenGotha file; ``None`` for any other. Raises :class:`Refused`."""
    return read_opengotha(text).event if is_xml(text) else None
