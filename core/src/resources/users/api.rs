//! HTTP of the users.

use axum::extract::State;
use serde::Serialize;

use super::model::{NewPassword, Status, User, UserInput};
use super::service::{self, Changed};
use super::state::Users;
use super::store::{self, Filter};
use super::{acts, adopting, centre, export, import};
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::resource::PathId;
use crate::resources::{Became, roles};

/// The operations on users.
pub fn router(users: Users) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(read, update, remove))
        .routes(routes!(verify_email))
        .merge(acts::router())
        .merge(export::router())
        .merge(import::router())
        .with_state(users)
}

/// The users of the platform.
#[utoipa::path(get, path = "/api/admin/users", operation_id = "userList", tag = "users",
    params(ListQuery), responses((status = 200, body = Vec<User>)))]
async fn list(State(users): State<Users>, Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<User>, Error> {
    cx.require(Permission::Users, Act::View)?;
    let mut page = store::page(&mut cx, &list).await?;
    users.with_locks(&mut cx, &mut page.rows).await?;
    Ok(page)
}

/// One user.
#[utoipa::path(get, path = "/api/admin/users/{id}", operation_id = "getUserInfoById", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = User)))]
async fn read(State(users): State<Users>, mut cx: ReadCtx, PathId(id): PathId) -> Result<axum::Json<User>, Error> {
    cx.require(Permission::Users, Act::View)?;
    let mut user = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    users.with_locks(&mut cx, std::slice::from_mut(&mut user)).await?;
    Ok(axum::Json(user))
}

/// Makes an account, with a first password, or without one until it is reset. With an administrator's role it needs a
/// recent proof. A pulled account that already exists here keeps its data: the form only fills its empty fields, after
/// a recent proof, and another role or a password is refused.
#[utoipa::path(post, path = "/api/admin/users", operation_id = "addUserInfo", tag = "users",
    request_body = UserInput, responses((status = 201, body = User)))]
async fn create(
    State(users): State<Users>,
    mut cx: Ctx,
    Json(mut input): Json<UserInput>,
) -> Result<Created<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let password = input.password.take().filter(|p| !p.is_empty());
    let uc_id = input.uc_id.clone();
    if let Some(uc_id) = &uc_id
        && let Some(there) = store::by_uc_id(&mut cx, uc_id).await?
    {
        return adopt(&users, cx, there, &input, password.is_some()).await;
    }
    cx.release();
    let mut p = Problems::default();
    let given = input.over(&mut p, User::blank(cx.new_id(), cx.now()));
    p.check(matches!(input.role_id, Some(Some(_))), "roleId", "请选择角色", "please select role");
    let name = input.user_name.as_deref().unwrap_or_default();
    if let Some(Err(text)) = password.as_ref().map(|password| (users.rule)(password.expose(), name)) {
        p.add("password", text);
    }
    p.into_result()?;
    if let Some(uc_id) = &uc_id {
        centre::vouches(users.centre.as_ref(), uc_id, &given).await?;
    }
    // Before the transaction begins: hashing is slow.
    let password = match &password {
        Some(password) => Some(NewPassword { hash: users.hasher.hash(password).await?, must_change: true }),
        None => None,
    };
    let user = service::create_for(&mut cx, &input, password, uc_id).await?;
    roles::before_giving(&mut cx, users.step_up.as_ref(), &user.role_id).await?;
    cx.commit().await?;
    Ok(Created(user))
}

/// Uses an existing account instead of making another.
async fn adopt(
    users: &Users,
    mut cx: Ctx,
    there: User,
    input: &UserInput,
    has_password: bool,
) -> Result<Created<User>, Error> {
    let Some(changed) = adopting::adopt(&mut cx, &there, input, has_password).await? else {
        return Ok(Created(there));
    };
    users.step_up.require(&mut cx).await?;
    cx.commit().await?;
    Ok(Created(changed.after))
}

/// Changes the basic information of an account. Replacing or removing its role needs a recent proof.
#[utoipa::path(put, path = "/api/admin/users/{id}", operation_id = "updateUserInfo", tag = "users",
    params(("id" = String, Path)), request_body = UserInput, responses((status = 200, body = User)))]
async fn update(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(input): Json<UserInput>,
) -> Result<axum::Json<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    if input.password.as_ref().is_some_and(|p| !p.is_empty()) {
        let text = Text::new("密码不能在此修改", "a password is not changed here");
        return Err(Error::field("password", text));
    }
    let changed = service::update(&mut cx, &id, &input).await?;
    if changed.other_role {
        users.step_up.require(&mut cx).await?;
    }
    end_sessions(&users, &mut cx, &changed).await?;
    cx.commit().await?;
    Ok(axum::Json(changed.after))
}

async fn end_sessions(users: &Users, cx: &mut Ctx, changed: &Changed) -> Result<(), Error> {
    match changed.ends_sessions {
        Some(reason) => users.sessions.end_all(cx, &changed.after.id, reason).await,
        None => Ok(()),
    }
}

/// Removes an account and leaves a tombstone. Needs a recent proof.
#[utoipa::path(delete, path = "/api/admin/users/{id}", operation_id = "deleteUser", tag = "users",
    extensions(("x-part-of" = json!(["deleteSite"]))),
    params(("id" = String, Path)), responses((status = 200, body = User)))]
async fn remove(State(users): State<Users>, mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = service::delete(&mut cx, &id).await?;
    users.step_up.require(&mut cx).await?;
    users.sessions.end_all(&mut cx, &id, "removed").await?;
    users.grants.follow(&mut cx, &id, &Became::Removed, "").await?;
    cx.commit().await?;
    Ok(axum::Json(user))
}

/// The user to whom a mail was queued.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Mailed {
    /// The user.
    #[serde(flatten)]
    user: User,
    /// The id of the message, for asking for its delivery state (deliveryState).
    message_id: Id,
}

/// Sends a mail for verifying a user's address. The owner of a verified mailbox can recover the account, so it needs a
/// recent proof.
#[utoipa::path(post, path = "/api/admin/users/{id}/email-verification", operation_id = "emailValid", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = Mailed)))]
async fn verify_email(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
) -> Result<axum::Json<Mailed>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let refused = |zh, en| Err(Error::new(Code::Conflict).message(Text::new(zh, en)));
    if user.email_valid.0 {
        return refused("该邮箱已验证", "this e-mail is verified already");
    }
    if user.status == Status::Locked {
        return refused("该账号已锁定", "this account is locked");
    }
    users.step_up.require(&mut cx).await?;
    let message_id = users.verification.send(&mut cx, &user).await?;
    cx.audit("user.verification_sent", &user)?;
    cx.commit().await?;
    Ok(axum::Json(Mailed { user, message_id }))
}
