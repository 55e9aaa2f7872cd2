(** What is proved.  [Spec] says what the claims mean.  The modules Proof_... are made from certificates, and hold a strategy
    and what it proves; here stand the claims in the words of [Spec]. *)
From Coq Require Import List Arith Lia.
From Hyperoxo Require Import Spec Transfer Decide Boards Steps Orbits.
From Hyperoxo Require Proof_3x3x3 Proof_3x3x3_111 Proof_3x3x3_112 Proof_3x3x3_122 Proof_3x3x3x3 Proof_4x4x4.
From Hyperoxo Require Proof_3x3 Proof_4x4 Proof_5x5.
Import ListNotations.

(** * 3^d *)
Theorem first_player_wins_3x3x3 : first_player_wins_within 3 3 4.
Proof. apply (begin_with _ Proof_3x3x3.x_wins_proved). free. Qed.

Theorem first_player_wins_3x3x3x3 : first_player_wins_within 3 4 4.
Proof. apply (begin_with _ Proof_3x3x3x3.x_wins_proved). free. Qed.

(** On 3x3x3 only the centre wins: after every other first move O wins. *)
Theorem only_the_centre_wins_3x3x3 : forall c, In c (cells 3 3) -> c <> [1; 1; 1] -> first_move_loses_within 3 3 5 c.
Proof.
  intros c Hc N. apply (first_moves_lose 3 3 5 (fun c => negb (same_list c [1; 1; 1])) [[0; 0; 0]; [0; 0; 1]; [0; 1; 1]]);
    [vm_compute; reflexivity| |easy|].
  - simpl. intros c' [<-|[<-|[<-|[]]]];
      [apply (begin_with _ Proof_3x3x3_111.o_wins_proved)|apply (begin_with _ Proof_3x3x3_112.o_wins_proved)|
       apply (begin_with _ Proof_3x3x3_122.o_wins_proved)]; free.
  - destruct (same_list c [1; 1; 1]) eqn:E; auto. now apply same_list_iff in E.
Qed.

(** * 4x4x4, Qubic *)
(** The number of lines through a cell. *)
Definition lines_through n d c :=
  length (filter (fun l => if in_dec (list_eq_dec Nat.eq_dec) c l then true else false) (lines n d)).

Theorem first_player_wins_4x4x4 : first_player_wins_within 4 3 15.
Proof. apply (begin_with _ Proof_4x4x4.x_wins_proved). free. Qed.

Theorem seven_lines_win_4x4x4 : forall c, In c (cells 4 3) -> lines_through 4 3 c = 7 -> first_move_wins_within 4 3 14 c.
Proof.
  intros c Hc H. apply (first_moves_win 4 3 14 (fun c => Nat.eqb (lines_through 4 3 c) 7) [[0; 0; 0]]);
    [vm_compute; reflexivity| |easy|].
  - simpl. intros c' [<-|[]]. exact Proof_4x4x4.x_wins_proved.
  - now apply Nat.eqb_eq.
Qed.

(** * Draws *)
Theorem draw_3x3 : draw 3 2.
Proof. apply (drawn _ Proof_3x3.x_holds_proved Proof_3x3.o_holds_proved). vm_compute. tauto. Qed.

Theorem draw_4x4 : draw 4 2.
Proof. apply (drawn _ Proof_4x4.x_holds_proved Proof_4x4.o_holds_proved). vm_compute. tauto. Qed.

Theorem draw_5x5 : draw 5 2.
Proof. apply (drawn _ Proof_5x5.x_holds_proved Proof_5x5.o_holds_proved). vm_compute. tauto. Qed.

(** * The specification, held against plain minimax and against strategies as functions *)
Definition value n d := minimax same_list (cells n d) (lines n d) (length (cells n d)) [] [].

Theorem value_is_right n d : (value n d = Won <-> first_player_wins n d) /\ (value n d = Lost <-> second_player_wins n d).
Proof.
  apply (minimax_decides same_list same_list_iff). unfold frees. set (p := fun _ => _). induction (cells n d); simpl; [easy|].
  destruct (p a); simpl; lia.
Qed.

Theorem values_of_small_boards :
  map (value 1) [1; 2; 3] = [Won; Won; Won] /\ map (value 2) [1; 2; 3] = [Drawn; Won; Won] /\
  map (value 3) [1; 2] = [Drawn; Drawn].
Proof. vm_compute. repeat split. Qed.

Theorem a_win_is_a_function n d m : first_player_wins_within n d m ->
  exists s, beats (cells n d) (lines n d) s m [] [].
Proof. intros W. exists (quickest same_list (cells n d) (lines n d) m []). now apply (a_win_is_a_strategy _ same_list_iff).
Qed.
