//! The search for holding strategies, compared with plain minimax; its strategies are proved.

use oxo_core::Side;

use super::plain::{Plain, Random, Value, empty_cells};
use crate::board::masks::LineMasks;
use crate::exact::holding::HoldingSearch;
use crate::limits::stop::Stop;
use crate::strategy::certificate::CertificateWriter;
use crate::strategy::prove::{Goal, prove_strategy};

const PLENTY: u64 = 1 << 40;

#[test]
fn a_side_holds_where_it_does_not_lose_and_its_strategy_is_proved() {
    let mut random = Random(0x401d);
    for (board, empty) in [("3x3", 9), ("4x4", 8), ("5x5:4", 9), ("2x3x3:3", 9), ("3x4:3", 9)] {
        let mut plain = Plain::new(board);
        let masks = LineMasks::<u64, 2>::new(&plain.board);
        let mut found = [0; 2];
        for _ in 0..200 {
            let stones = plain.late(random.below(empty) + 1, &mut random);
            let (holder, to_move) = (random.side(), random.side());
            let is_over = empty_cells(&stones).is_empty()
                || (to_move == holder && !plain.completions(&stones, holder).is_empty());
            if is_over {
                continue;
            }
            let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
            let mut search = HoldingSearch::new(&masks, Stop::NEVER, PLENTY, 1 << 20);
            let holds = search.holds(&counts, (holder, to_move));
            let not_lost = match plain.value(&stones, to_move) {
                Value::Draw => true,
                Value::Win(_) => holder == to_move,
                Value::Loss(_) => holder != to_move,
            };
            assert_eq!(holds, not_lost, "{holder} holds, {to_move} to move: {stones:?}");
            found[usize::from(holds)] += 1;
            if holds {
                let claim = (holder, Goal::Holds);
                let mut writer = CertificateWriter::default();
                let proof =
                    prove_strategy(&masks, &counts, to_move, claim, &mut search, &mut writer);
                assert!(proof.is_ok(), "{holder} holds, {to_move} to move: {stones:?}");
            }
        }
        assert!(found.into_iter().all(|count| count > 10), "{board} {found:?}");
    }
}

#[test]
fn a_small_budget_ends_the_search_without_a_strategy() {
    let plain = Plain::new("4x5:4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let counts = plain.counts::<u64, 2, 3>(&masks, &plain.empty_board());
    for (budget, holds) in [(100, false), (PLENTY, true)] {
        let mut search = HoldingSearch::new(&masks, Stop::NEVER, budget, 1 << 20);
        assert_eq!(search.holds(&counts, (Side::O, Side::X)), holds);
        assert!(holds || search.nodes() < budget + 100);
    }
}
