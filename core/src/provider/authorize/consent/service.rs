//! Agreements: kept, widened, made use of, withdrawn.

use super::model::{Access, Agreement};
use super::store::{self};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::provider::clients::Client;

/// Whether the person agreed to all of this.
pub async fn covers(cx: &mut ReadCtx, user: &Id, client: &Client, access: &Access) -> Result<bool, Error> {
    let row = store::find(cx, user, &client.client_id).await?;
    Ok(row.is_some_and(|row| Agreement::from(row).given.holds(access)))
}

/// The same, noting that it is made use of. Holds the agreement until the transaction ends: a withdrawal at the
/// same moment comes before, and then it is not there, or after, and then finds what was made of it.
pub async fn take(cx: &mut Ctx, user: &Id, client: &Client, access: &Access) -> Result<bool, Error> {
    let row = store::take(cx, user, &client.client_id).await?;
    Ok(row.is_some_and(|row| Agreement::from(row).given.holds(access)))
}

/// Keeps an agreement, wider than what there was where it has to be. The caller commits.
///
/// Errors: [`Code::Conflict`] where another one was made at the same moment.
pub async fn agree(cx: &mut Ctx, user: &Id, client: &Client, access: &Access) -> Result<(), Error> {
    let now = cx.now();
    let Some(before) = store::find(cx, user, &client.client_id).await?.map(Agreement::from) else {
        let agreement = Agreement {
            id: cx.new_id(),
            version: 1,
            user_id: user.clone(),
            client_id: client.client_id.clone(),
            given: access.clone(),
            granted_at: now,
            updated_at: now,
        };
        if !store::insert(cx, &agreement).await? {
            return Err(Error::new(Code::Conflict));
        }
        return cx.audit("consent.granted", &agreement);
    };
    let given = before.given.clone().with(access);
    let after = Agreement { version: before.version + 1, given, updated_at: now, ..before.clone() };
    if !store::update(cx, &after).await? {
        return Err(Error::new(Code::Conflict));
    }
    cx.audit_change("consent.granted", &before, &after)
}

/// Takes an agreement back: codes that were not exchanged yet are worth nothing any more, and every token that
/// the client has of this person is revoked. Answers how many families of them there were. The caller commits.
///
/// Errors: [`Code::NotFound`] where the person has no such agreement.
pub async fn withdraw(cx: &mut Ctx, user: &Id, id: &Id) -> Result<u64, Error> {
    // First, and waited for by whoever takes it at this moment: what they made is found below.
    let row = store::delete(cx, user, id).await?.ok_or(Code::NotFound)?;
    let agreement = Agreement::from(row);
    store::end_codes(cx, user, &agreement.client_id).await?;
    let revoked = store::revoke_families(cx, user, &agreement.client_id).await?;
    cx.audit_deletion("consent.withdrawn", &agreement)?;
    Ok(revoked)
}
