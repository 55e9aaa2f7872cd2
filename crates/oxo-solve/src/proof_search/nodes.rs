//! What the tree of a proof search holds, packed: of every position and every move that was looked at only what the
//! search cannot do without, in a few long vectors, chained by numbers of four bytes. Trees have millions of nodes, and
//! what they take bounds the proofs that can be found.

use oxo_core::{Bits, Cell};

use crate::board::position_index::{Positions, narrow};
use crate::threats::store::{RunStore, StoredRuns};

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// A position with the attacker to move and without a forced win that is known. It stands under the number of its
/// position.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// The move looked at last.
    latest: u32,
    /// Moves not looked at yet, the next one last, among the cells of all choices; None until they are listed.
    waiting: Option<(u32, u16)>,
    pub(crate) tried: u16,
}

/// A position after a move of the attacker.
#[derive(Debug)]
pub(crate) struct Demand<B> {
    pub(crate) cell: Cell,
    pub(crate) surcharge: u8,
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// Replies that have not been looked at.
    pub(crate) left: B,
    /// The move that was looked at before it in the same position.
    earlier: u32,
    /// The last of the choices that arise from replies against which no run is known.
    latest_open: u32,
    /// The last of the runs that meet the other replies.
    latest_runs: u32,
}

/// One thing in a chain of them.
#[derive(Debug)]
struct Link<T> {
    item: T,
    earlier: u32,
}

/// Choices and demands, by number.
#[derive(Debug)]
pub(crate) struct Nodes<B> {
    positions: Positions<B>,
    choices: Vec<Choice>,
    demands: Vec<Demand<B>>,
    open: Vec<Link<u32>>,
    runs: Vec<Link<StoredRuns>>,
    store: RunStore,
    waiting: Vec<Cell>,
}

impl<B: Bits> Nodes<B> {
    pub(crate) fn new() -> Self {
        Self {
            positions: Positions::default(),
            choices: Vec::new(),
            demands: Vec::new(),
            open: Vec::new(),
            runs: Vec::new(),
            store: RunStore::default(),
            waiting: Vec::new(),
        }
    }

    /// Bytes that they take, by estimate.
    pub(crate) fn size(&self) -> usize {
        self.choices.len() * (Positions::<B>::SIZE + size_of::<Choice>())
            + self.demands.len() * size_of::<Demand<B>>()
            + self.open.len() * size_of::<Link<u32>>()
            + self.runs.len() * size_of::<Link<StoredRuns>>()
            + self.store.size()
            + self.waiting.len() * size_of::<Cell>()
    }

    /// The number of the choice at a position, None if there is none.
    pub(crate) fn number(&self, stones: &[B; 2]) -> Option<usize> {
        self.positions.number(stones)
    }

    /// Makes the choice at a position that has none.
    pub(crate) fn add_choice(&mut self, stones: [B; 2], proof: u32, disproof: u32) -> usize {
        self.choices.push(Choice { proof, disproof, latest: NONE, waiting: None, tried: 0 });
        self.positions.add(stones)
    }

    pub(crate) fn choice(&self, choice: usize) -> &Choice {
        &self.choices[choice]
    }

    pub(crate) fn choice_mut(&mut self, choice: usize) -> &mut Choice {
        &mut self.choices[choice]
    }

    /// The position of a choice, the attacker's stones first.
    pub(crate) fn stones(&self, choice: usize) -> [B; 2] {
        self.positions.stones(choice)
    }

    /// How many choices there are.
    pub(crate) fn choices(&self) -> usize {
        self.choices.len()
    }

    /// Whether the moves of a choice have been listed.
    pub(crate) fn is_listed(&self, choice: usize) -> bool {
        self.choices[choice].waiting.is_some()
    }

    /// Lists the moves of a choice, best first.
    pub(crate) fn list(&mut self, choice: usize, moves: &[Cell]) {
        let first = narrow(self.waiting.len());
        self.waiting.extend(moves.iter().rev());
        let count = u16::try_from(moves.len()).expect("a board has at most 256 cells");
        self.choices[choice].waiting = Some((first, count));
    }

    /// How many moves of a choice are listed and not looked at yet.
    pub(crate) fn waiting(&self, choice: usize) -> u16 {
        self.choices[choice].waiting.map_or(0, |(_, count)| count)
    }

    /// Takes the next of the moves that are listed and not looked at yet.
    pub(crate) fn take_waiting(&mut self, choice: usize) -> Option<Cell> {
        let (first, count) = self.choices[choice].waiting.as_mut()?;
        *count = count.checked_sub(1)?;
        Some(self.waiting[*first as usize + usize::from(*count)])
    }

    /// Adds a move to those that have been looked at in a choice.
    pub(crate) fn add_demand(&mut self, choice: usize, cell: Cell, surcharge: u8) -> usize {
        let earlier = self.choices[choice].latest;
        let demand = self.demands.len();
        self.demands.push(Demand {
            cell,
            surcharge,
            proof: 0,
            disproof: 0,
            left: B::EMPTY,
            earlier,
            latest_open: NONE,
            latest_runs: NONE,
        });
        let choice = &mut self.choices[choice];
        choice.latest = narrow(demand);
        choice.tried += 1;
        demand
    }

    pub(crate) fn demand(&self, demand: usize) -> &Demand<B> {
        &self.demands[demand]
    }

    pub(crate) fn demand_mut(&mut self, demand: usize) -> &mut Demand<B> {
        &mut self.demands[demand]
    }

    /// The moves looked at in a choice, the latest first.
    pub(crate) fn tried(&self, choice: usize) -> impl Iterator<Item = usize> + '_ {
        chain(self.choices[choice].latest, |demand| self.demands[demand].earlier)
    }

    /// Adds a choice that arises from a reply, unless it arises from another one already.
    pub(crate) fn add_open(&mut self, demand: usize, choice: usize) {
        if self.open(demand).all(|other| other != choice) {
            let Demand { latest_open, .. } = &mut self.demands[demand];
            self.open.push(Link { item: narrow(choice), earlier: *latest_open });
            *latest_open = narrow(self.open.len() - 1);
        }
    }

    /// The choices that arise from replies against which no run is known.
    pub(crate) fn open(&self, demand: usize) -> impl Iterator<Item = usize> + '_ {
        chain(self.demands[demand].latest_open, |link| self.open[link].earlier)
            .map(|link| self.open[link].item as usize)
    }

    /// Adds runs that meet replies.
    pub(crate) fn add_runs<'a>(
        &mut self,
        demand: usize,
        runs: impl ExactSizeIterator<Item = &'a [Cell]>,
    ) {
        if runs.len() > 0 {
            let item = self.store.put(runs);
            let Demand { latest_runs, .. } = &mut self.demands[demand];
            self.runs.push(Link { item, earlier: *latest_runs });
            *latest_runs = narrow(self.runs.len() - 1);
        }
    }

    /// The runs that meet replies, in the order in which they were added.
    pub(crate) fn runs(&self, demand: usize) -> impl Iterator<Item = &[Cell]> + '_ {
        let links = chain(self.demands[demand].latest_runs, |link| self.runs[link].earlier);
        let mut batches: Vec<StoredRuns> = links.map(|link| self.runs[link].item).collect();
        batches.reverse();
        batches.into_iter().flat_map(|runs| self.store.get(runs))
    }
}

/// The numbers of a chain, from its latest link on.
fn chain(latest: u32, earlier: impl Fn(usize) -> u32) -> impl Iterator<Item = usize> {
    let link = |number| (number != NONE).then_some(number as usize);
    std::iter::successors(link(latest), move |&number| link(earlier(number)))
}
