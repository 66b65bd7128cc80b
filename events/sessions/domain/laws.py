"""The laws that a director may name with a ruling or a penalty.

Source: Laws of Duplicate Bridge 2017.
"""

from dataclasses import dataclass

from clubscore.problems import Sentence, gettext_noop


@dataclass(frozen=True, slots=True)
class Law:
    """A law of the 2017 code by its number, and what a director looks it up for."""

    number: str
    topic: Sentence


LAWS = tuple(
    Law(number, Sentence(topic))
    for number, topic in (
        ("12C1", gettext_noop("assigned adjusted score")),
        ("12C1(c)", gettext_noop("weighted score")),
        ("12C1(e)", gettext_noop("damage of one’s own making: the sides apart")),
        ("12C2", gettext_noop("artificial adjusted score")),
        ("16", gettext_noop("unauthorised information")),
        ("21", gettext_noop("misinformation")),
        ("25", gettext_noop("change of call")),
        ("27", gettext_noop("insufficient bid")),
        ("31", gettext_noop("bid out of turn")),
        ("40", gettext_noop("partnership understandings")),
        ("45", gettext_noop("card played")),
        ("55", gettext_noop("lead out of turn by declarer")),
        ("57", gettext_noop("premature lead or play")),
        ("64", gettext_noop("revoke")),
        ("69", gettext_noop("claim or concession")),
        ("73", gettext_noop("communication, tempo and deception")),
        ("74", gettext_noop("conduct and etiquette")),
        ("79", gettext_noop("tricks won; error in the score")),
        ("81", gettext_noop("duties and powers of the director")),
        ("82", gettext_noop("errors of procedure; the director’s error")),
        ("87", gettext_noop("fouled board")),
        ("90", gettext_noop("procedural penalty")),
        ("91", gettext_noop("disciplinary penalty")),
    )
)
"""The usual ones; any other text is a law, too."""
