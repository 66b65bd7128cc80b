"""Everything that the program says is said in Dutch too, with the same values in it."""

import re

import pytest
from babel.messages.catalog import Catalog, Message

from tools import messages

REMEDY = (
    "Run `make messages`, translate what it names in locale/nl/LC_MESSAGES/django.po, run it again."
)
PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}")
MARKUP = re.compile(r"</?\w+|&\w+;")

Key = tuple[str | tuple[str, ...], str | None]


@pytest.fixture(scope="module")
def program() -> Catalog:
    return messages.messages_of_the_program()


@pytest.fixture(scope="module")
def dutch() -> Catalog:
    return messages.read_catalogue()


def key(message: Message) -> Key:
    said = message.id if isinstance(message.id, str) else tuple(message.id)
    # Babel reads the context of a compiled message as bytes.
    context = message.context
    return said, context.decode() if isinstance(context, bytes) else context


def keys(catalog: Catalog) -> set[Key]:
    return {key(message) for message in catalog if message.id}


def test_every_message_of_the_program_is_in_the_catalogue(program: Catalog, dutch: Catalog) -> None:
    assert keys(program) - keys(dutch) == set(), REMEDY


def test_the_catalogue_has_nothing_that_is_not_said_any_more(
    program: Catalog, dutch: Catalog
) -> None:
    assert keys(dutch) - keys(program) == set(), REMEDY


def test_every_message_is_translated(dutch: Catalog) -> None:
    assert [key(message) for message in messages.untranslated(dutch)] == [], REMEDY


@pytest.mark.parametrize("pattern", [PLACEHOLDERS, MARKUP], ids=["placeholders", "markup"])
def test_every_translation_has_the_same_values_in_it(
    dutch: Catalog, pattern: re.Pattern[str]
) -> None:
    wrong = [
        (said, translation)
        for message in dutch
        if message.id
        for said, translation in zip(
            [message.id] if isinstance(message.id, str) else message.id,
            messages.strings_of(message),
            strict=True,
        )
        if sorted(pattern.findall(said)) != sorted(pattern.findall(translation))
    ]

    assert wrong == [], REMEDY


def test_what_is_compiled_is_the_catalogue(dutch: Catalog) -> None:
    def said(catalog: Catalog) -> dict[Key, tuple[str, ...]]:
        return {key(each): messages.strings_of(each) for each in catalog if each.id}

    assert said(messages.read_compiled()) == said(dutch), REMEDY
