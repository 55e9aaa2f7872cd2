"""A report on recorded games: one page of HTML that holds everything it shows, and needs no network and no script.

`counts` counts games one by one, so that a file can have any length; `reviews` reviews some of them; `plots` draws,
and `page` writes. These two need what `hyperoxo[report]` installs, and so they are imported only when a report is made.
"""
