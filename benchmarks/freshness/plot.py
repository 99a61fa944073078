"""One line chart as SVG: milliseconds by size of the corpus."""

import math
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _MARGIN = 480, 240, 56
_COLOURS = ("#1f6fb4", "#d1495b", "#8d8d8d")
_INK, _GRID = "#222", "#ddd"


def by_size(title: str, sizes: Sequence[int], lines: Mapping[str, Sequence[float]]) -> str:
    """Return an SVG document with one line for each name; sizes stand on a logarithmic axis."""
    top = _round_up(max(max(values) for values in lines.values()))
    drawn = "".join(
        _line(n, name, [(_x(size, sizes), _y(value, top)) for size, value in pairs])
        for n, (name, pairs) in enumerate(
            (name, list(zip(sizes, values, strict=True))) for name, values in lines.items()
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH + 2 * _MARGIN} '
        f'{_HEIGHT + 2 * _MARGIN}" font-family="sans-serif" font-size="12" fill="{_INK}">'
        f'<rect width="100%" height="100%" fill="white"/>'
        f'<g transform="translate({_MARGIN} {_MARGIN})">'
        f'<text x="{_WIDTH / 2}" y="-24" text-anchor="middle" font-weight="bold">'
        f"{escape(title)}</text>{_axes(sizes, top)}{drawn}</g></svg>\n"
    )


def _axes(sizes: Sequence[int], top: float) -> str:
    across = "".join(
        f'<line x1="0" x2="{_WIDTH}" y1="{_y(ms, top)}" y2="{_y(ms, top)}" stroke="{_GRID}"/>'
        f'<text x="-6" y="{_y(ms, top) + 4}" text-anchor="end">{ms:g}</text>'
        for ms in (top * quarter / 4 for quarter in range(5))
    )
    along = "".join(
        f'<text x="{_x(size, sizes)}" y="{_HEIGHT + 16}" text-anchor="middle">{size:,}</text>'
        for size in sizes
    )
    return (
        f'{across}{along}<text x="{_WIDTH / 2}" y="{_HEIGHT + 36}" text-anchor="middle">'
        f'passages in the corpus</text><text transform="translate(-38 {_HEIGHT / 2}) rotate(-90)" '
        f'text-anchor="middle">milliseconds</text>'
    )


def _line(number: int, name: str, points: Sequence[tuple[float, float]]) -> str:
    colour = _COLOURS[number]
    places = " ".join(f"{x},{y}" for x, y in points)
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points)
    return (
        f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}'
        f'<text x="{_WIDTH * number / 3 + 8}" y="-6" fill="{colour}">{escape(name)}</text>'
    )


def _x(size: int, sizes: Sequence[int]) -> float:
    low, high = math.log(min(sizes)), math.log(max(sizes))
    return round(_WIDTH * (math.log(size) - low) / max(high - low, 1e-9), 1)


def _y(value: float, top: float) -> float:
    return round(_HEIGHT * (1 - value / top), 1)


def _round_up(value: float) -> float:
    return float(20 * math.ceil(value / 20))
