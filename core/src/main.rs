//! The `cardea` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    cardea::cli::run()
}
