//! Why a person may do something, or may not: each of the things that the access depends on, by name.
//!
//! Nothing is decided here. What is explained is read by the functions that decide ([`Basis`], [`Scope::of`],
//! [`standing`]), and a test holds that explanation and decision agree.
//!
//! [`Basis`]: crate::resources::permissions::Basis
//! [`standing`]: crate::authorisation::standing
//! [`Scope::of`]: crate::kernel::ctx::Scope::of

mod account;
mod granted;
mod model;
mod operation;
mod person;

use axum::Json as Answer;
use axum::extract::{Query, State};

use self::model::{AccessExplanation, OwnQuestion, Question, Subject};
use self::person::{Person, View};
use super::state::Reports;
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::PathId;

/// The operations.
pub fn router() -> OpenApiRouter<Reports> {
    OpenApiRouter::new().routes(routes!(of_person)).routes(routes!(own))
}

/// Why a person may use a menu, a study or a system, or may not. Whoever sees the users of the platform may ask; an
/// administrator of tenants only about their members, and is told what concerns their tenants.
#[utoipa::path(get, path = "/api/admin/users/{id}/access-explanation", operation_id = "explainAccess", tag = "users",
    params(("id" = String, Path), Question), responses((status = 200, body = AccessExplanation)))]
async fn of_person(
    State(reports): State<Reports>,
    mut cx: ReadCtx,
    PathId(id): PathId,
    Query(question): Query<Question>,
) -> Result<Answer<AccessExplanation>, Error> {
    let view = View::of(&cx)?;
    let unknown = || Error::new(Code::NotFound);
    let person = Person::read(&mut cx, &id).await?.ok_or_else(unknown)?;
    let asked = question.tenant_id.as_ref();
    // A person outside the asker's tenants does not exist for them.
    if !view.platform && person.memberships(&view, asked).next().is_none() {
        return Err(unknown());
    }
    explain(&reports, &mut cx, &person, &view, &question).await.map(Answer)
}

/// Why the caller may use a menu, or may not, and whom to ask. Any signed-in person may ask about themselves.
#[utoipa::path(get, path = "/api/admin/access-explanation", operation_id = "explainOwnAccess", tag = "users",
    params(OwnQuestion), responses((status = 200, body = AccessExplanation)))]
async fn own(
    State(reports): State<Reports>,
    mut cx: ReadCtx,
    Query(question): Query<OwnQuestion>,
) -> Result<Answer<AccessExplanation>, Error> {
    let id = cx.person()?.id.clone();
    let question = Question::from(question);
    let view = View { platform: true, tenants: Scope::All };
    let unknown = || Error::new(Code::NotFound);
    let person = Person::read(&mut cx, &id).await?.ok_or_else(unknown)?;
    // Of a tenant to which they do not belong nobody learns that it is there.
    let outside =
        question.tenant_id.is_some() && person.memberships(&view, question.tenant_id.as_ref()).next().is_none();
    if outside && !person.basis.system().reaches_tenants() {
        return Err(unknown());
    }
    let mut answer = explain(&reports, &mut cx, &person, &view, &question).await?;
    if let Subject::Operation(permission, act) = question.subject()?
        && !answer.allowed
    {
        answer.help = Some(operation::help(&mut cx, permission, act).await?);
    }
    Ok(Answer(answer))
}

async fn explain(
    reports: &Reports,
    cx: &mut ReadCtx,
    person: &Person,
    view: &View,
    question: &Question,
) -> Result<AccessExplanation, Error> {
    let subject = question.subject()?;
    let asked = question.tenant_id.as_ref();
    let account = account::findings(reports, cx, person, view).await?;
    match subject {
        Subject::Operation(permission, act) => {
            operation::explain(cx, person, view, asked, account, (permission, act)).await
        }
        Subject::Study(study, software) => {
            granted::of_study(cx, person, view, asked, account, (&study, software.as_ref())).await
        }
        Subject::System(software) => granted::of_system(cx, person, view, asked, account, &software).await,
    }
}
