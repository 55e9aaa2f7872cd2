(** A checker of strategies that win.  A record is a position with the opponents to move; each reply of theirs fails to stop a
    line, or loses to a threat sequence, or is answered by a move to a position that was proved before. *)
From Coq Require Import List Bool PArith FMapPositive Arith Lia.
From Hyperoxo Require Import Spec Quantify Transfer Position Table Threats.
Import ListNotations.

Section Board.
Variables (cells : list positive) (lines : list (list positive)) (rests : PM.t (list (list positive))).
Hypothesis board : check_board cells lines rests = true.
Let lines_on := lines_on cells lines rests board.
Let lines_distinct := lines_distinct cells lines rests board.
Let rest_of_line := rest_of_line cells lines rests board.
Let line_of_rest := line_of_rest cells lines rests board.
Let line_threat := line_threat cells lines rests board.
Let rest_threat := rest_threat cells lines rests board.

Notation completes := (completes lines).
Notation empty := (empty cells).
Notation won := (won cells lines Us).
Notation waits := (waits cells lines Us).

Lemma wait m M : (exists r, empty r M) -> (forall r, empty r M -> ~ completes r Them M) ->
  (forall r, empty r M -> won m (PM.add r Them M)) -> waits m M.
Proof. intros. apply (waits_iff cells lines lines_on). auto. Qed.

Lemma elsewhere_wins m r M ls : (forall l c, In l ls -> lacks Us M l = One c -> empty c M /\ completes c Us M) ->
  empty r M -> elsewhere r (threats M ls Nothing) = true -> won (S m) (PM.add r Them M).
Proof.
  intros H Hr E. destruct (elsewhere_completes cells lines r M ls H Hr E) as (c & Hc & C).
  now apply (win_now _ _ lines_on Us m c).
Qed.

(** * Threat sequences *)
(** Every line of theirs on the lines given lacks two cells, or only [x], or holds a stone of ours. *)
Definition harmless (M : position) x ls : bool :=
  all (fun l => match lacks Them M l with Nothing => false | One c => Pos.eqb c x | More => true end) ls.

(** Do our moves win with at most [k] stones, each a threat that they block, until one makes two threats?  They have just
    played [last]; only lines through it, and through our own last stone, have to be looked at. *)
Fixpoint sequence_wins (k : nat) (M : position) (last : positive) (moves : list positive) : bool :=
  match moves, k with
  | x :: moves, S (S _ as k) =>
      match PM.find x M, PM.find last rests, PM.find x rests with
      | None, Some es, Some es' =>
          need harmless M x es;
          let M := PM.add x Us M in
          match threats M es' Nothing with
          | Nothing => false
          | One y => sequence_wins k (PM.add y Them M) y moves
          | More => true
          end
      | _, _, _ => false
      end
  | _, _ => false
  end.

(** All lines that they could complete go through [last]. *)
Definition quiet last (M : position) := forall r l, empty r M -> In l lines ->
  (forall a, In a l -> a = r \/ PM.find a M = Some Them) -> In last l.

Lemma harmless_sound M last x es : PM.find last rests = Some es -> quiet last M -> harmless M x es = true ->
  forall r, empty r M -> r <> x -> ~ completes r Them M.
Proof.
  intros Hes Hq Hh r Hr N (l & Hl & H). assert (Hin := Hq r l Hr Hl H).
  destruct (rest_of_line l last Hl Hin) as (es' & e & Hes' & He & D & Hi). replace es' with es in * by congruence.
  apply (all_in _ _ Hh) in He. destruct (lacks_only Them M e r D (proj2 Hr)) as [E|E]; [auto| |]; rewrite E in He; [easy|].
  apply Pos.eqb_eq in He. congruence.
Qed.

(** After a position in which they cannot complete a line, the lines that they can complete go through their next stone. *)
Lemma quiet_reply M y : (forall r, empty r M -> r <> y -> ~ completes r Them M) -> quiet y (PM.add y Them M).
Proof.
  intros H r l Hr Hl Hb. apply empty_add in Hr as (N & Hr). destruct (in_dec Pos.eq_dec y l) as [|Ny]; auto. exfalso.
  apply (H r Hr N). exists l. split; auto. intros a Ha. destruct (Hb a Ha) as [|E]; auto. right.
  rewrite find_other in E; congruence.
Qed.

Lemma still_harmless M x : PM.find x M = None -> (forall r, empty r M -> r <> x -> ~ completes r Them M) ->
  forall r, empty r (PM.add x Us M) -> ~ completes r Them (PM.add x Us M).
Proof. intros Ex H r Hr C. apply empty_add in Hr as (N & Hr). apply (H r Hr N). now apply (completes_skip _ _ x Them). Qed.

Theorem sequence_sound moves : forall k M last, quiet last M -> sequence_wins k M last moves = true -> won k M.
Proof.
  induction moves as [|x moves IH]; intros [|[|k]] M last Hq; simpl; try easy.
  destruct (PM.find x M) eqn:Ex; [easy|]. destruct (PM.find last rests) as [es|] eqn:Hl; [|easy].
  destruct (PM.find x rests) as [es'|] eqn:Hx; [|easy]. passes Hh.
  assert (Safe := still_harmless M x Ex (harmless_sound M last x es Hl Hq Hh)).
  assert (T := fun l c => rest_threat x M es' l c Hx). assert (T' := threats_sound _ _ _ T).
  intros H. apply (win_by _ _ lines_on Us (S k) x).
  { split; auto. destruct es' as [|e es']; [easy|].
    destruct (line_of_rest _ _ _ Hx (or_introl eq_refl)) as (l & Hl' & Hx' & _).
    now apply (lines_on l). }
  assert (W := fun r => elsewhere_wins k r (PM.add x Us M) es' T).
  destruct (threats (PM.add x Us M) es' Nothing) as [|y|]; [easy| |].
  - apply wait; auto. { exists y. apply T'. } intros r Hr. destruct (Pos.eq_dec r y) as [->|N].
    + apply (IH _ _ y); auto. apply quiet_reply. auto.
    + apply W; auto. simpl. now destruct (Pos.eqb_spec r y).
  - apply wait; auto. destruct T' as (y & _ & (Hy & _) & _). now exists y.
Qed.

(** * Records *)
Record record := { placed : position; within : nat; sequences : list (list positive); answers : list answer }.

Variable fs : PM.t (PM.t positive).
Notation entry := (position * nat)%type.

Definition answered (T : PM.t entry) k M r (a : answer) : bool :=
  need Pos.eqb (reply a) r;
  match lookup cells fs T M a with Some m => S m <=? k | None => false end.

Definition reply_loses (T : PM.t entry) (R : record) (threatened : lack) r : bool :=
  match PM.find r (placed R) with
  | Some _ => true
  | None =>
      if need elsewhere r threatened; 1 <=? within R then true else
      let M := PM.add r Them (placed R) in
      if any (sequence_wins (within R) M r) (sequences R) then true else any (answered T (within R) M r) (answers R)
  end.

Definition check_record (T : PM.t entry) (R : record) : option entry :=
  let M := placed R in
  if need any (fun r => match PM.find r M with None => true | _ => false end) cells;
     need all (fun l => match lacks Them M l with More => true | _ => false end) lines;
     let threatened := threats M lines Nothing in
     all (reply_loses T R threatened) cells
  then Some (M, within R) else None.

Hypothesis fs_sound : symmetries_only cells lines fs.
Notation proved := (proved (fun M m => waits m M)).

Theorem check_record_sound T R M m : proved T -> check_record T R = Some (M, m) -> waits m M.
Proof.
  intros HT. unfold check_record. set (P := placed R).
  either H; [|easy]. intros [= <- <-]. revert H.
  passes F. passes Safe. intros H.
  assert (Safe' := no_completion cells lines rests board P Safe).
  apply wait; auto.
  - apply any_iff in F as (r & Hr & E). exists r. split; auto. now destruct (PM.find r P).
  - intros r Hr. assert (K := all_in _ _ H r (proj1 Hr)). revert K. unfold reply_loses. fold P. rewrite (proj2 Hr).
    either E.
    + intros _. revert E. passes E. destruct (within R) as [|k]; [easy|]. intros _.
      apply (elsewhere_wins k r P lines); auto. apply line_threat.
    + clear E. either E.
      * intros _. apply any_iff in E as (moves & _ & E). apply (sequence_sound moves _ _ r); auto.
        apply quiet_reply. auto.
      * intros K. apply any_iff in K as (a & _ & K). revert K. unfold answered. passes Er.
        destruct (lookup cells fs T _ a) as [k|] eqn:L; [|easy]. intros Hk. apply Nat.leb_le in Hk.
        eapply (lookup_sound cells lines) in L as (Ha & W); eauto.
        -- apply (won_more _ _ Us (S k)); auto. now apply (win_by _ _ lines_on Us k (move a)).
        -- intros. simpl. eapply looks_like_waits; eauto.
Qed.
End Board.
