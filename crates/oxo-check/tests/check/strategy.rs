//! Strategies of verified proofs.

use oxo_check::{Reason, Response, Strategy, check};

use crate::support::certificate::Certificate;
use crate::support::game::{Game, Place};
use crate::support::samples;
use crate::support::strategies::{Strategy as Choices, Winner};

/// A strategy that is played against every reply, with the plain rules of the tests.
struct Trial {
    strategy: Strategy,
    game: Game,
    strategist: char,
    wins: bool,
    /// Steps through the symmetries, so that positions are looked up in many orientations.
    turn: usize,
}

impl Trial {
    fn of(game: Game, certificate: &Certificate, strategist: char) -> Self {
        let wins = certificate.header.claim.ends_with("wins");
        let strategy = Strategy::of(certificate.bytes()).unwrap();
        Self { strategy, game, strategist, wins, turn: 0 }
    }

    fn opponent(&self) -> char {
        if self.strategist == 'x' { 'o' } else { 'x' }
    }

    /// Returns an image of a position.
    fn image(&mut self, place: &Place) -> Place {
        self.turn += 1;
        let symmetry = &self.game.symmetries[self.turn % self.game.symmetries.len()];
        let turned = |cells: &std::collections::BTreeSet<usize>| {
            cells.iter().map(|&cell| symmetry[cell]).collect()
        };
        Place { own: turned(&place.own), other: turned(&place.other) }
    }

    /// Returns the plies of the longest game from a position with the strategist to move, by playing all games.
    fn strategists_turn(&mut self, place: &Place) -> usize {
        let place = self.image(place);
        let text = self.game.text(&place, self.strategist, self.strategist);
        let answer = self.strategy.answer(&text).unwrap().expect(&text);
        assert!(self.game.empty(&place).contains(&answer.cell), "{text}: {answer:?}");
        let after = place.with_own(answer.cell);
        let blocks = self.game.completions(&place.turned());
        let plies = match answer.reason {
            Reason::Completes => {
                assert!(self.game.has_line(&after), "{text}: {answer:?}");
                1
            }
            Reason::Forced => {
                assert_eq!(blocks.into_iter().collect::<Vec<_>>(), [answer.cell], "{text}");
                1 + self.opponents_turn(&after)
            }
            Reason::Strategic => {
                assert!(blocks.is_empty(), "{text}: {answer:?}");
                1 + self.opponents_turn(&after)
            }
        };
        assert_eq!(answer.plies, self.wins.then_some(plies), "{text}: {answer:?}");
        plies
    }

    /// Returns the same with the opponent to move.
    fn opponents_turn(&mut self, place: &Place) -> usize {
        let place = self.image(place);
        let text = self.game.text(&place, self.strategist, self.opponent());
        let replies = self.strategy.replies(&text).unwrap().expect(&text);
        let cells: Vec<usize> = replies.iter().map(|reply| reply.cell).collect();
        assert_eq!(cells, self.game.empty(&place), "{text}");
        let pairs: Vec<_> =
            replies.iter().filter(|reply| matches!(reply.response, Response::Pair(_))).collect();
        if !pairs.is_empty() {
            self.assert_that_pairs_hold(
                &place,
                &pairs.iter().map(|r| (r.cell, &r.response)).collect::<Vec<_>>(),
            );
            return 0;
        }
        let mut longest = 0;
        for reply in &replies {
            let after = place.with_other(reply.cell);
            assert!(!self.game.has_line(&after.turned()), "{text}: {reply:?}");
            let plies = match &reply.response {
                Response::Completion(cell) => {
                    assert!(self.game.has_line(&after.with_own(*cell)), "{text}: {reply:?}");
                    1
                }
                Response::Sequence(moves) => self.run(after, moves),
                Response::Record => self.strategists_turn(&after),
                Response::Pair(_) => unreachable!("there are no pairs"),
                Response::Nothing => {
                    assert!(!self.wins);
                    assert!(
                        self.game.open_lines(&place).is_empty() || cells.len() == 1,
                        "{text}: {reply:?}"
                    );
                    0
                }
            };
            assert_eq!(reply.plies, self.wins.then_some(plies), "{text}: {reply:?}");
            longest = longest.max(1 + plies);
        }
        longest
    }

    /// Plays a threat sequence and returns its plies.
    fn run(&self, mut place: Place, moves: &[usize]) -> usize {
        assert!(self.wins);
        for (number, &cell) in moves.iter().enumerate() {
            assert!(self.game.empty(&place).contains(&cell), "{moves:?}");
            if number % 2 == 0 {
                let blocks = self.game.completions(&place.turned());
                let is_last = number + 1 == moves.len();
                assert!(is_last || blocks.iter().all(|&block| block == cell), "{moves:?}");
                place = place.with_own(cell);
                assert_eq!(self.game.has_line(&place), is_last, "{moves:?}");
            } else {
                assert!(self.game.completions(&place).contains(&cell), "{moves:?}");
                place = place.with_other(cell);
                assert!(!self.game.has_line(&place.turned()), "{moves:?}");
            }
        }
        moves.len()
    }

    /// Asserts that each line which the opponent can still complete has both cells of a pair.
    fn assert_that_pairs_hold(&self, place: &Place, pairs: &[(usize, &Response)]) {
        let other = |cell: usize| {
            pairs.iter().find(|pair| pair.0 == cell).map(|pair| match pair.1 {
                Response::Pair(other) => *other,
                response => panic!("{response:?}"),
            })
        };
        for &(cell, _) in pairs {
            assert_eq!(other(cell).and_then(other), Some(cell));
            assert_ne!(other(cell), Some(cell));
        }
        for line in self.game.open_lines(place) {
            assert!(
                line.iter().any(|&cell| other(cell).is_some_and(|o| line.contains(&o))),
                "{line:?}"
            );
        }
    }
}

#[test]
fn a_strategy_wins_every_game_within_the_plies_that_it_returns() {
    let corner = Place::new(&[], &[0]);
    for (certificate, strategist, start) in [
        (samples::cube(3), 'x', Place::new(&[], &[])),
        (samples::cube(1), 'x', Place::new(&[], &[])),
        (samples::cube(0), 'x', Place::new(&[], &[])),
        (samples::cube_for_o(3), 'o', corner.clone()),
        (samples::cube_for_o(0), 'o', corner),
    ] {
        let mut trial = Trial::of(Game::full(3, 3), &certificate, strategist);
        let plies = trial.strategists_turn(&start);
        assert_eq!(trial.strategy.verified().plies, Some(plies));
        let strategic: Vec<_> = trial.strategy.strategic().collect();
        assert_eq!(strategic.len() as u64, certificate.strategic);
        let first = (trial.game.text(&start, strategist, strategist), Some(plies));
        assert_eq!((strategic[0].0.clone(), strategic[0].1.plies), first);
        for (text, answer) in strategic {
            assert_eq!(trial.strategy.answer(&text), Ok(Some(answer)), "{text}");
        }
    }
}

#[test]
fn an_opening_record_meets_the_first_replies() {
    let mut trial = Trial::of(Game::full(3, 2), &samples::square(), 'x');
    assert_eq!(trial.opponents_turn(&Place::new(&[0, 4], &[1])), 4);
    assert_eq!(trial.strategy.verified().plies, Some(4));
    // The same stones with X to move are another position.
    assert_eq!(trial.strategy.replies("xo2x4 x"), Ok(None));
}

/// The record of X on cell 5 and O on 1, and that of O on 7, on 4x4:3: O's stone, X's move, O's forced reply, and a move
/// after it that wins, though not as soon as possible. X's moves lead to one class.
const TWO_RECORDS: [[usize; 4]; 2] = [[1, 9, 13, 2], [7, 6, 4, 8]];

/// Plays these moves, and loses time in one of the two records.
struct Detour {
    winner: Winner,
    slow: usize,
}

impl Choices for Detour {
    fn cell(&mut self, game: &Game, place: &Place) -> usize {
        for [first, own, reply, longer] in TWO_RECORDS {
            if *place == Place::new(&[5], &[first]) {
                return own;
            }
            if first == self.slow && *place == Place::new(&[5, own], &[first, reply]) {
                return longer;
            }
        }
        self.winner.cell(game, place)
    }

    fn sequences(&mut self, game: &Game, place: &Place) -> Vec<Vec<usize>> {
        let is_slow = place.other.contains(&self.slow) && place.own.len() == 2;
        if place.own.len() == 1 || is_slow {
            Vec::new()
        } else {
            self.winner.sequences(game, place)
        }
    }
}

#[test]
fn of_two_records_that_lead_to_one_class_the_sooner_win_answers() {
    for [slow, ..] in TWO_RECORDS {
        let game = Game::new("4x4:3", &[4, 4], 3);
        let mut choices = Detour { winner: Winner::new(3), slow };
        let start = (&Place::new(&[5], &[]), 'o');
        let certificate = samples::proof(&game, ('x', "wins"), start, &mut choices);
        let strategy = Strategy::of(certificate.bytes()).unwrap();
        for [first, own, ..] in TWO_RECORDS {
            let before = game.text(&Place::new(&[5], &[first]), 'x', 'x');
            let answer = strategy.answer(&before).unwrap().unwrap();
            assert_eq!((answer.cell, answer.plies), (own, Some(if first == slow { 7 } else { 5 })));
            let after = game.text(&Place::new(&[5, own], &[first]), 'x', 'o');
            let replies = strategy.replies(&after).unwrap().unwrap();
            assert_eq!(replies.iter().filter_map(|reply| reply.plies).max(), Some(3), "{after}");
        }
    }
}

#[test]
fn in_a_drawn_game_both_sides_have_a_strategy() {
    for (game, pairs) in
        [(Game::full(3, 2), false), (Game::full(3, 2), true), (Game::full(4, 2), true)]
    {
        let certificate = samples::draw(&game, pairs);
        let mut trial = Trial::of(game, &certificate, 'x');
        trial.strategists_turn(&Place::new(&[], &[]));
        trial.strategist = 'o';
        trial.opponents_turn(&Place::new(&[], &[]));
    }
}

#[test]
fn positions_that_the_proof_does_not_cover_have_no_answer() {
    let strategy = Strategy::of(samples::cube(3).bytes()).unwrap();
    // O to move where X is the strategist, X to move after its answer, a game that is over, another opening.
    for text in ["27 o", "13x13 x", "xxx10oo12 o", "o26 x"] {
        assert_eq!(strategy.answer(text), Ok(None), "{text}");
        assert_eq!(strategy.replies(text), Ok(None), "{text}");
    }
    assert_eq!(strategy.replies("13x13 x"), Ok(None));
    assert!(strategy.replies("13x13 o").unwrap().is_some());
    for text in ["", "27", "26 x", "28 x", "xx25 y", "xxxooo21 x"] {
        assert!(strategy.answer(text).is_err() && strategy.replies(text).is_err(), "{text}");
    }
    // A move that completes a line is always preferred.
    let answer = strategy.answer("xx1oo22 x").unwrap().unwrap();
    assert_eq!((answer.cell, answer.reason, answer.plies), (2, Reason::Completes, Some(1)));
}

#[test]
fn only_a_verified_proof_makes_a_strategy() {
    for (name, certificate) in samples::all() {
        let bytes = certificate.bytes();
        let strategy = Strategy::of(bytes.clone()).unwrap_or_else(|_| panic!("{name}"));
        assert_eq!(Ok(strategy.verified().clone()), check(&bytes), "{name}");
        let mut changed = certificate.clone();
        "o wins".clone_into(&mut changed.header.claim);
        let expected = check(&changed.bytes());
        assert_eq!(
            Strategy::of(changed.bytes()).map(|strategy| strategy.verified().clone()),
            expected
        );
    }
}
