//! The dictionary items of a membership.

use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::resources::dictionaries::{self, Category};

/// Reports errors of type and position: both must be items available to the tenant.
pub async fn check_items(
    cx: &mut ReadCtx,
    p: &mut Problems,
    tenant: &Id,
    type_id: Option<&Id>,
    position_id: Option<&Id>,
) -> Result<(), Error> {
    for (field, category, item, zh, en) in [
        ("typeId", Category::UserTypes, type_id, "请选择类型", "please select type"),
        ("positionId", Category::Positions, position_id, "请选择职位", "please select position"),
    ] {
        let known = match item {
            Some(item) => dictionaries::exists(cx, category, item, Some(tenant)).await?,
            None => false,
        };
        p.check(known, field, zh, en);
    }
    Ok(())
}
