//! What refers to dictionary items. An item in use is not deleted from under the records that hold it.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;

/// Records that hold an item, what they are called, and how one is found. A room whose records hold items of
/// a dictionary has its line here, and an index that serves it.
const USES: &[(&str, &str, &str)] = &[
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
pub async fn refuse_if_used(cx: &mut Ctx, item: &Id) -> Result<(), Error> {
    for (zh, en, sql) in USES {
        if cx.db().await?.query(sql).bind(item.clone()).optional::<(i32,)>().await?.is_some() {
            let zh = format!("该字典项正被{zh}使用，不能删除");
            let text = Text::made(zh, format!("this item is in use by {en} and cannot be deleted"));
            return Err(Error::new(Code::InUse).message(text));
        }
    }
    Ok(())
}

/// Whether there is such a tenant.
pub async fn is_tenant(cx: &mut Ctx, id: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM tenants WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional::<(i32,)>().await?.is_some())
}
