//! The texts of messages. `{name}` stands for a value of the notice, `{system}` for the deployment's short name.

use std::borrow::Cow;

use super::html;
use super::notice::Facts;
use super::words::{Kind, Purpose};
use crate::kernel::error::Locale;

/// What a message says.
pub(super) struct Words {
    /// E-mail only.
    pub subject: Option<String>,
    pub text: String,
    /// The same as an HTML document; e-mail only.
    pub html: Option<String>,
}

/// What messages of a purpose say. An SMS has no subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pub subject: Cow<'static, str>,
    pub text: Cow<'static, str>,
}

const fn said(subject: &'static str, text: &'static str) -> Template {
    Template { subject: Cow::Borrowed(subject), text: Cow::Borrowed(text) }
}

const fn chinese(purpose: Purpose) -> Template {
    match purpose {
        Purpose::SignInCode => {
            said("登录验证码", "您的登录验证码为 {code}，{minutes} 分钟内有效。请勿告知他人，工作人员不会向您索取。")
        }
        Purpose::RecoveryCode => said(
            "找回密码验证码",
            "您正在找回密码，验证码为 {code}，{minutes} 分钟内有效。如非本人操作，请忽略并勿告知他人。",
        ),
        Purpose::PhoneCode => said(
            "验证手机号",
            "您正在为账号 {userName} 验证手机号，验证码为 {code}，{minutes} 分钟内有效。如该账号与您无关，请忽略并勿告知他人。",
        ),
        Purpose::RecoveryLink => said(
            "设置新密码",
            "有人为账号 {userName} 申请设置新密码。如为本人操作，请在 {minutes} 分钟内打开以下链接，链接只能使用一次：\n\n{link}\n\n如非本人操作，请忽略，密码不会改变。",
        ),
        Purpose::UserName => said("您的用户名", "您查询的用户名为：{userName}。如非本人操作，请忽略。"),
        Purpose::PasswordRecovered => said(
            "密码已重置",
            "账号 {userName} 的密码已通过找回密码重置，所有设备均已退出登录。如非本人操作，请立即联系管理员。",
        ),
        Purpose::AccountLocked => said(
            "密码登录已暂时锁定",
            "账号 {userName} 在某一网络多次登录失败，该网络的密码登录已锁定 {minutes} 分钟，之后自动解除；您在其他网络或常用设备上仍可登录。如非本人操作，请尽快修改密码并联系管理员。",
        ),
        Purpose::FactorsChanged => said(
            "登录验证方式已变更",
            "账号 {userName} 的两步验证方式或恢复码已变更。如非本人操作，请立即修改密码并联系管理员。",
        ),
        Purpose::Invitation => said(
            "邀请您加入租户",
            "{inviter} 邀请您加入租户“{tenantName}”。请在 {days} 天内打开以下链接完成注册或加入，链接只能使用一次，请勿转发：\n\n{link}\n\n如您不认识邀请人，请忽略本邮件。",
        ),
        Purpose::InvitationReminder => said(
            "提醒：加入租户的邀请即将过期",
            "{inviter} 邀请您加入租户“{tenantName}”。该邀请尚未接受，将于 {days} 天后过期。请打开以下链接完成注册或加入，链接只能使用一次，请勿转发：\n\n{link}\n\n如您不认识邀请人，请忽略本邮件。",
        ),
        Purpose::PasswordExpiring => said(
            "密码即将过期",
            "账号 {userName} 的密码将于 {days} 天后过期，过期后须先修改密码才能登录。请登录账户中心修改密码：\n\n{portal}",
        ),
        Purpose::LicencesEnding => {
            said("许可即将到期", "以下 {count} 个系统许可即将到期：\n\n{lines}\n\n到期后相关系统将无法继续使用。")
        }
        Purpose::Preauthorisation => said(
            "您有一项系统授权待接受",
            "{inviter} 邀请您在租户“{tenantName}”使用系统“{softwareName}”，项目：{studyNames}。请在 {days} 天内打开以下链接接受，请勿转发：\n\n{link}\n\n接受之前不会为您开通任何权限。如您不认识邀请人，请忽略本邮件。",
        ),
        Purpose::PreauthorisationReminder => said(
            "提醒：系统授权即将过期",
            "{inviter} 邀请您在租户“{tenantName}”使用系统“{softwareName}”，项目：{studyNames}。该邀请尚未接受，将于 {days} 天后过期。请打开以下链接接受，请勿转发：\n\n{link}\n\n如您不认识邀请人，请忽略本邮件。",
        ),
        Purpose::EmailVerification => said(
            "验证邮箱",
            "请在 {hours} 小时内打开以下链接，确认该邮箱属于账号 {userName}：\n\n{link}\n\n如该账号与您无关，请忽略本邮件并勿打开链接。",
        ),
        Purpose::FactorsReset => said(
            "两步验证已被重置",
            "管理员已重置账号 {userName} 的两步验证：身份验证器、通行密钥和恢复码均已移除，所有设备均已退出登录。如您没有提出此要求，请立即修改密码并联系管理员。",
        ),
        Purpose::PasswordReset => said(
            "设置新密码",
            "管理员已重置账号 {userName} 的密码，原密码已失效，所有设备均已退出登录。请在 {hours} 小时内打开以下链接设置新密码，链接只能使用一次：\n\n{link}\n\n如您没有提出此要求，请联系管理员。",
        ),
        Purpose::PasswordSet => said(
            "密码已被管理员修改",
            "管理员已为账号 {userName} 设置新密码，所有设备均已退出登录，下次登录时须修改。如您没有提出此要求，请立即联系管理员。",
        ),
        Purpose::ContactChanged => said(
            "账号信息已被管理员修改",
            "管理员已修改账号 {userName} 的用户名、邮箱或电话，所有设备均已退出登录。如您没有提出此要求，请立即联系管理员。",
        ),
        Purpose::PinCode => said(
            "设置PIN码",
            "您在租户“{tenantName}”设置电子签名PIN码的验证码为 {code}，{minutes} 分钟内有效，只能使用一次。请登录后在账号设置中使用，勿告知他人。",
        ),
    }
}

const fn english(purpose: Purpose) -> Template {
    match purpose {
        Purpose::SignInCode => said(
            "Your sign-in code",
            "{code} is your sign-in code. It is good for {minutes} minutes. Do not share it; nobody of ours will ask for it.",
        ),
        Purpose::RecoveryCode => said(
            "Your code for a new password",
            "{code} is your code to set a new password. It is good for {minutes} minutes. If you did not ask for it, ignore this and share it with nobody.",
        ),
        Purpose::PhoneCode => said(
            "Your code to verify your phone",
            "{code} is the code that verifies this phone for the account {userName}. It is good for {minutes} minutes. If the account is not yours, ignore this and share it with nobody.",
        ),
        Purpose::RecoveryLink => said(
            "Set a new password",
            "Somebody asked for a new password for the account {userName}. If it was you, open this link within {minutes} minutes; it works once:\n\n{link}\n\nIf it was not you, ignore this message. The password stays as it is.",
        ),
        Purpose::UserName => said(
            "Your user name",
            "The user name you asked for is {userName}. If you did not ask, ignore this message.",
        ),
        Purpose::PasswordRecovered => said(
            "Your password was reset",
            "The password of the account {userName} was reset, and every device was signed out. If it was not you, tell an administrator at once.",
        ),
        Purpose::AccountLocked => said(
            "Sign-in by password is locked for a while",
            "After too many failed sign-ins from one network, the account {userName} takes no password from there for {minutes} minutes. You can sign in from elsewhere, and on devices where you did before. If it was not you, change your password soon and tell an administrator.",
        ),
        Purpose::FactorsChanged => said(
            "Your ways to sign in were changed",
            "A second step, a passkey or the recovery codes of the account {userName} were changed. If it was not you, change your password at once and tell an administrator.",
        ),
        Purpose::Invitation => said(
            "You are invited",
            "{inviter} invites you to join {tenantName}. Open this link within {days} days to register or to join; it works once and is for you alone:\n\n{link}\n\nIf you do not know who invites you, ignore this message.",
        ),
        Purpose::InvitationReminder => said(
            "Reminder: your invitation ends soon",
            "{inviter} invites you to join {tenantName}. You have not accepted yet, and the invitation ends in {days} days. Open this link to register or to join; it works once and is for you alone:\n\n{link}\n\nIf you do not know who invites you, ignore this message.",
        ),
        Purpose::PasswordExpiring => said(
            "Your password expires soon",
            "The password of the account {userName} expires in {days} days. After that you have to change it before you can sign in. Sign in and change it:\n\n{portal}",
        ),
        Purpose::LicencesEnding => said(
            "Licences end soon",
            "Licences that end soon: {count}.\n\n{lines}\n\nAfter its last day a licence's system cannot be used any more.",
        ),
        Purpose::Preauthorisation => said(
            "You are invited to a trial system",
            "{inviter} invites you to {softwareName} of {tenantName}, for: {studyNames}. Open this link within {days} days to accept; it is for you alone:\n\n{link}\n\nNothing is set up for you before you accept. If you do not know who invites you, ignore this message.",
        ),
        Purpose::PreauthorisationReminder => said(
            "Reminder: your invitation to a trial system ends soon",
            "{inviter} invites you to {softwareName} of {tenantName}, for: {studyNames}. You have not accepted yet, and the invitation ends in {days} days. Open this link to accept; it is for you alone:\n\n{link}\n\nIf you do not know who invites you, ignore this message.",
        ),
        Purpose::EmailVerification => said(
            "Verify your e-mail address",
            "Open this link within {hours} hours to confirm that this mailbox belongs to the account {userName}:\n\n{link}\n\nIf the account is not yours, ignore this message and do not open the link.",
        ),
        Purpose::FactorsReset => said(
            "Your second step was reset",
            "An administrator reset the second step of the account {userName}: its authenticator, passkeys and recovery codes are gone, and every device was signed out. If you did not ask for this, change your password at once and tell an administrator.",
        ),
        Purpose::PasswordReset => said(
            "Set a new password",
            "An administrator reset the password of the account {userName}: the old one works no more, and every device was signed out. Open this link within {hours} hours to set a new one; it works once:\n\n{link}\n\nIf you did not ask for this, tell an administrator.",
        ),
        Purpose::PasswordSet => said(
            "Your password was changed by an administrator",
            "An administrator set a new password for the account {userName}, and every device was signed out. You change it at your next sign-in. If you did not ask for this, tell an administrator at once.",
        ),
        Purpose::ContactChanged => said(
            "Your account was changed by an administrator",
            "An administrator changed the user name, e-mail or phone of the account {userName}, and every device was signed out. If you did not ask for this, tell an administrator at once.",
        ),
        Purpose::PinCode => said(
            "Set your PIN",
            "{code} is your code to set the PIN that you sign with in {tenantName}. It is good for {minutes} minutes and works once. Sign in and use it in your account settings; share it with nobody.",
        ),
    }
}

/// The text that came with the server.
pub(super) const fn standard(purpose: Purpose, locale: Locale) -> Template {
    match locale {
        Locale::Zh => chinese(purpose),
        Locale::En => english(purpose),
    }
}

/// What a message says. An SMS begins with the name of the system, as mobile networks require.
pub(super) fn words(kind: Kind, locale: Locale, system: &str, template: &Template, facts: &Facts) -> Words {
    let text = facts.fill(&template.text);
    if kind == Kind::Sms {
        let text = match locale {
            Locale::Zh => format!("【{system}】{text}"),
            Locale::En => format!("[{system}] {text}"),
        };
        return Words { subject: None, text, html: None };
    }
    // A value may have lines; a header has one.
    let about = facts.fill(&template.subject).replace(char::is_control, " ");
    let subject = match locale {
        Locale::Zh => format!("【{system}】{about}"),
        Locale::En => format!("{system}: {about}"),
    };
    let html = html::document(locale, system, &about, &template.text, facts);
    Words { subject: Some(subject), text: format!("{text}\n\n{system}\n"), html: Some(html) }
}
