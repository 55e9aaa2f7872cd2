//! The files that searches exchange and leave behind, as bytes.

pub(crate) mod answers;
pub(crate) mod codec;
pub(crate) mod keeper;
