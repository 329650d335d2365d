//! A resource as one declaration: what it is called, who may do what with it, and which rules it has of its own.

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

/// Which of the five an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// `GET` of the list.
    List,
    /// `GET` of one.
    Read,
    /// `POST` of a form.
    Create,
    /// `PUT` of a form.
    Update,
    /// `DELETE` of one.
    Remove,
}

/// An operation as the description has it.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Which.
    pub kind: Kind,
    /// `operationId`: a name that the specification gives it, or our own.
    pub id: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Other named calls that it is.
    pub calls: &'static [&'static str],
    /// Named calls of which it is a part.
    pub part_of: &'static [&'static str],
    /// Whether it takes the permission for the whole platform, also where records are of tenants.
    pub platform: bool,
}

impl Operation {
    /// An operation that is no other named call.
    #[must_use]
    pub const fn new(kind: Kind, id: &'static str, about: &'static str) -> Self {
        Self { kind, id, about, calls: &[], part_of: &[], platform: false }
    }

    /// The same, which is these named calls too.
    #[must_use]
    pub const fn calls(self, calls: &'static [&'static str]) -> Self {
        Self { calls, ..self }
    }

    /// The same, which is a part of these named calls.
    #[must_use]
    pub const fn part_of(self, part_of: &'static [&'static str]) -> Self {
        Self { part_of, ..self }
    }

    /// The same, for who has the permission for the whole platform.
    #[must_use]
    pub const fn by_platform(self) -> Self {
        Self { platform: true, ..self }
    }
}

/// Whose records a caller may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The platform's: with the permission for the whole platform.
    Platform,
    /// The platform's, read by whoever has one of [`Resource::READERS`] anywhere.
    Readers,
    /// Those of the tenants within which the caller has the permission, by this column.
    Tenants(&'static str),
    /// The same, and those that all tenants share, of [`ALL_TENANTS`](crate::kernel::id::ALL_TENANTS) or of none, which
    /// everybody reads who reads any.
    TenantsAndShared(&'static str),
}

/// What a list is narrowed by.
pub trait Narrow: DeserializeOwned + Send + Sync {
    /// What the record's [`Resource::SOUGHT`] have in them.
    fn term(&self) -> Option<&Term> {
        None
    }

    /// What these columns have in them beside: folded, and `name_key` among them.
    fn other_term(&self) -> Option<(&Term, &'static [&'static str])> {
        None
    }

    /// These records.
    fn ids(&self) -> Option<&Ids> {
        None
    }

    /// Of this tenant; another's than those within reach is not there.
    fn tenant(&self) -> Option<&Id> {
        None
    }

    /// Adds ` AND …` for what else is given.
    fn more<'q>(&self, query: Query<'q>) -> Query<'q> {
        query
    }
}

/// By name, and by ids.
#[derive(Debug, serde::Deserialize, cardea_macros::Narrow)]
#[serde(deny_unknown_fields)]
pub struct ByName {
    q: Option<Term>,
    id: Option<Ids>,
}

/// A resource. The operations that it names are listed, read, made, changed and removed by [`super::operations`], and
/// served by [`super::router`]; the functions here are its rules.
pub trait Resource: Record + Audited + Clone + Serialize + utoipa::ToSchema + Sync + 'static {
    /// What its rules need beside the kernel.
    type State: Clone + Send + Sync + 'static;
    /// What is sent to make and to change one.
    type Form: Form<Self> + utoipa::ToSchema;
    /// What its list is narrowed by.
    type Filter: Narrow;

    /// Its noun in addresses and descriptions.
    const NOUN: &'static str;
    /// What its operations are filed under in the description.
    const TAG: &'static str = Self::NOUN;
    /// What is served, in the order of the description.
    const OPERATIONS: &'static [Operation];
    /// The menu that it belongs to.
    const PERMISSION: Permission;
    /// The menus of which one must be seen to read it.
    const READERS: &'static [Permission] = &[Self::PERMISSION];
    /// Whose records a caller may reach.
    const REACH: Reach;
    /// Sorts, each served by an index.
    const SORTS: Sorts;
    /// The folded columns that a list is searched by; `name_key` among them, where there are any.
    const SOUGHT: &'static [&'static str] = &[];
    /// What one is called in sentences, in Chinese and in English.
    const CALLED: (&'static str, &'static str);
    /// What its records refer to otherwise than by [a column](Record::REFERENCES).
    const OTHER_REFERENCES: &'static [Reference] = &[];
    /// A form that makes one, as JSON, with `{tenant}` for a tenant's id and `{sites}` for that of a record of this noun:
    /// tests make one, and try every operation on it. Nothing where no form makes one.
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

    /// What is not possible, whatever the form says and whoever asks.
    fn possible(cx: &mut ReadCtx, change: Change<'_, Self>) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (cx, change);
        ready(Ok(()))
    }

    /// What is asked last, when everything else is as it must be: a recent proof.
    fn confirm(
        state: &Self::State,
        cx: &mut ReadCtx,
        change: Change<'_, Self>,
    ) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (state, cx, change);
        ready(Ok(()))
    }

    /// Checks a record against what the form cannot know, and fills in what follows. `before` is nothing where it is
    /// made.
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

    /// Fills in what the rows do not have: names, in the caller's language.
    fn describe(cx: &mut ReadCtx, records: &mut [Self]) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (cx, records);
        ready(Ok(()))
    }

    /// What follows elsewhere when one was changed.
    fn changed(cx: &mut Ctx, before: &Self, after: &Self) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (cx, before, after);
        ready(Ok(()))
    }

    /// What follows elsewhere when one was removed.
    fn removed(state: &Self::State, cx: &mut Ctx, record: &Self) -> impl Future<Output = Result<(), Error>> + Send {
        let _ = (state, cx, record);
        ready(Ok(()))
    }

    /// Says that `(zh, en)` hold one.
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

/// What is about to be done to a record.
#[derive(Debug)]
pub enum Change<'r, T: Resource> {
    /// It is made, by a form.
    Create(&'r T::Form),
    /// It is changed, by a form.
    Update(&'r T, &'r T::Form),
    /// It is removed.
    Remove(&'r T),
}
