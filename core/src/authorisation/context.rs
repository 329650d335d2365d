//! The context of a plugin call: the caller, the language, the study and its endpoints.

use std::collections::BTreeSet;

use zeroize::Zeroizing;

use super::{configuration, store};
use crate::host::Locale as HostLocale;
use crate::host::model::{CallContext, Cell, Credentials, Endpoint, Endpoints, Grant, Study};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::resources::domains::{self, StudyBinding};
use crate::resources::sites::{self, StudySite};

/// The host's value for a language.
pub(super) fn host_locale(locale: Locale) -> HostLocale {
    match locale {
        Locale::Zh => HostLocale::Zh,
        Locale::En => HostLocale::En,
    }
}

/// The context of a call about no study, with what operators filled in for the system's plugin in the tenant.
pub async fn of_tenant(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<CallContext, Error> {
    let configured = configuration::of_system(cx, software, tenant).await?;
    Ok(CallContext { configured, ..without_study(cx) })
}

/// The context of a call before anything is chosen.
pub fn without_study(cx: &ReadCtx) -> CallContext {
    CallContext {
        request_id: cx.request.id.clone(),
        locale: host_locale(cx.locale()),
        actor: actor(cx),
        ..CallContext::default()
    }
}

/// The caller, as told to plugins.
pub fn actor(cx: &ReadCtx) -> String {
    cx.person().map(|p| p.id.to_string()).unwrap_or_default()
}

/// The site ids among the picks of these rows. Picks of the plugin's own columns are included; a value that is no id
/// is skipped.
pub fn picked_sites<'g>(rows: impl Iterator<Item = &'g Grant>) -> Vec<Id> {
    let picks = rows.flat_map(|grant| grant.cells.values()).filter_map(|cell| match cell {
        Cell::Picks(ids) => Some(ids),
        _ => None,
    });
    let sites: BTreeSet<Id> = picks.flatten().filter_map(|id| Id::try_from(id.clone()).ok()).collect();
    sites.into_iter().collect()
}

/// The ids that are sites of the study; any number of ids.
pub async fn sites_of(cx: &mut ReadCtx, study: &Id, ids: &[Id]) -> Result<Vec<StudySite>, Error> {
    let mut found = Vec::new();
    for some in ids.chunks(store::CHUNK) {
        found.extend(sites::of_study_by_ids(cx, study, some).await?);
    }
    Ok(found)
}

/// Whether all the sites are there. Nobody removes one of them until the transaction ends.
pub async fn keep_sites(cx: &mut Ctx, ids: &[Id]) -> Result<bool, Error> {
    for some in ids.chunks(store::CHUNK) {
        if sites::kept(cx, some).await?.len() < some.len() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The context of a call for a study: its binding's endpoints with the credential, and the codes of the sites.
pub async fn context(cx: &mut ReadCtx, bound: &StudyBinding, site_ids: &[Id]) -> Result<CallContext, Error> {
    let named = sites_of(cx, &bound.study_id, site_ids).await?;
    let count = sites::count_of_study(cx, &bound.study_id).await?;
    let setting = |name: &str, value: String| (name.to_owned(), value);
    let mut settings = vec![
        setting("study.name", bound.study_name.clone()),
        setting("study.url_id", bound.id.to_string()),
        setting("study.site_count", count.to_string()),
        setting("tenant.id", bound.tenant_id.to_string()),
    ];
    settings.extend(named.iter().map(|s: &StudySite| (format!("site.{}.code", s.id), s.code.clone())));
    let configured = configuration::of_system(cx, &bound.software_id, &bound.tenant_id).await?;
    let credentials = match domains::credential(cx, &bound.tenant_url_id).await? {
        Some(key) => Credentials::Bearer(Zeroizing::new(key.expose().to_owned())),
        None => Credentials::None,
    };
    let endpoint = |address: &str| {
        let base = url::Url::parse(address).ok()?;
        Some(Endpoint { base, credentials: credentials.clone() })
    };
    Ok(CallContext {
        request_id: cx.request.id.clone(),
        locale: host_locale(cx.locale()),
        study: Study { id: bound.study_id.to_string(), code: bound.study_code.clone(), settings },
        actor: actor(cx),
        endpoints: Endpoints {
            role_api: endpoint(&bound.role_api_request),
            callback_api: endpoint(&bound.role_api_response),
        },
        configured,
    })
}
