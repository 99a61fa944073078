"""Reliability and risk-coverage as one SVG, drawn from a report of answers."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

Point = tuple[float, float]
"""Both coordinates in [0, 1]."""

_SIZE = 240
_MARGIN = 56
_PANEL = _SIZE + 2 * _MARGIN
_INK, _LINE, _GRID = "#222", "#1f6fb4", "#ccc"


def calibration_svg(report: Mapping[str, Any]) -> str:
    """Return an SVG document with the two plots side by side."""
    bins = [(row["confidence"], row["accuracy"]) for row in report["reliability"]]
    curve = [(row["coverage"], row["risk"]) for row in report["risk_coverage"]]
    title = f"{report['dataset']}, {report['n']} questions"
    panels = [
        _panel(0, "Reliability", "confidence", "share right", _polyline(bins) + _dots(bins)),
        _panel(_PANEL, "Risk and coverage", "coverage", "share wrong", _polyline(curve)),
    ]
    diagonal = _polyline([(0.0, 0.0), (1.0, 1.0)], _GRID)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * _PANEL} {_PANEL}" '
        f'font-family="sans-serif" font-size="12" fill="{_INK}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{2 * _PANEL}" height="{_PANEL}" fill="white"/>'
        f'<g transform="translate({_MARGIN} {_MARGIN})">{diagonal}</g>'
        f"{''.join(panels)}</svg>\n"
    )


def _panel(left: int, title: str, x_label: str, y_label: str, drawing: str) -> str:
    ticks = "".join(
        f'<text x="{_x(share)}" y="{_SIZE + 16}" text-anchor="middle">{share:g}</text>'
        f'<text x="-6" y="{_y(share) + 4}" text-anchor="end">{share:g}</text>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    middle = _SIZE / 2
    return (
        f'<g transform="translate({left + _MARGIN} {_MARGIN})">'
        f'<rect width="{_SIZE}" height="{_SIZE}" fill="none" stroke="{_INK}"/>{ticks}{drawing}'
        f'<text x="{middle}" y="-12" text-anchor="middle" font-weight="bold">{title}</text>'
        f'<text x="{middle}" y="{_SIZE + 36}" text-anchor="middle">{x_label}</text>'
        f'<text transform="translate(-38 {middle}) rotate(-90)" text-anchor="middle">'
        f"{y_label}</text></g>"
    )


def _polyline(points: Sequence[Point], colour: str = _LINE) -> str:
    places = " ".join(f"{_x(x)},{_y(y)}" for x, y in points)
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _dots(points: Sequence[Point]) -> str:
    return "".join(f'<circle cx="{_x(x)}" cy="{_y(y)}" r="4" fill="{_LINE}"/>' for x, y in points)


def _x(share: float) -> float:
    return round(share * _SIZE, 2)


def _y(share: float) -> float:
    return round((1 - share) * _SIZE, 2)
