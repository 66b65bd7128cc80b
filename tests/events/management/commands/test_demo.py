import io

import pytest
from django.core.management import call_command
from django.utils import timezone

from events.models import Session
from tests.events import factories


@pytest.mark.django_db
def test_demo_names_the_sessions_it_made() -> None:
    mine = factories.session(title="Mine")
    output = io.StringIO()
    call_command("demo", stdout=output)
    made = Session.objects.filter(is_demo=True).order_by("pk")
    assert output.getvalue() == "".join(f"{session.date}  {session.title}\n" for session in made)
    is_today = [session.date == timezone.localdate() for session in made]
    assert is_today == [False, True, False, False, False, False]
    assert list(Session.objects.filter(is_demo=False)) == [mine]
