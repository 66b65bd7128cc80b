"""What a view does not say itself: a change that came too late is a page, and no fault of ours.

Most views show a refusal beside what was typed. A button without a form, such as "Publish", meets
one only when the session was deleted while its page was open.
"""

import logging
from collections.abc import Callable

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubscore.permissions import wants_json
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal

logger = logging.getLogger(__name__)


class RefusedMiddleware:
    """Answers 409 where a service refused, or found something gone that the page had shown."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer_to(request, exception)


def answer_to(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """The page for what a view could not do any more; ``None`` for any other exception."""
    if isinstance(exception, Refused):
        reasons = translate_refusal(exception)
    # A page that finds nothing has its own 404; here somebody deleted it during the request.
    elif isinstance(exception, ObjectDoesNotExist) and request.method == "POST":
        logger.info("%s: %s", request.path, exception)
        reasons = [_("What you were changing has been deleted in the meantime.")]
    else:
        return None
    if wants_json(request):
        return JsonResponse({"error": " ".join(reasons)}, status=409)
    return render(request, "409.html", {"reasons": reasons}, status=409)
