"""The scales of victory points by their names on the command line."""

from collections.abc import Callable, Mapping
from typing import Final

from events.sessions.domain.teams import other_scales, wbf_scales
from events.sessions.domain.teams.scale import Scale

SCALES: Final[Mapping[str, Callable[[int], Scale]]] = {
    "wbf2013": wbf_scales.continuous,
    "wbf-discrete": wbf_scales.discrete,
    "wbf-half": wbf_scales.half_match,
    "acbl20": other_scales.acbl_20,
    "acbl30": other_scales.acbl_30,
}
"""By the number of boards."""
SWISS_PAIRS: Final = "ebu-swiss-pairs"
"""By percentages, and so not among the others."""
