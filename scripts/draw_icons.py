#!/usr/bin/env python3
"""Draws the icons of the installed page, PNG files, from `web/public/icon.svg`: `make pictures` runs it."""

import re
from pathlib import Path

from hyperoxo.svg import Svg

PUBLIC = Path(__file__).parents[1] / "web" / "public"
PAPER = "#f6f7f9"
ICONS = {"icon-192.png": (192, 0.84, 7), "icon-512.png": (512, 0.84, 7), "icon-maskable-512.png": (512, 0.66, 0)}
"""The size of each, how large the drawing is in it, and how round its corners. A system may cut a maskable one to a
circle of four fifths, in which all of the drawing is."""


def main() -> None:
    """Draw all of them."""
    content = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    drawing = "".join(re.findall(r"<g class.*?</g>", content, re.DOTALL))
    style = re.sub(
        r"@media.*?\} \}", "", "".join(re.findall(r"<style>.*?</style>", content, re.DOTALL)), flags=re.DOTALL
    )
    for name, (size, scale, radius) in ICONS.items():
        icon = Svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">{style}'
            f'<rect width="32" height="32" rx="{radius}" fill="{PAPER}"/>'
            f'<g transform="translate(16 16) scale({scale}) translate(-16 -16)">{drawing}</g></svg>'
        )
        (PUBLIC / name).write_bytes(icon.png(width=size))


if __name__ == "__main__":
    main()
