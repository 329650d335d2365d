//! Recovery of a forgotten password or login name.
//!
//! By phone, in two steps. `find` takes a login name and shows the last digits of its phone; for a name without an
//! account, digits that are always the same for that name. It sets a sealed cookie that says which name this browser
//! looked up, and the next steps need it. `send/code` sends a code to that phone, `check/auth` takes the code and the
//! new password. By e-mail, `email/find` sends a link that works once, and `phone/find` sends a person their login name
//! by SMS. No answer tells whether there is an account.
//!
//! A recovery ends every session, clears the lock after too many failures, and the owner is notified by the channel
//! that it did not use. A phone or a mailbox that its owner never verified cannot recover an account. Accounts that an
//! administrator locked, and those with a password in another system, cannot be recovered: to the outside they look
//! like names without an account.

mod api;
mod link;
mod service;
mod state;

#[cfg(test)]
pub(crate) use api::imagined_digits;
pub(crate) use api::{
    __path_by_code, __path_email, __path_find, __path_link_state, __path_phone, __path_reset, __path_send, by_code,
    email, find, link_state, phone, reset, send,
};
pub(crate) use link::{Asked, make as make_link};
pub(crate) use service::{language, recoverable_by_email, recoverable_by_phone};
