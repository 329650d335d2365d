//! The rules of the tenants.

use super::model::{Tenant, TenantInput};
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::Sorts;
use crate::kernel::resource::input::{LINE, line};
use crate::kernel::resource::{ByName, Change, Kind, Operation, Reach, Resource, operations, sorts};
use crate::kernel::step_up::StepUpState;
use crate::resources::areas;
use crate::resources::dictionaries::{self, Category};

impl Resource for Tenant {
    type State = StepUpState;
    type Form = TenantInput;
    type Filter = ByName;

    const NOUN: &'static str = "tenants";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "getTenanUserList", "Tenants that the caller administers."),
        Operation::new(Kind::Read, "getTenant", "One tenant."),
        Operation::new(Kind::Create, "saveTenant", "Makes a tenant.").by_platform(),
        Operation::new(
            Kind::Update,
            "updateTenant",
            "Changes a tenant. To require a second factor of its people no more needs a recent proof.",
        )
        .part_of(&["saveTenant"]),
        Operation::new(
            Kind::Remove,
            "Deletetenant",
            "Removes a tenant that has nothing any more, leaving a tombstone. Needs a recent proof.",
        )
        .by_platform(),
    ];
    const PERMISSION: Permission = Permission::Tenants;
    const REACH: Reach = Reach::Tenants("id");
    const SORTS: Sorts = sorts!["tenantName": name_key, id; "createdAt": created_at, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key", "abbr_key"];
    const CALLED: (&'static str, &'static str) = ("租户", "tenant");
    const SAMPLE: &'static str =
        r#"{ "tenantName": "Of {tenant}", "abbr": "OF", "categoryId": "1-cro", "email": "a@b.cn" }"#;

    /// The rules of tenant administration, section 5.
    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &TenantInput,
        before: Option<&Self>,
        tenant: &mut Self,
    ) -> Result<(), Error> {
        // A text that cannot be an id names no category, and must not reach the database.
        let category = line(p, "categoryId", form.category_id.as_deref().unwrap_or_default(), LINE);
        let known = match Id::try_from(category) {
            Ok(category) => {
                tenant.category_id = category;
                dictionaries::exists(cx, Category::Tenants, &tenant.category_id, None).await?
            }
            Err(_) => false,
        };
        p.check(known, "categoryId", "请选择类别", "please select the category");
        let code = line(p, "tenantCode", form.tenant_code.as_deref().unwrap_or_default(), 64);
        if before.is_none() {
            tenant.tenant_code = if code.is_empty() { fresh_code(cx) } else { code };
        }
        if tenant.tel.chars().any(char::is_alphabetic) {
            p.add("tel", Text::new("请输入数字值", "enter a number value"));
        } else {
            let digits = tenant.tel.bytes().all(|b| b.is_ascii_digit());
            p.check(digits, "tel", "电话格式不正确", "phone format incorrect");
        }
        let fine = tenant.email.is_empty() || mailaddr::is_valid(&tenant.email);
        p.check(fine, "email", "邮箱格式错误，请重新输入", "email format error, please re-enter");
        areas::check(cx, p, &tenant.place).await
    }

    async fn confirm(state: &StepUpState, cx: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Create(_) => Ok(()),
            Change::Update(before, form) => {
                let mfa_required = form.mfa_required.unwrap_or(before.mfa_required);
                state.loosening(cx, before.mfa_required, mfa_required).await
            }
            Change::Remove(_) => state.step_up.require(cx).await,
        }
    }

    /// Sets the names of categories and regions in the caller's language.
    async fn describe(cx: &mut ReadCtx, tenants: &mut [Self]) -> Result<(), Error> {
        let categories = dictionaries::names(cx, tenants.iter().map(|t| t.category_id.clone())).await?;
        let places = areas::describe(cx, tenants.iter().map(|tenant| tenant.place.clone())).await?;
        for tenant in tenants {
            tenant.category_desc = categories.get(&tenant.category_id).cloned().unwrap_or_default();
            tenant.place_names = places.of(&tenant.place);
        }
        Ok(())
    }

    fn in_use(zh: &str, en: &str) -> Text {
        Text::made(format!("该租户仍有{zh}，不能删除"), format!("this tenant still has {en} and cannot be deleted"))
    }
}

/// A code for a tenant without one: `T` and ten characters.
fn fresh_code(cx: &ReadCtx) -> String {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let drawn = cx.kernel().random::<10>();
    std::iter::once('T').chain(drawn.iter().map(|b| char::from(LETTERS[usize::from(b % 32)]))).collect()
}

/// Makes a tenant and audits it. Dictionaries must be seeded.
pub async fn create(cx: &mut Ctx, input: TenantInput) -> Result<Tenant, Error> {
    operations::make(cx, &input).await
}
