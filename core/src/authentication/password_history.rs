//! The password history: the only place that replaces a password, and its early expiry.

use serde::Serialize;
use serde_json::json;

use super::hasher::{HashPermit, Verdict};
use super::state::Sessions;
use super::store::passwords as sql;
use crate::authentication::entrant::{self, DAY};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::resources::users::accounts;

/// The hashes to compare a new password of this person with: the present one and earlier ones.
pub(crate) async fn earlier(
    sessions: &Sessions,
    cx: &mut ReadCtx,
    user: &Id,
    present: Option<&str>,
) -> Result<Vec<String>, Error> {
    let most = sessions.rules().history();
    if most == 0 {
        return Ok(Vec::new());
    }
    let before = sql::before(cx.db().await?, user, most - 1).await?;
    Ok(present.map(str::to_owned).into_iter().chain(before).collect())
}

/// An error at `field` where the password matches one of these. Open no transaction around it: each comparison takes as
/// long as a sign-in.
pub(crate) async fn check_unused(
    sessions: &Sessions,
    permit: &HashPermit,
    password: &Secret,
    hashes: Vec<String>,
    field: &str,
) -> Result<(), Error> {
    for hash in hashes {
        if sessions.hasher().verify_in(permit, password, Some(&hash)).await? != Verdict::Wrong {
            return Err(Error::field(field, sessions.rules().used_before()));
        }
    }
    Ok(())
}

/// Removes the password and remembers it, in the caller's transaction: from then on no password is right. False if
/// another request was first.
pub(crate) async fn forget(sessions: &Sessions, cx: &mut Ctx, user: &Id, old: Option<&str>) -> Result<bool, Error> {
    let Some(old) = old else { return Ok(true) };
    let (id, now) = (cx.new_id(), cx.now());
    let tx = cx.db().await?;
    if !accounts::clear_password(tx, user, old, now).await? {
        return Ok(false);
    }
    if sessions.rules().history() > 1 {
        sql::remember(tx, id, user, old, now).await?;
    }
    Ok(true)
}

/// Replaces the old hash by a new one and remembers the old, in the caller's transaction. False if another request was
/// first.
pub(crate) async fn replace(
    sessions: &Sessions,
    cx: &mut Ctx,
    user: &Id,
    old: Option<&str>,
    new: &str,
) -> Result<bool, Error> {
    let (id, now) = (cx.new_id(), cx.now());
    let kept = sessions.rules().history() - 1;
    let tx = cx.db().await?;
    if !accounts::replace_password(tx, user, old, new, now).await? {
        return Ok(false);
    }
    if let Some(old) = old.filter(|_| kept > 0) {
        sql::remember(tx, id, user, old, now).await?;
    }
    sql::forget_older(tx, user, kept.max(0)).await?;
    Ok(true)
}

/// A password with an early expiry.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expiring {
    id: Id,
    user_name: String,
    /// Days until it expires; 0: it has expired.
    days: i64,
}

impl Sessions {
    /// Lets a person's password expire in `days` days, 0 for at once, as if it were that old: its owner is reminded,
    /// and then must replace it, as the security strategy says. In the caller's transaction.
    ///
    /// Errors: [`Code::NotFound`]; [`Code::Conflict`] where passwords do not expire, and where this one expires sooner
    /// anyway: nothing here prolongs a password.
    pub async fn expire_password(&self, cx: &mut Ctx, login_name: &str, days: i64) -> Result<Expiring, Error> {
        let now = cx.now();
        let tx = cx.db().await?;
        let account = accounts::by_name(tx, &fold(login_name)).await?.ok_or(Code::NotFound)?;
        let strategy = self.strategy(tx).await?;
        let refused = |zh, en| Err(Error::new(Code::Conflict).message(Text::new(zh, en)));
        match entrant::days_left(&account, strategy, now) {
            None => return refused("密码不会过期", "this password does not expire"),
            Some(left) if left < days => return refused("密码将更早过期", "this password expires sooner"),
            Some(_) => {}
        }
        let begun = Time(now.0 - (strategy.expired_day - days) * DAY);
        accounts::date_password(tx, &account.id, begun).await?;
        cx.audit_event(Event {
            action: "user.password_expiring",
            resource: "users",
            record: account.id.to_string(),
            after: Some(json!({ "userName": account.user_name, "days": days })),
            ..Event::default()
        });
        Ok(Expiring { id: account.id, user_name: account.user_name, days })
    }
}
