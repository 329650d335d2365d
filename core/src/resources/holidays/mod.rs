//! Holiday calendars: days off and extra workdays that differ from the days of the week. A tenant may have a calendar
//! of its own in addition to the global one (`sys`).

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
