//! What waits in a tenant for whoever joins it: a module above has it, and offers it by further keys of an invitation.

use futures::future::BoxFuture;

use super::model::{Invitation, State, WaitingSystem};
use super::service::{joinable, known, may_invite, take_place};
use super::{service, store as sql};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::resources::dictionaries::Category;
use crate::resources::roles::{self, RoleType};
use crate::resources::tenants;
use crate::resources::users::contacts;

/// Knows what waits for somebody. Implemented by a layer above.
pub trait Awaiting: Send + Sync + std::fmt::Debug {
    /// The systems that wait for an address in a tenant.
    fn systems<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        tenant: &'a Id,
        email_key: &'a str,
    ) -> BoxFuture<'a, Result<Vec<WaitingSystem>, Error>>;

    /// The owner of the address joined: what waits is accepted, in the caller's transaction. What stands against one of
    /// them keeps nobody from joining. Returns the batches that carry it out.
    fn joined<'a>(
        &'a self,
        cx: &'a mut Ctx,
        tenant: &'a Id,
        email_key: &'a str,
        user: &'a Id,
    ) -> BoxFuture<'a, Result<Vec<Id>, Error>>;

    /// The transaction was committed: the batches can begin.
    fn begin(&self, batches: &[Id]);
}

/// Nothing waits for anybody.
#[derive(Debug)]
pub struct Nothing;

impl Awaiting for Nothing {
    fn systems<'a>(
        &'a self,
        _: &'a mut ReadCtx,
        _: &'a Id,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Vec<WaitingSystem>, Error>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn joined<'a>(&'a self, _: &'a mut Ctx, _: &'a Id, _: &'a str, _: &'a Id) -> BoxFuture<'a, Result<Vec<Id>, Error>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn begin(&self, _: &[Id]) {}
}

/// What somebody who is no member is offered, and by which key.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The tenant.
    pub tenant_id: Id,
    /// The address.
    pub email: String,
    /// The tenant role that they join with.
    pub role: Id,
    /// Their type: an item of dictionary category 3.
    pub type_id: Id,
    /// Language of the mail.
    pub language: String,
    /// The invitation is valid until then at least.
    pub expires_at: Time,
    /// The key; the caller sends it.
    pub key: String,
}

/// Invites an address into a tenant by a further key: of its open invitation, or of a new one, which has no other. The
/// caller sends the link, and requires a recent proof for an administrator's role. Returns the invitation's id.
///
/// Errors: [`Code::Forbidden`] where the caller may not invite into the tenant with that role; [`Code::Invalid`].
pub async fn offer(cx: &mut Ctx, offer: &Offer) -> Result<Id, Error> {
    let tenant = tenants::get(cx, &offer.tenant_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    may_invite(cx, &tenant.id, &offer.role).await.map_err(in_own_words)?;
    let email_key = mailaddr::key(&offer.email);
    if let Some(owner) = contacts::owner_of_email(cx.db().await?, &email_key).await? {
        joinable(cx, &tenant.id, &owner).await?;
    }
    let (now, key_hash) = (cx.now(), service::hash(cx, &offer.key));
    let open = sql::open_of(cx.db().await?, &tenant.id, &email_key).await?;
    let id = if let Some((id, _)) = open.filter(|(_, expires_at)| *expires_at > now) {
        sql::prolong(cx.db().await?, &id, offer.expires_at, now).await?;
        id
    } else {
        let it = made(cx, offer, tenant.tenant_name).await?;
        take_place(cx, &it, None).await?;
        cx.audit("invitation.created", &it)?;
        it.id
    };
    sql::add_key(cx.db().await?, &id, key_hash).await?;
    Ok(id)
}

/// Whoever may not invite hears what that means here.
fn in_own_words(error: Error) -> Error {
    if !matches!(error.code, Code::Forbidden | Code::NotFound) || error.message.is_some() {
        return error;
    }
    let text = Text::new(
        "该邮箱不是租户成员，您没有邀请新成员的权限",
        "this address is no member's, and you may not invite new members",
    );
    Error::new(Code::Forbidden).message(text)
}

async fn made(cx: &mut Ctx, offer: &Offer, tenant_name: String) -> Result<Invitation, Error> {
    if !known(cx, Category::UserTypes, Some(&offer.type_id), &offer.tenant_id).await? {
        return Err(Error::field("userTypeId", Text::new("请选择类型", "please select type")));
    }
    let role = roles::give(cx, &offer.role, RoleType::Tenant, Some(&offer.tenant_id), "userRole").await?;
    let (id, now) = (cx.new_id(), cx.now());
    let sender = cx.person()?;
    Ok(Invitation {
        id,
        version: 1,
        tenant_id: offer.tenant_id.clone(),
        tenant_name,
        email: offer.email.clone(),
        full_name: String::new(),
        role_name: role.called(cx.locale()).to_owned(),
        role: role.id,
        type_id: offer.type_id.clone(),
        position_id: None,
        language: offer.language.clone(),
        state: State::Open,
        invited_by: Some(sender.id.clone()),
        inviter_name: Some(sender.full_name.clone()),
        accepted_by: None,
        expires_at: offer.expires_at,
        sent_at: now,
        created_at: now,
        updated_at: now,
    })
}

/// Ends a key of [`offer`]. An invitation that was made for it, and has no other, is withdrawn.
pub async fn end_key(cx: &mut Ctx, key_hash: &str) -> Result<(), Error> {
    if let Some(id) = sql::remove_key(cx.db().await?, key_hash).await?
        && let Some(left) = sql::get(cx.db().await?, &id).await?
    {
        service::withdraw(cx, &left).await?;
    }
    Ok(())
}
