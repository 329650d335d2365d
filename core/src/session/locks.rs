//! The locks of too many failed sign-ins, as administrators see and lift them. The one place where they do.

use std::collections::BTreeMap;

use super::proof::name_hash;
use super::service::Sessions;
use super::store;
use super::store::locks as sql;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;

impl Sessions {
    /// Until when sign-ins by these login names are locked; names that are not locked are left out.
    pub async fn locked_until(&self, cx: &mut Ctx, user_names: Vec<String>) -> Result<BTreeMap<String, Time>, Error> {
        let mut by_hash: BTreeMap<String, String> =
            user_names.into_iter().map(|name| (name_hash(self.kernel(), &fold(&name)), name)).collect();
        let now = cx.now();
        let locked = sql::locked(cx.db().await?, by_hash.keys().cloned().collect(), now).await?;
        Ok(locked.into_iter().filter_map(|(hash, until)| Some((by_hash.remove(&hash)?, until))).collect())
    }

    /// Lifts the lock of a login name, and forgets the failures that led to it; false where it was not locked.
    pub async fn lift_lock(&self, cx: &mut Ctx, user_name: &str) -> Result<bool, Error> {
        let was = !self.locked_until(cx, vec![user_name.to_owned()]).await?.is_empty();
        store::forget_attempts(cx.db().await?, &name_hash(self.kernel(), &fold(user_name))).await?;
        Ok(was)
    }
}
