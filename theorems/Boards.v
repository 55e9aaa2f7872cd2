(** From the checkers to the claims: the cells of n^d as numbers, and the two theorems that turn a strategy into a statement
    about n^d. *)
From Coq Require Import List Bool PArith FMapPositive Arith.
From Hyperoxo Require Import Spec Quantify Transfer Position Table Threats Winning Holding Reader.
Import ListNotations.

Fixpoint same_list (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if Nat.eqb x y then same_list a b else false
  | _, _ => false
  end.
Lemma same_list_iff a : forall b, same_list a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try easy. destruct (Nat.eqb_spec x y) as [->|N].
  - rewrite IH. split; congruence.
  - split; congruence.
Qed.

Section Board.
Variables n d : nat.

Definition wide : bool := negb (length (cells n d) <=? 79).
Definition number (c : list nat) : positive :=
  Pos.of_nat (Pos.to_nat (if wide then first2 else first1) + fold_left (fun v x => n * v + x) c 0).
Definition numbered (l : list (list nat)) : list positive := map number l.

(** The side of [c], if these are the stones. *)
Definition stands (P : position) mine theirs c : bool :=
  match PM.find (number c) P with
  | Some Us => need mem same_list c mine; negb (mem same_list c theirs)
  | Some Them => need mem same_list c theirs; negb (mem same_list c mine)
  | None => need negb (mem same_list c mine); negb (mem same_list c theirs)
  end.

(** The strategy begins at these stones, and passes the checker. *)
Definition check {record} (check_record : list positive -> list (list positive) -> PM.t (list (list positive)) ->
    PM.t (PM.t positive) -> PM.t (position * nat) -> record -> option (position * nat)) (read : bool -> text -> record)
    (m : nat) (mine theirs : list (list nat)) (s : strategy) : bool :=
  let cs := numbered (cells n d) in
  let ls := map numbered (lines n d) in
  let rests := lines_through cs ls in
  let w := wide in
  need check_iso same_list Pos.eqb (cells n d) (lines n d) cs ls number;
  need check_board cs ls rests;
  let fs := read_group w cs ls s in
  match check_all (fun T t => check_record cs ls rests fs T (read w t)) (PM.empty _) first3 (records s) with
  | Some (P, k) => need k <=? m; all (stands P mine theirs) (cells n d)
  | None => false
  end.
Definition check_win := check Winning.check_record read_win.
Definition check_hold := check (fun cs ls _ => Holding.check_record cs ls) read_hold 0.

Lemma stands_seen P mine theirs : all (stands P mine theirs) (cells n d) = true ->
  iso (cells n d) (lines n d) (numbered (cells n d)) (map numbered (lines n d)) number ->
  seen (cells n d) number mine (stones (numbered (cells n d)) Us P) /\
    seen (cells n d) number theirs (stones (numbered (cells n d)) Them P).
Proof.
  intros H F. assert (Q := mem_iff same_list same_list_iff).
  assert (K : forall c, In c (cells n d) ->
    (In c mine <-> PM.find (number c) P = Some Us) /\ (In c theirs <-> PM.find (number c) P = Some Them)).
  { intros c Hc. apply (all_in _ _ H) in Hc. unfold stands in Hc. rewrite <- !Q.
    destruct (mem same_list c mine), (mem same_list c theirs), (PM.find (number c) P) as [[]|]; easy. }
  split; intros c Hc; rewrite in_stones; assert (Hc' := iso_on _ _ _ _ _ F c Hc); destruct (K c Hc); tauto.
Qed.

Theorem win_by_strategy m mine theirs s : check_win m mine theirs s = true ->
  wins_waiting (cells n d) (lines n d) m mine theirs.
Proof.
  unfold check_win, check. passes H1. passes H2. destruct (check_all _ _ _ _) as [[P k]|] eqn:H3; [|easy]. passes Hk.
  intros H4.
  apply check_iso_sound in H1; [|apply same_list_iff|apply Pos.eqb_eq]. apply Nat.leb_le in Hk.
  destruct (stands_seen P mine theirs H4 H1) as (Rm & Rt). apply (transfer_waiting _ _ _ _ _ H1 m _ _ _ _ Rm Rt).
  apply (wins_waiting_more _ _ k); auto. revert H3.
  apply (check_all_sound (fun M m => waits _ _ Us m M)). intros T r Q q HT.
  apply Winning.check_record_sound; auto. apply group_sound.
Qed.

Theorem hold_by_strategy mine theirs s : check_hold mine theirs s = true ->
  forall m, ~ wins (cells n d) (lines n d) m theirs mine.
Proof.
  unfold check_hold, check. passes H1. passes H2. destruct (check_all _ _ _ _) as [[P k]|] eqn:H3; [|easy]. passes Hk.
  intros H4 m W.
  apply check_iso_sound in H1; [|apply same_list_iff|apply Pos.eqb_eq].
  destruct (stands_seen P mine theirs H4 H1) as (Rm & Rt). apply (transfer _ _ _ _ _ H1 m _ _ _ _ Rt Rm) in W. revert W.
  enough (K : holds (numbered (cells n d)) (map numbered (lines n d)) P) by apply K. revert H3.
  apply (check_all_sound (fun M _ => holds _ _ M)). intros T r Q q HT.
  apply (Holding.check_record_sound _ _ _ H2); auto. apply group_sound.
Qed.
End Board.
