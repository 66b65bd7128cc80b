"""The words by which the parts of a name are recognised, without case; see
:mod:`players.domain.name_parts`."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROMANCE = _words("da das de del della dello dei degli di do dos du des la las le los lo les")
PARTICLES = ROMANCE | _words(
    "van von vom vd v.d. der den het 't 's 'n ten ter te tot thoe op aan bij in uit uijt over onder"
    " voor ver zu zum zur zer und af av al el bin ibn bint ben abu ould d' dal dalla ap ab"
)
"""Each word of them alone; ``van der`` and ``von und zu`` are two and three of them."""
GIVEN_TOO = _words("al ben bin di do la le el da lo in des abu ap ab bint das dal")
"""Particles that are given names as well, as the first word with a capital: ``Al Smith``."""

JOINERS = _words("y e i und et")
"""Between two family names, and never with a capital."""

PREFIXES_ALONE = _words("ó ní uí mhic")
"""Irish prefixes of family names that are never given names."""
PREFIXES = PREFIXES_ALONE | _words("mac mc nic ua o' o\u2019")

GENERATIONS = _words("jr jr. jun jun. junior sr sr. sen sen. senior ii iii iv zn. filho neto")
"""Words behind a family name."""

TITLES = _words(
    "mw mevr mevrouw dhr heer hr dr drs ir ing mr mrs ms miss prof herr frau mme mlle sra srta"
    " rev sir lady"
)
"""Forms of address and degrees, without their full stop."""

PLACEHOLDERS = _words("guest gast player speler visitor bezoeker substitute invaller sub")
"""Words for somebody without a name, with a letter behind them."""

OFTEN_FAMILY_FIRST = _words(
    "li wang zhang liu chen huang zhao wu zhou xu zhu guo luo park choi jung jeong kang yoon nguyen"
    " tran pham hoang phan vu dang bui"
)
"""Family names of East Asia, which are often written first."""
