"""Query time by number of vectors, as one SVG with logarithmic axes."""

import math
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _MARGIN, _LEGEND = 420, 280, 56, 110
_COLOURS = ("#8d8d8d", "#444444", "#2a9d5c", "#d1495b", "#c98a1b", "#1f6fb4")
_INK, _GRID = "#222", "#ddd"


def growth_svg(rows: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """Return an SVG document with one line for each index.

    Args:
        rows: What was measured, by index, then by number of vectors.
    """
    lines = {
        name: [
            (int(size), result["tried"][-1]["p50_ms"])
            for size, result in sorted(sizes.items(), key=lambda item: int(item[0]))
            if "tried" in result
        ]
        for name, sizes in rows.items()
    }
    points = [point for line in lines.values() for point in line]
    along = _powers([size for size, _ in points])
    upward = _powers([ms for _, ms in points])
    drawn = "".join(
        _line(n, name, line, along, upward) for n, (name, line) in enumerate(lines.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH + 2 * _MARGIN + _LEGEND} '
        f'{_HEIGHT + 2 * _MARGIN}" font-family="sans-serif" font-size="12" fill="{_INK}">'
        f'<rect width="100%" height="100%" fill="white"/>'
        f'<g transform="translate({_MARGIN} {_MARGIN})">'
        f'<text x="{_WIDTH / 2}" y="-20" text-anchor="middle" font-weight="bold">'
        f"Median query, one thread</text>{_axes(along, upward)}{drawn}</g></svg>\n"
    )


def _axes(along: range, upward: range) -> str:
    marks = "".join(
        f'<line x1="0" x2="{_WIDTH}" y1="{(y := _place(10.0**power, upward, _HEIGHT, True))}" '
        f'y2="{y}" stroke="{_GRID}"/>'
        f'<text x="-6" y="{y + 4}" text-anchor="end">{10.0**power:g}</text>'
        for power in upward
    ) + "".join(
        f'<text x="{_place(10.0**power, along, _WIDTH)}" y="{_HEIGHT + 16}" '
        f'text-anchor="middle">{10**power:,}</text>'
        for power in along
    )
    return (
        f'{marks}<text x="{_WIDTH / 2}" y="{_HEIGHT + 36}" text-anchor="middle">vectors</text>'
        f'<text transform="translate(-38 {_HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
        f"milliseconds</text>"
    )


def _line(
    number: int, name: str, line: list[tuple[int, float]], along: range, upward: range
) -> str:
    colour = _COLOURS[number % len(_COLOURS)]
    places = [(_place(size, along, _WIDTH), _place(ms, upward, _HEIGHT, True)) for size, ms in line]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in places)
    return (
        f'<polyline points="{" ".join(f"{x},{y}" for x, y in places)}" fill="none" '
        f'stroke="{colour}" stroke-width="2"/>{dots}'
        f'<text x="{_WIDTH + 14}" y="{20 + 18 * number}" fill="{colour}">{escape(name)}</text>'
    )


def _powers(values: list[float] | list[int]) -> range:
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return range(low, max(high, low + 1) + 1)


def _place(value: float, powers: range, length: int, downward: bool = False) -> float:
    share = (math.log10(value) - powers[0]) / (powers[-1] - powers[0])
    return round(length * (1 - share if downward else share), 1)
