(** The board as checkers use it, and threats: cells on which a side completes a line. *)
From Coq Require Import List Bool PArith FMapPositive.
From Hyperoxo Require Import Spec Quantify Transfer Position Table.
Import ListNotations.

(** For each cell, the other cells of each line through it. *)
Definition lines_through (cells : list positive) (lines : list (list positive)) : PM.t (list (list positive)) :=
  tabulate (fun c => map (filter (fun a => negb (Pos.eqb a c))) (filter (mem Pos.eqb c) lines)) cells.

Section Board.
(** [rests] is the table above.  It is a variable, since a definition here would be computed anew at each use. *)
Variables (cells : list positive) (lines : list (list positive)) (rests : PM.t (list (list positive))).

Notation mem := (mem Pos.eqb).
Notation subset := (subset Pos.eqb).
Notation distinct := (distinct Pos.eqb).
Let mem_iff := mem_iff Pos.eqb Pos.eqb_eq.
Let subset_iff := subset_iff Pos.eqb Pos.eqb_eq.
Let distinct_sound := distinct_sound Pos.eqb Pos.eqb_eq.

Definition check_board : bool :=
  need all (fun l => need distinct l; subset l cells) lines;
  need all (fun l => all (fun c => match PM.find c rests with
                                   | Some es => any (fun e => need subset e l; distinct e) es
                                   | None => false end) l) lines;
  all (fun p : positive * list (list positive) =>
         let (c, es) := p in
         all (fun e => any (fun l => need mem c l; need subset l (c :: e); subset e l) lines) es) (PM.elements rests).
Hypothesis board : check_board = true.

Ltac board H1 H2 H3 := generalize board; unfold check_board; passes H1; passes H2; intros H3.
Lemma lines_distinct l : In l lines -> NoDup l.
Proof. board H1 H2 H3. intros H. apply (all_in _ _ H1) in H. revert H. passes D. auto. Qed.
Lemma lines_on l : In l lines -> incl l cells.
Proof. board H1 H2 H3. intros H. apply (all_in _ _ H1) in H. revert H. passes D. apply subset_iff. Qed.
Lemma rest_of_line l c : In l lines -> In c l -> exists es e, PM.find c rests = Some es /\ In e es /\ NoDup e /\ incl e l.
Proof.
  board H1 H2 H3. intros Hl Hc. apply (all_in _ _ H2) in Hl. apply (all_in _ _ Hl) in Hc.
  destruct (PM.find c rests) as [es|]; [|easy]. apply any_iff in Hc as (e & He & E). revert E. passes Sub. intros D.
  exists es, e. apply subset_iff in Sub. auto.
Qed.
Lemma line_of_rest c es e : PM.find c rests = Some es -> In e es ->
  exists l, In l lines /\ In c l /\ incl l (c :: e) /\ incl e l.
Proof.
  board H1 H2 H3. intros Hc He. apply PM.elements_correct in Hc. apply (all_in _ _ H3) in Hc. cbv beta iota in Hc.
  apply (all_in _ _ Hc), any_iff in He as (l & Hl & E). revert E. passes M. passes Sub. intros Sub'.
  exists l. apply mem_iff in M. apply subset_iff in Sub, Sub'. auto.
Qed.

Notation completes := (completes lines).
Notation empty := (empty cells).
(** They complete no line now, if each lacks two of their stones or holds one of ours. *)
Lemma no_completion M : all (fun l => match lacks Them M l with More => true | _ => false end) lines = true ->
  forall r, empty r M -> ~ completes r Them M.
Proof.
  intros H r Hr (l & Hl & Hb). assert (D := lines_distinct l Hl). apply (all_in _ _ H) in Hl.
  destruct (lacks_only Them M l r D (proj2 Hr) Hb) as [E|E]; now rewrite E in Hl.
Qed.

(** * Threats *)
(** The cells that complete a line for us, on the lines given: none, one, or more. *)
Fixpoint threats (M : position) (ls : list (list positive)) (found : lack) : lack :=
  match ls with
  | [] => found
  | l :: ls =>
      match lacks Us M l with
      | One c => match found with One c' => if Pos.eqb c c' then threats M ls found else More | _ => threats M ls (One c) end
      | _ => threats M ls found
      end
  end.

Lemma threats_sound M (P : positive -> Prop) ls : (forall l c, In l ls -> lacks Us M l = One c -> P c) ->
  match threats M ls Nothing with Nothing => True | One c => P c | More => exists c c', P c /\ P c' /\ c <> c' end.
Proof.
  intros H. enough (K : forall found, (forall c, found = One c -> P c) -> found <> More ->
    match threats M ls found with Nothing => True | One c => P c | More => exists c c', P c /\ P c' /\ c <> c' end)
    by (apply K; easy).
  induction ls as [|l ls IH]; simpl; intros found Hf Hm; [destruct found; auto; congruence|].
  assert (H' : forall l' c, In l' ls -> lacks Us M l' = One c -> P c) by (intros l' c Hl; apply H; now right).
  destruct (lacks Us M l) as [|c|] eqn:E; [now apply IH| |now apply IH].
  assert (Pc : P c) by (apply (H l); auto; now left).
  destruct found as [|c'|]; try congruence.
  - apply IH; auto; congruence.
  - destruct (Pos.eqb_spec c c') as [|N]; [now apply IH|]. exists c, c'. auto.
Qed.

(** Two cells that complete a line win against any reply, and one wins against all replies elsewhere. *)
Definition elsewhere (r : positive) (threatened : lack) : bool :=
  match threatened with Nothing => false | One c => negb (Pos.eqb r c) | More => true end.
Lemma elsewhere_completes r M ls : (forall l c, In l ls -> lacks Us M l = One c -> empty c M /\ completes c Us M) ->
  empty r M -> elsewhere r (threats M ls Nothing) = true ->
  exists c, empty c (PM.add r Them M) /\ completes c Us (PM.add r Them M).
Proof.
  intros H Hr. apply threats_sound in H.
  assert (K : forall c, empty c M /\ completes c Us M -> r <> c ->
    exists c, empty c (PM.add r Them M) /\ completes c Us (PM.add r Them M)).
  { intros c (E & C) N. exists c. split; [now apply empty_add; auto|]. apply completes_add; auto. apply Hr. }
  unfold elsewhere. destruct (threats M ls Nothing) as [|c|]; [easy| |].
  - destruct (Pos.eqb_spec r c) as [|N]; [easy|]. intros _. now apply (K c).
  - intros _. destruct H as (c & c' & H & H' & N). destruct (Pos.eq_dec r c) as [->|]; [now apply (K c')|now apply (K c)].
Qed.

Lemma line_threat M l c : In l lines -> lacks Us M l = One c -> empty c M /\ completes c Us M.
Proof. intros Hl H. apply lacks_one in H as (H1 & H2 & H3). split; [split; auto; now apply (lines_on l)|exists l; auto]. Qed.
Lemma rest_threat x M es e c : PM.find x rests = Some es -> In e es -> lacks Us (PM.add x Us M) e = One c ->
  empty c (PM.add x Us M) /\ completes c Us (PM.add x Us M).
Proof.
  intros Hx He H. destruct (line_of_rest _ _ _ Hx He) as (l & Hl & Hxl & Hi & Hi').
  apply lacks_one in H as (H1 & H2 & H3). split; [split; auto; now apply (lines_on l Hl), Hi'|].
  exists l. split; auto. intros a Ha. destruct (Hi a Ha) as [<-|Ha']; auto. right. apply find_same.
Qed.
End Board.
