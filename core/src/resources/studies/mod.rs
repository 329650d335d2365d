//! Studies of a tenant. In the specification's calls a study is a project.

mod model;
mod store;

pub use model::{NewStudy, Study};
pub use store::{create, get, walk};
