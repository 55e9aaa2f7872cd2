(** The checkers as a program in OCaml.  Extraction itself is not proved; bytes become characters, and nothing else is
    replaced. *)
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlChar.
From Hyperoxo Require Import Reader Boards.
Extraction "proved.ml" check_win check_hold.
