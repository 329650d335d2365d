//! Initialising a system for a tenant, through the system's plugin (study administration, section 2.11).
//!
//! An attempt is recorded, under its number, before the system is asked, so that of two callers one asks. Its key goes to
//! the system. Where it is not known what the system did, the next attempt has the same key: a system that did
//! it does nothing more. Where the system refused, nothing was done, and the next attempt is a new one.

use axum::Json as Answer;
use axum::extract::{Path, State};
use url::Url;
use zeroize::Zeroizing;

use super::context::of_tenant;
use super::failures::{Call, plugin_error};
use super::{Authorisation, activation};
use crate::host::model::{CallContext, Credentials, Endpoint, Endpoints, Tenant};
use crate::host::{HostError, Phase, Target};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, Audited as _, Ctx, Event, Outcome, Permission};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::record;
use crate::resources::domains::{self, TenantDomain};
use crate::resources::software;

/// Seconds after which an attempt that did not end is taken for one that never will: longer than a call may take.
const ABANDONED_S: i64 = 180;

static INITIALISED: Text = Text::new("该系统已初始化", "the system is initialised already");
static UNDER_WAY: Text =
    Text::new("该系统正在初始化，请稍后查看", "the system is being initialised; look again in a while");
static UNABLE: Text = Text::new("该系统的插件不支持初始化", "the system's plugin cannot initialise it");
static NO_ADDRESS: Text =
    Text::new("请先填写该域名的服务地址", "the domain has no service address; please complete it first");
static UNKNOWN: Text = Text::new(
    "无法确认系统是否已完成初始化。请再次初始化：若已完成，系统不会重复处理。",
    "It is not known whether the system was initialised. Please initialise it again: if it was, nothing more happens.",
);

/// The operation.
pub fn router(authorisation: Authorisation) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(initialise)).with_state(authorisation)
}

/// The latest attempt of a domain.
#[derive(sqlx::FromRow)]
struct Known {
    attempt_key: String,
    attempt: i64,
    state: String,
    started_at: Time,
}

impl Known {
    /// Whether somebody is waiting for the system.
    fn is_under_way(&self, now: Time) -> bool {
        self.state == "running" && !self.is_abandoned(now)
    }

    fn is_abandoned(&self, now: Time) -> bool {
        self.started_at.plus_seconds(ABANDONED_S) <= now
    }

    /// Whether the system may have done it.
    fn is_unsure(&self) -> bool {
        self.state == "running" || self.state == "unknown"
    }
}

/// An attempt that was recorded.
struct Attempt {
    domain: TenantDomain,
    web_code: String,
    number: i64,
    key: String,
    context: CallContext,
}

/// Initialises the system of a domain for its tenant, once.
#[utoipa::path(post, path = "/api/admin/domains/{id}/initialise", operation_id = "initSoftware",
    params(("id" = Id, Path)), tag = "domains", responses((status = 200, body = TenantDomain)))]
async fn initialise(
    State(authorisation): State<Authorisation>,
    mut cx: Ctx,
    Path(id): Path<Id>,
) -> Result<Answer<TenantDomain>, Error> {
    cx.require(Permission::Domains, Act::Edit)?;
    let attempt = authorisation.begin(&mut cx, &id).await?;
    let separate = cx.new_transaction();
    cx.commit().await?;
    // In a task of its own: it is recorded although the browser goes away.
    let task = tokio::spawn(async move { authorisation.carry_out(separate, attempt).await });
    Ok(Answer(task.await.map_err(Error::internal)??))
}

impl Authorisation {
    /// Checks that the system can be initialised now, and records the attempt.
    async fn begin(&self, cx: &mut Ctx, id: &Id) -> Result<Attempt, Error> {
        let conflict = |text: &Text| Error::new(Code::Conflict).message(text.clone());
        let Some(locked) = record::get_kept::<TenantDomain>(cx, id).await? else {
            return Err(Error::new(Code::NotFound));
        };
        if locked.init_software {
            return Err(conflict(&INITIALISED));
        }
        let domain = domains::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
        let software = software::get(cx, &domain.software_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
        activation::require(cx, &software.web_code, &domain.tenant_id).await?;
        let plugin = self.host.active(&software.web_code).ok_or(Code::PluginMissing)?;
        if !plugin.initialises {
            return Err(Error::new(Code::PluginMissing).message(UNABLE.clone()));
        }
        let Ok(base) = Url::parse(&domain.api_url) else { return Err(conflict(&NO_ADDRESS)) };
        let now = cx.now();
        let query = cx.db().await?.query("SELECT attempt_key, attempt, state, started_at FROM domain_initialisations");
        let known: Option<Known> = query.push(" WHERE domain_id = ", id.clone()).optional().await?;
        if known.as_ref().is_some_and(|known| known.is_under_way(now)) {
            return Err(conflict(&UNDER_WAY));
        }
        let number = known.as_ref().map_or(1, |known| known.attempt + 1);
        let key = known.filter(Known::is_unsure).map_or_else(|| cx.new_id().to_string(), |known| known.attempt_key);
        let begun = cx.db().await?.write(
            "INSERT INTO domain_initialisations (domain_id, attempt_key, attempt, state, plugin_digest, started_at) \
             VALUES ($1, $2, $3, 'running', $4, $5) ON CONFLICT (domain_id) DO UPDATE SET \
             attempt_key = excluded.attempt_key, attempt = excluded.attempt, state = excluded.state, \
             plugin_digest = excluded.plugin_digest, started_at = excluded.started_at, ended_at = NULL \
             WHERE domain_initialisations.attempt = excluded.attempt - 1",
        );
        let begun = begun.bind(id.clone()).bind(key.clone()).bind(number).bind(plugin.digest).bind(now);
        // Of two who read the same, the second finds the attempt of the first.
        if begun.execute().await? == 0 {
            return Err(conflict(&UNDER_WAY));
        }
        let credentials = match domains::credential(cx, id).await? {
            Some(key) => Credentials::Bearer(Zeroizing::new(key.expose().to_owned())),
            None => Credentials::None,
        };
        let endpoints = Endpoints { role_api: None, callback_api: Some(Endpoint { base, credentials }) };
        let context = CallContext { endpoints, ..of_tenant(cx, &domain.tenant_id, &domain.software_id).await? };
        cx.audit("tenant_domain.initialise_requested", &domain)?;
        Ok(Attempt { domain, web_code: software.web_code, number, key, context })
    }

    /// Asks the system, and records what became of it.
    async fn carry_out(&self, mut cx: Ctx, attempt: Attempt) -> Result<TenantDomain, Error> {
        let Attempt { domain, web_code, number, key, context } = attempt;
        let tenant = Tenant {
            id: domain.tenant_id.to_string(),
            name: domain.tenant_name.clone(),
            url: domain.website_url.clone(),
        };
        let answer = self.host.initialise(Target::Slot(&web_code), context, (tenant, key)).await;
        let state = match &answer {
            Ok(()) => "done",
            Err(error) if leaves_nothing(error) => "failed",
            Err(_) => "unknown",
        };
        if let Err(error) = &answer {
            let call = Call { tenant: &domain.tenant_id, web_code: &web_code, digest: None, phase: Phase::Initialise };
            self.note_failure(&cx, &call, error).await;
        }
        let now = cx.now();
        let query = cx.db().await?.write("UPDATE domain_initialisations SET").push(" state = ", state);
        let query = query.push(", ended_at = ", now).push(" WHERE domain_id = ", domain.id.clone());
        if query.push(" AND attempt = ", number).execute().await? == 0 {
            return Err(Error::new(Code::Conflict));
        }
        match answer {
            Ok(()) => {
                let done = domains::initialised(&mut cx, &domain.id).await?;
                cx.commit().await?;
                Ok(done)
            }
            Err(error) => {
                cx.audit_event(Event {
                    action: "tenant_domain.initialise_failed",
                    resource: TenantDomain::RESOURCE,
                    record: domain.id.to_string(),
                    tenant: Some(domain.tenant_id.clone()),
                    reason: Some(error.code().to_owned()),
                    outcome: Some(Outcome::Failed),
                    ..Event::default()
                });
                cx.commit().await?;
                let told = plugin_error(error);
                Err(if state == "unknown" { told.message(UNKNOWN.clone()) } else { told })
            }
        }
    }
}

/// Whether the failure says that the system did nothing.
fn leaves_nothing(error: &HostError) -> bool {
    matches!(
        error,
        HostError::Rejected(_)
            | HostError::BadConfig(_)
            | HostError::NotActive(_)
            | HostError::Busy(_)
            | HostError::Suspended { .. }
            | HostError::InputTooLarge(_)
    )
}
