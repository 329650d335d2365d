//! The operations on drift.

use std::collections::BTreeMap;

use axum::Json as Answer;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use sqlx::types::Json as Column;
use utoipa::ToSchema;

use super::super::model::{Accepted, Batch, Found, Item};
use super::super::runner::begin;
use super::super::store;
use super::super::{Authorisation, batches, revocation};
use super::comparing::{Compared, Page, Start};
use crate::host::model::{Holding, Holdings, Whom};
use crate::kernel::ctx::{Act, Ctx, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::resources::domains::StudyBinding;
use crate::resources::software::Software;
use crate::resources::users::reason_of;

/// Most people in one request.
const MOST: usize = 500;
/// The longest id that a system knows somebody by, in bytes.
const MAX_SUBJECT: usize = 512;

/// The operations.
pub fn router() -> OpenApiRouter<Authorisation> {
    OpenApiRouter::new().routes(routes!(drift)).routes(routes!(reconcile))
}

/// `?tenantId=&studyUrlId=&after=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct OfStudy {
    /// The tenant.
    tenant_id: Id,
    /// The study's binding.
    study_url_id: Id,
    /// `next` of the previous page.
    after: Option<String>,
}

async fn bound(cx: &mut ReadCtx, software: &Software, tenant: &Id, id: &Id) -> Result<StudyBinding, Error> {
    store::bound(cx, tenant, &software.id, id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

/// A page of the differences between what was granted in a study and what the trial system holds: first of the people
/// with a grant, then of those in the system who have none.
#[utoipa::path(get, path = "/api/admin/panels/{softwareId}/drift", operation_id = "getAuthDrift",
    params(("softwareId" = Id, Path), OfStudy), tag = "panels", responses((status = 200, body = Page),
    (status = 501, description = "The plugin cannot say what the system holds")))]
async fn drift(
    State(authorisation): State<Authorisation>,
    mut cx: ReadCtx,
    Path(id): Path<Id>,
    Query(of): Query<OfStudy>,
) -> Result<Answer<Page>, Error> {
    let software = revocation::concerned(&mut cx, &of.tenant_id, &id, Act::View).await?;
    let from = Start::parse(of.after.as_deref())?;
    let bound = bound(&mut cx, &software, &of.tenant_id, &of.study_url_id).await?;
    authorisation.surveys(&software)?;
    cx.release();
    let panel = authorisation.definition(&cx, &of.tenant_id, &software).await?;
    let compared = Compared { software: &software, bound: &bound, panel: &panel };
    authorisation.compare(&mut cx, &compared, from).await.map(Answer)
}

/// People to put right in a trial system.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReconcileRequest {
    /// The tenant.
    tenant_id: Id,
    /// The study's binding.
    study_url_id: Id,
    /// The people, by the ids that the system knows; at most 500.
    subjects: Vec<String>,
    /// The reason, in at most 200 characters.
    reason: String,
}

impl ReconcileRequest {
    fn checked(&self) -> Result<(Vec<String>, String), Error> {
        let mut p = Problems::default();
        let mut subjects = self.subjects.clone();
        subjects.sort_unstable();
        subjects.dedup();
        let sound = |id: &String| !id.is_empty() && id.len() <= MAX_SUBJECT && !id.chars().any(char::is_control);
        p.check(!subjects.is_empty(), "subjects", "请选择一个用户", "please select at least one user");
        p.check(subjects.len() <= MOST, "subjects", "一次最多处理500人", "at most 500 people at once");
        p.check(subjects.iter().all(sound), "subjects", "选择的内容不存在", "there is no such choice");
        p.into_result()?;
        Ok((subjects, reason_of(&self.reason)?))
    }
}

static OWN: Text = Text::new("不能处理自己的授权", "nobody changes their own authorisation");

/// Puts people right in the trial system: whoever has a grant gets there what was granted, and whoever has none is taken
/// away. The system is asked again first, and nothing that it holds is adopted.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/reconcile", operation_id = "reconcileAuthGrants",
    params(("softwareId" = Id, Path)), request_body = ReconcileRequest, tag = "panels",
    responses((status = 202, body = Accepted)))]
async fn reconcile(
    State(authorisation): State<Authorisation>,
    mut cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<ReconcileRequest>,
) -> Result<(StatusCode, Answer<Accepted>), Error> {
    let mut reading = cx.new_read_transaction();
    let software = revocation::concerned(&mut reading, &ask.tenant_id, &id, Act::Edit).await?;
    let (subjects, reason) = ask.checked()?;
    cx.kernel().clone().closures().refuse(reading.db().await?, &ask.tenant_id).await?;
    let bound = bound(&mut reading, &software, &ask.tenant_id, &ask.study_url_id).await?;
    if matches!(&cx.who, Who::Person(own) if subjects.iter().any(|subject| subject == own.id.as_str())) {
        return Err(Error::new(Code::Forbidden).message(OWN.clone()));
    }
    authorisation.surveys(&software)?;
    let digest = authorisation.host.active(&software.web_code).ok_or(Code::PluginMissing)?.digest;
    reading.release();
    let panel = authorisation.definition(&reading, &ask.tenant_id, &software).await?;
    let compared = Compared { software: &software, bound: &bound, panel: &panel };
    let found = authorisation.survey(&mut reading, &compared, Whom::People(subjects.clone())).await?;
    let items = items(&mut reading, &bound, &subjects, found).await?;
    reading.release();
    let batch = Batch {
        actor_name: cx.person()?.user_name.clone(),
        replaces: true,
        plugin_digest: digest,
        reason,
        ..batches::new(&cx, "reconcile", &ask.tenant_id, &software.id)
    };
    batches::insert(&mut cx, &batch, &items).await?;
    cx.audit("authorisation.reconciling", &batch)?;
    cx.commit().await?;
    begin(&authorisation, &batch.id);
    Ok((StatusCode::ACCEPTED, Answer(Accepted { batch_id: batch.id })))
}

/// An item for each, with what the system was found to hold.
async fn items(
    cx: &mut ReadCtx,
    bound: &StudyBinding,
    subjects: &[String],
    found: Holdings,
) -> Result<Vec<Item>, Error> {
    let ids = subjects.iter().filter_map(|subject| Id::try_from(subject.clone()).ok());
    let people = store::people(cx, ids).await?;
    let mut found: BTreeMap<String, Holding> =
        found.holdings.into_iter().map(|one| (one.person.clone(), one)).collect();
    let item = |(number, subject): (usize, &String)| {
        let known = Id::try_from(subject.clone()).ok().and_then(|id| people.get_key_value(&id));
        let found =
            found.remove(subject).map(|one| Found { login: one.login, name: one.display_name, grants: one.grants });
        let found = found.unwrap_or_default();
        let label = known.map_or_else(|| format!("{} ({})", found.name, found.login), |(_, who)| who.label());
        Item {
            user_id: known.map(|(id, _)| id.clone()),
            subject: Some(subject.clone()),
            found: Some(Column(found)),
            ..Item::waiting(format!("{number:06}"), &bound.id, &bound.id, label)
        }
    };
    Ok((1..).zip(subjects).map(item).collect())
}
