//! Codes by SMS: asked for, tried, used up.
//!
//! A code is bound to a purpose, a target (a phone, or the login name of a recovery) and the browser that asked;
//! only a keyed hash of it is kept. Asking does the same for a target that nobody has: whom the message goes to
//! is found when it leaves (`session::addressing`). Each try is counted and committed before it is judged, so
//! that however many arrive at once, a code bears no more than [`crate::config::Codes::tries`]; failures are
//! counted for the target over all its codes too, and lock it for a time like wrong passwords do.

mod api;
mod guesses;
mod service;
mod sign_in;

pub(crate) use api::{__path_check, __path_send, check, check_typed, phone_key, send};
pub(crate) use service::{CodePurpose, CodeSent, MessageRequest, ask, browser, judge, lay, withdraw, wrong};
pub(crate) use sign_in::by_phone;
