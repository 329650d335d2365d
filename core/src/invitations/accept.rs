//! Opens and accepts invitations by their key.

use serde_json::json;

use super::model::{Invitation, Registration, named_as_typed};
use super::service::{hash, stands_behind};
use crate::authentication::transport::Opened;
use crate::authentication::{Sessions, proof};
use crate::invitations::store as sql;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::secret::Secret;
use crate::resources::members::{self, NewMembers};
use crate::resources::users::contacts::{self, AddressOwner};
use crate::resources::users::{self, NewPassword};

/// Characters of a key: 256 bits in base64url.
const KEY_LENGTH: usize = 43;

/// The one error for every invalid key, whatever the reason: it reveals nothing about invitations and accounts.
fn dead() -> Error {
    let text = Text::new(
        "邀请链接无效、已使用或已过期，请联系邀请人重新发送",
        "This invitation is not valid any more; please ask whoever invited you for another",
    );
    Error::new(Code::Forbidden).message(text)
}

/// A valid invitation, opened by its key.
#[derive(Debug)]
pub(crate) struct Open {
    pub invitation: Invitation,
    /// The account of the invited address, if any.
    pub owner: Option<AddressOwner>,
    key_hash: String,
}

/// Opens a key: the invitation is valid, its sender may still give the role, and the address has no account or one that
/// can join.
pub(crate) async fn open(cx: &mut ReadCtx, key: &str) -> Result<Open, Error> {
    if key.len() != KEY_LENGTH {
        return Err(dead());
    }
    let (key_hash, now) = (hash(cx, key), cx.now());
    let tx = cx.db().await?;
    let invitation = sql::by_key(tx, &key_hash, now).await?.ok_or_else(dead)?;
    let owner = contacts::owner_of_email(tx, &mailaddr::key(&invitation.email)).await?;
    if !stands_behind(cx, &invitation, owner.as_ref()).await? {
        return Err(dead());
    }
    if let Some(owner) = &owner {
        let stands = owner.status == 0 && owner.deleted_at.is_none();
        // A sender who took over the invited address would give themselves a role.
        let own = invitation.invited_by.as_ref() == Some(&owner.id);
        let member = !members::by_users(cx, &invitation.tenant_id, std::slice::from_ref(&owner.id)).await?.is_empty();
        if !stands || own || member {
            return Err(dead());
        }
    }
    Ok(Open { invitation, owner, key_hash })
}

/// Refuses while another person is signed in: the account that happens to be signed in must not be bound to the
/// invitation, nor act in it. Audits the refusal.
pub(crate) async fn nobody_else(cx: &ReadCtx, open: &Open) -> Result<(), Error> {
    let Ok(person) = cx.person() else { return Ok(()) };
    if open.owner.as_ref().is_some_and(|owner| owner.id == person.id) {
        return Ok(());
    }
    let mut separate = cx.new_transaction();
    separate.audit_event(Event {
        action: "invitation.refused",
        resource: "invitations",
        record: open.invitation.id.to_string(),
        tenant: Some(open.invitation.tenant_id.clone()),
        reason: Some("somebody else is signed in".to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    });
    let (name, email) = (&person.full_name, &open.invitation.email);
    let text = Text::made(
        format!("当前登录的是 {name}，而邀请发给 {email}，请先退出登录"),
        format!("{name} is signed in here, and the invitation is for {email}; please sign out first"),
    );
    separate.commit().await?;
    Err(Error::new(Code::Forbidden).message(text))
}

/// Decrypts the first password of a new account and hashes it. Open no transaction around it.
pub(crate) async fn first_password(
    sessions: &Sessions,
    cx: &ReadCtx,
    body: &Registration,
) -> Result<(Opened, String), Error> {
    let none = Secret::default();
    let permit = sessions.hasher().enter(cx)?;
    let opened = sessions.open_password(&permit, body.password.as_ref().unwrap_or(&none)).await?;
    let name = body.username.as_deref().unwrap_or_default();
    sessions.rules().check(opened.password.expose(), name).map_err(|text| Error::field("password", text))?;
    let hash = sessions.hasher().hash_in(&permit, &opened.password).await?;
    Ok((opened, hash))
}

/// Spends the invitation, makes the account and the membership, and audits it, in the caller's transaction; returns the
/// login name.
pub(crate) async fn carry_out(
    sessions: &Sessions,
    cx: &mut Ctx,
    body: &Registration,
    early: &Open,
    password: Option<(Opened, String)>,
) -> Result<(Id, String), Error> {
    let now = cx.now();
    // First, so that a concurrent request waits here and then finds it spent.
    if !sql::spend(cx.db().await?, &early.key_hash, now).await? {
        return Err(dead());
    }
    let before = early.owner.as_ref().map(|owner| &owner.id);
    let invitation = &early.invitation;
    let owner = contacts::owner_of_email(cx.db().await?, &mailaddr::key(&invitation.email)).await?;
    if owner.as_ref().map(|owner| &owner.id) != before {
        return Err(Error::new(Code::Conflict));
    }
    if owner.as_ref().is_some_and(|it| it.status != 0 || it.deleted_at.is_some())
        || !stands_behind(cx, invitation, owner.as_ref()).await?
    {
        return Err(dead());
    }
    // The key was the authority: from here on the actor is the server.
    cx.who = Who::System("invitation");
    let is_user = owner.is_some();
    let (user, user_name) = match owner {
        Some(owner) => {
            let remark = body.remark.as_deref().unwrap_or_default();
            users::remark_of_owner(cx, &owner.id, remark).await?;
            (owner.id, owner.user_name)
        }
        None => create(sessions, cx, body, invitation, password).await?,
    };
    contacts::email_is_theirs(cx.db().await?, &user).await?;
    join(cx, invitation, &user, body.position_id.clone()).await?;
    sql::accepted_by(cx.db().await?, &invitation.id, &user).await?;
    cx.audit_event(Event {
        action: "invitation.accepted",
        resource: "invitations",
        record: invitation.id.to_string(),
        tenant: Some(invitation.tenant_id.clone()),
        after: Some(json!({ "userId": user, "userName": user_name, "isUser": is_user, "email": invitation.email })),
        ..Event::default()
    });
    Ok((user, user_name))
}

async fn create(
    sessions: &Sessions,
    cx: &mut Ctx,
    body: &Registration,
    invitation: &Invitation,
    password: Option<(Opened, String)>,
) -> Result<(Id, String), Error> {
    let (opened, hash) = password.ok_or_else(|| Error::new(Code::Conflict))?;
    proof::spend(sessions, cx.db().await?, &opened).await?;
    let input = body.input(&invitation.email, cx.locale().tag());
    let user = users::create(cx, &input, Some(NewPassword { hash, must_change: false })).await;
    user.map(|user| (user.id, user.user_name)).map_err(named_as_typed)
}

/// Makes the membership. An invitation whose role or tenant is no longer valid counts as invalid.
async fn join(cx: &mut Ctx, invitation: &Invitation, user: &Id, position: Option<Id>) -> Result<(), Error> {
    let new = NewMembers {
        tenant_id: invitation.tenant_id.clone(),
        user_ids: vec![user.clone()],
        role: Some(invitation.role.clone()),
        type_id: Some(invitation.type_id.clone()),
        position_id: position,
    };
    members::add(cx, new).await.map(|_| ()).map_err(|error| match error.code {
        Code::Invalid if error.fields.iter().any(|(name, _)| name == "positionId") => error,
        Code::Invalid | Code::NotFound | Code::Forbidden => dead(),
        _ => error,
    })
}
