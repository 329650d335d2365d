//! The templates of messages: what each says in both languages, which an operator can change, preview and put back.
//!
//! A template is plain text in which `{name}` stands for a value. The HTML of an e-mail is made from it, so nothing that
//! an operator writes or a value contains becomes markup. A template that nobody changed follows the server's own text.

mod api;
mod key;
mod model;
mod rules;
mod samples;
mod seed;
mod service;
mod store;

pub use api::router;
pub use key::Key;
pub use seed::seed;
pub(super) use store::{Changed, changed};
