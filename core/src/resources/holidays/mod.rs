//! Holidays: days on which nobody works although the week says so, and days on which people do although it does not.
//! A tenant may have a calendar of its own beside the global one (`sys`).

mod api;
mod model;
mod seed;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::Holidays;
pub use seed::seed;
pub use store::is_working_day;
