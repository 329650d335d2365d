//! The operations of every declared resource: list, read, create, update and remove.

use super::declaration::{Change, Kind, Narrow as _, Reach, Resource};
use super::record::{self, Form as _};
use super::rows::refuse_if_held;
use crate::kernel::ctx::{Act, Ctx, ReadCtx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::{Code, Error, Problems, given_version};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::observe;
use crate::kernel::page::{Ids, List, Page};

/// A page of the records that the caller may see.
///
/// Errors: [`Code::Forbidden`]; [`Code::NotFound`] for a tenant that is out of reach.
pub async fn list<T: Resource>(cx: &mut ReadCtx, list: &List<T::Filter>) -> Result<Page<T>, Error> {
    let scope = reach::<T>(cx, Act::View)?;
    let shared = |id: &Id| T::REACH.shares() && id.as_str() == ALL_TENANTS;
    if list.filter.tenant().is_some_and(|tenant| !shared(tenant) && !scope.holds(tenant)) {
        return Err(Error::new(Code::NotFound));
    }
    let mut page = match T::page(cx, list, &scope).await? {
        Some(page) => page,
        None => rows(cx, list, &scope, |query| query).await?,
    };
    T::describe(cx, &mut page.rows).await?;
    Ok(page.map(|record: T| record.seen(&scope)))
}

/// A page of the rows in `scope` that also meet the conditions of `left`, not yet described.
pub async fn rows<T: Resource>(
    cx: &mut ReadCtx,
    list: &List<T::Filter>,
    scope: &Scope,
    left: impl for<'q> Fn(Query<'q>) -> Query<'q>,
) -> Result<Page<T>, Error> {
    list.keys_first(cx.db().await?, T::SORTS, (&[T::SELECT, T::FROM], T::ID), |query, f| {
        let query = query.sql(" FROM ").sql(T::TABLE).sql(" WHERE ");
        let mut terms = f.term().map(|term| (term, T::SOUGHT)).into_iter().chain(f.other_term()).peekable();
        let everywhere = matches!(scope, Scope::All) && f.tenant().is_none();
        let query = if everywhere && terms.peek().is_some() {
            // The conditions apply within each part of the search: a part is cut to a page, and must not be filled
            // with rows that are left out later.
            terms.enumerate().fold(query, |query, (at, (term, columns))| {
                query.sql_if(at > 0, " AND ").among("id", |query| term.found(query, T::TABLE, columns, &left))
            })
        } else {
            // A few tenants have few records.
            let query = query.sql("deleted_at IS NULL");
            left(terms.fold(query, |query, (term, columns)| term.in_any(query, columns)))
        };
        let query = query.push_in_if(" AND id", f.ids().map(Ids::each));
        within::<T>(f.more(query), scope)
    })
    .await
}

/// Adds ` AND tenant_id IN (…)`, unless the scope covers all tenants.
pub fn within<'q, T: Resource>(query: Query<'q>, scope: &Scope) -> Query<'q> {
    let (Some(column), Scope::Only(tenants)) = (T::REACH.column(), scope) else { return query };
    let shared = T::REACH.shares().then(|| Id::from(ALL_TENANTS));
    query.sql(" AND ").push_in(column, tenants.iter().cloned().chain(shared))
}

/// One record, if the caller may see it.
///
/// Errors: [`Code::Forbidden`]; [`Code::NotFound`], also for a record out of reach.
pub async fn read<T: Resource>(cx: &mut ReadCtx, id: &Id) -> Result<T, Error> {
    let scope = reach::<T>(cx, Act::View)?;
    Ok(there::<T>(cx, id, &scope).await?.seen(&scope))
}

/// Creates a record from a form, and audits it. The caller commits.
pub async fn create<T: Resource>(state: &T::State, cx: &mut Ctx, form: &T::Form) -> Result<T, Error> {
    let scope = reach::<T>(cx, Act::Edit)?;
    by_platform::<T>(cx, Kind::Create)?;
    T::possible(cx, Change::Create(form)).await?;
    let (mut p, mut record) = filled_in::<T>(cx, form);
    record.audit_tenant().into_iter().for_each(observe::in_tenant);
    allowed(cx, &record, &scope)?;
    T::check(cx, &mut p, form, None, &mut record).await?;
    p.into_result()?;
    T::confirm(state, cx, Change::Create(form)).await?;
    add(cx, record).await
}

/// As [`create`], for commands and modules that check the permission themselves.
pub async fn make<T: Resource>(cx: &mut Ctx, form: &T::Form) -> Result<T, Error> {
    let (mut p, mut record) = filled_in(cx, form);
    T::check(cx, &mut p, form, None, &mut record).await?;
    p.into_result()?;
    add(cx, record).await
}

/// A new record with the values of its form, and the faults of the form.
fn filled_in<T: Resource>(cx: &ReadCtx, form: &T::Form) -> (Problems, T) {
    let mut record = T::blank(cx.new_id(), cx.now());
    let mut p = Problems::default();
    form.over(&mut p, &mut record, true);
    (p, record)
}

/// Stores a new record that was checked, and audits it. The caller commits.
pub async fn add<T: Resource>(cx: &mut Ctx, mut record: T) -> Result<T, Error> {
    if let Some(tenant) = record.audit_tenant() {
        cx.kernel().clone().closures().refuse(cx.db().await?, tenant).await?;
    }
    T::add(cx, &mut record).await?;
    T::describe(cx, std::slice::from_mut(&mut record)).await?;
    cx.audit(T::ACTIONS.created, &record)?;
    Ok(record)
}

/// Changes a record by a form, and audits it. The caller commits.
///
/// Errors: [`Code::NotFound`], also for a record out of reach; [`Code::Conflict`] if another change came first.
pub async fn update<T: Resource>(state: &T::State, cx: &mut Ctx, id: &Id, form: &T::Form) -> Result<T, Error> {
    let before = changeable::<T>(cx, id).await?;
    by_platform::<T>(cx, Kind::Update)?;
    let version = given_version(form.version())?;
    T::possible(cx, Change::Update(&before, form)).await?;
    let mut after = before.clone();
    after.set_version(version);
    after.touch(cx.now());
    let mut p = Problems::default();
    form.over(&mut p, &mut after, false);
    T::check(cx, &mut p, form, Some(&before), &mut after).await?;
    p.into_result()?;
    T::confirm(state, cx, Change::Update(&before, form)).await?;
    T::save(cx, &mut after).await?;
    T::changed(state, cx, &before, &after).await?;
    T::describe(cx, std::slice::from_mut(&mut after)).await?;
    cx.audit_change(T::ACTIONS.updated, &before, &after)?;
    T::altered(state, cx, &after).await?;
    Ok(after)
}

/// Deletes a record that no other record holds: leaves a tombstone, and audits the deletion. The caller commits.
///
/// Errors: [`Code::NotFound`], also for a record out of reach; [`Code::InUse`].
pub async fn remove<T: Resource>(state: &T::State, cx: &mut Ctx, id: &Id) -> Result<T, Error> {
    let record = changeable::<T>(cx, id).await?;
    by_platform::<T>(cx, Kind::Remove)?;
    T::possible(cx, Change::Remove(&record)).await?;
    refuse_if_held(cx, T::TABLE, id, T::in_use).await?;
    T::confirm(state, cx, Change::Remove(&record)).await?;
    record::remove(cx, &record).await?;
    // A transaction that added a reference meanwhile had locked the row until it ended: see `record::get_kept`.
    refuse_if_held(cx, T::TABLE, id, T::in_use).await?;
    cx.audit_deletion(T::ACTIONS.deleted, &record)?;
    T::removed(state, cx, &record).await?;
    Ok(record)
}

/// A record that the caller may change.
pub async fn changeable<T: Resource>(cx: &mut ReadCtx, id: &Id) -> Result<T, Error> {
    let scope = reach::<T>(cx, Act::Edit)?;
    let record = there(cx, id, &scope).await?;
    allowed(cx, &record, &scope)?;
    Ok(record)
}

/// The tenants whose records the caller may see or change.
fn reach<T: Resource>(cx: &ReadCtx, act: Act) -> Result<Scope, Error> {
    let permissions = if act == Act::View { T::READERS } else { &[T::PERMISSION] };
    let scope = cx.scope_of_any(permissions, act)?;
    let shared = match T::REACH {
        Reach::Platform => false,
        Reach::Readers => act == Act::View,
        Reach::Tenants(_) | Reach::TenantsAndShared(_) => true,
    };
    if shared || matches!(scope, Scope::All) { Ok(scope) } else { Err(Error::new(Code::Forbidden)) }
}

/// Refuses a caller who has the permission for tenants alone, if the operation needs it for the whole platform.
fn by_platform<T: Resource>(cx: &ReadCtx, kind: Kind) -> Result<(), Error> {
    let platform = T::OPERATIONS.iter().any(|operation| operation.kind == kind && operation.platform);
    if platform { cx.require(T::PERMISSION, Act::Edit) } else { Ok(()) }
}

/// Refuses a record that the caller may not change: only the platform's administrators change the records that all
/// tenants share.
fn allowed<T: Resource>(cx: &ReadCtx, record: &T, scope: &Scope) -> Result<(), Error> {
    match (T::REACH.column(), record.audit_tenant()) {
        (None, _) => Ok(()),
        (Some(_), tenant) if is_shared::<T>(tenant) => cx.require(T::PERMISSION, Act::Edit),
        (Some(_), Some(tenant)) if scope.holds(tenant) => Ok(()),
        (Some(_), _) => Err(Error::new(Code::NotFound)),
    }
}

/// Whether a record of this tenant is everybody's.
fn is_shared<T: Resource>(tenant: Option<&Id>) -> bool {
    T::REACH.shares() && tenant.is_none_or(|tenant| tenant.as_str() == ALL_TENANTS)
}

/// A record within reach.
async fn there<T: Resource>(cx: &mut ReadCtx, id: &Id, scope: &Scope) -> Result<T, Error> {
    let reached = |record: &T| match (T::REACH.column(), record.audit_tenant()) {
        (None, _) => true,
        (Some(_), tenant) => is_shared::<T>(tenant) || tenant.is_some_and(|tenant| scope.holds(tenant)),
    };
    let found = get(cx, id).await?.filter(reached).ok_or_else(|| Error::new(Code::NotFound))?;
    found.audit_tenant().into_iter().for_each(observe::in_tenant);
    Ok(found)
}

/// Whether there is any record of the tenants in `scope`: for a table of one tenant's records, or of the platform's.
pub async fn any<T: Resource>(cx: &mut ReadCtx, scope: &Scope) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM ").sql(T::TABLE).sql(" WHERE ");
    let query = within::<T>(query.sql(if T::ERASED { "1 = 1" } else { "deleted_at IS NULL" }), scope);
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// Whether the caller may make a record, in some tenant.
#[must_use]
pub fn may_create<T: Resource>(cx: &ReadCtx) -> bool {
    reach::<T>(cx, Act::Edit).is_ok() && by_platform::<T>(cx, Kind::Create).is_ok()
}

/// A record that was not deleted, for any caller.
pub async fn get<T: Resource>(cx: &mut ReadCtx, id: &Id) -> Result<Option<T>, Error> {
    let mut found: Vec<T> = T::find(cx, id).await?.into_iter().collect();
    T::describe(cx, &mut found).await?;
    Ok(found.pop())
}

impl Reach {
    /// The column of a record's tenant.
    const fn column(self) -> Option<&'static str> {
        match self {
            Self::Platform | Self::Readers => None,
            Self::Tenants(column) | Self::TenantsAndShared(column) => Some(column),
        }
    }

    /// The name in tests.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Platform => "platform",
            Self::Readers => "readers",
            Self::Tenants(_) | Self::TenantsAndShared(_) => "tenants",
        }
    }

    const fn shares(self) -> bool {
        matches!(self, Self::TenantsAndShared(_))
    }
}
