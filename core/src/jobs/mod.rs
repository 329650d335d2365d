//! Jobs: what runs by cron expressions, on whichever node (study and platform administration, section 2.16).
//!
//! A **task** says when and what: a method of a registered bean, or an HTTP call through the outbound guard. A node that
//! finds it due moves it to its next time and adds a **run** in the same transaction, so each due time has one run
//! however many nodes look. Runs are claimed with a lease; if the node dies, another takes the run over after the lease,
//! under the same id, which an HTTP call carries so that a receiver can tell.
//!
//! - Due times that passed while no node was up become one run (`missed`).
//! - A task does not run beside itself: due times that pass while it runs are counted on the run.
//! - Times are those of the task's time zone; `cardea_cron` says what happens when clocks are set.
//! - A task may keep to the working days of a calendar: other days are passed over.

mod api;
mod beans;
mod http;
mod model;
mod plan;
mod runner;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use beans::{Bean, Beans, Done};
pub use runner::Jobs;
pub use seed::seed;
pub use store::SEALED;
