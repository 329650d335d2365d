//! The rules of making and changing accounts.

use super::model::{NewPassword, Org, Status, User, UserInput};
use super::store;
use crate::kernel::ctx::{Ctx, Who};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::rooms::Yes;
use crate::rooms::roles::{self, RoleType};

/// Makes an account and notes it in the audit. For callers without a form (a command, the demonstration, an
/// invitation) too: build the [`UserInput`] and hash the password before there is an open transaction.
pub async fn create(cx: &mut Ctx, input: &UserInput, password: Option<NewPassword>) -> Result<User, Error> {
    let mut p = Problems::default();
    let mut user = input.over(&mut p, User::blank(cx.new_id(), cx.now()));
    p.into_result()?;
    if let Some(role) = user.role_id.clone() {
        user.role_name = Some(roles::may_give(cx, &role, RoleType::System, None, "roleId").await?.name);
    }
    unique(cx, &user).await?;
    store::insert(cx, &user, password).await?;
    cx.audit("user.created", &user)?;
    Ok(user)
}

async fn unique(cx: &mut Ctx, user: &User) -> Result<(), Error> {
    let mut p = Problems::default();
    let name = store::has_user_name(cx, &user.user_name, &user.id).await?;
    p.check(!name, "userName", "用户名已存在", "this user name is in use");
    let email = store::has_email(cx, &user.email, &user.id).await?;
    p.check(!email, "email", "邮箱已存在", "this e-mail is in use");
    p.into_result()
}

fn refused(field: &str, zh: &'static str, en: &'static str) -> Error {
    let text = Text::new(zh, en);
    Error { fields: vec![(field.to_owned(), text.clone())], ..Error::new(Code::Forbidden).message(text) }
}

/// The account, if the caller may change it: nobody changes an account with a role stronger than their own.
pub async fn changeable(cx: &mut Ctx, id: &Id) -> Result<User, Error> {
    let user = store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    if let Some(role) = &user.role_id
        && roles::stronger_than_own(cx, role, None).await?
    {
        let text = Text::new("不能修改权限高于自身的用户", "nobody changes an account stronger than their own");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    Ok(user)
}

fn is_self(cx: &Ctx, user: &User) -> bool {
    matches!(&cx.who, Who::Person(person) if person.id == user.id)
}

/// What a change means for others.
#[derive(Debug)]
pub struct Changed {
    /// After.
    pub after: User,
    /// The reason for which their sessions end, if they do.
    pub ends_sessions: Option<&'static str>,
}

/// Changes an account and notes it in the audit. Ending sessions is the caller's, in the same transaction.
pub async fn update(cx: &mut Ctx, id: &Id, input: &UserInput) -> Result<Changed, Error> {
    let version = input.version()?;
    let before = changeable(cx, id).await?;
    if before.version != version {
        return Err(Error::new(Code::Conflict));
    }
    let mut p = Problems::default();
    let mut after = User { updated_at: cx.now(), ..input.over(&mut p, before.clone()) };
    p.into_result()?;
    important(&before, &after)?;
    if is_self(cx, &before) && before.status != after.status {
        return Err(refused("status", "不能修改自己的状态", "nobody changes their own status"));
    }
    let role_changed = before.role_id != after.role_id;
    if role_changed {
        if is_self(cx, &before) {
            return Err(refused("roleId", "不能修改自己的角色", "nobody changes their own role"));
        }
        after.role_name = match after.role_id.clone() {
            Some(role) => Some(roles::may_give(cx, &role, RoleType::System, None, "roleId").await?.name),
            None => None,
        };
    }
    let locked = before.status == Status::Normal && after.status == Status::Locked;
    if locked || role_changed {
        keep_an_administrator(cx, &before, &after).await?;
    }
    if before.email != after.email {
        after.email_valid = Yes(false);
    }
    unique(cx, &after).await?;
    let same_phone = before.phone == after.phone;
    store::update(cx, &mut after, same_phone).await?;
    cx.audit_change("user.updated", &before, &after)?;
    let lost_role = role_changed && before.role_id.is_some();
    let ends_sessions = if locked { Some("locked") } else { lost_role.then_some("role_changed") };
    Ok(Changed { after, ends_sessions })
}

/// Login name, e-mail and phone of accounts that somebody else keeps are changed there
/// (tenant administration, section 6).
fn important(before: &User, after: &User) -> Result<(), Error> {
    if before.org == Org::Local {
        return Ok(());
    }
    let changes = [
        ("userName", before.user_name != after.user_name),
        ("email", before.email != after.email),
        ("phone", before.phone != after.phone),
    ];
    match changes.iter().find(|(_, changed)| *changed) {
        Some((field, _)) => Err(refused(
            field,
            "该账号由外部系统维护，不能修改",
            "this account is kept elsewhere and cannot be changed here",
        )),
        None => Ok(()),
    }
}

/// The platform always has an administrator who can sign in.
async fn keep_an_administrator(cx: &mut Ctx, before: &User, after: &User) -> Result<(), Error> {
    let Some(role) = &before.role_id else { return Ok(()) };
    let administers = |role: Option<roles::Role>| role.is_some_and(|r| r.super_admin.0);
    if !administers(roles::get(cx, role).await?) {
        return Ok(());
    }
    let stays = match &after.role_id {
        Some(role) => administers(roles::get(cx, role).await?) && after.status == Status::Normal,
        None => false,
    };
    if stays {
        return Ok(());
    }
    store::hold_administrators(cx).await?;
    if store::has_platform_administrator(cx, Some(&before.id)).await? {
        return Ok(());
    }
    let text =
        Text::new("不能移除最后一个平台管理员", "the last platform administrator cannot be locked, demoted or removed");
    Err(Error::new(Code::Forbidden).message(text))
}

/// Removes an account, leaving a tombstone, and notes it in the audit.
pub async fn delete(cx: &mut Ctx, id: &Id) -> Result<User, Error> {
    let user = changeable(cx, id).await?;
    if is_self(cx, &user) {
        return Err(Error::new(Code::Forbidden).message(Text::new("不能删除自己", "nobody removes their own account")));
    }
    keep_an_administrator(cx, &user, &User { role_id: None, ..user.clone() }).await?;
    store::delete(cx, &user).await?;
    cx.audit_deletion("user.deleted", &user)?;
    Ok(user)
}
