//! Licences: the trial systems that a tenant may use, until when, and for how many studies and people.

mod api;
mod attention;
mod listing;
mod model;
mod seats;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use attention::{Concern, attention, ending, look_through};
pub use model::{Licence, LicenceInput, LicenceStatus, LicensedSoftware, NewLicence};
pub use seats::{Seats, full_of_studies};
pub use store::{OF_GRANT, create, get, software_of, standing, valid};
