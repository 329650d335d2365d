//! Departments of a tenant: a tree of names (study and platform administration, section 2.3).

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use cardea_macros::{Narrow, Record};
use serde::{Deserialize, Serialize};

use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Sorts};
use crate::kernel::resource::{Kind, Operation, Reach, Resource, record, sorts};
use crate::resources::tenants::Tenant;

/// The parent id of a department at the top.
const ROOT: &str = "0";

/// A department of a tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(
    table = "departments",
    stamped,
    tenant = tenant_id,
    unique("departmentName", "同级部门中已有此名称", "a department beside it has this name already")
)]
#[form(DepartmentInput, "What the form sends. Tenant and parent are those of a new department; it stays where it is.")]
#[serde(rename_all = "camelCase")]
pub struct Department {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    #[record(once, to("tenants", "部门", "departments"))]
    #[form(once)]
    pub tenant_id: Id,
    /// The parent department; `0` at the top.
    #[record(once, starts = Id::from(ROOT), to("departments", "下级部门", "departments below it"))]
    #[form(once)]
    pub parent_id: Id,
    /// Name; unique among its siblings.
    #[record(key = "name_key")]
    #[form(required("请输入部门名称", "enter the department name"))]
    pub department_name: String,
}

/// The filter of a list of departments.
#[derive(Debug, Deserialize, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    tenant_id: Option<Id>,
    id: Option<Ids>,
}

impl Resource for Department {
    type State = Kernel;
    type Form = DepartmentInput;
    type Filter = Filter;

    const NOUN: &'static str = "departments";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "getDepartmentList", "Departments; with `tenantId` the whole tree of a tenant.")
            .calls(&["getDepartmentTree"]),
        Operation::new(Kind::Read, "getDepartment", "One department."),
        Operation::new(Kind::Create, "saveDepartment", "Makes a department."),
        Operation::new(Kind::Update, "updateDepartment", "Renames a department.").part_of(&["saveDepartment"]),
        Operation::new(Kind::Remove, "deleteDepartment", "Removes a department that has none below it."),
    ];
    const PERMISSION: Permission = Permission::Departments;
    const READERS: &'static [Permission] = &[Permission::Departments, Permission::UserDepartments];
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = sorts!["departmentName": tenant_id, name_key, id; "id": id;];
    const CALLED: (&'static str, &'static str) = ("部门", "department");
    const SAMPLE: &'static str = r#"{ "tenantId": "{tenant}", "departmentName": "Clinical operations" }"#;

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        _: &DepartmentInput,
        before: Option<&Self>,
        department: &mut Self,
    ) -> Result<(), Error> {
        if before.is_some() {
            return Ok(());
        }
        let tenant = record::get_kept::<Tenant>(cx, &department.tenant_id).await?;
        p.check(tenant.is_some(), "tenantId", "请选择租户", "please select a tenant");
        if department.parent_id.as_str() != ROOT {
            let above = record::get_kept::<Self>(cx, &department.parent_id).await?;
            let fits = above.is_some_and(|above| above.tenant_id == department.tenant_id);
            p.check(fits, "parentId", "请选择该租户的部门", "please select a department of the tenant");
        }
        Ok(())
    }
}

/// How many of these departments the tenant has. They are kept until the transaction ends.
pub async fn keep(cx: &mut Ctx, tenant: &Id, ids: &BTreeSet<Id>) -> Result<usize, Error> {
    let query = cx.db().await?.write("SELECT id FROM departments WHERE deleted_at IS NULL");
    let query = query.push(" AND tenant_id = ", tenant.clone()).push_in(" AND id", ids.iter().cloned());
    Ok(query.kept("departments").all::<(Id,)>().await?.len())
}

/// The names of those of these departments that there still are.
pub async fn names(cx: &mut ReadCtx, ids: BTreeSet<Id>) -> Result<BTreeMap<Id, String>, Error> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let query = cx.db().await?.query("SELECT id, department_name FROM departments WHERE deleted_at IS NULL");
    Ok(query.push_in(" AND id", ids).all::<(Id, String)>().await?.into_iter().collect())
}
