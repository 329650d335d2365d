//! Stores, widens, uses and withdraws agreements.

use super::model::{Access, Agreement};
use super::store::{self};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::provider::clients::Client;

/// The agreement of the person, if it holds all of `access`.
pub async fn covering(
    cx: &mut ReadCtx,
    user: &Id,
    client: &Client,
    access: &Access,
) -> Result<Option<Agreement>, Error> {
    let agreement = store::find(cx, user, &client.client_id).await?.map(Agreement::from);
    Ok(agreement.filter(|agreement| agreement.given.holds(access)))
}

/// Stores an agreement, or widens the existing one as far as needed. The caller commits.
///
/// Errors: [`Code::Conflict`] where another agreement was made at the same moment.
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

/// Withdraws an agreement: ends the codes that were not exchanged yet, and revokes every token that the client has of
/// this person. Returns the number of revoked token families. The caller commits.
///
/// Errors: [`Code::NotFound`] where the person has no such agreement.
pub async fn withdraw(cx: &mut Ctx, user: &Id, id: &Id) -> Result<u64, Error> {
    // Deleted first: a concurrent use commits before this, and the code it made is found below.
    let row = store::delete(cx, user, id).await?.ok_or(Code::NotFound)?;
    let agreement = Agreement::from(row);
    store::end_codes(cx, user, &agreement.client_id).await?;
    let revoked = store::revoke_families(cx, user, &agreement.client_id).await?;
    cx.audit_deletion("consent.withdrawn", &agreement)?;
    Ok(revoked)
}
