"""Listings for the interpreters: small programs of ours, and the documents' where a folder of them is named."""

from __future__ import annotations

import os
import re
from pathlib import Path

REFERENCES = os.environ.get("HYPEROXO_REFERENCES", "")
MISSING = "HYPEROXO_REFERENCES names no folder with the documents, which do not come with the project"

COUNTER = """
: count 0 begin 1+ dup . dup 5 = until drop ;
count
"""

GUESS = """( A number from 1 to 9 is guessed )
6 const secret
0 var tries
: ask? key 48 - 1 tries +! secret over = swap secret < ;
: guess
  cls 0 tries !
  begin ask? if ." LOW " then
  until ." YES " tries @ . ;
"""

ROW = """( Three squares in a row: a key takes one, the program the next that is free )
: table create does> ;
0 var taken
table steps 1 c, 2 c, 0 c,
: bit 1 swap << ;
: free? bit taken @ and 0= ;
: put ( square letter -- )
  over 4 * 2 at emit bit taken @ or taken ! ;
: person
  begin key 49 - dup free? if dup 79 put 1 else drop 0 then until ;
: program begin steps + c@ dup free? until 88 put ;
: game cls 0 taken ! person program ;
"""

MOUSE = """
10 dim f(3): gosub 200
20 clearw 2: for i=1 to 3: gotoxy i*5,2: print "[ ]";: next
30 gosub ask: if f(s)<>0 then 30
40 f(s)=1: gotoxy s*5+1,2: print "H";
50 for i=1 to 3: if f(i)=0 and t=0 then t=i else
   n=n+1
60 next: if t>0 then f(t)=5: gotoxy t*5+1,2: print "C";
70 gotoxy 0,0: print "DONE"; n: end
100 ask: poke contrl,124: vdisys(0)
110 s=int(peek(ptsout)/9/5): y=int(peek(ptsout+2)/9.3)-2: b=peek(intout)
120 if y<>2 or s<1 or s>3 then 100
130 return
200 ' the square that the data name is taken
210 read a,n$: f(a)=5
220 return
230 data 3,three
"""
"""A row of three squares, of which the last is taken: a click takes one, and the program the first that is free."""


RING = """( A board with X in the centre: the program answers one square further along the ring )
: table create does> ;
table columns 2 c, 0 c, 2 c, 4 c, 4 c, 4 c, 2 c, 0 c, 0 c,
table rows 2 c, 0 c, 0 c, 0 c, 2 c, 4 c, 4 c, 4 c, 2 c,
: put ( letter square -- ) dup columns + c@ swap rows + c@ at emit ;
: further 8 mod 1+ ;
: game cls 88 0 put begin key 48 - 79 over put further 88 swap put again ;
"""

FIRST_OPEN = """
10 dim b(64)
20 poke contrl,124: vdisys(0)
30 x=int(peek(ptsout)/9): y=int(peek(ptsout+2)/9.3)-2
40 for s=1 to 64: n=s-1: t=int(n/16): n=n-16*t: r=int(n/4): c=n-4*r
50 if y=4*t+r+1 and x=16-4*t+r+3*c+2 then b(s)=1
60 next: i=1
70 if b(i)<>0 then i=i+1: goto 70
80 b(i)=5: goto 20
"""
"""A board of 64 squares: the program takes the first that is open."""


def printed_listing(name: str, pattern: str) -> str:
    """Return the listing of a document, found by a pattern, without the marks of bold type around a line."""
    text = (Path(REFERENCES) / name).read_text(encoding="utf-8")
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[0].replace("**", "")


def fignition_listing() -> str:
    """Return the Forth of the document as it is printed: from a bold comment to the last definition."""
    return printed_listing("fignition-forth-3x3.txt", r"^\*\*\( .*;$(?=\s*^In )")


def atari_st_listing() -> str:
    """Return the BASIC of the document as it is printed: from line 100 on."""
    return printed_listing("atari-st-4x4x4.txt", r"^100 .*")
