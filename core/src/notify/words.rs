//! The words of messages: how one travels, what it is about, how far it has come, and what kept it.

use crate::kernel::outbound::OutboundError;

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
        /// A code that shows that a phone is somebody's own.
        PhoneCode = "phone-code",
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
        /// An administrator changed login name, e-mail or phone.
        ContactChanged = "contact-changed",
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
