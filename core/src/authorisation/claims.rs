//! The claims of a token about a person's studies.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::standing;
use crate::kernel::clock::Time;
use crate::kernel::db::{Operand, Query, Rows};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::MAX_ROWS;
use crate::resources::licences;
use crate::resources::members::MemberTenant;

/// The rows that [`trial_claims_column`] reads.
pub const CLAIM_ROWS: &[Rows] = &[
    Rows::All("memberships"),
    Rows::All("grants"),
    Rows::All("licences"),
    Rows::Existing("tenants"),
    Rows::Existing("software"),
    Rows::Existing("studies"),
    Rows::Existing("study_software"),
];

/// A row of [`trial_claims_column`]: a tenant, and a grant in it if there is one.
#[derive(Deserialize)]
struct Row {
    tenant_id: Id,
    tenant_code: String,
    tenant_name: String,
    tenant_address: String,
    tenant_postcode: String,
    grant: Option<Id>,
    study_id: Option<Id>,
    study_code: Option<String>,
    web_code: Option<String>,
    /// What the system's plugin projected, as JSON.
    claims: Option<String>,
    /// 1 if the grant counts.
    counts: u8,
}

/// The columns of [`Row`], in its order.
const ROW: &str = "r.id, r.code, r.name, r.address, r.postcode, r.grant_id, r.study_id, r.study_code, r.web_code, \
     r.claims, r.counts";

impl Row {
    /// The entry of the study, if its grant counts.
    fn into_entry(self) -> Result<Option<Value>, Error> {
        let (Some(claims), Some(study), 1) = (self.claims, self.study_id, self.counts) else { return Ok(None) };
        let claims: BTreeMap<String, Value> = serde_json::from_str(&claims)?;
        let mut entry = json!({
            "tenant_id": self.tenant_id, "study_id": study, "study": self.study_code, "software": self.web_code,
        });
        for (name, value) in claims {
            // A plugin cannot replace the server's own members of the study.
            if entry.get(&name).is_none() {
                entry[name] = value;
            }
        }
        Ok(Some(entry))
    }
}

/// Adds a value to a statement that [`read_trial_claims`] reads: a person's tenant and grants in it, for one system or for
/// all. So they can be read together with what names the person and the tenant.
#[must_use]
pub fn trial_claims_column<'q>(
    query: Query<'q>,
    now: Time,
    user: Operand<'_>,
    software: Option<&Id>,
    tenant: Operand<'_>,
) -> Query<'q> {
    query.json_rows(ROW, |query| {
        let query = query.sql(" FROM (SELECT ").sql(MemberTenant::COLUMNS);
        let query =
            query.sql(", g.id AS grant_id, g.study_id, s.study_code, w.web_code, CAST(g.claims AS TEXT) AS claims");
        let query = licences::valid(standing::counting(query.sql(", CASE WHEN ")).sql(" AND "), now);
        standing::of_member(query.sql(" THEN 1 ELSE 0 END AS counts"), software)
            .sql(licences::OF_GRANT)
            .sql(MemberTenant::THERE)
            .push_operand(" AND m.user_id = ", user)
            .push_operand(" AND m.tenant_id = ", tenant)
            .push(" ORDER BY counts DESC, s.study_code, g.id LIMIT ", MAX_ROWS)
            .sql(") r")
    })
}

/// Reads the value of [`trial_claims_column`]: the tenant, if the person is an enabled member of it, with the
/// `cardea_studies` entries of the person in it, by study: the studies that they are authorised in, each with the claims
/// projected by the system's plugin. Only by grants that count, and valid licences.
pub fn read_trial_claims(column: Option<&str>) -> Result<Option<(MemberTenant, Vec<Value>)>, Error> {
    let mut rows: Vec<Row> = column.map(serde_json::from_str).transpose()?.unwrap_or_default();
    let Some(row) = rows.first() else { return Ok(None) };
    let tenant = MemberTenant {
        id: row.tenant_id.clone(),
        code: row.tenant_code.clone(),
        name: row.tenant_name.clone(),
        address: row.tenant_address.clone(),
        postcode: row.tenant_postcode.clone(),
    };
    rows.sort_by(|a, b| (&a.study_code, &a.grant).cmp(&(&b.study_code, &b.grant)));
    let entries = rows.into_iter().filter_map(|row| row.into_entry().transpose());
    Ok(Some((tenant, entries.collect::<Result<_, _>>()?)))
}

/// The claims that [`read_trial_claims`] describes, read by a statement of their own.
#[cfg(test)]
pub async fn trial_claims(
    cx: &mut crate::kernel::ctx::ReadCtx,
    user: &Id,
    software: Option<&Id>,
    tenant: &Id,
) -> Result<Option<(MemberTenant, Vec<Value>)>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT ");
    let query = trial_claims_column(query, now, Operand::Id(user), software, Operand::Id(tenant));
    let (column,): (Option<String>,) = query.sql(" AS trials").one().await?;
    read_trial_claims(column.as_deref())
}
