"""A list of members for the races, as a page reads it."""

from players.domain.registration import Registration
from players.figures import Source, read_member_list
from players.formats.members.reading import Members

LIST = "Name;Note;Club\nAda Player-A;late;East\nBrand New;;North\n"


def read_list(registration: Registration) -> Members:
    """A player who is known, with a change, and one who is new."""
    return read_member_list(source=Source(LIST.encode()), registration=registration).members
