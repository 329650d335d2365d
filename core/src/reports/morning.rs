//! What an administrator looks for in the morning. Every part is bounded, read from an index, and there only for a
//! caller who may open the screen behind it.

use serde::Serialize;

use super::first_steps::{Sight, on_platform};
use super::sign_ins::{self, SignInDay};
use super::state::Reports;
use crate::audit::events::{self, AuditEvent};
use crate::authorisation;
use crate::host::Phase;
use crate::invitations;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Permission, ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::notify;
use crate::provider;
use crate::resources::licences::{self, Concern};
use crate::resources::{members, software, users};

/// Numbers are counted up to this; then there are at least so many.
pub const MOST: i64 = 1000;
/// The changes that are shown.
const CHANGES: i64 = 8;

/// People and their sign-ins in the last 30 days.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeopleLately {
    /// The menu of the list of these people.
    pub menu: &'static str,
    /// People who were added, or who joined the tenants; counted up to 1000.
    pub added: i64,
    /// The sign-ins of each day, the oldest first.
    pub days: Vec<SignInDay>,
}

/// A licence that somebody should look at.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LicenceConcern {
    /// The licence.
    pub id: Id,
    /// What is the matter.
    pub concern: Concern,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// The last day, `yyyy-MM-dd`.
    pub end_time: Option<String>,
    /// The limit that is reached.
    pub most: Option<i64>,
}

/// Invitations that were sent and not answered.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationsWaiting {
    /// How many, counted up to 1000.
    pub waiting: i64,
    /// The tenant of the one that expires first.
    pub tenant_id: Option<Id>,
}

/// What could not be delivered in the last 30 days, each counted up to 1000; null where the caller may not see them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveriesFailed {
    /// Messages to people.
    pub messages: Option<i64>,
    /// Sign-out notices to clients.
    pub logout_notices: Option<i64>,
}

/// What is the matter with a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PluginTrouble {
    /// It failed again and again, and is not called for a while.
    Suspended,
    /// It is installed, and this node could not load it.
    NotLoaded,
}

/// A plugin in trouble.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginConcern {
    /// The web code of its system.
    pub web_code: String,
    /// The name of its system; the code where the catalogue has no such system.
    pub software_name: String,
    /// What is the matter.
    pub trouble: PluginTrouble,
}

/// The plugins.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginsLately {
    /// Those in trouble now.
    pub troubled: Vec<PluginConcern>,
    /// How many files were refused in the last 30 days, counted up to 1000.
    pub refused: i64,
}

/// Thirty days ago.
fn lately(now: Time) -> Time {
    now.plus_seconds(-sign_ins::DAYS * 86_400)
}

/// People and sign-ins: of the platform for whoever sees its users, else of the tenants whose members the caller sees.
pub async fn people(cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Option<PeopleLately>, Error> {
    let since = lately(cx.now());
    let everybody = sight.0.is_none() && on_platform(cx, Permission::Users);
    let (menu, scope) = if everybody {
        (Permission::Users, Scope::All)
    } else {
        let Some(scope) = sight.of(cx, Permission::TenantUsers)? else { return Ok(None) };
        (Permission::TenantUsers, scope)
    };
    let added = match &scope {
        Scope::All => users::added_since(cx, since, MOST).await?,
        Scope::Only(tenants) => members::numbers::joined(cx, tenants, since, MOST).await?,
    };
    let days = sign_ins::last_days(cx, &scope).await?;
    Ok(Some(PeopleLately { menu: menu.url(), added, days }))
}

/// Licences near their end, or full.
pub async fn licences(cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Option<Vec<LicenceConcern>>, Error> {
    let Some(scope) = sight.of(cx, Permission::Licences)? else { return Ok(None) };
    let found = licences::attention(cx, &scope).await?;
    let concern = |(concern, licence): (Concern, licences::Licence)| LicenceConcern {
        id: licence.id,
        concern,
        tenant_id: licence.tenant_id,
        tenant_name: licence.tenant_name,
        software_id: licence.software_id,
        software_name: licence.software_name,
        end_time: licence.end_time,
        most: match concern {
            Concern::FullOfUsers => licence.max_user,
            Concern::FullOfStudies => licence.max_study,
            Concern::Ending | Concern::Ended => None,
        },
    };
    Ok(Some(found.into_iter().map(concern).collect()))
}

/// Invitations that wait for an answer.
pub async fn invited(cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Option<InvitationsWaiting>, Error> {
    let Some(scope) = sight.of(cx, Permission::TenantUsers)? else { return Ok(None) };
    let (waiting, tenant_id) = invitations::waiting(cx, &scope, MOST).await?;
    Ok(Some(InvitationsWaiting { waiting, tenant_id }))
}

/// Messages and notices that could not be delivered, which are the platform's to look at.
pub async fn deliveries(cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Option<DeliveriesFailed>, Error> {
    if sight.0.is_some() {
        return Ok(None);
    }
    let since = lately(cx.now());
    let mut failed = DeliveriesFailed { messages: None, logout_notices: None };
    if [Permission::EmailLog, Permission::SmsLog].into_iter().any(|menu| on_platform(cx, menu)) {
        failed.messages = Some(notify::failed_since(cx, since, MOST).await?);
    }
    if on_platform(cx, Permission::LogoutNotices) {
        failed.logout_notices = Some(provider::failed_notices_since(cx, since, MOST).await?);
    }
    Ok((failed.messages.is_some() || failed.logout_notices.is_some()).then_some(failed))
}

/// Plugins that do not answer, or were refused.
pub async fn plugins(reports: &Reports, cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Option<PluginsLately>, Error> {
    if sight.0.is_some() || !on_platform(cx, Permission::Software) {
        return Ok(None);
    }
    let host = &reports.host;
    let catalogue = software::list(cx).await?;
    let mut troubled = Vec::new();
    for web_code in authorisation::installed_systems(cx).await? {
        let trouble = if host.active(&web_code).is_none() {
            PluginTrouble::NotLoaded
        } else if Phase::ALL.into_iter().any(|phase| host.is_suspended(&web_code, phase)) {
            PluginTrouble::Suspended
        } else {
            continue;
        };
        let named = catalogue.iter().find(|software| software.web_code == web_code);
        let software_name = named.map_or_else(|| web_code.clone(), |software| software.software_name.clone());
        troubled.push(PluginConcern { web_code, software_name, trouble });
    }
    let since = lately(cx.now());
    let refused = events::count(cx, "plugin.refused", since, MOST).await?;
    Ok(Some(PluginsLately { troubled, refused }))
}

/// The newest changes.
pub async fn changes(cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Option<Vec<AuditEvent>>, Error> {
    let Some(scope) = sight.of(cx, Permission::Audit)? else { return Ok(None) };
    Ok(Some(events::changes(cx, &scope, CHANGES).await?))
}
