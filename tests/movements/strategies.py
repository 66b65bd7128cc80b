"""Movements for property tests: every kind of cell, few tables and rounds."""

from hypothesis import strategies as st

from movements.domain.movement import Cell, Movement

COMMENTS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0")).map(str.rstrip),
    max_size=3,
).map(tuple)


@st.composite
def movements(draw: st.DrawFn) -> Movement:
    """Pairs or individual, with empty tables, half tables, sit-outs, few groups or many."""
    individual = draw(st.booleans())
    partners = 2 if individual else 1
    tables = draw(st.integers(1, 5))
    groups = draw(st.sampled_from([1, 2, 5, 26, 27, 40]))
    contestants = draw(st.integers(2 * partners, 2 * partners * tables + 2))
    rounds = [
        draw(_rows(contestants, tables, partners, groups)) for _ in range(draw(st.integers(1, 5)))
    ]
    if all(cell.is_empty for row in rounds for cell in row):
        sides = tuple(range(1, partners + 1)), tuple(range(partners + 1, 2 * partners + 1))
        rounds[0] = (Cell(*sides, 1), *rounds[0][1:])
    used = sorted({cell.group for row in rounds for cell in row} - {0})
    number = {group: place for place, group in enumerate(used, 1)} | {0: 0}
    return Movement(
        contestants=contestants,
        groups=len(used),
        individual=individual,
        rounds=tuple(
            tuple(Cell(cell.ns, cell.ew, number[cell.group]) for cell in row) for row in rounds
        ),
        comments=draw(COMMENTS),
        numbered_groups=len(used) > 26 or draw(st.booleans()),
    )


@st.composite
def _rows(
    draw: st.DrawFn, contestants: int, tables: int, partners: int, groups: int
) -> tuple[Cell, ...]:
    free = draw(st.permutations(range(1, contestants + 1)))
    kinds = ["full", "empty"] if partners == 2 else ["full", "empty", "ns", "ew"]
    row = []
    for _ in range(tables):
        kind = draw(st.sampled_from(kinds))
        sides = tuple(free[:partners]), tuple(free[partners : 2 * partners])
        if kind == "empty" or len(free) < 2 * partners:
            row.append(Cell())
            continue
        group = draw(st.integers(1, groups))
        row.append(
            Cell(
                ns=sides[0] if kind != "ew" else (),
                ew=sides[1] if kind != "ns" else (),
                group=group,
            )
        )
        free = free[2 * partners :]
    return tuple(row)
