//! The recipients of messages that anyone may ask for.
//!
//! This runs when the message leaves, long after the server answered the call that asked for it. So neither the answer
//! nor its time tells whether a recipient was found.

use futures::future::BoxFuture;

use super::bounds::{Bound, DAY, HOUR};
use super::recovery::{Asked, language, make_link, recoverable_by_email, recoverable_by_phone};
use super::state::Sessions;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::notify::{Addressed, Addressing, Kind, Notice, Purpose, Wanted};
use crate::resources::members;
use crate::resources::users::contacts::{self, Reachable};

impl Addressing for Sessions {
    fn address<'a>(&'a self, cx: &'a mut Ctx, wanted: &'a Wanted) -> BoxFuture<'a, Result<Option<Addressed>, Error>> {
        Box::pin(address(self, cx, wanted))
    }
}

async fn address(sessions: &Sessions, cx: &mut Ctx, wanted: &Wanted) -> Result<Option<Addressed>, Error> {
    let Some(account) = holder(cx, wanted).await? else { return Ok(None) };
    let tenant = match tenants(cx, &account).await?.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    };
    // The server's own messages are bounded by their causes.
    if wanted.purpose != Purpose::AccountLocked && !has_room(sessions, cx, wanted, &account).await? {
        tracing::warn!(message = wanted.id.as_str(), purpose = wanted.purpose.as_str(), "too many messages: not sent");
        return Ok(None);
    }
    let facts = &wanted.facts;
    let minutes = || facts.get("minutes").parse().unwrap_or_default();
    let (user_name, code) = (account.user_name.clone(), Secret::new(facts.get("code")));
    let notice = match wanted.purpose {
        Purpose::SignInCode => Notice::SignInCode { code, minutes: minutes() },
        Purpose::RecoveryCode => Notice::RecoveryCode { code, minutes: minutes() },
        Purpose::RecoveryLink => {
            let minutes = sessions.codes().link_minutes;
            Notice::RecoveryLink { link: make_link(sessions, &account, Asked::ByAnybody, minutes)?, minutes, user_name }
        }
        Purpose::UserName => Notice::UserName { user_name },
        Purpose::AccountLocked => Notice::AccountLocked { user_name, minutes: minutes() },
        // Nobody asks for these through a wish: their recipient is known.
        Purpose::PasswordRecovered
        | Purpose::FactorsChanged
        | Purpose::FactorsReset
        | Purpose::PasswordReset
        | Purpose::PasswordSet
        | Purpose::PhoneCode
        | Purpose::ContactChanged
        | Purpose::PinCode
        | Purpose::Invitation
        | Purpose::Preauthorisation
        | Purpose::PreauthorisationReminder
        | Purpose::InvitationReminder
        | Purpose::PasswordExpiring
        | Purpose::LicencesEnding
        | Purpose::EmailVerification => {
            return Ok(None);
        }
    };
    // A message that somebody asked for uses the language of the request; a message of the server's own accord, the
    // language of the account.
    let locale = if wanted.purpose == Purpose::AccountLocked { language(&account) } else { wanted.locale };
    let address = match wanted.kind {
        Kind::Sms => account.phone,
        Kind::Email => account.email,
    };
    Ok(Some(Addressed { address, notice, locale, user: account.id, tenant }))
}

/// The account that may have the message, if there is one.
async fn holder(cx: &mut ReadCtx, wanted: &Wanted) -> Result<Option<Reachable>, Error> {
    let tx = cx.db().await?;
    let facts = &wanted.facts;
    Ok(match wanted.purpose {
        Purpose::SignInCode | Purpose::UserName => contacts::by_phone(tx, facts.get("phone")).await?,
        Purpose::RecoveryCode => contacts::by_name(tx, facts.get("name")).await?.filter(recoverable_by_phone),
        Purpose::RecoveryLink => contacts::by_email(tx, facts.get("email")).await?.filter(recoverable_by_email),
        Purpose::AccountLocked => contacts::by_name(tx, facts.get("name")).await?,
        Purpose::PasswordRecovered
        | Purpose::FactorsChanged
        | Purpose::FactorsReset
        | Purpose::PasswordReset
        | Purpose::ContactChanged
        | Purpose::PasswordSet
        | Purpose::PhoneCode
        | Purpose::PinCode
        | Purpose::Invitation
        | Purpose::Preauthorisation
        | Purpose::PreauthorisationReminder
        | Purpose::InvitationReminder
        | Purpose::PasswordExpiring
        | Purpose::LicencesEnding
        | Purpose::EmailVerification => None,
    })
}

async fn tenants(cx: &mut ReadCtx, account: &Reachable) -> Result<Vec<Id>, Error> {
    let memberships = members::of_user(cx.db().await?, &account.id).await?;
    Ok(memberships.into_iter().map(|it| it.tenant_id).collect())
}

/// Whether one more message may go to this phone or mailbox today, and to this person's tenants this hour. Several
/// accounts may share a phone, and several purposes reach it: the count is of messages that it gets.
async fn has_room(sessions: &Sessions, cx: &mut Ctx, wanted: &Wanted, account: &Reachable) -> Result<bool, Error> {
    let (kernel, config) = (sessions.kernel(), sessions.codes());
    let key = if wanted.kind == Kind::Sms { account.phone_key.clone() } else { fold(&account.email) };
    let mut bounds = vec![Bound::new(kernel, "sent-to", &key, DAY, config.per_target_day)];
    // In the order of their ids, so that two messages never deadlock.
    let tenants = tenants(cx, account).await?;
    bounds
        .extend(tenants.iter().map(|id| Bound::new(kernel, "sent-tenant", id.as_str(), HOUR, config.per_tenant_hour)));
    let tx = cx.db().await?;
    let mut all = true;
    for bound in bounds {
        all &= bound.take(tx, kernel).await?;
    }
    Ok(all)
}
