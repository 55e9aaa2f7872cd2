//! What the tests write certificates with: rules, symmetries and solving, all slow and plain, written
//! without a look at the checker's own, so that the tests are a second opinion on both.

#![allow(dead_code, reason = "every file of tests uses a part of this")]

pub(crate) mod certificate;
pub(crate) mod game;
pub(crate) mod plain;
pub(crate) mod samples;
pub(crate) mod strategies;

/// Numbers that look random and are the same in every run (xorshift, G. Marsaglia 2003).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }
}
