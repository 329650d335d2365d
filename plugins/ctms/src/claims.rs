//! CTMS's claims in a user's ID token and userinfo.

use std::collections::BTreeSet;

use cardea_plugin_sdk::prelude::*;

use crate::column;

/// `sites` (codes), `roles` and `tenant_roles`. Sorted, so that equal grants give equal tokens.
pub fn project(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Claim>, Fault> {
    if grants.is_empty() {
        return Ok(Vec::new());
    }
    let all = |column| grants.iter().flat_map(move |grant| grant.picks(column)).collect::<BTreeSet<_>>();
    // A site without a code is left out: that gives less access than granted, never more.
    let sites: BTreeSet<_> = all(column::SITES).into_iter().filter_map(|id| ctx.site_code(id)).collect();
    Ok(vec![
        Claim::new("sites", &sites)?,
        Claim::new("roles", &all(column::STUDY_ROLE))?,
        Claim::new("tenant_roles", &all(column::TENANT_ROLE))?,
    ])
}
