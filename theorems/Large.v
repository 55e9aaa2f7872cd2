(** What is proved from large certificates, which are made when they are wanted: the claims in the words of [Spec]. *)
From Coq Require Import List Arith Lia.
From Hyperoxo Require Import Spec Transfer Steps Orbits.
From Hyperoxo Require Proof_4x4x4 Proof_4x4x4_112 Proof_4x4x4x4.
Import ListNotations.

Theorem first_player_wins_4x4x4x4 : first_player_wins_within 4 4 41.
Proof. apply (begin_with _ Proof_4x4x4x4.x_wins_proved). free. Qed.

(** Qubic is won after every first move: the cells on seven lines, and those on four. *)
Theorem every_first_move_wins_4x4x4 : forall c, In c (cells 4 3) -> first_move_wins_within 4 3 29 c.
Proof.
  intros c Hc. apply (first_moves_win 4 3 29 (fun _ => true) [[0; 0; 0]; [0; 0; 1]]); [vm_compute; reflexivity| |easy..].
  simpl. intros c' [<-|[<-|[]]].
  - apply (wins_waiting_more _ _ 14); [lia|]. exact Proof_4x4x4.x_wins_proved.
  - exact Proof_4x4x4_112.x_wins_proved.
Qed.
