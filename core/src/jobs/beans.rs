//! The beans: what a task of type 1 can run.

use futures::future::BoxFuture;

use crate::kernel::error::{Error, Text};

macro_rules! beans {
    ($($case:ident = $name:literal . $method:literal, $zh:literal, $en:literal;)+) => {
        /// A method that a task can run: one for each line below, with what it does in both languages.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Bean { $(#[doc = $en] $case),+ }

        impl Bean {
            /// Every method.
            pub const ALL: &[Self] = &[$(Self::$case),+];

            /// The names of its bean and of the method.
            #[must_use]
            pub const fn names(self) -> (&'static str, &'static str) {
                match self { $(Self::$case => ($name, $method)),+ }
            }

            /// What it does.
            #[must_use]
            pub const fn about(self) -> Text {
                match self { $(Self::$case => Text::new($zh, $en)),+ }
            }
        }
    };
}

beans! {
    Deliver = "outboxService"."deliver", "发送待发送的短信和邮件", "Sends the SMS and e-mails that wait";
    RetryProvisioning = "provisioningService"."retry",
        "继续未完成的授权下发", "Goes on with authorisations that systems were not told of";
    RotateKeys = "keyService"."rotate", "轮换到期的签名密钥", "Rotates the signing keys that are due";
    CleanUp = "cleanUpService"."sweep",
        "清理过期的会话、验证码、令牌和通知", "Removes expired sessions, codes, tokens and notices";
    RemindOfPasswords = "reminderService"."passwords",
        "提醒密码即将过期的用户", "Reminds people whose passwords expire soon";
    RemindOfLicences = "reminderService"."licences",
        "提醒管理员即将到期的许可", "Tells administrators of licences that end soon";
    RemindOfInvitations = "reminderService"."invitations",
        "提醒尚未接受邀请的人", "Reminds people whose invitations end soon";
    AuditCheckpoint = "auditService"."checkpoint", "导出审计检查点", "Exports a checkpoint of the audit";
}

impl Bean {
    /// The method of two names.
    #[must_use]
    pub fn of(name: &str, method: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|bean| bean.names() == (name, method))
    }
}

/// What came of a method: a sentence for the log.
pub type Done = String;

/// Runs the methods. Implemented by `app`, which knows every module.
pub trait Beans: Send + Sync {
    /// Runs a method.
    ///
    /// # Errors
    /// Whatever stopped it; the run has failed then.
    fn run<'a>(&'a self, bean: Bean, params: &'a str) -> BoxFuture<'a, Result<Done, Error>>;
}
