"""Sessions and lines in the admin: the same forms, readings and services as the pages."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Max, Min, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.admin import ChosenFilter, LargeList, WithParts
from clubscore.web.refusals import refusals_invalid
from clubscore.web.visitors import actor
from events.common.domain import Season
from events.common.services import keep
from events.models import LineContestant, Section, Session, TravellerLine
from events.sessions.core.domain.line_result import write_result
from events.sessions.desk.forms.session import SettingsForm
from events.sessions.lines import figures as lines
from events.sessions.lines.services import saving as line_saving
from events.sessions.setup.services import sessions


class SeasonFilter(admin.SimpleListFilter):
    """The seasons that have a session, the last first."""

    title = _("season")
    parameter_name = "season"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        days = Session.objects.aggregate(first=Min("date"), last=Max("date"))
        if not days["first"]:
            return []
        first, last = Season.of(days["first"]).year, Season.of(days["last"]).year
        return [(str(year), str(Season(year))) for year in range(last, first - 1, -1)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Session]) -> QuerySet[Session]:
        if self.value() not in dict(self.lookup_choices):
            return queryset
        season = Season(int(self.value() or 0))
        return queryset.filter(date__range=(season.start, season.end))


class SectionInline(admin.TabularInline):
    """Read-only: the lines were created from the movement."""

    model = Section
    extra = 0
    can_delete = False
    readonly_fields = ("letter", "movement", "boards_per_round", "first_board")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Session)
class SessionAdmin(WithParts):
    parts = (("travellerline", "section__session", _("Lines")), ("logentry", "session", _("Log")))
    form = SettingsForm
    inlines = (SectionInline,)
    list_display = ("title", "date", "belonging", "club", "method", "state", "published_at")
    list_filter = (SeasonFilter, "state", "method", "club")
    list_select_related = ("club",)
    search_fields = ("title",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(
        self, request: HttpRequest, obj: Session, form: forms.ModelForm, change: bool
    ) -> None:
        try:
            sessions.change_settings(session=obj, fields=form.changed_data, by=actor(request))
        except Refused as refusal:
            # The form was good a moment ago: somebody put the session into a series meanwhile.
            self.message_user(request, refusal_text(refusal), messages.ERROR)


def _typed(line: TravellerLine) -> str:
    """The result of a line as it is typed in its session."""
    return write_result(line.result, line.section.session.typing_letters)


class LineForm(forms.ModelForm):
    """A line as one field, read as the page of its board reads it."""

    typed = forms.CharField(
        label=_("Result"),
        required=False,
        max_length=250,
        help_text=_(
            "As on the page of its board: 620, 62+, 4sn=, p, np, a6040. Empty clears the line."
        ),
    )

    class Meta:
        model = TravellerLine
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"].initial = _typed(self.instance)

    def clean_typed(self) -> str:
        text: str = self.cleaned_data["typed"]
        with refusals_invalid():
            lines.read_typed(line=self.instance, text=text)
        return text


class LineContestantInline(admin.TabularInline):
    model = LineContestant
    extra = 0
    can_delete = False
    fields = readonly_fields = ("direction", "contestant")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(TravellerLine)
class TravellerLineAdmin(LargeList):
    form = LineForm
    inlines = (LineContestantInline,)
    fields = ("section", "board", "round", "table", "typed", "version", "updated_at")
    readonly_fields = ("section", "board", "round", "table", "version", "updated_at")
    list_display = ("__str__", "section", "typed", "score_ns", "version", "updated_at")
    list_filter = (("section__session", ChosenFilter),)
    # Not joined: SQLite might go from the sessions to all lines, and sort them.
    list_select_related = ()
    search_fields = ("section__session__title", "=board")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TravellerLine]:
        rows: QuerySet[TravellerLine] = super().get_queryset(request)
        return rows.prefetch_related("section__session")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def hold(self, obj: TravellerLine) -> None:
        keep(Session, obj.section.session_id)
        super().hold(obj)  # type: ignore[misc]

    @admin.display(description=_("result"))
    def typed(self, line: TravellerLine) -> str:
        return _typed(line)

    def save_model(
        self, request: HttpRequest, obj: TravellerLine, form: forms.ModelForm, change: bool
    ) -> None:
        line_saving.enter_result(
            session_id=obj.section.session_id,
            line_id=obj.pk,
            text=form.cleaned_data["typed"],
            by=actor(request),
        )
