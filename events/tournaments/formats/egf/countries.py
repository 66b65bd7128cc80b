"""The two letters by which result files of the EGF name a country, from FIDE's three.

Three letters are no longer form of two: NED is NL, and its first two letters are another country.
"""

from typing import Final

UNKNOWN: Final = "XX"
_CODES: Final = {
    "AUT": "AT", "BEL": "BE", "BIH": "BA", "BLR": "BY", "BUL": "BG", "CAN": "CA",
    "CHN": "CN", "CRO": "HR", "CYP": "CY", "CZE": "CZ", "DEN": "DK", "ENG": "UK",
    "ESP": "ES", "EST": "EE", "FIN": "FI", "FRA": "FR", "GBR": "UK", "GEO": "GE",
    "GER": "DE", "GRE": "GR", "HUN": "HU", "IRL": "IE", "ISL": "IS", "ISR": "IL",
    "ITA": "IT", "JPN": "JP", "KOR": "KR", "LAT": "LV", "LTU": "LT", "LUX": "LU",
    "MDA": "MD", "NED": "NL", "NOR": "NO", "POL": "PL", "POR": "PT", "ROU": "RO",
    "RUS": "RU", "SCO": "UK", "SLO": "SI", "SRB": "RS", "SUI": "CH", "SVK": "SK",
    "SWE": "SE", "TPE": "TW", "TUR": "TR", "UKR": "UA", "USA": "US", "WLS": "UK",
}  # fmt: skip


def country_of(federation: str) -> str:
    """The two letters of a federation: those it has, else by FIDE's code, else ``XX``."""
    code = federation.strip().upper()
    return code if len(code) == 2 else _CODES.get(code, UNKNOWN)
