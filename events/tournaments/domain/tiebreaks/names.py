"""What players of go call a tie-break of other games, in short and in full, by its code."""

from collections.abc import Mapping
from typing import Final

from clubscore.problems import Sentence, gettext_noop, sentence

GO_NAMES: Final[Mapping[str, tuple[str, Sentence]]] = {
    "BH": ("SOS", sentence(gettext_noop("Sum of opponents’ scores"))),
    "SB": ("SODOS", sentence(gettext_noop("Sum of defeated opponents’ scores"))),
}
