from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.domain import Answer
from accounts.models import OneTimeKey
from accounts.services import answer_to, claim, forget_old_keys, release, store_answer

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

ANSWER = Answer(302, "/sessions/1/")


def test_a_key_is_claimed_once():
    assert claim(key="one") is not None
    assert claim(key="one") is None
    assert claim(key="another") is not None


def test_a_key_gives_its_answer():
    claimed = claim(key="one")
    assert claimed is not None
    assert answer_to(key="one") is None
    store_answer(claimed=claimed, key="one", answer=ANSWER)

    assert answer_to(key="one") == ANSWER


def test_a_released_key_is_claimed_again():
    claimed = claim(key="one")
    assert claimed is not None
    release(claimed=claimed)

    assert claim(key="one") is not None


def test_the_table_does_not_tell_the_key():
    claim(key="the key")

    assert "the key" not in str(OneTimeKey.objects.values().get())
    assert str(OneTimeKey.objects.get()) == OneTimeKey.objects.get().digest[:6]


@pytest.mark.parametrize(("age", "left"), [(timedelta(hours=23), 1), (timedelta(hours=25), 0)])
def test_a_key_is_forgotten_after_a_day(age: timedelta, left: int):
    claim(key="one")
    OneTimeKey.objects.update(created_at=timezone.now() - age)
    forget_old_keys()

    assert OneTimeKey.objects.count() == left


def test_old_keys_go_when_another_is_answered():
    claim(key="old")
    OneTimeKey.objects.update(created_at=timezone.now() - timedelta(days=2))
    claimed = claim(key="new")
    assert claimed is not None
    store_answer(claimed=claimed, key="new", answer=ANSWER)

    assert list(OneTimeKey.objects.values_list("pk", flat=True)) == [claimed.pk]
