//! The authorisation panel of one trial system: a project, its sites, and a role.
//!
//! Projects and sites are the platform's. Roles are the trial system's own: it lists them for a study, and takes each
//! person's authorisation as a whole.

use std::collections::BTreeSet;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::selection::Issues;
use serde::Deserialize;
use serde_json::json;

/// The plugin.
#[derive(Debug)]
pub struct Plugin;

export_plugin!(Plugin, claims);

/// Column keys: names of what is granted, in `cells` of a grant.
const PROJECT: &str = "project";
const SITES: &str = "sites";
const ROLE: &str = "role";

/// What the trial system answers to `getAuthRemoteList`.
#[derive(Deserialize)]
struct Listing {
    roles: Vec<Role>,
}

#[derive(Deserialize)]
struct Role {
    id: String,
    name: String,
}

impl Panel for Plugin {
    fn describe(_: &Ctx) -> Result<Definition, Fault> {
        let columns = vec![
            Column::new(PROJECT, Kind::Projects, Message::new("column.project", "Project")).required().platform(),
            Column::new(SITES, Kind::Sites, Message::new("column.sites", "Sites"))
                .required()
                .multiple()
                .depends_on(PROJECT)
                .platform(),
            Column::new(ROLE, Kind::ModuleRoles, Message::new("column.role", "Role")).required().depends_on(PROJECT),
        ];
        Ok(Definition { tabs: Vec::new(), columns, max_grants: 1 })
    }

    fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
        if query.column != ROLE {
            return Err(cardea_plugin_sdk::unknown_column(&query.column));
        }
        let listing: Listing = remote::listing(ctx)?;
        let choices = listing.roles.into_iter().map(|role| Choice::new(role.id, role.name)).collect();
        remote::page(choices, query)
    }

    fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
        let mut issues = Issues::default();
        for (index, grant) in (0_u32..).zip(grants) {
            issues.one(index, PROJECT, grant, "Please select a project");
            issues.some(index, SITES, grant, "Please select a site");
            issues.one(index, ROLE, grant, "Please select a role");
        }
        // The trial system is asked once, and only where there is something to compare.
        if grants.iter().any(|grant| !grant.picks(ROLE).is_empty()) {
            let listing: Listing = remote::listing(ctx)?;
            for (index, grant) in (0_u32..).zip(grants) {
                issues.known(index, ROLE, grant, |id| listing.roles.iter().any(|role| role.id == id));
            }
        }
        Ok(issues.into_sorted())
    }
}

impl Provision for Plugin {
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        remote::save(ctx, batch, "saveProject", |item| Ok(authorisation(ctx, item)))
    }
}

/// The whole of what a person has in the study from now on. A person with nothing is taken out of it by the SDK, with
/// `cancelProjectAllowUser`.
fn authorisation(ctx: &Ctx, item: &Item) -> Result<serde_json::Value, Message> {
    let picks = |column| item.after.iter().flat_map(move |grant| grant.picks(column)).cloned();
    let sites: Vec<String> = picks(SITES).collect();
    let sites = remote::sites(ctx, &sites)
        .ok_or_else(|| Message::new("sites.unknown", "A selected site does not belong to the project"))?;
    let common = remote::Common::of(ctx, item);
    Ok(json!({
        "studyUrlId": common.study_url_id,
        "tenantId": common.tenant_id,
        "userList": common.user_list,
        "EmailList": common.email_list,
        "sites": sites,
        "roleId": picks(ROLE).next(),
    }))
}

impl Claims for Plugin {
    /// What the trial system finds in a person's token: the codes of their sites, and their roles. Sorted, so that equal
    /// grants give equal tokens.
    fn project(ctx: &Ctx, _subject: &str, grants: &[Grant], _scopes: &[String]) -> Result<Vec<Claim>, Fault> {
        if grants.is_empty() {
            return Ok(Vec::new());
        }
        let picks = |column| grants.iter().flat_map(move |grant| grant.picks(column));
        let sites: BTreeSet<_> = picks(SITES).filter_map(|id| ctx.site_code(id)).collect();
        let roles: BTreeSet<_> = picks(ROLE).collect();
        Ok(vec![Claim::new("sites", &sites)?, Claim::new("roles", &roles)?])
    }
}
