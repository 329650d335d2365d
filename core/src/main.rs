//! The `cardea` command.

use std::process::ExitCode;

/// Made for many threads and small pieces: a fifth of what a request cost with the system's went there. The C
/// libraries have it, too: what SQLite copies for a row is let go by another thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cardea::cli::run()
}
