//! The rules for making and changing accounts.

use super::administrators::keep_an_administrator;
use super::model::{ImportantInput, NewPassword, Org, Status, User, UserInput};
use super::ports::SignInLocks;
use super::{store, taken_store};
use crate::kernel::ctx::{Audited as _, Ctx, Event, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::id::Id;
use crate::kernel::phone;
use crate::kernel::resource::input::note;
use crate::kernel::yes::Yes;
use crate::resources::areas;
use crate::resources::roles::{self, RoleType};

/// Makes an account and audits it. Also for callers without a form (a command, the demonstration, an invitation): build
/// the [`UserInput`] and hash the password before opening a transaction.
pub async fn create(cx: &mut Ctx, input: &UserInput, password: Option<NewPassword>) -> Result<User, Error> {
    create_for(cx, input, password, None).await
}

/// As [`create`], for a person with this id in the user centre; the caller has verified the id there.
pub async fn create_for(
    cx: &mut Ctx,
    input: &UserInput,
    password: Option<NewPassword>,
    uc_id: Option<Id>,
) -> Result<User, Error> {
    let mut p = Problems::default();
    let mut user = input.over(&mut p, User::blank(cx.new_id(), cx.now()));
    if let Some(uc_id) = uc_id {
        user.uc_id = uc_id.to_string();
    }
    areas::check(cx, &mut p, &user.place).await?;
    p.into_result()?;
    if let Some(role) = user.role_id.clone() {
        let role = roles::give(cx, &role, RoleType::System, None, "roleId").await?;
        user.role_name = Some(role.called(cx.locale()).to_owned());
    }
    unique(cx, &user).await?;
    user.phone_shared = phone_of(cx, &user).await?;
    store::describe(cx, std::slice::from_mut(&mut user)).await?;
    store::insert(cx, &user, password).await?;
    cx.audit("user.created", &user)?;
    Ok(user)
}

async fn unique(cx: &mut ReadCtx, user: &User) -> Result<(), Error> {
    let mut p = Problems::default();
    // A person who registers by an invitation must not learn of former accounts.
    let tells = cx.person().is_ok();
    if let Some(taken) = taken_store::has_user_name(cx, &user.user_name, &user.id).await? {
        p.add("userName", if taken.removed && tells { NAME_OF_REMOVED } else { NAME_TAKEN });
    }
    if let Some(taken) = taken_store::has_email(cx, &user.email, &user.id).await? {
        p.add("email", if taken.removed && tells { EMAIL_OF_REMOVED } else { EMAIL_TAKEN });
    }
    let centre = taken_store::has_uc_id(cx, &user.uc_id, &user.id).await?;
    p.check(!centre, "ucId", "该用户中心账号已被使用", "this account of the user centre is in use");
    p.into_result()
}

/// The error of a login name in use.
pub const NAME_TAKEN: Text = Text::new("用户名已存在", "this user name is in use");
/// The error of a removed user's login name.
pub const NAME_OF_REMOVED: Text = Text::new(
    "该用户名属于已删除的用户，可在“已删除”中恢复该用户",
    "this user name belongs to a removed user, who can be restored from the list of removed users",
);
/// The error of an e-mail in use.
pub const EMAIL_TAKEN: Text = Text::new("邮箱已存在", "this e-mail is in use");
/// The error of a removed user's e-mail.
pub const EMAIL_OF_REMOVED: Text = Text::new(
    "该邮箱属于已删除的用户，可在“已删除”中恢复该用户",
    "this e-mail belongs to a removed user, who can be restored from the list of removed users",
);
/// The error of a phone that another account has verified.
pub const PHONE_OF_ANOTHER: Text =
    Text::new("该电话已由其他账号验证", "another account has verified this phone as its own");

/// Whether another account has the phone. An administrator may not enter one that another account has verified. A
/// person who registers by an invitation may: it has no effect for them until they verify it, none on the other
/// account, and they learn nothing of it.
async fn phone_of(cx: &mut ReadCtx, user: &User) -> Result<bool, Error> {
    let key = phone::key(&user.phone).unwrap_or_default();
    let others = taken_store::phone_of_others(cx, &key, &user.id).await?;
    if others.verified && cx.person().is_ok() {
        return Err(Error::field("phone", PHONE_OF_ANOTHER));
    }
    Ok(others.shared)
}

fn refused(field: &str, zh: &'static str, en: &'static str) -> Error {
    let text = Text::new(zh, en);
    Error { fields: vec![(field.to_owned(), text.clone())], ..Error::new(Code::Forbidden).message(text) }
}

fn stronger() -> Error {
    let text = Text::new("不能修改权限高于自身的用户", "nobody changes an account stronger than their own");
    Error::new(Code::Forbidden).message(text)
}

/// The account, if the caller may change it: nobody may change an account with a role that has more permissions than
/// their own. Administrators of tenants have no platform role, so they cannot reach an account with permissions on the
/// platform.
pub async fn changeable(cx: &mut ReadCtx, id: &Id) -> Result<User, Error> {
    let user = store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    not_stronger(cx, &user).await?;
    Ok(user)
}

async fn not_stronger(cx: &mut ReadCtx, user: &User) -> Result<(), Error> {
    match &user.role_id {
        Some(role) if roles::stronger_than_own(cx, role, None).await? => Err(stronger()),
        _ => Ok(()),
    }
}

/// The account, unless it has permissions that the caller lacks: on the platform, or in any tenant. For changes with
/// which the caller could take it over (its password, its address, its second factors) or lock its user out (locking,
/// removing).
pub async fn takeable(cx: &mut ReadCtx, id: &Id) -> Result<User, Error> {
    let user = changeable(cx, id).await?;
    not_stronger_anywhere(cx, &user).await?;
    Ok(user)
}

async fn not_stronger_anywhere(cx: &mut ReadCtx, user: &User) -> Result<(), Error> {
    not_stronger(cx, user).await?;
    for (tenant, role) in store::tenant_roles(cx, &user.id).await? {
        if roles::stronger_than_own(cx, &role, Some(&tenant)).await? {
            return Err(stronger());
        }
    }
    Ok(())
}

/// Refuses if one of the people has permissions on the platform that the caller lacks.
pub async fn none_stronger(cx: &mut ReadCtx, people: &[Id]) -> Result<(), Error> {
    for role in store::roles_of(cx, people).await? {
        if roles::stronger_than_own(cx, &role, None).await? {
            return Err(stronger());
        }
    }
    Ok(())
}

/// Refuses unless this server maintains the account (tenant administration, section 6).
pub fn kept_here(user: &User) -> Result<(), Error> {
    if user.org == Org::Local { Ok(()) } else { Err(Error::new(Code::Forbidden).message(ELSEWHERE)) }
}

const ELSEWHERE: Text =
    Text::new("该账号由外部系统维护，不能修改", "this account is kept elsewhere and cannot be changed here");

fn is_self(cx: &ReadCtx, user: &User) -> bool {
    matches!(&cx.who, Who::Person(person) if person.id == user.id)
}

/// The result of a change, with its effects on other modules.
#[derive(Debug)]
pub struct Changed {
    /// The account after the change.
    pub after: User,
    /// Whether their role was replaced or removed.
    pub other_role: bool,
    /// The reason for ending their sessions, if they must end.
    pub ends_sessions: Option<&'static str>,
}

/// Changes the basic information of an account (updateUserInfo) and audits it. The caller ends the sessions, in the
/// same transaction. Fields with operations of their own may be sent, but only unchanged.
pub async fn update(cx: &mut Ctx, id: &Id, input: &UserInput) -> Result<Changed, Error> {
    let version = given_version(input.version)?;
    let before = changeable(cx, id).await?;
    if before.version != version {
        return Err(Error::new(Code::Conflict));
    }
    let mut p = Problems::default();
    let mut after = User { updated_at: cx.now(), ..input.basic(&mut p, before.clone()) };
    elsewhere(&mut p, &before, input);
    areas::check(cx, &mut p, &after.place).await?;
    p.into_result()?;
    store::describe(cx, std::slice::from_mut(&mut after)).await?;
    let other_role = before.role_id != after.role_id;
    if other_role {
        if is_self(cx, &before) {
            return Err(refused("roleId", "不能修改自己的角色", "nobody changes their own role"));
        }
        after.role_name = match after.role_id.clone() {
            Some(role) => {
                let role = roles::give(cx, &role, RoleType::System, None, "roleId").await?;
                Some(role.called(cx.locale()).to_owned())
            }
            None => None,
        };
        keep_an_administrator(cx, &before, &after).await?;
    }
    store::update(cx, &before, &mut after).await?;
    cx.audit_change("user.updated", &before, &after)?;
    let lost_role = other_role && before.role_id.is_some();
    Ok(Changed { after, other_role, ends_sessions: lost_role.then_some("role_changed") })
}

pub fn elsewhere(p: &mut Problems, before: &User, input: &UserInput) {
    for (field, given, kept) in [
        ("userName", &input.user_name, &before.user_name),
        ("email", &input.email, &before.email),
        ("phone", &input.phone, &before.phone),
    ] {
        let same = given.as_ref().is_none_or(|given| given.trim() == kept);
        p.check(same, field, "请通过“修改重要信息”修改", "this is changed with the important information");
    }
    let same = input.status.is_none_or(|status| status == before.status);
    p.check(same, "status", "请通过锁定或解锁修改", "an account is locked and unlocked with a reason");
}

/// Changes the important information of an account (updateUserByAdmin) and audits it; returns the account before and
/// after. A new address or phone is not verified.
///
/// Errors: [`Code::Forbidden`] for accounts that another system maintains, and for those with permissions that the
/// caller lacks: setting an account's address is enough to receive its password reset.
pub async fn update_important(cx: &mut Ctx, id: &Id, input: &ImportantInput) -> Result<(User, User), Error> {
    let version = given_version(input.version)?;
    let before = takeable(cx, id).await?;
    kept_here(&before)?;
    if before.version != version {
        return Err(Error::new(Code::Conflict));
    }
    let mut p = Problems::default();
    let mut after = User { updated_at: cx.now(), ..input.over(&mut p, before.clone()) };
    p.into_result()?;
    if before.email != after.email {
        after.email_valid = Yes(false);
    }
    unique(cx, &after).await?;
    if before.phone != after.phone {
        after.phone_valid = Yes(false);
        if phone::key(&before.phone) != phone::key(&after.phone) {
            after.phone_shared = phone_of(cx, &after).await?;
        }
    }
    store::update(cx, &before, &mut after).await?;
    cx.audit_change("user.important_updated", &before, &after)?;
    Ok((before, after))
}

/// Locks or unlocks an account; the reason goes into the audit.
pub async fn set_status(cx: &mut Ctx, id: &Id, status: Status, reason: &str) -> Result<User, Error> {
    let reason = reason_of(reason)?;
    let before = takeable(cx, id).await?;
    if is_self(cx, &before) {
        return Err(refused("status", "不能修改自己的状态", "nobody changes their own status"));
    }
    if before.status == status {
        let text = match status {
            Status::Locked => Text::new("该账号已锁定", "this account is locked"),
            Status::Normal => Text::new("该账号未锁定", "this account is not locked"),
        };
        return Err(Error::new(Code::Conflict).message(text));
    }
    let mut after = User { status, updated_at: cx.now(), ..before.clone() };
    if status == Status::Locked {
        keep_an_administrator(cx, &before, &after).await?;
    }
    store::update(cx, &before, &mut after).await?;
    let action = if status == Status::Locked { "user.locked" } else { "user.unlocked" };
    cx.audit_event(for_a_reason(action, &before, &after, reason)?);
    Ok(after)
}

fn for_a_reason(action: &'static str, before: &User, after: &User, reason: String) -> Result<Event, Error> {
    Ok(Event {
        action,
        resource: User::RESOURCE,
        record: after.id.to_string(),
        before: Some(serde_json::to_value(before)?),
        after: Some(serde_json::to_value(after)?),
        reason: Some(reason),
        ..Event::default()
    })
}

/// Unlocks an account: both the lock of an administrator and the lock after too many failures.
///
/// Errors: [`Code::Conflict`] where there is neither.
pub async fn unlock(cx: &mut Ctx, locks: &dyn SignInLocks, id: &Id, reason: &str) -> Result<User, Error> {
    let why = reason_of(reason)?;
    let user = takeable(cx, id).await?;
    let lifted = locks.lift(cx, &user.user_name).await?;
    if user.status == Status::Locked || !lifted {
        return set_status(cx, id, Status::Normal, reason).await;
    }
    cx.audit_event(for_a_reason("user.lock_lifted", &user, &user, why)?);
    Ok(user)
}

/// Restores a removed account; the reason goes into the audit: under the same id, in the same tenants, with the same
/// role. It has no password, and its address and phone must be verified again.
///
/// Errors: [`Code::NotFound`] where no removed account has the id; [`Code::Forbidden`] as for a takeover.
pub async fn restore(cx: &mut Ctx, id: &Id, reason: &str) -> Result<User, Error> {
    let reason = reason_of(reason)?;
    let before = store::removed(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    not_stronger_anywhere(cx, &before).await?;
    store::restore(cx, &before).await?;
    let after = store::get(cx, id).await?.ok_or_else(|| Error::new(Code::Internal))?;
    cx.audit_event(for_a_reason("user.restored", &before, &after, reason)?);
    Ok(after)
}

/// The most characters of a reason.
const REASON: usize = 200;

/// Checks a reason for the audit.
pub fn reason_of(text: &str) -> Result<String, Error> {
    let reason = text.trim();
    if reason.is_empty() || reason.chars().count() > REASON || reason.chars().any(char::is_control) {
        let text = Text::new("请填写原因，不超过200个字符", "give a reason of at most 200 characters");
        return Err(Error::field("reason", text));
    }
    Ok(reason.to_owned())
}

/// Replaces an account's remark by the text that its owner wrote when they joined a tenant, and audits it. Does nothing
/// for an empty text, and for accounts that another system maintains.
///
/// Errors: [`Code::NotFound`]; [`Code::Invalid`] where the text is too long.
pub async fn remark_of_owner(cx: &mut Ctx, id: &Id, text: &str) -> Result<(), Error> {
    let before = store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let mut problems = Problems::default();
    let remark = note(&mut problems, "remark", text);
    problems.into_result()?;
    if remark.is_empty() || remark == before.remark || before.org != Org::Local {
        return Ok(());
    }
    let mut after = User { remark, updated_at: cx.now(), ..before.clone() };
    store::update(cx, &before, &mut after).await?;
    cx.audit_change("user.updated", &before, &after)
}

/// Sets the system that maintains an account: this server, the platform's cloud or a directory. An account that another
/// system maintains cannot be changed here (tenant administration, section 6).
///
/// Errors: [`Code::NotFound`].
pub async fn keep_by(cx: &mut Ctx, user_name: &str, org: Org) -> Result<User, Error> {
    let before = store::by_user_name(cx, user_name).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let mut after = User { org, updated_at: cx.now(), ..before.clone() };
    store::update(cx, &before, &mut after).await?;
    cx.audit_change("user.kept_by_changed", &before, &after)?;
    Ok(after)
}

/// Marks an account's e-mail and phone as verified in the operator's name, with the effect of the owner's own
/// verification, and audits it: only for a command on the server, never for a request over the network.
///
/// Errors: a field error for a phone that another account has verified; [`Code::NotFound`].
pub async fn vouch_for_contacts(cx: &mut Ctx, id: &Id) -> Result<User, Error> {
    store::vouch_for_contacts(cx, id).await?;
    let user = store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.audit("user.contacts_vouched", &user)?;
    Ok(user)
}

/// Removes an account, leaves a tombstone, and audits it.
pub async fn delete(cx: &mut Ctx, id: &Id) -> Result<User, Error> {
    let user = takeable(cx, id).await?;
    if is_self(cx, &user) {
        return Err(Error::new(Code::Forbidden).message(Text::new("不能删除自己", "nobody removes their own account")));
    }
    keep_an_administrator(cx, &user, &User { role_id: None, ..user.clone() }).await?;
    store::delete(cx, &user).await?;
    cx.audit_deletion("user.deleted", &user)?;
    Ok(user)
}
