//! What else belongs to a tenant. Calendar and PIN rule are the tenant's own settings: they go with it.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::resources::in_use::{self, Use};

/// Records of a tenant's own in modules that are not only of tenants.
const OWN: &[Use] = &[(
    "自有字典项",
    "dictionary items of its own",
    // By category first, as the index has them.
    "SELECT 1 FROM dictionary_items WHERE deleted_at IS NULL AND tenant_id = $1 \
     AND category_id IN (SELECT id FROM dictionary_categories) LIMIT 1",
)];

/// Refuses with [`Code::InUse`] where the tenant has any.
///
/// [`Code::InUse`]: crate::kernel::error::Code::InUse
pub async fn refuse_if_used(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let say = |zh: &str, en: &str| {
        Text::made(format!("该租户仍有{zh}，不能删除"), format!("this tenant still has {en} and cannot be deleted"))
    };
    in_use::refuse(cx, id, OWN, say).await
}
