//! SQL that locks memberships, so that concurrent changes of them wait.

use std::collections::BTreeMap;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// Those of the people who are enabled members of the tenant and may sign in, with the time when they joined. A
/// transaction that would change that waits until this one ends.
pub async fn hold(cx: &mut Ctx, tenant: &Id, users: &[Id]) -> Result<BTreeMap<Id, Time>, Error> {
    let query = cx.db().await?.write("UPDATE memberships SET updated_at = updated_at");
    let query = query.push(" WHERE tenant_id = ", tenant.clone());
    query.push_in(" AND user_id", users.iter().cloned()).execute().await?;
    // Read after the wait, to see the changes of other transactions.
    let query = cx.db().await?.query(
        "SELECT m.user_id, m.join_date FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.enabled = 0 \
         AND u.deleted_at IS NULL AND u.status = 0 \
         AND NOT EXISTS (SELECT 1 FROM tenants t WHERE t.id = m.tenant_id AND t.archived_at IS NOT NULL)",
    );
    let query = query.push(" AND m.tenant_id = ", tenant.clone());
    let rows: Vec<(Id, Time)> = query.push_in(" AND m.user_id", users.iter().cloned()).all().await?;
    Ok(rows.into_iter().collect())
}

/// Waits until no transaction holds the person's memberships, of one tenant or of all.
pub async fn wait_for(cx: &mut Ctx, user: &Id, tenant: Option<&Id>) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE memberships SET updated_at = updated_at");
    let query = query.push(" WHERE user_id = ", user.clone()).push_if(" AND tenant_id = ", tenant.cloned());
    query.execute().await?;
    Ok(())
}
