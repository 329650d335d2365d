//! The grants of a system in a tenant, with what each of them selects.

use std::collections::BTreeMap;

use axum::Json as Answer;
use axum::extract::{Path, Query};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::Held;
use super::shown::Shown;
use super::store::{self, Narrowed};
use super::{Authorisation, revocation};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// The operation.
pub fn router() -> OpenApiRouter<Authorisation> {
    OpenApiRouter::new().routes(routes!(grants))
}

/// A grant as the console lists it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantEntry {
    /// Id.
    pub id: Id,
    /// The person.
    pub user_id: Id,
    /// Full name with user name.
    pub label: String,
    /// Full name.
    pub full_name: String,
    /// Login name.
    pub user_name: String,
    /// E-mail address.
    pub email: String,
    /// The role given with it.
    pub user_role: String,
    /// The user type.
    pub user_type_id: String,
    /// The study binding.
    pub study_url_id: Id,
    /// The study's code.
    pub study_code: String,
    /// Its name.
    pub study_name: String,
    /// Rows of the panel.
    #[schema(value_type = Vec<Object>)]
    pub grants: Vec<Grant>,
    /// The picks of this study with their names.
    pub shown: Vec<Shown>,
    /// Version.
    pub version: i64,
    /// When it was last changed.
    pub updated_at: Time,
    /// When it was suspended; null if it is in effect.
    pub suspended_at: Option<Time>,
}

/// `?tenantId=&id=&studyUrlId=&userId=&after=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct GrantsQuery {
    #[serde(rename = "tenantId")]
    tenant: Id,
    /// Only this one.
    id: Option<Id>,
    #[serde(rename = "studyUrlId")]
    binding: Option<Id>,
    #[serde(rename = "userId")]
    user: Option<Id>,
    /// The last grant of the previous page.
    after: Option<Id>,
}

/// People's grants in a system: at most 1000, in the order of their ids. Suspended grants are included, revoked ones
/// are not.
#[utoipa::path(get, path = "/api/admin/panels/{softwareId}/grants", operation_id = "getAuthGrants",
    params(("softwareId" = Id, Path), GrantsQuery), tag = "panels", responses((status = 200, body = Vec<GrantEntry>)))]
async fn grants(
    mut cx: ReadCtx,
    Path(id): Path<Id>,
    Query(of): Query<GrantsQuery>,
) -> Result<Answer<Vec<GrantEntry>>, Error> {
    let software = revocation::concerned(&mut cx, &of.tenant, &id, Act::View).await?;
    let of_what =
        Narrowed { id: of.id.as_ref(), binding: of.binding.as_ref(), user: of.user.as_ref(), after: of.after.as_ref() };
    let held = store::list(&mut cx, &of.tenant, &software.id, of_what).await?;
    let (mut people, mut studies) = (BTreeMap::new(), BTreeMap::new());
    for some in held.chunks(store::CHUNK) {
        people.extend(store::people(&mut cx, some.iter().map(|h| h.user_id.clone())).await?);
    }
    for one in &held {
        if !studies.contains_key(&one.study_software_id) {
            studies.insert(
                one.study_software_id.clone(),
                store::bound(&mut cx, &of.tenant, &software.id, &one.study_software_id).await?,
            );
        }
    }
    let entry = |h: Held| {
        let (person, study) = (people.get(&h.user_id), studies.get(&h.study_software_id).and_then(Option::as_ref));
        let text = |f: fn(&store::Candidate) -> &String| person.map(f).cloned().unwrap_or_default();
        GrantEntry {
            label: person.map(store::Candidate::label).unwrap_or_default(),
            full_name: text(|p| &p.full_name),
            user_name: text(|p| &p.user_name),
            email: text(|p| &p.email),
            id: h.id,
            user_id: h.user_id,
            user_role: h.user_role,
            user_type_id: h.user_type_id,
            study_url_id: h.study_software_id,
            study_code: study.map(|s| s.study_code.clone()).unwrap_or_default(),
            study_name: study.map(|s| s.study_name.clone()).unwrap_or_default(),
            grants: h.selection.0,
            shown: h.shown.0,
            version: h.version,
            updated_at: h.updated_at,
            suspended_at: h.suspended_at,
        }
    };
    Ok(Answer(held.into_iter().map(entry).collect()))
}
