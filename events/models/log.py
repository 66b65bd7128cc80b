"""The log: everything a director does to a result. Appended to, never changed.

An entry is of a session, of a tournament or of a series; a game of a tournament is named in
``before`` and ``after`` by its round and board number, for pairings may be set again. Entries that
were made together are *part of* the first of them, and are undone together.

The log of deletions: what was deleted, by whom, when, and with how many results.

A deleted session, tournament or series takes its own log with it. Deleted players are in the log of
the register.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.models import AppendOnlyManager, AppendOnlyModel
from events.models.line import TravellerLine
from events.models.series import Series
from events.models.session import Session
from events.models.tournament import Tournament

AT_THE_TABLE = ("confirmed", "objected", "claimed", "consented")
"""Actions that leave every result as it is: what is scored need not be computed again."""


class LogEntry(AppendOnlyModel):
    class Action(models.TextChoices):
        CREATED = "created", _("created")
        BINNED = "binned", _("deleted")
        BROUGHT_BACK = "brought back", _("brought back from the bin")
        CHANGED = "changed", _("settings changed")
        MOVED = "moved", _("movement changed")
        SECTION_ADDED = "section", _("section added")
        SECTION_REMOVED = "unsection", _("section removed")
        NAMED = "named", _("names entered")
        HANDICAPS = "handicaps", _("handicaps entered")
        STRATA = "strata", _("strata entered")
        ENTERED = "entered", _("result entered")
        CLEARED = "cleared", _("result cleared")
        FINISHED = "finished", _("finished")
        REOPENED = "reopened", _("reopened")
        PUBLISHED = "published", _("results published")
        WITHDRAWN = "withdrawn", _("results unpublished")
        ENTRIES = "entries", _("entries changed")
        CLOSED = "closed", _("registration closed")
        PAIRED = "paired", _("pairings set")
        IMPORTED = "imported", _("read from a file")
        RULED = "ruled", _("ruling made")
        UNRULED = "unruled", _("ruling cancelled")
        PENALISED = "penalised", _("penalty given")
        PARDONED = "pardoned", _("penalty cancelled")
        FOULED = "fouled", _("deals of a fouled board marked")
        SEATED = "seated", _("played by others than scheduled")
        EXCHANGED = "exchanged", _("schedule changed after an exchange")
        FIXED = "mended", _("doubt fixed")
        DISMISSED = "ticked", _("doubt dismissed")
        RAISED_AGAIN = "unticked", _("doubt raised again")
        UNDONE = "undone", _("change undone")
        RESTORED = "restored", _("earlier state restored")
        CONFIRMED = "confirmed", _("result confirmed")
        OBJECTED = "objected", _("result not agreed to")
        CLAIMED = "claimed", _("correction claimed")
        CONSENTED = "consented", _("correction agreed to")
        DEALT = "dealt", _("hands stored")
        UNSEALED = "unsealed", _("hands opened")
        HANDS_SENT = "hands sent", _("hands saved as a file")
        HANDS_REMOVED = "undealt", _("hands removed")
        SENT = "sent", _("sent to another site")
        DRAWN = "drawn", _("round drawn")
        AWARDED = "awarded", _("match awarded")
        TEAM_CHANGED = "team", _("team changed")
        PLAY_ADDED = "play added", _("auctions and card play stored")
        ANALYSED = "analysed", _("double dummy worked out")
        BREACH = "breach", _("not as FIDE’s rules have it")

    session = models.ForeignKey(
        Session,
        verbose_name=_("session"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="log",
    )
    tournament = models.ForeignKey(
        Tournament,
        verbose_name=_("tournament"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="log",
    )
    series = models.ForeignKey(
        Series,
        verbose_name=_("series"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="log",
    )
    line = models.ForeignKey(
        TravellerLine,
        verbose_name=_("line"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="log",
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    device = models.CharField(_("device"), max_length=200, blank=True)
    action = models.CharField(_("action"), max_length=12, choices=Action)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    undoes = models.OneToOneField(
        "self",
        verbose_name=_("undoes"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="undone_by",
    )
    part_of = models.ForeignKey(
        "self",
        verbose_name=_("part of"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="parts",
    )

    objects = AppendOnlyManager()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(session__isnull=False, tournament__isnull=True, series__isnull=True)
                | Q(session__isnull=True, tournament__isnull=False, series__isnull=True)
                | Q(session__isnull=True, tournament__isnull=True, series__isnull=False),
                name="log_of_session_tournament_or_series",
            ),
            models.CheckConstraint(
                condition=Q(action="undone", undoes__isnull=False)
                | (~Q(action="undone") & Q(undoes__isnull=True)),
                name="log_undone_points_to_what",
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.get_action_display()}"


MAX_TITLE = 200


class Deletion(AppendOnlyModel):
    class Kind(models.TextChoices):
        SESSION = "session", _("session")
        TOURNAMENT = "tournament", _("tournament")
        SERIES = "series", _("series")
        DEMO = "demo", _("demo club")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    title = models.CharField(_("title"), max_length=MAX_TITLE, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    results = models.PositiveIntegerField(_("results"), default=0)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    device = models.CharField(_("device"), max_length=200, blank=True)
    backup = models.CharField(_("backup"), max_length=100, blank=True)

    objects = AppendOnlyManager()

    class Meta:
        verbose_name = _("deletion")
        verbose_name_plural = _("deletions")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=["session", "tournament", "series", "demo"]),
                name="deletion_kind_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.get_kind_display()} {self.title}"
