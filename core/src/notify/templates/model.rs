//! Types of templates.

use cardea_macros::{Narrow, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::key::Key;
use crate::kernel::clock::Time;
use crate::kernel::error::Locale;
use crate::kernel::id::Id;
use crate::kernel::page::Ids;
use crate::kernel::resource::Record as _;
use crate::notify::texts::{self, Template};
use crate::notify::words::Kind;

/// What messages of one purpose say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, Record)]
#[record(table = "message_templates", erased)]
#[form(MessageTemplateInput, "What the form of a template sends. An SMS has no subject.", changes)]
#[serde(rename_all = "camelCase")]
pub struct MessageTemplate {
    /// Id: kind and purpose, such as `email-invitation`.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// What it is called, in the caller's language.
    #[record(derived)]
    pub name: String,
    /// `sms` or `email`.
    #[record(once)]
    pub kind: String,
    /// What it is for, such as `invitation`.
    #[record(once)]
    pub purpose: String,
    /// Its place among the others.
    #[record(once)]
    #[serde(skip)]
    pub seq: i64,
    /// The subject in Chinese.
    #[form(line = 120)]
    pub subject_zh: String,
    /// The text in Chinese.
    #[form(note)]
    pub text_zh: String,
    /// The subject in English.
    #[form(line = 120)]
    pub subject_en: String,
    /// The text in English.
    #[form(note)]
    pub text_en: String,
    /// Whether it differs from the text that came with the server.
    pub changed: bool,
    /// The values that its texts may have, as `{name}`.
    #[record(derived)]
    pub values: Vec<String>,
    /// Those that its text must have.
    #[record(derived)]
    pub needed: Vec<String>,
    /// When it was last changed.
    pub updated_at: Time,
}

impl MessageTemplate {
    /// The text that came with the server.
    pub fn standard(key: Key, seq: i64, now: Time) -> Self {
        let said = |locale| {
            let Template { subject, text } = texts::standard(key.purpose, locale);
            (if key.kind == Kind::Email { subject.into_owned() } else { String::new() }, text.into_owned())
        };
        let ((subject_zh, text_zh), (subject_en, text_en)) = (said(Locale::Zh), said(Locale::En));
        Self {
            kind: key.kind.as_str().to_owned(),
            purpose: key.purpose.as_str().to_owned(),
            seq,
            subject_zh,
            text_zh,
            subject_en,
            text_en,
            ..Self::blank(key.id(), now)
        }
    }

    /// Whether both say the same.
    pub fn says(&self, other: &Self) -> bool {
        let said = |it: &Self| [&it.subject_zh, &it.text_zh, &it.subject_en, &it.text_en].map(String::clone);
        said(self) == said(other)
    }
}

/// The filter of a list of templates.
#[derive(Debug, Deserialize, Narrow)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    pub(super) id: Option<Ids>,
    pub(super) kind: Option<Id>,
    pub(super) changed: Option<bool>,
}

/// A text to be shown before it is kept.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToPreview {
    /// The template.
    pub id: String,
    /// `zh` or `en`.
    pub locale: String,
    /// The subject; empty for an SMS.
    #[serde(default)]
    pub subject: String,
    /// The text.
    pub text: String,
}

/// A message as it would look, with made-up values.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagePreview {
    /// The subject of an e-mail.
    pub subject: Option<String>,
    /// Its text.
    pub text: String,
    /// The text of an e-mail as an HTML document.
    pub html: Option<String>,
}
