//! A second checker: a literal implementation of docs/formats/certificate.md, without the first one's lemmas and
//! tables.
//!
//! It is slow, returns only whether the proof holds and how long the longest game is, and does not check the board. If
//! the two disagree on any bytes, one of them or the page is wrong.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::certificate::{Certificate, Header};
use super::game::{Game, Place};

/// The result for a proof that holds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Holds {
    /// The plies of the longest game, if a side wins.
    pub(crate) plies: Option<usize>,
}

/// Checks whether a certificate about this board proves its claim. Returns `None` if the check fails or the format is
/// violated.
pub(crate) fn proves(game: &Game, certificate: &Certificate) -> Option<Holds> {
    let Header { version, board, position, claim, count } = &certificate.header;
    let records = count.clone().unwrap_or_else(|| certificate.records.len().to_string());
    let announced: u64 = records.parse().ok()?;
    let canonical = announced.to_string() == records && version == "1";
    require(canonical && *board == game.description)?;
    let (x, x_to_move) = start(game, position)?;
    let parts: &[(bool, bool)] = match claim.as_str() {
        "x wins" => &[(true, true)],
        "o wins" => &[(false, true)],
        "x holds" => &[(true, false)],
        "o holds" => &[(false, false)],
        "draw" => &[(true, false), (false, false)],
        _ => return None,
    };
    let mut body = Body { bytes: certificate.records.concat(), at: 0, taken: 0 };
    let mut plies = None;
    for &(is_x, wins) in parts {
        let place = if is_x { x.clone() } else { x.turned() };
        let to_move = is_x == x_to_move;
        if let Some(reached) = decided(game, &place, to_move, wins) {
            require(reached)?;
            plies = wins.then_some(usize::from(!game.has_line(&place)));
        } else {
            let (met, queue, games) = (BTreeSet::new(), VecDeque::new(), BTreeMap::new());
            let mut walk = Walk { game, wins, met, queue, games };
            walk.run(&mut body, place.clone(), to_move)?;
            plies = wins.then(|| walk.longest(&game.class(&place)));
        }
    }
    require(body.at == body.bytes.len() && body.taken == announced)?;
    Some(Holds { plies })
}

fn require(condition: bool) -> Option<()> {
    condition.then_some(())
}

/// Returns the position with X's stones as `own`, and whether X is to move, if the text is the only spelling of a
/// position that can arise.
fn start(game: &Game, text: &str) -> Option<(Place, bool)> {
    let (tokens, to_move) = text.split_once(' ')?;
    let mut place = Place::new(&[], &[]);
    let (mut cell, mut run) = (0_usize, String::new());
    for token in tokens.chars().chain(['.']) {
        if token.is_ascii_digit() {
            run.push(token);
            continue;
        }
        cell += if run.is_empty() { 0 } else { run.parse().ok()? };
        run.clear();
        match token {
            'x' => drop(place.own.insert(cell)),
            'o' => drop(place.other.insert(cell)),
            '.' => require(cell == game.size)?,
            _ => return None,
        }
        cell += 1;
    }
    require(
        matches!(to_move, "x" | "o")
            && game.text(&place, 'x', if to_move == "x" { 'x' } else { 'o' }) == text,
    )?;
    let x_to_move = to_move == "x";
    for (side, is_to_move) in [(&place, x_to_move), (&place.turned(), !x_to_move)] {
        let mut lines =
            game.lines.iter().filter(|line| line.iter().all(|cell| side.own.contains(cell)));
        if let Some(first) = lines.next() {
            let mut common: BTreeSet<usize> = first.iter().copied().collect();
            lines.for_each(|line| common.retain(|cell| line.contains(cell)));
            require(!common.is_empty() && !is_to_move && !game.has_line(&side.turned()))?;
        }
    }
    Some((place, x_to_move))
}

/// Returns the result of a part without records for the strategist, whose stones are `place.own`.
fn decided(game: &Game, place: &Place, to_move: bool, wins: bool) -> Option<bool> {
    if game.has_line(place) || game.has_line(&place.turned()) {
        return Some(game.has_line(place));
    }
    if wins && game.empty(place).is_empty() {
        return Some(false);
    }
    let safe = !wins && game.open_lines(place).is_empty();
    (safe || (to_move && !game.completions(place).is_empty())).then_some(true)
}

/// The records, and the place reached in them.
struct Body {
    bytes: Vec<u8>,
    at: usize,
    taken: u64,
}

impl Body {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn cell(&mut self, game: &Game) -> Option<usize> {
        let cell = usize::from(self.byte()?);
        (cell < game.size).then_some(cell)
    }

    fn count(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                require(byte != 0 || shift == 0)?;
                return u32::try_from(number).ok().map(u64::from);
            }
        }
        None
    }
}

struct Walk<'a> {
    game: &'a Game,
    wins: bool,
    met: BTreeSet<Place>,
    queue: VecDeque<Place>,
    /// For the class of each record's position: the plies up to a reply, the plies after each covered reply, and the
    /// classes that the other replies lead to.
    games: BTreeMap<Place, (usize, Vec<usize>, Vec<Place>)>,
}

impl Walk<'_> {
    fn run(&mut self, body: &mut Body, start: Place, to_move: bool) -> Option<()> {
        let game = self.game;
        if to_move {
            self.meet(start);
        } else {
            self.replies(body, &start, (game.class(&start), 1))?;
        }
        while let Some(place) = self.queue.pop_front() {
            let dangers = game.completions(&place.turned());
            let cell = match dangers.len() {
                0 => body.cell(game)?,
                1 => *dangers.first()?,
                _ => return None,
            };
            require(game.empty(&place).contains(&cell))?;
            self.replies(body, &place.with_own(cell), (game.class(&place), 2))?;
        }
        Some(())
    }

    /// Returns the plies of the longest game from the position of a record.
    fn longest(&self, class: &Place) -> usize {
        let (before, covered, met) = &self.games[class];
        let met = met.iter().map(|class| self.longest(class));
        before + covered.iter().copied().chain(met).max().unwrap()
    }

    fn meet(&mut self, place: Place) {
        if self.met.insert(self.game.class(&place)) {
            self.queue.push_back(place);
        }
    }

    /// Reads the rest of a record for a position with the opponent to move.
    fn replies(
        &mut self,
        body: &mut Body,
        place: &Place,
        (class, before): (Place, usize),
    ) -> Option<()> {
        body.taken += 1;
        let game = self.game;
        let empty = game.empty(place);
        let mut sequences = Vec::new();
        let mut pairing = None;
        if self.wins {
            for _ in 0..body.count()? {
                let length = body.count()?;
                require(length > 0)?;
                sequences.push((0..length).map(|_| body.cell(game)).collect::<Option<Vec<_>>>()?);
            }
        } else if body.byte().filter(|&kind| kind < 2)? == 1 {
            let pair = |body: &mut Body| Some((body.cell(game)?, body.cell(game)?));
            let count = body.count()?;
            pairing = Some((0..count).map(|_| pair(body)).collect::<Option<Vec<_>>>()?);
        }
        require(game.completions(&place.turned()).is_empty())?;
        if let Some(pairs) = pairing {
            let cells: BTreeSet<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
            let proper = pairs.iter().all(|(a, b)| a < b) && cells.len() == 2 * pairs.len();
            let met = |line: &&Vec<usize>| {
                pairs.iter().any(|(a, b)| line.contains(a) && line.contains(b))
            };
            return require(
                proper
                    && cells.iter().all(|cell| empty.contains(cell))
                    && game.open_lines(place).iter().all(met),
            );
        }
        if self.wins {
            require(empty.len() > 1)?;
        } else if game.open_lines(place).is_empty() {
            return Some(());
        }
        let (mut covered, mut met) = (Vec::new(), Vec::new());
        for &reply in &empty {
            let next = place.with_other(reply);
            if !game.completions(&next).is_empty() || (!self.wins && empty.len() == 1) {
                covered.push(1);
            } else if let Some(plies) =
                sequences.iter().filter_map(|sequence| plies(game, &next, sequence)).min()
            {
                covered.push(plies);
            } else {
                met.push(game.class(&next));
                self.meet(next);
            }
        }
        self.games.insert(class, (before, covered, met));
        Some(())
    }
}

/// Returns the plies until a sequence has completed a line for `place.own`, which is to move and cannot complete one at
/// once; `None` if it does not win.
fn plies(game: &Game, place: &Place, sequence: &[usize]) -> Option<usize> {
    let mut place = place.clone();
    for (&cell, plies) in sequence.iter().zip((3..).step_by(2)) {
        let dangers = game.completions(&place.turned());
        if !game.empty(&place).contains(&cell) || dangers.iter().any(|&danger| danger != cell) {
            return None;
        }
        place = place.with_own(cell);
        let threats: Vec<usize> = game.completions(&place).into_iter().collect();
        match threats[..] {
            [] => return None,
            [reply] => place = place.with_other(reply),
            _ => return Some(plies),
        }
    }
    None
}
