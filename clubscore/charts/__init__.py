"""Charts as coordinates for an SVG that a template in ``templates/clubscore/charts`` draws.

They know no HTML: sizes are those of the drawing's own coordinates, texts come from the caller.
Colours are those of ``static/css/charts.css``, so that they follow light, dark and paper.
"""
