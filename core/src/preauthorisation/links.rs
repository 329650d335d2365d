//! The links of pre-authorisations, and the mails that bring them.

use super::model::Preauthorisation;
use super::state::Preauthorisations;
use crate::authentication::messages::count_mail;
use crate::invitations::{self, Offer};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::{mailaddr, pages};
use crate::notify::{self, Kind, Message, Notice, Software};
use crate::resources::members;
use crate::resources::users::contacts::{self, AddressOwner};

/// Seconds of a day.
const DAY: i64 = 24 * 3600;

/// Until when one that is sent at `now` can be accepted.
pub(super) fn until(state: &Preauthorisations, now: Time) -> Time {
    now.plus_seconds(state.sessions.invitations().preauthorisation_days * DAY)
}

/// Whether the owner of an address is a member of the tenant, enabled or not.
pub(super) async fn is_member(cx: &mut ReadCtx, tenant: &Id, owner: Option<&AddressOwner>) -> Result<bool, Error> {
    let Some(owner) = owner else { return Ok(false) };
    Ok(!members::by_users(cx, tenant, std::slice::from_ref(&owner.id)).await?.is_empty())
}

/// Counts one more mail of a pre-authorisation against the limits of its mailbox and tenant.
pub(super) async fn count(state: &Preauthorisations, cx: &mut Ctx, it: &Preauthorisation) -> Result<(), Error> {
    let email_key = mailaddr::key(&it.email);
    let what = format!("preauthorisation:{}:{}:{email_key}:{}", it.tenant_id, it.software_id, it.study_names);
    count_mail(&state.sessions, cx, &what, &email_key, Some(&it.tenant_id)).await
}

/// The key of its link: made anew from the server's secret whenever it is sent.
pub(super) fn key_of(cx: &ReadCtx, it: &Preauthorisation) -> String {
    cx.kernel().hash("preauthorisation-link", &format!("{}.{}", it.id, it.round))
}

pub(super) async fn invite(cx: &mut Ctx, it: &Preauthorisation, key: &str) -> Result<Id, Error> {
    let offer = Offer {
        tenant_id: it.tenant_id.clone(),
        email: it.email.clone(),
        role: Id::from(it.user_role.as_str()),
        type_id: Id::from(it.user_type_id.as_str()),
        language: it.locale.clone(),
        expires_at: it.expires_at,
        key: key.to_owned(),
    };
    invitations::offer(cx, &offer).await
}

/// Queues the mail: its link leads whoever is to join to the registration, and members to the portal's systems.
pub(super) async fn mail(
    state: &Preauthorisations,
    cx: &mut Ctx,
    it: &Preauthorisation,
    key: &str,
    is_reminder: bool,
) -> Result<Id, Error> {
    let left = it.expires_at.0.saturating_sub(cx.now().0) / 1000;
    let page = if it.invitation_id.is_some() { pages::REGISTER } else { pages::SYSTEMS };
    let message = Message {
        kind: Kind::Email,
        address: it.email.clone(),
        notice: Notice::Preauthorisation {
            link: Secret::new(pages::with_key(state.sessions.public_url(), page, key)),
            days: (left + DAY - 1) / DAY,
            tenant_name: it.tenant_name.clone(),
            inviter: it.inviter_name.clone(),
            software_name: it.software_name.clone(),
            study_names: it.study_names.clone(),
            is_reminder,
        },
        locale: Locale::of(&it.locale),
        user: it.user_id.clone(),
        tenant: Some(it.tenant_id.clone()),
        software: Some(Software { id: it.software_id.clone(), name: it.software_name.clone() }),
        life: left,
    };
    notify::send(cx, message).await
}

/// Whether its link must lead to the registration: it came with an invitation, and its person has not joined since.
pub(super) async fn joins(cx: &mut ReadCtx, it: &Preauthorisation) -> Result<bool, Error> {
    if it.user_id.is_some() {
        return Ok(false);
    }
    let owner = contacts::owner_of_email(cx.db().await?, &mailaddr::key(&it.email)).await?;
    Ok(!is_member(cx, &it.tenant_id, owner.as_ref()).await?)
}
