//! Messages to people: queued in the transaction that causes them, and sent by any node.
//!
//! [`send`] queues a message to a known person. [`ask`] queues one that a stranger may request by naming a phone, a
//! login name or an e-mail address: [`Addressing`] finds its recipient, if there is one, when it is sent. So the
//! requesting call does the same work whether there is an account or not, and neither its answer nor its time shows
//! it.
//!
//! [`Outbox::run_due`] sends the due messages. A message is claimed with a lease before it is sent; if its node dies
//! between sending it and recording that, it is sent once more after the lease, which is the only way in which a
//! person gets it twice. A failed message is sent again, at longer and longer intervals, for as long as it is of use and
//! at most a set number of times; then it is given up, and an administrator can send it again. The values of a message are
//! sealed in the row. Codes and links are wiped from it once they are sent, everything once it is of no use.
//!
//! [`router`] serves the logs of what was sent, SMS and e-mail, and the templates of what messages say.

mod dkim;
mod email;
mod file;
mod html;
mod model;
mod notice;
mod outbox;
mod push_log;
pub mod reminders;
mod sms;
mod smtp;
mod store;
mod templates;
mod texts;
mod words;

#[cfg(test)]
mod tests;

use crate::kernel::openapi::OpenApiRouter;

pub use model::{Addressed, Addressing, Asked, Message, Software, Wanted};
pub use notice::{Facts, Notice};
pub use outbox::{Outbox, SEALED, ask, send};
pub use store::{Delivery, MESSAGES, delivery, failed_since};
pub use templates::seed;
pub use words::{Kind, Purpose, State, Trouble};

/// The operations of the logs and of the templates.
pub fn router(outbox: &Outbox) -> OpenApiRouter {
    let kernel = outbox.kernel().clone();
    push_log::router(kernel.clone()).merge(templates::router(kernel, outbox.system().clone()))
}
