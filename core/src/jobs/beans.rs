//! The beans: what a task of type 1 can run.

use futures::future::BoxFuture;

use crate::kernel::error::{Error, Text};

/// A method that a task can run.
#[derive(Debug)]
pub struct Bean {
    /// The bean's name.
    pub name: &'static str,
    /// The method's name.
    pub method: &'static str,
    /// What it does.
    pub about: Text,
}

macro_rules! beans {
    ($($name:literal . $method:literal: $zh:literal, $en:literal;)+) => {
        /// Every method.
        pub const BEANS: &[Bean] = &[$(Bean { name: $name, method: $method, about: Text::new($zh, $en) }),+];
    };
}

beans! {
    "outboxService"."deliver": "发送待发送的短信和邮件", "Sends the SMS and e-mails that wait";
    "provisioningService"."retry": "继续未完成的授权下发", "Goes on with authorisations that systems were not told of";
    "keyService"."rotate": "轮换到期的签名密钥", "Rotates the signing keys that are due";
    "cleanUpService"."sweep": "清理过期的会话、验证码、令牌、通知和任务日志", "Removes expired sessions, codes, tokens, notices and job logs";
    "reminderService"."passwords": "提醒密码即将过期的用户", "Reminds people whose passwords expire soon";
    "reminderService"."licences": "提醒管理员即将到期的许可", "Tells administrators of licences that end soon";
    "reminderService"."invitations": "提醒尚未接受邀请的人", "Reminds people whose invitations end soon";
    "auditService"."checkpoint": "导出审计检查点", "Exports a checkpoint of the audit";
}

/// The method of a bean.
#[must_use]
pub fn find(name: &str, method: &str) -> Option<&'static Bean> {
    BEANS.iter().find(|bean| bean.name == name && bean.method == method)
}

/// What came of a method: a sentence for the log.
pub type Done = String;

/// Runs the methods. Implemented by `app`, which knows every module.
pub trait Beans: Send + Sync {
    /// Runs a method of [`BEANS`].
    ///
    /// # Errors
    /// Whatever stopped it; the run has failed then.
    fn run<'a>(&'a self, bean: &'static Bean, params: &'a str) -> BoxFuture<'a, Result<Done, Error>>;
}
