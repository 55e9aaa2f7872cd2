"""The interpreters of listings: programs of ours, faults with their lines, limits, and repairs."""

from __future__ import annotations

import pytest

from hyperoxo.errors import InputError
from listings.basic import Basic
from listings.forth import Forth
from listings.limits import ListingError
from listings.repairs import Repair, repaired
from listings.runs import RUNS, ListingRun

FEW = 20_000
"""Instructions."""

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


def begun(name: str, text: str) -> ListingRun:
    run = RUNS[name](text)
    run.begin()
    return run


def shown(machine: Forth | Basic) -> list[str]:
    """Return the rows of the screen that are not empty."""
    return [line.rstrip() for line in machine.screen.lines if line.strip()]


# ---- Forth ----


@pytest.mark.parametrize(
    ("words", "stack"),
    [
        ("7 3 - 2 * 1+ negate abs 1-", [8]),
        ("-7 2 /mod -7 2 mod -7 2 /", [-1, -3, -1, -3]),
        ("1 2 over 3 rot", [1, 1, 3, 2]),
        ("1 2 2dup swap nip tuck", [1, 1, 2, 1]),
        ("0 ?dup 5 ?dup", [0, 5, 5]),
        ("3 4 < 3 4 > 3 3 = 3 3 <> 0 0= -1 0< 1 0>", [1, 0, 1, 0, 1, 1, 1]),
        ("32767 1+", [-32768]),
        ("1 3 << 240 4 >> 12 10 and 12 10 or 12 10 xor", [8, 15, 8, 14, 6]),
        ("1 >r r@ 2 r>", [1, 2, 1]),
        ("3 0 do i loop", [0, 1, 2]),
        ("0 5 0 do i + 2 +loop", [6]),
        ("0 begin 1+ dup 3 < while repeat", [3]),
        ("5 if 1 else 2 then 0 if 3 then", [1]),
        ("2 5 min 2 5 max", [2, 5]),
    ],
)
def test_words_leave_what_they_should(words: str, stack: list[int]) -> None:
    machine = Forth(f": go {words} key ;")
    assert machine.run()
    assert machine.stack == stack


def test_forth_programs_of_ours() -> None:
    assert shown(Forth(COUNTER)) == ["1 2 3 4 5"]
    guess = Forth(GUESS)
    assert [guess.run(keys) for keys in ("", "3", "76")] == [True, True, False]
    assert shown(guess) == ["LOW YES 3"]
    row = Forth(ROW)
    assert row.run()
    assert not row.run("2")
    assert shown(row) == ["    O   X"]
    assert Forth(ROW, start="person").run()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (": a 1 ;\n: b\n  2 fnord ;", "line 3: fnord: not a word"),
        (": a 1 ;\nif", "line 2: if: it stands outside"),
        (": a\n 1 then ;", "line 2: then: no if"),
        (": a begin\n;", "line 2: ;: begin has no end"),
        (": a 1", "line 1: a: its definition does not end"),
        (": a : b ;", "line 1: :: the definition of a"),
        (': a ." no end ;', "line 1: \": no '\"' follows"),
        (f': a ." {"x" * 256}" ;', "line 1: xxx"),
        ("1 2 3", "line 1: text: it defines no word"),
        (": a 1 ;\nkey", "line 2: key: the text is still being read"),
        (": a\n drop ;", "line 2: stack: a number is taken"),
        (": a\n 1 0 / ;", "line 2: /: a number is divided"),
        (": a\n 9000 @ ;", "line 2: 9000: the memory has"),
        (": a\n begin 1 again ;", "line 2: stack: it has more than 256"),
        (": a\n a ;", "line 2: return stack: it has more than 256"),
        (": a\n 1 >r ;", "line 2: "),
        (": a\n 30000 >r ;", "line 2: return stack: 30000"),
        (": a\n 30000 allot ;", "line 2: 30012: the memory has"),
        (": a\n begin again ;", "line 2: run: no input was asked for within 20,000 steps"),
        (": a <build ;\n: b\n a x ;", "line 3: x: not a word"),
        (": a <build ;\n: b\n a ;", "line 1: create: words are defined only"),
    ],
)
def test_forth_stops_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ListingError) as error:
        Forth(text, steps=FEW).run()
    assert str(error.value).startswith(message)


# ---- BASIC ----


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("1+2*3^2-8/4", "17"),
        ("-2^2", "-4"),
        ("(1<2)+(1>2)", "-1"),
        ("not 0 and 6 or 1", "7"),
        ("int(-2.5)+abs(-2)+sgn(9)", "0"),
        ("17 mod 5", "2"),
        ('"a"+"b"', "ab"),
        ('"a"<"b"', "-1"),
        ("sqr(2)", "1.41421"),
        ("rnd(1)<1", "-1"),
        ("a(3)+b+len", "0"),
    ],
)
def test_expressions(expression: str, printed: str) -> None:
    machine = Basic(f"10 print {expression}")
    assert not machine.run()
    assert machine.screen.lines[0].strip() == printed


def test_a_basic_program_of_ours_waits_for_clicks() -> None:
    machine = Basic(MOUSE)
    assert [machine.run(click) for click in (None, (3, 3), (16, 2), (10, 2))] == [True, True, True, False]
    assert shown(machine) == ["DONE 2", "     [C]  [H]  [ ]"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("10 print 1\n20 fnord 2", "line 20: fnord: not a statement"),
        ("print 1", "row 1: print 1: a program begins with a line number"),
        ("10 a=", "line 10: end of the line: a name is expected"),
        ('10 a="x"', "line 10: end of the line: a number is expected"),
        ("10 a$=1", "line 10: end of the line: a text is expected"),
        ('10 print 1="x"', "line 10: end of the line: a text and a number"),
        ("10 goto 15", "line 10: 15: the program has no such line"),
        ("10 return", "line 10: return: no gosub"),
        ("10 gosub 10", "line 10: gosub: more than 100"),
        ("10 next", "line 10: next: no for"),
        ("10 goto 10", "line 10: run: no input was asked for within 20,000 steps"),
        ("10 a=1/0", "line 10: number: "),
        ("10 a=9^999", "line 10: number: "),
        ("10 a=10^38*10", "line 10: a: its value is beyond"),
        ("10 a(11)=1", "line 10: a(11): its indices are 0 to 10"),
        ("10 dim a(150,150)", "line 10: a: the arrays have more than"),
        ("10 dim a(1):dim a(1)", "line 10: a: this array exists"),
        ("10 read a", "line 10: read: no data"),
        ("10 read a\n20 data x", "line 10: x: the next data"),
        ("10 vdisys(0)", "line 10: vdisys: only the mouse"),
        ("10 poke 5,1", "line 10: number: at 5 is nothing"),
        ("10 contrl=5", "line 10: contrl: it is a name of the machine's"),
        ('10 a$="x"\n20 a$=a$+a$:goto 20', "line 20: a$: its value is beyond"),
        (f"10 a={'(' * 41}1{')' * 41}", "line 10: 1: more than 40 brackets"),
        (f"10 a=1{'+1' * 300}", "line 10: a=1+"),
        ("10 print {", "line 10: {: not a character"),
    ],
)
def test_basic_stops_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ListingError) as error:
        Basic(text, steps=FEW).run()
    assert str(error.value).startswith(message)


# ---- Repairs ----


def repair(find: str, put: str, within: str = "") -> Repair:
    return Repair("mend", find, put, within, "")


@pytest.mark.parametrize(
    ("name", "text", "mend", "expected"),
    [
        ("fignition", ": a 1 ;\n: b 1\n2 ;", repair("1 2", "3", "b"), ": a 1 ;\n: b 3 ;"),
        ("fignition", ": a ?dup dup ;", repair("dup", "drop"), ": a ?dup drop ;"),
        ("atari-st", "10 a=1\n20 a=11: b=1", repair("1", "2", "20"), "10 a=1\n20 a=11: b=2"),
    ],
)
def test_a_repair_replaces_whole_words_within_its_part(name: str, text: str, mend: Repair, expected: str) -> None:
    assert repaired(text, [mend], RUNS[name].dialect) == expected


@pytest.mark.parametrize(
    ("mend", "reason"),
    [
        (repair("1", "2"), "in the text 2 times"),
        (repair("9", "2"), "in the text not at all"),
        (repair("1", "2", "c"), "within c not at all"),
    ],
)
def test_a_repair_must_find_its_words_once(mend: Repair, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        repaired(": a 1 ;\n: b 1 ;", [mend], RUNS["fignition"].dialect)


def test_a_repair_has_at_most_two_words() -> None:
    for run in RUNS.values():
        assert all(max(len(one.find.split()), len(one.put.split())) <= 2 for one in run.repairs)
        with pytest.raises(InputError, match="unknown repair"):
            run("", ["fnord"])


# ---- Beside our player ----


def test_a_forth_game_stands_beside_our_player() -> None:
    run = begun("fignition", RING)
    assert [(turn.cell, turn.agrees) for turn in run.turns] == [("22", True)]
    run.give("14")
    first, second = run.turns
    assert (first.cell, first.player_cell, first.agrees) == ("12", "12", True)
    assert (second.cell, second.player_cell, second.agrees) == ("33", "32", False)


def test_a_basic_game_stands_beside_our_player() -> None:
    run = begun("atari-st", FIRST_OPEN)
    assert run.turns == []
    run.give("112")
    assert [(turn.cell, turn.agrees) for turn in run.turns] == [("111", True)]
    run.give("64")
    assert [(turn.cell, turn.agrees) for turn in run.turns] == [("113", False)]
    with pytest.raises(InputError, match="not a click"):
        run.give("1 2 3")
    for square in ("0064999", "0064" + "9" * 5_000):
        with pytest.raises(InputError):
            run.give(square)
