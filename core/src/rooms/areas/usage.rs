//! What refers to regions.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;

/// Records that hold a region, what they are called, and how one is found. A room whose records hold regions
/// has its line here, and indexes that serve it.
const USES: &[(&str, &str, &str)] = &[
    ("下级区域", "regions in it", "SELECT 1 FROM areas WHERE deleted_at IS NULL AND parent_id = $1 LIMIT 1"),
    (
        "租户",
        "tenants",
        "SELECT 1 FROM tenants WHERE deleted_at IS NULL AND (country_id = $1 OR province_id = $1 OR city_id = $1) \
         LIMIT 1",
    ),
    (
        "研究中心",
        "sites",
        "SELECT 1 FROM sites WHERE deleted_at IS NULL AND (country_id = $1 OR province_id = $1 OR city_id = $1) LIMIT 1",
    ),
];

/// Refuses with [`Code::InUse`], naming what holds the region, where anything does.
pub async fn refuse_if_used(cx: &mut Ctx, area: &Id) -> Result<(), Error> {
    for (zh, en, sql) in USES {
        if cx.db().await?.query(sql).bind(area.clone()).optional::<(i32,)>().await?.is_some() {
            let zh = format!("该区域正被{zh}使用，不能删除");
            let text = Text::made(zh, format!("this region is in use by {en} and cannot be deleted"));
            return Err(Error::new(Code::InUse).message(text));
        }
    }
    Ok(())
}
