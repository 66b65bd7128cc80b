"""Reading a tournament file of any format that is known, by its text."""

from events.tournaments.domain.go.to_tournament import tournament_of
from events.tournaments.formats.egf.reader import is_h9, read_h9
from events.tournaments.formats.krause.reader import Profile, Reading, read
from events.tournaments.formats.opengotha.corrections import corrections
from events.tournaments.formats.opengotha.reader import is_opengotha, read_opengotha


def read_any(text: str, *, profile: Profile = Profile.LENIENT, file_name: str = "") -> Reading:
    """The tournament of a file of OpenGotha, a result file of the EGF, or one of the Krause family.

    ``profile`` and ``file_name`` are those of the last. Raises :class:`Refused` with every
    problem.
    """
    if is_opengotha(text):
        event = read_opengotha(text)
        return Reading(tournament_of(event), adjustments=tuple(corrections(event.settings)))
    if is_h9(text):
        return Reading(read_h9(text))
    return read(text, profile=profile, file_name=file_name)
