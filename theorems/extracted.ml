(* Reads claims and strategies, as generate.py writes them as text, from standard input, and prints for each whether the proved
   checker accepts it. Exit code 0: all accepted; 1: one is not; 2: no input of this form. *)
open Proved

let rec nat n = if n = 0 then O else S (nat (n - 1))
let text line = List.init (String.length line) (String.get line)
let texts count = List.init count (fun _ -> text (read_line ()))

let rec cells d = function
  | [] -> []
  | values -> List.filteri (fun i _ -> i < d) values :: cells d (List.filteri (fun i _ -> i >= d) values)

let stones d =
  let values = List.filter (( <> ) "") (String.split_on_char ' ' (read_line ())) in
  cells d (List.map (fun value -> nat (int_of_string value)) values)

let claim line =
  Scanf.sscanf line "%d %d %s" (fun n d goal ->
      let mine = stones d in
      let theirs = stones d in
      Scanf.sscanf (read_line ()) "%d %d %d" (fun g p r ->
          let generators = texts g in
          let products = texts p in
          let records = texts r in
          let strategy = { generators; products; records } in
          if goal = "holds" then check_hold (nat n) (nat d) mine theirs strategy
          else check_win (nat n) (nat d) (nat (int_of_string goal)) mine theirs strategy))

let () =
  let rec all good =
    match read_line () with
    | exception End_of_file -> good
    | line ->
        let accepted = claim line in
        print_endline (if accepted then "PROVED" else "NOT PROVED");
        all (accepted && good)
  in
  match all true with
  | good -> exit (if good then 0 else 1)
  | exception (End_of_file | Failure _ | Scanf.Scan_failure _ | Invalid_argument _) ->
      prerr_endline "this is no strategy that generate.py wrote";
      exit 2
