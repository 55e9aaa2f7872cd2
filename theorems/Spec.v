(** The claims: what a board is, what a line is, what winning means.  To know what is proved, read this page and the
    statements of Theorems.v; nothing else has to be read or trusted, except Coq itself. *)
From Coq Require Import List.
Import ListNotations.

(** All words of length [d] over an alphabet. *)
Fixpoint words {A} (alphabet : list A) (d : nat) : list (list A) :=
  match d with
  | 0 => [[]]
  | S d => flat_map (fun a => map (cons a) (words alphabet d)) alphabet
  end.

(** The board n^d.  A cell is a list of d coordinates from 0 to n-1.  A line is run through in n steps, 0 to n-1; on the way
    each coordinate stays fixed, rises from 0 to n-1, or falls from n-1 to 0.  At least one is not fixed, and the first such
    one rises: so each line is listed once, and not a second time for its other direction. *)
Section Board.
  Variables n d : nat.

  Definition cells : list (list nat) := words (seq 0 n) d.

  Inductive course := Fixed (v : nat) | Rising | Falling.
  Definition at_step t c := match c with Fixed v => v | Rising => t | Falling => n - 1 - t end.
  Fixpoint first_rises (w : list course) :=
    match w with
    | [] | Falling :: _ => false
    | Rising :: _ => true
    | Fixed _ :: w => first_rises w
    end.

  Definition courses : list (list course) := filter first_rises (words (Rising :: Falling :: map Fixed (seq 0 n)) d).
  Definition lines : list (list (list nat)) := map (fun w => map (fun t => map (at_step t) w) (seq 0 n)) courses.
End Board.

(** The game, on any cells and lines.  [mine] are the cells that one side holds, [theirs] those of the other side. *)
Section Game.
  Context {cell : Type} (cells : list cell) (lines : list (list cell)).

  Definition free (c : cell) (mine theirs : list cell) := In c cells /\ ~ In c mine /\ ~ In c theirs.
  Definition has_line (stones : list cell) := exists l, In l lines /\ incl l stones.

  (** The others are to move: they can, no move of theirs completes a line, and each leaves a [good] position. *)
  Definition after_any_reply (good : list cell -> list cell -> Prop) mine theirs :=
    (exists r, free r mine theirs) /\
    forall r, free r mine theirs -> ~ has_line (r :: theirs) /\ good mine (r :: theirs).

  (** I am to move, and complete a line with at most [m] more stones, whatever the others do. *)
  Fixpoint wins (m : nat) (mine theirs : list cell) : Prop :=
    match m with
    | 0 => False
    | S m => exists c, free c mine theirs /\ (has_line (c :: mine) \/ after_any_reply (wins m) (c :: mine) theirs)
    end.

  (** The others are to move, and I complete a line with at most [m] more stones, whatever they do. *)
  Definition wins_waiting m := after_any_reply (wins m).
End Game.

(** The claims about n^d.  X moves first; [m] counts the stones that the winner still needs. *)
Section Claims.
  Variables n d : nat.

  Definition first_player_wins_within m := wins (cells n d) (lines n d) m [] [].
  Definition second_player_wins_within m := wins_waiting (cells n d) (lines n d) m [] [].
  Definition first_player_wins := exists m, first_player_wins_within m.
  Definition second_player_wins := exists m, second_player_wins_within m.
  Definition draw := ~ first_player_wins /\ ~ second_player_wins.

  (** X has played [c], and X wins; X has played [c], and O wins. *)
  Definition first_move_wins_within m c := wins_waiting (cells n d) (lines n d) m [c] [].
  Definition first_move_loses_within m c := wins (cells n d) (lines n d) m [] [c].
End Claims.
