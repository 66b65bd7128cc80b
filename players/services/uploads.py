"""Files of lists as a page sends them, in pieces, and the job that loads them.

The pieces are in the database until the list is loaded: the job may be done by another process, on
another machine.
"""

import datetime
import tempfile
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Final

from django.db.models import QuerySet, Sum
from django.db.models.functions import Length
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.jobs import queue as jobs
from clubscore.jobs.worker import give_way
from clubscore.models import Job
from clubscore.text.moments import expired
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.visitors import Actor
from players.formats.lookup.reading import MAX_UNPACKED
from players.models import LookupList, LookupPart, LookupUpload
from players.models.lookup import MAX_LIST_NAME
from players.selectors.lookup import LOADING
from players.services.lookup import Progress, load_in_steps

REMEMBERED: Final = datetime.timedelta(hours=12)
"""How long a file that nobody loads is kept."""
MEGABYTE: Final = 2**20


@in_transaction
def begin_upload(*, name: str, federations: Collection[str], size: int, by: Actor) -> LookupUpload:
    """Begin a file of so many bytes. Raises :class:`Refused` for a name that is none, and for more
    than a list may have."""
    LookupUpload.objects.filter(**expired("created_at", REMEMBERED, now=timezone.now())).delete()
    name = " ".join(name.split())
    if not name or len(name) > MAX_LIST_NAME:
        raise Refused.because(
            "The name of a list has 1 to %(most)s characters.", most=MAX_LIST_NAME
        )
    if not 0 < size <= MAX_UNPACKED:
        raise Refused.because(
            "A list has at most %(most)s MB; this file has %(size)s MB.",
            most=MAX_UNPACKED // MEGABYTE,
            size=size // MEGABYTE,
        )
    return LookupUpload.objects.create(
        name=name, federations=list(federations), size=size, loaded_by=by.user
    )


@in_transaction
def add_part(*, upload_id: int, number: int, data: bytes) -> None:
    """Store a piece; one that comes again replaces the first. Raises :class:`Refused` where the
    file is gone, or would become longer than it was said to be."""
    upload = _upload(upload_id)
    if _size(upload.parts.exclude(number=number)) + len(data) > upload.size:
        raise Refused.because("More came of this file than it has. Choose it again.")
    LookupPart.objects.update_or_create(upload=upload, number=number, defaults={"data": data})


@in_transaction
def load_upload(*, upload_id: int, by: Actor) -> None:
    """Ask for the job that loads a file. Raises :class:`Refused` where a piece is missing."""
    upload = _upload(upload_id)
    numbers = list(upload.parts.order_by("number").values_list("number", flat=True))
    if numbers != list(range(len(numbers))) or _size(upload.parts.all()) != upload.size:
        raise Refused.because("Not all of the file has come. Choose it again.")
    jobs.ask(kind=LOADING, subject=str(upload.pk), by=by)


def _size(parts: QuerySet[LookupPart]) -> int:
    """How many bytes some pieces have, counted by the database."""
    return parts.aggregate(size=Sum(Length("data")))["size"] or 0


def _upload(pk: int) -> LookupUpload:
    upload = LookupUpload.objects.select_for_update().filter(pk=pk).first()
    if upload is None:
        raise Refused.because("This file is gone. Choose it again.")
    return upload


def load_uploaded(job: Job) -> jobs.Answer:
    """Load the list of a job; whatever is more urgent is done in between."""
    upload = LookupUpload.objects.filter(pk=int(job.subject)).first()
    if upload is None:
        return {"refused": ""}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list"
        with file.open("wb") as stream:
            for number in range(upload.parts.count()):
                stream.write(upload.parts.values_list("data", flat=True).get(number=number))
        try:
            loaded = _loaded(job, upload, file)
        except Refused as refusal:
            return {"refused": refusal_text(refusal)}
        finally:
            upload.delete()
    return {"list": loaded.pk}


def _loaded(job: Job, upload: LookupUpload, file: Path) -> LookupList:
    steps = load_in_steps(
        file=file, name=upload.name, federations=upload.federations, by=Actor(user=upload.loaded_by)
    )
    with closing(steps):
        while True:
            try:
                progress: Progress = next(steps)
            except StopIteration as finished:
                found: LookupList = finished.value
                return found
            LookupUpload.objects.filter(pk=upload.pk).update(
                count=progress.count, read=progress.read
            )
            give_way(job)
