"""What the pages and the command read of movements: stored values, and tables of ready strings."""

from movements.domain import movement as domain
from movements.models import Movement


def movement_value(movement: Movement) -> domain.Movement:
    """The value of a stored movement, in one query."""
    rows: list[list[domain.Cell]] = [[] for _ in range(movement.rounds)]
    cells = movement.cells.order_by("round", "table").values_list(
        "round", "ns", "ns_partner", "ew", "ew_partner", "group"
    )
    for round_number, ns, ns_partner, ew, ew_partner, group in cells:
        rows[round_number - 1].append(
            domain.Cell(
                ns=tuple(number for number in (ns, ns_partner) if number),
                ew=tuple(number for number in (ew, ew_partner) if number),
                group=group,
            )
        )
    return domain.Movement(
        contestants=movement.contestants,
        groups=movement.groups,
        individual=movement.individual,
        rounds=tuple(tuple(row) for row in rows),
        comments=tuple(movement.comments),
        numbered_groups=movement.numbered_groups,
    )
