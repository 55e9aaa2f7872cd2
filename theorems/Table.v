(** The form of strategies: a table of positions, each proved from those before it, and referred to through symmetries of
    the board.  What is proved of a position ([good]) is left open here: that a side wins, or that it holds. *)
From Coq Require Import List Bool PArith FMapPositive.
From Hyperoxo Require Import Spec Quantify Transfer Position.
Import ListNotations.

(** A map from the elements of a list to values. *)
Definition tabulate {V} (value : positive -> V) (l : list positive) : PM.t V :=
  fold_left (fun T c => PM.add c (value c) T) l (PM.empty _).
Lemma find_tabulate {V} (value : positive -> V) c l : In c l -> PM.find c (tabulate value l) = Some (value c).
Proof.
  unfold tabulate. generalize (PM.empty V) as T.
  enough (H : forall T, In c l \/ PM.find c T = Some (value c) ->
    PM.find c (fold_left (fun T c => PM.add c (value c) T) l T) = Some (value c)) by auto.
  induction l as [|b l IH]; simpl; [tauto|]. intros T H. apply IH. destruct (Pos.eq_dec c b) as [->|N].
  - right. apply PM.gss.
  - rewrite PM.gso by auto. intuition congruence.
Qed.

Section Board.
Variables (cells : list positive) (lines : list (list positive)).

(** * Symmetries: maps of the cells that take lines to lines *)
Notation permutation := (PM.t positive).
Definition image (f : permutation) c := match PM.find c f with Some c' => c' | None => c end.
Definition symmetry f := iso cells lines cells lines (image f).

Definition compose (f g : permutation) : permutation := tabulate (fun c => image g (image f c)) cells.
Lemma compose_symmetry f g : symmetry f -> symmetry g -> symmetry (compose f g).
Proof.
  intros F G. eapply iso_extensional; [|exact (iso_compose _ _ _ _ _ _ _ _ F G)].
  intros c Hc. unfold compose. unfold image at 3. now rewrite find_tabulate.
Qed.

Definition symmetries_only (fs : PM.t permutation) := forall g f, PM.find g fs = Some f -> symmetry f.
Lemma add_symmetry k f fs : symmetry f -> symmetries_only fs -> symmetries_only (PM.add k f fs).
Proof.
  intros H Hs g f'. destruct (Pos.eq_dec g k) as [->|N].
  - rewrite PM.gss. congruence.
  - rewrite PM.gso by auto. apply Hs.
Qed.

(** Generators of the group are checked, and one that is no symmetry is left out; the others are products of two before. *)
Fixpoint add_products (k : positive) (products : list (positive * positive)) (fs : PM.t permutation) : PM.t permutation :=
  match products with
  | [] => fs
  | (i, j) :: products =>
      add_products (Pos.succ k) products
        match PM.find i fs, PM.find j fs with Some f, Some g => PM.add k (compose f g) fs | _, _ => fs end
  end.
Fixpoint add_generators k (generators : list (list positive)) products (fs : PM.t permutation) : PM.t permutation :=
  match generators with
  | [] => add_products k products fs
  | images :: generators =>
      let f := fold_left (fun f p => PM.add (fst p) (snd p) f) (combine cells images) (PM.empty _) in
      add_generators (Pos.succ k) generators products
        (if check_iso Pos.eqb Pos.eqb cells lines cells lines (image f) then PM.add k f fs else fs)
  end.
Definition group k generators products := add_generators k generators products (PM.empty _).

Lemma add_products_sound products : forall k fs, symmetries_only fs -> symmetries_only (add_products k products fs).
Proof.
  induction products as [|(i, j) products IH]; simpl; auto. intros k fs H. apply IH.
  destruct (PM.find i fs) eqn:Hi, (PM.find j fs) eqn:Hj; auto. apply add_symmetry; auto. apply compose_symmetry; eauto.
Qed.
Theorem group_sound k generators products : symmetries_only (group k generators products).
Proof.
  unfold group. assert (H : symmetries_only (PM.empty _)) by (intros g f; now rewrite PM.gempty).
  revert k H. generalize (PM.empty permutation) as fs. induction generators as [|images generators IH]; simpl; intros fs k H.
  - now apply add_products_sound.
  - apply IH. destruct (check_iso _ _ _ _ _ _ _) eqn:E; auto. apply add_symmetry; auto.
    now apply check_iso_sound in E; [|apply Pos.eqb_eq..].
Qed.

(** [M] is [P] seen through [f]. *)
Definition looks_like (f : permutation) (M P : position) : bool :=
  all (fun c => match PM.find c M, PM.find (image f c) P with
                | None, None | Some Us, Some Us | Some Them, Some Them => true
                | _, _ => false end) cells.

Lemma looks_like_seen f M P s : symmetry f -> looks_like f M P = true ->
  seen cells (image f) (stones cells s M) (stones cells s P).
Proof.
  intros F H c Hc. rewrite !in_stones. assert (Hc' := iso_on _ _ _ _ _ F c Hc). apply (all_in _ _ H) in Hc as E.
  destruct (PM.find c M) as [[]|], (PM.find (image f c) P) as [[]|]; try easy; destruct s; intuition discriminate.
Qed.

Theorem looks_like_waits f M P s m : symmetry f -> looks_like f M P = true -> waits cells lines s m M <->
  waits cells lines s m P.
Proof. intros F H. apply (transfer_waiting _ _ _ _ _ F); now apply looks_like_seen. Qed.
Theorem looks_like_won f M P s m : symmetry f -> looks_like f M P = true -> won cells lines s m M <-> won cells lines s m P.
Proof. intros F H. apply (transfer _ _ _ _ _ F); now apply looks_like_seen. Qed.

(** * Tables of positions *)
(** A position that was proved, with the opponents to move, and the number of stones that are needed from there. *)
Notation entry := (position * nat)%type.

(** After the reply [reply], play [move]: seen through the symmetry, the position is the entry. *)
Record answer := { reply : positive; move : positive; orientation : positive; target : positive }.

Section Entries.
Variables (good : position -> nat -> Prop) (fs : PM.t permutation).

Definition proved (T : PM.t entry) := forall j P m, PM.find j T = Some (P, m) -> good P m.

(** The entry that the answer [a] leads to from [M], in which [reply] has been played; [None] if it does not lead there. *)
Definition lookup (T : PM.t entry) (M : position) (a : answer) : option nat :=
  match PM.find (move a) M, PM.find (orientation a) fs, PM.find (target a) T with
  | None, Some f, Some (P, m) =>
      if mem Pos.eqb (move a) cells then if looks_like f (PM.add (move a) Us M) P then Some m else None else None
  | _, _, _ => None
  end.

Hypothesis fs_sound : symmetries_only fs.
Hypothesis good_seen : forall f M P m, symmetry f -> looks_like f M P = true -> good P m -> good M m.

Lemma lookup_sound T M a m : proved T -> lookup T M a = Some m -> empty cells (move a) M /\ good (PM.add (move a) Us M) m.
Proof.
  unfold lookup. intros HT. destruct (PM.find (move a) M) eqn:E; [easy|].
  destruct (PM.find (orientation a) fs) as [f|] eqn:Hf; [|easy].
  destruct (PM.find (target a) T) as [(P, k)|] eqn:Hj; [|easy]. destruct (mem _ _ _) eqn:Hc; [|easy].
  destruct (looks_like _ _ _) eqn:L; [|easy].
  intros [= <-]. apply mem_iff in Hc; [|apply Pos.eqb_eq]. split; [easy|]. eapply good_seen; eauto.
Qed.

(** Every record is checked with the table of those before it; the last one is what is proved. *)
Context {raw : Type} (check : PM.t entry -> raw -> option entry).
Hypothesis check_sound : forall T r P m, proved T -> check T r = Some (P, m) -> good P m.

Fixpoint check_all (T : PM.t entry) (k : positive) (rs : list raw) : option entry :=
  match rs with
  | [] => None
  | r :: rs =>
      match check T r with
      | Some e => match rs with [] => Some e | _ => check_all (PM.add k e T) (Pos.succ k) rs end
      | None => None
      end
  end.

Theorem check_all_sound rs k P m : check_all (PM.empty _) k rs = Some (P, m) -> good P m.
Proof.
  assert (H : proved (PM.empty _)) by (intros j Q q; now rewrite PM.gempty).
  revert k H. generalize (PM.empty entry) as T. induction rs as [|r rs IH]; simpl; [easy|]. intros T k HT.
  destruct (check T r) as [(Q, q)|] eqn:E; [|easy]. apply check_sound in E; auto.
  destruct rs as [|r' rs]; [now intros [= <- <-]|]. apply IH. intros j Q' q'. destruct (Pos.eq_dec j k) as [->|N].
  - rewrite PM.gss. now intros [= <- <-].
  - rewrite PM.gso by auto. apply HT.
Qed.
End Entries.
End Board.
