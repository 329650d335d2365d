//! HTTP of the catalogue.

use axum::Json as Answer;

use super::model::{AuthorizationStyle, Software, Style};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::router as declared;

/// The operations.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(styles)).with_state(kernel.clone()).merge(declared::<Software>(kernel))
}

/// The kinds of panels that a system can have.
#[utoipa::path(get, path = "/api/admin/software/styles", operation_id = "getSoftwareType", tag = "software",
    responses((status = 200, body = Vec<Style>)))]
async fn styles(cx: ReadCtx) -> Result<Answer<Vec<Style>>, Error> {
    cx.require(Permission::Software, Act::View)?;
    let locale = cx.locale();
    let style = |(style, text): (AuthorizationStyle, Text)| Style {
        code: style.into(),
        desc: text.in_locale(locale).to_owned(),
    };
    Ok(Answer(AuthorizationStyle::ALL.into_iter().map(style).collect()))
}
