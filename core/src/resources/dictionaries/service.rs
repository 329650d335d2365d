//! The rules of the items.

use super::model::{Item, ItemInput, NO_PARENT};
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::Sorts;
use crate::kernel::resource::{Kind, Operation, Reach, Reference, Resource, operations, record, sorts};

impl Resource for Item {
    type State = Kernel;
    type Form = ItemInput;
    type Filter = Filter;

    const NOUN: &'static str = "dictionary-items";
    const TAG: &'static str = "dictionaries";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "Category",
            "Items of a category, named in the caller's language. A list of types is one: category 1 has those of \
             tenants, 3 those of a tenant's users, 12 those of sites.",
        )
        .calls(&["typeList"]),
        Operation::new(Kind::Read, "getDictionaryItem", "One item."),
        Operation::new(Kind::Create, "addTenantDic", "Makes an item."),
        Operation::new(Kind::Update, "updateDictionaryItem", "Changes an item.").part_of(&["addTenantDic"]),
        Operation::new(Kind::Remove, "deleteTenantDic", "Removes an item that nothing holds any more."),
    ];
    const PERMISSION: Permission = Permission::Dictionaries;
    /// The items' own menu, and the menus whose forms choose from them.
    const READERS: &'static [Permission] = &[
        Permission::Dictionaries,
        Permission::Tenants,
        Permission::Sites,
        Permission::TenantSites,
        Permission::TenantUsers,
        Permission::Studies,
        Permission::StudySites,
        Permission::UserAllowed,
        Permission::Authorization,
    ];
    const REACH: Reach = Reach::TenantsAndShared("tenant_id");
    const SORTS: Sorts = sorts!["sort": category_id, tenant_id, sort, id; "id": id;];
    const CALLED: (&'static str, &'static str) = ("字典项", "item");
    const OTHER_REFERENCES: &'static [Reference] = &[Reference::new(
        "tenants",
        ("自有字典项", "dictionary items of its own"),
        // By category first, to match the index.
        "SELECT 1 FROM dictionary_items WHERE deleted_at IS NULL AND tenant_id = $1 AND \
             category_id IN (SELECT id FROM dictionary_categories) LIMIT 1",
    )];
    const SAMPLE: &'static str =
        r#"{ "categoryId": "2", "tenantId": "{tenant}", "dicName": "Own", "dicCode": "O", "sort": 1 }"#;

    /// The rules of tenant administration, section 5.
    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &ItemInput,
        before: Option<&Self>,
        item: &mut Self,
    ) -> Result<(), Error> {
        if before.is_none() {
            place(cx, p, item).await?;
        }
        item.name(p, cx.locale(), form);
        Ok(())
    }

    async fn describe(cx: &mut ReadCtx, items: &mut [Self]) -> Result<(), Error> {
        let locale = cx.locale();
        for item in items {
            item.named_for(locale);
        }
        Ok(())
    }
}

/// Checks the category, tenant and parent of a new item.
async fn place(cx: &mut Ctx, p: &mut Problems, item: &mut Item) -> Result<(), Error> {
    let shared = item.tenant_id.as_str() == ALL_TENANTS;
    if item.parent_id.as_str() != NO_PARENT {
        // A shared item may have children of one tenant, but not the other way round.
        let parent = record::get_kept::<Item>(cx, &item.parent_id).await?.filter(|of| {
            let near = of.tenant_id == item.tenant_id || of.tenant_id.as_str() == ALL_TENANTS;
            near && !of.child_code.is_empty()
        });
        p.check(parent.is_some(), "parentId", "该项不能有子项", "this item can have none below it");
        item.category_id = parent.map_or_else(Id::default, |of| Id::from_text(of.child_code));
    }
    match store::category(cx, &item.category_id).await? {
        None => p.check(false, "categoryId", "请选择类别", "please select the category"),
        Some(category) => {
            let fits = shared || category.is_tenant;
            p.check(fits, "tenantId", "该类别不分租户", "this category has no items of single tenants");
            if category.is_parent && item.parent_id.as_str() == NO_PARENT {
                item.child_code = category.child_code;
            }
        }
    }
    if !shared {
        let there = store::is_tenant(cx, &item.tenant_id).await?;
        p.check(there, "tenantId", "请选择租户", "please select a tenant");
    }
    Ok(())
}

/// Makes an item and audits it.
pub async fn create(cx: &mut Ctx, input: &ItemInput) -> Result<Item, Error> {
    operations::make(cx, input).await
}
