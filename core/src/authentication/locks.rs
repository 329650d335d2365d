//! The locks after too many failed sign-ins, as administrators see and lift them. Only this module does so.
//!
//! They lock places: after too many failures from one network, or on one device, no password is accepted from there for
//! a while. They do not lock the account itself.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entrant::is_to_be_replaced;
use super::proof::name_hash;
use super::state::Sessions;
use super::store::locks as sql;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::resources::users::accounts;

/// A lock after too many failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct AutomaticLock {
    /// When the last of the locks ends.
    pub until: Time,
    /// How many networks and devices are locked.
    pub places: i64,
}

impl Sessions {
    /// When the last lock of each of these login names ends; names without a lock are left out.
    pub async fn locked_until(
        &self,
        cx: &mut ReadCtx,
        user_names: Vec<String>,
    ) -> Result<BTreeMap<String, Time>, Error> {
        let mut by_hash: BTreeMap<String, String> =
            user_names.into_iter().map(|name| (name_hash(self.kernel(), &fold(&name)), name)).collect();
        let now = cx.now();
        let locked = sql::locked(cx.db().await?, by_hash.keys().cloned().collect(), now).await?;
        Ok(locked.into_iter().filter_map(|(hash, until)| Some((by_hash.remove(&hash)?, until))).collect())
    }

    /// Whether the account's password must be replaced before it signs in: somebody else set it, or it has expired.
    pub async fn owes_a_password(&self, cx: &mut ReadCtx, user: &Id) -> Result<bool, Error> {
        let now = cx.now();
        let tx = cx.db().await?;
        let Some(account) = accounts::by_id(tx, user).await? else { return Ok(false) };
        let strategy = self.strategy(tx).await?;
        Ok(account.password_hash.is_some() && is_to_be_replaced(&account, strategy, now))
    }

    /// Lifts the locks of a login name and forgets the failures behind them; false where there was none. The caller
    /// audits it.
    pub async fn lift_locks(&self, cx: &mut Ctx, user_name: &str) -> Result<bool, Error> {
        let now = cx.now();
        Ok(sql::lift(cx.db().await?, &name_hash(self.kernel(), &fold(user_name)), now).await? > 0)
    }

    /// The lock after too many failures that an account has at the moment, if any. The caller has checked the
    /// permission.
    ///
    /// Errors: [`Code::NotFound`].
    pub async fn lock_of(&self, cx: &mut ReadCtx, user: &Id) -> Result<Option<AutomaticLock>, Error> {
        let now = cx.now();
        let tx = cx.db().await?;
        let account = accounts::by_id(tx, user).await?.ok_or(Code::NotFound)?;
        let locks = sql::locks(tx, &name_hash(self.kernel(), &fold(&account.user_name)), now).await?;
        Ok((locks.places > 0).then_some(AutomaticLock { until: locks.until, places: locks.places }))
    }

    /// Lifts that lock and forgets the failures behind it, in the caller's transaction, with an audit event; returns
    /// whether there was one. The caller has checked the permission.
    ///
    /// Errors: [`Code::NotFound`].
    pub async fn lift_lock(&self, cx: &mut Ctx, user: &Id) -> Result<bool, Error> {
        let account = accounts::by_id(cx.db().await?, user).await?.ok_or(Code::NotFound)?;
        let lifted = self.lift_locks(cx, &account.user_name).await?;
        if lifted {
            cx.audit_event(Event {
                action: "user.lock_lifted",
                resource: "users",
                record: user.to_string(),
                after: Some(serde_json::json!({ "userName": account.user_name })),
                ..Event::default()
            });
        }
        Ok(lifted)
    }
}
