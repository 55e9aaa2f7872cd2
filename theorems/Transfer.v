(** Renaming cells by a map that takes lines to lines changes nothing.  This one lemma serves for the symmetries of the board,
    for the change from coordinates to the numbers that the checker computes with, and for another order of stones (by the
    identity). *)
From Coq Require Import List Bool Arith Lia.
From Hyperoxo Require Import Spec Quantify.
Import ListNotations.

Section Transfer.
  Context {A B : Type} (cellsA : list A) (linesA : list (list A)) (cellsB : list B) (linesB : list (list B)).

  Record iso (f : A -> B) : Prop := {
    iso_on : forall a, In a cellsA -> In (f a) cellsB;
    iso_injective : forall a a', In a cellsA -> In a' cellsA -> f a = f a' -> a = a';
    iso_surjective : forall b, In b cellsB -> exists a, In a cellsA /\ f a = b;
    iso_line : forall l, In l linesA -> exists l', In l' linesB /\ incl l' (map f l);
    iso_line_back : forall l', In l' linesB -> exists l, In l linesA /\ incl (map f l) l';
    iso_lines_on : forall l, In l linesA -> incl l cellsA }.

  Variable f : A -> B.
  Hypothesis I : iso f.

  (** The stones [s], seen through [f], are [t]. *)
  Definition seen (s : list A) (t : list B) := forall a, In a cellsA -> (In a s <-> In (f a) t).

  Lemma seen_cons a s t : In a cellsA -> seen s t -> seen (a :: s) (f a :: t).
  Proof.
    intros Ha R a' Ha'. simpl. rewrite (R a' Ha'). split; (intros [E|H]; [left|now right]).
    - congruence.
    - now apply (iso_injective f I).
  Qed.

  Lemma seen_line s t : seen s t -> (has_line linesA s <-> has_line linesB t).
  Proof.
    intros R. split; intros (l & Hl & H).
    - destruct (iso_line f I l Hl) as (l' & Hl' & Hi). exists l'. split; auto.
      intros b Hb. apply Hi, in_map_iff in Hb as (a & <- & Ha). apply R; auto. now apply (iso_lines_on f I l).
    - destruct (iso_line_back f I l Hl) as (l' & Hl' & Hi). exists l'. split; auto.
      intros a Ha. apply R. { now apply (iso_lines_on f I l'). } apply H, Hi, in_map, Ha.
  Qed.

  Lemma seen_free a s t s' t' : seen s s' -> seen t t' -> In a cellsA -> (free cellsA a s t <-> free cellsB (f a) s' t').
  Proof. intros Rs Rt Ha. unfold free. rewrite (Rs a Ha), (Rt a Ha). assert (H := iso_on f I a Ha). tauto. Qed.

  Lemma seen_some s t s' t' (P : A -> Prop) (Q : B -> Prop) : seen s s' -> seen t t' ->
    (forall a, In a cellsA -> (P a <-> Q (f a))) ->
    ((exists a, free cellsA a s t /\ P a) <-> exists b, free cellsB b s' t' /\ Q b).
  Proof.
    intros Rs Rt H. split.
    - intros (a & Ha & Pa). assert (Ia := proj1 Ha). exists (f a). split; [now apply (seen_free a s t s' t')|now apply H].
    - intros (b & Hb & Qb). destruct (iso_surjective f I b (proj1 Hb)) as (a & Ha & <-).
      exists a. split; [now apply (seen_free a s t s' t')|now apply H].
  Qed.

  Lemma seen_every s t s' t' (P : A -> Prop) (Q : B -> Prop) : seen s s' -> seen t t' ->
    (forall a, In a cellsA -> (P a <-> Q (f a))) ->
    ((forall a, free cellsA a s t -> P a) <-> forall b, free cellsB b s' t' -> Q b).
  Proof.
    intros Rs Rt H. split.
    - intros K b Hb. destruct (iso_surjective f I b (proj1 Hb)) as (a & Ha & <-). apply H, K; auto.
      now apply (seen_free a s t s' t').
    - intros K a Ha. assert (Ia := proj1 Ha). apply H, K; auto. now apply (seen_free a s t s' t').
  Qed.

  Lemma transfer_reply (goodA : list A -> list A -> Prop) (goodB : list B -> list B -> Prop) :
    (forall s t s' t', seen s s' -> seen t t' -> (goodA s t <-> goodB s' t')) ->
    forall s t s' t', seen s s' -> seen t t' ->
    (after_any_reply cellsA linesA goodA s t <-> after_any_reply cellsB linesB goodB s' t').
  Proof.
    intros H s t s' t' Rs Rt. unfold after_any_reply.
    assert (E : (exists a, free cellsA a s t) <-> exists b, free cellsB b s' t').
    { assert (E := seen_some s t s' t' (fun _ => True) (fun _ => True) Rs Rt (fun _ _ => iff_refl _)). firstorder. }
    rewrite E. apply and_iff_compat_l, seen_every; auto. intros a Ha. assert (R := seen_cons a t t' Ha Rt).
    now rewrite (seen_line _ _ R), (H s (a :: t) s' (f a :: t') Rs R).
  Qed.

  Theorem transfer m : forall s t s' t', seen s s' -> seen t t' ->
    (wins cellsA linesA m s t <-> wins cellsB linesB m s' t').
  Proof.
    induction m as [|m IH]; simpl; [tauto|]. intros s t s' t' Rs Rt. apply seen_some; auto.
    intros a Ha. assert (R := seen_cons a s s' Ha Rs). now rewrite (seen_line _ _ R), (transfer_reply _ _ IH _ t _ t' R Rt).
  Qed.

  Theorem transfer_waiting m s t s' t' : seen s s' -> seen t t' ->
    (wins_waiting cellsA linesA m s t <-> wins_waiting cellsB linesB m s' t').
  Proof. apply transfer_reply, transfer. Qed.
End Transfer.

(** * Larger bounds *)
Section More.
  Context {cell : Type} (cells : list cell) (lines : list (list cell)).

  Lemma wins_more m : forall m' mine theirs, m <= m' -> wins cells lines m mine theirs -> wins cells lines m' mine theirs.
  Proof.
    induction m as [|m IH]; intros [|m'] mine theirs L; try lia; try (now intros []).
    intros (c & Hc & [H|(F & H)]); exists c; split; auto. right. split; auto.
    intros r Hr. destruct (H r Hr). split; auto. apply IH; auto with arith.
  Qed.
  Lemma wins_waiting_more m m' mine theirs : m <= m' -> wins_waiting cells lines m mine theirs ->
    wins_waiting cells lines m' mine theirs.
  Proof. intros L (F & H). split; auto. intros r Hr. destruct (H r Hr). split; auto. now apply (wins_more m). Qed.
End More.

(** * Maps that take lines to lines *)
Lemma iso_identity {A} (cells : list A) lines : (forall l, In l lines -> incl l cells) ->
  iso cells lines cells lines (fun c => c).
Proof. split; eauto; intros l Hl; exists l; rewrite map_id; auto using incl_refl. Qed.

Lemma iso_compose {A B C} cA lA cB lB cC lC (f : A -> B) (g : B -> C) :
  iso cA lA cB lB f -> iso cB lB cC lC g -> iso cA lA cC lC (fun a => g (f a)).
Proof.
  intros F G. split.
  - intros a Ha. now apply G, F.
  - intros a a' Ha Ha' E. apply (iso_injective _ _ _ _ _ F); auto. apply (iso_injective _ _ _ _ _ G); auto; now apply F.
  - intros c Hc. destruct (iso_surjective _ _ _ _ _ G c Hc) as (b & Hb & <-).
    destruct (iso_surjective _ _ _ _ _ F b Hb) as (a & Ha & <-). eauto.
  - intros l Hl. destruct (iso_line _ _ _ _ _ F l Hl) as (l' & Hl' & H).
    destruct (iso_line _ _ _ _ _ G l' Hl') as (l'' & Hl'' & H').
    exists l''. split; auto. rewrite <- map_map. eapply incl_tran; eauto using incl_map.
  - intros l Hl. destruct (iso_line_back _ _ _ _ _ G l Hl) as (l' & Hl' & H).
    destruct (iso_line_back _ _ _ _ _ F l' Hl') as (l'' & Hl'' & H').
    exists l''. split; auto. rewrite <- map_map. eapply incl_tran; eauto using incl_map.
  - apply F.
Qed.

Lemma iso_extensional {A B} cA lA cB lB (f g : A -> B) : (forall a, In a cA -> f a = g a) -> iso cA lA cB lB f ->
  iso cA lA cB lB g.
Proof.
  intros E F. assert (M : forall l, In l lA -> map f l = map g l).
  { intros l Hl. apply map_ext_in. intros a Ha. now apply E, (iso_lines_on _ _ _ _ _ F l). }
  split.
  - intros a Ha. rewrite <- E by auto. now apply F.
  - intros a a' Ha Ha'. rewrite <- !E by auto. now apply F.
  - intros b Hb. destruct (iso_surjective _ _ _ _ _ F b Hb) as (a & Ha & <-). exists a. split; auto. now rewrite E.
  - intros l Hl. rewrite <- (M l Hl). now apply F.
  - intros l' Hl'. destruct (iso_line_back _ _ _ _ _ F l' Hl') as (l & Hl & H). exists l. now rewrite <- (M l Hl).
  - apply F.
Qed.

(** The conditions, checked by computation. *)
Section Check.
  Context {A B : Type} (eqA : A -> A -> bool) (eqB : B -> B -> bool).
  Context (eqA_iff : forall a a', eqA a a' = true <-> a = a') (eqB_iff : forall b b', eqB b b' = true <-> b = b').
  Context (cellsA : list A) (linesA : list (list A)) (cellsB : list B) (linesB : list (list B)).

  Definition check_iso (f : A -> B) : bool :=
    need all (fun a => mem eqB (f a) cellsB) cellsA;
    need all (fun a => all (fun a' => if eqB (f a) (f a') then eqA a a' else true) cellsA) cellsA;
    need (let images := map f cellsA in all (fun b => mem eqB b images) cellsB);
    need all (fun l => let image := map f l in any (fun l' => subset eqB l' image) linesB) linesA;
    need (let images := map (map f) linesA in all (fun l' => any (fun image => subset eqB image l') images) linesB);
    all (fun l => subset eqA l cellsA) linesA.

  Lemma check_iso_sound f : check_iso f = true -> iso cellsA linesA cellsB linesB f.
  Proof.
    assert (MA := mem_iff eqA eqA_iff). assert (MB := mem_iff eqB eqB_iff).
    assert (SA := subset_iff eqA eqA_iff). assert (SB := subset_iff eqB eqB_iff).
    unfold check_iso. passes H1. passes H2. passes H3. passes H4. passes H5. intros H6. split.
    - intros a Ha. now apply MB, (all_in _ _ H1).
    - intros a a' Ha Ha' E. apply (all_in _ _ H2) in Ha. apply (all_in _ _ Ha) in Ha'.
      rewrite (proj2 (eqB_iff _ _) E) in Ha'. now apply eqA_iff.
    - intros b Hb. apply (all_in _ _ H3), MB, in_map_iff in Hb as (a & <- & Ha). eauto.
    - intros l Hl. apply (all_in _ _ H4), any_iff in Hl as (l' & Hl' & E). exists l'. split; auto. now apply SB.
    - intros l' Hl'. apply (all_in _ _ H5), any_iff in Hl' as (m & Hm & E).
      apply in_map_iff in Hm as (l & <- & Hl). exists l. split; auto. now apply SB.
    - intros l Hl. now apply SA, (all_in _ _ H6).
  Qed.
End Check.
