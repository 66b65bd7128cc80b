"""Federations' lists, of invented players."""

import io
import zipfile

HEADER = (
    f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit OTit           FOA SRtng SGm SK "
    "RRtng RGm Rk BRtng BGm BK B-day Flag"
)
MONTHLY = f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag"
OLD = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"


def fide_line(
    number: int,
    name: str,
    *,
    federation: str = "NED",
    gender: str = "M",
    title: str = "",
    rating: int = 0,
    born: str = "0000",
) -> str:
    """A line below ``HEADER``."""
    return (
        f"{number:<15}{name:61}{federation:4}{gender:4}{title:5}{'':5}{'':15}{'':4}"
        f"{rating:<6}0   20 1999  0   20 1888  0   20 {born}  w   "
    )


FIDE = "\r\n".join(
    (
        HEADER,
        fide_line(1000012, "Finch, Clara", gender="F", title="WFM", rating=2101, born="1990"),
        fide_line(1000020, "Berg, Jan van der", rating=1850, born="1958"),
        fide_line(1000039, "Ødegård, Søren", federation="NOR", title="GM", rating=2650),
        fide_line(1000047, "Cher", federation="ENG"),
        "",
    )
)
FIDE_XML = """<?xml version="1.0" encoding="utf-8"?>
<playerslist>
<player><fideid>1000012</fideid><name>Finch, Clara</name><country>NED</country><sex>F</sex>
<title>WFM</title><w_title>WFM</w_title><o_title></o_title><foa_title></foa_title>
<rating>2101</rating><games>0</games><k>20</k><rapid_rating>1999</rapid_rating><rapid_k>20</rapid_k>
<blitz_rating>1888</blitz_rating><blitz_k>20</blitz_k>
<birthday>1990</birthday><flag>w</flag></player>
<player><fideid>1000047</fideid><name>O&apos;Hare &amp; Sons</name><country>ENG</country>
<sex>M</sex><title/><rating>0</rating><birthday/></player>
</playerslist>
"""
EGD = """<html><pre>
 European Go Database
 (22 Nov 2026)

 Pin       Name                                  Co Club   Grade      GoR    NoT Last
  10000012  Finch Clara                           NL  Hol   3d   --     2301     12  T260912A
  10000020  van_der_Berg Jan                      BE  xxxx  20k  19k     115     2  T200202B
  10000039  Cher                                  UK        30k   --    -845     1  T200202B
</pre></html>
"""
TABLE = """Nummer;Naam;Titel;Rating;Land;Geboren;Graad
1234567;"Finch, Clara";FM;2101;NED;21-03-1990;3d
1234568;Berg, Jan van der;;;NED;1958;
"""
PARTS = """\ufeffAchternaam\tVoornaam\tTussenvoegsel\tBondsnummer\tFIDE
Berg\tJan\tvan der\t700\t1000020
Finch\t\t\t701\t1000012
"""


def packed(*texts: str | bytes) -> io.BytesIO:
    """A zip archive of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(texts):
            archive.writestr(f"list{number}.txt", text)
    return file


def plain(text: str | bytes) -> io.BytesIO:
    """A file of this text."""
    return io.BytesIO(text.encode() if isinstance(text, str) else text)
