//! Searches a million people by any part of their names.
//!
//! Names that begin with the term come from the indexes of the lists; names that contain it elsewhere come from the
//! first thousands of the list and, where these have too few, from a word index ([`crate::kernel::grams`]). The
//! functions that write names also update this index. A tenant's people are indexed under the tenant, too, so that its
//! search covers only its own people.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::slice;

use super::model::{Status, User};
use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::db::{Query, Tx, Words};
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::grams;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::{Term, one_by_one};
use crate::kernel::settings;

/// The searched columns.
const NAMES: &[&str] = &["user_name_key", "full_name_key", "email_key"];

/// The most tenants whose people are searched by the word index. A caller who administers more sees so many people that
/// the list has enough matches.
const TENANTS: usize = 200;

/// The most people that each way of finding contributes.
const MOST: i64 = 300;

/// The setting that says that everybody is indexed.
const FILED: &str = "users_filed";

/// The setting that says that everybody unverified is indexed as such, which the index did not know at first.
const UNVERIFIED_FILED: &str = "users_filed_unverified";

/// People from before the index are added in batches of this size.
const AT_ONCE: i64 = 500;

/// The terms and conditions of a search for people.
#[derive(Debug)]
pub struct Sought<'a> {
    /// Part of login name, full name or e-mail.
    pub part: Option<&'a Term>,
    /// Part of the login name.
    pub user_name: Option<&'a Term>,
    /// Only locked people.
    pub locked: bool,
    /// Only people whose mailbox is not verified.
    pub unverified: bool,
    /// Only removed people, of whom the index has none.
    pub removed: bool,
    /// Only people of these tenants.
    pub within: Option<&'a [Id]>,
    /// Nobody of this tenant.
    pub outside: Option<&'a Id>,
}

impl<'a> Sought<'a> {
    /// A search by these terms; `None` where both are empty.
    #[must_use]
    pub fn by(part: Option<&'a Term>, user_name: Option<&'a Term>) -> Option<Self> {
        let said = |term: Option<&'a Term>| term.filter(|term| !term.is_empty());
        let (part, user_name) = (said(part), said(user_name));
        let sought =
            Self { part, user_name, locked: false, unverified: false, removed: false, within: None, outside: None };
        (part.is_some() || user_name.is_some()).then_some(sought)
    }

    fn words(&self) -> Words {
        let typed = [self.part, self.user_name].into_iter().flatten().flat_map(|t| grams::sought(&t.from()));
        Words {
            all: typed.chain(self.locked.then(locked)).chain(self.unverified.then(unverified)).collect(),
            any: self.within.filter(|all| all.len() <= TENANTS).unwrap_or_default().iter().map(of_tenant).collect(),
            none: self.outside.into_iter().map(of_tenant).collect(),
        }
    }

    /// Only people with the terms in their names.
    fn having<'q>(&self, query: Query<'q>) -> Query<'q> {
        let query = self.part.map_or_else(Default::default, Clone::clone).in_any(query, NAMES);
        self.user_name.map_or_else(Default::default, Clone::clone).in_any(query, &NAMES[..1])
    }

    /// Adds a statement for the ids of `people` (users or memberships) that match, restricted by `narrowed`: in each
    /// way, the first whose names begin with it, and as many others; [`MOST`] each.
    ///
    /// Frequent terms are found near the beginning of the list, or begin many names. Only a term with fewer matches than
    /// that in both ways is looked up in the index: its entry for a word that everybody has would be as long as the
    /// table. The locked and the
    /// unverified have an entry of their own in the index; names that begin with the term are not gone through for
    /// them, as hundreds of thousands of others may begin so.
    pub fn find<'q>(&self, query: Query<'q>, people: People, narrowed: impl Fn(Query<'q>) -> Query<'q>) -> Query<'q> {
        let table = people.table();
        let query = query.sql("WITH near AS (SELECT id FROM (SELECT id, user_name_key, full_name_key, email_key FROM ");
        let query = narrowed(query.sql(table).sql(" WHERE 1 = 1"));
        // No index has the people of several tenants in order.
        let in_order = self.within.is_none_or(|tenants| tenants.len() < 2);
        let query = query.sql_if(in_order, " ORDER BY user_name_key, id").sql(" LIMIT 4000) AS first WHERE 1 = 1");
        // Not for each of the thousands, but for those with the term.
        let query = self.outside.iter().fold(self.having(query), |query, tenant| no_member(query, tenant, "first.id"));
        let query = query.push(" LIMIT ", MOST).sql(")");
        let narrowed =
            |query| self.outside.iter().fold(narrowed(query), |query, tenant| no_member(query, tenant, "users.id"));
        let begun = match (self.part, self.user_name) {
            _ if self.locked || self.unverified => None,
            (Some(part), None) => Some((part, NAMES)),
            (None, Some(name)) => Some((name, &NAMES[..1])),
            _ => None,
        };
        let has_begun = begun.is_some();
        let query = begun.into_iter().fold(query, |query, (term, keys)| {
            let parts = keys.iter().enumerate().fold(query.sql(", begun AS ("), |query, (nth, key)| {
                term.first_begun(query.sql_if(nth > 0, " UNION "), table, key, MOST, narrowed)
            });
            parts.sql(")")
        });
        let few = |query: Query<'q>| {
            let query = query.push(" LIMIT (SELECT CASE WHEN count(*) < ", MOST);
            let query = if has_begun { query.push(" AND (SELECT count(*) FROM begun) < ", MOST) } else { query };
            query.push(" THEN ", MOST).sql(" ELSE 0 END FROM near)")
        };
        let query = query.sql(" SELECT id FROM near UNION ").sql_if(has_begun, "SELECT id FROM begun UNION ");
        if self.removed {
            return query.sql("SELECT id FROM near");
        }
        // Checked for each person from the index, in turn, until there are enough. Without an OFFSET, PostgreSQL would
        // join them all first.
        let one = |query| narrowed(self.having(query)).sql(" LIMIT 1 OFFSET 0");
        match people {
            People::Users => {
                let query = query.sql("SELECT user_id FROM (").filed(&self.words());
                let query = query.sql(" AND EXISTS (SELECT 1 FROM users WHERE users.id = w.user_id");
                few(one(query).sql(")")).sql(") AS filed")
            }
            People::Members => {
                let query = query.sql("SELECT id FROM (SELECT id FROM memberships WHERE 1 = 1");
                let query = narrowed(query).sql(" AND ").among("user_id", |query| {
                    let query = query.filed(&self.words());
                    let query =
                        query.sql(" AND EXISTS (SELECT 1 FROM memberships WHERE memberships.user_id = w.user_id");
                    few(one(query).sql(")"))
                });
                query.push(" LIMIT ", MOST).sql(") AS filed")
            }
        }
    }
}

/// Only those who are not members of the tenant; `id` is the column with the id of the account.
pub fn no_member<'q>(query: Query<'q>, tenant: &Id, id: &'static str) -> Query<'q> {
    const NO_MEMBER: &str = " AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.tenant_id = ";
    one_by_one(query.push(NO_MEMBER, tenant.clone()).sql(" AND m.user_id = ").sql(id))
}

/// The kind of ids that a search returns.
#[derive(Clone, Copy, Debug)]
pub enum People {
    /// Accounts.
    Users,
    /// Memberships.
    Members,
}

impl People {
    fn table(self) -> &'static str {
        match self {
            Self::Users => "users",
            Self::Members => "memberships",
        }
    }
}

fn locked() -> String {
    grams::mark('l', "")
}

fn unverified() -> String {
    grams::mark('u', "")
}

fn of_tenant(tenant: &Id) -> String {
    grams::mark('t', tenant.as_str())
}

/// Updates a person's entries in the index to their present names, state and tenants, or deletes them if the person was
/// removed. Every function that changes a name, a state or a membership calls this, in its transaction.
pub async fn file(tx: &mut Tx, user: &Id) -> sqlx::Result<()> {
    tx.hold_words(&[user.to_string()]).await?;
    refile(tx, slice::from_ref(user), false).await
}

/// Indexes a new account without tenants.
pub async fn file_new(cx: &mut Ctx, u: &User) -> Result<(), Error> {
    let names = [&*fold(&u.user_name), &fold(&u.full_name), &mailaddr::key(&u.email)];
    let words = words_of(names, u.status == Status::Locked, u.email_valid.0);
    Ok(cx.db().await?.file_words(vec![(u.id.to_string(), words.join(" "))], false).await?)
}

fn words_of(names: [&str; 3], is_locked: bool, is_verified: bool) -> Vec<String> {
    let mut words = grams::of(&names);
    words.extend(is_locked.then(locked));
    words.extend((!is_verified).then(unverified));
    words
}

async fn refile(tx: &mut Tx, people: &[Id], anew: bool) -> sqlx::Result<()> {
    let words = words_now(tx, people).await?;
    let there: HashSet<&str> = words.iter().map(|(id, _)| id.as_str()).collect();
    for removed in people.iter().filter(|id| !there.contains(id.as_str())) {
        tx.forget_words(removed.as_str()).await?;
    }
    tx.file_words(words, anew).await
}

/// The words of these people as they are now, in the order of their ids; whoever was removed has none.
async fn words_now(tx: &mut Tx, people: &[Id]) -> sqlx::Result<Vec<(String, String)>> {
    const NOW: &str = "SELECT id, user_name_key, full_name_key, email_key, status, email_valid FROM users \
         WHERE deleted_at IS NULL AND id";
    let found = tx.query(NOW).push_in("", people.iter().cloned()).sql(" ORDER BY id");
    let found: Vec<(String, String, String, String, i64, bool)> = found.all().await?;
    let tenants = tx.query("SELECT user_id, tenant_id FROM memberships WHERE user_id");
    let tenants: Vec<(String, Id)> = tenants.push_in("", people.iter().cloned()).all().await?;
    let mut tenants_of: HashMap<String, Vec<Id>> = HashMap::new();
    for (user, tenant) in tenants {
        tenants_of.entry(user).or_default().push(tenant);
    }
    let all = found.into_iter().map(|(id, name, full_name, email, status, email_valid)| {
        let mut words = words_of([&name, &full_name, &email], status == 1, email_valid);
        words.extend(tenants_of.get(&id).into_iter().flatten().map(of_tenant));
        (id, words.join(" "))
    });
    Ok(all.collect())
}

/// Indexes the people from before the index, in batches, each in its own transaction: finished batches survive a stop
/// of the server, and the next start continues. It awaits `pause` between batches, so that others can write, too.
/// People without an entry are found only by the beginning of their names.
pub async fn file_all<P: Future<Output = ()>>(kernel: &Kernel, pause: impl Fn() -> P) -> Result<(), Error> {
    const ALL: &str = "SELECT id FROM users WHERE deleted_at IS NULL AND";
    const UNVERIFIED: &str = "SELECT id FROM users WHERE deleted_at IS NULL AND email_valid = FALSE AND";
    file_those(kernel, FILED, ALL, true, &pause).await?;
    file_those(kernel, UNVERIFIED_FILED, UNVERIFIED, false, &pause).await
}

/// Indexes those whose ids `select` selects, once: `setting` says that it was done. With `anew`, whoever has an entry
/// keeps it.
async fn file_those<P: Future<Output = ()>>(
    kernel: &Kernel,
    setting: &'static str,
    select: &'static str,
    anew: bool,
    pause: impl Fn() -> P,
) -> Result<(), Error> {
    let mut cx = Ctx::system(kernel, "people");
    if settings::get::<bool>(&mut cx, setting).await?.is_some() {
        return Ok(());
    }
    drop(cx);
    let mut behind = Id::from("");
    loop {
        let mut cx = Ctx::system(kernel, "people");
        let query = cx.db().await?.query(select).push(" id > ", behind.clone());
        let some: Vec<(Id,)> = query.push(" ORDER BY id LIMIT ", AT_ONCE).all().await?;
        let Some((last,)) = some.last() else {
            settings::put(&mut cx, setting, &true).await?;
            return cx.commit().await;
        };
        behind = last.clone();
        let some: Vec<Id> = some.into_iter().map(|(user,)| user).collect();
        let tx = cx.db().await?;
        if !anew {
            tx.hold_words(&some.iter().map(ToString::to_string).collect::<Vec<_>>()).await?;
        }
        refile(tx, &some, anew).await?;
        cx.commit().await?;
        pause().await;
    }
}
