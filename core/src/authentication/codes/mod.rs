//! Codes by SMS: issued, checked, spent.
//!
//! A code is bound to a purpose, a target (a phone, or the login name of a recovery) and the browser that asked; the
//! database has only a keyed hash of it. A target without an account takes the same path: the recipient is looked up
//! when the message leaves (`authentication::addressing`). Each try is counted and committed before it is judged, so
//! that of any number at once a code allows no more than [`crate::config::Codes::tries`]; failures also count for the
//! target over all its codes, and lock it for a time like wrong passwords do.

mod api;
mod guesses;
mod service;
mod sign_in;

pub(crate) use api::{__path_check, __path_send, check, check_typed, phone_key, send};
pub(crate) use service::{CodePurpose, CodeSent, MessageRequest, ask, browser, judge, lay, withdraw, wrong};
pub(crate) use sign_in::by_phone;
