//! What is still missing until somebody can be authorised for a study in a trial system.
//!
//! Each step is checked by what is there, with a statement that ends at the first row.

use serde::{Deserialize, Serialize};

use super::state::Reports;
use crate::authorisation;
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::Resource;
use crate::kernel::resource::operations::{any, may_create};
use crate::provider::clients;
use crate::resources::domains::{self, TenantDomain};
use crate::resources::licences::Licence;
use crate::resources::members;
use crate::resources::sites::{Site, StudySite, TenantSite};
use crate::resources::software::{self, Software};
use crate::resources::studies::Study;
use crate::resources::tenants::Tenant;

/// A step, in the order in which they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StepName {
    /// A tenant.
    Tenant,
    /// A study of the tenant.
    Study,
    /// A research centre.
    Site,
    /// A research centre that the tenant works with.
    TenantSite,
    /// A research centre of the study.
    StudySite,
    /// A trial system in the catalogue.
    Software,
    /// The plugin that draws the system's panel.
    Plugin,
    /// The system's address for the tenant.
    Domain,
    /// The system's OpenID Connect client.
    Client,
    /// The tenant's licence for the system.
    Licence,
    /// The study bound to the system.
    Binding,
    /// A person in the tenant.
    People,
    /// An authorisation.
    Authorisation,
}

/// A step.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Which one.
    pub name: StepName,
    /// Whether what it makes is there.
    pub done: bool,
    /// The menu of the screen on which it is done.
    pub menu: &'static str,
    /// Whether the caller may do it; otherwise the platform's administrators do.
    pub may_edit: bool,
}

/// The steps that the caller may see, in their order.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstSteps {
    /// The tenant that was asked for; without one, a step is done where any tenant of the caller's has what it makes.
    pub tenant_id: Option<Id>,
    /// Whether the caller has put them away.
    pub dismissed: bool,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Whether the first steps are put away.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Dismissal {
    /// Put away, or brought back.
    pub dismissed: bool,
}

/// Where a caller looks: into all tenants that are theirs, or into one of these.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'t>(pub Option<&'t Id>);

impl Sight<'_> {
    /// The tenants whose records the caller sees with this menu; none where they do not see it.
    pub fn of(self, cx: &ReadCtx, permission: Permission) -> Result<Option<Scope>, Error> {
        let scope = match cx.scope(permission, Act::View) {
            Ok(scope) => scope,
            Err(error) if error.code == Code::Forbidden => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(match self.0 {
            Some(tenant) => scope.holds(tenant).then(|| Scope::Only(vec![tenant.clone()])),
            None => Some(scope),
        })
    }
}

/// Whether the caller sees the records of the platform as a whole with this menu.
pub fn on_platform(cx: &ReadCtx, permission: Permission) -> bool {
    cx.require(permission, Act::View).is_ok()
}

/// The steps as the caller sees them.
pub async fn steps(reports: &Reports, cx: &mut ReadCtx, sight: Sight<'_>) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    let all = &mut steps;
    of_tenants::<Tenant>(cx, sight, StepName::Tenant, all).await?;
    of_tenants::<Study>(cx, sight, StepName::Study, all).await?;
    of_platform::<Site>(cx, StepName::Site, all).await?;
    of_tenants::<TenantSite>(cx, sight, StepName::TenantSite, all).await?;
    of_tenants::<StudySite>(cx, sight, StepName::StudySite, all).await?;
    of_platform::<Software>(cx, StepName::Software, all).await?;
    if on_platform(cx, Permission::Software) {
        let catalogue = software::list(cx).await?;
        let done = catalogue.iter().any(|software| reports.host.active(&software.web_code).is_some());
        all.push(step(StepName::Plugin, Permission::Software, done, may_create::<Software>(cx)));
    }
    of_tenants::<TenantDomain>(cx, sight, StepName::Domain, all).await?;
    if let Some(scope) = sight.of(cx, Permission::Clients)? {
        let done = clients::any_tied(cx, &scope).await?;
        let may = cx.scope(Permission::Clients, Act::Edit).is_ok();
        all.push(step(StepName::Client, Permission::Clients, done, may));
    }
    of_tenants::<Licence>(cx, sight, StepName::Licence, all).await?;
    if let Some(scope) = sight.of(cx, Permission::StudySoftware)? {
        let done = domains::any_bound(cx, &scope).await?;
        let may = may_create::<domains::StudyBinding>(cx);
        all.push(step(StepName::Binding, Permission::StudySoftware, done, may));
    }
    if let Some(scope) = sight.of(cx, Permission::TenantUsers)? {
        let done = members::numbers::any(cx, &scope).await?;
        let may = cx.scope(Permission::TenantUsers, Act::Edit).is_ok();
        all.push(step(StepName::People, Permission::TenantUsers, done, may));
    }
    if let Some(scope) = sight.of(cx, Permission::UserAllowed)? {
        let done = authorisation::any_grant(cx, &scope).await?;
        let may = cx.scope(Permission::UserAllowed, Act::Edit).is_ok();
        all.push(step(StepName::Authorisation, Permission::UserAllowed, done, may));
    }
    Ok(steps)
}

fn step(name: StepName, menu: Permission, done: bool, may_edit: bool) -> Step {
    Step { name, done, menu: menu.url(), may_edit }
}

/// The step that makes a record of a tenant.
async fn of_tenants<T: Resource>(
    cx: &mut ReadCtx,
    sight: Sight<'_>,
    name: StepName,
    steps: &mut Vec<Step>,
) -> Result<(), Error> {
    let Some(scope) = sight.of(cx, T::PERMISSION)? else { return Ok(()) };
    let done = any::<T>(cx, &scope).await?;
    steps.push(step(name, T::PERMISSION, done, may_create::<T>(cx)));
    Ok(())
}

/// The step that makes a record of the platform.
async fn of_platform<T: Resource>(cx: &mut ReadCtx, name: StepName, steps: &mut Vec<Step>) -> Result<(), Error> {
    if !on_platform(cx, T::PERMISSION) {
        return Ok(());
    }
    let done = any::<T>(cx, &Scope::All).await?;
    steps.push(step(name, T::PERMISSION, done, may_create::<T>(cx)));
    Ok(())
}

/// Whether the caller has put the first steps away.
pub async fn dismissed(cx: &mut ReadCtx) -> Result<bool, Error> {
    let user = cx.person()?.id.clone();
    let query = cx.db().await?.query("SELECT 1 FROM first_steps_dismissed");
    Ok(query.push(" WHERE user_id = ", user).optional::<(i32,)>().await?.is_some())
}

/// Puts the first steps away for the caller, or brings them back. Saying the same again changes nothing.
pub async fn dismiss(cx: &mut Ctx, dismissed: bool) -> Result<(), Error> {
    let (user, now) = (cx.person()?.id.clone(), cx.now());
    let tx = cx.db().await?;
    let changed = if dismissed {
        let insert = "INSERT INTO first_steps_dismissed (user_id, dismissed_at) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO NOTHING";
        tx.write(insert).bind(user.clone()).bind(now).execute().await?
    } else {
        tx.write("DELETE FROM first_steps_dismissed").push(" WHERE user_id = ", user.clone()).execute().await?
    };
    if changed > 0 {
        cx.audit_event(Event {
            action: if dismissed { "first_steps.dismissed" } else { "first_steps.brought_back" },
            resource: "first-steps",
            record: user.to_string(),
            ..Event::default()
        });
    }
    Ok(())
}
