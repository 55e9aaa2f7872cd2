//! Scripts of letters, and what they look like, by the tables of Unicode that rustc warns by.

use pyo3::prelude::*;
use unicode_script::UnicodeScript;
use unicode_security::confusable_detection;

/// Returns the name of a letter's script; "Unknown" if the tables are older than the letter.
#[pyfunction]
pub(crate) fn script(letter: char) -> &'static str {
    letter.script().full_name()
}

/// Returns the skeleton of a text, which it shares with all texts that look like it.
#[pyfunction]
pub(crate) fn skeleton(text: &str) -> String {
    confusable_detection::skeleton(text).collect()
}
