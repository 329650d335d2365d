//! What every access depends on: the account.

use super::model::{Finding, FindingKind};
use super::person::{Person, View};
use crate::audit::events;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Error, Text};
use crate::reports::Reports;
use crate::resources::users::accounts::{Barred, barred};

/// What the account says for and against any access of its person.
pub async fn findings(
    reports: &Reports,
    cx: &mut ReadCtx,
    person: &Person,
    view: &View,
) -> Result<Vec<Finding>, Error> {
    let owner = &person.owner;
    let (text, action) = match barred(owner.status, owner.deleted_at) {
        None => (Text::new("账号正常", "the account is open"), None),
        Some(Barred::Locked) => {
            (Text::new("账号已被管理员锁定", "an administrator locked the account"), Some("user.locked"))
        }
        Some(Barred::Removed) => (Text::new("账号已删除", "the account was removed"), Some("user.deleted")),
    };
    let mut finding = Finding::new(cx, FindingKind::Account, action.is_none(), &text);
    if let Some(action) = action.filter(|_| view.platform)
        && let Some(event) = events::last(cx, "users", &owner.id, action).await?
    {
        (finding.at, finding.by, finding.reason) = (Some(event.at), Some(event.actor_name), event.reason);
    }
    let mut findings = vec![finding];
    if !view.platform {
        return Ok(findings);
    }
    // What hinders a sign-in with a password hinders no session that there is.
    if reports.sessions.owes_a_password(cx, &owner.id).await? {
        let text =
            Text::new("下次使用密码登录前须先修改密码", "the password must be replaced at the next sign-in with it");
        findings.push(Finding::new(cx, FindingKind::Password, false, &text).hint());
    }
    let locks = reports.sessions.locked_until(cx, vec![owner.user_name.clone()]).await?;
    if let Some(until) = locks.get(&owner.user_name) {
        let text = Text::new(
            "登录失败次数过多，部分网络或设备暂不能用密码登录",
            "after too many failed sign-ins, some networks or devices accept no password for a while",
        );
        findings.push(Finding::new(cx, FindingKind::SignInLock, false, &text).at(Some(*until)).hint());
    }
    Ok(findings)
}

/// Whether the account may have any access at all.
pub fn is_open(person: &Person) -> bool {
    barred(person.owner.status, person.owner.deleted_at).is_none()
}
