"""Every write to the movements: store, replace, rename, delete.

A movement is stored from its text, all of it or nothing. Once a session uses it, only its name
may change.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import count

from django.db import IntegrityError, transaction

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from movements import selectors
from movements.domain import movement as domain
from movements.figures import read_movement
from movements.formats import asc
from movements.models import Movement, MovementCell
from movements.selectors import MAX_NAME_LENGTH


@in_transaction
def store_movement(*, name: str, text: str, is_demo: bool = False) -> Movement:
    """Store the movement of a text, in any format that is read, under a name.

    Raises :class:`Refused` for a text that cannot be read, and for a name that is empty, too
    long or taken.
    """
    value = read_movement(text).movement
    movement = Movement(name=_checked_name(name), source=text, is_demo=is_demo, **_columns(value))
    _save_named(movement, force_insert=True)
    _store_cells(movement, value)
    return movement


@in_transaction
def store_movement_once(*, name: str, text: str, is_demo: bool = False) -> Movement:
    """Store a movement, or find the very same one, under a name or the name with a number.

    For importing files over again: a file that was imported before is not stored twice, and
    another of the same name becomes ``name (2)``. Raises :class:`Refused` for a text that cannot
    be read, and for a name that is empty or too long.
    """
    value = read_movement(text).movement
    for candidate in _numbered(_checked_name(name)):
        # The text may differ in comments and layout: what is played is compared.
        stored = Movement.objects.filter(name=candidate).first()
        if stored is None:
            return store_movement(name=candidate, text=text, is_demo=is_demo)
        lock_movement(movement=stored)
        if selectors.movement_value(stored) == value:
            return stored
    # Never reached: the candidates have no end.
    raise AssertionError


@in_transaction
def replace_movement(*, movement: Movement, text: str) -> None:
    """Replace everything but the name by the movement of another text.

    Raises :class:`Refused` for a text that cannot be read, and when a session uses the movement.
    """
    value = read_movement(text).movement
    lock_movement(movement=movement)
    _refuse_used(movement)
    # What the club changes is its own, and stays when the demo goes.
    columns = _columns(value) | {"source": text, "is_demo": False}
    for column, content in columns.items():
        setattr(movement, column, content)
    movement.save(update_fields=list(columns))
    movement.cells.all().delete()
    _store_cells(movement, value)


@in_transaction
def store_drawn_movement(*, name: str, value: domain.Movement) -> Movement:
    """Store a movement that is drawn round by round for one session alone, under the name or the
    name with a number."""
    stored = Movement.objects.filter(name__startswith=name[:80]).values_list("name", flat=True)
    taken = set(stored)
    for free in _numbered(name[:MAX_NAME_LENGTH]):
        if free not in taken:
            movement = Movement(
                name=free, source=asc.write(value), is_drawn=True, **_columns(value)
            )
            # Somebody else may have taken the name at this moment.
            with suppress(Refused):
                _save_named(movement, force_insert=True)
                _store_cells(movement, value)
                return movement
    # Never reached: the names have no end.
    raise AssertionError


@in_transaction
def redraw_movement(*, movement: Movement, value: domain.Movement) -> None:
    """Put other rounds in the place of those of a drawn movement; its session is locked."""
    columns = _columns(value) | {"source": asc.write(value)}
    for column, content in columns.items():
        setattr(movement, column, content)
    movement.save(update_fields=list(columns))
    movement.cells.all().delete()
    _store_cells(movement, value)


@in_transaction
def remove_drawn_movements(*, movement_ids: Collection[int]) -> None:
    """Delete the drawn ones among these movements, after their sessions."""
    Movement.objects.filter(pk__in=movement_ids, is_drawn=True).delete()


@in_transaction
def rename_movement(*, movement: Movement, name: str) -> None:
    """Give a movement another name. Raises :class:`Refused` as :func:`store_movement`."""
    lock_movement(movement=movement)
    movement.name, movement.is_demo = _checked_name(name), False
    _save_named(movement, update_fields=["name", "is_demo"])


@in_transaction
def remove_demo_movements() -> None:
    """Delete the movements of the demo that no session uses; the others are the club's own from
    now on."""
    for movement in Movement.objects.filter(is_demo=True).select_for_update().order_by("pk"):
        if selectors.is_used(movement):
            movement.is_demo = False
            movement.save(update_fields=["is_demo"])
        else:
            movement.delete()


@in_transaction
def delete_movement(*, movement: Movement) -> None:
    """Delete a movement. Raises :class:`Refused` when a session uses it."""
    lock_movement(movement=movement)
    _refuse_used(movement)
    movement.delete()


def lock_movement(*, movement: Movement) -> None:
    """Read a movement again, and hold it as it is until the transaction ends.

    For whoever reads its cells and then stores a use of it; its cells are read afterwards. Raises
    :class:`Refused` when it was deleted.
    """
    try:
        movement.refresh_from_db(from_queryset=Movement.objects.select_for_update())
    except Movement.DoesNotExist as error:
        raise Refused.because("This movement was deleted in the meantime.") from error


def hold_movement(*, movement_id: int, **_others: object) -> None:
    """Hold a movement, if there is one of this number, until the transaction ends: for a page that
    compares what was sent with what is stored."""
    Movement.objects.select_for_update().filter(pk=movement_id).first()


def _columns(value: domain.Movement) -> dict[str, object]:
    return {
        "contestants": value.contestants,
        "tables": value.tables,
        "rounds": len(value.rounds),
        "groups": value.groups,
        "individual": value.individual,
        "numbered_groups": value.numbered_groups,
        "comments": list(value.comments),
    }


def _store_cells(movement: Movement, value: domain.Movement) -> None:
    cells = []
    for round_number, table, cell in value.cells():
        # A side is nobody, a pair (one number), or two players of an individual; 0 is stored for
        # none.
        ns, ns_partner, *_ = (*cell.ns, 0, 0)
        ew, ew_partner, *_ = (*cell.ew, 0, 0)
        cells.append(
            MovementCell(
                movement=movement,
                round=round_number,
                table=table,
                ns=ns,
                ns_partner=ns_partner,
                ew=ew,
                ew_partner=ew_partner,
                group=cell.group,
            )
        )
    MovementCell.objects.bulk_create(cells, batch_size=2000)


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refused.because("A movement needs a name.")
    if len(name) > MAX_NAME_LENGTH:
        raise Refused.because(
            "The name is longer than %(longest)s characters.", longest=MAX_NAME_LENGTH
        )
    return name


def _save_named(
    movement: Movement, *, force_insert: bool = False, update_fields: list[str] | None = None
) -> None:
    """Save; the database is the one that knows whether the name is taken."""
    try:
        with transaction.atomic():
            movement.save(force_insert=force_insert, update_fields=update_fields)
    except IntegrityError as error:
        raise Refused.because(
            "There is already a movement called “%(name)s”.", name=movement.name
        ) from error


def _refuse_used(movement: Movement) -> None:
    if selectors.is_used(movement):
        raise Refused.because(
            "“%(name)s” is used by a session and cannot be changed. Store the changed movement "
            "under another name.",
            name=movement.name,
        )


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        suffix = f" ({number})"
        yield name[: MAX_NAME_LENGTH - len(suffix)] + suffix
