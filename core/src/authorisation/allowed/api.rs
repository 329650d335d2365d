//! The authorised people in the admin REST.

use axum::Json as Answer;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::model::Held;
use super::super::revocation::{self, RevokeRequest};
use super::super::runner::begin;
use super::super::service::panel_software;
use super::super::{Authorisation, changes, store as grants};
use super::changing::{Place, Wanted, not_own, with_sites, without_site};
use super::store::{self, AllowedUser, Filter};
use crate::authorisation::context::keep_sites;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page, Term};
use crate::kernel::window::{Cursor, Walk};
use crate::resources::domains::{self, StudyBinding};
use crate::resources::sites;
use crate::resources::software::Software;

/// Studies and sites in one answer.
const BRANCHES: i64 = 50;

/// The operations.
pub fn router() -> OpenApiRouter<Authorisation> {
    OpenApiRouter::new()
        .routes(routes!(studies))
        .routes(routes!(sites_of_study))
        .routes(routes!(list))
        .routes(routes!(add_sites))
        .routes(routes!(cancel))
}

/// A part of a tree, and where the next begins.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Branches<T> {
    /// The rows.
    list: Vec<T>,
    /// `after` of the next part.
    next: Option<String>,
}

/// A study in the tree.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AllowedStudy {
    /// The study's binding to the system (studyUrlId).
    id: Id,
    /// The study.
    study_id: Id,
    /// Its name.
    study_name: String,
    /// Its code.
    study_code: String,
    /// Its tenant.
    tenant_id: Id,
}

/// A site in the tree.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AllowedSite {
    /// Id.
    id: Id,
    /// The same (studySiteId).
    study_site_id: Id,
    /// The study's binding.
    study_url_id: Id,
    /// The tenant's name for it.
    name: String,
    /// Business code.
    code: String,
}

/// `?tenantId=&softId=&studyName=&after=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
struct OfSystem {
    /// The tenant.
    tenant_id: Id,
    /// The system.
    soft_id: Id,
    /// Part of a study's name or code.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    study_name: Term,
    /// `next` of the part before.
    after: Option<String>,
}

/// The studies of a tenant that are connected to a system, by name.
#[utoipa::path(get, path = "/api/admin/allowed-studies", operation_id = "getProjectByUserAndSoft", tag = "grants",
    params(OfSystem), responses((status = 200, body = Branches<AllowedStudy>)))]
async fn studies(mut cx: ReadCtx, Query(of): Query<OfSystem>) -> Result<Answer<Branches<AllowedStudy>>, Error> {
    revocation::concerned(&mut cx, &of.tenant_id, &of.soft_id, Act::View).await?;
    let after = of.after.as_deref().map(Cursor::parse).transpose()?;
    let walk = Walk { search: of.study_name, after, limit: BRANCHES };
    let window = domains::bindings(&mut cx, &of.tenant_id, &of.soft_id, &walk).await?;
    let study = |b: StudyBinding| AllowedStudy {
        id: b.id,
        study_id: b.study_id,
        study_name: b.study_name,
        study_code: b.study_code,
        tenant_id: b.tenant_id,
    };
    let next = window.next.map(|cursor| cursor.text()).transpose()?;
    Ok(Answer(Branches { list: window.rows.into_iter().map(study).collect(), next }))
}

/// `?after=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct After {
    /// `next` of the part before.
    after: Option<String>,
}

/// The sites of a study, by name.
#[utoipa::path(get, path = "/api/admin/allowed-studies/{id}/sites", operation_id = "getPorjectSites", tag = "grants",
    params(("id" = Id, Path), After), responses((status = 200, body = Branches<AllowedSite>)))]
async fn sites_of_study(
    mut cx: ReadCtx,
    Path(id): Path<Id>,
    Query(of): Query<After>,
) -> Result<Answer<Branches<AllowedSite>>, Error> {
    let bound = seen(&mut cx, &id).await?;
    let walk =
        Walk { search: Term::default(), after: of.after.as_deref().map(Cursor::parse).transpose()?, limit: BRANCHES };
    let window = sites::of_study(&mut cx, &bound.study_id, &walk).await?;
    let next = window.next.map(|cursor| cursor.text()).transpose()?;
    let list = window.rows.into_iter().map(|site| AllowedSite {
        study_site_id: site.id.clone(),
        id: site.id,
        study_url_id: bound.id.clone(),
        name: site.nick_name,
        code: site.code,
    });
    Ok(Answer(Branches { list: list.collect(), next }))
}

/// A study's binding, where the caller may see who is authorised in it.
async fn seen(cx: &mut ReadCtx, id: &Id) -> Result<StudyBinding, Error> {
    let scope = cx.scope(Permission::UserAllowed, Act::View)?;
    let found = domains::bound(cx, id).await?.filter(|bound| scope.holds(&bound.tenant_id));
    found.ok_or_else(|| Error::new(Code::NotFound))
}

/// The people authorised in a study, or at one of its sites, or in the study and not at a site (`notAt`). Suspended
/// grants are among them, revoked ones are not.
#[utoipa::path(get, path = "/api/admin/allowed-users", operation_id = "getProjectUserByAllowed", tag = "grants",
    params(ListQuery), responses((status = 200, body = Vec<AllowedUser>)),
    extensions(("x-named-calls" = json!(["getProjectUserByUnallowed"]))))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<AllowedUser>, Error> {
    let bound = seen(&mut cx, &list.filter.study_url_id).await?;
    if bound.tenant_id != list.filter.tenant_id {
        return Err(Error::new(Code::NotFound));
    }
    store::page(&mut cx, &list).await
}

/// People of a study, and sites that they are to have as well.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AllowRequest {
    /// The tenant.
    tenant_id: Id,
    /// The study's binding.
    study_url_id: Id,
    /// Sites of the study, at most 500.
    study_site_ids: Vec<Id>,
    /// The people, by user id, at most 500.
    tenant_user_ids: Vec<Id>,
}

impl AllowRequest {
    fn check(&self) -> Result<(), Error> {
        let mut p = Problems::default();
        let few = |n: usize| n <= grants::CHUNK;
        p.check(!self.study_site_ids.is_empty(), "studySiteIds", "请选择一个中心", "select a site");
        p.check(few(self.study_site_ids.len()), "studySiteIds", "一次最多500个中心", "at most 500 sites at once");
        p.check(!self.tenant_user_ids.is_empty(), "tenantUserIds", "请选择一个用户", "select a user");
        p.check(few(self.tenant_user_ids.len()), "tenantUserIds", "一次最多500人", "at most 500 people at once");
        p.into_result()
    }
}

static NOTHING_YET: Text = Text::new(
    "所选用户中有人在该项目中尚无授权，请先通过授权面板授权",
    "somebody has nothing in this study yet; authorise them through the panel first",
);

/// The batches that carry out a request; each is polled until it is done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Begun {
    /// The batches.
    batch_ids: Vec<Id>,
}

/// Gives sites to people who have a place in the study already: with their roles as they are, and through the plugin.
/// Whoever has nothing in the study is authorised through the panel, which alone can ask for their role.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/sites", operation_id = "saveProjectAllowUser",
    params(("softwareId" = Id, Path)), request_body = AllowRequest, tag = "grants",
    responses((status = 202, body = Begun)))]
async fn add_sites(
    State(authorisation): State<Authorisation>,
    mut cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<AllowRequest>,
) -> Result<(StatusCode, Answer<Begun>), Error> {
    let mut reading = cx.new_read_transaction();
    let software = panel_software(&mut reading, &ask.tenant_id, &id, Act::Edit).await?;
    ask.check()?;
    let bound = bound(&mut reading, &software, &ask.tenant_id, &ask.study_url_id).await?;
    let held = grants::held(&mut reading, &bound.id, ask.tenant_user_ids.iter().cloned()).await?;
    not_own(&cx, &held)?;
    if ask.tenant_user_ids.iter().any(|user| !held.iter().any(|one| one.user_id == *user)) {
        return Err(Error::field("tenantUserIds", NOTHING_YET.clone()));
    }
    reading.release();
    let panel = authorisation.definition(&reading, &ask.tenant_id, &software).await?;
    let place = Place { software: &software, bound: &bound, panel: &panel, reason: "" };
    let wanted = held.into_iter().map(|one| {
        let rows = with_sites(&one, &place, &ask.study_site_ids);
        (one, rows)
    });
    let wanted: Vec<Wanted> = wanted.collect();
    let batch_ids = authorisation.change(&mut cx, &place, wanted).await?;
    if !keep_sites(&mut cx, &ask.study_site_ids).await? {
        return Err(Error::field("studySiteIds", Text::new("选择的内容不存在", "there is no such choice")));
    }
    cx.commit().await?;
    for batch in &batch_ids {
        begin(&authorisation, batch);
    }
    Ok((StatusCode::ACCEPTED, Answer(Begun { batch_ids })))
}

async fn bound(cx: &mut ReadCtx, software: &Software, tenant: &Id, id: &Id) -> Result<StudyBinding, Error> {
    grants::bound(cx, tenant, &software.id, id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

/// Grants to take one site from, or to cancel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CancelRequest {
    /// The tenant.
    tenant_id: Id,
    /// The grants, of one study, at most 500.
    ids: Vec<Id>,
    /// Whether only `siteId` is taken.
    #[serde(default)]
    is_site: bool,
    /// The site.
    site_id: Option<Id>,
    /// The reason, in at most 200 characters.
    reason: String,
}

/// Cancels authorisations, or takes one site from them (`isSite`): whoever has others keeps those; whoever has only that
/// site loses the study.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/cancel", operation_id = "cancelProjectAllowUser",
    params(("softwareId" = Id, Path)), request_body = CancelRequest, tag = "grants",
    responses((status = 202, body = Begun)))]
async fn cancel(
    State(authorisation): State<Authorisation>,
    mut cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<CancelRequest>,
) -> Result<(StatusCode, Answer<Begun>), Error> {
    let mut reading = cx.new_read_transaction();
    let software = revocation::concerned(&mut reading, &ask.tenant_id, &id, Act::Edit).await?;
    let request = |ids: Vec<Id>| RevokeRequest { tenant_id: ask.tenant_id.clone(), ids, reason: ask.reason.clone() };
    let (ids, reason) = request(ask.ids.clone()).checked()?;
    let site = match (&ask.site_id, ask.is_site) {
        (Some(site), true) => site,
        (None, true) => return Err(Error::field("siteId", Text::new("请选择一个中心", "select a site"))),
        (_, false) => {
            drop(reading);
            let batch = revocation::revoke(&mut cx, authorisation.tokens.as_ref(), &software, &request(ids)).await?;
            cx.commit().await?;
            begin(&authorisation, &batch);
            return Ok((StatusCode::ACCEPTED, Answer(Begun { batch_ids: vec![batch] })));
        }
    };
    let held = changes::by_ids(&mut reading, &ids).await?;
    let here =
        |one: &Held| one.tenant_id == ask.tenant_id && one.software_id == software.id && one.revoked_at.is_none();
    let first = held.first().filter(|_| held.len() == ids.len() && held.iter().all(here));
    let study = first.ok_or_else(|| Error::new(Code::NotFound))?.study_software_id.clone();
    if held.iter().any(|one| one.study_software_id != study) {
        return Err(Error::field("ids", Text::new("只能选择同一项目的授权", "they are not of one study")));
    }
    not_own(&cx, &held)?;
    let bound = bound(&mut reading, &software, &ask.tenant_id, &study).await?;
    reading.release();
    let panel = authorisation.definition(&reading, &ask.tenant_id, &software).await?;
    let place = Place { software: &software, bound: &bound, panel: &panel, reason: &reason };
    let (mut whole, mut wanted) = (Vec::new(), Vec::<Wanted>::new());
    for one in held {
        let rows = without_site(&one, &place, site);
        if rows.is_empty() { whole.push(one.id) } else { wanted.push((one, rows)) }
    }
    let mut batch_ids = authorisation.change(&mut cx, &place, wanted).await?;
    if !whole.is_empty() {
        let tokens = authorisation.tokens.as_ref();
        batch_ids.push(revocation::revoke(&mut cx, tokens, &software, &request(whole)).await?);
    }
    cx.commit().await?;
    for batch in &batch_ids {
        begin(&authorisation, batch);
    }
    Ok((StatusCode::ACCEPTED, Answer(Begun { batch_ids })))
}
