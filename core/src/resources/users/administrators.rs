//! The platform always has an administrator who can sign in.

use futures::future::{BoxFuture, FutureExt as _};

use super::model::{Status, User};
use super::store;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::settings;
use crate::resources::roles;

/// Refuses a change of an account that leaves nobody who administers the platform. Concurrent changes wait for each
/// other: two administrators who lock each other must not both succeed.
pub async fn keep_an_administrator(cx: &mut Ctx, before: &User, after: &User) -> Result<(), Error> {
    let Some(role) = &before.role_id else { return Ok(()) };
    let administers = |role: Option<roles::Role>| role.is_some_and(|r| r.super_admin.0);
    if !administers(roles::get(cx, role).await?) {
        return Ok(());
    }
    let stays = match &after.role_id {
        Some(role) => administers(roles::get(cx, role).await?) && after.status == Status::Normal,
        None => false,
    };
    if stays {
        return Ok(());
    }
    settings::hold(cx.db().await?).await?;
    if store::has_platform_administrator(cx, Some(&before.id)).await? {
        return Ok(());
    }
    let text =
        Text::new("不能移除最后一个平台管理员", "the last platform administrator cannot be locked, demoted or removed");
    Err(Error::new(Code::Forbidden).message(text))
}

/// The rule for changes of roles.
#[derive(Debug)]
pub struct KeepAdministrators;

impl roles::Administrators for KeepAdministrators {
    fn remain<'a>(&'a self, cx: &'a mut Ctx) -> BoxFuture<'a, Result<(), Error>> {
        async move {
            settings::hold(cx.db().await?).await?;
            if store::has_platform_administrator(cx, None).await? {
                return Ok(());
            }
            let text = Text::new(
                "不能关闭或削弱最后一个平台管理员的角色",
                "the role of the last platform administrator cannot be closed or weakened",
            );
            Err(Error::new(Code::Forbidden).message(text))
        }
        .boxed()
    }
}
