(** The specification says what it should: plain minimax agrees with it, in both directions, on every board; and a win is a
    strategy, that is, a function from positions to moves. *)
From Coq Require Import List Bool Arith Lia.
From Hyperoxo Require Import Spec Quantify Transfer.
Import ListNotations.

Section Game.
Context {cell : Type} (eqb : cell -> cell -> bool) (eqb_iff : forall a b, eqb a b = true <-> a = b).
Context (cells : list cell) (lines : list (list cell)).
Notation mem := (mem eqb).
Notation free := (free cells).
Notation has_line := (has_line lines).
Notation wins := (wins cells lines).
Notation wins_waiting := (wins_waiting cells lines).

Definition frees mine theirs := filter (fun c => if mem c mine then false else negb (mem c theirs)) cells.
Definition completed stones := any (fun l => subset eqb l stones) lines.

Lemma in_frees c mine theirs : In c (frees mine theirs) <-> free c mine theirs.
Proof.
  unfold frees, Spec.free. rewrite filter_In, <- (mem_iff eqb eqb_iff c mine), <- (mem_iff eqb eqb_iff c theirs).
  destruct (mem c mine), (mem c theirs); simpl; intuition congruence.
Qed.
Lemma completed_iff stones : completed stones = true <-> has_line stones.
Proof.
  unfold completed, Spec.has_line. rewrite any_iff.
  split; intros (l & Hl & H); exists l; split; auto; now apply (subset_iff eqb eqb_iff).
Qed.
Lemma free_swap c mine theirs : free c mine theirs <-> free c theirs mine.
Proof. unfold Spec.free. tauto. Qed.

Lemma frees_shrink c mine theirs : free c mine theirs -> length (frees (c :: mine) theirs) < length (frees mine theirs).
Proof.
  intros Hc. assert (K : forall l, length (filter (fun a => if mem a (c :: mine) then false else negb (mem a theirs)) l) <=
    length (filter (fun a => if mem a mine then false else negb (mem a theirs)) l) /\ (In c l -> 
    length (filter (fun a => if mem a (c :: mine) then false else negb (mem a theirs)) l) <
    length (filter (fun a => if mem a mine then false else negb (mem a theirs)) l))).
  { assert (E : mem c (c :: mine) = true) by (apply (mem_iff eqb eqb_iff); now left).
    assert (F : (if mem c mine then false else negb (mem c theirs)) = true) by (now apply in_frees, filter_In in Hc).
    induction l as [|a l (L & IH)]; [simpl; split; [lia|intros []]|]. cbn [filter].
    assert (G : mem a mine = true -> mem a (c :: mine) = true) by (rewrite !(mem_iff eqb eqb_iff); simpl; auto).
    split; [|intros [->|Ha]; [rewrite E, F; simpl; lia|specialize (IH Ha)]];
      destruct (mem a mine), (mem a (c :: mine)), (mem a theirs); simpl; try lia; now discriminate G. }
  apply K, Hc.
Qed.

(** * Wins within a number of stones *)
Definition after_any_replyb (good : list cell -> list cell -> bool) mine theirs : bool :=
  match frees mine theirs with
  | [] => false
  | rs => all (fun r => if completed (r :: theirs) then false else good mine (r :: theirs)) rs
  end.
Fixpoint winsb m mine theirs : bool :=
  match m with
  | 0 => false
  | S m =>
      let wins c := if completed (c :: mine) then true else after_any_replyb (winsb m) (c :: mine) theirs in
      any wins (frees mine theirs)
  end.

Lemma after_any_replyb_iff (goodb : list cell -> list cell -> bool) (good : list cell -> list cell -> Prop) mine theirs :
  (forall mine theirs, goodb mine theirs = true <-> good mine theirs) ->
  (after_any_replyb goodb mine theirs = true <-> after_any_reply cells lines good mine theirs).
Proof.
  intros H. unfold after_any_replyb, after_any_reply.
  assert (E : (exists r, free r mine theirs) <-> frees mine theirs <> []).
  { split; [intros (r & Hr) E; apply in_frees in Hr; now rewrite E in Hr|].
    destruct (frees mine theirs) as [|r rs] eqn:E; [easy|].
    intros _. exists r. apply in_frees. rewrite E. now left. }
  rewrite E. transitivity (frees mine theirs <> [] /\
    all (fun r => if completed (r :: theirs) then false else goodb mine (r :: theirs)) (frees mine theirs) = true).
  { destruct (frees mine theirs); intuition congruence. }
  rewrite all_iff. split; intros (F & K); split; auto; intros r Hr; apply in_frees in Hr; specialize (K r Hr);
    rewrite <- completed_iff, <- H in *; destruct (completed (r :: theirs)); intuition congruence.
Qed.

Theorem winsb_iff m : forall mine theirs, winsb m mine theirs = true <-> wins m mine theirs.
Proof.
  induction m as [|m IH]; simpl; [easy|]. intros mine theirs. rewrite any_iff.
  split; intros (c & Hc & H); exists c; apply in_frees in Hc; (split; [easy|]);
    rewrite <- completed_iff, <- (after_any_replyb_iff (winsb m)) in *; auto; destruct (completed (c :: mine));
      intuition congruence.
Qed.

(** * Minimax, with no bound and three outcomes *)
Inductive outcome := Won | Drawn | Lost.
Definition opposite v := match v with Won => Lost | Drawn => Drawn | Lost => Won end.
Fixpoint best (value : cell -> outcome) cs :=
  match cs with
  | [] => Lost
  | c :: cs =>
      match value c with
      | Won => Won
      | Drawn => match best value cs with Won => Won | _ => Drawn end
      | Lost => best value cs
      end
  end.
(** The value for the side that holds [mine] and is to move; [k] is at least the number of free cells. *)
Fixpoint minimax k mine theirs : outcome :=
  match k, frees mine theirs with
  | S k, (_ :: _) as cs => best (fun c => if completed (c :: mine) then Won else opposite (minimax k theirs (c :: mine))) cs
  | _, _ => Drawn
  end.

Lemma best_won value cs : best value cs = Won <-> exists c, In c cs /\ value c = Won.
Proof.
  induction cs as [|c cs IH]; simpl; [split; [easy|now intros (c & [] & _)]|]. split.
  - destruct (value c) eqn:E; intros H; [exists c; auto| |].
    + destruct (best value cs); try easy. destruct (proj1 IH eq_refl) as (b & Hb & V). eauto.
    + apply IH in H as (b & Hb & V). eauto.
  - intros (b & [<-|Hb] & H); [now rewrite H|]. assert (best value cs = Won) as -> by (apply IH; eauto).
    now destruct (value c).
Qed.
Lemma best_lost value cs : best value cs = Lost <-> forall c, In c cs -> value c = Lost.
Proof.
  induction cs as [|c cs IH]; simpl; [easy|]. split.
  - destruct (value c) eqn:E; [easy|now destruct (best value cs)|]. intros F b [<-|Hb]; auto. now apply IH.
  - intros H. rewrite (H c) by auto. apply IH. auto.
Qed.

Lemma one_bound {A} (Q : A -> nat -> Prop) l : (forall a m m', m <= m' -> Q a m -> Q a m') ->
  (forall a, In a l -> exists m, Q a m) -> exists m, forall a, In a l -> Q a m.
Proof.
  intros More. induction l as [|a l IH]; intros H; [now exists 0|].
  destruct IH as (m & K); [intros b Hb; apply H; now right|].
  destruct (H a (or_introl eq_refl)) as (m' & Ka). exists (max m m').
  intros b [<-|Hb]; [apply (More _ m')|apply (More _ m)]; auto; lia.
Qed.

Theorem minimax_decides k : forall mine theirs, length (frees mine theirs) <= k ->
  (minimax k mine theirs = Won <-> exists m, wins m mine theirs) /\
  (minimax k mine theirs = Lost <-> exists m, wins_waiting m theirs mine).
Proof.
  assert (None : forall mine theirs, frees mine theirs = [] ->
    (Drawn = Won <-> exists m, wins m mine theirs) /\ (Drawn = Lost <-> exists m, wins_waiting m theirs mine)).
  { intros mine theirs E. split; split; try easy.
    - intros ([|m] & H); [easy|]. destruct H as (c & Hc & _). apply in_frees in Hc. now rewrite E in Hc.
    - intros (m & (c & Hc) & _). apply free_swap, in_frees in Hc. now rewrite E in Hc. }
  induction k as [|k IH]; intros mine theirs L.
  - apply None. destruct (frees mine theirs); simpl in *; [easy|lia].
  - destruct (frees mine theirs) as [|c0 cs] eqn:E; [simpl; rewrite E; now apply None|].
    assert (Eq : minimax (S k) mine theirs =
      best (fun c => if completed (c :: mine) then Won else opposite (minimax k theirs (c :: mine))) (frees mine theirs))
      by (simpl; now rewrite E).
    rewrite Eq. clear Eq. assert (Small : forall c, In c (frees mine theirs) -> length (frees theirs (c :: mine)) <= k).
    { intros c Hc. apply in_frees, frees_shrink in Hc. rewrite E in Hc.
      assert (S' : length (frees theirs (c :: mine)) = length (frees (c :: mine) theirs)).
      { unfold frees. f_equal. apply filter_ext. intros a. now destruct (mem a (c :: mine)), (mem a theirs). }
      simpl in *. lia. }
    rewrite best_won, best_lost. split; split.
    + intros (c & Hc & V). destruct (IH theirs (c :: mine) (Small c Hc)) as (_ & W). apply in_frees in Hc.
      destruct (completed (c :: mine)) eqn:F; [exists 1; exists c; split; auto; left; now apply completed_iff|].
      destruct (minimax k theirs (c :: mine)); try easy. destruct (proj1 W eq_refl) as (m & H). exists (S m), c. split; auto.
    + intros ([|m] & H); [easy|]. destruct H as (c & Hc & H). exists c. apply in_frees in Hc as Hc'. split; auto.
      destruct (completed (c :: mine)) eqn:F; auto. destruct H as [H|H]; [apply completed_iff in H; congruence|].
      destruct (IH theirs (c :: mine) (Small c Hc')) as (_ & W). now rewrite (proj2 W (ex_intro _ m H)).
    + intros V. assert (K : exists m, forall r, In r (frees mine theirs) ->
      ~ has_line (r :: mine) /\ wins m theirs (r :: mine)).
      { apply (one_bound (fun r m => ~ has_line (r :: mine) /\ wins m theirs (r :: mine))).
        - intros r m m' Lm (A & B). split; auto. now apply (wins_more _ _ m).
        - intros r Hr. specialize (V r Hr). destruct (IH theirs (r :: mine) (Small r Hr)) as (W & _).
          assert (F := completed_iff (r :: mine)).
          destruct (completed (r :: mine)); [easy|]. destruct (minimax k theirs (r :: mine)); try easy.
          destruct (proj1 W eq_refl) as (m & H). exists m. split; auto. intros K. now apply F in K. }
      destruct K as (m & K). exists m. split.
      * exists c0. apply free_swap, in_frees. rewrite E. now left.
      * intros r Hr. now apply K, in_frees, free_swap.
    + intros (m & _ & H) c Hc. destruct (H c) as (A & B); [now apply free_swap, in_frees|].
      rewrite <- completed_iff in A. destruct (completed (c :: mine)); [easy|].
      destruct (IH theirs (c :: mine) (Small c Hc)) as (W & _). now rewrite (proj2 W (ex_intro _ m B)).
Qed.

(** * A win is a strategy *)
(** The side to move, which plays what [s] says, completes a line with at most [m] more stones, whatever the others do. *)
Fixpoint beats (s : list cell -> list cell -> cell) m mine theirs : Prop :=
  match m with
  | 0 => False
  | S m => let c := s mine theirs in
      free c mine theirs /\ (has_line (c :: mine) \/ after_any_reply cells lines (beats s m) (c :: mine) theirs)
  end.

(** A move that wins with the fewest stones, up to [m]. *)
Fixpoint quickest m (default : cell) mine theirs : cell :=
  match m with
  | 0 => default
  | S m =>
      if winsb m mine theirs then quickest m default mine theirs else
      let wins c := if completed (c :: mine) then true else after_any_replyb (winsb m) (c :: mine) theirs in
      match find wins (frees mine theirs) with
      | Some c => c
      | None => default
      end
  end.

Lemma quickest_good default mine theirs M : forall m, wins m mine theirs -> m <= M ->
  let c := quickest M default mine theirs in
  exists k, k < m /\ free c mine theirs /\ (has_line (c :: mine) \/ after_any_reply cells lines (wins k) (c :: mine) theirs).
Proof.
  induction M as [|M IH]; intros m W L; [destruct m; [easy|lia]|]. simpl. destruct (winsb M mine theirs) eqn:E.
  - destruct (Nat.le_gt_cases m M) as [Lm|Lm]; [now apply IH|]. apply winsb_iff in E.
    destruct (IH M E (le_n M)) as (k & Lk & H).
    exists k. split; [lia|easy].
  - assert (m = S M) as ->. { destruct (Nat.le_gt_cases m M) as [Lm|Lm]; [|lia]. exfalso.
    apply (wins_more _ _ m M) in W; auto.
      apply winsb_iff in W. congruence. }
    exists M. split; auto. apply winsb_iff in W. simpl in W. apply any_iff in W as (b & Hb & G).
    destruct (find _ _) as [c|] eqn:F.
    + apply find_some in F as (Hc & F). apply in_frees in Hc. split; auto.
      rewrite <- completed_iff, <- (after_any_replyb_iff _ _ _ _ (winsb_iff M)).
      destruct (completed (c :: mine)); auto.
    + eapply find_none in F; eauto. congruence.
Qed.

Theorem a_win_is_a_strategy default M m : m <= M -> forall mine theirs, wins m mine theirs ->
  beats (quickest M default) m mine theirs.
Proof.
  induction m as [|m IH]; intros L mine theirs W; [easy|].
  destruct (quickest_good default mine theirs M (S m) W L) as (k & Lk & Hc & H).
  split; auto. destruct H as [H|(F & H)]; [now left|right]. split; auto. intros r Hr. destruct (H r Hr). split; auto.
  apply IH; [lia|]. apply (wins_more _ _ k); auto. lia.
Qed.
End Game.
