"""Reading a tournament file of any format that is known, by its text."""

from events.tournaments.files.formats.egf import is_h9, read_h9
from events.tournaments.files.formats.krause.reader import Profile, Reading, read
from events.tournaments.files.formats.opengotha import corrections, is_xml, read_opengotha
from events.tournaments.go.domain.event import tournament_of


def read_any(text: str, *, profile: Profile = Profile.LENIENT, file_name: str = "") -> Reading:
    """The tournament of a file of OpenGotha, a result file of the EGF, or one of the Krause family.

    ``profile`` and ``file_name`` are those of the last. Raises :class:`Refused` with every
    problem.
    """
    if is_xml(text):
        event = read_opengotha(text)
        return Reading(tournament_of(event), adjustments=tuple(corrections(event.settings)))
    if is_h9(text):
        return Reading(read_h9(text))
    return read(text, profile=profile, file_name=file_name)
