//! HTTP of templates: `/api/admin/message-templates`.

use axum::Json as Answer;
use axum::extract::{FromRef, Path, State};

use super::key::Key;
use super::model::{MessagePreview, MessageTemplate, ToPreview};
use super::rules::{self, Said};
use super::samples;
use crate::config::Bilingual;
use crate::kernel::Kernel;
use crate::kernel::body::Json;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Locale, Problems};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::input::{line, note};
use crate::kernel::resource::{operations, record, router as declared};
use crate::notify::texts::{Template, words};

/// The most characters of a subject.
const SUBJECT: usize = 120;

/// What previews need.
#[derive(Clone)]
struct Previews {
    kernel: Kernel,
    /// The deployment's short name.
    system: Bilingual,
}

impl FromRef<Previews> for Kernel {
    fn from_ref(state: &Previews) -> Self {
        state.kernel.clone()
    }
}

/// The operations on templates. Messages begin or end with the deployment's short name.
pub fn router(kernel: Kernel, system: Bilingual) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(preview))
        .routes(routes!(reset))
        .with_state(Previews { kernel: kernel.clone(), system })
        .merge(declared::<MessageTemplate>(kernel))
}

/// A message as it would look, with made-up values. Nothing is kept.
#[utoipa::path(post, path = "/api/admin/message-templates/preview", operation_id = "previewMessageTemplate",
    tag = "message-templates", request_body = ToPreview, responses((status = 200, body = MessagePreview)))]
async fn preview(
    State(state): State<Previews>,
    cx: ReadCtx,
    Json(asked): Json<ToPreview>,
) -> Result<Answer<MessagePreview>, Error> {
    cx.require(Permission::MessageTemplates, Act::View)?;
    let key = Id::try_from(asked.id).ok().as_ref().and_then(Key::of).ok_or_else(|| Error::new(Code::NotFound))?;
    let locale = Locale::of(&asked.locale);
    let mut p = Problems::default();
    let subject = line(&mut p, "subject", &asked.subject, SUBJECT);
    let text = note(&mut p, "text", &asked.text);
    rules::check(&mut p, key, &Said { subject: ("subject", &subject), text: ("text", &text) });
    p.into_result()?;
    let template = Template { subject: subject.into(), text: text.into() };
    let system = state.system.in_locale(locale);
    let shown = words(key.kind, locale, system, &template, &samples::of(key, locale));
    Ok(Answer(MessagePreview { subject: shown.subject, text: shown.text, html: shown.html }))
}

/// Puts a template back to the text that came with the server.
#[utoipa::path(post, path = "/api/admin/message-templates/{id}/reset", operation_id = "resetMessageTemplate",
    tag = "message-templates", params(("id" = String, Path)), responses((status = 200, body = MessageTemplate)))]
async fn reset(mut cx: Ctx, Path(id): Path<String>) -> Result<Answer<MessageTemplate>, Error> {
    cx.require(Permission::MessageTemplates, Act::Edit)?;
    let locale = cx.locale();
    let id = Id::try_from(id).map_err(|_| Error::new(Code::NotFound))?;
    let key = Key::of(&id).ok_or_else(|| Error::new(Code::NotFound))?;
    let before: MessageTemplate = operations::changeable(&mut cx, &id).await?;
    let mut template = before.clone();
    if before.changed {
        let standard = MessageTemplate::standard(key, before.seq, cx.now());
        template = MessageTemplate { version: before.version, ..standard };
        record::update(&mut cx, &mut template).await?;
        cx.audit_change("message_template.reset", &before, &template)?;
        cx.commit().await?;
    }
    template.explain(locale);
    Ok(Answer(template))
}
