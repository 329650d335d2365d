//! The `cardea` command.

use std::process::ExitCode;

/// Made for many threads and small pieces: a fifth of what a request cost with the system's went there. The C
/// libraries have it, too: what SQLite copies for a row is let go by another thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cardea::cli::run(give_back)
}

/// Gives memory that is free back to the system, where the allocator would keep it for later.
fn give_back() {
    #[expect(unsafe_code, reason = "the allocator has no other interface")]
    // SAFETY: it may be called at any time from any thread, and touches no memory that is in use.
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}
