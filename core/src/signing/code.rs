//! The code for setting a PIN, and the audit event of PINs.

use crate::authentication::Sessions;
use crate::authentication::codes::{self, CodePurpose};
use crate::authentication::messages::count_message;
use crate::authentication::recovery::language;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::pins::{self, NoticeType};
use crate::resources::tenants::Tenant;
use crate::resources::users::contacts::Reachable;

/// Wrong tries in a row after which a PIN is locked.
pub(super) const TRIES: i64 = 5;

/// The target of a code: a person in a tenant.
pub(super) fn target(tenant: &Id, user: &Id) -> String {
    format!("{tenant}:{user}")
}

/// Queues the code for setting a person's PIN, in the caller's transaction. Invalidates the previous one.
///
/// Errors: [`Code::NotAvailable`] where the tenant sends no codes, or by a channel that the deployment lacks;
/// [`Code::TooMany`].
pub(super) async fn send_code(
    sessions: &Sessions,
    cx: &mut Ctx,
    tenant: &Tenant,
    account: &Reachable,
) -> Result<(), Error> {
    let setting = pins::of(cx, &tenant.id).await?;
    if setting.pin_duration == 0 {
        let text = Text::new("该租户未启用PIN码", "this tenant has no PIN codes sent");
        return Err(Error::new(Code::NotAvailable).message(text));
    }
    let (kind, address, key) = match setting.pin_notice_type {
        NoticeType::Email => (Kind::Email, &account.email, mailaddr::key(&account.email)),
        NoticeType::Sms => (Kind::Sms, &account.phone, account.phone_key.clone()),
    };
    if key.is_empty() {
        let text = Text::new("该用户没有可用的电话", "this person has no phone that messages reach");
        return Err(Error::new(Code::NotAvailable).message(text));
    }
    let target = target(&tenant.id, &account.id);
    count_message(sessions, cx, kind, &format!("pin-code:{target}"), &key, Some(&tenant.id)).await?;
    let life = setting.pin_duration * 60;
    let code = codes::lay(sessions, cx, CodePurpose::Pin, (&target, ""), life).await?;
    let notice = Notice::PinCode { code, minutes: setting.pin_duration, tenant_name: tenant.tenant_name.clone() };
    let message = Message {
        kind,
        address: address.clone(),
        notice,
        locale: language(account),
        user: Some(account.id.clone()),
        tenant: Some(tenant.id.clone()),
        software: None,
        life,
    };
    notify::send(cx, message).await?;
    cx.audit_event(event("pin.code_sent", &tenant.id, &account.id));
    Ok(())
}

/// The audit event of a PIN: its person and tenant.
pub(super) fn event(action: &'static str, tenant: &Id, user: &Id) -> Event {
    Event { action, resource: "pins", record: user.to_string(), tenant: Some(tenant.clone()), ..Event::default() }
}
