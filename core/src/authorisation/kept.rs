//! Authorisations that are stored as they are, without a panel and without telling the system.

use sqlx::types::Json;

use super::model::Held;
use super::{changes, shown, store};
use crate::host::model::{Claims, Grant, Kind};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::resources::domains::StudyBinding;
use crate::resources::licences::Seats;

/// What a pick of a selection is and is called.
#[derive(Clone, Debug)]
pub struct NamedPick {
    /// The column's key.
    pub column: &'static str,
    /// What the column offers.
    pub kind: Kind,
    /// The id that is picked.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it is a site of the platform.
    pub of_platform: bool,
}

/// Stores, in the caller's transaction, a person's selections in a study with their claims: for the demonstration data.
/// `names` reads the picks out. The system itself is not told.
///
/// Errors: [`Code::Conflict`] where the licence has no seat for the person.
pub async fn keep(
    cx: &mut Ctx,
    bound: &StudyBinding,
    user: &Id,
    (selection, claims): (Vec<Grant>, Claims),
    names: &[NamedPick],
) -> Result<(), Error> {
    let mut shown = shown::unnamed(&selection);
    for pick in &mut shown {
        if let Some(named) = names.iter().find(|named| named.column == pick.column && named.id == pick.id) {
            (pick.kind, pick.name) = (Some(named.kind), named.name.clone());
            pick.study_url_id = named.of_platform.then(|| bound.id.to_string());
        }
    }
    let grant = Held {
        id: cx.new_id(),
        version: 1,
        tenant_id: bound.tenant_id.clone(),
        software_id: bound.software_id.clone(),
        study_software_id: bound.id.clone(),
        user_id: user.clone(),
        user_role: String::new(),
        user_type_id: String::new(),
        shown: Json(shown),
        selection: Json(selection),
        claims: Json(claims),
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
