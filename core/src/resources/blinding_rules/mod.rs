//! Blinding rules: which roles of trial systems must not know who gets which treatment, and which know. Nobody has one of
//! each in the same study, in whichever of its systems (`authorisation::blinding` judges by these rules).

mod model;

#[cfg(test)]
mod tests;

use cardea_macros::Narrow;
use serde::Deserialize;

pub use self::model::{BlindingRule, BlindingRuleInput, Side};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::{Ids, Sorts, Term};
use crate::kernel::resource::{Kind, Operation, Reach, Record as _, Resource, operations, record, sorts};
use crate::resources::software::Software;
use crate::resources::tenants::Tenant;

/// The most rules of one tenant, and of the platform.
const MOST: i64 = 500;

/// The filter of a list of rules.
#[derive(Debug, Deserialize, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    q: Option<Term>,
    tenant_id: Option<Id>,
    software_id: Option<Id>,
    id: Option<Ids>,
}

impl Resource for BlindingRule {
    type State = Kernel;
    type Form = BlindingRuleInput;
    type Filter = Filter;

    const NOUN: &'static str = "blinding-rules";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "listBlindingRules", "Blinding rules of tenants, and of the platform."),
        Operation::new(Kind::Read, "getBlindingRule", "One blinding rule."),
        Operation::new(Kind::Create, "createBlindingRule", "Makes a blinding rule, from the next authorisation on."),
        Operation::new(Kind::Update, "updateBlindingRule", "Changes a blinding rule."),
        Operation::new(Kind::Remove, "deleteBlindingRule", "Removes a blinding rule."),
    ];
    const PERMISSION: Permission = Permission::BlindingRules;
    const REACH: Reach = Reach::TenantsAndShared("tenant_id");
    const SORTS: Sorts = sorts![blinding_rules; "roleName": name_key, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key"];
    const CALLED: (&'static str, &'static str) = ("盲态规则", "blinding rule");
    const SAMPLE: &'static str = r#"{ "tenantId": "{tenant}", "softwareId": "{software}", "columnKey": "role",
        "roleId": "{new}", "roleName": "Statistician", "side": "unblinded" }"#;

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &BlindingRuleInput,
        before: Option<&Self>,
        rule: &mut Self,
    ) -> Result<(), Error> {
        rule.take(p, form, before.is_none());
        if before.is_none() {
            refer(cx, p, rule).await?;
        }
        let (others, contrary) = beside(cx, rule).await?;
        p.check(others < MOST, "roleId", "规则数量已达上限（500）", "there are 500 rules already");
        if contrary {
            p.add("side", CONTRARY.clone());
        }
        Ok(())
    }
}

static CONTRARY: Text =
    Text::new("同一角色已有相反的规则（平台或租户）", "the platform or a tenant has a contrary rule for this role");

/// Reads and keeps what a new rule refers to.
async fn refer(cx: &mut Ctx, p: &mut Problems, rule: &mut BlindingRule) -> Result<(), Error> {
    match record::get_kept::<Software>(cx, &rule.software_id).await? {
        None => p.check(false, "softwareId", "请选择系统", "please select a system"),
        Some(software) => rule.software_name = Some(software.software_name),
    }
    if rule.tenant_id.as_str() != ALL_TENANTS {
        match record::get_kept::<Tenant>(cx, &rule.tenant_id).await? {
            None => p.check(false, "tenantId", "请选择租户", "please select a tenant"),
            Some(tenant) => rule.tenant_name = Some(tenant.tenant_name),
        }
    }
    Ok(())
}

/// How many other rules the tenant has, and whether a rule that counts beside this one says the contrary of the same
/// role. Other changes of rules wait until the transaction ends: of two contrary ones made at once the second finds the
/// first.
async fn beside(cx: &mut Ctx, rule: &BlindingRule) -> Result<(i64, bool), Error> {
    cx.db().await?.write("UPDATE blinding_head SET revision = revision + 1 WHERE id = 1").execute().await?;
    let query = cx.db().await?.query("SELECT count(*) FROM blinding_rules WHERE deleted_at IS NULL");
    let query = query.push(" AND tenant_id = ", rule.tenant_id.clone()).push(" AND id <> ", rule.id.clone());
    let (others,): (i64,) = query.one().await?;
    let query = cx.db().await?.query("SELECT 1 FROM blinding_rules WHERE deleted_at IS NULL");
    let query = query
        .push(" AND software_id = ", rule.software_id.clone())
        .push(" AND column_key = ", rule.column_key.clone())
        .push(" AND role_id = ", rule.role_id.clone())
        .push(" AND side <> ", rule.side);
    // The platform's rules count everywhere; those of two tenants never meet.
    let query = if rule.tenant_id.as_str() == ALL_TENANTS {
        query.push(" AND tenant_id <> ", rule.tenant_id.clone())
    } else {
        query.push(" AND tenant_id = ", Id::from(ALL_TENANTS))
    };
    let contrary: Option<(i32,)> = query.sql(" LIMIT 1").optional().await?;
    Ok((others, contrary.is_some()))
}

/// Makes a rule, as the form does.
pub async fn create(cx: &mut Ctx, form: BlindingRuleInput) -> Result<BlindingRule, Error> {
    Box::pin(operations::make(cx, &form)).await
}

/// The rules that count in a tenant: its own and the platform's.
pub async fn in_tenant(cx: &mut ReadCtx, tenant: &Id) -> Result<Vec<BlindingRule>, Error> {
    let query = cx.db().await?.query(BlindingRule::SELECT).sql(BlindingRule::FROM).sql(BlindingRule::THERE);
    Ok(query.push_in("blinding_rules.tenant_id", [tenant.clone(), Id::from(ALL_TENANTS)]).all().await?)
}
