//! The rules that involve the plugin, the study's binding and the tenant's people.

use std::collections::BTreeSet;

use super::context::{context, keep_sites, of_tenant, sites_of};
use super::failures::Call;
use super::model::{AuthoriseRequest, Batch, Item, PanelEntry};
use super::selection::{from_platform, picks, rows_of};
use super::{Authorisation, activation, batches, configuration, store};
use crate::host::model::{Cell, Column, Definition, Grant, Issue, Kind, Severity};
use crate::host::{Phase, Target};
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::resources::domains::StudyBinding;
use crate::resources::licences::{self, LicenceStatus};
use crate::resources::software::{self, Software};

/// The longest id of a tab, in bytes.
const MAX_TAB: usize = 512;

/// The menus whose screens show a panel: authorisation, and pre-authorisation.
pub const PANELS: &[Permission] = &[Permission::UserAllowed, Permission::Authorization];

/// The system, if the tenant may use it and its panel, and the caller may look at the panel or authorise into it.
pub async fn panel_software(cx: &mut ReadCtx, tenant: &Id, software_id: &Id, act: Act) -> Result<Software, Error> {
    match act {
        Act::View => cx.require_any_in(PANELS, act, tenant)?,
        Act::Edit => cx.require_in(Permission::UserAllowed, act, tenant)?,
    }
    usable(cx, tenant, software_id, act).await
}

/// The system, if the tenant may use it. What the caller may is asked before.
pub async fn usable(cx: &mut ReadCtx, tenant: &Id, software_id: &Id, act: Act) -> Result<Software, Error> {
    let software = software::get(cx, software_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    if act == Act::Edit {
        cx.kernel().clone().closures().refuse(cx.db().await?, tenant).await?;
    }
    match licences::standing(cx, tenant, &software.id).await? {
        LicenceStatus::Valid => {}
        LicenceStatus::None => return Err(Error::new(Code::NotFound)),
        LicenceStatus::NotStarted | LicenceStatus::Ended | LicenceStatus::Disabled => {
            return Err(Error::new(Code::Forbidden).message(LICENCE.clone()));
        }
    }
    activation::require(cx, &software.web_code, tenant).await?;
    Ok(software)
}

pub static NO_PROJECT: Text = Text::new("请选择一个项目", "please select a project");
/// Why nobody is authorised where the licence is not valid.
pub static LICENCE: Text = Text::new("该租户的系统许可无效", "The tenant's licence for this system is not valid");
static NOT_FILLED_IN: Text = Text::new(
    "插件的必填设置尚未填写，请联系平台管理员",
    "A required setting of the plugin is not filled in; please ask the platform's administrator",
);

impl Authorisation {
    /// The systems of a tenant that people are authorised into, with the state of their panels.
    pub(super) async fn panels(&self, cx: &mut ReadCtx, tenant: &Id) -> Result<Vec<PanelEntry>, Error> {
        cx.require_any_in(PANELS, Act::View, tenant)?;
        let locale = cx.locale();
        let licensed = licences::software_of(cx, tenant).await?;
        let withheld = activation::withheld(cx, tenant).await?;
        let mut panels = Vec::with_capacity(licensed.len());
        for entry in licensed {
            let reason = if entry.standing != LicenceStatus::Valid {
                Some(LICENCE.clone())
            } else if withheld.contains(&entry.software.web_code) {
                Some(Code::PluginInactive.text())
            } else {
                self.out_of_order(cx, tenant, &entry.software).await?
            };
            panels.push(PanelEntry {
                id: entry.software.id,
                software_name: entry.software.software_name,
                web_code: entry.software.web_code,
                authorization_style: entry.software.authorization_style.into(),
                available: reason.is_none(),
                reason: reason.map(|text| text.in_locale(locale).to_owned()),
            });
        }
        Ok(panels)
    }

    /// Why the plugin of a system cannot be called at the moment.
    async fn out_of_order(&self, cx: &mut ReadCtx, tenant: &Id, software: &Software) -> Result<Option<Text>, Error> {
        let slot = &software.web_code;
        let Some(info) = self.host.active(slot) else { return Ok(Some(Code::PluginMissing.text())) };
        if self.host.is_suspended(slot, Phase::Describe) {
            return Ok(Some(Code::PluginSuspended.text()));
        }
        if info.settings.iter().any(|setting| setting.required) {
            let configured = configuration::of_system(cx, &software.id, tenant).await?;
            return Ok((!configured.missing(&info).is_empty()).then(|| NOT_FILLED_IN.clone()));
        }
        Ok(None)
    }

    /// A panel's definition, in the caller's language.
    pub(super) async fn definition(&self, cx: &ReadCtx, tenant: &Id, software: &Software) -> Result<Definition, Error> {
        let call = Call { tenant, web_code: &software.web_code, digest: None, phase: Phase::Describe };
        let context = of_tenant(&mut cx.new_read_transaction(), tenant, &software.id).await?;
        let answer = self.host.describe(Target::Slot(&software.web_code), context).await;
        self.answered(cx, &call, answer).await
    }

    /// The missing and contradictory parts of a selection, by the panel's rules and by the plugin's.
    pub(super) async fn validate(
        &self,
        mut cx: ReadCtx,
        software: &Software,
        tenant: &Id,
        grants: Vec<Grant>,
    ) -> Result<Vec<Issue>, Error> {
        let panel = self.definition(&cx, tenant, software).await?;
        check_shape(&panel, &grants)?;
        let mut issues = without_project(&panel, &grants, cx.locale());
        let mut calls = Vec::new();
        for bound in bindings(&mut cx, software, tenant, &panel, &grants).await? {
            let context = context(&mut cx, &bound, &site_ids(&panel, &grants)?).await?;
            let rows = grants.iter().enumerate().filter(|(_, g)| concerns(&panel, g, &bound.id));
            let (places, rows): (Vec<usize>, Vec<Grant>) = rows.map(|(i, g)| (i, g.clone())).unzip();
            calls.push((context, places, rows));
        }
        if projects_column(&panel).is_none() {
            let context = of_tenant(&mut cx, tenant, &software.id).await?;
            calls.push((context, (0..grants.len()).collect(), grants));
        }
        // No database connection is held while the plugin runs.
        cx.release();
        let call = Call { tenant, web_code: &software.web_code, digest: None, phase: Phase::Validate };
        for (context, places, rows) in calls {
            let answer = self.host.validate(Target::Slot(&software.web_code), context, rows).await;
            let found = self.answered(&cx, &call, answer).await?;
            for issue in found {
                let place = places.get(issue.grant as usize).copied().unwrap_or_default();
                let issue = Issue { grant: u32::try_from(place).unwrap_or_default(), ..issue };
                // What is wrong in each of several studies is said once.
                if !issues.contains(&issue) {
                    issues.push(issue);
                }
            }
        }
        Ok(issues)
    }

    /// Stores a request, after every check. The runner executes it.
    pub(super) async fn authorise(&self, mut cx: Ctx, software: &Software, ask: AuthoriseRequest) -> Result<Id, Error> {
        ask.check()?;
        let chosen = self.choose(&cx, software, &ask.tenant_id, ask.grants.clone()).await?;
        let (panel, shown, digest) = (chosen.panel, chosen.choice.shown, chosen.choice.plugin_digest);
        let bound = bindings(&mut cx, software, &ask.tenant_id, &panel, &ask.grants).await?;
        let first = bound.first().ok_or_else(|| Error::field("grants", NO_PROJECT.clone()))?;
        tracing::debug!(study = first.study_code, studies = bound.len(), "authorisation requested");
        let items = items(&mut cx, &ask, &bound).await?;
        if !keep_sites(&mut cx, &site_ids(&panel, &ask.grants)?).await? {
            return Err(unknown("sites"));
        }
        let batch = Batch {
            actor_name: cx.person()?.user_name.clone(),
            user_role: ask.user_role,
            user_type_id: ask.user_type_id,
            selection: sqlx::types::Json(ask.grants),
            shown,
            replaces: ask.replaces,
            plugin_digest: digest,
            ..batches::new(&cx, "grant", &ask.tenant_id, &software.id)
        };
        batches::insert(&mut cx, &batch, &items).await?;
        cx.audit("authorisation.requested", &batch)?;
        cx.commit().await?;
        Ok(batch.id)
    }
}

pub fn unknown(field: &str) -> Error {
    Error::field(field, Text::new("选择的内容不存在", "there is no such choice"))
}

/// Issues for rows without a study, if the panel has a column of studies: plugins cannot validate those rows.
fn without_project(panel: &Definition, grants: &[Grant], locale: Locale) -> Vec<Issue> {
    let Some(column) = projects_column(panel) else { return Vec::new() };
    let rows = (0_u32..).zip(grants).filter(|(_, grant)| picks(grant, &column.key).is_empty());
    rows.map(|(grant, _)| Issue {
        grant,
        column: Some(column.key.clone()),
        severity: Severity::Error,
        message: NO_PROJECT.in_locale(locale).to_owned(),
    })
    .collect()
}

pub fn refused(issues: &[Issue]) -> Error {
    let mut error = Error::new(Code::Invalid);
    error.fields = issues
        .iter()
        .map(|issue| {
            let place = format!("grants.{}", issue.grant);
            let field = issue.column.as_ref().map_or(place.clone(), |column| format!("{place}.{column}"));
            (field, Text::made(issue.message.clone(), issue.message.clone()))
        })
        .collect();
    if let Some(first) = issues.first() {
        error = error.message(Text::made(first.message.clone(), first.message.clone()));
    }
    error
}

/// The column of study bindings.
pub fn projects_column(panel: &Definition) -> Option<&Column> {
    panel.columns.iter().find(|c| c.kind == Kind::Projects && from_platform(c))
}

/// Whether the tabs are choices of the trial system, which the plugin checks: hint `layout`.
fn has_tabs_of_system(panel: &Definition) -> bool {
    panel.columns.iter().any(|column| column.hints.get("layout").is_some_and(|layout| layout == "tabs"))
}

fn concerns(panel: &Definition, grant: &Grant, binding: &Id) -> bool {
    !rows_of(std::slice::from_ref(grant), projects_column(panel).map(|c| c.key.as_str()), binding).is_empty()
}

pub fn site_ids(panel: &Definition, grants: &[Grant]) -> Result<Vec<Id>, Error> {
    let columns = panel.columns.iter().filter(|c| c.kind == Kind::Sites && from_platform(c));
    let ids: BTreeSet<&String> = columns.flat_map(|c| grants.iter().flat_map(move |g| picks(g, &c.key))).collect();
    ids.into_iter().map(|id| Id::try_from(id.clone()).map_err(|_| unknown("sites"))).collect()
}

/// The study bindings of a selection, each of this tenant and system.
pub async fn bindings(
    cx: &mut ReadCtx,
    software: &Software,
    tenant: &Id,
    panel: &Definition,
    grants: &[Grant],
) -> Result<Vec<StudyBinding>, Error> {
    let Some(column) = projects_column(panel) else { return Ok(Vec::new()) };
    let named: BTreeSet<&String> = grants.iter().flat_map(|g| picks(g, &column.key)).collect();
    let mut found = Vec::with_capacity(named.len());
    for id in named {
        let id = Id::try_from(id.clone()).map_err(|_| unknown(&column.key))?;
        let bound = store::bound(cx, tenant, &software.id, &id).await?;
        found.push(bound.ok_or_else(|| unknown(&column.key))?);
    }
    for grant in grants {
        let projects = picks(grant, &column.key);
        // The plugin reports a row without a study.
        let sites = if projects.is_empty() { Vec::new() } else { site_ids(panel, std::slice::from_ref(grant))? };
        let mut known = BTreeSet::new();
        for bound in found.iter().filter(|b| projects.iter().any(|p| p == b.id.as_str())) {
            known.extend(sites_of(cx, &bound.study_id, &sites).await?.into_iter().map(|site| site.id));
        }
        if known.len() < sites.len() {
            return Err(unknown("sites"));
        }
    }
    Ok(found)
}

/// Checks the shape of a selection before a plugin sees it: only the panel's columns, each with its kind of cell, and
/// no more rows and picks than it allows. The plugin reports missing values.
fn check_shape(panel: &Definition, grants: &[Grant]) -> Result<(), Error> {
    if grants.len() > panel.max_grants as usize {
        return Err(Error::field("grants", Text::new("选择的行数过多", "there are more rows than the panel allows")));
    }
    for (row, grant) in grants.iter().enumerate() {
        let wrong = |key: &str| unknown(&format!("grants.{row}.{key}"));
        let known = |tab: &String| has_tabs_of_system(panel) || panel.tabs.iter().any(|t| t.id == *tab);
        if grant.tab.as_ref().is_some_and(|tab| tab.is_empty() || tab.len() > MAX_TAB || !known(tab)) {
            return Err(wrong("tab"));
        }
        for (key, cell) in &grant.cells {
            let column = panel.columns.iter().find(|c| c.key == *key).ok_or_else(|| wrong(key))?;
            let count = match (cell, column.kind) {
                (Cell::Picks(ids), Kind::Projects | Kind::Sites | Kind::ModuleRoles | Kind::StockHouses) => ids.len(),
                (Cell::Pairs(pairs), Kind::RoleEnvironment) => pairs.len(),
                (Cell::Flag(_), Kind::Flag) => 1,
                _ => return Err(wrong(key)),
            };
            if count > 1 && !column.multiple {
                return Err(wrong(key));
            }
        }
    }
    Ok(())
}

/// People cannot authorise themselves, by id or by e-mail.
fn not_oneself(cx: &ReadCtx, found: &[store::Candidate]) -> Result<(), Error> {
    match &cx.who {
        Who::Person(own) if found.iter().any(|person| person.id == own.id) => {
            let text = Text::new("不能为自己授权", "nobody authorises themselves");
            Err(Error {
                fields: vec![("userIds".to_owned(), text.clone())],
                ..Error::new(Code::Forbidden).message(text)
            })
        }
        _ => Ok(()),
    }
}

/// Every person in every study of the request; an unknown e-mail address fails at once.
async fn items(cx: &mut ReadCtx, ask: &AuthoriseRequest, bound: &[StudyBinding]) -> Result<Vec<Item>, Error> {
    let nobody = Text::new("用户不存在或未启用", "there is no such enabled user in the tenant");
    let emails: Vec<String> = ask.emails.iter().map(|e| mailaddr::key(e)).collect();
    let found = store::candidates(cx, &ask.tenant_id, &ask.user_ids, &emails).await?;
    not_oneself(cx, &found)?;
    let ids: Vec<Id> = found.iter().map(|person| person.id.clone()).collect();
    let versions = store::versions(cx, bound, &ids).await?;
    let mut items = Vec::new();
    let mut seen = BTreeSet::new();
    for person in &found {
        if seen.insert(person.id.clone()) {
            for one in bound {
                let number = format!("{:06}", items.len() + 1);
                let grant_version = versions.get(&(one.id.clone(), person.id.clone())).copied().unwrap_or_default();
                items.push(Item { grant_version, ..Item::waiting(number, &one.id, &person.id, person.label()) });
            }
        }
    }
    let unknown_ids = ask.user_ids.iter().filter(|id| !found.iter().any(|p| p.id == **id)).map(ToString::to_string);
    let unknown_mails = emails.iter().filter(|e| !found.iter().any(|p| p.email_key == **e)).cloned();
    for label in unknown_ids.chain(unknown_mails).collect::<BTreeSet<_>>() {
        let number = format!("{:06}", items.len() + 1);
        let nobody_known =
            Item { study_software_id: None, user_id: None, ..Item::waiting(number, &bound[0].id, &bound[0].id, label) };
        items.push(nobody_known.failed("not-found", &nobody));
    }
    Ok(items)
}
