//! Reminds people whose invitations end soon.

use super::model::Invitation;
use super::{service, store};
use crate::authentication::Sessions;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::mailaddr;
use crate::notify::{Purpose, reminders};
use crate::resources::users::contacts;

/// Seconds of a day.
const DAY: i64 = 24 * 3600;
/// The invitations of one look.
const AT_ONCE: i64 = 100;

/// Reminds everybody whose invitation ends within `invitations.reminder_days`, once, with a link of its own; the first
/// one keeps working. Those whose sender could not send them any more are left out. Returns how many were reminded.
///
/// # Errors
/// Those of the database. Whoever was reminded before stays reminded.
pub async fn remind(sessions: &Sessions) -> Result<usize, Error> {
    let config = sessions.invitations();
    // Nobody is reminded on the day of the invitation itself.
    let days = config.reminder_days.min(config.life_days - 1);
    if days < 1 || !sessions.has_email() {
        return Ok(0);
    }
    let kernel = sessions.kernel();
    let until = kernel.now().plus_seconds(days * DAY);
    let (mut behind, mut reminded) = (None, 0);
    loop {
        let some = store::ending(&mut ReadCtx::system(kernel).autocommit(), until, behind.clone(), AT_ONCE).await?;
        let Some(last) = some.last() else { return Ok(reminded) };
        behind = Some((last.expires_at, last.id.clone()));
        for it in some {
            reminded += usize::from(remind_of(sessions, &it).await?);
        }
    }
}

async fn remind_of(sessions: &Sessions, it: &Invitation) -> Result<bool, Error> {
    let mut cx = Ctx::system(sessions.kernel(), "invitations");
    if !reminders::once(&mut cx, Purpose::InvitationReminder, it.id.as_str(), it.expires_at).await? {
        return Ok(false);
    }
    let owner = contacts::owner_of_email(cx.db().await?, &mailaddr::key(&it.email)).await?;
    if !service::stands_behind(&mut cx, it, owner.as_ref()).await? {
        return Ok(false);
    }
    match cx.kernel().clone().closures().refuse(cx.db().await?, &it.tenant_id).await {
        Err(error) if error.code == Code::Forbidden => return Ok(false),
        refused => refused?,
    }
    service::remind(sessions, &mut cx, it).await?;
    cx.audit("invitation.reminded", it)?;
    cx.commit().await?;
    Ok(true)
}
