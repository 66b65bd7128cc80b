"""What a tournament cannot store as an OpenGotha file has it; the director accepts it first."""

from collections.abc import Iterator

from clubscore.problems import gettext_noop, sentence
from events.tournaments.domain.go.rules import GoSettings
from events.tournaments.formats.krause.report import FileProblem

MAX_REDUCTION = 9
"""A handicap is at most nine stones."""

_NEGATIVE = gettext_noop(
    "handicaps are larger than the difference of the scores (hdCorrection %(value)s), which is not"
    " supported; the whole difference is used"
)
_LARGE = gettext_noop(
    "handicaps are reduced by %(value)s stones (hdCorrection), more than the nine that are"
    " possible; games have no handicap"
)


def corrections(settings: GoSettings) -> Iterator[FileProblem]:
    """The settings that are stored as something else."""
    reduction = settings.handicap_correction
    # Where games have no handicap at all, nothing is reduced.
    if 0 <= reduction <= MAX_REDUCTION or not settings.handicap_ceiling:
        return
    message = sentence(_NEGATIVE if reduction < 0 else _LARGE, value=reduction)
    yield FileProblem(message, column="hdCorrection", value=str(reduction))
