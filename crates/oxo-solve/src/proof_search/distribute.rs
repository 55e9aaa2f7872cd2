//! Tasks that others work on: other processes, here or on other machines.
//!
//! What is sent is the task and the answers that are known; what comes back is how far the task has come by the end of
//! the stage, and the answers that were found. Both are bytes (`codec.rs`), and both are the same whoever works
//! on it, so that a search comes to the same end as on threads of its own, byte for byte, as long as neither time nor
//! memory ends it.
//!
//! Nothing that comes back is believed: answers say what to try, and the walk is what proves.

use oxo_core::{AnyGeometry, Bits, Board, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::checkpoint::answers;
use crate::checkpoint::codec::{Reader, append_checksum, write_header};
use crate::limits::search_limits::{ResourceCounter, SearchLimits};
use crate::proof_search::attack::SearchContext;
use crate::proof_search::task::Task;
use crate::solve::Unreadable;
use crate::strategy::solution_table::SolutionTable;

const HEAD: &str = "oxo task 1";

/// Whoever works on the tasks of a search in place of its own threads.
pub trait TaskRunner: Sync {
    /// Has tasks worked on, each by [`work_on_task`] with the answers that are known, and calls `take` with the number
    /// of each, counted from 0, and what came back of it, in any order.
    ///
    /// The search ends if some are left out or come back as they were sent, or if `take` refuses something that is not
    /// what such a task comes back as.
    fn work(&self, tasks: Vec<Vec<u8>>, known: Vec<u8>, take: &mut AcceptResult<'_>);
}

/// Takes what came back of a task with a number.
pub type AcceptResult<'a> = dyn FnMut(usize, &TaskResult) -> Result<(), Unreadable> + 'a;

/// What comes back of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskResult {
    /// The task, and how far it has come.
    pub task: Vec<u8>,
    /// What was found, as [`Solution::unfinished`](crate::Solution::unfinished) is.
    pub answers: Vec<u8>,
}

/// On what terms the tasks of a stage are worked on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StageLimits {
    pub(crate) attacker: Side,
    /// What each reply may cost in this stage, in positions searched.
    pub(crate) budget: u64,
    /// What each task may cost in all stages.
    pub(crate) task_budget: u64,
}

/// Works on a task of somebody else's search until the end of a stage, on this thread.
///
/// Of the effort, the time, the memory and the wish to cancel count. A task that they end comes back less far.
///
/// # Errors
/// The task or the known answers are not what a search sends, or not whole.
pub fn work_on_task(
    task: &[u8],
    known: &[u8],
    limits: &SearchLimits<'_>,
) -> Result<TaskResult, Unreadable> {
    let reader = Reader::new(HEAD, task).ok_or(Unreadable)?;
    let board: Board = reader.board.parse().map_err(|_| Unreadable)?;
    let start = AnyGeometry::of(&board).start();
    dispatch(&start, Stage { reader, known, limits }).flatten().ok_or(Unreadable)
}

/// One task for one stage.
struct Stage<'e> {
    reader: Reader<'e>,
    known: &'e [u8],
    limits: &'e SearchLimits<'e>,
}

impl Dispatch for Stage<'_> {
    type Output = Option<TaskResult>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        _empty: LineCounts<B, W, P>,
        _to_move: Side,
    ) -> Self::Output {
        let Self { reader, known, limits } = self;
        let (stage_limits, mut task, _) = read::<B>(reader, &masks.board)?;
        let StageLimits { attacker, budget, task_budget } = stage_limits;
        let (side, known) = answers::from_bytes(&masks.board, known)?;
        if side != attacker {
            return None;
        }
        let resources = ResourceCounter::new(limits.memory);
        resources.allocate(known.size());
        let context = SearchContext { masks, limits, resources: &resources, budget: task_budget };
        task.run::<W, P>(context, attacker, (budget, task_budget), &known, &|| {});
        let found = task.take_answers();
        Some(TaskResult {
            task: to_bytes(&masks.board, stage_limits, &task, resources.is_full()),
            answers: answers::to_bytes(&masks.board, attacker, &found),
        })
    }
}

/// Has a crew work on the tasks of a stage, tells of each that comes back whether it is proved, and says whether all
/// have come back.
pub(crate) fn run_stage<B: Bits, const W: usize>(
    runner: &dyn TaskRunner,
    context: SearchContext<'_, B, W>,
    stage_limits: StageLimits,
    known: &SolutionTable<B>,
    tasks: &mut [Task<B>],
    report: impl Fn(bool),
) -> bool {
    let SearchContext { masks, resources, .. } = context;
    let board = &masks.board;
    let sent = tasks.iter().map(|task| to_bytes(board, stage_limits, task, false)).collect();
    let known = answers::to_bytes(board, stage_limits.attacker, known);
    let mut are_back = vec![false; tasks.len()];
    runner.work(sent, known, &mut |number, worked| {
        let task = tasks.get_mut(number).filter(|_| !are_back[number]).ok_or(Unreadable)?;
        let back = Reader::new(HEAD, &worked.task).and_then(|reader| read(reader, board));
        let (_, other, is_full) = back.ok_or(Unreadable)?;
        let found = answers::from_bytes(board, &worked.answers).ok_or(Unreadable)?.1;
        let (before, size) = (task.spent(), found.size());
        are_back[number] = task.merge(other, found).ok_or(Unreadable)?;
        resources.allocate(size);
        resources.count_nodes(task.spent() - before);
        if is_full {
            resources.set_full();
        }
        report(task.is_proved());
        Ok(())
    });
    are_back.into_iter().all(|is_back| is_back)
}

/// The file that a task travels in: the terms as numbers, whether memory has run out on whoever worked on it as 1 or 0,
/// and the task.
fn to_bytes<B: Bits>(
    board: &Board,
    stage_limits: StageLimits,
    task: &Task<B>,
    is_full: bool,
) -> Vec<u8> {
    let mut bytes = write_header(HEAD, board, stage_limits.attacker);
    let numbers = [stage_limits.budget, stage_limits.task_budget, is_full.into()];
    bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
    task.put(&mut bytes).expect("a cell is empty, and so no side has more than 255 stones");
    append_checksum(bytes)
}

fn read<B: Bits>(mut reader: Reader<'_>, board: &Board) -> Option<(StageLimits, Task<B>, bool)> {
    let [budget, task_budget, full] = [reader.number()?, reader.number()?, reader.number()?];
    let stage_limits = StageLimits { attacker: reader.attacker, budget, task_budget };
    let task = Task::read(&mut reader, board)?;
    (reader.is_at_end() && reader.board == board.to_string()).then_some((
        stage_limits,
        task,
        full == 1,
    ))
}
