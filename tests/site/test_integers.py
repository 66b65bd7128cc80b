"""No reader of files or texts calls ``int``: it fails at thousands of digits."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "clubscore", "events", "movements", "players")
READERS = ("domain", "formats")

NUMBERS = {
    # What is a number already, or one digit of another base.
    "int(a)",
    "int(amount)",
    "int(bool(colours) and colours[-1] is Colour.WHITE)",
    "int(digit, 16)",
    "int(match[3], 16)",
    "int(hundredths)",
    "int(is_made)",
    "int(movement.individual)",
    "int(nearest)",
    "int(pages)",
    "int(percentage)",
    "int(psutil.Process().memory_info().rss)",
    "int(sum(exact, Fraction(0)))",
    "int(sum(shares.values()))",
    "int(units)",
    "int(value)",
}


def readers() -> Iterator[Path]:
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            parts = (*path.parent.relative_to(ROOT).parts, path.stem)
            if any(part in READERS for part in parts) or parts[:2] == ("clubscore", "files"):
                yield path


def calls_of_int(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function, argument = ast.unparse(node.func), node.args[0]
        is_arithmetic = isinstance(argument, ast.BinOp | ast.Compare | ast.UnaryOp)
        is_integral = "to_integral_value" in ast.unparse(argument)
        if (function == "int" and not is_arithmetic and not is_integral) or (
            function == "map" and ast.unparse(argument) == "int"
        ):
            yield ast.unparse(node)


def test_readers_count_digits_before_they_read_a_number() -> None:
    found = {call: path for path in readers() for call in calls_of_int(path)}
    assert {call: str(found[call]) for call in found.keys() - NUMBERS} == {}
    assert found.keys() == NUMBERS
