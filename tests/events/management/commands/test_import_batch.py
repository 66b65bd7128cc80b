import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import get_language

from clubscore.web.visitors import Actor
from events.exchange.formats.zip_files import compressed
from events.exchange.services.batches import create_batch
from events.models import BatchFile

pytestmark = pytest.mark.django_db


def test_reasons_are_in_the_language_of_the_page():
    batch = create_batch(files=[("empty.txt", compressed(b"nothing"))], by=Actor())
    call_command("import_batch", str(batch.pk), language="nl")
    assert BatchFile.objects.get().message.startswith("Dit is geen bestand met uitslagen")
    assert get_language() == "en-gb"


def test_a_batch_that_is_none():
    with pytest.raises(CommandError, match=r"There is no batch 7\."):
        call_command("import_batch", "7")
