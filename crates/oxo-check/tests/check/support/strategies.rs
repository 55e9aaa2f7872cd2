//! Strategies for small boards, found by exhaustive search.

use std::collections::HashMap;

use super::certificate::replay;
use super::game::{Game, Place};

/// The choices that a certificate records.
pub(crate) trait Strategy {
    /// Returns the strategist's move in a position where none is forced.
    fn cell(&mut self, game: &Game, place: &Place) -> usize;

    /// Returns sequences against the opponent's replies in a position with the opponent to move.
    fn sequences(&mut self, _game: &Game, _place: &Place) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Returns a pairing that holds a position with the opponent to move.
    fn pairing(&mut self, _game: &Game, _place: &Place) -> Option<Vec<[usize; 2]>> {
        None
    }
}

/// Wins in few moves.
#[derive(Default)]
pub(crate) struct Winner {
    /// The length of the longest stored sequence.
    pub(crate) longest_sequence: usize,
    known: HashMap<(Place, usize), Option<usize>>,
}

impl Winner {
    pub(crate) fn new(longest_sequence: usize) -> Self {
        Self { longest_sequence, known: HashMap::new() }
    }

    /// Returns a move with which `place.own`, to move, completes a line within `moves` of its moves.
    fn winning(&mut self, game: &Game, place: &Place, moves: usize) -> Option<usize> {
        if let Some(&cell) = game.completions(place).first() {
            return (moves > 0).then_some(cell);
        }
        if moves < 2 {
            return None;
        }
        let key = (game.class(place), moves);
        if self.known.get(&key) == Some(&None) {
            return None;
        }
        let dangers = game.completions(&place.turned());
        let cells =
            if dangers.is_empty() { game.empty(place) } else { dangers.iter().copied().collect() };
        let wins = |strategy: &mut Self, cell: usize| {
            let next = place.with_own(cell);
            let threats = game.completions(&next);
            let replies =
                if threats.is_empty() { game.empty(&next) } else { threats.into_iter().collect() };
            game.completions(&next.turned()).is_empty()
                && !replies.is_empty()
                && replies.into_iter().all(|reply| {
                    strategy.winning(game, &next.with_other(reply), moves - 1).is_some()
                })
        };
        let found = cells.into_iter().find(|&cell| wins(self, cell));
        self.known.insert(key, found);
        found
    }
}

impl Strategy for Winner {
    fn cell(&mut self, game: &Game, place: &Place) -> usize {
        (1..8).find_map(|moves| self.winning(game, place, moves)).expect("the position is won")
    }

    fn sequences(&mut self, game: &Game, place: &Place) -> Vec<Vec<usize>> {
        let mut sequences: Vec<Vec<usize>> = Vec::new();
        for reply in game.empty(place) {
            let next = place.with_other(reply);
            if game.completions(&next).is_empty()
                && !sequences.iter().any(|sequence| replay(game, &next, sequence))
            {
                sequences.extend(
                    (1..=self.longest_sequence).find_map(|length| forced_win(game, &next, length)),
                );
            }
        }
        sequences
    }
}

/// Returns a sequence of at most `length` moves that wins for `place.own`, to move.
fn forced_win(game: &Game, place: &Place, length: usize) -> Option<Vec<usize>> {
    let dangers = game.completions(&place.turned());
    let cells = game.empty(place).into_iter();
    cells.filter(|cell| dangers.iter().all(|danger| danger == cell)).find_map(|cell| {
        let next = place.with_own(cell);
        let threats = game.completions(&next);
        match (threats.len(), length) {
            (0, _) | (1, 1) => None,
            (1, _) => {
                let next = next.with_other(*threats.first()?);
                Some([vec![cell], forced_win(game, &next, length - 1)?].concat())
            }
            _ => Some(vec![cell]),
        }
    })
}

/// Holds. With `pairs`, uses a pairing as soon as one exists, and before that moves that lead to one.
#[derive(Default)]
pub(crate) struct Holder {
    pub(crate) pairs: bool,
    known: HashMap<(Place, usize), Option<usize>>,
}

impl Holder {
    pub(crate) fn new(pairs: bool) -> Self {
        Self { pairs, known: HashMap::new() }
    }

    /// Returns whether `place.own`, whose opponent is to move, holds with at most `moves` moves before a pairing or the
    /// end.
    fn holds(&mut self, game: &Game, place: &Place, moves: usize) -> bool {
        if !game.completions(&place.turned()).is_empty() {
            return false;
        }
        if game.open_lines(place).is_empty() || (self.pairs && pairing(game, place).is_some()) {
            return true;
        }
        let threats = game.completions(place);
        let replies =
            if threats.is_empty() { game.empty(place) } else { threats.into_iter().collect() };
        replies
            .into_iter()
            .all(|reply| self.holding(game, &place.with_other(reply), moves).is_some())
    }

    /// Returns a move that holds for `place.own`, to move; 0 if no move is needed.
    fn holding(&mut self, game: &Game, place: &Place, moves: usize) -> Option<usize> {
        let empty = game.empty(place);
        if !game.completions(place).is_empty()
            || game.open_lines(place).is_empty()
            || empty.is_empty()
        {
            return Some(0);
        }
        if moves == 0 {
            return None;
        }
        let key = (game.class(place), moves);
        if self.known.get(&key) == Some(&None) {
            return None;
        }
        let dangers = game.completions(&place.turned());
        let cells: Vec<usize> =
            if dangers.is_empty() { empty } else { dangers.into_iter().collect() };
        let found =
            cells.into_iter().find(|&cell| self.holds(game, &place.with_own(cell), moves - 1));
        self.known.insert(key, found);
        found
    }
}

impl Strategy for Holder {
    fn cell(&mut self, game: &Game, place: &Place) -> usize {
        (1..=game.size)
            .find_map(|moves| self.holding(game, place, moves))
            .expect("the position can be held")
    }

    fn pairing(&mut self, game: &Game, place: &Place) -> Option<Vec<[usize; 2]>> {
        if self.pairs { pairing(game, place) } else { None }
    }
}

/// Returns two empty cells for each line that `place.other` can still complete, no cell twice: a bipartite matching of
/// lines, each counted twice, with cells.
pub(crate) fn pairing(game: &Game, place: &Place) -> Option<Vec<[usize; 2]>> {
    fn claim(
        claims: &mut [Option<usize>],
        tried: &mut [bool],
        cells: &[Vec<usize>],
        claimant: usize,
    ) -> bool {
        for &cell in &cells[claimant / 2] {
            if !std::mem::replace(&mut tried[cell], true)
                && claims[cell].is_none_or(|holder| claim(claims, tried, cells, holder))
            {
                claims[cell] = Some(claimant);
                return true;
            }
        }
        false
    }
    let cells: Vec<Vec<usize>> = game
        .open_lines(place)
        .iter()
        .map(|line| line.iter().copied().filter(|cell| !place.other.contains(cell)).collect())
        .collect();
    let mut claims = vec![None; game.size];
    for claimant in 0..2 * cells.len() {
        if !claim(&mut claims, &mut vec![false; game.size], &cells, claimant) {
            return None;
        }
    }
    let mut pairs = vec![Vec::new(); cells.len()];
    for (cell, claimant) in claims.iter().enumerate() {
        if let Some(claimant) = claimant {
            pairs[claimant / 2].push(cell);
        }
    }
    Some(pairs.into_iter().map(|pair| [pair[0], pair[1]]).collect())
}
