"""Movements for the tests: made by the service, because only it stores the cells."""

import datetime
from typing import Any

import factory

from events.models import Section, Session
from movements.models import Movement
from movements.services import store_movement

FOUR_PAIRS = """ 4  2  3  3 0
 1- 2 A  3- 4 A
 1- 3 B  2- 4 B
 1- 4 C  2- 3 C
"""
THREE_PAIRS = """ 3  2  3  3 0
# the odd pair
 1- 2 A  3- 0 B
 3- 1 B  0- 0 0
 2- 3 C  1- 0 A
"""
EIGHT_PLAYERS = """ 8  2  2  2 1
 1- 2- 3- 4 A  5- 6- 7- 8 B
 1- 3- 5- 7 B  2- 4- 6- 8 A
"""


class MovementFactory(factory.django.DjangoModelFactory[Movement]):
    class Meta:
        model = Movement

    name = factory.Sequence(lambda n: f"Movement {n}")
    text = FOUR_PAIRS

    @classmethod
    def _create(cls, model_class: type[Movement], *args: Any, **kwargs: Any) -> Movement:
        return store_movement(**kwargs)


def use(movement: Movement) -> None:
    """Let a session use the movement."""
    session = Session.objects.create(title="Club night", date=datetime.date(2026, 3, 4))
    Section.objects.create(session=session, movement=movement)
