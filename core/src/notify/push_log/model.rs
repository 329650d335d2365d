//! A message as its log shows it: codes and links are masked in all of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Locale, Text};
use crate::kernel::id::Id;
use crate::notify::words::{Kind, Purpose, State, Trouble};

/// How often administrators may send one message again.
pub const MOST_RESENDS: i64 = 5;

/// A row of the log.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: Id,
    pub purpose: String,
    pub address: String,
    pub subject: String,
    pub software_id: Option<Id>,
    pub software_name: String,
    pub user_id: Option<Id>,
    pub tenant_id: Option<Id>,
    pub state: String,
    pub attempts: i64,
    pub max_attempts: i64,
    pub resends: i64,
    pub last_error: Option<String>,
    pub has_content: bool,
    pub next_attempt_at: Time,
    pub gives_up_at: Time,
    pub created_at: Time,
    pub sent_at: Option<Time>,
}

/// Whether a message can be sent again, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Resend {
    /// It can.
    Possible,
    /// It is on its way.
    Waiting,
    /// It was sent, and its code or link is not kept.
    Secret,
    /// It is of no use any more.
    Outdated,
    /// It was sent again too often.
    Often,
}

impl Resend {
    /// Of a row, at a moment.
    #[must_use]
    pub fn of(row: &Row, now: Time) -> Self {
        if row.state == State::Waiting.as_str() {
            Self::Waiting
        } else if row.gives_up_at <= now {
            Self::Outdated
        } else if !row.has_content {
            Self::Secret
        } else if row.resends >= MOST_RESENDS {
            Self::Often
        } else {
            Self::Possible
        }
    }

    /// Why it cannot.
    #[must_use]
    pub const fn refusal(self) -> Option<Text> {
        Some(match self {
            Self::Possible => return None,
            Self::Waiting => Text::new("该消息正在发送", "it is being sent"),
            Self::Secret => Text::new(
                "该消息已发送，其中的验证码或链接不予保留，请重新发起",
                "it was sent, and its code or link is not kept; have a new one sent",
            ),
            Self::Outdated => Text::new("该消息已失效，请重新发起", "it is out of date; have a new one sent"),
            Self::Often => Text::new("该消息重发次数过多", "it was sent again too often"),
        })
    }
}

/// What an SMS and an e-mail have in common in the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pushed {
    /// Its id.
    pub id: Id,
    /// What it is for, such as `sign-in-code`.
    pub purpose: String,
    /// What it is for, in the caller's language.
    pub purpose_desc: String,
    /// The system that it speaks of, if it is one's.
    pub software_id: Option<Id>,
    /// That system's name at the time; empty if it is the platform's own.
    pub soft_name: String,
    /// The user it is for, if it is a user.
    pub user_id: Option<Id>,
    /// The tenant it is sent for, if any.
    pub tenant_id: Option<Id>,
    /// 0 if a gateway accepted it, 1 if not.
    pub is_arrive: i64,
    /// What became of it, in the caller's language.
    pub arrive_desc: String,
    /// `waiting`, `sent` or `failed`.
    pub state: String,
    /// How often it was handed to a gateway.
    pub send_count: i64,
    /// How often it is handed to one before it is given up.
    pub max_send_count: i64,
    /// How often an administrator sent it again.
    pub resends: i64,
    /// Why the latest attempt failed, if it did.
    pub last_error: Option<Trouble>,
    /// Whether it can be sent again.
    pub resend: Resend,
    /// When the next attempt is due, while it waits.
    pub next_attempt_at: Option<Time>,
    /// When it is of no use any more.
    pub gives_up_at: Time,
    /// When it was queued.
    pub create_time: Time,
    /// When a gateway accepted it.
    pub sent_at: Option<Time>,
}

impl Pushed {
    fn of(row: Row, locale: Locale, now: Time) -> Self {
        let state = State::parse(&row.state);
        let desc = match (state, locale) {
            (Some(State::Sent), Locale::Zh) => "已送达网关",
            (Some(State::Sent), Locale::En) => "Accepted by the gateway",
            (Some(State::Failed), Locale::Zh) => "未送达",
            (Some(State::Failed), Locale::En) => "Not delivered",
            (_, Locale::Zh) => "等待发送",
            (_, Locale::En) => "Waiting",
        };
        Self {
            resend: Resend::of(&row, now),
            id: row.id,
            purpose_desc: Purpose::parse(&row.purpose)
                .map_or_else(String::new, |it| it.text().in_locale(locale).to_owned()),
            purpose: row.purpose,
            software_id: row.software_id,
            soft_name: row.software_name,
            user_id: row.user_id,
            tenant_id: row.tenant_id,
            is_arrive: i64::from(state != Some(State::Sent)),
            arrive_desc: desc.to_owned(),
            send_count: row.attempts,
            max_send_count: row.max_attempts,
            resends: row.resends,
            last_error: row.last_error.as_deref().and_then(Trouble::parse),
            next_attempt_at: (state == Some(State::Waiting)).then_some(row.next_attempt_at),
            state: row.state,
            gives_up_at: row.gives_up_at,
            create_time: row.created_at,
            sent_at: row.sent_at,
        }
    }
}

/// An SMS in the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsMessage {
    /// The phone; empty until a requested message has found its recipient.
    pub phone: String,
    #[serde(flatten)]
    pub(super) pushed: Pushed,
}

/// An e-mail in the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailMessage {
    /// The mailbox; empty until a requested message has found its recipient.
    pub to: String,
    /// Its subject; empty until the first attempt.
    pub subject: String,
    #[serde(flatten)]
    pub(super) pushed: Pushed,
}

/// A message of one of the two logs.
pub(super) trait Logged: Audited + Serialize + Sized {
    /// The messages of this log.
    const KIND: Kind;
    /// As a caller reads it.
    fn of(row: Row, locale: Locale, now: Time) -> Self;
}

impl Audited for SmsMessage {
    const RESOURCE: &'static str = "messages";
    fn audit_id(&self) -> &str {
        self.pushed.id.as_str()
    }
}

impl Logged for SmsMessage {
    const KIND: Kind = Kind::Sms;
    fn of(row: Row, locale: Locale, now: Time) -> Self {
        Self { phone: row.address.clone(), pushed: Pushed::of(row, locale, now) }
    }
}

impl Audited for EmailMessage {
    const RESOURCE: &'static str = "messages";
    fn audit_id(&self) -> &str {
        self.pushed.id.as_str()
    }
}

impl Logged for EmailMessage {
    const KIND: Kind = Kind::Email;
    fn of(row: Row, locale: Locale, now: Time) -> Self {
        Self { to: row.address.clone(), subject: row.subject.clone(), pushed: Pushed::of(row, locale, now) }
    }
}

/// An attempt to send a message.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SendAttempt {
    /// Its number, counted from 1.
    pub number: i64,
    /// When its result was known.
    pub at: Time,
    /// Why it failed, if it did.
    #[sqlx(try_from = "Option<String>")]
    pub trouble: Tried,
    /// What the gateway answered: text or HTML that is not to be trusted. Codes and links are masked.
    #[sqlx(rename = "answer")]
    pub send_result: String,
}

/// Why an attempt failed, if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
pub struct Tried(pub Option<Trouble>);

impl TryFrom<Option<String>> for Tried {
    type Error = String;
    fn try_from(word: Option<String>) -> Result<Self, String> {
        word.map(|word| Trouble::parse(&word).ok_or(word)).transpose().map(Self)
    }
}

/// What a message said, and what came of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageLog {
    /// Its id.
    pub id: Id,
    /// The subject of an e-mail.
    pub subject: String,
    /// Its text; codes and links are masked. Empty until the first attempt.
    pub text: String,
    /// The latest attempts, the latest first.
    pub attempts: Vec<SendAttempt>,
}

/// The messages to be sent again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToResend {
    /// Their ids, at most 100.
    #[schema(max_items = 100)]
    pub ids: Vec<Id>,
}

/// What became of sending again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Resent {
    /// How many are sent again.
    pub queued: usize,
    /// Those that are not, and why.
    pub refused: Vec<NotResent>,
}

/// A message that is not sent again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotResent {
    /// The message.
    pub id: Id,
    /// Why not, in the caller's language.
    pub reason: String,
}
