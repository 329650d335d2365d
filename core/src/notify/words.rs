//! The words of messages: their kind, their purpose, their state, and the reason of a failure.

use serde::Serialize;
use utoipa::ToSchema;

use crate::kernel::error::Text;
use crate::kernel::fold::fold;
use crate::kernel::outbound::OutboundError;
use crate::kernel::{mailaddr, phone};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $case:ident = $word:literal),* $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        $(#[$meta])*
        pub enum $name { $($(#[$doc])* $case),* }
        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$case),*];
            /// The word in the database and in the outbox's files.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$case => $word),* } }
            /// Parses a word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$case),)* _ => None } }
        }
    };
}

words! {
    /// How a message is sent.
    Kind {
        /// To a phone.
        Sms = "sms",
        /// To a mailbox.
        Email = "email",
    }
}

words! {
    /// The purpose of a message.
    Purpose {
        /// A code for signing in.
        SignInCode = "sign-in-code",
        /// A code that allows a new password.
        RecoveryCode = "recovery-code",
        /// A code that proves that a phone belongs to a person.
        PhoneCode = "phone-code",
        /// A link that allows a new password.
        RecoveryLink = "recovery-link",
        /// The person's own login name.
        UserName = "user-name",
        /// The password was replaced by a recovery.
        PasswordRecovered = "password-recovered",
        /// The account is locked for a time after too many failures.
        AccountLocked = "account-locked",
        /// A second factor was added, replaced or removed.
        FactorsChanged = "factors-changed",
        /// An invitation to a tenant.
        Invitation = "invitation",
        /// It has not been accepted, and expires soon.
        InvitationReminder = "invitation-reminder",
        /// An authorisation in a trial system, to be accepted.
        Preauthorisation = "preauthorisation",
        /// It has not been accepted, and expires soon.
        PreauthorisationReminder = "preauthorisation-reminder",
        /// A link that verifies an e-mail address.
        EmailVerification = "email-verification",
        /// An administrator removed all second factors.
        FactorsReset = "factors-reset",
        /// A link that sets a password, after an administrator removed the old one.
        PasswordReset = "password-reset",
        /// An administrator set another password.
        PasswordSet = "password-set",
        /// An administrator changed login name, e-mail or phone.
        ContactChanged = "contact-changed",
        /// The person's password expires soon.
        PasswordExpiring = "password-expiring",
        /// Licences end soon, for administrators.
        LicencesEnding = "licences-ending",
        /// A code with which a person sets their PIN for electronic signatures.
        PinCode = "pin-code",
    }
}

words! {
    /// The state of a message.
    State {
        /// It waits to be sent.
        Waiting = "waiting",
        /// A gateway accepted it.
        Sent = "sent",
        /// It was given up.
        Failed = "failed",
    }
}

words! {
    /// Why a message could not be sent.
    // As the description calls it, which clients are made of.
    #[schema(as = Failure)]
    Trouble {
        /// There is no gateway for its kind.
        Unconfigured = "unconfigured",
        /// The outbound guard refuses the gateway's address.
        Denied = "denied",
        /// The gateway cannot be reached, or did not answer in time.
        Unreachable = "unreachable",
        /// The gateway cannot prove its identity, or does not support TLS.
        Tls = "tls",
        /// The gateway refuses the message; another attempt would not change that.
        Refused = "refused",
        /// The gateway cannot accept it at the moment.
        Later = "later",
        /// The file could not be written.
        File = "file",
        /// The content can no longer be read.
        Content = "content",
    }
}

impl Purpose {
    /// Whether its text has a code or a link in it.
    #[must_use]
    pub const fn has_secret(self) -> bool {
        match self {
            Self::SignInCode
            | Self::RecoveryCode
            | Self::PhoneCode
            | Self::RecoveryLink
            | Self::Invitation
            | Self::InvitationReminder
            | Self::Preauthorisation
            | Self::PreauthorisationReminder
            | Self::EmailVerification
            | Self::PasswordReset
            | Self::PinCode => true,
            Self::UserName
            | Self::PasswordRecovered
            | Self::AccountLocked
            | Self::FactorsChanged
            | Self::FactorsReset
            | Self::PasswordSet
            | Self::PasswordExpiring
            | Self::LicencesEnding
            | Self::ContactChanged => false,
        }
    }
}

impl Purpose {
    /// What it is called.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::SignInCode => Text::new("登录验证码", "Sign-in code"),
            Self::RecoveryCode => Text::new("找回密码验证码", "Recovery code"),
            Self::PhoneCode => Text::new("手机验证码", "Phone code"),
            Self::RecoveryLink => Text::new("找回密码链接", "Recovery link"),
            Self::UserName => Text::new("用户名", "User name"),
            Self::PasswordRecovered => Text::new("密码找回完成", "Password recovered"),
            Self::AccountLocked => Text::new("账号锁定", "Account locked"),
            Self::FactorsChanged => Text::new("两步验证变更", "Second factors changed"),
            Self::Invitation => Text::new("邀请", "Invitation"),
            Self::InvitationReminder => Text::new("邀请提醒", "Invitation reminder"),
            Self::Preauthorisation => Text::new("预授权", "Pre-authorisation"),
            Self::PreauthorisationReminder => Text::new("预授权提醒", "Pre-authorisation reminder"),
            Self::EmailVerification => Text::new("邮箱验证", "E-mail verification"),
            Self::FactorsReset => Text::new("两步验证重置", "Second factors reset"),
            Self::PasswordReset => Text::new("密码重置链接", "Password reset link"),
            Self::PasswordSet => Text::new("密码已设置", "Password set"),
            Self::ContactChanged => Text::new("联系方式变更", "Contact changed"),
            Self::PasswordExpiring => Text::new("密码过期提醒", "Password expiring"),
            Self::LicencesEnding => Text::new("许可到期提醒", "Licences ending"),
            Self::PinCode => Text::new("PIN码验证码", "PIN code"),
        }
    }

    /// How its messages go.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::SignInCode | Self::RecoveryCode | Self::PhoneCode | Self::UserName => &[Kind::Sms],
            Self::PasswordRecovered
            | Self::FactorsChanged
            | Self::FactorsReset
            | Self::PasswordSet
            | Self::ContactChanged
            | Self::PinCode => &[Kind::Email, Kind::Sms],
            Self::RecoveryLink
            | Self::AccountLocked
            | Self::Invitation
            | Self::InvitationReminder
            | Self::Preauthorisation
            | Self::PreauthorisationReminder
            | Self::EmailVerification
            | Self::PasswordReset
            | Self::PasswordExpiring
            | Self::LicencesEnding => &[Kind::Email],
        }
    }

    /// The names of the values in its texts.
    #[must_use]
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::SignInCode | Self::RecoveryCode => &["code", "minutes"],
            Self::PhoneCode => &["code", "minutes", "userName"],
            Self::RecoveryLink => &["link", "minutes", "userName"],
            Self::AccountLocked => &["minutes", "userName"],
            Self::UserName
            | Self::PasswordRecovered
            | Self::FactorsChanged
            | Self::FactorsReset
            | Self::PasswordSet
            | Self::ContactChanged => &["userName"],
            Self::EmailVerification | Self::PasswordReset => &["hours", "link", "userName"],
            Self::PasswordExpiring => &["days", "portal", "userName"],
            Self::LicencesEnding => &["count", "lines"],
            Self::Invitation | Self::InvitationReminder => &["days", "inviter", "link", "tenantName"],
            Self::Preauthorisation | Self::PreauthorisationReminder => {
                &["days", "inviter", "link", "softwareName", "studyNames", "tenantName"]
            }
            Self::PinCode => &["code", "minutes", "tenantName"],
        }
    }
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Sms => Text::new("短信", "SMS"),
            Self::Email => Text::new("邮件", "e-mail"),
        }
    }

    /// An address as it is compared: a phone without its spaces and the country code of the mainland, a mailbox folded.
    #[must_use]
    pub fn key_of(self, address: &str) -> String {
        match self {
            Self::Sms => phone::key(address).unwrap_or_else(|| fold(address)),
            Self::Email => mailaddr::key(address),
        }
    }
}

impl Trouble {
    /// Whether another attempt makes no sense.
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
