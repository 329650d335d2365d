//! Cardea: identity server and account centre for clinical-trial platforms.

pub mod host;
pub mod kernel;
