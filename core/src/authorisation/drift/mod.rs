//! Drift: what a trial system holds beside what was granted, and putting the system right.
//!
//! | file | what |
//! |---|---|
//! | `comparing` | asks the system, page by page, and compares |
//! | `holding` | selections as sets, so that order and repetition do not count |
//! | `api` | the operations |
//! | `carrying` | executes a batch that puts people right in the system |
//!
//! The grants are the truth. What the system has beside them is taken from it and never adopted; what it lacks it is told
//! again. Whoever is being authorised, revoked or put right at the moment is left out: the system is about to change.

mod api;
pub(super) mod carrying;
mod comparing;
mod holding;

pub(super) use api::router;
