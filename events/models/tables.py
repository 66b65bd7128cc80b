"""Results from the tables: what a session offers its players, their codes and their devices.

A *device* is a browser that was bound to a session by the code of a table: it stays at the table,
or belongs to a pair, or only looks. Its cookie holds a random token; only the token's hash is here.
What a table shows is computed from the lines at every poll; nothing of it is stored.

What the tables did to a line: who entered and who confirmed it, what was sent, what is claimed.

A mark counts only while its version is the line's: any later change, also a director's or an undo,
takes a confirmation away by itself. Results that are proposed are stored as phones send them.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubscore.database.models import user_key
from events.models.devices import (
    AbstractCall,
    AbstractClock,
    AbstractCode,
    AbstractDevice,
    AbstractSettings,
    AbstractSubmission,
)
from events.models.line import TravellerLine
from events.models.session import Contestant, Section, Session


class TableEntrySettings(AbstractSettings):
    """How players enter results in a session. ``marks_revision`` goes up with a mark that was
    changed without an entry of the log."""

    class Preset(models.TextChoices):
        TOURNAMENT = "tournament", pgettext_lazy("preset", "tournament")
        CLUB = "club", pgettext_lazy("preset", "club")
        SOCIAL = "social", pgettext_lazy("preset", "social")

    class Approve(models.TextChoices):
        """When a new device waits for a device of its pair, or for the director."""

        NEVER = "never", _("never")
        LATE = "late", _("from round 2 on, and further devices of a table")
        ALWAYS = "always", _("always")

    class Lead(models.TextChoices):
        NO = "no", _("not asked")
        ASK = "ask", _("asked")
        MUST = "must", _("required")

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="tables"
    )
    is_on = models.BooleanField(_("results from the tables"), default=False)
    preset = models.CharField(_("preset"), max_length=12, choices=Preset, default=Preset.CLUB)
    phones = models.BooleanField(_("players’ own phones"), default=True)
    approve = models.CharField(
        _("new devices wait"), max_length=8, choices=Approve, default=Approve.LATE
    )
    confirm = models.BooleanField(_("opponents confirm"), default=True)
    same_device = models.BooleanField(_("confirm on the same device"), default=True)
    second_look = models.BooleanField(_("ask to check doubtful results"), default=True)
    re_entry = models.BooleanField(_("confirmed results can be changed"), default=True)
    lead = models.CharField(_("lead"), max_length=4, choices=Lead, default=Lead.NO)
    np_by_director = models.BooleanField(_("“Not played” needs the director"), default=False)
    show_reason = models.BooleanField(_("show the reason of a ruling"), default=False)
    traveller = models.BooleanField(_("travellers of completed rounds"), default=False)
    percent = models.BooleanField(_("own percentages"), default=False)
    standings = models.BooleanField(_("standings of completed rounds"), default=False)
    standings_at_end = models.BooleanField(_("standings before publication"), default=False)
    others = models.BooleanField(_("how many tables are done"), default=True)
    names = models.BooleanField(_("names at the table"), default=False)
    hide_last = models.PositiveSmallIntegerField(_("last rounds without standings"), default=2)
    evening_word = models.CharField(_("word of the evening"), max_length=8, blank=True)
    seconds_a_board = models.PositiveSmallIntegerField(default=450)
    move_seconds = models.PositiveSmallIntegerField(default=120)
    extra_seconds = models.PositiveSmallIntegerField(default=300)
    next_by_itself = models.BooleanField(_("the next round begins by itself"), default=False)
    correction_minutes = models.PositiveIntegerField(_("minutes for corrections"), default=30)
    marks_revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("results from the tables")
        verbose_name_plural = _("results from the tables")
        constraints = (
            models.UniqueConstraint(
                fields=("display_code",), condition=~Q(display_code=""), name="display_code_once"
            ),
            models.CheckConstraint(
                condition=Q(preset__in=["tournament", "club", "social"]), name="tables_preset_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id}: {self.preset}"


class TableCode(AbstractCode):
    """The code of a table."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="table_codes")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="+")
    table = models.PositiveSmallIntegerField(_("table"))

    class Meta:
        verbose_name = _("code of a table")
        verbose_name_plural = _("codes of tables")
        ordering = ("section", "table", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "table"),
                condition=Q(revoked_at__isnull=True),
                name="table_code_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.section_id}/{self.table}"


class TableDevice(AbstractDevice):
    """A browser at a table: ``section`` and ``table`` are where it was bound, of a pair's phone
    ``contestant`` is the pair, and ``side`` is empty for a device that stays at the table.
    """

    class Kind(models.TextChoices):
        TABLE = "table", _("stays at the table")
        PAIR = "pair", _("phone of a pair")
        LOOK = "look", _("only looks")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="table_devices")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="+")
    table = models.PositiveSmallIntegerField(_("table"))
    contestant = models.ForeignKey(
        Contestant, on_delete=models.CASCADE, null=True, blank=True, related_name="devices"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    side = models.CharField(max_length=2, blank=True)

    class Meta:
        verbose_name = _("device at a table")
        verbose_name_plural = _("devices at tables")
        ordering = ("section", "table", "number", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="pair", contestant__isnull=False)
                | Q(kind="table", contestant__isnull=True, side="")
                | Q(kind="look"),
                name="device_of_a_kind",
            ),
        )

    def __str__(self) -> str:
        return f"{self.section_id}/{self.table}: {self.number}"

    @property
    def enters(self) -> bool:
        """Whether it may enter results."""
        return self.is_bound and self.kind != self.Kind.LOOK


class RoundClock(AbstractClock):
    """The clock of the hall in which a session is played."""

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="clock"
    )

    class Meta:
        verbose_name = _("round clock")
        verbose_name_plural = _("round clocks")

    def __str__(self) -> str:
        return f"{self.session_id}: {self.round} {self.phase}"


class TableCall(AbstractCall):
    """Somebody at a table calls the director."""

    class Kind(models.TextChoices):
        CALL = "call", pgettext_lazy("director", "call")
        OBJECTION = "objection", _("objection")
        LATE = "late", _("result came too late")
        OTHER_BOARD = "board", _("another board")
        NOT_PLAYED = "np", _("board not played")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="table_calls")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="+")
    table = models.PositiveSmallIntegerField(_("table"))
    device = models.ForeignKey(
        TableDevice, on_delete=models.SET_NULL, null=True, blank=True, related_name="calls"
    )
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CALL)
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    line = models.ForeignKey(
        TravellerLine, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("call of a table")
        verbose_name_plural = _("calls of tables")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.section_id}/{self.table}: {self.kind}"


class TableRound(models.Model):
    """A table that said *we are at round n*, before the clock or its results did: ``round`` is what
    holds, ``ns`` and ``ew`` are what each side has said."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="table_rounds")
    table = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField(default=0)
    ns = models.PositiveSmallIntegerField(default=0)
    ew = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("round of a table")
        verbose_name_plural = _("rounds of tables")
        ordering = ("section", "table")
        constraints = (
            models.UniqueConstraint(fields=("section", "table"), name="table_round_once"),
        )

    def __str__(self) -> str:
        return f"{self.section_id}/{self.table}: {self.round}"


MAX_NOTE = 100


def _device() -> models.ForeignKey:
    return models.ForeignKey(
        TableDevice, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )


class TableMark(models.Model):
    """The state of a line at its table."""

    class How(models.TextChoices):
        OWN_DEVICE = "own device", _("own device")
        SAME_DEVICE = "same device", _("same device")
        ALIKE = "entered alike", _("entered alike")
        DIRECTOR = "director", _("director")

    line = models.OneToOneField(
        TravellerLine, on_delete=models.CASCADE, primary_key=True, related_name="mark"
    )
    entered_version = models.PositiveIntegerField(null=True, blank=True)
    entered_side = models.CharField(max_length=2, blank=True)
    entered_device = _device()
    confirmed_version = models.PositiveIntegerField(null=True, blank=True)
    confirmed_side = models.CharField(max_length=2, blank=True)
    confirmed_device = _device()
    how = models.CharField(max_length=16, choices=How, blank=True)
    doubted_version = models.PositiveIntegerField(null=True, blank=True)
    objected_version = models.PositiveIntegerField(null=True, blank=True)
    objected_side = models.CharField(max_length=2, blank=True)
    objected_device = _device()
    proposal = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("mark of a line")
        verbose_name_plural = _("marks of lines")

    def __str__(self) -> str:
        return f"{self.line_id}: {self.entered_version}"


class Submission(AbstractSubmission):
    """What a device at a table sent."""

    device = models.ForeignKey(TableDevice, on_delete=models.CASCADE, related_name="submissions")
    line = models.ForeignKey(
        TravellerLine, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        ordering = ("pk",)
        indexes = (models.Index(fields=("device", "at"), name="submission_by_device"),)
        constraints = (
            models.UniqueConstraint(fields=("device", "key"), name="submission_key_once"),
        )

    def __str__(self) -> str:
        return f"{self.device_id}: {self.outcome}"


class TableProposal(models.Model):
    """What one side of a table asks the other to agree to: to sit the other way round, to exchange
    two boards, a change of a confirmed result of the round before, its own names."""

    class Kind(models.TextChoices):
        SEATS = "seats", _("seats")
        BOARDS = "boards", _("boards exchanged")
        RESULT = "result", _("result")
        NAMES_NS = "names-ns", _("names of North–South")
        NAMES_EW = "names-ew", _("names of East–West")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="proposals")
    line = models.ForeignKey(TravellerLine, on_delete=models.CASCADE, related_name="proposals")
    other = models.ForeignKey(
        TravellerLine, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    device = _device()
    side = models.CharField(max_length=2, blank=True)
    versions = models.JSONField(default=list)
    proposal = models.JSONField(null=True, blank=True)
    at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    agreed = models.BooleanField(null=True)

    class Meta:
        verbose_name = _("proposal of a table")
        verbose_name_plural = _("proposals of tables")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("line", "kind"), condition=Q(decided_at__isnull=True), name="proposal_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.line_id}: {self.kind}"


class LineClaim(models.Model):
    """A pair says that a result was recorded wrongly (Law 79C); its opponents consent, the director
    decides."""

    class Decision(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")

    line = models.ForeignKey(TravellerLine, on_delete=models.CASCADE, related_name="claims")
    version = models.PositiveIntegerField()
    proposal = models.JSONField()
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    device = _device()
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    consented_device = _device()
    consented_by = user_key()
    declined_at = models.DateTimeField(null=True, blank=True)
    decided = models.CharField(max_length=8, choices=Decision, blank=True)
    decided_by = user_key()
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("line",), condition=Q(decided=""), name="claim_once_a_line"
            ),
        )

    def __str__(self) -> str:
        return f"{self.line_id}: {self.decided or 'open'}"
