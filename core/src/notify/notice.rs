//! The notices of messages, and the values that fill their texts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::words::Purpose;
use crate::kernel::secret::Secret;

/// A notice with the values of its text.
#[derive(Clone, Debug)]
pub enum Notice {
    /// [`Purpose::SignInCode`].
    SignInCode {
        /// The code.
        code: Secret,
        /// Minutes for which it is valid.
        minutes: i64,
    },
    /// [`Purpose::RecoveryCode`].
    RecoveryCode {
        /// The code.
        code: Secret,
        /// Minutes for which it is valid.
        minutes: i64,
    },
    /// [`Purpose::PhoneCode`].
    PhoneCode {
        /// The code.
        code: Secret,
        /// Minutes for which it is valid.
        minutes: i64,
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::RecoveryLink`].
    RecoveryLink {
        /// The address to open.
        link: Secret,
        /// Minutes for which it is valid.
        minutes: i64,
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::UserName`].
    UserName {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::PasswordRecovered`].
    PasswordRecovered {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::AccountLocked`].
    AccountLocked {
        /// The account's login name.
        user_name: String,
        /// Minutes that the lock lasts.
        minutes: i64,
    },
    /// [`Purpose::FactorsChanged`].
    FactorsChanged {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::FactorsReset`].
    FactorsReset {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::PasswordReset`].
    PasswordReset {
        /// The address to open.
        link: Secret,
        /// Hours for which it is valid.
        hours: i64,
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::PasswordSet`].
    PasswordSet {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::ContactChanged`].
    ContactChanged {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::PinCode`].
    PinCode {
        /// The code.
        code: Secret,
        /// Minutes for which it is valid.
        minutes: i64,
        /// The tenant that the PIN is for.
        tenant_name: String,
    },
    /// [`Purpose::PasswordExpiring`].
    PasswordExpiring {
        /// The account's login name.
        user_name: String,
        /// Days until then.
        days: i64,
        /// The portal's address.
        portal: String,
    },
    /// [`Purpose::LicencesEnding`].
    LicencesEnding {
        /// How many.
        count: usize,
        /// Each with its last day, on lines.
        lines: String,
    },
    /// [`Purpose::Invitation`], or the reminder of it.
    Invitation {
        /// The address to open.
        link: Secret,
        /// Days for which it is valid still.
        days: i64,
        /// The tenant's name.
        tenant_name: String,
        /// The inviting person.
        inviter: String,
        /// Whether it was sent before.
        is_reminder: bool,
    },
    /// [`Purpose::Preauthorisation`], or the reminder of it.
    Preauthorisation {
        /// The address to open.
        link: Secret,
        /// Days for which it is valid still.
        days: i64,
        /// The tenant's name.
        tenant_name: String,
        /// The person who answers for it.
        inviter: String,
        /// The system's name.
        software_name: String,
        /// The studies' names.
        study_names: String,
        /// Whether it was sent before.
        is_reminder: bool,
    },
    /// [`Purpose::EmailVerification`].
    EmailVerification {
        /// The address to open.
        link: Secret,
        /// Hours for which it is valid.
        hours: i64,
        /// The account's login name.
        user_name: String,
    },
}

/// The names of values that work for whoever has them.
pub(super) const SECRETS: [&str; 2] = ["code", "link"];
/// What logs show in their place.
const MASK: &str = "••••••";

/// Names and values: they fill the placeholders of a text, or [`Addressing`](super::Addressing) needs them. Some are
/// secrets, so `Debug` shows the names only.
#[derive(Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct Facts(BTreeMap<String, String>);

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl Facts {
    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The value of a name; empty if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map(String::as_str).unwrap_or_default()
    }

    /// The same, with a mask for each code and link.
    #[must_use]
    pub fn masked(&self) -> Self {
        let mask = |(name, value): (&String, &String)| {
            let shown = if SECRETS.contains(&name.as_str()) { MASK.to_owned() } else { value.clone() };
            (name.clone(), shown)
        };
        Self(self.0.iter().map(mask).collect())
    }

    /// `text` with a mask wherever one of the codes and links stands in it.
    #[must_use]
    pub fn hidden_in(&self, text: &str) -> String {
        let secrets = SECRETS.iter().map(|name| self.get(name)).filter(|secret| !secret.is_empty());
        secrets.fold(text.to_owned(), |text, secret| text.replace(secret, MASK))
    }

    /// `text` with every `{name}` replaced by its value. Placeholders within a value are not replaced.
    #[must_use]
    pub fn fill(&self, text: &str) -> String {
        let parts = self.parts(text).map(|part| match part {
            Part::Text(text) | Part::Value(_, text) => text,
        });
        parts.collect()
    }

    /// The parts of a text: what stands between the placeholders, and their values. What is no name of a value is text.
    pub(super) fn parts<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Part<'a>> {
        let mut rest = text;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            if let Some((name, after)) = rest.strip_prefix('{').and_then(|from| from.split_once('}'))
                && let Some((name, value)) = self.0.get_key_value(name)
            {
                rest = after;
                return Some(Part::Value(name, value));
            }
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let end = rest[first..].find('{').map_or(rest.len(), |at| first + at);
            let (before, after) = rest.split_at(end);
            rest = after;
            Some(Part::Text(before))
        })
    }
}

/// A part of a text with placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// What stands there.
    Text(&'a str),
    /// The name of a value, and the value.
    Value(&'a str, &'a str),
}

impl Notice {
    /// Its purpose.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        match self {
            Self::SignInCode { .. } => Purpose::SignInCode,
            Self::RecoveryCode { .. } => Purpose::RecoveryCode,
            Self::PhoneCode { .. } => Purpose::PhoneCode,
            Self::RecoveryLink { .. } => Purpose::RecoveryLink,
            Self::UserName { .. } => Purpose::UserName,
            Self::PasswordRecovered { .. } => Purpose::PasswordRecovered,
            Self::AccountLocked { .. } => Purpose::AccountLocked,
            Self::FactorsChanged { .. } => Purpose::FactorsChanged,
            Self::PasswordExpiring { .. } => Purpose::PasswordExpiring,
            Self::LicencesEnding { .. } => Purpose::LicencesEnding,
            Self::Invitation { is_reminder: false, .. } => Purpose::Invitation,
            Self::Invitation { is_reminder: true, .. } => Purpose::InvitationReminder,
            Self::Preauthorisation { is_reminder: false, .. } => Purpose::Preauthorisation,
            Self::Preauthorisation { is_reminder: true, .. } => Purpose::PreauthorisationReminder,
            Self::EmailVerification { .. } => Purpose::EmailVerification,
            Self::FactorsReset { .. } => Purpose::FactorsReset,
            Self::PasswordReset { .. } => Purpose::PasswordReset,
            Self::PasswordSet { .. } => Purpose::PasswordSet,
            Self::ContactChanged { .. } => Purpose::ContactChanged,
            Self::PinCode { .. } => Purpose::PinCode,
        }
    }

    /// Its values, by their names in the texts.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let facts = Facts::default();
        match self {
            Self::SignInCode { code, minutes } | Self::RecoveryCode { code, minutes } => {
                facts.with("code", code.expose()).with("minutes", minutes.to_string())
            }
            Self::PhoneCode { code, minutes, user_name } => {
                facts.with("code", code.expose()).with("minutes", minutes.to_string()).with("userName", user_name)
            }
            Self::RecoveryLink { link, minutes, user_name } => {
                facts.with("link", link.expose()).with("minutes", minutes.to_string()).with("userName", user_name)
            }
            Self::UserName { user_name }
            | Self::PasswordRecovered { user_name }
            | Self::FactorsChanged { user_name }
            | Self::FactorsReset { user_name }
            | Self::ContactChanged { user_name }
            | Self::PasswordSet { user_name } => facts.with("userName", user_name),
            Self::PasswordExpiring { user_name, days, portal } => {
                facts.with("userName", user_name).with("days", days.to_string()).with("portal", portal)
            }
            Self::LicencesEnding { count, lines } => facts.with("count", count.to_string()).with("lines", lines),
            Self::Invitation { link, days, tenant_name, inviter, .. } => facts
                .with("link", link.expose())
                .with("days", days.to_string())
                .with("tenantName", tenant_name)
                .with("inviter", inviter),
            Self::Preauthorisation { link, days, tenant_name, inviter, software_name, study_names, .. } => facts
                .with("link", link.expose())
                .with("days", days.to_string())
                .with("tenantName", tenant_name)
                .with("inviter", inviter)
                .with("softwareName", software_name)
                .with("studyNames", study_names),
            Self::EmailVerification { link, hours, user_name } | Self::PasswordReset { link, hours, user_name } => {
                facts.with("link", link.expose()).with("hours", hours.to_string()).with("userName", user_name)
            }
            Self::PinCode { code, minutes, tenant_name } => {
                facts.with("code", code.expose()).with("minutes", minutes.to_string()).with("tenantName", tenant_name)
            }
            Self::AccountLocked { user_name, minutes } => {
                facts.with("userName", user_name).with("minutes", minutes.to_string())
            }
        }
    }
}
