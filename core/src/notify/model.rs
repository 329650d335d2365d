//! Types of messages.

use std::collections::BTreeMap;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::outbound::OutboundError;
use crate::kernel::secret::Secret;

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $case:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $case),* }
        impl $name {
            /// As the database and the outbox's files have it.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$case => $word),* } }
            /// From a word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$case),)* _ => None } }
        }
    };
}

words! {
    /// How a message travels.
    Kind {
        /// To a phone.
        Sms = "sms",
        /// To a mailbox.
        Email = "email",
    }
}

words! {
    /// What a message is about.
    Purpose {
        /// A code to sign in with.
        SignInCode = "sign-in-code",
        /// A code that allows a new password.
        RecoveryCode = "recovery-code",
        /// A link that allows a new password.
        RecoveryLink = "recovery-link",
        /// Somebody's own login name.
        UserName = "user-name",
        /// The password was replaced by way of recovery.
        PasswordRecovered = "password-recovered",
        /// The account is locked for a time after too many failures.
        AccountLocked = "account-locked",
        /// A second factor was added, replaced or taken away.
        FactorsChanged = "factors-changed",
        /// Somebody is invited into a tenant.
        Invitation = "invitation",
        /// A link that verifies an e-mail address.
        EmailVerification = "email-verification",
        /// An administrator took all second factors away.
        FactorsReset = "factors-reset",
        /// A link that sets a password, after an administrator took the old one away.
        PasswordReset = "password-reset",
        /// An administrator set another password.
        PasswordSet = "password-set",
        /// A code with which somebody sets their PIN for electronic signatures.
        PinCode = "pin-code",
    }
}

words! {
    /// How far a message has come.
    State {
        /// It is to be sent.
        Waiting = "waiting",
        /// A gateway took it.
        Sent = "sent",
        /// Nobody tries any more.
        Failed = "failed",
    }
}

words! {
    /// Why a message could not be sent.
    Trouble {
        /// There is no gateway for its kind.
        Unconfigured = "unconfigured",
        /// The outbound guard refuses the gateway's address.
        Denied = "denied",
        /// The gateway cannot be reached, or not in time.
        Unreachable = "unreachable",
        /// The gateway cannot prove who it is, or speaks no TLS.
        Tls = "tls",
        /// The gateway refuses the message; another try would not change that.
        Refused = "refused",
        /// The gateway cannot take it at the moment.
        Later = "later",
        /// The file could not be written.
        File = "file",
        /// The content cannot be read any more.
        Content = "content",
    }
}

impl Trouble {
    /// Whether another try makes no sense.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Unconfigured | Self::Refused | Self::Content)
    }
}

impl From<&OutboundError> for Trouble {
    fn from(error: &OutboundError) -> Self {
        match error {
            OutboundError::Denied(_) | OutboundError::Invalid(_) => Self::Denied,
            OutboundError::Tls(_) => Self::Tls,
            OutboundError::Timeout | OutboundError::Connect(_) => Self::Unreachable,
            OutboundError::TooLarge(_) | OutboundError::Broken(_) => Self::Later,
        }
    }
}

/// What is told, with what it takes to say it.
#[derive(Clone, Debug)]
pub enum Notice {
    /// [`Purpose::SignInCode`].
    SignInCode {
        /// The code.
        code: Secret,
        /// Minutes that it is good for.
        minutes: i64,
    },
    /// [`Purpose::RecoveryCode`].
    RecoveryCode {
        /// The code.
        code: Secret,
        /// Minutes that it is good for.
        minutes: i64,
    },
    /// [`Purpose::RecoveryLink`].
    RecoveryLink {
        /// The address to open.
        link: Secret,
        /// Minutes that it is good for.
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
        /// Hours that it is good for.
        hours: i64,
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::PasswordSet`].
    PasswordSet {
        /// The account's login name.
        user_name: String,
    },
    /// [`Purpose::PinCode`].
    PinCode {
        /// The code.
        code: Secret,
        /// Minutes that it is good for.
        minutes: i64,
        /// The tenant that the PIN is for.
        tenant_name: String,
    },
    /// [`Purpose::Invitation`].
    Invitation {
        /// The address to open.
        link: Secret,
        /// Days that it is good for.
        days: i64,
        /// The tenant's name.
        tenant_name: String,
        /// Who invites.
        inviter: String,
    },
    /// [`Purpose::EmailVerification`].
    EmailVerification {
        /// The address to open.
        link: Secret,
        /// Hours that it is good for.
        hours: i64,
        /// The account's login name.
        user_name: String,
    },
}

/// Names and values: what the places of a text are filled with, or what [`Addressing`] needs to know. Secrets
/// are among them, so it does not show itself.
#[derive(Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct Facts(BTreeMap<String, String>);

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl Facts {
    /// With one more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The value of a name; empty where there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map(String::as_str).unwrap_or_default()
    }

    /// `text` with every `{name}` replaced by its value. A value is not looked into again.
    #[must_use]
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, from)) = rest.split_once('{') {
            filled.push_str(before);
            match from.split_once('}') {
                Some((name, after)) if self.0.contains_key(name) => {
                    filled.push_str(self.get(name));
                    rest = after;
                }
                _ => {
                    filled.push('{');
                    rest = from;
                }
            }
        }
        filled + rest
    }
}

impl Notice {
    /// What it is about.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        match self {
            Self::SignInCode { .. } => Purpose::SignInCode,
            Self::RecoveryCode { .. } => Purpose::RecoveryCode,
            Self::RecoveryLink { .. } => Purpose::RecoveryLink,
            Self::UserName { .. } => Purpose::UserName,
            Self::PasswordRecovered { .. } => Purpose::PasswordRecovered,
            Self::AccountLocked { .. } => Purpose::AccountLocked,
            Self::FactorsChanged { .. } => Purpose::FactorsChanged,
            Self::Invitation { .. } => Purpose::Invitation,
            Self::EmailVerification { .. } => Purpose::EmailVerification,
            Self::FactorsReset { .. } => Purpose::FactorsReset,
            Self::PasswordReset { .. } => Purpose::PasswordReset,
            Self::PasswordSet { .. } => Purpose::PasswordSet,
            Self::PinCode { .. } => Purpose::PinCode,
        }
    }

    /// Its values by the names that the texts have for them.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let facts = Facts::default();
        match self {
            Self::SignInCode { code, minutes } | Self::RecoveryCode { code, minutes } => {
                facts.with("code", code.expose()).with("minutes", minutes.to_string())
            }
            Self::RecoveryLink { link, minutes, user_name } => {
                facts.with("link", link.expose()).with("minutes", minutes.to_string()).with("userName", user_name)
            }
            Self::UserName { user_name }
            | Self::PasswordRecovered { user_name }
            | Self::FactorsChanged { user_name }
            | Self::FactorsReset { user_name }
            | Self::PasswordSet { user_name } => facts.with("userName", user_name),
            Self::Invitation { link, days, tenant_name, inviter } => facts
                .with("link", link.expose())
                .with("days", days.to_string())
                .with("tenantName", tenant_name)
                .with("inviter", inviter),
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

/// Finds whom an asked-for message goes to. The session room does; it stands above this one.
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
