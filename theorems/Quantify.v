(** Boolean quantifiers over lists.  Under call by value [forallb] and [existsb] look at the whole list, since [&&] and [||]
    are functions; these stop at the first element that decides. *)
From Coq Require Import List.
Import ListNotations.

Fixpoint all {A} (p : A -> bool) l := match l with [] => true | a :: l => if p a then all p l else false end.
Fixpoint any {A} (p : A -> bool) l := match l with [] => false | a :: l => if p a then true else any p l end.

Lemma all_iff {A} (p : A -> bool) l : all p l = true <-> forall a, In a l -> p a = true.
Proof.
  induction l as [|b l IH]; simpl; [easy|]. destruct (p b) eqn:E; [rewrite IH|].
  - split; [intros H a [<-|Ha]|]; auto.
  - split; [easy|]. intros H. now rewrite <- E, H; auto.
Qed.
Lemma all_in {A} (p : A -> bool) l : all p l = true -> forall a, In a l -> p a = true.
Proof. apply all_iff. Qed.

Lemma any_iff {A} (p : A -> bool) l : any p l = true <-> exists a, In a l /\ p a = true.
Proof.
  induction l as [|b l IH]; simpl; [split; [easy|now intros (a & [] & _)]|]. destruct (p b) eqn:E; [|rewrite IH].
  - split; auto. exists b. auto.
  - split; intros (a & Ha & Hp); exists a; auto. destruct Ha as [<-|Ha]; [congruence|auto].
Qed.

(** Conditions that are checked one after the other. *)
Notation "'need' p ; q" := (if p then q else false) (at level 200, p at level 100, q at level 200, right associativity,
  format "'[v' 'need'  p ; '/' q ']'").
Tactic Notation "passes" ident(H) := match goal with |- (if ?b then _ else _) = true -> _ => destruct b eqn:H; [|easy] end.
Tactic Notation "either" ident(H) := match goal with |- (if ?b then _ else _) = _ -> _ => destruct b eqn:H end.

(** Lists as sets. *)
Section Sets.
  Context {A : Type} (eqb : A -> A -> bool) (eqb_iff : forall a a', eqb a a' = true <-> a = a').

  Definition mem a (l : list A) : bool := any (eqb a) l.
  Definition subset (l l' : list A) : bool := all (fun a => mem a l') l.
  Fixpoint distinct (l : list A) : bool := match l with [] => true | a :: l => if mem a l then false else distinct l end.

  Lemma mem_iff a l : mem a l = true <-> In a l.
  Proof.
    unfold mem. rewrite any_iff. split; [intros (a' & H & E); apply eqb_iff in E; congruence|]. exists a. split; auto.
    now apply eqb_iff.
  Qed.
  Lemma subset_iff l l' : subset l l' = true <-> incl l l'.
  Proof. unfold subset, incl. rewrite all_iff. split; intros H a Ha; apply mem_iff; auto. Qed.
  Lemma distinct_sound l : distinct l = true -> NoDup l.
  Proof.
    induction l as [|a l IH]; simpl; [constructor|]. destruct (mem a l) eqn:E; [easy|]. constructor; auto.
    rewrite <- mem_iff. congruence.
  Qed.
End Sets.
