//! Which tenants the plugin of a system serves: every tenant, or those that were switched on.
//!
//! A tenant that is not served has no panel of the system: nobody is authorised through it, and its domains are not
//! initialised. Its grants stay, with the claims that they have, and can be revoked; what was accepted before is carried
//! out. It is read from the database in every request, so a change is in effect on every node at once.

mod api;
mod model;
mod store;

pub use api::router;
pub use store::{is_known, require, withheld};
