//! What a handler works with: who asks, what they may, one transaction, the clock, and the audit.
//!
//! The transaction opens at the first `db()` and not before, so that nobody holds the database while
//! a slow body arrives or a password is hashed.

use std::ops::{Deref, DerefMut};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::Method;
use axum::http::request::Parts;
use futures::future::BoxFuture;
use serde_json::Value;

use super::audit;
use super::clock::Time;
use super::db::{ReadTx, Tx};
use super::error::{Code, Error, Locale};
use super::id::Id;
use super::observe;
use super::request::Request;
use super::state::Kernel;

pub use super::audit::event::{Audited, Event, Outcome};
pub use super::permission::{Act, Allowed, Permission};
pub use super::who::{Person, Scope, Who};

/// The context of one request (or one command, or one run of a job) that only reads: its transaction cannot write, and
/// there is nothing to audit and nothing to commit. Whatever only reads takes this one, and is called with a [`Ctx`] too;
/// what it reads then, it reads in that one's transaction.
///
/// ```compile_fail,E0599
/// # async fn shown(cx: cardea::kernel::ctx::ReadCtx) -> Result<(), cardea::kernel::error::Error> {
/// cx.commit().await?;
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail,E0599
/// # fn shown(cx: &mut cardea::kernel::ctx::ReadCtx) {
/// cx.audit_event(cardea::kernel::ctx::Event::default());
/// # }
/// ```
///
/// ```compile_fail,E0599
/// # async fn shown(cx: &mut cardea::kernel::ctx::ReadCtx) -> Result<(), cardea::kernel::error::Error> {
/// cx.db().await?.write("DELETE FROM settings").execute().await?;
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail,E0308
/// # async fn shown(cx: &mut cardea::kernel::ctx::ReadCtx) {
/// async fn changes(_: &mut cardea::kernel::ctx::Ctx) {}
/// changes(cx).await;
/// # }
/// ```
#[derive(Debug)]
pub struct ReadCtx {
    kernel: Kernel,
    /// The caller.
    pub who: Who,
    /// The request.
    pub request: Request,
    transaction: Transaction,
}

/// A context's transaction, from its first use on.
#[derive(Debug)]
enum Transaction {
    Writing(Option<Tx>),
    Reading(Option<ReadTx>),
    /// No transaction: each statement stands alone.
    Autocommit(Option<ReadTx>),
    /// As this, for a list.
    Listing(Option<ReadTx>),
}

/// A context that writes, audits and commits. Dropped without [`Ctx::commit`], it undoes everything.
///
/// ```
/// # async fn shown(mut cx: cardea::kernel::ctx::Ctx) -> Result<(), cardea::kernel::error::Error> {
/// async fn looks(_: &mut cardea::kernel::ctx::ReadCtx) {}
/// looks(&mut cx).await;
/// cx.db().await?.write("DELETE FROM settings").execute().await?;
/// cx.audit_event(cardea::kernel::ctx::Event::default());
/// cx.commit().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Ctx {
    /// Its transaction is one that writes.
    reading: ReadCtx,
    pending: Vec<audit::Draft>,
}

impl ReadCtx {
    /// For a request.
    #[must_use]
    pub fn new(kernel: Kernel, who: Who, request: Request) -> Self {
        Self { kernel, who, request, transaction: Transaction::Reading(None) }
    }

    /// A context in which the server itself reads.
    #[must_use]
    pub fn system(kernel: &Kernel) -> Self {
        Self::new(kernel.clone(), Who::System("reader"), of_server(kernel))
    }

    /// The same context without a transaction, for a read of one statement: see [`Db::autocommit`].
    ///
    /// [`Db::autocommit`]: super::db::Db::autocommit
    #[must_use]
    pub fn autocommit(self) -> Self {
        Self { transaction: Transaction::Autocommit(None), ..self }
    }

    /// The same context without a transaction, for a list: see [`Db::listing`]. A page and its total, and what is told of
    /// its rows, may be of moments that follow each other.
    ///
    /// [`Db::listing`]: super::db::Db::listing
    #[must_use]
    pub fn listing(self) -> Self {
        Self { transaction: Transaction::Listing(None), ..self }
    }

    /// A context for the same request with a transaction of its own: for what must be kept although the request fails,
    /// such as a counted attempt, and for the writing part of a request that mostly reads.
    #[must_use]
    pub fn new_transaction(&self) -> Ctx {
        Ctx::new(self.kernel.clone(), self.who.clone(), self.request.clone())
    }

    /// Another context for the same request that only reads: it waits for no writer, and no writer waits for it.
    #[must_use]
    pub fn new_read_transaction(&self) -> Self {
        Self::new(self.kernel.clone(), self.who.clone(), self.request.clone())
    }

    /// The state that the modules share.
    #[must_use]
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Time {
        self.kernel.now()
    }

    /// A new id.
    #[must_use]
    pub fn new_id(&self) -> Id {
        Id::new(self.now(), self.kernel.entropy())
    }

    /// The caller's language.
    #[must_use]
    pub fn locale(&self) -> Locale {
        self.request.locale
    }

    /// The transaction, for reading; opened at the first call.
    pub async fn db(&mut self) -> Result<&mut ReadTx, Error> {
        let db = self.kernel.db();
        Ok(match &mut self.transaction {
            Transaction::Writing(Some(tx)) => tx,
            Transaction::Reading(Some(tx)) | Transaction::Autocommit(Some(tx)) | Transaction::Listing(Some(tx)) => tx,
            Transaction::Writing(none) => none.insert(db.begin().await?),
            Transaction::Reading(none) => none.insert(db.begin_read().await?),
            Transaction::Autocommit(none) => none.insert(db.autocommit().await?),
            Transaction::Listing(none) => none.insert(db.listing().await?),
        })
    }

    /// Rolls the transaction back and returns its connection, after reading. The next [`Self::db`] begins another.
    pub fn release(&mut self) {
        match &mut self.transaction {
            Transaction::Writing(tx) => *tx = None,
            Transaction::Reading(tx) | Transaction::Autocommit(tx) | Transaction::Listing(tx) => *tx = None,
        }
    }

    /// The signed-in person.
    ///
    /// Errors: [`Code::NoSession`], or the code with which the session ended.
    pub fn person(&self) -> Result<&Person, Error> {
        match &self.who {
            Who::Person(person) => Ok(person),
            Who::Ended(code) => Err(Error::new(*code)),
            Who::Nobody | Who::System(_) => Err(Error::new(Code::NoSession)),
        }
    }

    /// The tenants in which the caller has the permission; an error where there are none.
    pub fn scope(&self, permission: Permission, act: Act) -> Result<Scope, Error> {
        if matches!(self.who, Who::System(_)) {
            return Ok(Scope::All);
        }
        self.person()?.scope(permission, act).ok_or_else(|| Error::new(Code::Forbidden))
    }

    /// The tenants in which the caller has any of the permissions: for lists of choices that several forms need.
    pub fn scope_of_any(&self, permissions: &[Permission], act: Act) -> Result<Scope, Error> {
        let mut tenants = Vec::new();
        for permission in permissions {
            match self.scope(*permission, act) {
                Ok(Scope::All) => return Ok(Scope::All),
                Ok(Scope::Only(more)) => tenants.extend(more),
                Err(e) if e.code == Code::Forbidden => {}
                Err(e) => return Err(e),
            }
        }
        tenants.sort_unstable();
        tenants.dedup();
        if tenants.is_empty() { Err(Error::new(Code::Forbidden)) } else { Ok(Scope::Only(tenants)) }
    }

    /// Requires the permission for the whole platform.
    pub fn require(&self, permission: Permission, act: Act) -> Result<(), Error> {
        match self.scope(permission, act)? {
            Scope::All => Ok(()),
            Scope::Only(_) => Err(Error::new(Code::Forbidden)),
        }
    }

    /// Requires the permission in one tenant. A record of another tenant does not exist for the caller: 404, not 403.
    pub fn require_in(&self, permission: Permission, act: Act, tenant: &Id) -> Result<(), Error> {
        observe::in_tenant(tenant);
        if self.scope(permission, act)?.holds(tenant) { Ok(()) } else { Err(Error::new(Code::NotFound)) }
    }

    /// Requires one of the permissions in one tenant, as [`Self::require_in`] does one.
    pub fn require_any_in(&self, permissions: &[Permission], act: Act, tenant: &Id) -> Result<(), Error> {
        observe::in_tenant(tenant);
        if self.scope_of_any(permissions, act)?.holds(tenant) { Ok(()) } else { Err(Error::new(Code::NotFound)) }
    }
}

impl Ctx {
    /// For a request.
    #[must_use]
    pub fn new(kernel: Kernel, who: Who, request: Request) -> Self {
        let reading = ReadCtx { kernel, who, request, transaction: Transaction::Writing(None) };
        Self { reading, pending: Vec::new() }
    }

    /// The context of a part of the server itself.
    #[must_use]
    pub fn system(kernel: &Kernel, part: &'static str) -> Self {
        Self::new(kernel.clone(), Who::System(part), of_server(kernel))
    }

    /// The transaction; opened at the first call.
    pub async fn db(&mut self) -> Result<&mut Tx, Error> {
        let db = self.reading.kernel.db();
        match &mut self.reading.transaction {
            Transaction::Writing(Some(tx)) => Ok(tx),
            Transaction::Writing(none) => Ok(none.insert(db.begin().await?)),
            Transaction::Reading(_) | Transaction::Autocommit(_) | Transaction::Listing(_) => {
                Err(Error::new(Code::Internal))
            }
        }
    }

    /// Notes a new record, or a change whose earlier state does not matter. [`Self::commit`] writes the row.
    pub fn audit<T: Audited>(&mut self, action: &'static str, record: &T) -> Result<(), Error> {
        self.note(action, record, None, Some(serde_json::to_value(record)?));
        Ok(())
    }

    /// Notes a change, with the state before.
    pub fn audit_change<T: Audited>(&mut self, action: &'static str, before: &T, after: &T) -> Result<(), Error> {
        let (b, a) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
        self.note(action, after, Some(b), Some(a));
        Ok(())
    }

    /// Notes a deletion, with the deleted state.
    pub fn audit_deletion<T: Audited>(&mut self, action: &'static str, record: &T) -> Result<(), Error> {
        self.note(action, record, Some(serde_json::to_value(record)?), None);
        Ok(())
    }

    fn note<T: Audited>(&mut self, action: &'static str, on: &T, before: Option<Value>, after: Option<Value>) {
        self.audit_event(Event {
            action,
            resource: T::RESOURCE,
            record: on.audit_id().to_owned(),
            tenant: on.audit_tenant().cloned(),
            before,
            after,
            ..Event::default()
        });
    }

    /// Notes any other event: a sign-in, a refusal. Refusals and failures of one kind by one stranger within a minute
    /// become one row with a count, beside the first: see [`audit::gather`].
    pub fn audit_event(&mut self, event: Event) {
        self.pending.push(audit::Draft::new(&self.who, &self.request, event));
    }

    /// Commits the transaction, with the audit rows. Dropping the context without it rolls everything back.
    pub fn commit(mut self) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            let pending = std::mem::take(&mut self.pending);
            let now = self.now();
            let kernel = self.kernel.clone();
            let kinds: Vec<_> = pending.iter().map(audit::Draft::kind).collect();
            let entry = kernel.audit().enter(now, pending);
            if !entry.is_empty() {
                self.db().await?;
            }
            if let Transaction::Writing(Some(mut tx)) = self.reading.transaction {
                entry.write(&mut tx, now).await?;
                tx.commit().await?;
            }
            entry.done();
            for (action, outcome) in kinds {
                kernel.metrics().event(action, outcome);
            }
            Ok(())
        })
    }
}

impl Deref for Ctx {
    type Target = ReadCtx;

    fn deref(&self) -> &ReadCtx {
        &self.reading
    }
}

impl DerefMut for Ctx {
    fn deref_mut(&mut self) -> &mut ReadCtx {
        &mut self.reading
    }
}

/// What the server does by itself has an id as a request has.
fn of_server(kernel: &Kernel) -> Request {
    Request::internal(Id::new(kernel.now(), kernel.entropy()).to_string())
}

impl<S> FromRequestParts<S> for ReadCtx
where
    Kernel: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let who = parts.extensions.get::<Who>().cloned().unwrap_or_default();
        let request = parts.extensions.get::<Request>().cloned().ok_or_else(|| Error::new(Code::Internal))?;
        Ok(Self::new(Kernel::from_ref(state), who, request))
    }
}

/// A handler of `GET` takes a [`ReadCtx`]: whoever follows a link, or fetches it beforehand, changes nothing. One that
/// must write all the same says so with [`ReadCtx::new_transaction`].
impl<S> FromRequestParts<S> for Ctx
where
    Kernel: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        if parts.method == Method::GET || parts.method == Method::HEAD {
            tracing::error!("a handler of GET takes a context that writes");
            return Err(Error::new(Code::Internal));
        }
        Ok(ReadCtx::from_request_parts(parts, state).await?.new_transaction())
    }
}

/// Requires a signed-in person. Stands before a body that is larger than others, which is not read for a stranger.
#[derive(Clone, Copy, Debug)]
pub struct SignedIn;

impl<S: Send + Sync> FromRequestParts<S> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        match parts.extensions.get::<Who>() {
            Some(Who::Person(_)) => Ok(Self),
            Some(Who::Ended(code)) => Err(Error::new(*code)),
            _ => Err(Error::new(Code::NoSession)),
        }
    }
}
