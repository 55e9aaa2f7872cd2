"""The head and the style of the pages of HTML that commands write: reports and reviews.

A page is one file that runs no script and fetches nothing, whatever the names and tags on it hold. Its colours follow
the reader's choice of light or dark, and on paper it is black on white. The colours of the sides differ for people who
are colour-blind, too (M. Okabe and K. Ito).
"""

from __future__ import annotations

PAGE_HEAD = """\
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
"""
"""The first elements of a page's head."""

PAGE_STYLE = """\
:root {
  --paper: #ffffff; --ink: #1b1b1b; --soft: #5a5a5a; --faint: #d9d9d9; --shade: #f3f3f3;
  --x: #0072b2; --o: #d55e00; --heat: #56b4e9; --warn: #fff3cd;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #ececec; --soft: #b0b0b0; --faint: #43474c; --shade: #202327;
    --x: #56b4e9; --o: #f0954a; --heat: #1f6fa8; --warn: #4a3c0c;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 66rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; border-bottom: 1px solid var(--faint); }
h3 { font-size: 1rem; margin: 1.25rem 0 0; }
p { margin: .5rem 0; }
.soft { color: var(--soft); }
.warn { background: var(--warn); padding: .5rem .75rem; border-radius: .25rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .75rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .25rem; white-space: nowrap; }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap; }
th { font-weight: 600; }
thead th { border-bottom: 1px solid var(--ink); vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--shade); }
th[scope=row], thead th:first-child { text-align: left; }
figure { margin: .75rem 0; overflow-x: auto; }
figcaption { color: var(--soft); }
summary { cursor: pointer; }
@media print {
  body { max-width: none; font-size: 10pt; }
  .warn, tbody tr { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  figure, table { break-inside: avoid; }
  .wide { overflow: visible; }
}
"""
"""The style that all pages share."""
