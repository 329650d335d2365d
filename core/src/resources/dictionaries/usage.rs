//! What refers to dictionary items. An item in use is not deleted from under the records that hold it.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::in_use::{self, Use};

/// Records that hold an item. A module whose records hold items of a dictionary has its line here.
const USES: &[Use] = &[
    ("子项", "items below it", "SELECT 1 FROM dictionary_items WHERE deleted_at IS NULL AND parent_id = $1 LIMIT 1"),
    ("租户", "tenants", "SELECT 1 FROM tenants WHERE deleted_at IS NULL AND category_id = $1 LIMIT 1"),
    ("租户用户", "tenant users", "SELECT 1 FROM memberships WHERE type_id = $1 LIMIT 1"),
    ("租户用户", "tenant users", "SELECT 1 FROM memberships WHERE position_id = $1 LIMIT 1"),
    ("研究中心", "sites", "SELECT 1 FROM sites WHERE deleted_at IS NULL AND level_id = $1 LIMIT 1"),
    ("研究中心", "sites", "SELECT 1 FROM sites WHERE deleted_at IS NULL AND type_id = $1 LIMIT 1"),
    ("用户授权", "authorisations", "SELECT 1 FROM grants WHERE revoked_at IS NULL AND user_type_id = $1 LIMIT 1"),
    (
        "邀请",
        "invitations",
        "SELECT 1 FROM invitations WHERE state = 'open' AND (type_id = $1 OR position_id = $1) LIMIT 1",
    ),
];

/// Refuses with [`Code::InUse`], naming what holds the item, where anything does.
///
/// [`Code::InUse`]: crate::kernel::error::Code::InUse
pub async fn refuse_if_used(cx: &mut Ctx, item: &Id) -> Result<(), Error> {
    in_use::refuse(cx, item, USES, in_use::used("字典项", "item")).await
}

/// Whether there is such a tenant.
pub async fn is_tenant(cx: &mut Ctx, id: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM tenants WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional::<(i32,)>().await?.is_some())
}
