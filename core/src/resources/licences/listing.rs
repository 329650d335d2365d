//! The list of tenants' systems, with the use of each licence.

use serde::Serialize;

use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts};
use crate::resources::software;

/// A system of a tenant.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the specification's form")]
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantSoftware {
    /// The licence.
    pub id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// Whether the period is limited.
    pub time_enable: bool,
    /// First day, `yyyy-MM-dd`.
    pub start_time: Option<String>,
    /// Last day, `yyyy-MM-dd`.
    pub end_time: Option<String>,
    /// Whether the number of studies is limited.
    pub study_enable: bool,
    /// The greatest number of studies.
    pub max_study: Option<i64>,
    /// The number of studies that are bound to the system.
    pub now_study_num: i64,
    /// Whether the number of users is limited.
    pub user_enable: bool,
    /// The greatest number of users.
    pub max_user: Option<i64>,
    /// The number of users with a valid authorisation in the system, counted up to 10000.
    pub now_user_num: i64,
    /// Whether the licence is switched on.
    pub is_enable: bool,
}

/// A system of the catalogue.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SystemChoice)]
pub struct Choice {
    /// Id.
    pub id: Id,
    /// Name.
    pub software_name: String,
}

/// The filter of the list.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Only this tenant; without it, every tenant that the caller administers.
    pub tenant_id: Option<Id>,
    /// The system.
    pub software_id: Option<Id>,
    /// Only these licences.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

const COLUMNS: &str = "SELECT l.id, l.tenant_id, t.tenant_name, l.software_id, s.software_name, l.time_enable, \
     l.start_time, l.end_time, l.study_enable, l.max_study, l.user_enable, l.max_user, l.is_enable, \
     (SELECT count(*) FROM studies y WHERE y.tenant_id = l.tenant_id AND y.deleted_at IS NULL AND EXISTS \
     (SELECT 1 FROM study_software b WHERE b.study_id = y.id AND b.software_id = l.software_id \
     AND b.deleted_at IS NULL)) AS now_study_num, \
     (SELECT count(*) FROM (SELECT DISTINCT g.user_id FROM grants g WHERE g.tenant_id = l.tenant_id \
     AND g.software_id = l.software_id AND g.revoked_at IS NULL \
     AND g.suspended_at IS NULL LIMIT 10000) AS users) AS now_user_num";

const SORTS: Sorts = &[(
    "tenantName",
    " ORDER BY t.name_key, t.id, l.software_id",
    " ORDER BY t.name_key DESC, t.id DESC, l.software_id DESC",
)];

/// A page of the systems of the tenants in `scope`.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, scope: &Scope) -> Result<Page<TenantSoftware>, Error> {
    // CROSS JOIN makes SQLite join in this order, which the index of tenants' names supports.
    const FROM: &str = " FROM tenants t CROSS JOIN licences l CROSS JOIN software s WHERE l.tenant_id = t.id \
         AND s.id = l.software_id AND t.deleted_at IS NULL AND s.deleted_at IS NULL";
    // The rows of a page are read starting from their licences.
    const OF: &str = " FROM licences l CROSS JOIN tenants t CROSS JOIN software s WHERE t.id = l.tenant_id \
         AND s.id = l.software_id AND ";
    list.keys_first(cx.db().await?, SORTS, (&[COLUMNS, OF], "l.id"), |query, f| {
        let query = query.sql(FROM).push_if(" AND l.software_id = ", f.software_id.clone());
        let query = match &f.id {
            Some(Ids(ids)) => query.push_in(" AND l.id", ids.iter().cloned()),
            None => query,
        };
        match scope {
            Scope::All => query,
            Scope::Only(tenants) => query.push_in(" AND t.id", tenants.iter().cloned()),
        }
    })
    .await
}

/// The systems of the catalogue, in its order.
pub async fn choices(cx: &mut ReadCtx) -> Result<Vec<Choice>, Error> {
    let catalogue = software::list(cx).await?;
    Ok(catalogue.into_iter().map(|s| Choice { id: s.id, software_name: s.software_name }).collect())
}
