(** Steps from a strategy to a claim about n^d. *)
From Coq Require Import List Lia.
From Hyperoxo Require Import Spec.
Import ListNotations.

Ltac free := repeat split; [vm_compute; tauto|simpl; intuition congruence..].

(** The winner begins with [c]. *)
Lemma begin_with c {n d m mine theirs} : wins_waiting (cells n d) (lines n d) m (c :: mine) theirs ->
  free (cells n d) c mine theirs -> wins (cells n d) (lines n d) (S m) mine theirs.
Proof. intros W F. exists c. auto. Qed.

(** X holds after beginning with [c], and O holds. *)
Lemma drawn c {n d} : (forall m, ~ wins (cells n d) (lines n d) m [] [c]) ->
  (forall m, ~ wins (cells n d) (lines n d) m [] []) ->
  In c (cells n d) -> draw n d.
Proof.
  intros X O Hc. split; intros (m & W); [now apply (O m)|]. destruct W as (_ & W).
  destruct (W c) as (_ & K); [|now apply (X m)].
  now repeat split.
Qed.
