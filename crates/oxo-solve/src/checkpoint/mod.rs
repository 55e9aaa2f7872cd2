//! What searches send and leave behind, as bytes.

pub(crate) mod answers;
pub(crate) mod codec;
