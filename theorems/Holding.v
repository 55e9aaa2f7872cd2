(** A checker of strategies that hold: the other side never completes a line.  Nothing new has to be specified, since to hold
    is that the others do not win; so what carries a win from position to position, such as a symmetry, carries this too. *)
From Coq Require Import List Bool PArith FMapPositive Arith.
From Hyperoxo Require Import Spec Quantify Transfer Position Table Threats.
Import ListNotations.

Section Board.
Variables (cells : list positive) (lines : list (list positive)) (rests : PM.t (list (list positive))).
Hypothesis board : check_board cells lines rests = true.
Let lines_on := lines_on cells lines rests board.


Notation completes := (completes lines).
Notation empty := (empty cells).
Notation mem := (mem Pos.eqb).

(** We hold, with the others to move; with us to move. *)
Definition holds M := forall m, ~ won cells lines Them m M.
Definition holds_moving M := forall m, ~ waits cells lines Them m M.

Lemma hold M : (forall r, empty r M -> ~ completes r Them M /\ holds_moving (PM.add r Them M)) -> holds M.
Proof.
  intros H [|m]; [now intros []|]. rewrite wins_iff by exact lines_on. intros (c & Hc & W). destruct (H c Hc) as (C & K).
  destruct W; [easy|now apply (K m)].
Qed.
Lemma hold_full M : (forall c, ~ empty c M) -> holds_moving M.
Proof. intros H m. rewrite waits_iff by exact lines_on. intros ((c & Hc) & _). now apply (H c). Qed.
Lemma hold_now c M : empty c M -> completes c Us M -> holds_moving M.
Proof. intros Hc C m. rewrite waits_iff by exact lines_on. intros (_ & W). now destruct (W c Hc). Qed.
Lemma hold_by c M : empty c M -> holds (PM.add c Us M) -> holds_moving M.
Proof. intros Hc H m. rewrite waits_iff by exact lines_on. intros (_ & W). destruct (W c Hc) as (_ & K). now apply (H m). Qed.

(** * Pairings *)
(** Cells in pairs: when they play on one of a pair, we answer on the other, and so get a stone on every line that contains a
    pair. One pair may serve several lines. *)
Fixpoint partner (pairs : list (positive * positive)) c : option positive :=
  match pairs with
  | [] => None
  | (a, b) :: pairs => if Pos.eqb c a then Some b else if Pos.eqb c b then Some a else partner pairs c
  end.
Definition is_partner pairs a b := match partner pairs a with Some b' => Pos.eqb b b' | None => false end.

Definition check_pairing (M : position) (pairs : list (positive * positive)) : bool :=
  let unoccupied c := match PM.find c M with None => mem c cells | _ => false end in
  need all (fun p : positive * positive => let (a, b) := p in
              need negb (Pos.eqb a b); need is_partner pairs a b; need is_partner pairs b a;
              need unoccupied a; unoccupied b) pairs;
  all (fun l => if any (fun c => match PM.find c M with Some Us => true | _ => false end) l then true
                else any (fun p : positive * positive => need mem (fst p) l; mem (snd p) l) pairs) lines.

Section Pairing.
Variable pairs : list (positive * positive).
Hypothesis disjoint : forall a b, In (a, b) pairs -> a <> b /\ partner pairs a = Some b /\ partner pairs b = Some a.

(** What stays true while we answer so: a line holds a stone of ours, or contains a pair with both cells empty. *)
Definition guarded M := forall l, In l lines ->
  (exists c, In c l /\ PM.find c M = Some Us) \/ exists a b, In (a, b) pairs /\ In a l /\ In b l /\ empty a M /\ empty b M.

Lemma guarded_next c r M : guarded M -> empty c M -> empty r (PM.add c Them M) ->
  (forall b, partner pairs c = Some b -> empty b (PM.add c Them M) -> r = b) -> guarded (PM.add r Us (PM.add c Them M)).
Proof.
  intros G Hc Hr Hp l Hl. assert (Hr' := Hr). apply empty_add in Hr' as (N & Er).
  destruct (G l Hl) as [(u & Hu & E)|(a & b & Hab & Ha & Hb & Ea & Eb)].
  - left. exists u. split; auto. rewrite !find_other; auto; intros ->;
      [now rewrite (proj2 Hc) in E|now rewrite (proj2 Er) in E].
  - destruct (disjoint a b Hab) as (Nab & Pa & Pb).
    assert (Ours : In r l -> exists c', In c' l /\ PM.find c' (PM.add r Us (PM.add c Them M)) = Some Us)
      by (intros H; exists r; split; auto using find_same).
    destruct (Pos.eq_dec c a) as [->|Nca]; [left; apply Ours; rewrite (Hp b); auto; apply empty_add; auto|].
    destruct (Pos.eq_dec c b) as [->|Ncb]; [left; apply Ours; rewrite (Hp a); auto; apply empty_add; auto|].
    destruct (Pos.eq_dec r a) as [->|Nra]; [left; auto|]. destruct (Pos.eq_dec r b) as [->|Nrb]; [left; auto|].
    right. exists a, b. rewrite !empty_add. intuition auto.
Qed.

Lemma guarded_holds M : guarded M -> holds M.
Proof.
  intros G m. revert M G. induction m as [|m IH]; intros M G; [now intros []|]. rewrite wins_iff by exact lines_on.
  intros (c & Hc & [(l & Hl & H)|W]).
  - destruct (G l Hl) as [(u & Hu & E)|(a & b & Hab & Ha & Hb & Ea & Eb)].
    + destruct (H u Hu) as [->|E']; [now rewrite (proj2 Hc) in E|congruence].
    + destruct (disjoint a b Hab) as (Nab & _). destruct (H a Ha) as [->|E]; [|now rewrite (proj2 Ea) in E].
      destruct (H b Hb) as [->|E]; [easy|now rewrite (proj2 Eb) in E].
  - rewrite waits_iff in W by exact lines_on. destruct W as ((r & Hr) & W).
    assert (K : forall r, empty r (PM.add c Them M) ->
      (forall b, partner pairs c = Some b -> empty b (PM.add c Them M) -> r = b) -> False).
    { intros r' Hr' Hp. destruct (W r' Hr') as (_ & K). revert K. now apply IH, guarded_next. }
    destruct (partner pairs c) as [b|] eqn:P.
    + destruct (PM.find b (PM.add c Them M)) eqn:E; [|destruct (in_dec Pos.eq_dec b cells)].
      * apply (K r Hr). intros b' [= <-] (_ & E'). congruence.
      * apply (K b); [easy|]. now intros b' [= <-] _.
      * apply (K r Hr). now intros b' [= <-] (F & _).
    + now apply (K r Hr).
Qed.
End Pairing.

Lemma check_pairing_sound M pairs : check_pairing M pairs = true -> holds M.
Proof.
  unfold check_pairing. passes Hp. intros Hl. assert (Q := mem_iff Pos.eqb Pos.eqb_eq).
  assert (H : forall a b, In (a, b) pairs -> (a <> b /\ partner pairs a = Some b /\ partner pairs b = Some a) /\
    empty a M /\ empty b M).
  { intros a b Hab. apply (all_in _ _ Hp) in Hab. cbv beta iota in Hab. revert Hab. unfold is_partner. passes N. passes Pa.
    passes Pb. passes Ea. intros Eb.
    destruct (Pos.eqb_spec a b); [easy|]. destruct (partner pairs a) eqn:Fa; [|easy].
    destruct (partner pairs b) eqn:Fb; [|easy].
    apply Pos.eqb_eq in Pa, Pb. destruct (PM.find a M) eqn:Ga; [easy|]. destruct (PM.find b M) eqn:Gb; [easy|].
    apply Q in Ea, Eb. repeat split; congruence. }
  apply (guarded_holds pairs). { intros a b Hab. apply (H a b Hab). }
  intros l Hll. apply (all_in _ _ Hl) in Hll. revert Hll. either E; intros Hll.
  - left. apply any_iff in E as (c & Hc & E). exists c. split; auto. destruct (PM.find c M) as [[]|]; easy.
  - right. apply any_iff in Hll as ((a & b) & Hab & K). revert K. passes Ha. intros Hb. apply Q in Ha, Hb. exists a, b.
    destruct (H a b Hab) as (_ & Ea & Eb). auto.
Qed.

(** * Records *)
(** A position with the others to move, and a pairing or an answer to each reply that needs one. *)
Record record := { placed : position; pairing : option (list (positive * positive)); answers : list answer }.

Variable fs : PM.t (PM.t positive).
Notation entry := (position * nat)%type.

Definition reply_held (T : PM.t entry) (R : record) threatened r : bool :=
  match PM.find r (placed R) with
  | Some _ => true
  | None =>
      let M := PM.add r Them (placed R) in
      if elsewhere r threatened then true else
      if all (fun c => match PM.find c M with None => false | _ => true end) cells then true else
      any (fun a => need Pos.eqb (reply a) r; match lookup cells fs T M a with Some _ => true | None => false end) (answers R)
  end.

Definition check_record (T : PM.t entry) (R : record) : option entry :=
  let M := placed R in
  if match pairing R with
     | Some pairs => check_pairing M pairs
     | None =>
         need all (fun l => match lacks Them M l with More => true | _ => false end) lines;
         let threatened := threats M lines Nothing in
         all (reply_held T R threatened) cells
     end
  then Some (M, 0) else None.

Hypothesis fs_sound : symmetries_only cells lines fs.
Notation proved := (proved (fun M _ => holds M)).

Theorem check_record_sound T R M m : proved T -> check_record T R = Some (M, m) -> holds M.
Proof.
  intros HT. unfold check_record. set (P := placed R).
  either H; [|easy]. intros [= <- <-]. revert H.
  destruct (pairing R) as [pairs|]; [apply check_pairing_sound|]. passes Safe. intros H. apply hold. intros r Hr. split.
  - apply (no_completion cells lines rests board P Safe r Hr).
  - assert (K := all_in _ _ H r (proj1 Hr)). revert K. unfold reply_held. fold P. rewrite (proj2 Hr).
    either E.
    { intros _. apply elsewhere_completes with (cells := cells) (lines := lines) in E as (c & Hc & C); auto.
      - now apply (hold_now c).
      - intros l c Hl. now apply (line_threat cells lines rests board). }
    either F.
    { intros _. apply hold_full. intros c (Hc & Ec). apply (all_in _ _ F) in Hc. now rewrite Ec in Hc. }
    intros K. apply any_iff in K as (a & _ & K). revert K. passes Er.
    destruct (lookup cells fs T _ a) as [k|] eqn:L; [|easy]. intros _.
    eapply (lookup_sound cells lines) in L as (Ha & W); eauto.
    + now apply (hold_by (move a)).
    + intros f M Q q Hf Hq W n. simpl in W. rewrite (looks_like_won _ _ f M Q); auto.
Qed.
End Board.
