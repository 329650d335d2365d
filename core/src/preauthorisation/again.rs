//! Sends pre-authorisations again: as a reminder, or anew.

use super::checks::{ONESELF, all_of, parts, unblinded, waits_already};
use super::ending::settled;
use super::links::{count, invite, joins, key_of, mail, until};
use super::model::{Preauthorisation, State};
use super::state::Preauthorisations;
use super::{history, store};
use crate::invitations;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::resources::roles;
use crate::resources::users::contacts;

/// Reminds its person once, with the same link.
pub(super) async fn remind(state: &Preauthorisations, cx: &mut Ctx, it: &Preauthorisation) -> Result<(), Error> {
    if !store::reminded(cx, it).await? {
        return Ok(());
    }
    count(state, cx, it).await?;
    let joins = joins(cx, it).await?;
    let to = Preauthorisation { invitation_id: it.invitation_id.clone().filter(|_| joins), ..it.clone() };
    let key = key_of(cx, it);
    mail(state, cx, &to, &key, true).await?;
    cx.audit("preauthorisation.reminded", it)
}

/// Sends one again that waits, has expired, or failed: with another key and expiry. The caller answers for it from then
/// on.
pub(super) async fn resend(
    state: &Preauthorisations,
    cx: &mut Ctx,
    before: &Preauthorisation,
) -> Result<(Preauthorisation, Id), Error> {
    if !matches!(before.state, State::Waiting | State::Expired | State::Failed) {
        return Err(settled());
    }
    let choice = store::choice(cx, &before.id).await?;
    let parts = parts(cx, &before.tenant_id, &before.software_id, &choice).await?;
    let owner = contacts::owner_of_email(cx.db().await?, &mailaddr::key(&before.email)).await?;
    let whose = before.user_id.clone().or(owner.map(|owner| owner.id));
    let (own, inviter_name) = {
        let sender = cx.person()?;
        (sender.id.clone(), sender.full_name.clone())
    };
    if whose.as_ref() == Some(&own) {
        return Err(Error::new(Code::Forbidden).message(ONESELF.clone()));
    }
    unblinded(cx, before, &choice, &parts, whose.as_ref()).await?;
    count(state, cx, before).await?;
    if let Some(old) = store::key_hash(cx, &before.id).await? {
        invitations::end_key(cx, &old).await?;
    }
    let now = cx.now();
    let mut after = Preauthorisation {
        round: before.round + 1,
        state: State::Waiting,
        invited_by: own,
        inviter_name,
        invitation_id: None,
        expires_at: until(state, now),
        sent_at: now,
        updated_at: now,
        ..before.clone()
    };
    let key = key_of(cx, &after);
    if joins(cx, &after).await? {
        after.invitation_id = Some(invite(cx, &after, &key).await?);
        roles::before_giving(cx, state.step_up.as_ref(), [&Id::from(after.user_role.as_str())]).await?;
    }
    let hash = invitations::hash(cx, &key);
    if !store::send_again(cx, &after, hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    store::wait_no_more(cx, &after.id).await?;
    if !store::wait(cx, &after, &parts).await? {
        return Err(waits_already(&all_of(&parts)));
    }
    let message = mail(state, cx, &after, &key, false).await?;
    history::sent(cx, &after, &parts, "resent").await?;
    let stored = store::get(cx, &after.id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.audit_change("preauthorisation.sent_again", before, &stored)?;
    Ok((stored, message))
}
