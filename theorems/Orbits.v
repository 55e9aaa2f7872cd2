(** First moves that symmetries of n^d take to each other are worth the same.  The symmetries are checked, as all maps are. *)
From Coq Require Import List Bool Arith.
From Hyperoxo Require Import Spec Quantify Transfer Boards.
Import ListNotations.

(** Symmetries on coordinates, which generate all those of n^d: two axes exchanged, all axes moved up, one axis reflected, and
    for n = 4 the inner coordinates exchanged with the outer ones. *)
Definition exchange_axes {A} (c : list A) := match c with a :: b :: c => b :: a :: c | _ => c end.
Definition rotate_axes {A} (c : list A) := match c with a :: c => c ++ [a] | [] => [] end.
Definition reflect n (c : list nat) := match c with a :: c => n - 1 - a :: c | [] => [] end.
Definition inside_out (c : list nat) := map (fun v => match v with 0 => 1 | 1 => 0 | 2 => 3 | 3 => 2 | v => v end) c.
Definition generators n : list (list nat -> list nat) :=
  [exchange_axes; rotate_axes; reflect n] ++ if Nat.eqb n 4 then [inside_out] else [].

Section Orbit.
Variables n d : nat.

(** The cells that at most [k] generators take to cells [known]. *)
Fixpoint orbit (k : nat) (known : list (list nat)) : list (list nat) :=
  match k with
  | 0 => known
  | S k =>
      orbit k (known ++ filter (fun c => if mem same_list c known then false
        else any (fun f => mem same_list (f c) known) (generators n)) (cells n d))
  end.

Definition check_symmetries : bool :=
  all (check_iso same_list same_list (cells n d) (lines n d) (cells n d) (lines n d)) (generators n).

Theorem by_symmetry (claim : list nat -> Prop) known k :
  (forall f c, iso (cells n d) (lines n d) (cells n d) (lines n d) f -> In c (cells n d) -> claim (f c) -> claim c) ->
  check_symmetries = true -> (forall c, In c known -> claim c) -> forall c, In c (orbit k known) -> claim c.
Proof.
  intros T H. revert known. induction k as [|k IH]; cbn [orbit]; auto. intros known K. apply IH. intros c Hc.
  apply in_app_iff in Hc as [Hc|Hc]; auto. apply filter_In in Hc as (Hc & E). destruct (mem same_list c known); [easy|].
  apply any_iff in E as (f & Hf & E). apply (mem_iff _ same_list_iff) in E. apply (T f); auto.
  apply (check_iso_sound same_list same_list same_list_iff same_list_iff). now apply (all_in _ _ H).
Qed.

Lemma seen_one f c : iso (cells n d) (lines n d) (cells n d) (lines n d) f -> In c (cells n d) ->
  seen (cells n d) f [c] [f c].
Proof. intros I Hc. apply (seen_cons _ _ _ _ f I c [] [] Hc). now intros a _. Qed.
Lemma seen_none (f : list nat -> list nat) : seen (cells n d) f [] [].
Proof. now intros a _. Qed.

(** All [wanted] cells are symmetric to those [known]. *)
Definition check_orbit (wanted : list nat -> bool) known : bool :=
  need check_symmetries;
  let reached := orbit (length (cells n d)) known in
  all (fun c => if wanted c then mem same_list c reached else true) (cells n d).

Lemma orbit_claim (claim : list nat -> Prop) wanted known :
  (forall f c, iso (cells n d) (lines n d) (cells n d) (lines n d) f -> In c (cells n d) -> claim (f c) -> claim c) ->
  check_orbit wanted known = true -> (forall c, In c known -> claim c) ->
  forall c, In c (cells n d) -> wanted c = true -> claim c.
Proof.
  intros T. unfold check_orbit. passes H. intros R K c Hc W. apply (all_in _ _ R) in Hc. rewrite W in Hc.
  apply (mem_iff _ same_list_iff) in Hc. exact (by_symmetry claim known _ T H K c Hc).
Qed.

Theorem first_moves_win m wanted known : check_orbit wanted known = true ->
  (forall c, In c known -> first_move_wins_within n d m c) ->
  forall c, In c (cells n d) -> wanted c = true -> first_move_wins_within n d m c.
Proof.
  apply orbit_claim. intros f c I Hc. apply (transfer_waiting _ _ _ _ f I); [now apply seen_one|apply seen_none].
Qed.
Theorem first_moves_lose m wanted known : check_orbit wanted known = true ->
  (forall c, In c known -> first_move_loses_within n d m c) ->
  forall c, In c (cells n d) -> wanted c = true -> first_move_loses_within n d m c.
Proof.
  apply orbit_claim. intros f c I Hc. apply (transfer _ _ _ _ f I); [apply seen_none|now apply seen_one].
Qed.
End Orbit.
