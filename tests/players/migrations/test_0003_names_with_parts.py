"""Names of given, middle and family name become names with parts, and back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True), pytest.mark.large]

OLD, NEW = [("players", "0002_register_version")], [("players", "0003_names_with_parts")]
LONG = "x" * 80
NAMES = [
    # given, middle, family; text, given, particle, family
    (("Clara", "", "Finch"), ("Clara Finch", "Clara", "", "Finch")),
    (("", "", "Finch"), ("Finch", "", "", "Finch")),
    (("Jan", "Van der", "Berg"), ("Jan Van der Berg", "Jan", "Van der", "Berg")),
    (("Jan", "Willem van", "Dale"), ("Jan Willem van Dale", "Jan Willem", "van", "Dale")),
    (("Clara", "Ann", "Finch"), ("Clara Ann Finch", "Clara Ann", "", "Finch")),
    (("Van", "Der", "Berg"), ("Van Der Berg", "Van", "Der", "Berg")),
    (("O'hare", "D'arcy", "McKee"), ("O'hare D'arcy McKee", "O'hare D'arcy", "", "McKee")),
    ((LONG, LONG, LONG), (f"{LONG} {LONG} {LONG}", f"{LONG} {LONG}", "", LONG)),
    (("", "", "Erased-One"), ("Erased-One", "", "", "Erased-One")),
]


@pytest.fixture
def migrate() -> Iterator[Any]:
    def to(targets: list[tuple[str, str]]) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate(targets)
        return executor.loader.project_state(targets).apps.get_model("players", "Player")

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_every_name_has_parts_and_comes_back(migrate: Any) -> None:
    old = migrate(OLD)
    for place, ((given, middle, family), _) in enumerate(NAMES):
        key = " ".join(filter(None, (given, middle, family))).casefold()
        old.objects.create(
            pk=place + 1, given=given, middle=middle, family=family, name_key=key,
            search_text=key, sort_key=key,
        )  # fmt: skip

    new = migrate(NEW)

    columns = ("name", "given", "particle", "family")
    assert list(new.objects.order_by("pk").values_list(*columns)) == [name for _, name in NAMES]
    jan = new.objects.get(pk=3)
    assert (jan.name_key, jan.match_key, jan.search_text, jan.sort_key) == (
        "jan van der berg", "janvanderberg", "jan van der berg", "berg jan van der",
    )  # fmt: skip

    # Names of today are split at their words.
    today = (("Li Wei", "Wei", "Li"), ("Guest 2", "", "Guest 2"))
    for pk, (text, given, family) in enumerate(today, start=len(NAMES) + 1):
        new.objects.create(
            pk=pk, name=text, given=given, family=family, name_key=text.casefold(), search_text=text,
            sort_key=text,
        )  # fmt: skip
    old = migrate(OLD)
    columns = ("given", "middle", "family")
    assert list(old.objects.order_by("pk").values_list(*columns)) == [
        *(name for name, _ in NAMES),
        ("Li", "", "Wei"),
        ("Guest", "", "2"),
    ]
    assert old.objects.get(pk=3).name_key == "jan van der berg"
