//! A resource as one declaration: its names, the permissions that it needs, and its own rules.

use std::future::{Future, ready};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::{self, Form, Record};
use super::rows::used;
use crate::kernel::ctx::{Audited, Ctx, Permission, ReadCtx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::references::Reference;

/// The kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// `GET` of the list.
    List,
    /// `GET` of one record.
    Read,
    /// `POST` of a form.
    Create,
    /// `PUT` of a form.
    Update,
    /// `DELETE` of one record.
    Remove,
}

/// An operation, for the OpenAPI description.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its kind.
    pub kind: Kind,
    /// `operationId`: the specification's name, or our own.
    pub id: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Further calls that the specification names and this operation serves.
    pub calls: &'static [&'static str],
    /// Calls that the specification names and of which this operation is a part.
    pub part_of: &'static [&'static str],
    /// Whether it needs the permission for the whole platform, even where the records belong to tenants.
    pub platform: bool,
}

impl Operation {
    /// An operation that serves no other named call.
    #[must_use]
    pub const fn new(kind: Kind, id: &'static str, about: &'static str) -> Self {
        Self { kind, id, about, calls: &[], part_of: &[], platform: false }
    }

    /// The operation, which also serves these named calls.
    #[must_use]
    pub const fn calls(self, calls: &'static [&'static str]) -> Self {
        Self { calls, ..self }
    }

    /// The operation, which is a part of these named calls.
    #[must_use]
    pub const fn part_of(self, part_of: &'static [&'static str]) -> Self {
        Self { part_of, ..self }
    }

    /// The operation, which needs the permission for the whole platform.
    #[must_use]
    pub const fn by_platform(self) -> Self {
        Self { platform: true, ..self }
    }
}

/// The records that a caller may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The platform's records, with the permission for the whole platform.
    Platform,
    /// The platform's records, which a caller reads with one of [`Resource::READERS`] for the platform or for any
    /// tenant.
    Readers,
    /// The records of the tenants in which the caller has the permission; the tenant is in this column.
    Tenants(&'static str),
    /// The same, and those that all tenants share, of [`ALL_TENANTS`](crate::kernel::id::ALL_TENANTS) or of none, which
    /// everybody reads who reads any.
    TenantsAndShared(&'static str),
}

/// The filter of a list.
pub trait Narrow: DeserializeOwned + Send + Sync {
    /// The term that the record's [`Resource::SOUGHT`] columns must contain.
    fn term(&self) -> Option<&Term> {
        None
    }

    /// What these columns have in them beside: folded, and `name_key` among them.
    fn other_term(&self) -> Option<(&Term, &'static [&'static str])> {
        None
    }

    /// The records with these ids.
    fn ids(&self) -> Option<&Ids> {
        None
    }

    /// The records of this tenant; a tenant out of the caller's reach is not found.
    fn tenant(&self) -> Option<&Id> {
        None
    }

    /// Adds ` AND …` for the other conditions.
    fn more<'q>(&self, query: Query<'q>) -> Query<'q> {
        query
    }
}

/// A filter by name and by ids.
#[derive(Debug, serde::Deserialize, cardea_macros::Narrow)]
#[serde(deny_unknown_fields)]
pub struct ByName {
    q: Option<Term>,
    id: Option<Ids>,
}

/// A resource. [`super::operations`] lists, reads, creates, changes and deletes its records, and [`super::router`]
/// serves the operations that it names; the functions here are its rules.
pub trait Resource: Record + Audited + Clone + Serialize + utoipa::ToSchema + Sync + 'static {
    /// The state that its rules need beside the kernel.
    type State: Clone + Send + Sync + 'static;
    /// The form that creates or changes a record.
    type Form: Form<Self> + utoipa::ToSchema;
    /// The filter of its list.
    type Filter: Narrow;

    /// Its noun in paths and in the description.
    const NOUN: &'static str;
    /// The tag of its operations in the description.
    const TAG: &'static str = Self::NOUN;
    /// The operations that the router serves, in the order of the description.
    const OPERATIONS: &'static [Operation];
    /// The menu that it belongs to.
    const PERMISSION: Permission;
    /// The menus of which a reader must have one.
    const READERS: &'static [Permission] = &[Self::PERMISSION];
    /// The records that a caller may reach.
    const REACH: Reach;
    /// The sorts, each served by an index.
    const SORTS: Sorts;
    /// The folded columns that a list searches; `name_key` among them, if there are any.
    const SOUGHT: &'static [&'static str] = &[];
    /// The name of one record in sentences, in Chinese and in English.
    const CALLED: (&'static str, &'static str);
    /// The references of its records that are not by [a column](Record::REFERENCES).
    const OTHER_REFERENCES: &'static [Reference] = &[];
    /// A form that makes one, as JSON, with `{tenant}` for a tenant's id, `{sites}` for that of a record of this noun, and
    /// `{new}` for a text that no other has: tests make one, and try every operation on it. Nothing where no form makes
    /// one.
    const SAMPLE: &'static str = "";

    /// A page of those within `scope`, where it is not narrowed and searched by columns.
    fn page(
        cx: &mut ReadCtx,
        list: &List<Self::Filter>,
        scope: &Scope,
    ) -> impl Future<Output = Result<Option<Page<Self>>, Error>> + Send {
        let _ = (cx, list, scope);
        ready(Ok(None))
    }

    /// The row of that id.
    fn find(cx: &mut ReadCtx, id: &Id) -> impl Future<Output = Result<Option<Self>, Error>> + Send {
        record::get(cx, id)
    }

    /// Adds the row of a new one.
    fn add(cx: &mut Ctx, record: &mut Self) -> impl Future<Output = Result<(), Error>> + Send {
        record::insert(cx, record)
    }

    /// Changes the row of one.
    fn save(cx: &mut Ctx, record: &mut Self) -> impl Future<Output = Result<(), Error>> + Send {
        record::update(cx, record)
    }

    /// As somebody sees it who reads those of these tenants.
    #[must_use]
    fn seen(self, scope: &Scope) -> Self {
        let _ = scope;
        self
    }

    /// Refuses changes that are never possible, for any form and any caller.
    fn possible(cx: &mut ReadCtx, change: Change<'_, Self>) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (cx, change);
        ready(Ok(()))
    }

    /// The last check, after all others have passed: a recent proof of identity.
    fn confirm(
        state: &Self::State,
        cx: &mut ReadCtx,
        change: Change<'_, Self>,
    ) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (state, cx, change);
        ready(Ok(()))
    }

    /// Checks a record against the database, which the form does not know, and fills in derived values. `before` is
    /// `None` for a new record.
    fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &Self::Form,
        before: Option<&Self>,
        record: &mut Self,
    ) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (cx, p, form, before, record);
        ready(Ok(()))
    }

    /// Fills in values that are not in the rows: names, in the caller's language.
    fn describe(cx: &mut ReadCtx, records: &mut [Self]) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (cx, records);
        ready(Ok(()))
    }

    /// Applies the consequences of a change to other records.
    fn changed(
        state: &Self::State,
        cx: &mut Ctx,
        before: &Self,
        after: &Self,
    ) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (state, cx, before, after);
        ready(Ok(()))
    }

    /// What follows elsewhere when one was changed.
    fn altered(state: &Self::State, cx: &mut Ctx, record: &Self) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (state, cx, record);
        ready(Ok(()))
    }

    /// What follows elsewhere when one was removed.
    fn removed(state: &Self::State, cx: &mut Ctx, record: &Self) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (state, cx, record);
        ready(Ok(()))
    }

    /// The message that `(zh, en)` hold a record of this kind.
    #[must_use]
    fn in_use(zh: &str, en: &str) -> Text {
        used(Self::CALLED.0, Self::CALLED.1)(zh, en)
    }
}

/// Sorts by columns: `sorts!["siteName": name_key, id; "id": id;]`, each with an index that serves it. Where others are
/// joined, the table comes first: `sorts![tenant_sites; "id": id;]`.
macro_rules! sorts {
    ($table:ident; $($name:literal: $first:ident $(, $rest:ident)*;)+) => {
        &[$((
            $name,
            concat!(
                " ORDER BY ", stringify!($table), ".", stringify!($first)
                $(, ", ", stringify!($table), ".", stringify!($rest))*
            ),
            concat!(
                " ORDER BY ", stringify!($table), ".", stringify!($first), " DESC"
                $(, ", ", stringify!($table), ".", stringify!($rest), " DESC")*
            ),
        )),+]
    };
    ($($name:literal: $first:ident $(, $rest:ident)*;)+) => {
        &[$((
            $name,
            concat!(" ORDER BY ", stringify!($first) $(, ", ", stringify!($rest))*),
            concat!(" ORDER BY ", stringify!($first), " DESC" $(, ", ", stringify!($rest), " DESC")*),
        )),+]
    };
}
pub(crate) use sorts;

/// A change that is about to be made to a record.
#[derive(Debug)]
pub enum Change<'r, T: Resource> {
    /// The record is created by a form.
    Create(&'r T::Form),
    /// The record is changed by a form.
    Update(&'r T, &'r T::Form),
    /// The record is deleted.
    Remove(&'r T),
}
