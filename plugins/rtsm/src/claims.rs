//! RTSM's claims in a user's ID token and userinfo.

use std::collections::{BTreeMap, BTreeSet};

use cardea_plugin_sdk::prelude::*;
use serde_json::json;

use crate::column;

/// `roles`, `sites` and `stock_houses` of all sub-projects, and `projects` with those of each. Sorted, so that equal
/// grants give equal tokens.
pub fn project(_: &Ctx, grants: &[Grant]) -> Result<Vec<Claim>, Fault> {
    if grants.is_empty() {
        return Ok(Vec::new());
    }
    let all = |column| grants.iter().flat_map(move |grant| grant.picks(column)).collect::<BTreeSet<_>>();
    let of = |grant: &Grant| {
        let sorted = |column| grant.picks(column).iter().collect::<BTreeSet<_>>();
        json!({
            "project": grant.tab,
            "role": grant.picks(column::ROLE).first(),
            "sites": sorted(column::SITES),
            "stock_houses": sorted(column::STOCK_HOUSES),
            "blinded": grant.flag(column::IS_BLIND).unwrap_or(true),
        })
    };
    let projects: BTreeMap<_, _> = grants.iter().map(|grant| (&grant.tab, of(grant))).collect();
    Ok(vec![
        Claim::new("roles", &all(column::ROLE))?,
        Claim::new("sites", &all(column::SITES))?,
        Claim::new("stock_houses", &all(column::STOCK_HOUSES))?,
        Claim::new("projects", &projects.into_values().collect::<Vec<_>>())?,
    ])
}
