//! The administrators' operation that sends a code. The administrator never sees it.

use axum::Json as Answer;
use axum::extract::State;

use super::code::send_code;
use crate::authentication::{Sessions, proof};
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::resource::{PathId, Resource as _};
use crate::resources::members::{self, Enabled, Member};
use crate::resources::tenants;
use crate::resources::users::contacts;

/// Sends a member the code for setting their PIN.
#[utoipa::path(post, path = "/api/admin/tenant-users/{id}/pin-code", operation_id = "sendPinCode",
    tag = "tenant-users", params(("id" = String, Path)), responses((status = 200, body = Member)))]
pub(crate) async fn send_to(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    PathId(id): PathId,
) -> Result<Answer<Member>, Error> {
    let nothing = || Error::new(Code::NotFound);
    let scope = cx.scope(Permission::TenantUsers, Act::Edit)?;
    let member = members::get(&mut cx, &id).await?.ok_or_else(nothing)?;
    cx.require_in(Permission::TenantUsers, Act::Edit, &member.tenant_id)?;
    let tenant = tenants::get(&mut cx, &member.tenant_id).await?.ok_or_else(nothing)?;
    let account = contacts::by_id(cx.db().await?, &member.user_id).await?.ok_or_else(nothing)?;
    if member.enabled == Enabled::Disabled || account.status == proof::LOCKED {
        let text = Text::new("该用户已停用或锁定", "this person is disabled or locked");
        return Err(Error::new(Code::Conflict).message(text));
    }
    send_code(&sessions, &mut cx, &tenant, &account).await?;
    cx.commit().await?;
    Ok(Answer(member.seen(&scope)))
}
