//! The lock of too many failures, for administrators: whether there is one, until when, and its end.
//!
//! It is a lock of places: whoever failed too often from one network, or on one device, gives no password from there
//! for a while. The account itself is not locked by it.

use serde::Serialize;

use super::proof;
use super::service::Sessions;
use super::store;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::{Code, Error};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;

/// A lock of too many failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct AutomaticLock {
    /// The moment at which the last of them is over.
    pub until: Time,
    /// How many networks and devices are locked.
    pub places: i64,
}

impl Sessions {
    /// The lock of too many failures that an account has at the moment, if any. The caller has made sure that it may
    /// be asked.
    ///
    /// Errors: [`Code::NotFound`].
    pub async fn lock_of(&self, cx: &mut Ctx, user: &Id) -> Result<Option<AutomaticLock>, Error> {
        let now = cx.now();
        let tx = cx.db().await?;
        let account = store::account_by_id(tx, user).await?.ok_or(Code::NotFound)?;
        let name = proof::name_hash(self.kernel(), &fold(&account.user_name));
        let locks = store::locks(tx, &name, now).await?;
        Ok((locks.places > 0).then_some(AutomaticLock { until: locks.until, places: locks.places }))
    }

    /// Ends that lock and forgets the failures behind it, in the caller's transaction, with its line in the audit;
    /// whether there was one. The caller has made sure that it may be done.
    ///
    /// Errors: [`Code::NotFound`].
    pub async fn lift_lock(&self, cx: &mut Ctx, user: &Id) -> Result<bool, Error> {
        let now = cx.now();
        let tx = cx.db().await?;
        let account = store::account_by_id(tx, user).await?.ok_or(Code::NotFound)?;
        let name = proof::name_hash(self.kernel(), &fold(&account.user_name));
        let lifted = store::lift(tx, &name, now).await? > 0;
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
