//! The studies of a tenant, each with the systems that it is bound to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::binding::StudyBinding;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{Ids, List, ListQuery, Listing, Page, Sorts, Term};
use crate::kernel::resource::{Record as _, router as declared};

/// A study with its systems.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudySystems {
    /// The study.
    pub id: Id,
    /// Its tenant.
    pub tenant_id: Id,
    /// Its name.
    pub study_name: String,
    /// Its code.
    pub study_code: String,
    /// Its systems.
    #[sqlx(skip)]
    pub su_vos: Vec<StudyBinding>,
}

/// What the list is narrowed by.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// The tenant, which is required.
    tenant_id: Option<Id>,
    /// What the name or the code has in it.
    study_name: Option<Term>,
    id: Option<Ids>,
}

const SORTS: Sorts =
    &[("studyName", " ORDER BY studies.name_key, studies.id", " ORDER BY studies.name_key DESC, studies.id DESC")];

const ROWS: &str = "SELECT studies.id, studies.tenant_id, studies.study_name, studies.study_code FROM studies WHERE ";

/// The operations on studies' systems.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).with_state(kernel.clone()).merge(declared::<StudyBinding>(kernel))
}

/// The studies of a tenant with their systems; `studyName` is in a name or a code.
#[utoipa::path(get, path = "/api/admin/study-software/studies", operation_id = "getSoftPorjectList",
    tag = "study-software", params(ListQuery), responses((status = 200, body = Vec<StudySystems>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<StudySystems>, Error> {
    cx.scope(Permission::StudySoftware, Act::View)?;
    let Some(tenant) = list.filter.tenant_id.clone() else {
        return Err(Error::field("tenantId", Text::new("请选择租户", "please select a tenant")));
    };
    cx.require_in(Permission::StudySoftware, Act::View, &tenant)?;
    let mut page: Page<StudySystems> = list
        .keys_first(cx.db().await?, SORTS, (&[ROWS], "studies.id"), |query, f| {
            let query = query.sql(" FROM studies WHERE studies.deleted_at IS NULL");
            let query = query.push(" AND studies.tenant_id = ", tenant.clone());
            let query = f
                .study_name
                .iter()
                .fold(query, |query, term| term.in_any(query, &["studies.name_key", "studies.code_key"]));
            query.push_in_if(" AND studies.id", f.id.as_ref().map(Ids::each))
        })
        .await?;
    let mut systems = systems(&mut cx, page.rows.iter().map(|study| study.id.clone()).collect()).await?;
    for study in &mut page.rows {
        study.su_vos = systems.remove(&study.id).unwrap_or_default();
    }
    Ok(page)
}

/// The systems of these studies.
async fn systems(cx: &mut ReadCtx, studies: Vec<Id>) -> Result<BTreeMap<Id, Vec<StudyBinding>>, Error> {
    let mut found: BTreeMap<Id, Vec<StudyBinding>> = BTreeMap::new();
    if studies.is_empty() {
        return Ok(found);
    }
    let query = cx.db().await?.query(StudyBinding::SELECT).sql(StudyBinding::FROM).sql(StudyBinding::THERE);
    let bindings: Vec<StudyBinding> = query.push_in("study_software.study_id", studies).all().await?;
    for binding in bindings {
        found.entry(binding.study_id.clone()).or_default().push(binding);
    }
    Ok(found)
}
