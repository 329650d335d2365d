//! EDC's claims in a user's ID token and userinfo.

use std::collections::BTreeSet;

use cardea_plugin_sdk::prelude::*;
use serde::Serialize;

use crate::column;

#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct RoleIn<'a> {
    role: &'a str,
    environment: &'a str,
}

/// Joins the grants of a study: `sites` (codes), `roles`, `module_roles`, and `environment` when
/// all roles are in the same one. Sorted, so that equal grants give equal tokens.
pub fn project(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Claim>, Fault> {
    if grants.is_empty() {
        return Ok(Vec::new());
    }
    let mut sites = BTreeSet::new();
    for id in grants.iter().flat_map(|grant| grant.picks(column::SITES)) {
        match ctx.site_code(id) {
            Some(code) => {
                sites.insert(code);
            }
            // This gives less access than granted, never more.
            None => log::warn("a granted site has no code", &[("site", id)]),
        }
    }
    let pairs = grants.iter().flat_map(|grant| grant.pairs(column::ROLE_ENVIRONMENT));
    let roles: BTreeSet<_> = pairs.map(|pair| RoleIn { role: &pair.role, environment: &pair.environment }).collect();
    let environments: BTreeSet<_> = roles.iter().map(|role| role.environment).collect();
    let modules: BTreeSet<_> = grants.iter().flat_map(|grant| grant.picks(column::MODULE_ROLES)).collect();

    let mut claims =
        vec![Claim::new("sites", &sites)?, Claim::new("roles", &roles)?, Claim::new("module_roles", &modules)?];
    if environments.len() == 1 {
        claims.push(Claim::new("environment", &environments.first())?);
    }
    Ok(claims)
}
