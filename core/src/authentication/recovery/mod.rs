//! A forgotten password, or login name.
//!
//! By phone, in two steps. `find` takes a login name and shows the last digits of the phone it has; for a name
//! that nobody has, digits that are always the same for it. It leaves a sealed cookie that says which name was
//! found in which browser, and without it nothing goes on. `send/code` sends a code to that phone, `check/auth`
//! takes code and new password. By e-mail, `email/find` sends a link that works once, and `phone/find` sends
//! somebody their login name by SMS. Nothing that goes out tells whether there is an account.
//!
//! A recovery ends every session, clears the lock of too many failures, and is told to the owner by the way
//! that it did not come by. A phone or a mailbox that its owner never verified recovers nothing. Accounts that an administrator locked, and those that another system keeps, are not
//! recovered: to the outside they are like names that nobody has.

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
