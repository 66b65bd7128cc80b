"""The rules for club points: a list, and one rule as a form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.common.services.holding import hold_points_rule
from events.models import PointsRule
from events.sessions.forms.club_points import RuleForm
from events.sessions.selectors.club_points import rules_with_use
from events.sessions.services.club_points import delete_rule, save_rule


@require_GET
@director_required
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "events/sessions/club_points/rules.html", {"rules": rules_with_use()})


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    return _form(request, PointsRule())


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_points_rule)
def edit(request: HttpRequest, rule_id: int) -> HttpResponse:
    return _form(request, get_object_or_404(PointsRule, pk=rule_id))


def _form(request: HttpRequest, rule: PointsRule) -> HttpResponse:
    form = RuleForm(request.POST or None, instance=rule)
    if request.method == "POST" and form.is_valid():
        try:
            save_rule(rule=form.instance)
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            messages.success(request, _("The rule is saved."))
            return redirect("events:points-rules")
    return render(
        request,
        "events/sessions/club_points/rule.html",
        {"form": form, "rule": rule, "used": rule.sessions.count() if rule.pk else 0},
        status=422 if form.errors else 200,
    )


@require_POST
@director_required
def delete(request: HttpRequest, rule_id: int) -> HttpResponse:
    """Delete a rule that no session uses."""
    try:
        delete_rule(rule_id=rule_id)
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        messages.success(request, _("The rule is deleted."))
    return redirect("events:points-rules")
