"""Federations' lists of players, kept beside the register: who is not in it yet is found here.

A list can be loaded again, so backups leave it out. It serves once it is complete; until then the
one of the same name before it does.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext_lazy as _

from players.domain import lookup
from players.domain.lookup import NumberKind

MAX_LIST_NAME = 60


class BytesOrder(models.Func):
    """A text compared and sorted by its bytes, on every database: what begins with the same letters
    is one stretch of an index."""

    template = '%(expressions)s COLLATE "C"'
    arity = 1
    output_field = models.CharField()

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        """SQLite calls this order by another name."""
        template = "%(expressions)s COLLATE BINARY"
        return self.as_sql(compiler, connection, template=template, **context)


class LookupList(models.Model):
    """A list. While it is being loaded it is not ``is_current``, and nobody finds its players."""

    class Kind(models.TextChoices):
        FIDE = NumberKind.FIDE.value, _("FIDE number")
        EGD = NumberKind.EGD.value, _("EGD pin")
        NATIONAL = NumberKind.NATIONAL.value, _("national number")

    name = models.CharField(_("name"), max_length=MAX_LIST_NAME)
    kind = models.CharField(_("numbers"), max_length=20, choices=Kind)
    month = models.DateField(_("month"), null=True, blank=True)
    """The first day of the month for which it is, as far as its name, its file's or its heading
    says so, else in which it was loaded."""
    is_current = models.BooleanField(default=False)
    count = models.PositiveIntegerField(_("players"), default=0)
    skipped = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("list of a federation")
        verbose_name_plural = _("lists of federations")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("name",), condition=models.Q(is_current=True), name="lookup_list_once"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def source(self) -> str:
        """Its name and month, as a rating from it is marked."""
        return lookup.name_with_month(self.name, self.month, most=MAX_LIST_NAME + 8)


class LookupPlayer(models.Model):
    """A player of a list; the fields are those of :class:`players.domain.lookup.Listed`."""

    # The other indexes begin with it.
    list = models.ForeignKey(
        LookupList, on_delete=models.CASCADE, related_name="players", db_index=False
    )
    number = models.CharField(max_length=lookup.MAX_NUMBER)
    name = models.CharField(max_length=lookup.MAX_NAME)
    title = models.CharField(max_length=lookup.MAX_TITLE, blank=True)
    rating = models.PositiveSmallIntegerField(null=True)
    rapid = models.PositiveSmallIntegerField(null=True)
    blitz = models.PositiveSmallIntegerField(null=True)
    k = models.PositiveSmallIntegerField(null=True)
    rapid_k = models.PositiveSmallIntegerField(null=True)
    blitz_k = models.PositiveSmallIntegerField(null=True)
    federation = models.CharField(max_length=lookup.MAX_FEDERATION, blank=True)
    born = models.CharField(max_length=10, blank=True)
    grade = models.CharField(max_length=3, blank=True)
    gender = models.CharField(max_length=1, blank=True)
    family_key = models.CharField(max_length=lookup.MAX_KEY)
    given_key = models.CharField(max_length=lookup.MAX_KEY)

    class Meta:
        indexes = (
            models.Index("list", BytesOrder("family_key"), name="lookup_by_family"),
            models.Index("list", BytesOrder("given_key"), name="lookup_by_given"),
            models.Index("list", BytesOrder("number"), name="lookup_by_number"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class LookupUpload(models.Model):
    """The file of a list while it comes, piece by piece, and is loaded by a job; ``count`` and
    ``read`` are how far that is."""

    name = models.CharField(max_length=MAX_LIST_NAME)
    federations = models.JSONField(default=list, blank=True)
    size = models.PositiveBigIntegerField()
    count = models.PositiveIntegerField(default=0)
    read = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("file of a list")
        verbose_name_plural = _("files of lists")

    def __str__(self) -> str:
        return self.name


class LookupPart(models.Model):
    """A piece of such a file; in the database, where every process finds it."""

    upload = models.ForeignKey(LookupUpload, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("piece of a file")
        verbose_name_plural = _("pieces of files")
        constraints = (
            models.UniqueConstraint(fields=("upload", "number"), name="lookup_part_once"),
        )

    def __str__(self) -> str:
        return f"{self.upload}: {self.number}"
