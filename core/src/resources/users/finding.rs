//! Finding people by any part of their names, among a million.
//!
//! Those whose names begin with the term come from the order of the lists; those who have it elsewhere from the first
//! thousands of the list and, where too few are there, from an index of words ([`crate::kernel::grams`]), under which
//! everybody is filed by the functions that write their names. A tenant's people are filed under the tenant, too, so
//! that its search goes through its own alone.

use std::future::Future;

use super::model::{Status, User};
use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::db::{Query, Words};
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::grams;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::Term;
use crate::kernel::settings;

/// What everybody is found by.
const NAMES: &[&str] = &["user_name_key", "full_name_key", "email_key"];

/// Most tenants that are looked for by their words. Who administers more sees so much that a term finds enough of it.
const TENANTS: usize = 200;

/// Where it is remembered that everybody was filed.
const FILED: &str = "users_filed";

/// People who were there before the index are filed so many at a time.
const AT_ONCE: i64 = 500;

/// What people are sought by.
#[derive(Debug)]
pub struct Sought<'a> {
    /// Part of login name, full name or e-mail.
    pub part: Option<&'a Term>,
    /// Part of the login name.
    pub user_name: Option<&'a Term>,
    /// Locked people alone.
    pub locked: bool,
    /// People of these tenants alone.
    pub within: Option<&'a [Id]>,
    /// Nobody of this tenant.
    pub outside: Option<&'a Id>,
}

impl<'a> Sought<'a> {
    /// By these terms; none where neither says anything.
    #[must_use]
    pub fn by(part: Option<&'a Term>, user_name: Option<&'a Term>) -> Option<Self> {
        let said = |term: Option<&'a Term>| term.filter(|term| !term.is_empty());
        let (part, user_name) = (said(part), said(user_name));
        let sought = Self { part, user_name, locked: false, within: None, outside: None };
        (part.is_some() || user_name.is_some()).then_some(sought)
    }

    fn words(&self) -> Words {
        let typed = [self.part, self.user_name].into_iter().flatten().flat_map(|t| grams::sought(&t.from()));
        Words {
            all: typed.chain(self.locked.then(locked)).collect(),
            any: self.within.filter(|all| all.len() <= TENANTS).unwrap_or_default().iter().map(of_tenant).collect(),
            none: self.outside.into_iter().map(of_tenant).collect(),
        }
    }

    /// Those who have the terms in their names.
    fn having<'q>(&self, query: Query<'q>) -> Query<'q> {
        let query = self.part.map_or_else(Default::default, Clone::clone).in_any(query, NAMES);
        self.user_name.map_or_else(Default::default, Clone::clone).in_any(query, &NAMES[..1])
    }

    /// Adds a statement of the ids of `people`, users or memberships, who have what is sought, of those whom `narrowed`
    /// leaves: the first thousand whose names begin with it in each way, and a thousand others.
    ///
    /// What many have is found near the beginning of the list. Only what fewer than a thousand have there is sought in
    /// the index: its list for a word that everybody has would be as long as the table.
    pub fn find<'q>(&self, query: Query<'q>, people: People, narrowed: impl Fn(Query<'q>) -> Query<'q>) -> Query<'q> {
        const FEW: &str = " LIMIT (SELECT CASE WHEN count(*) < 1000 THEN 1000 ELSE 0 END FROM near)";
        let table = people.table();
        let query = query.sql("WITH near AS (SELECT id FROM (SELECT id, user_name_key, full_name_key, email_key FROM ");
        let query = narrowed(query.sql(table).sql(" WHERE 1 = 1"));
        // People of several tenants are in no order that an index has.
        let in_order = self.within.is_none_or(|tenants| tenants.len() < 2);
        let query = query.sql_if(in_order, " ORDER BY user_name_key, id").sql(" LIMIT 4000) AS first WHERE 1 = 1");
        let query = self.having(query).sql(" LIMIT 1000) SELECT id FROM near UNION ");
        let begun = match (self.part, self.user_name) {
            (Some(part), None) => Some((part, NAMES)),
            (None, Some(name)) => Some((name, &NAMES[..1])),
            _ => None,
        };
        let query = begun.into_iter().fold(query, |query, (term, keys)| {
            keys.iter().fold(query, |query, key| term.begun(query, table, key, &narrowed).sql(" UNION "))
        });
        // Asked of each whom the index names, in turn, until there are enough. Without an OFFSET, PostgreSQL would join
        // them all first.
        let one = |query| narrowed(self.having(query)).sql(" LIMIT 1 OFFSET 0");
        match people {
            People::Users => {
                let query = query.sql("SELECT user_id FROM (").filed(&self.words());
                let query = query.sql(" AND EXISTS (SELECT 1 FROM users WHERE users.id = w.user_id");
                one(query).sql(")").sql(FEW).sql(") AS filed")
            }
            People::Members => {
                let query = query.sql("SELECT id FROM (SELECT id FROM memberships WHERE 1 = 1");
                let query = narrowed(query).sql(" AND ").among("user_id", |query| {
                    let query = query.filed(&self.words());
                    let query =
                        query.sql(" AND EXISTS (SELECT 1 FROM memberships WHERE memberships.user_id = w.user_id");
                    one(query).sql(")").sql(FEW)
                });
                query.sql(" LIMIT 1000) AS filed")
            }
        }
    }
}

/// Whose ids are found.
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

fn of_tenant(tenant: &Id) -> String {
    grams::mark('t', tenant.as_str())
}

/// Files somebody under their names and tenants as these are now, or takes them out where they were removed. Whatever
/// changes a name, a state or a membership calls this, in its transaction.
pub async fn file(cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    cx.db().await?.hold_words(user.as_str()).await?;
    refile(cx, user, false).await
}

/// Files an account that was made a moment ago and is in no tenant yet.
pub async fn file_new(cx: &mut Ctx, u: &User) -> Result<(), Error> {
    let mut words = grams::of(&[&fold(&u.user_name), &fold(&u.full_name), &mailaddr::key(&u.email)]);
    if u.status == Status::Locked {
        words.push(locked());
    }
    Ok(cx.db().await?.file_words(u.id.as_str(), &words, false).await?)
}

async fn refile(cx: &mut Ctx, user: &Id, anew: bool) -> Result<(), Error> {
    const NOW: &str = "SELECT user_name_key, full_name_key, email_key, status FROM users WHERE deleted_at IS NULL";
    let query = cx.db().await?.query(NOW).push(" AND id = ", user.clone());
    let Some((name, full_name, email, status)) = query.optional::<(String, String, String, i64)>().await? else {
        return Ok(cx.db().await?.forget_words(user.as_str()).await?);
    };
    let tenants = cx.db().await?.query("SELECT tenant_id FROM memberships WHERE").push(" user_id = ", user.clone());
    let tenants: Vec<(Id,)> = tenants.all().await?;
    let mut words = grams::of(&[&name, &full_name, &email]);
    words.extend(tenants.iter().map(|(tenant,)| of_tenant(tenant)));
    if status == 1 {
        words.push(locked());
    }
    Ok(cx.db().await?.file_words(user.as_str(), &words, anew).await?)
}

/// Files the people who were there before the index was, some at a time, each in a transaction of their own: what was
/// done stays done when the server stops, and the next start goes on. `pause` is waited for between, so that others
/// write, too. Until then the others are found by how their names begin.
pub async fn file_all<P: Future<Output = ()>>(kernel: &Kernel, pause: impl Fn() -> P) -> Result<(), Error> {
    let mut cx = Ctx::system(kernel, "people");
    if settings::get::<bool>(&mut cx, FILED).await?.is_some() {
        return Ok(());
    }
    drop(cx);
    let mut behind = Id::from("");
    loop {
        let mut cx = Ctx::system(kernel, "people");
        let query = cx.db().await?.query("SELECT id FROM users WHERE").push(" id > ", behind.clone());
        let some: Vec<(Id,)> = query.push(" ORDER BY id LIMIT ", AT_ONCE).all().await?;
        let Some((last,)) = some.last() else {
            settings::put(&mut cx, FILED, &true).await?;
            return cx.commit().await;
        };
        behind = last.clone();
        for (user,) in &some {
            refile(&mut cx, user, true).await?;
        }
        cx.commit().await?;
        pause().await;
    }
}
