//! The rules of inviting.

use super::model::{Invitation, NewInvitation, State};
use crate::authentication::Sessions;
use crate::authentication::messages::count_mail;
use crate::invitations::store as sql;
use crate::kernel::ctx::{Act, Ctx, Permission, Person, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Locale, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::{mailaddr, pages};
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::dictionaries::{self, Category};
use crate::resources::roles::{self, RoleType};
use crate::resources::users::contacts::{self, AddressOwner};
use crate::resources::{members, permissions, tenants, users};

/// The purpose of key hashes.
const KEY: &str = "invitation-key";
/// Seconds of a day.
const DAY: i64 = 24 * 3600;

/// Makes an invitation, which replaces the open one of the address, if there is one, and queues its mail; returns the
/// invitation and the message's id.
pub(crate) async fn invite(sessions: &Sessions, cx: &mut Ctx, new: NewInvitation) -> Result<(Invitation, Id), Error> {
    let email = new.email.trim().to_owned();
    let full_name = new.full_name.as_deref().unwrap_or_default().trim().to_owned();
    let language = new.language.clone().filter(|l| !l.is_empty()).unwrap_or_else(|| cx.locale().tag().to_owned());
    let (role, type_id) = check(cx, &new, &email, &full_name, &language).await?;
    let tenant = tenants::get(cx, &new.tenant_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    may_invite(cx, &tenant.id, &role).await?;
    cx.kernel().clone().closures().refuse(cx.db().await?, &tenant.id).await?;
    let role = roles::give(cx, &role, RoleType::Tenant, Some(&tenant.id), "role").await?;
    let email_key = mailaddr::key(&email);
    if let Some(owner) = contacts::owner_of_email(cx.db().await?, &email_key).await? {
        joinable(cx, &tenant.id, &owner).await?;
    }
    let now = cx.now();
    let inviter = cx.person().ok().map(|person| (person.id.clone(), person.full_name.clone()));
    let (invited_by, inviter_name) = inviter.unzip();
    let invitation = Invitation {
        id: cx.new_id(),
        version: 1,
        tenant_id: tenant.id,
        tenant_name: tenant.tenant_name,
        email,
        full_name,
        role_name: role.called(cx.locale()).to_owned(),
        role: role.id,
        type_id,
        position_id: new.position_id,
        language,
        state: State::Open,
        invited_by,
        inviter_name,
        accepted_by: None,
        expires_at: now.plus_seconds(sessions.invitations().life_days * DAY),
        sent_at: now,
        created_at: now,
        updated_at: now,
    };
    let key = fresh(cx);
    let hash = hash(cx, key.expose());
    take_place(cx, &invitation, Some(hash)).await?;
    let message = mail(sessions, cx, &invitation, &key).await?;
    cx.audit("invitation.created", &invitation)?;
    Ok((invitation, message))
}

/// Stores an invitation in the place of the address's open one, whose further keys go on to it.
pub(super) async fn take_place(cx: &mut Ctx, it: &Invitation, key_hash: Option<String>) -> Result<(), Error> {
    let now = cx.now();
    let old = sql::replace(cx.db().await?, &it.tenant_id, &mailaddr::key(&it.email), now).await?;
    sql::insert(cx.db().await?, it, key_hash).await?;
    if let Some(old) = old {
        sql::hand_on_keys(cx.db().await?, &old, &it.id).await?;
        if let Some(old) = sql::get(cx.db().await?, &old).await? {
            cx.audit("invitation.replaced", &old)?;
        }
    }
    Ok(())
}

/// Checks the form; returns the role and the type, which are required.
async fn check(
    cx: &mut ReadCtx,
    new: &NewInvitation,
    email: &str,
    full_name: &str,
    language: &str,
) -> Result<(Id, Id), Error> {
    let mut p = Problems::default();
    p.check(!email.is_empty(), "email", "请输入邮箱", "please enter the e-mail");
    let right = email.is_empty() || mailaddr::is_valid(email);
    p.check(right, "email", "邮箱格式错误，请重新输入", "email format error, please re-enter");
    let plain = full_name.chars().count() <= 200 && !full_name.chars().any(char::is_control);
    p.check(plain, "fullName", "姓名不正确", "the name is not valid");
    p.check(["zh", "en"].contains(&language), "language", "不支持的语言", "this language is not available");
    p.check(new.role.is_some(), "role", "请选择角色", "please select role");
    let types = known(cx, Category::UserTypes, new.type_id.as_ref(), &new.tenant_id).await?;
    p.check(types, "typeId", "请选择类型", "please select type");
    let position =
        new.position_id.is_none() || known(cx, Category::Positions, new.position_id.as_ref(), &new.tenant_id).await?;
    p.check(position, "positionId", "请选择职位", "please select position");
    p.into_result()?;
    new.role.clone().zip(new.type_id.clone()).ok_or_else(|| Error::new(Code::Invalid))
}

pub(super) async fn known(cx: &mut ReadCtx, category: Category, item: Option<&Id>, tenant: &Id) -> Result<bool, Error> {
    match item {
        Some(item) => dictionaries::exists(cx, category, item, Some(tenant)).await,
        None => Ok(false),
    }
}

/// Refuses a caller who may not invite into the tenant with this role.
pub(super) async fn may_invite(cx: &mut ReadCtx, tenant: &Id, role: &Id) -> Result<(), Error> {
    cx.require_in(Permission::TenantUsers, Act::Edit, tenant)?;
    roles::may_give(cx, role, RoleType::Tenant, Some(tenant), "role").await.map(|_| ())
}

/// Refuses to invite the caller, or a member. It reveals nothing about anybody else: whether an address has an account
/// does not concern a tenant.
pub(super) async fn joinable(cx: &mut ReadCtx, tenant: &Id, owner: &AddressOwner) -> Result<(), Error> {
    if matches!(&cx.who, Who::Person(person) if person.id == owner.id) {
        let text = Text::new("不能为自己授予角色", "nobody grants themselves a role");
        return Err(Error {
            fields: vec![("email".to_owned(), text.clone())],
            ..Error::new(Code::Forbidden).message(text)
        });
    }
    if members::by_users(cx, tenant, std::slice::from_ref(&owner.id)).await?.is_empty() {
        return Ok(());
    }
    Err(Error::field("email", Text::new("该用户已在租户中", "this person is in the tenant already")))
}

/// Whether the sender could still send the invitation: their account is active, they may give its role in its tenant,
/// and the owner of the address has no more permissions on the platform than they have. No tenant reaches an account of
/// the platform.
pub(crate) async fn stands_behind(
    cx: &mut ReadCtx,
    it: &Invitation,
    owner: Option<&AddressOwner>,
) -> Result<bool, Error> {
    let Some(id) = &it.invited_by else { return Ok(true) };
    let Some(person) = sender(cx, id).await? else { return Ok(false) };
    let who = std::mem::replace(&mut cx.who, Who::Person(Box::new(person)));
    let mut verdict = may_invite(cx, &it.tenant_id, &it.role).await;
    if let (Ok(()), Some(owner)) = (&verdict, owner) {
        verdict = users::none_stronger(cx, std::slice::from_ref(&owner.id)).await;
    }
    cx.who = who;
    match verdict {
        Ok(()) => Ok(true),
        Err(e) if matches!(e.code, Code::Forbidden | Code::NotFound | Code::Invalid) => Ok(false),
        Err(e) => Err(e),
    }
}

/// The person who sent something that is accepted later, with what they may do now; `None` where their account is not
/// active.
pub async fn sender(cx: &mut ReadCtx, id: &Id) -> Result<Option<Person>, Error> {
    let now = cx.now();
    let tx = cx.db().await?;
    let Some(sender) = contacts::owner_by_id(tx, id).await?.filter(|a| a.status == 0 && a.deleted_at.is_none()) else {
        return Ok(None);
    };
    let (system, tenants) = permissions::allowed(tx, id, sender.role_id.as_ref()).await?;
    Ok(Some(Person {
        session_id: sender.id.clone(),
        id: sender.id,
        user_name: sender.user_name,
        full_name: sender.full_name,
        tenant_id: None,
        auth_time: now,
        // They do not ask themselves: nothing is issued for how they signed in.
        acr: String::new(),
        amr: Vec::new(),
        system,
        tenants,
    }))
}

fn fresh(cx: &ReadCtx) -> Secret {
    Secret::new(cx.kernel().token())
}

/// The hash of a key that the database stores.
pub fn hash(cx: &ReadCtx, key: &str) -> String {
    cx.kernel().hash(KEY, key)
}

async fn mail(sessions: &Sessions, cx: &mut Ctx, it: &Invitation, key: &Secret) -> Result<Id, Error> {
    let email_key = mailaddr::key(&it.email);
    count_mail(sessions, cx, &format!("invitation:{}:{email_key}", it.tenant_id), &email_key, Some(&it.tenant_id))
        .await?;
    post(sessions, cx, it, key, false).await
}

/// Queues the reminder of an open invitation, with a further key of its own.
pub(super) async fn remind(sessions: &Sessions, cx: &mut Ctx, it: &Invitation) -> Result<Id, Error> {
    let key = fresh(cx);
    let hash = hash(cx, key.expose());
    sql::add_key(cx.db().await?, &it.id, hash).await?;
    post(sessions, cx, it, &key, true).await
}

async fn post(
    sessions: &Sessions,
    cx: &mut Ctx,
    it: &Invitation,
    key: &Secret,
    is_reminder: bool,
) -> Result<Id, Error> {
    let days = cx.now().days_until(it.expires_at);
    let locale = Locale::of(&it.language);
    let inviter = it.inviter_name.clone().unwrap_or_else(|| match locale {
        Locale::Zh => "管理员".to_owned(),
        Locale::En => "An administrator".to_owned(),
    });
    let message = Message {
        kind: Kind::Email,
        address: it.email.clone(),
        notice: Notice::Invitation {
            link: Secret::new(pages::with_key(sessions.public_url(), pages::REGISTER, key.expose())),
            days,
            tenant_name: it.tenant_name.clone(),
            inviter,
            is_reminder,
        },
        locale,
        user: None,
        tenant: Some(it.tenant_id.clone()),
        software: None,
        life: days * DAY,
    };
    notify::send(cx, message).await
}

fn settled() -> Error {
    let text = Text::new("该邀请已失效", "This invitation is not open any more");
    Error::new(Code::Conflict).message(text)
}

/// Sends an open invitation again, with another key. The caller becomes responsible for it.
pub(crate) async fn resend(sessions: &Sessions, cx: &mut Ctx, before: &Invitation) -> Result<(Invitation, Id), Error> {
    if before.state != State::Open {
        return Err(settled());
    }
    may_invite(cx, &before.tenant_id, &before.role).await?;
    if let Some(owner) = contacts::owner_of_email(cx.db().await?, &mailaddr::key(&before.email)).await? {
        joinable(cx, &before.tenant_id, &owner).await?;
    }
    let now = cx.now();
    let inviter = cx.person().ok().map(|person| (person.id.clone(), person.full_name.clone()));
    let (invited_by, inviter_name) = inviter.unzip();
    let expires_at = now.plus_seconds(sessions.invitations().life_days * DAY);
    let mut after =
        Invitation { invited_by, inviter_name, expires_at, sent_at: now, updated_at: now, ..before.clone() };
    let key = fresh(cx);
    let hash = hash(cx, key.expose());
    if !sql::renew(cx.db().await?, &after, hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    after.version += 1;
    let message = mail(sessions, cx, &after, &key).await?;
    cx.audit_change("invitation.sent_again", before, &after)?;
    Ok((after, message))
}

/// Withdraws an open invitation.
pub(crate) async fn withdraw(cx: &mut Ctx, before: &Invitation) -> Result<Invitation, Error> {
    let now = cx.now();
    if !sql::withdraw(cx.db().await?, &before.id, now).await? {
        return Err(settled());
    }
    let version = before.version + 1;
    let after = Invitation { state: State::Withdrawn, version, updated_at: now, ..before.clone() };
    cx.audit_change("invitation.withdrawn", before, &after)?;
    Ok(after)
}
