"""Pages are sent compressed to browsers that accept it.

Compressed secrets can be guessed by an attacker who makes a browser ask for pages that repeat his
guess, and who sees how long the answers are (BREACH). Django's middleware makes the length random
(up to 100 bytes more), and the one secret on our pages that is worth it, the CSRF token, is masked
anew in every answer. Files that are compressed already, and backups, are left as they are.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TYPES = (
    "text/",
    "application/json",
    "image/svg+xml",
)


class CompressionMiddleware(GZipMiddleware):
    """gzip for text; see this module."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not response.headers.get("Content-Type", "").startswith(TYPES):
            return response
        return super().process_response(request, response)
