//! SQL of the tenants.

use std::collections::BTreeMap;

use super::model::{Tenant, TenantInput};
use crate::kernel::ctx::{Ctx, Scope};
use crate::kernel::db::Tx;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::resource::refuse_if_held;
use crate::kernel::resource::{one_row, taken, tombstone};
use crate::resources::areas;
use crate::resources::dictionaries::{self, Category};

const COLUMNS: &str = "SELECT id, version, tenant_name, tenant_code, abbr, category_id, contact, tel, email, \
     country_id, province_id, city_id, postcode, address, mfa_required, created_at, updated_at";

const SORTS: Sorts = &[
    ("tenantName", " ORDER BY name_key, id", " ORDER BY name_key DESC, id DESC"),
    ("createdAt", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC"),
    ("id", " ORDER BY id", " ORDER BY id DESC"),
];

/// What a list of tenants is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// What name or abbreviation has in it.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// These.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// What a tenant is found by.
const CALLED: &[&str] = &["name_key", "abbr_key"];

/// A page of the tenants in `scope`.
pub async fn page(cx: &mut Ctx, list: &List<Filter>, scope: &Scope) -> Result<Page<Tenant>, Error> {
    let mut page: Page<Tenant> = list
        .keys_first(cx.db().await?, SORTS, (&[COLUMNS, " FROM tenants WHERE "], "id"), |query, f| {
            let query = query.sql(" FROM tenants WHERE ");
            let mut query = match (f.q.as_ref().filter(|q| !q.is_empty()), scope) {
                (None, _) => query.sql("deleted_at IS NULL"),
                (Some(q), Scope::All) => query.among("id", |query| q.found(query, "tenants", CALLED, |query| query)),
                // They are few, and what is cut among all would be cut before the others are left out.
                (Some(q), Scope::Only(_)) => q.in_any(query.sql("deleted_at IS NULL"), CALLED),
            };
            if let Some(Ids(ids)) = &f.id {
                query = query.push_in(" AND id", ids.iter().cloned());
            }
            match scope {
                Scope::All => query,
                Scope::Only(ids) => query.push_in(" AND id", ids.iter().cloned()),
            }
        })
        .await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// Names the categories and regions in the caller's language.
async fn describe(cx: &mut Ctx, tenants: &mut [Tenant]) -> Result<(), Error> {
    let categories = dictionaries::names(cx, tenants.iter().map(|t| t.category_id.clone())).await?;
    let places = areas::describe(cx, tenants.iter().map(|tenant| tenant.place.clone())).await?;
    for tenant in tenants {
        tenant.category_desc = categories.get(&tenant.category_id).cloned().unwrap_or_default();
        tenant.place_names = places.of(&tenant.place);
    }
    Ok(())
}

/// A tenant that is not deleted.
pub async fn get(cx: &mut Ctx, id: &Id) -> Result<Option<Tenant>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM tenants WHERE deleted_at IS NULL");
    let mut found: Vec<Tenant> = query.push(" AND id = ", id.clone()).all().await?;
    describe(cx, &mut found).await?;
    Ok(found.pop())
}

/// The names of tenants; of deleted ones too, because histories still refer to them.
pub async fn names(cx: &mut Ctx, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let query = cx.db().await?.query("SELECT id, tenant_name");
    let rows: Vec<(Id, String)> = query.push_in(" FROM tenants WHERE id", ids).all().await?;
    Ok(rows.into_iter().collect())
}

/// A code for a tenant that was given none: `T` and ten characters.
fn fresh_code(cx: &Ctx) -> String {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let drawn = cx.kernel().random::<10>();
    std::iter::once('T').chain(drawn.iter().map(|b| char::from(LETTERS[usize::from(b % 32)]))).collect()
}

/// Checks an input against the rules and the dictionary.
pub async fn parse(cx: &mut Ctx, input: TenantInput, id: Id) -> Result<Tenant, Error> {
    let mut p = Problems::default();
    let mut tenant = input.parse(&mut p, id, fresh_code(cx), cx.now());
    if !tenant.category_id.as_str().is_empty() {
        let known = dictionaries::exists(cx, Category::Tenants, &tenant.category_id, None).await?;
        p.check(known, "categoryId", "请选择类别", "please select the category");
    }
    areas::check(cx, &mut p, &tenant.place).await?;
    p.into_result()?;
    describe(cx, std::slice::from_mut(&mut tenant)).await?;
    Ok(tenant)
}

/// Makes a tenant and notes it in the audit. Dictionaries must be seeded.
pub async fn create(cx: &mut Ctx, input: TenantInput) -> Result<Tenant, Error> {
    let id = cx.new_id();
    let tenant = parse(cx, input, id).await?;
    insert(cx, &tenant).await?;
    cx.audit("tenant.created", &tenant)?;
    Ok(tenant)
}

async fn insert(cx: &mut Ctx, t: &Tenant) -> Result<(), Error> {
    cx.db()
        .await?
        .query(
            "INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, \
             contact, tel, email, country_id, province_id, city_id, postcode, address, mfa_required, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)",
        )
        .bind(t.id.clone())
        .bind(t.version)
        .bind(t.tenant_name.clone())
        .bind(fold(&t.tenant_name))
        .bind(t.tenant_code.clone())
        .bind(t.abbr.clone())
        .bind(fold(&t.abbr))
        .bind(t.category_id.clone())
        .bind(t.contact.clone())
        .bind(t.tel.clone())
        .bind(t.email.clone())
        .bind(t.place.country.clone())
        .bind(t.place.province.clone())
        .bind(t.place.city.clone())
        .bind(t.postcode.clone())
        .bind(t.address.clone())
        .bind(t.mfa_required)
        .bind(t.created_at)
        .bind(t.updated_at)
        .execute()
        .await
        .map_err(|e| taken(e, "tenantCode", Text::new("租户编码已存在", "this tenant code is in use")))?;
    Ok(())
}

/// Changes the row that still has the record's version; the record then has the next. The code stays.
pub async fn update(cx: &mut Ctx, t: &mut Tenant) -> Result<(), Error> {
    let changed = cx
        .db()
        .await?
        .query("UPDATE tenants SET version = version + 1")
        .push(", tenant_name = ", t.tenant_name.clone())
        .push(", name_key = ", fold(&t.tenant_name))
        .push(", abbr = ", t.abbr.clone())
        .push(", abbr_key = ", fold(&t.abbr))
        .push(", category_id = ", t.category_id.clone())
        .push(", contact = ", t.contact.clone())
        .push(", tel = ", t.tel.clone())
        .push(", email = ", t.email.clone())
        .push(", country_id = ", t.place.country.clone())
        .push(", province_id = ", t.place.province.clone())
        .push(", city_id = ", t.place.city.clone())
        .push(", postcode = ", t.postcode.clone())
        .push(", address = ", t.address.clone())
        .push(", mfa_required = ", t.mfa_required)
        .push(", updated_at = ", t.updated_at)
        .push(" WHERE deleted_at IS NULL AND id = ", t.id.clone())
        .push(" AND version = ", t.version)
        .execute()
        .await?;
    one_row(changed)?;
    t.version += 1;
    Ok(())
}

/// Refuses with [`Code::InUse`], naming what the tenant still has, where it has anything.
///
/// [`Code::InUse`]: crate::kernel::error::Code::InUse
pub async fn refuse_if_used(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let say = |zh: &str, en: &str| {
        Text::made(format!("该租户仍有{zh}，不能删除"), format!("this tenant still has {en} and cannot be deleted"))
    };
    refuse_if_held(cx, "tenants", id, say).await
}

/// Leaves a tombstone: the tenant is gone for everybody, its code and its histories stay.
pub async fn delete(cx: &mut Ctx, t: &Tenant) -> Result<(), Error> {
    tombstone(cx, "UPDATE tenants SET", &t.id, t.version).await
}

/// The first tenants by name: all, or those among `only`.
pub async fn choices(tx: &mut Tx, only: Option<Vec<Id>>, limit: i64) -> sqlx::Result<Vec<(Id, String)>> {
    let query = tx.query("SELECT id, tenant_name FROM tenants WHERE deleted_at IS NULL");
    let query = match only {
        Some(ids) => query.push_in(" AND id", ids),
        None => query,
    };
    query.sql(" ORDER BY name_key, id").push(" LIMIT ", limit).all().await
}
