//! `/api/admin/plugins` and `/api/admin/publishers`. To trust code, or the key that signs code, needs a recent proof:
//! whoever may do that at an unattended session has the server's plugins.

use std::collections::BTreeMap;

use axum::Json as Answer;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

use super::findings::{Finding, sentence};
use super::model::{
    CheckResult, EnrolRequest, ExportHealth, InstallRequest, LoggedLine, PluginDetails, PluginFacts, PluginVersion,
    Publisher, PublisherFilter, VersionFilter, VersionState,
};
use super::store;
use crate::authorisation::configuration;
use crate::authorisation::context::host_locale;
use crate::authorisation::installed::{self, Change, Checked};
use crate::authorisation::managed::Managed;
use crate::authorisation::publishers::{self, Enrolment};
use crate::authorisation::{Authorisation, InstallError};
use crate::files::{NewFile, Purpose, plain_name};
use crate::host::{Phase, PublicKey};
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::resources::software;

/// The longest request: a bundle of 16 MiB in base64, and what is around it.
const MAX_BODY: usize = 23 * 1024 * 1024;
/// The longest name of a publisher.
const MAX_NAME: usize = 100;
/// The most systems of one publisher.
const MAX_CODES: usize = 50;

/// The operations on plugins and publishers.
pub fn router(state: Managed) -> OpenApiRouter {
    let files =
        OpenApiRouter::new().routes(routes!(check)).routes(routes!(install)).layer(DefaultBodyLimit::max(MAX_BODY));
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(details))
        .routes(routes!(go_back))
        .routes(routes!(list_publishers, enrol))
        .routes(routes!(revoke))
        .merge(files)
        .with_state(state)
}

/// Ids and names of the systems by web code. The catalogue is small.
async fn systems(cx: &mut ReadCtx) -> Result<BTreeMap<String, (Id, String)>, Error> {
    let all = software::list(cx).await?.into_iter();
    Ok(all.map(|software| (software.web_code, (software.id, software.software_name))).collect())
}

impl Managed {
    /// Adds what the catalogue and this node know of a version.
    fn complete(&self, version: &mut PluginVersion, systems: &BTreeMap<String, (Id, String)>) {
        let host = &self.authorisation.host;
        version.software_name = systems.get(&version.web_code).map(|(_, name)| name.clone());
        let active = host.active(&version.web_code);
        version.running = active.is_some_and(|info| info.digest == version.id.as_str());
        version.suspended =
            version.running && Phase::ALL.iter().any(|phase| host.is_suspended(&version.web_code, *phase));
    }
}

/// The installed versions of plugins.
#[utoipa::path(get, path = "/api/admin/plugins", operation_id = "listPlugins", tag = "plugins", params(ListQuery),
    responses((status = 200, body = Vec<PluginVersion>)))]
async fn list(
    State(state): State<Managed>,
    Listing(mut cx): Listing,
    list: List<VersionFilter>,
) -> Result<Page<PluginVersion>, Error> {
    cx.require(Permission::Plugins, Act::View)?;
    let mut page = store::page(&mut cx, &list).await?;
    let systems = systems(&mut cx).await?;
    for version in &mut page.rows {
        state.complete(version, &systems);
    }
    Ok(page)
}

/// A version, the health of its plugin on the answering node, and what it logged there last.
#[utoipa::path(get, path = "/api/admin/plugins/{id}", operation_id = "getPlugin", tag = "plugins",
    params(("id" = Id, Path)), responses((status = 200, body = PluginDetails)))]
async fn details(
    State(state): State<Managed>,
    mut cx: ReadCtx,
    Path(id): Path<Id>,
) -> Result<Answer<PluginDetails>, Error> {
    cx.require(Permission::Plugins, Act::View)?;
    let mut version = store::version(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let systems = systems(&mut cx).await?;
    state.complete(&mut version, &systems);
    let host = &state.authorisation.host;
    let counters = host.metrics();
    let health = |phase: Phase| {
        let of = counters.get(&(version.plugin_id.clone(), phase))?;
        Some(ExportHealth::of(phase, of))
    };
    let exports = Phase::ALL.into_iter().filter_map(health).collect();
    let log = host.log_of(&version.plugin_id).into_iter().map(LoggedLine::from).collect();
    Ok(Answer(PluginDetails { version, exports, log }))
}

/// The octets of a file.
fn file(content: &str) -> Result<Vec<u8>, Error> {
    STANDARD
        .decode(content)
        .map_err(|_| Error::field("content", Text::new("文件编码应为 base64", "the file must be in base64")))
}

/// Checks a bundle as installing it would, and installs nothing.
#[utoipa::path(post, path = "/api/admin/plugins/check", operation_id = "checkPlugin", tag = "plugins",
    extensions(("x-max-body" = json!(24_117_248))),
    request_body = InstallRequest, responses((status = 200, body = CheckResult)))]
async fn check(
    State(state): State<Managed>,
    mut cx: ReadCtx,
    Json(request): Json<InstallRequest>,
) -> Result<Answer<CheckResult>, Error> {
    cx.require(Permission::Plugins, Act::Edit)?;
    let locale = cx.locale();
    let mut result = CheckResult { admitted: false, changes_publisher: false, plugin: None, findings: Vec::new() };
    let outcome = installed::check(&mut cx, &state.authorisation.host, file(&request.content)?).await;
    let Checked { info, active, other_publisher } = match outcome {
        Ok(checked) => checked,
        Err(InstallError::Kernel(error)) => return Err(error),
        Err(InstallError::Refused(why)) => {
            result.findings.push(Finding::refused(&why, locale));
            return Ok(Answer(result));
        }
    };
    let software_name = systems(&mut cx).await?.remove(&info.web_code).map(|(_, name)| name);
    let unfilled = configuration::of_platform(&mut cx, &info.web_code).await?.missing(&info).join(", ");
    let mut warn = |code, zh, en| result.findings.push(Finding::warning(code, &Text::new(zh, en), locale));
    if software_name.is_none() {
        warn(
            "plugin_no_system",
            "没有使用此系统代码的软件；请先在“软件列表”中登记，否则授权面板不会出现。",
            "No system has this web code; add it under Software, or no panel will be shown.",
        );
    }
    if active {
        warn("plugin_active", "此版本已在使用中。", "This very version is active already.");
    }
    if other_publisher {
        warn(
            "plugin_other_publisher",
            "该系统当前的插件来自另一发布者，安装后将被替换。",
            "Another publisher's plugin serves this system and will be replaced.",
        );
    }
    if !unfilled.is_empty() {
        let text = Text::new(
            "此版本有必填设置尚未填写，安装后请填写，否则授权面板不可用。",
            "Required settings of this version are not filled in; fill them in once it is installed, or its panel does not work.",
        );
        result.findings.push(Finding { detail: Some(unfilled), ..Finding::warning("plugin_settings", &text, locale) });
    }
    result.admitted = true;
    result.changes_publisher = other_publisher;
    result.plugin = Some(PluginFacts::of(info, software_name, host_locale(locale)));
    Ok(Answer(result))
}

/// Checks a bundle, stores it and makes it the active version of its system, on every node within seconds. Calls in
/// flight finish on the version that they started with, and the version before stays to go back to. Needs a recent
/// proof.
#[utoipa::path(post, path = "/api/admin/plugins", operation_id = "installPlugin", tag = "plugins",
    extensions(("x-max-body" = json!(24_117_248))),
    request_body = InstallRequest, responses((status = 201, body = PluginFacts)))]
async fn install(
    State(state): State<Managed>,
    mut cx: Ctx,
    Json(request): Json<InstallRequest>,
) -> Result<(StatusCode, Answer<PluginFacts>), Error> {
    cx.require(Permission::Plugins, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    let locale = cx.locale();
    let change = if request.change_publisher { Change::Wanted } else { Change::Refused };
    let mut systems = systems(&mut cx).await?;
    let asker = cx.new_read_transaction();
    let bundle = Bytes::from(file(&request.content)?);
    // Commits.
    let info = match installed::install(cx, &state.authorisation.host, bundle.to_vec(), change).await {
        Ok(info) => info,
        Err(InstallError::Kernel(error)) => return Err(error),
        Err(InstallError::Refused(why)) => return Err(Error::field("content", sentence(&why)).source(why)),
    };
    let software = systems.remove(&info.web_code);
    let software_name = software.as_ref().map(|(_, name)| name.clone());
    let copy = NewFile {
        file_name: plain_name(&format!("{}-{}.cardea", info.id, info.version)),
        purpose: Purpose::Plugin,
        media_type: "application/octet-stream",
        software,
        tenant: None,
        permission: Permission::Plugins,
    };
    state.files.copy(&asker, copy, bundle).await;
    let facts = PluginFacts::of(info, software_name, host_locale(locale));
    Ok((StatusCode::CREATED, Answer(facts)))
}

/// Makes the version before the active one active again, on every node within seconds. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/plugins/{id}/rollback", operation_id = "rollBackPlugin", tag = "plugins",
    params(("id" = Id, Path)), responses((status = 200, body = PluginVersion)))]
async fn go_back(
    State(state): State<Managed>,
    mut cx: Ctx,
    Path(id): Path<Id>,
) -> Result<Answer<PluginVersion>, Error> {
    cx.require(Permission::Plugins, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    let wanted = store::version(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    if wanted.state != VersionState::Previous || installed::roll_back(&mut cx, &wanted.web_code).await? != id {
        return Err(Error::new(Code::Conflict));
    }
    let mut now = store::version(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let systems = systems(&mut cx).await?;
    cx.commit().await?;
    state.follow().await;
    state.complete(&mut now, &systems);
    Ok(Answer(now))
}

impl Managed {
    /// Brings this node to what was just committed. What fails is tried again, as on the other nodes.
    async fn follow(&self) {
        let Authorisation { kernel, host, .. } = &self.authorisation;
        if let Err(error) = installed::follow(&mut ReadCtx::system(kernel), host, 0).await {
            tracing::warn!(%error, "this node follows a change of plugins later");
        }
    }
}

/// The publishers whose plugins are trusted, or were.
#[utoipa::path(get, path = "/api/admin/publishers", operation_id = "listPublishers", tag = "publishers",
    params(ListQuery), responses((status = 200, body = Vec<Publisher>)))]
async fn list_publishers(Listing(mut cx): Listing, list: List<PublisherFilter>) -> Result<Page<Publisher>, Error> {
    cx.require(Permission::Publishers, Act::View)?;
    store::publishers(&mut cx, &list).await
}

/// Trusts a publisher's key from now on, for the named systems and those that it had before. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/publishers", operation_id = "enrolPublisher", tag = "publishers",
    request_body = EnrolRequest, responses((status = 201, body = Publisher)))]
async fn enrol(
    State(state): State<Managed>,
    mut cx: Ctx,
    Json(request): Json<EnrolRequest>,
) -> Result<(StatusCode, Answer<Publisher>), Error> {
    cx.require(Permission::Publishers, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    let EnrolRequest { name, public_key, web_codes } = request;
    let key: Option<PublicKey> = public_key.parse().ok();
    let mut p = Problems::default();
    let name = name.trim();
    let named = !name.is_empty() && name.chars().count() <= MAX_NAME && !name.chars().any(char::is_control);
    p.check(named, "name", "请填写1至100个字符的名称", "enter a name of 1 to 100 characters");
    p.check(key.is_some(), "publicKey", "公钥应为32字节的base64", "the public key must be 32 octets in base64");
    p.check(web_codes.len() <= MAX_CODES, "webCodes", "系统代码过多", "too many web codes");
    p.into_result()?;
    let Some(key) = key else { return Err(Error::new(Code::Invalid)) };
    let new = Enrolment { name, key, web_codes: &web_codes, shipped: false };
    let id = publishers::enrol(&mut cx, new).await.map_err(|error| match error {
        InstallError::Kernel(error) => error,
        InstallError::Refused(why) => Error::new(Code::Invalid).source(why),
    })?;
    let made = store::publisher(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.commit().await?;
    Ok((StatusCode::CREATED, Answer(made)))
}

/// Revokes a publisher for good: its plugins stop serving, on every node within seconds; calls in flight finish. Needs
/// a recent proof.
#[utoipa::path(post, path = "/api/admin/publishers/{id}/revoke", operation_id = "revokePublisher", tag = "publishers",
    params(("id" = Id, Path)), responses((status = 200, body = Publisher)))]
async fn revoke(State(state): State<Managed>, mut cx: Ctx, Path(id): Path<Id>) -> Result<Answer<Publisher>, Error> {
    cx.require(Permission::Publishers, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    publishers::revoke(&mut cx, id.as_str()).await?;
    let gone = store::publisher(&mut cx, id.as_str()).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.commit().await?;
    state.follow().await;
    Ok(Answer(gone))
}
