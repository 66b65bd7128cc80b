"""A tournament on its players' phones: what it offers, its codes and devices, and what they said.

A *device* is a browser that was bound by the code of a player, a team, a board or the door; its
cookie holds a random token, and only the token's hash is here. A *report* is what one side of a
game says the result is: it is no result, and stands only while its version is the game's, so that
whatever is typed, undone or corrected voids it.
"""

from typing import Any

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
from events.models.entry import Entry, Team
from events.models.game import Game
from events.models.tournament import Tournament

MAX_NOTE = 100

MAX_ANNOUNCEMENT = 200


class HallSettings(AbstractSettings):
    """What a tournament lets phones do. ``check_in`` is the round whose check-in is open,
    ``line_ups`` the round for which captains send their line-ups."""

    class Preset(models.TextChoices):
        RATED = "rated", pgettext_lazy("preset", "rated")
        CLUB = "club", pgettext_lazy("preset", "club")
        INFO = "info", pgettext_lazy("preset", "information")

    class Decision(models.TextChoices):
        """Who decides about byes within the rules; a withdrawal is the arbiter's always."""

        ASK = "ask", _("the arbiter")
        AUTO = "auto", _("the rules")

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="hall"
    )
    is_on = models.BooleanField(_("players’ phones"), default=False)
    preset = models.CharField(_("preset"), max_length=8, choices=Preset, default=Preset.CLUB)
    reports = models.BooleanField(_("players’ phones report results"), default=True)
    calls = models.BooleanField(_("players’ phones call the arbiter"), default=True)
    tablets = models.BooleanField(_("tablets report results"), default=True)
    same_device = models.BooleanField(_("agree on the same device"), default=True)
    requests = models.BooleanField(_("requests for byes and withdrawals"), default=True)
    standings = models.BooleanField(_("standings of complete rounds"), default=True)
    shows_missing = models.BooleanField(_("names of the missing on the display"), default=False)
    asks_word = models.BooleanField(_("check-in asks for the word on the display"), default=False)
    word = models.CharField(max_length=8, blank=True)
    half_byes = models.PositiveSmallIntegerField(_("half-point byes a player"), default=1)
    last_bye_round = models.PositiveSmallIntegerField(
        _("last round of half-point byes"),
        null=True,
        blank=True,
        help_text=_("Empty: the last but one."),
    )
    decision = models.CharField(
        _("byes are decided by"), max_length=4, choices=Decision, default=Decision.ASK
    )
    check_in = models.PositiveSmallIntegerField(null=True, blank=True)
    check_in_closes = models.DateTimeField(null=True, blank=True)
    check_in_closed = models.PositiveSmallIntegerField(default=0)
    """The last round whose check-in was closed."""
    line_ups = models.PositiveSmallIntegerField(null=True, blank=True)
    line_ups_close = models.DateTimeField(null=True, blank=True)
    fixed_order = models.BooleanField(_("line-ups in the team’s order"), default=True)
    announcements = models.JSONField(default=list, blank=True)
    """The texts that phones and the display show, the newest last."""

    class Meta:
        verbose_name = _("players’ phones of a tournament")
        verbose_name_plural = _("players’ phones of tournaments")
        constraints = (
            models.UniqueConstraint(
                fields=("display_code",), condition=~Q(display_code=""), name="hall_display_once"
            ),
            models.CheckConstraint(
                condition=Q(preset__in=["rated", "club", "info"]), name="hall_preset_known"
            ),
            models.CheckConstraint(
                condition=Q(decision__in=["ask", "auto"]), name="hall_decision_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.preset}"


_ENTRY: Any = {"on_delete": models.CASCADE, "null": True, "blank": True, "related_name": "+"}


def _of_one_thing(name: str, *, others: tuple[str, ...]) -> models.CheckConstraint:
    """A player has an entry, a team a team, a board a number, ``others`` none of them."""
    nothing: Any = {"entry__isnull": True, "team__isnull": True, "board__isnull": True}
    condition = Q(kind__in=others, **nothing)
    for kind, column in (("player", "entry"), ("team", "team"), ("board", "board")):
        condition |= Q(kind=kind, **(nothing | {f"{column}__isnull": False}))
    return models.CheckConstraint(condition=condition, name=name)


class HallCode(AbstractCode):
    """The code of a player, a team or a board, or one of which there is one."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        DOOR = "door", _("door")
        BOARD = "board", pgettext_lazy("place", "board")
        TEAM = "team", _("team")
        TABLET = "tablet", _("tablet at the exit")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="hall_codes")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    entry = models.ForeignKey(Entry, **_ENTRY)
    team = models.ForeignKey(Team, **_ENTRY)
    board = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("code of a tournament")
        verbose_name_plural = _("codes of tournaments")
        ordering = ("tournament", "kind", "board", "pk")
        constraints = (
            _of_one_thing("hall_code_of_one_thing", others=("door", "tablet")),
            models.UniqueConstraint(
                fields=("entry",),
                condition=Q(revoked_at__isnull=True, entry__isnull=False),
                name="hall_code_once_an_entry",
            ),
            models.UniqueConstraint(
                fields=("team",),
                condition=Q(revoked_at__isnull=True, team__isnull=False),
                name="hall_code_once_a_team",
            ),
            models.UniqueConstraint(
                fields=("tournament", "board"),
                condition=Q(revoked_at__isnull=True, board__isnull=False),
                name="hall_code_once_a_board",
            ),
            models.UniqueConstraint(
                fields=("tournament", "kind"),
                condition=Q(revoked_at__isnull=True, kind__in=["door", "tablet"]),
                name="hall_code_once_a_kind",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind}"


class HallDevice(AbstractDevice):
    """A browser of a player, a team, a board or the hall, or one that only looks.

    ``proof`` is how we know whose phone it is: an opponent's word counts for ``proof_round`` alone.
    ``show`` are the three digits by which the arbiter tells it from others. A board's and a
    tablet's device waits without ``approved_at``, a player's while its proof is ``none``.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        BOARD = "board", pgettext_lazy("place", "board")
        TABLET = "tablet", _("tablet at the exit")
        TEAM = "team", _("team")
        LOOK = "look", _("only looks")

    class Proof(models.TextChoices):
        NONE = "none", _("not proven")
        CARD = "card", _("own card")
        ARBITER = "arbiter", _("the arbiter")
        OPPONENT = "opponent", _("the opponent")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="hall_devices"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    entry = models.ForeignKey(Entry, **_ENTRY)
    team = models.ForeignKey(Team, **_ENTRY)
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    proof = models.CharField(max_length=8, choices=Proof, default=Proof.NONE)
    proof_round = models.PositiveSmallIntegerField(null=True, blank=True)
    show = models.CharField(max_length=3, blank=True)

    class Meta:
        verbose_name = _("device in the hall")
        verbose_name_plural = _("devices in the hall")
        ordering = ("tournament", "pk")
        constraints = (
            _of_one_thing("hall_device_of_one_thing", others=("tablet", "look")),
            models.CheckConstraint(
                condition=Q(proof__in=["none", "card", "arbiter"], proof_round__isnull=True)
                | Q(proof="opponent", proof_round__isnull=False),
                name="hall_device_proof_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind} {self.pk}"


def _device() -> models.ForeignKey:
    return models.ForeignKey(
        HallDevice, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )


class Presence(models.Model):
    """Somebody is here for a round: said by a phone, or by a director."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    round = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    device = _device()
    by = user_key()

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        ordering = ("entry", "round")
        constraints = (
            models.UniqueConstraint(fields=("entry", "round"), name="presence_once_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.round}"


class GameReport(models.Model):
    """What one side of a game says: the result from White, and of which version of the game.

    A newer one of the same side is another row. ``disputed_at``: the other side said no, without
    a result of its own.
    """

    class Result(models.TextChoices):
        WHITE = "1", _("White won")
        DRAW = "=", pgettext_lazy("result", "draw")
        BLACK = "0", _("Black won")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    side = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=1, choices=Result)
    version = models.PositiveIntegerField()
    device = _device()
    at = models.DateTimeField()
    disputed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("report of a game")
        verbose_name_plural = _("reports of games")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "side", "version"), name="report_once_a_side_and_version"
            ),
            models.CheckConstraint(
                condition=Q(side__in=[Game.FIRST, Game.SECOND]), name="report_of_a_side"
            ),
            models.CheckConstraint(condition=Q(result__in=["1", "=", "0"]), name="report_known"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.side} {self.result}"


class HallRequest(models.Model):
    """A player asks for a bye in a round, or to withdraw, which is of no round: 0."""

    class Kind(models.TextChoices):
        HALF_BYE = "half-bye", _("half-point bye")
        ZERO_BYE = "zero-bye", _("zero-point bye")
        WITHDRAW = "withdraw", _("withdrawal")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("request", "open")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("request", "withdrawn")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requests")
    kind = models.CharField(max_length=10, choices=Kind)
    round = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    device = _device()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    reason = models.CharField(max_length=200, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = user_key()

    class Meta:
        verbose_name = _("request of a player")
        verbose_name_plural = _("requests of players")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "round"), condition=Q(state="open"), name="open_request_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="withdraw", round=0)
                | Q(kind__in=["half-bye", "zero-bye"], round__gte=1),
                name="request_of_a_round",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.kind} {self.state}"


class LineUp(models.Model):
    """Whom a captain sets in a round: ``players`` are ids of entries, board by board. It is sealed
    until the boards are set."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    round = models.PositiveSmallIntegerField()
    players = models.JSONField(default=list)
    at = models.DateTimeField()
    device = _device()

    class Meta:
        verbose_name = _("line-up of a captain")
        verbose_name_plural = _("line-ups of captains")
        ordering = ("team", "round")
        constraints = (
            models.UniqueConstraint(fields=("team", "round"), name="line_up_once_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.team_id}: {self.round}"


class HallCall(AbstractCall):
    """Somebody calls the arbiter, sent something that came too late, which is in ``note``, or came
    after the check-in of a round was closed. ``round``: that one, or the one in which somebody
    called."""

    class Kind(models.TextChoices):
        CALL = "call", pgettext_lazy("arbiter", "call")
        LATE = "late", _("came too late")
        CHECK_IN = "check-in", _("came after the check-in")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="hall_calls")
    device = models.ForeignKey(
        HallDevice, on_delete=models.SET_NULL, null=True, blank=True, related_name="calls"
    )
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.CALL)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    board = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("call in the hall")
        verbose_name_plural = _("calls in the hall")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind}"


class HallSubmission(AbstractSubmission):
    """What a device in the hall sent."""

    device = models.ForeignKey(HallDevice, on_delete=models.CASCADE, related_name="submissions")

    class Meta:
        verbose_name = _("submission in the hall")
        verbose_name_plural = _("submissions in the hall")
        ordering = ("pk",)
        indexes = (models.Index(fields=("device", "at"), name="hall_submission_by_device"),)
        constraints = (
            models.UniqueConstraint(fields=("device", "key"), name="hall_submission_key_once"),
        )

    def __str__(self) -> str:
        return f"{self.device_id}: {self.outcome}"


class HallClock(AbstractClock):
    """The round clock of a tournament. Without ``length`` it counts up from ``starts_at``; a
    player who is not there ``default_minutes`` after that has lost, where it is set."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="hall_clock"
    )
    starts_at = models.DateTimeField(null=True, blank=True)
    length = models.PositiveSmallIntegerField(_("minutes of a round"), null=True, blank=True)
    default_minutes = models.PositiveSmallIntegerField(_("default time (minutes)"), default=0)
    text = models.CharField(_("rate of play"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("round clock of a tournament")
        verbose_name_plural = _("round clocks of tournaments")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.round} {self.phase}"
