"""Chess federations: FIDE's three-letter codes and the names of the countries.

The codes are mostly, but not always, those of the Olympic committee. ``FID`` is a player without
a federation, ``NON`` none at all. Codes that FIDE gave up are read as well.
"""

_TABLE = """
AFG Afghanistan; AHO Netherlands Antilles; ALB Albania; ALG Algeria; AND Andorra; ANG Angola
ANT Antigua and Barbuda; ARG Argentina; ARM Armenia; ARU Aruba; AUS Australia; AUT Austria
AZE Azerbaijan; BAH Bahamas; BAN Bangladesh; BAR Barbados; BDI Burundi; BEL Belgium; BEN Benin
BEN Benin Republic; BER Bermuda; BHU Bhutan; BIH Bosnia and Herzegovina; BIZ Belize; BLR Belarus
BOL Bolivia; BOT Botswana; BRA Brazil; BRN Bahrain; BRU Brunei Darussalam; BUL Bulgaria
BUR Burkina Faso; CAF Central African Republic; CAM Cambodia; CAN Canada; CAY Cayman Islands
CGO Congo; CHA Chad; CHI Chile; CHN China; CIV Ivory Coast; CIV Cote d'Ivoire; CMR Cameroon
COD Democratic Republic of the Congo; COL Colombia; COM Comoros; CPV Cape Verde; CRC Costa Rica
CRO Croatia; CUB Cuba; CYP Cyprus; CZE Czech Republic; CZE Czechia; DEN Denmark; DJI Djibouti
DMA Dominica; DOM Dominican Republic; ECU Ecuador; EGY Egypt; ENG England
EQG Equatorial Guinea; ERI Eritrea; ESA El Salvador; ESP Spain; EST Estonia; ETH Ethiopia
FAI Faroe Islands; FID FIDE; FIJ Fiji; FIN Finland; FRA France; GAB Gabon; GAM Gambia
GBS Guinea-Bissau; GCI Guernsey; GEO Georgia; GEQ Equatorial Guinea; GER Germany; GHA Ghana
GRE Greece; GRN Grenada; GUA Guatemala; GUI Guinea; GUM Guam; GUY Guyana; HAI Haiti
HKG Hong Kong; HON Honduras; HUN Hungary; INA Indonesia; IND India; IOM Isle of Man; IRI Iran
IRL Ireland; IRQ Iraq; ISL Iceland; ISR Israel; ISV US Virgin Islands; ITA Italy
IVB British Virgin Islands; JAM Jamaica; JCI Jersey; JOR Jordan; JPN Japan; KAZ Kazakhstan
KEN Kenya; KGZ Kyrgyzstan; KIR Kiribati; KOR South Korea; KOS Kosovo; KSA Saudi Arabia
KUW Kuwait; LAO Laos; LAT Latvia; LBA Libya; LBN Lebanon; LBR Liberia; LCA Saint Lucia
LES Lesotho; LIB Lebanon; LIE Liechtenstein; LTU Lithuania; LUX Luxembourg; MAC Macau
MAD Madagascar; MAR Morocco; MAS Malaysia; MAU Mauritania; MAW Malawi; MDA Moldova
MDV Maldives; MEX Mexico; MGL Mongolia; MKD North Macedonia; MKD Macedonia
MKD Former YUG Rep of Macedonia; MKD Former Yugoslav Republic of Macedonia; MKD FYROM; MLI Mali
MLT Malta; MNC Monaco; MNE Montenegro; MOZ Mozambique; MRI Mauritius; MTN Mauritania
MYA Myanmar; NAM Namibia; NCA Nicaragua; NED Netherlands; NEP Nepal; NGR Nigeria; NIG Niger
NON None; NOR Norway; NRU Nauru; NZL New Zealand; OMA Oman; PAK Pakistan; PAN Panama
PAR Paraguay; PER Peru; PHI Philippines; PLE Palestine; PLW Palau; PNG Papua New Guinea
POL Poland; POR Portugal; PUR Puerto Rico; QAT Qatar; ROU Romania; RSA South Africa; RUS Russia
RWA Rwanda; SCO Scotland; SEN Senegal; SEY Seychelles; SGP Singapore; SIN Singapore
SKN Saint Kitts and Nevis; SLE Sierra Leone; SLO Slovenia; SMR San Marino; SOL Solomon Islands
SOM Somalia; SRB Serbia; SRI Sri Lanka; SSD South Sudan; STP Sao Tome and Principe; SUD Sudan
SUI Switzerland; SUR Suriname; SUR Surinam; SVK Slovakia; SWE Sweden; SWZ Eswatini
SWZ Swaziland; SYR Syria; TAN Tanzania; TGA Tonga; THA Thailand; TJK Tajikistan
TKM Turkmenistan; TLS Timor-Leste; TOG Togo; TPE Chinese Taipei; TRI Trinidad and Tobago
TTO Trinidad and Tobago; TUN Tunisia; TUR Turkey; TUR Türkiye; UAE United Arab Emirates
UGA Uganda; UKR Ukraine; URU Uruguay; USA United States of America; UZB Uzbekistan
VAN Vanuatu; VEN Venezuela; VIE Vietnam; VIN Saint Vincent and the Grenadines; WLS Wales
YEM Yemen; ZAM Zambia; ZIM Zimbabwe
"""

_ENTRIES = [
    (code, name)
    for line in _TABLE.strip().split("\n")
    for code, name in (entry.split(maxsplit=1) for entry in line.split("; "))
]
_BY_NAME = {name.casefold(): code for code, name in _ENTRIES}
_COUNTRIES = dict(reversed(_ENTRIES))
_NO_COUNTRIES = frozenset({"FID", "NON"})
CODES = frozenset(_COUNTRIES)


def find_federation(text: str) -> str | None:
    """The code for a code or a country's name, in any case; part of a name will do when it has
    four letters and is part of one name only. ``None`` for anything else."""
    text = " ".join(text.split())
    # A code or nothing: as a part of a name three letters would find any country.
    if len(text) == 3:
        return text.upper() if text.upper() in CODES else None
    wanted = text.casefold()
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    if len(text) < 3:
        return None
    found = {code for name, code in _BY_NAME.items() if wanted in name}
    return found.pop() if len(found) == 1 else None


def country_of(code: str) -> str:
    """The usual name of the country of a federation, or nothing."""
    return "" if code in _NO_COUNTRIES else _COUNTRIES.get(code, "")
