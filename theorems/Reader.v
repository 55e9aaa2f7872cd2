(** Strategies as text.  A text is a list of bytes, each one node of the kernel's term, so that large strategies cost little
    to load. The reader needs no proof: records that pass the checkers prove their positions, wherever they come from. *)
From Coq Require Import List PArith NArith FMapPositive.
From Coq.Strings Require Import Byte.
From Hyperoxo Require Import Position Table Winning Holding.
Import ListNotations.

Inductive text := Text (bytes : list byte).
Definition bytes t := match t with Text l => l end.
Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text Text bytes : text_scope.

(** The characters from "0" (code 48) to "o" are the digits of numbers in base 64, but their codes are used as they are: "00"
    is 48 * 64 + 48.  So reading a number of one character computes nothing. *)
Definition code (b : byte) : positive := match Byte.to_N b with N0 => 1 | Npos p => p end.
Definition codes t := map code (bytes t).
Definition join (p q : positive) : positive := p~0~0~0~0~0~0 + q.

(** Cells, symmetries and records are numbered from the smallest number that is written with 1 or 2, with 2, and with 3
    characters. A board is [wide] if its cells take two; one suffices up to 79 cells. *)
Definition first1 : positive := 48.
Definition first2 : positive := join first1 first1.
Definition first3 : positive := join first2 first1.

Fixpoint pairs_of (l : list positive) : list (positive * positive) :=
  match l with a :: b :: l => (a, b) :: pairs_of l | _ => [] end.
Definition joined l := map (fun p => join (fst p) (snd p)) (pairs_of l).
Definition read_cells (wide : bool) l := if wide then joined l else l.

(** Fields are separated by commas. *)
Fixpoint fields (l : list byte) : list (list positive) :=
  match l with
  | [] => [[]]
  | x2c :: l => [] :: fields l
  | b :: l => match fields l with f :: fs => (code b :: f) :: fs | [] => [] end
  end.

(** The reply, our move, two characters for the symmetry, three for the record. *)
Fixpoint read_answers (wide : bool) (l : list positive) {struct l} : list answer :=
  if wide then
    match l with
    | r :: r' :: x :: x' :: a :: b :: c :: d :: e :: l =>
        {| reply := join r r'; move := join x x'; orientation := join a b; target := join (join c d) e |}
          :: read_answers wide l
    | _ => []
    end
  else
    match l with
    | r :: x :: a :: b :: c :: d :: e :: l =>
        {| reply := r; move := x; orientation := join a b; target := join (join c d) e |} :: read_answers wide l
    | _ => []
    end.

Definition place s l (M : position) : position := fold_left (fun M c => PM.add c s M) l M.
Definition read_stones wide us them : position :=
  place Them (read_cells wide them) (place Us (read_cells wide us) (PM.empty _)).

(** Our stones, theirs, the bound, answers; then the sequences. *)
Definition read_win (wide : bool) (t : text) : Winning.record :=
  match fields (bytes t) with
  | us :: them :: [m] :: answers :: sequences =>
      {| Winning.placed := read_stones wide us them; within := Pos.to_nat m - 48;
         sequences := map (read_cells wide) sequences; Winning.answers := read_answers wide answers |}
  | _ => {| Winning.placed := PM.empty _; within := 0; sequences := []; Winning.answers := [] |}
  end.

(** Our stones, theirs, answers; then the pairs, if there is a pairing. *)
Definition read_hold (wide : bool) (t : text) : Holding.record :=
  match fields (bytes t) with
  | us :: them :: answers :: rest =>
      {| placed := read_stones wide us them; answers := read_answers wide answers;
         pairing := match rest with [] => None | pairs :: _ => Some (pairs_of (read_cells wide pairs)) end |}
  | _ => {| placed := PM.empty _; answers := []; pairing := None |}
  end.

(** The strategy of a certificate: generators of the symmetries of the board, products of two that come before, and the
    records, the last of which is what the certificate claims. *)
Record strategy := { generators : list text; products : list text; records : list text }.
Definition read_group (wide : bool) (cells : list positive) lines (s : strategy) : PM.t (PM.t positive) :=
  group cells lines first2 (map (fun t => read_cells wide (codes t)) (generators s))
    (flat_map (fun t => pairs_of (joined (codes t))) (products s)).
