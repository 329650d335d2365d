//! Types of blinding rules.

use cardea_macros::Record;
use serde::{Deserialize, Serialize};

use crate::kernel::error::{Problems, Text};
use crate::kernel::id::{ALL_TENANTS, Id};

/// The longest key of a panel's column and id of a role, as the host admits them.
const MAX_ID: usize = 200;

/// The side of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[repr(i64)]
pub enum Side {
    /// Must not know who gets which treatment.
    Blinded = 0,
    /// Knows it.
    Unblinded = 1,
}

/// The side of one role of a trial system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(
    table = "blinding_rules",
    stamped,
    tenant = tenant_id,
    joins = "LEFT JOIN tenants t ON t.id = blinding_rules.tenant_id \
             LEFT JOIN software s ON s.id = blinding_rules.software_id",
    unique("roleId", "该角色已有规则", "there is a rule for this role already")
)]
#[form(BlindingRuleInput, "What the form sends. Tenant, system and role are those of a new rule; they stay.")]
#[serde(rename_all = "camelCase")]
pub struct BlindingRule {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant; `0` for all.
    #[record(once, starts = Id::from(ALL_TENANTS), to("tenants", "盲态规则", "blinding rules"))]
    #[form(once, doc = "The tenant; `0` or nothing for all.")]
    pub tenant_id: Id,
    /// Its name; absent for all.
    #[record(from = t)]
    pub tenant_name: Option<String>,
    /// The system.
    #[record(once, to("software", "盲态规则", "blinding rules"))]
    #[form(once)]
    pub software_id: Id,
    /// Its name.
    #[record(from = s)]
    pub software_name: Option<String>,
    /// Key of the panel's column that offers the role.
    #[record(once)]
    #[form(given = String, doc = "Key of the panel's column that offers the role; of a new rule.")]
    pub column_key: String,
    /// The system's id of the role.
    #[record(once)]
    #[form(given = String, doc = "The system's id of the role; of a new rule.")]
    pub role_id: String,
    /// Its name, for people.
    #[record(key = "name_key")]
    #[form(required("请输入角色名称", "please enter the role name"))]
    pub role_name: String,
    /// Whether the role is blinded or unblinded.
    #[record(starts = Side::Blinded)]
    #[form(given = Side)]
    pub side: Side,
    /// Remark.
    #[form(note)]
    pub remark: String,
}

impl BlindingRule {
    /// Takes the role of a new rule and the side from a form.
    pub fn take(&mut self, p: &mut Problems, form: &BlindingRuleInput, is_new: bool) {
        if is_new {
            for (field, given, text, own) in [
                (
                    "columnKey",
                    &form.column_key,
                    Text::new("请选择面板的列", "select the column of the panel"),
                    &mut self.column_key,
                ),
                ("roleId", &form.role_id, Text::new("请选择角色", "select the role"), &mut self.role_id),
            ] {
                let given = given.as_deref().unwrap_or_default();
                let sound =
                    !given.is_empty() && given.chars().count() <= MAX_ID && !given.chars().any(char::is_control);
                // What no database keeps is not looked for in one.
                if sound { given.clone_into(own) } else { p.add(field, text) }
            }
        }
        match form.side {
            Some(side) => self.side = side,
            None if is_new => p.add("side", Text::new("请选择盲态或非盲", "select blinded or unblinded")),
            None => {}
        }
    }
}
