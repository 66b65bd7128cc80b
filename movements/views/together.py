"""Several sections scored as one field: how even the comparison is then."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from movements import selectors
from movements.domain.balance import balance_finding
from movements.domain.combine import combined
from movements.domain.winners import winners_finding
from movements.forms import TogetherForm
from movements.views.findings import numbered
from movements.views.heatmap import heat_map


@require_safe
def together(request: HttpRequest) -> HttpResponse:
    """The balance of two or more stored movements together."""
    form = TogetherForm(request.GET or None)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        sections = form.sections
        values = selectors.movement_values(sections)
        value = combined([values[movement.pk] for movement in sections])
        starts = [1]
        for movement in sections[:-1]:
            starts.append(starts[-1] + movement.contestants)
        context |= {
            "value": value,
            "sections": [
                (movement, start, start + movement.contestants - 1)
                for movement, start in zip(sections, starts, strict=True)
            ],
            "findings": numbered([*winners_finding(value), *balance_finding(value)]),
            "heat_map": heat_map(value),
        }
    return render(request, "movements/together.html", context)
