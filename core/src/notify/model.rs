//! Types of messages.

use futures::future::BoxFuture;
use serde::Serialize;

use super::notice::{Facts, Notice};
use super::words::{Kind, Purpose};
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;

/// A message to a known person.
#[derive(Clone, Debug)]
pub struct Message {
    /// How it is sent.
    pub kind: Kind,
    /// The phone number or mailbox.
    pub address: String,
    /// Its notice.
    pub notice: Notice,
    /// Its language.
    pub locale: Locale,
    /// The user it is for, if it is a user.
    pub user: Option<Id>,
    /// The tenant it is sent for, if any.
    pub tenant: Option<Id>,
    /// Seconds after which it is of no use.
    pub life: i64,
}

/// A message that a stranger may request.
#[derive(Clone, Debug)]
pub struct Asked {
    /// How it is sent.
    pub kind: Kind,
    /// Its purpose.
    pub purpose: Purpose,
    /// The facts by which [`Addressing`] finds the person and the notice.
    pub facts: Facts,
    /// The requester's language.
    pub locale: Locale,
    /// Seconds after which it is of no use.
    pub life: i64,
}

/// A requested message that is about to be sent.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The message's id.
    pub id: Id,
    /// How it is sent.
    pub kind: Kind,
    /// Its purpose.
    pub purpose: Purpose,
    /// The facts of the request.
    pub facts: Facts,
    /// The requester's language.
    pub locale: Locale,
}

/// The recipient and the content of a requested message.
#[derive(Clone, Debug)]
pub struct Addressed {
    /// The phone number or mailbox.
    pub address: String,
    /// Its notice.
    pub notice: Notice,
    /// Its language.
    pub locale: Locale,
    /// The user it is for.
    pub user: Id,
    /// The tenant it is sent for, if any.
    pub tenant: Option<Id>,
}

/// Finds the recipient of a requested message. Implemented by `authentication`, a layer above.
pub trait Addressing: Send + Sync + std::fmt::Debug {
    /// The recipient and the content; `None` if there is no recipient, and then the message is deleted. Changes in
    /// the context's transaction are kept.
    fn address<'a>(&'a self, cx: &'a mut Ctx, wanted: &'a Wanted) -> BoxFuture<'a, Result<Option<Addressed>, Error>>;
}

/// A message as the senders get it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Letter {
    pub id: Id,
    /// `sms` or `email`.
    pub kind: &'static str,
    pub purpose: &'static str,
    pub to: String,
    pub locale: &'static str,
    /// E-mail only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    pub text: String,
    pub values: Facts,
    pub created_at: Time,
}
