//! The rules of making, changing and removing items.

use super::model::{Item, ItemInput, NO_PARENT};
use super::store;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error, Problems, given_version};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::resource::{refuse_if_held, used};

/// Refused unless the caller may change what belongs to this tenant; what all share, the platform's
/// administrators change.
fn may_change(cx: &Ctx, tenant: &Id) -> Result<(), Error> {
    if tenant.as_str() == ALL_TENANTS {
        cx.require(Permission::Dictionaries, Act::Edit)
    } else {
        cx.require_in(Permission::Dictionaries, Act::Edit, tenant)
    }
}

/// The item, if the caller may change it.
async fn changeable(cx: &mut Ctx, id: &Id) -> Result<Item, Error> {
    let scope = cx.scope(Permission::Dictionaries, Act::Edit)?;
    let item = store::get(cx, id, &scope).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    may_change(cx, &item.tenant_id)?;
    Ok(item)
}

/// Where a new item belongs: its category, tenant and parent, as they are given.
async fn place(cx: &mut Ctx, p: &mut Problems, input: &ItemInput) -> Result<Item, Error> {
    let tenant = input.tenant_id.clone().unwrap_or_else(|| Id::from(ALL_TENANTS));
    let mut item = Item {
        id: cx.new_id(),
        version: 1,
        category_id: input.category_id.clone().unwrap_or_else(|| Id::from("")),
        tenant_id: tenant,
        parent_id: input.parent_id.clone().unwrap_or_else(|| Id::from(NO_PARENT)),
        dic_name: String::new(),
        dic_name_zh: String::new(),
        dic_name_en: String::new(),
        dic_code: String::new(),
        dic_num: String::new(),
        abb: String::new(),
        sort: 1,
        extend: String::new(),
        description: String::new(),
        child_code: String::new(),
    };
    let shared = item.tenant_id.as_str() == ALL_TENANTS;
    if item.parent_id.as_str() != NO_PARENT {
        let scope = cx.scope(Permission::Dictionaries, Act::Edit)?;
        let parent = store::get(cx, &item.parent_id, &scope).await?;
        // A child may be a tenant's own where its parent is everybody's, not the other way round.
        let parent = parent.filter(|of| {
            let near = of.tenant_id == item.tenant_id || of.tenant_id.as_str() == ALL_TENANTS;
            near && !of.child_code.is_empty()
        });
        p.check(parent.is_some(), "parentId", "该项不能有子项", "this item can have none below it");
        item.category_id = parent.map_or_else(|| Id::from(""), |of| Id::from_text(of.child_code));
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
    Ok(item)
}

/// Makes an item and notes it in the audit.
pub async fn create(cx: &mut Ctx, input: &ItemInput) -> Result<Item, Error> {
    cx.scope(Permission::Dictionaries, Act::Edit)?;
    may_change(cx, input.tenant_id.as_ref().unwrap_or(&Id::from(ALL_TENANTS)))?;
    let mut p = Problems::default();
    let blank = place(cx, &mut p, input).await?;
    let item = input.over(&mut p, cx.locale(), blank);
    p.into_result()?;
    store::insert(cx, &item).await?;
    cx.audit("dictionary_item.created", &item)?;
    Ok(item)
}

/// Changes an item and notes it in the audit. It stays in its list.
///
/// Errors: [`Code::NotFound`]; [`Code::Conflict`] where somebody else was faster.
pub async fn update(cx: &mut Ctx, id: &Id, input: &ItemInput) -> Result<Item, Error> {
    let before = changeable(cx, id).await?;
    let version = given_version(input.version)?;
    let mut p = Problems::default();
    let mut after = input.over(&mut p, cx.locale(), Item { version, ..before.clone() });
    p.into_result()?;
    store::update(cx, &mut after).await?;
    cx.audit_change("dictionary_item.updated", &before, &after)?;
    Ok(after)
}

/// Removes an item, leaving a tombstone, and notes it in the audit.
///
/// Errors: [`Code::NotFound`]; [`Code::InUse`] where records hold it.
pub async fn remove(cx: &mut Ctx, id: &Id) -> Result<Item, Error> {
    let item = changeable(cx, id).await?;
    refuse_if_held(cx, "dictionary_items", id, used("字典项", "item")).await?;
    store::delete(cx, &item).await?;
    cx.audit_deletion("dictionary_item.deleted", &item)?;
    Ok(item)
}
