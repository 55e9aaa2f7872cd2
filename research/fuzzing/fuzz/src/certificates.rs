//! Certificates without their checksum, which is added: both ways to replay agree. After a line `dictionary`, that of
//! Patashnik.
#![no_main]

use std::thread;

use libfuzzer_sys::fuzz_target;
use oxo_check::{Replay, check, check_by, check_patashnik};

fuzz_target!(|data: &[u8]| {
    // The keys of hash tables are those of a thread. With the same for each input, it always reaches the same edges.
    thread::scope(|scope| scope.spawn(|| read(data)).join().expect("a panic ends the process"));
});

fn read(data: &[u8]) {
    if let Some(dictionary) = data.strip_prefix(b"dictionary\n") {
        let _ = check_patashnik(dictionary);
        return;
    }
    let mut sealed = data.to_vec();
    sealed.extend(crc32fast::hash(data).to_le_bytes());
    let found = check(&sealed);
    assert_eq!(check_by(&sealed, Replay::Exact), found);
}

/// Stands in for the system's source of randomness, from which the standard library takes the keys of a thread.
#[unsafe(no_mangle)]
extern "C" fn getrandom(buffer: *mut u8, length: usize, _flags: u32) -> isize {
    // SAFETY: callers pass a buffer of this length.
    unsafe { buffer.write_bytes(0x6f, length) };
    length.cast_signed()
}
