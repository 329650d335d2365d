//! Authorisations without a panel.

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::types::Json;

use super::model::Held;
use super::shown::Shown;
use super::{changes, store};
use crate::host::model::Kind;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::resources::domains::StudyBinding;
use crate::resources::licences::Seats;

/// Stores, in the caller's transaction, a person's role in a study of a system that has no panel yet: for the
/// demonstration data. The system itself is not told.
///
/// Errors: [`Code::Conflict`] where the licence has no seat for the person.
pub async fn keep(cx: &mut Ctx, bound: &StudyBinding, user: &Id, role: &str) -> Result<(), Error> {
    let grant = Held {
        id: cx.new_id(),
        version: 1,
        tenant_id: bound.tenant_id.clone(),
        software_id: bound.software_id.clone(),
        study_software_id: bound.id.clone(),
        user_id: user.clone(),
        user_role: String::new(),
        user_type_id: String::new(),
        selection: Json(Vec::new()),
        shown: Json(vec![Shown::unnamed(0, "role", Some(Kind::ModuleRoles), role)]),
        claims: Json(BTreeMap::from([("roles".to_owned(), json!([role]))])),
        plugin_digest: String::new(),
        external_ref: None,
        updated_at: cx.now(),
        suspended_at: None,
        revoked_at: None,
    };
    let mut seats = Seats::hold(cx, &bound.tenant_id, &bound.software_id).await?;
    if let Some(full) = seats.take(cx, user).await? {
        return Err(Error::new(Code::Conflict).message(full));
    }
    let held = store::save(cx, bound, &grant).await?;
    changes::granted(cx, &held, None, None, None).await?;
    cx.audit("grant.saved", &held)
}
