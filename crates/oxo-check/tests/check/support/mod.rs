//! Rules, symmetries, a solver and a writer of certificates for the tests. All are slow and plain, and written
//! independently of the checker's code, so that the tests are a second opinion on both.

pub(crate) mod certificate;
pub(crate) mod game;
pub(crate) mod plain;
pub(crate) mod samples;
pub(crate) mod strategies;

/// Pseudo-random numbers that are the same in every run (xorshift, G. Marsaglia 2003).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }
}
