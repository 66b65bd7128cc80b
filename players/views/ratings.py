"""Updating the ratings of the register from a federation's list, with what would change."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from clubscore.text.numbers import whole_number
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from players.selectors.lookup import current_lists, list_to_compare
from players.services.ratings import Ratings, rating_changes, update_ratings


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def update(request: HttpRequest) -> HttpResponse:
    """The differences, and on the button the change of those who are ticked."""
    listing = list_to_compare((request.POST or request.GET).get("list", ""))
    if request.method == "POST" and listing:
        numbers = [whole_number(text) for text in request.POST.getlist("player")]
        chosen = [number for number in numbers if number is not None]
        count = update_ratings(listing=listing, numbers=chosen, by=actor(request))
        text = ngettext(
            "The ratings of %(count)s player are updated.",
            "The ratings of %(count)s players are updated.",
            count,
        )
        messages.success(request, text % {"count": count})
        return redirect(f"{reverse('players:ratings')}?list={listing.pk}")
    rows = rating_changes(listing) if listing else []
    context = {
        "lists": current_lists(),
        "listing": listing,
        "rows": [{"change": each, "ratings": compared(each.before, each.after)} for each in rows],
    }
    return render(request, "players/ratings.html", context)


def compared(before: Ratings, after: Ratings) -> list[str]:
    """Each rating as a cell: what it is, or was and becomes, with the difference."""
    cells = []
    for old, new in zip(before, after, strict=True):
        if new == old:
            cells.append(str(old or ""))
        elif old is None:
            cells.append(_("new: %(rating)s") % {"rating": new})
        else:
            difference = (new or 0) - old
            sign = "+" if difference > 0 else "−"
            cells.append(f"{old} → {new} ({sign}{abs(difference)})")
    return cells
