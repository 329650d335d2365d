//! Measures Cardea beside node-oidc-provider and beside a bare axum program; README.md says how to read it.
//!
//! | file | what |
//! |---|---|
//! | `main.rs` | arguments, and the order of the runs |
//! | `registrations` | the clients that every system knows |
//! | `systems` | starts and stops the three systems |
//! | `party` | a client of a system: its addresses, its session, single requests |
//! | `scenario` | what is asked, and what a right answer is |
//! | `load` | asks as fast as the answers come |
//! | `http1` | one connection |
//! | `cpu` | the processor time of a process |
//! | `report` | medians, spread, goals, the page |
//! | `chart` | a picture beside the page |
//! | `lists/` | another question: how long a page of a list takes among a million people |
//! | `plugins/` | another: what calls into plugins cost, and what sign-ins cost beside plugins that loop |
//! | `authorising` | and another: how long it takes to authorise a thousand people for a study |
//! | `messages` | and one more: how fast queued messages are handed to a mail server |
//! | `distance` | what a database that is a network away costs |
//! | `scale/` | and the last: what sign-ins by password, signed requests and more nodes cost |
//! | `place` | where a measurement keeps its data, and where its figures go |
//! | `times` | how long things take that are done again and again |
//! | `operation` | what callers do at a server whose database is a network away |
//! | `signer` | a client that signs its requests |
//!
//! The bare program, which gives Cardea's own answers with the work that cannot be left out, is a crate of its own: `bare/`.

use std::process::ExitCode;

pub mod authorising;
pub mod chart;
pub mod cpu;
pub mod distance;
pub mod http1;
pub mod lists;
pub mod load;
pub mod messages;
pub mod operation;
pub mod party;
pub mod place;
pub mod plugins;
pub mod registrations;
pub mod report;
pub mod scale;
pub mod scenario;
pub mod signer;
pub mod systems;
#[cfg(test)]
mod tests;
pub mod times;

/// What everything here ends in: a run without an error, or none at all.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// How a program ends that measures: with status 2 where a goal is missed, and with 1 where anything else went wrong.
#[must_use]
pub fn ended(program: &str, met: Result<bool>) -> ExitCode {
    match met {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        Err(error) => {
            eprintln!("{program}: {error}");
            ExitCode::FAILURE
        }
    }
}
