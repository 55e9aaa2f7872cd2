//! The knowledge of an analysis: bounds for each class of cells, merged from all sources and reported when they
//! improve.

use oxo_core::{Bits, Cell, Side};

use crate::analysis::bounds::{Bounds, loss_in, win_in};
use crate::analysis::heuristic::promises;
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::{Orbit, empty_orbits};
use crate::exact::search::{ExactScore, WIN};
use crate::value::{Outcome, Value};

/// The analysis of one empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellAnalysis {
    /// The cell.
    pub cell: Cell,
    /// The value for the side that moves there, counting that move.
    pub value: Value,
    /// A game that shows the value of a win or a loss: the move and best play after it, `value.plies` long. Never empty
    /// if `value` is an exact win or loss; otherwise empty if no such game is known.
    pub line: Vec<Cell>,
}

/// The analysis of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// The value for the side to move: that of its best move. Unknown if the game is over.
    pub value: Value,
    /// Every empty cell, ascending; none if the game is over.
    pub cells: Vec<CellAnalysis>,
    /// Positions searched.
    pub nodes: u64,
}

/// The caller's knowledge of moving to an empty cell, for the side that moves: the outcome and, for a win or a loss,
/// the plies within which the game ends, counting that move.
pub type Known = (Cell, Outcome, usize);

const UNKNOWN: Value = Value { outcome: Outcome::Unknown, plies: 0, exact: false };

/// The cells of one class, and the knowledge of moving to one of them.
pub(super) struct Class<'f, B, const W: usize, const P: usize> {
    orbit: Orbit<'f>,
    /// The position after a move to the first cell.
    pub(super) after: LineCounts<B, W, P>,
    pub(super) bounds: Bounds,
    /// A game from the position that shows the value, beginning with the first cell.
    pub(super) line: Vec<Cell>,
    /// The heuristic rating of the cells.
    pub(super) promise: f64,
    /// The searches that have already answered for this class.
    pub(super) asked: Asked,
}

/// Searches that need not run again.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four questions, each asked or not")]
pub(super) struct Asked {
    pub(super) own_forced_win: bool,
    pub(super) opponents_forced_win: bool,
    pub(super) quiet: bool,
    pub(super) hold: bool,
}

impl<B, const W: usize, const P: usize> Class<'_, B, W, P> {
    /// Returns the representative cell of the class.
    pub(super) fn cell(&self) -> Cell {
        self.orbit[0].0
    }

    /// Returns whether the plies of a win or a loss are exact but no game that shows them is known.
    pub(super) fn lacks_line(&self) -> bool {
        self.bounds.is_exact() && self.bounds.low() != 0 && self.line.is_empty()
    }

    /// Returns whether the value is exact and, for a win or a loss, a game shows it.
    pub(super) fn is_complete(&self) -> bool {
        self.bounds.is_exact() && !self.lacks_line()
    }

    /// Returns the bounds to report: a win or a loss is exact only with a game that shows it.
    fn reported(&self) -> Bounds {
        if self.lacks_line() { self.bounds.as_bound() } else { self.bounds }
    }
}

/// The knowledge of a position.
pub(super) struct Knowledge<'f, B, const W: usize, const P: usize> {
    pub(super) counts: LineCounts<B, W, P>,
    /// The side to move, for which the values are.
    pub(super) side: Side,
    pub(super) classes: Vec<Class<'f, B, W, P>>,
    /// The number of empty cells.
    pub(super) empty: usize,
    update: &'f mut dyn FnMut(&CellAnalysis),
}

impl<'f, B: Bits, const W: usize, const P: usize> Knowledge<'f, B, W, P> {
    /// Makes knowledge without values; if the game is over, it has no cells.
    pub(super) fn new(
        masks: &'f LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        side: Side,
        update: &'f mut dyn FnMut(&CellAnalysis),
    ) -> Self {
        let is_over = counts.is_over(masks);
        let empty = if is_over { 0 } else { counts.empty(masks).count() };
        let promises = promises(masks, &counts);
        let class = |orbit: Orbit<'f>| Class {
            after: counts.with(masks, side, orbit[0].0),
            bounds: Bounds::of_any_move(empty),
            line: Vec::new(),
            promise: promises[orbit[0].0.index()],
            asked: Asked::default(),
            orbit,
        };
        let found =
            if is_over { Vec::new() } else { empty_orbits(masks, counts.stones_first(Side::X)) };
        Self { counts, side, classes: found.into_iter().map(class).collect(), empty, update }
    }

    /// Returns the opponent of the side to move.
    pub(super) fn opponent(&self) -> Side {
        self.side.other()
    }

    /// Returns whether every value is exact and every win or loss has its game.
    pub(super) fn is_complete(&self) -> bool {
        self.classes.iter().all(Class::is_complete)
    }

    /// Learns that the mover wins, at the latest at the end of a game that begins with the move.
    pub(super) fn win(&mut self, index: usize, game: Vec<Cell>) {
        self.learn(index, win_in(game.len()), WIN, Some(game));
    }

    /// Learns that the opponent wins, at the latest at the end of a game that begins with the move.
    pub(super) fn loss(&mut self, index: usize, game: Vec<Cell>) {
        self.learn(index, -WIN, loss_in(game.len()), Some(game));
    }

    /// Merges a game that begins with a move and that `winner` wins, at the latest, when its end is reached.
    pub(super) fn learn_game(&mut self, cell: Cell, winner: Side, game: Vec<Cell>) {
        let Some(index) = self.class_of(cell) else { return };
        if winner == self.side { self.win(index, game) } else { self.loss(index, game) }
    }

    /// Returns whether it is unknown if a side wins after a move.
    pub(super) fn may_be_won_by(&self, winner: Side, cell: Cell) -> bool {
        self.class_of(cell).is_some_and(|index| {
            let bounds = self.classes[index].bounds;
            let can_win = if winner == self.side { bounds.high() > 0 } else { bounds.low() < 0 };
            can_win && !bounds.is_decided()
        })
    }

    /// Returns the class of an empty cell.
    fn class_of(&self, cell: Cell) -> Option<usize> {
        self.classes.iter().position(|class| class.orbit.iter().any(|orbit| orbit.0 == cell))
    }

    /// Learns that a win takes at least `plies` plies.
    pub(super) fn no_win_before(&mut self, index: usize, plies: usize) {
        self.learn(index, -WIN, if plies > self.empty { 0 } else { win_in(plies) }, None);
    }

    /// Learns that a loss takes at least `plies` plies.
    pub(super) fn no_loss_before(&mut self, index: usize, plies: usize) {
        self.learn(index, if plies > self.empty { 0 } else { loss_in(plies) }, WIN, None);
    }

    /// Learns the caller's value of a cell. Ignores a cell that is not empty.
    pub(super) fn learn_known(&mut self, (cell, outcome, plies): Known) {
        let Some(index) = self.class_of(cell) else { return };
        match outcome {
            Outcome::Win => self.learn(index, win_in(plies), WIN, None),
            Outcome::Loss => self.learn(index, -WIN, loss_in(plies), None),
            Outcome::Draw => self.learn(index, 0, 0, None),
            Outcome::Unknown => {}
        }
    }

    /// Learns bounds, with a game that shows the value if they are tight.
    pub(super) fn learn(
        &mut self,
        index: usize,
        low: ExactScore,
        high: ExactScore,
        game: Option<Vec<Cell>>,
    ) {
        let class = &mut self.classes[index];
        let before = class.reported().value(self.empty);
        if !class.bounds.narrow(low, high) && !class.lacks_line() {
            return;
        }
        let known = class.bounds.value(self.empty);
        let shows = |game: &Vec<Cell>| known.outcome != Outcome::Draw && game.len() == known.plies;
        if let Some(game) = game.filter(shows) {
            class.line = game;
        } else if !shows(&class.line) {
            class.line.clear();
        }
        let value = class.reported().value(self.empty);
        if value != before {
            for cell in cells_of(class, value) {
                (self.update)(&cell);
            }
        }
    }

    /// Returns the final analysis.
    pub(super) fn into_analysis(self, nodes: u64) -> Analysis {
        let best = self.classes.iter().map(Class::reported).reduce(Bounds::better);
        let cells = self
            .classes
            .iter()
            .flat_map(|class| cells_of(class, class.reported().value(self.empty)));
        let mut cells: Vec<CellAnalysis> = cells.collect();
        cells.sort_by_cached_key(|cell| cell.cell.index());
        Analysis { value: best.map_or(UNKNOWN, |bounds| bounds.value(self.empty)), cells, nodes }
    }
}

/// Returns the analysis of each cell of a class.
fn cells_of<B, const W: usize, const P: usize>(
    class: &Class<'_, B, W, P>,
    value: Value,
) -> Vec<CellAnalysis> {
    let analysis = |(cell, symmetry): &(Cell, Option<&oxo_core::Symmetry>)| {
        let image = |own: &Cell| symmetry.map_or(*own, |symmetry| symmetry.image(*own));
        CellAnalysis { cell: *cell, value, line: class.line.iter().map(image).collect() }
    };
    class.orbit.iter().map(analysis).collect()
}
