//! Seeds the categories and items.

use super::content::{CATEGORIES, Face};
use super::model::NO_PARENT;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::ALL_TENANTS;

/// Inserts what is missing. Item ids are `<category>-<code>`, so that a second run finds them; it leaves items alone
/// that an administrator has changed or removed.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    for (place, category) in (1_i64..).zip(CATEGORIES) {
        let is_parent = category.items.iter().any(|(_, below)| !below.is_empty());
        // Updates structure and order of an existing category, not its names.
        cx.db()
            .await?
            .write(
                "INSERT INTO dictionary_categories (id, name, name_en, is_tenant, is_parent, child_code, sort) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET is_parent = excluded.is_parent, \
                 child_code = excluded.child_code, sort = excluded.sort",
            )
            .bind(category.id)
            .bind(category.zh)
            .bind(category.en)
            .bind(category.is_tenant)
            .bind(is_parent)
            .bind(if is_parent { category.id } else { "" })
            .bind(place)
            .execute()
            .await?;
        for (sort, (item, below)) in (1_i64..).zip(category.items) {
            let id = id_of(category.id, item);
            put(cx, &id, (category.id, NO_PARENT), *item, sort).await?;
            for (sort, child) in (1_i64..).zip(*below) {
                put(cx, &id_of(category.id, child), (category.id, &id), *child, sort).await?;
            }
        }
    }
    Ok(())
}

fn id_of(category: &str, (code, ..): &Face) -> String {
    format!("{category}-{}", code.to_lowercase())
}

async fn put(
    cx: &mut Ctx,
    id: &str,
    (category, parent): (&'static str, &str),
    (code, zh, en): Face,
    sort: i64,
) -> Result<(), Error> {
    let now = cx.now();
    // If an administrator gave another item the same code, theirs stays.
    cx.db()
        .await?
        .write(
            "INSERT INTO dictionary_items (id, version, category_id, tenant_id, parent_id, dic_name, dic_name_en, \
             dic_code, code_key, sort, created_at, updated_at) VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
             ON CONFLICT DO NOTHING",
        )
        .bind(id.to_owned())
        .bind(category)
        .bind(ALL_TENANTS)
        .bind(parent.to_owned())
        .bind(zh)
        .bind(en)
        .bind(code)
        .bind(fold(code))
        .bind(sort)
        .bind(now)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}
