"""The name of somebody whose given and family names a tournament file splits at a comma: ``van der
Berg,Jan Willem``, ``O’Neill, Mary-Jane``, ``Smith jr.,A.``.
"""

from clubscore.problems import Refused
from players.domain.name_parts import split_particle
from players.domain.names import Name, contracted, make_name, read_name


def written_name(*, given: str, family: str) -> Name | None:
    """The name of these two; without a given name its parts are recognised.

    ``None`` for what no name may be, such as more than 80 characters.
    """
    try:
        if not contracted(given) or not contracted(family):
            return read_name(given + family)
        particle, rest = split_particle(contracted(family))
        return make_name(given=given, particle=particle, family=rest)
    except Refused:
        return None
