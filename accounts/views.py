"""The login, one's own password, and the page of the accounts for administrators."""

import math
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, PasswordChangeView, redirect_to_login
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from accounts import services as users
from accounts.forms import AccountForm, LoginForm, OwnPasswordForm, RightsForm
from accounts.known_devices import remember_device
from accounts.selectors import accounts
from clubscore.server.starting import Login
from clubscore.web.editing import under_lock
from clubscore.web.hall import login_only_here
from clubscore.web.permissions import administrator_required
from clubscore.web.refusals import refusals_in, refusals_told
from clubscore.web.visitors import is_this_machine


class LoginPage(LoginView):
    """The login of directors and administrators; the admin has no other."""

    form_class = LoginForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse whoever would send a password through the Wi-Fi of a hall."""
        if login_only_here() and not is_this_machine(request):
            context = {"address": f"http://127.0.0.1:{request.get_port()}/"}
            return render(request, "accounts/only_here.html", context, status=403)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        response = super().form_valid(form)
        remember_device(self.request, response, form.get_user().get_username())
        return response

    def form_invalid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        response = super().form_invalid(form)
        if form.waits_until:
            response.status_code = 429
            seconds = (form.waits_until - timezone.now()).total_seconds()
            response.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
        return response


def admin_login(request: HttpRequest) -> HttpResponseBase:
    """The admin's login is the site's; whoever is logged in and sent here is no administrator."""
    if request.user.is_authenticated:
        raise PermissionDenied(_("The admin is for administrators."))
    return redirect_to_login(request.GET.get("next", ""))


class PasswordPage(SuccessMessageMixin, PasswordChangeView):
    """A new password of one's own."""

    form_class = OwnPasswordForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("home")
    success_message = gettext_lazy(
        "Your password has been changed. Other devices have been logged out."
    )


@require_GET
@administrator_required
def index(request: HttpRequest) -> HttpResponse:
    """The accounts, and the form for a new one."""
    return _list(request, AccountForm())


@require_POST
@administrator_required
def add(request: HttpRequest) -> HttpResponse:
    """Add an account, and show its password once."""
    form = AccountForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with refusals_in(form, "username"):
            login = users.add_account(
                name=data["username"],
                administrator=bool(data["administrator"]),
                password=data["password"],
                by=_user(request),
            )
            if not data["password"]:
                return _show(request, login)
            messages.success(request, _("“%(name)s” can log in.") % {"name": login.name})
            return redirect("accounts:list")
    return _list(request, form, status=422)


@require_POST
@administrator_required
def password(request: HttpRequest, user_id: int) -> HttpResponse:
    """Give an account a new password, and show it once."""
    user = get_object_or_404(User, pk=user_id)
    return _show(request, users.give_password(user=user, by=_user(request)))


@require_POST
@administrator_required
@under_lock(users.hold_user)
def rights(request: HttpRequest, user_id: int) -> HttpResponse:
    """Change what an account may do."""
    user = get_object_or_404(User, pk=user_id)
    form = RightsForm(request.POST, user=user)
    # Not asked whether it is valid: a box that is not checked is not sent, and none is required.
    form.full_clean()
    with refusals_told(request):
        users.change_rights(user=user, **form.cleaned_data, by=_user(request))
        messages.success(request, _("“%(name)s” has been changed.") % {"name": user.username})
    return redirect("accounts:list")


@require_POST
@administrator_required
def lift(request: HttpRequest, user_id: int) -> HttpResponse:
    """Let somebody try to log in again at once."""
    user = get_object_or_404(User, pk=user_id)
    users.lift_waits(user=user)
    messages.success(request, _("“%(name)s” can log in again now.") % {"name": user.username})
    return redirect("accounts:list")


@require_POST
@administrator_required
def lift_all(request: HttpRequest) -> HttpResponse:
    """Let everybody everywhere try to log in again at once."""
    users.lift_waits()
    messages.success(request, _("All accounts are unlocked."))
    return redirect("accounts:list")


def _list(request: HttpRequest, form: AccountForm, status: int = 200) -> HttpResponse:
    rows = [(account, RightsForm(user=account.user).shown) for account in accounts()]
    context = {"rows": rows, "form": form}
    return render(request, "accounts/list.html", context, status=status)


def _show(request: HttpRequest, login: Login) -> HttpResponse:
    # So that a second click shows the same password; see :mod:`accounts.middleware`.
    return render(request, "accounts/login_made.html", {"login": login}, status=201)


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)
