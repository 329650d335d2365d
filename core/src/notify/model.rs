//! Types of messages.

use futures::future::BoxFuture;
use serde::Serialize;

use super::notice::{Facts, Notice};
use super::words::{Kind, Purpose, Trouble};
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
    /// The system that it speaks of, if it is one's.
    pub software: Option<Software>,
    /// Seconds after which it is of no use.
    pub life: i64,
}

/// The system that a message speaks of.
#[derive(Clone, Debug)]
pub struct Software {
    /// Its id.
    pub id: Id,
    /// Its name at this time.
    pub name: String,
}

/// What a sender says of one attempt.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Why it failed, if it did.
    pub trouble: Option<Trouble>,
    /// What the gateway answered.
    pub answer: String,
}

impl Outcome {
    /// It was accepted.
    pub fn sent(answer: impl Into<String>) -> Self {
        Self { trouble: None, answer: answer.into() }
    }

    /// It was not.
    pub fn failed(trouble: Trouble, answer: impl Into<String>) -> Self {
        Self { trouble: Some(trouble), answer: answer.into() }
    }
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
    /// The text as an HTML document; e-mail only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    pub values: Facts,
    pub created_at: Time,
    /// How often an administrator sent it again: what is sent on purpose is another message to the recipient.
    #[serde(skip)]
    pub resends: i64,
}

impl Letter {
    /// The name of this sending: the same for every attempt at it, another where an administrator sends it again.
    pub fn name(&self) -> String {
        if self.resends == 0 { self.id.to_string() } else { format!("{}-{}", self.id, self.resends) }
    }
}
