//! The dry run of blinding rules: who has a blinded and an unblinded role in one study today.

use std::collections::BTreeMap;

use axum::Json as Answer;
use serde::{Deserialize, Serialize};

use super::Authorisation;
use super::blinding::{Judge, Sides};
use super::store;
use crate::host::model::Grant;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::resources::blinding_rules::{self, Side};
use crate::resources::{software, studies};

/// Grants read at once, and the most that are read.
const PAGE: i64 = 2_000;
const MOST: usize = 200_000;
/// The most people who are named.
const NAMED: usize = 200;

/// The operation.
pub fn router() -> OpenApiRouter<Authorisation> {
    OpenApiRouter::new().routes(routes!(dry_run))
}

/// A rule that is not made yet.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlannedRule {
    /// The system.
    pub software_id: Id,
    /// Key of the panel's column.
    pub column_key: String,
    /// The system's id of the role.
    pub role_id: String,
    /// Its name, for people.
    pub role_name: String,
    /// Its side.
    pub side: Side,
}

/// What a dry run is about.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DryRunRequest {
    /// The tenant.
    pub tenant_id: Id,
    /// A rule that would count beside those that there are.
    #[serde(default)]
    pub rule: Option<PlannedRule>,
}

/// Somebody with roles of both sides in a study.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlindingConflict {
    /// The person.
    pub user_id: Id,
    /// Full name with user name.
    pub label: String,
    /// The study's code.
    pub study_code: String,
    /// Its name.
    pub study_name: String,
    /// The blinded roles, each with its system.
    pub blinded: Vec<String>,
    /// The unblinded ones.
    pub unblinded: Vec<String>,
}

/// The result of a dry run.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    /// Whether everybody was looked at, and everybody found is named.
    pub complete: bool,
    /// How many grants were looked at.
    pub looked_at: usize,
    /// Those found, at most 200.
    pub conflicts: Vec<BlindingConflict>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Id,
    study_id: Id,
    user_id: Id,
    software_id: Id,
    selection: sqlx::types::Json<Vec<Grant>>,
}

/// Who has a blinded and an unblinded role in one study of a tenant today, by the rules that there are and one more.
/// Nothing is changed.
#[utoipa::path(post, path = "/api/admin/blinding-rules/dry-run", operation_id = "tryBlindingRules",
    tag = "blinding-rules", request_body = DryRunRequest, responses((status = 200, body = DryRun)))]
async fn dry_run(mut cx: ReadCtx, Json(ask): Json<DryRunRequest>) -> Result<Answer<DryRun>, Error> {
    cx.require_in(Permission::BlindingRules, Act::View, &ask.tenant_id)?;
    let rules = blinding_rules::in_tenant(&mut cx, &ask.tenant_id).await?;
    let mut judge = Judge::with(rules);
    if let Some(PlannedRule { software_id, column_key, role_id, role_name, side }) = ask.rule {
        judge.add((software_id, column_key, role_id), side, role_name);
    }
    let mut found = Found::default();
    if !judge.is_empty() {
        found.read(&mut cx, &ask.tenant_id, &judge).await?;
    }
    Ok(Answer(found.told(&mut cx, &judge).await?))
}

/// The roles of one person in one study.
type Roles = Vec<(Id, sqlx::types::Json<Vec<Grant>>)>;

/// What was found so far.
#[derive(Default)]
struct Found {
    looked_at: usize,
    complete: bool,
    conflicts: Vec<((Id, Id), Roles)>,
}

impl Found {
    /// Reads the standing grants of a tenant, study by study and person by person.
    async fn read(&mut self, cx: &mut ReadCtx, tenant: &Id, judge: &Judge) -> Result<(), Error> {
        let mut current: Option<((Id, Id), Roles)> = None;
        let mut after: Option<(Id, Id, Id)> = None;
        loop {
            let query = cx.db().await?.query(
                "SELECT id, study_id, user_id, software_id, selection FROM grants \
                 WHERE revoked_at IS NULL AND suspended_at IS NULL",
            );
            let query = query.push(" AND tenant_id = ", tenant.clone());
            let query = match after.take() {
                None => query,
                Some((study, user, id)) => {
                    query.push(" AND (study_id, user_id, id) > (", study).push(", ", user).push(", ", id).sql(")")
                }
            };
            let rows: Vec<Row> = query.push(" ORDER BY study_id, user_id, id LIMIT ", PAGE).all().await?;
            let last = i64::try_from(rows.len()).unwrap_or(i64::MAX) < PAGE;
            self.looked_at += rows.len();
            for Row { id, study_id, user_id, software_id, selection } in rows {
                after = Some((study_id.clone(), user_id.clone(), id));
                let key = (study_id, user_id);
                match &mut current {
                    Some((known, roles)) if *known == key => roles.push((software_id, selection)),
                    _ => {
                        self.judge(judge, current.replace((key, vec![(software_id, selection)])));
                    }
                }
            }
            if last || self.looked_at >= MOST || self.conflicts.len() > NAMED {
                self.judge(judge, current.take());
                self.complete = last && self.conflicts.len() <= NAMED;
                self.conflicts.truncate(NAMED);
                return Ok(());
            }
        }
    }

    fn judge(&mut self, judge: &Judge, whose: Option<((Id, Id), Roles)>) {
        let Some((key, roles)) = whose else { return };
        let sides = roles.iter().fold(Sides::default(), |all, (of, rows)| all.with(judge.gives(of, &rows.0)));
        if sides.conflict() {
            self.conflicts.push((key, roles));
        }
    }

    /// With names.
    async fn told(self, cx: &mut ReadCtx, judge: &Judge) -> Result<DryRun, Error> {
        let systems: BTreeMap<Id, String> =
            software::list(cx).await?.into_iter().map(|software| (software.id, software.software_name)).collect();
        let people = store::people(cx, self.conflicts.iter().map(|((_, user), _)| user.clone())).await?;
        let mut named: BTreeMap<Id, (String, String)> = BTreeMap::new();
        let mut conflicts = Vec::with_capacity(self.conflicts.len());
        for ((study, user), roles) in self.conflicts {
            if !named.contains_key(&study) {
                let found = studies::get(cx, &study).await?;
                let known = found.map(|study| (study.study_code, study.study_name)).unwrap_or_default();
                named.insert(study.clone(), known);
            }
            let (study_code, study_name) = named.get(&study).cloned().unwrap_or_default();
            let (mut blinded, mut unblinded) = (Vec::new(), Vec::new());
            for (of, rows) in &roles {
                let system = systems.get(of).map(String::as_str).unwrap_or_default();
                for (side, name) in judge.roles(of, &rows.0) {
                    let list = if side == Side::Blinded { &mut blinded } else { &mut unblinded };
                    list.push(format!("{system}: {name}"));
                }
            }
            let label = people.get(&user).map(store::Candidate::label).unwrap_or_default();
            conflicts.push(BlindingConflict { user_id: user, label, study_code, study_name, blinded, unblinded });
        }
        Ok(DryRun { complete: self.complete || self.looked_at == 0, looked_at: self.looked_at, conflicts })
    }
}
