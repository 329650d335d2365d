//! Messages to people: queued in the transaction that they tell of, and sent by any node.
//!
//! [`send`] queues a message to somebody who is known. [`ask`] queues one that anybody may ask for by naming
//! a phone, a login name or an e-mail address: whom it goes to, if to anybody, is found by [`Addressing`] when
//! it leaves. So the call that asked does the same work whether there is an account or not, and neither its
//! answer nor its time tells.
//!
//! [`Outbox::run_due`] sends what is due. A message is claimed with a lease before it is sent; when its node
//! dies between sending and writing that down, it is sent once more after the lease, and that is the only way
//! in which somebody gets it twice. What fails is tried again at longer and longer intervals for as long as it
//! is of use. Codes and links are sealed in the row and wiped from it once it is settled.

mod email;
mod file;
mod model;
mod notice;
mod outbox;
mod sms;
mod store;
mod texts;
mod words;

#[cfg(test)]
mod tests;

pub use model::{Addressed, Addressing, Asked, Message, Wanted};
pub use notice::{Facts, Notice};
pub use outbox::{Outbox, SEALED, ask, send};
pub use store::{Delivery, MESSAGES, delivery};
pub use words::{Kind, Purpose, State, Trouble};
