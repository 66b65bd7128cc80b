"""A tournament through phones that misbehave gives the file of the same one that was typed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubscore.web import caching
from clubscore.web.visitors import Actor
from tests.events.hall.replay import Replay

pytestmark = pytest.mark.django_db


def another_server(chance, phone):
    """One that keeps nothing answers this browser from now on."""
    if chance.random() < 0.3:
        caching.forget()
        cookies, phone.client = phone.client.cookies, Client()
        phone.client.cookies = cookies


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.large) for n in (2, 3))])
def test_phones_give_the_file_of_typing(seed):
    arbiter = Actor(user=User.objects.create_user("arbiter"))
    replay = Replay(seed, arbiter, another_server)
    replay.play()
    replay.check()
