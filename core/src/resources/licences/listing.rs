//! The list of licences, with the use of each.

use cardea_macros::Narrow;
use serde::Serialize;

use super::model::Licence;
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts};
use crate::kernel::resource::Record as _;
use crate::resources::software;

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
#[derive(Debug, serde::Deserialize, utoipa::ToSchema, Narrow)]
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

pub const SORTS: Sorts = &[(
    "tenantName",
    " ORDER BY t.name_key, t.id, licences.software_id",
    " ORDER BY t.name_key DESC, t.id DESC, licences.software_id DESC",
)];

/// A page of the licences of the tenants in `scope`, not yet described.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, scope: &Scope) -> Result<Page<Licence>, Error> {
    // CROSS JOIN makes SQLite join in this order, which the index of tenants' names supports.
    const FROM: &str = " FROM tenants t CROSS JOIN licences CROSS JOIN software s WHERE licences.tenant_id = t.id \
         AND s.id = licences.software_id AND licences.deleted_at IS NULL AND t.deleted_at IS NULL \
         AND s.deleted_at IS NULL";
    // The rows of a page are read starting from their licences.
    const OF: &str = " FROM licences CROSS JOIN tenants t CROSS JOIN software s WHERE t.id = licences.tenant_id \
         AND s.id = licences.software_id AND ";
    list.keys_first(cx.db().await?, SORTS, (&[Licence::SELECT, OF], "licences.id"), |query, f| {
        let query = query.sql(FROM).push_if(" AND licences.software_id = ", f.software_id.clone());
        let query = query.push_in_if(" AND licences.id", f.id.as_ref().map(Ids::each));
        match (&f.tenant_id, scope) {
            (Some(tenant), _) => query.push(" AND t.id = ", tenant.clone()),
            (None, Scope::All) => query,
            (None, Scope::Only(tenants)) => query.push_in(" AND t.id", tenants.iter().cloned()),
        }
    })
    .await
}

/// The systems of the catalogue, in its order.
pub async fn choices(cx: &mut ReadCtx) -> Result<Vec<Choice>, Error> {
    let catalogue = software::list(cx).await?;
    Ok(catalogue.into_iter().map(|s| Choice { id: s.id, software_name: s.software_name }).collect())
}
