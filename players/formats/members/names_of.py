"""A member's name from the columns that hold it: whole, or in its parts."""

from collections.abc import Mapping

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.name_parts import split_last_particle, split_particle
from players.domain.names import Name, contracted, has_words, make_name, read_name
from players.formats.members.facts import Fact

_PARTS = (Fact.GIVEN, Fact.PARTICLE, Fact.FAMILY)


def name_of(cells: Mapping[Fact, str]) -> Name:
    """The name of a line, whose ``cells`` are those of the columns for names.

    Raises :class:`Refused` when there is none, and for what no name may be.
    """
    if whole := cells.get(Fact.NAME, "").strip():
        # The parts beside it are those that clubscore wrote, where they may be corrected.
        parts = {fact.value: cells.get(fact, "") for fact in _PARTS}
        if not any(parts.values()) or has_words(" ".join(parts.values()), whole):
            return make_name(**parts, text=whole)
    if listed := cells.get(Fact.FAMILY_FIRST, "").strip():
        return _family_first(listed)
    given = cells.get(Fact.GIVEN, "").strip() or cells.get(Fact.INITIALS, "").strip()
    family, _comma, behind = contracted(cells.get(Fact.FAMILY, "")).partition(",")
    # "Berg, van der" is how lists are sorted.
    particle = cells.get(Fact.PARTICLE, "").strip() or behind.strip()
    if not particle:
        particle, family = split_particle(family.strip())
    elif not split_last_particle(particle)[1] and particle[0].isupper():
        # Americans have a middle name there: "J.", "P.", "Smith".
        given, particle = f"{given} {particle}".strip(), ""
    if not given and not family:
        missing = gettext_noop("The name is missing. Write it, or delete the line.")
        raise Refused(Problem(sentence(missing), column="name", value=""))
    return make_name(given=given, particle=particle, family=family.strip())


def _family_first(text: str) -> Name:
    """``Berg Jan van der``, ``Smith Ann`` and ``Smith, Ann``."""
    if "," in text:
        return read_name(text)
    family, _, rest = contracted(text).partition(" ")
    whole = read_name(f"{rest} {family}".strip())
    particle = whole.particle
    given = whole.text.removesuffix(f" {particle} {family}".replace("  ", " "))
    return make_name(given=given if rest else "", particle=particle, family=family)
