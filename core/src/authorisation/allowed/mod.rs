//! The authorised people of a study and of its sites (specification, study administration, 2.6): who they are, a site
//! given to people who have a place in the study already, and a site or everything taken from them.

mod api;
mod changing;
mod store;

pub use api::router;
pub use changing::{Place, in_study};
