from django.contrib.auth.models import User
from django.test import RequestFactory

from clubscore.actor import Actor, actor


def test_an_actor_is_the_user_and_the_device() -> None:
    request = RequestFactory().get("/", headers={"user-agent": "Phone\0 1"})
    request.user = User(username="director")
    assert actor(request) == Actor(user=request.user, device="Phone")
