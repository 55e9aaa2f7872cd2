//! Distribution of the tasks of a proof search to other processes, on this machine or others.
//!
//! A task is sent with all known answers. It comes back with its progress to the end of the stage and its new answers.
//! Both are bytes (`codec.rs`) and do not depend on where the task runs. So the result is the same as on local
//! threads, byte for byte, unless time or memory ends the search.
//!
//! Returned answers are not trusted: they only say what to try, and `prove_strategy` makes the proof.

use oxo_core::{AnyGeometry, Bits, Board, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::checkpoint::answers;
use crate::checkpoint::codec::{Reader, append_checksum, put_numbers, write_header};
use crate::limits::context::SearchContext;
use crate::limits::ordered_budget::OrderedBudget;
use crate::limits::search_limits::{ResourceCounter, SearchLimits};
use crate::limits::workers::{TaskResult, TaskRunner, Unreadable};
use crate::proof_search::task::{StageLimits, Task};
use crate::strategy::solution_table::SolutionTable;

const HEAD: &str = "oxo task 1";

/// Works on a task of another process's search until the end of a stage, on this thread.
///
/// Of `limits`, only memory and `stop` apply. A task that they end comes back with less progress.
///
/// # Errors
/// The task or the known answers are damaged, or were not written by a search.
pub fn work_on_task(
    task: &[u8],
    known: &[u8],
    limits: &SearchLimits<'_>,
) -> Result<TaskResult, Unreadable> {
    let reader = Reader::new(HEAD, task).ok_or(Unreadable)?;
    let board: Board = reader.board.parse().map_err(|_| Unreadable)?;
    let start = AnyGeometry::of(&board).start();
    dispatch(&start, OneStage { reader, known, limits }).ok_or(Unreadable)
}

/// A task to run for one stage.
struct OneStage<'e> {
    reader: Reader<'e>,
    known: &'e [u8],
    limits: &'e SearchLimits<'e>,
}

impl Dispatch for OneStage<'_> {
    type Output = Option<TaskResult>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        _empty: LineCounts<B, W, P>,
        _to_move: Side,
    ) -> Self::Output {
        let Self { reader, known, limits } = self;
        let (stage, mut task, _) = read::<B>(reader, &masks.board)?;
        let (side, known) = answers::from_bytes(&masks.board, known)?;
        if side != stage.attacker {
            return None;
        }
        let resources = ResourceCounter::new(limits.memory);
        resources.allocate(known.size());
        let budget = OrderedBudget::new(stage.stage_budget, 1);
        let context = SearchContext {
            masks,
            limits,
            resources: &resources,
            budget: stage.stage_budget,
            most_stones: usize::MAX,
        };
        task.run::<W, P>(context, stage, budget.of_task(0), &known, &|| {}, None);
        let found = task.take_answers();
        Some(TaskResult {
            task: to_bytes(&masks.board, stage, &task, resources.is_full()),
            answers: answers::to_bytes(&masks.board, stage.attacker, &found),
        })
    }
}

/// Runs the tasks of a stage with a task runner, and reports for each result whether its task is proved. Returns
/// whether all tasks have advanced.
pub(crate) fn run_stage<B: Bits, const W: usize>(
    runner: &dyn TaskRunner,
    context: SearchContext<'_, B, W>,
    stage: StageLimits,
    known: &SolutionTable<B>,
    tasks: &mut [Task<B>],
    on_result: impl Fn(bool),
) -> bool {
    let SearchContext { masks, resources, .. } = context;
    let board = &masks.board;
    let sent = tasks.iter().map(|task| to_bytes(board, stage, task, false)).collect();
    let known = answers::to_bytes(board, stage.attacker, known);
    let mut are_back = vec![false; tasks.len()];
    runner.run_tasks(sent, known, &mut |number, result| {
        let task = tasks.get_mut(number).filter(|_| !are_back[number]).ok_or(Unreadable)?;
        let back = Reader::new(HEAD, &result.task).and_then(|reader| read(reader, board));
        let (_, other, is_full) = back.ok_or(Unreadable)?;
        let found = answers::from_bytes(board, &result.answers).ok_or(Unreadable)?.1;
        let (before, size) = (task.spent(), found.size());
        are_back[number] = task.merge(other, found).ok_or(Unreadable)?;
        resources.allocate(size);
        resources.count_nodes(task.spent() - before);
        if is_full {
            resources.set_full();
        }
        on_result(task.is_proved());
        Ok(())
    });
    are_back.into_iter().all(|is_back| is_back)
}

/// Writes the file in which a task is sent: the budgets of the stage, 1 if the worker ran out of memory and 0 if not,
/// and the task.
fn to_bytes<B: Bits>(board: &Board, stage: StageLimits, task: &Task<B>, is_full: bool) -> Vec<u8> {
    let mut bytes = write_header(HEAD, board, stage.attacker);
    put_numbers(&mut bytes, [stage.reply_budget, stage.stage_budget, is_full.into()]);
    task.put(&mut bytes);
    append_checksum(bytes)
}

fn read<B: Bits>(mut reader: Reader<'_>, board: &Board) -> Option<(StageLimits, Task<B>, bool)> {
    let [reply_budget, stage_budget, full] = [reader.number()?, reader.number()?, reader.number()?];
    let stage = StageLimits { attacker: reader.attacker, reply_budget, stage_budget };
    let task = Task::read(&mut reader, board)?;
    let is_whole = reader.is_at_end() && reader.board == board.to_string();
    is_whole.then_some((stage, task, full == 1))
}
