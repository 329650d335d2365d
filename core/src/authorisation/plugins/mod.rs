//! Installed plugins and trusted publishers in the admin REST: what runs, what is installed, checked, gone back to,
//! and who is trusted.

mod api;
mod findings;
mod model;
mod store;

pub(super) use api::router;
