//! Certificates without their checksum, which is added: both ways to replay agree. After a line `dictionary`, that of
//! Patashnik.
#![no_main]

use libfuzzer_sys::fuzz_target;
use oxo_check::{Replay, check, check_by, check_patashnik};

fuzz_target!(|data: &[u8]| {
    if let Some(dictionary) = data.strip_prefix(b"dictionary\n") {
        let _ = check_patashnik(dictionary);
        return;
    }
    let mut sealed = data.to_vec();
    sealed.extend(crc32fast::hash(data).to_le_bytes());
    let found = check(&sealed);
    assert_eq!(check_by(&sealed, Replay::Exact), found);
});
