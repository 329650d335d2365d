//! What refers to regions.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::in_use::{self, Use};

/// Records that hold a region. A module whose records hold regions has its line here.
const USES: &[Use] = &[
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
    (
        "用户",
        "users",
        "SELECT 1 FROM users WHERE deleted_at IS NULL AND (country_id = $1 OR province_id = $1 OR city_id = $1) LIMIT 1",
    ),
];

/// Refuses with [`Code::InUse`], naming what holds the region, where anything does.
///
/// [`Code::InUse`]: crate::kernel::error::Code::InUse
pub async fn refuse_if_used(cx: &mut Ctx, area: &Id) -> Result<(), Error> {
    in_use::refuse(cx, area, USES, in_use::used("区域", "region")).await
}
