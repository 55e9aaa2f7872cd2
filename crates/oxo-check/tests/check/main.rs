//! Tests of the checker: its verdicts, its program, its strategies, and what it makes of changed proofs.

mod fuzz;
mod golden;
mod program;
mod robustness;
mod strategy;
mod support;
mod verdicts;
