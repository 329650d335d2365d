//! Whether something new may be made in a tenant. The module of the tenants says so; the operations on records, which
//! do not know it, ask.

use std::sync::{Arc, OnceLock};

use super::db::ReadTx;
use super::error::{Code, Error, Text};
use super::id::Id;

/// The statement that finds a tenant in which nothing new is made, and what is said of it.
#[derive(Clone, Debug)]
pub struct Closure {
    /// `SELECT 1 FROM … WHERE id = $1 …`.
    pub sql: &'static str,
    /// Why nothing is made there.
    pub text: Text,
}

/// The closure of tenants, once their module has declared it.
#[derive(Clone, Debug, Default)]
pub struct Closures(Arc<OnceLock<Closure>>);

impl Closures {
    /// Declares how a closed tenant is found. Only the first call has an effect.
    pub fn declare(&self, closure: Closure) {
        drop(self.0.set(closure));
    }

    /// Refuses where nothing new is made in the tenant.
    ///
    /// Errors: [`Code::Forbidden`].
    pub async fn refuse(&self, tx: &mut ReadTx, tenant: &Id) -> Result<(), Error> {
        let Some(closure) = self.0.get() else { return Ok(()) };
        let found: Option<(i32,)> = tx.query(closure.sql).bind(tenant.clone()).optional().await?;
        if found.is_some() { Err(Error::new(Code::Forbidden).message(closure.text.clone())) } else { Ok(()) }
    }
}
