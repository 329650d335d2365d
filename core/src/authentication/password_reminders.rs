//! Reminds people whose passwords expire soon (security strategy, `remindDay`).

use super::state::Sessions;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::notify::{self, Kind, Message, Notice, Purpose, reminders};
use crate::resources::users::accounts;

/// Seconds of a day.
const DAY: i64 = 24 * 3600;
/// The people of one transaction.
const AT_ONCE: i64 = 100;

impl Sessions {
    /// Reminds everybody whose password expires within the days of the security strategy, by a mailbox that they have
    /// verified: once for each password, however many nodes do it. Returns how many were reminded.
    ///
    /// # Errors
    /// Those of the database. Whoever was reminded before stays reminded.
    pub async fn remind_of_passwords(&self) -> Result<usize, Error> {
        let kernel = self.kernel();
        let mut cx = ReadCtx::system(kernel);
        let strategy = self.strategy(cx.db().await?).await?;
        drop(cx);
        if strategy.expired_day == 0 || strategy.remind_day == 0 || !self.has_email() {
            return Ok(0);
        }
        let now = kernel.now();
        let expired = now.plus_seconds(-strategy.expired_day * DAY);
        let near = now.plus_seconds((strategy.remind_day - strategy.expired_day) * DAY);
        let mut behind: Option<(Time, Id)> = None;
        let mut reminded = 0;
        loop {
            let mut cx = Ctx::system(kernel, "authentication");
            let some = accounts::ageing(cx.db().await?, (expired, near), behind.clone(), AT_ONCE).await?;
            let Some(last) = some.last() else { return Ok(reminded) };
            behind = Some((last.password_changed_at, last.id.clone()));
            for person in some {
                let deadline = person.password_changed_at.plus_seconds(strategy.expired_day * DAY);
                if !reminders::once(&mut cx, Purpose::PasswordExpiring, person.id.as_str(), deadline).await? {
                    continue;
                }
                let message = Message {
                    kind: Kind::Email,
                    address: person.email,
                    notice: Notice::PasswordExpiring {
                        user_name: person.user_name,
                        days: now.days_until(deadline),
                        portal: self.public_url().to_string(),
                    },
                    locale: Locale::of(&person.language),
                    user: Some(person.id),
                    tenant: None,
                    software: None,
                    life: DAY,
                };
                notify::send(&mut cx, message).await?;
                reminded += 1;
            }
            cx.commit().await?;
        }
    }
}
