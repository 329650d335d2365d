//! Types of messages.

use futures::future::BoxFuture;
use serde::Serialize;

use super::notice::{Facts, Notice};
use super::words::{Kind, Purpose};
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;

/// A message to somebody who is known.
#[derive(Clone, Debug)]
pub struct Message {
    /// How it travels.
    pub kind: Kind,
    /// The phone number or mailbox.
    pub address: String,
    /// What is told.
    pub notice: Notice,
    /// In which language.
    pub locale: Locale,
    /// Whom it is for, where that is a user.
    pub user: Option<Id>,
    /// The tenant it is sent for, if any.
    pub tenant: Option<Id>,
    /// Seconds after which it is of no use any more.
    pub life: i64,
}

/// A message that anybody may ask for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// How it travels.
    pub kind: Kind,
    /// What it is about.
    pub purpose: Purpose,
    /// What [`Addressing`] needs to find the person and the notice.
    pub facts: Facts,
    /// The language of whoever asked.
    pub locale: Locale,
    /// Seconds after which it is of no use any more.
    pub life: i64,
}

/// An asked-for message that is about to leave.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The message's id.
    pub id: Id,
    /// How it travels.
    pub kind: Kind,
    /// What it is about.
    pub purpose: Purpose,
    /// What it was asked for with.
    pub facts: Facts,
    /// The language of whoever asked.
    pub locale: Locale,
}

/// Where an asked-for message goes, and what it says.
#[derive(Clone, Debug)]
pub struct Addressed {
    /// The phone number or mailbox.
    pub address: String,
    /// What is told.
    pub notice: Notice,
    /// In which language.
    pub locale: Locale,
    /// Whom it is for.
    pub user: Id,
    /// The tenant it is sent for, if any.
    pub tenant: Option<Id>,
}

/// Finds whom an asked-for message goes to. Implemented by `authentication`, a layer above.
pub trait Addressing: Send + Sync + std::fmt::Debug {
    /// Whom it goes to; `None`: nobody, and the message is forgotten. What is written in the context's
    /// transaction is kept.
    fn address<'a>(&'a self, cx: &'a mut Ctx, wanted: &'a Wanted) -> BoxFuture<'a, Result<Option<Addressed>, Error>>;
}

/// A message as a sender gets it.
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
