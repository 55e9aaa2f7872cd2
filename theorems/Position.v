(** Positions that can be computed with: cells are [positive]s, and a position maps the occupied ones to sides.  The two
    equivalences of this file, [wins_iff] and [waits_iff], are the rules of the game in these terms; checkers are proved from
    them. *)
From Coq Require Import List Bool PArith FMapPositive Arith Lia.
From Hyperoxo Require Import Spec Quantify Transfer.
Import ListNotations.
Module PM := PositiveMap.

(** [Us] is the side that the strategy is for. *)
Inductive side := Us | Them.
Definition other s := match s with Us => Them | Them => Us end.
Notation position := (PM.t side).

Section Game.
Variables (cells : list positive) (lines : list (list positive)).
Hypothesis lines_on : forall l, In l lines -> incl l cells.

Definition held s c (M : position) : bool :=
  match s, PM.find c M with Us, Some Us | Them, Some Them => true | _, _ => false end.
Definition stones s M := filter (fun c => held s c M) cells.
Definition empty c (M : position) := In c cells /\ PM.find c M = None.

Definition completes c s (M : position) := exists l, In l lines /\ forall a, In a l -> a = c \/ PM.find a M = Some s.
Definition won s m M := wins cells lines m (stones s M) (stones (other s) M).
Definition waits s m M := wins_waiting cells lines m (stones s M) (stones (other s) M).

Lemma find_same c s (M : position) : PM.find c (PM.add c s M) = Some s.
Proof. apply PM.gss. Qed.
Lemma find_other a c s (M : position) : a <> c -> PM.find a (PM.add c s M) = PM.find a M.
Proof. now apply PM.gso. Qed.

Lemma in_stones s c M : In c (stones s M) <-> In c cells /\ PM.find c M = Some s.
Proof. unfold stones, held. rewrite filter_In. destruct s, (PM.find c M) as [[]|]; intuition congruence. Qed.

Lemma free_iff s c M : free cells c (stones s M) (stones (other s) M) <-> empty c M.
Proof.
  unfold free, empty. rewrite !in_stones. destruct s; simpl; destruct (PM.find c M) as [[]|]; intuition congruence.
Qed.

Lemma line_iff s c M : has_line lines (c :: stones s M) <-> completes c s M.
Proof.
  split; intros (l & Hl & H); exists l; split; auto; intros a Ha; destruct (H a Ha) as [E|E]; auto.
  - right. now apply in_stones in E.
  - now left.
  - right. apply in_stones. split; auto. now apply (lines_on l).
Qed.

(** A stone on the map is a stone at the head of the list: the lists differ in order only. *)
Notation same := (seen cells (fun c => c)).
Lemma same_refl s : same s s.
Proof. easy. Qed.
Lemma same_add s c M : empty c M -> same (c :: stones s M) (stones s (PM.add c s M)).
Proof.
  intros (Hc & E) a Ha. rewrite in_stones. simpl. rewrite in_stones. destruct (Pos.eq_dec a c) as [->|N].
  - rewrite find_same. tauto.
  - rewrite find_other by auto. intuition congruence.
Qed.
Lemma same_skip s s' c M : s <> s' -> empty c M -> same (stones s M) (stones s (PM.add c s' M)).
Proof.
  intros N (Hc & E) a Ha. rewrite !in_stones. destruct (Pos.eq_dec a c) as [->|N'].
  - rewrite find_same, E. intuition congruence.
  - now rewrite find_other.
Qed.

Lemma other_other s : other (other s) = s. Proof. now destruct s. Qed.
Lemma other_not s : other s <> s. Proof. now destruct s. Qed.

Lemma wins_iff s m M : won s (S m) M <-> exists c, empty c M /\ (completes c s M \/ waits s m (PM.add c s M)).
Proof.
  unfold won. simpl. assert (I := iso_identity cells lines lines_on).
  assert (E : forall c, empty c M -> (wins_waiting cells lines m (c :: stones s M) (stones (other s) M) <->
    waits s m (PM.add c s M))).
  { intros c Hc. apply (transfer_waiting _ _ _ _ _ I); [now apply same_add|]. apply same_skip; auto using other_not. }
  split; intros (c & Hc & H); exists c; rewrite free_iff in *; (split; [easy|]).
  - rewrite line_iff in H. destruct H; auto. right. now apply E.
  - rewrite line_iff. destruct H; auto. right. now apply E.
Qed.

Lemma waits_iff s m M : waits s m M <->
  (exists r, empty r M) /\ forall r, empty r M -> ~ completes r (other s) M /\ won s m (PM.add r (other s) M).
Proof.
  unfold waits, wins_waiting, after_any_reply. assert (I := iso_identity cells lines lines_on).
  assert (E : forall r, empty r M -> (wins cells lines m (stones s M) (r :: stones (other s) M) <->
    won s m (PM.add r (other s) M))).
  { intros r Hr. apply (transfer _ _ _ _ _ I); [|now apply same_add]. apply same_skip; auto. now destruct s. }
  split; intros ((c & Hc) & H); (split; [exists c; now apply (free_iff s)|]); intros r Hr.
  - rewrite <- (line_iff (other s)), <- E by auto. now apply H, free_iff.
  - apply free_iff in Hr. rewrite E, line_iff by auto. now apply H.
Qed.

Lemma won_more s m m' M : m <= m' -> won s m M -> won s m' M.
Proof. apply wins_more. Qed.

(** * Moves that a line calls for *)
Lemma win_now s m c M : empty c M -> completes c s M -> won s (S m) M.
Proof. intros. apply wins_iff. eauto. Qed.
Lemma win_by s m c M : empty c M -> waits s m (PM.add c s M) -> won s (S m) M.
Proof. intros. apply wins_iff. eauto. Qed.

Lemma empty_add a c s M : empty a (PM.add c s M) <-> a <> c /\ empty a M.
Proof.
  unfold empty. destruct (Pos.eq_dec a c) as [->|N]; [rewrite find_same|rewrite find_other by auto]; intuition congruence.
Qed.

(** A stone elsewhere leaves a line as complete as it was. *)
Lemma completes_add a c s s' M : completes a s M -> PM.find c M = None -> completes a s (PM.add c s' M).
Proof.
  intros (l & Hl & H) E. exists l. split; auto. intros b Hb. destruct (H b Hb) as [|F]; auto. right.
  rewrite find_other; auto. congruence.
Qed.
Lemma completes_skip a c s M : completes a s (PM.add c (other s) M) -> completes a s M.
Proof.
  intros (l & Hl & H). exists l. split; auto. intros b Hb. destruct (H b Hb) as [|F]; auto. right.
  destruct (Pos.eq_dec b c) as [->|]; [rewrite find_same in F; now destruct s|now rewrite find_other in F].
Qed.
Lemma reply_elsewhere m y r M : empty y M -> completes y Us M -> empty r M -> r <> y -> won Us (S m) (PM.add r Them M).
Proof.
  intros Hy C Hr N. apply (win_now Us m y); [now apply empty_add; auto|]. apply completes_add; auto. apply Hr.
Qed.

(** * What a line lacks of a side's stones *)
Inductive lack := Nothing | One (c : positive) | More.
Fixpoint lacks s (M : position) (l : list positive) : lack :=
  match l with
  | [] => Nothing
  | c :: l =>
      match PM.find c M with
      | None => match lacks s M l with Nothing => One c | _ => More end
      | Some s' => match s, s' with Us, Us | Them, Them => lacks s M l | _, _ => More end
      end
  end.

Lemma lacks_nothing s M l : lacks s M l = Nothing -> forall a, In a l -> PM.find a M = Some s.
Proof.
  induction l as [|c l IH]; simpl; [easy|]. destruct (PM.find c M) as [s'|] eqn:E.
  - destruct s, s'; try discriminate; intros H a [<-|Ha]; auto.
  - destruct (lacks s M l); discriminate.
Qed.

Lemma lacks_one s M l c : lacks s M l = One c ->
  In c l /\ PM.find c M = None /\ forall a, In a l -> a = c \/ PM.find a M = Some s.
Proof.
  induction l as [|b l IH]; simpl; [easy|]. destruct (PM.find b M) as [s'|] eqn:E.
  - intros H. assert (s' = s /\ lacks s M l = One c) as (-> & H') by (destruct s, s'; try discriminate; auto).
    destruct (IH H') as (H1 & H2 & H3). repeat split; auto. intros a [<-|Ha]; auto.
  - destruct (lacks s M l) eqn:F; try discriminate. intros [= <-]. repeat split; auto.
    intros a [->|Ha]; auto. right. now apply (lacks_nothing s M l).
Qed.

Lemma lacks_all s M l : NoDup l -> (forall a, In a l -> PM.find a M = Some s) -> lacks s M l = Nothing.
Proof. induction 1 as [|b l Hb D IH]; simpl; auto. intros H. rewrite (H b), IH by auto. now destruct s. Qed.

Lemma lacks_only s M l c : NoDup l -> PM.find c M = None -> (forall a, In a l -> a = c \/ PM.find a M = Some s) ->
  lacks s M l = Nothing \/ lacks s M l = One c.
Proof.
  intros D E. induction D as [|b l Hb D IH]; simpl; auto. intros H. destruct (H b) as [->|Eb]; auto.
  - rewrite E, lacks_all; auto. intros a Ha. destruct (H a) as [->|]; auto. now destruct Hb.
  - rewrite Eb. destruct s; apply IH; auto.
Qed.
End Game.
