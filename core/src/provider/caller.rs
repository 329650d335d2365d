//! The caller, as known before any transaction.
//!
//! The method does not tell whether a call writes (GET authorize makes a code, POST userinfo only reads), so handlers
//! choose the kind of transaction themselves.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Person, ReadCtx, Who};
use crate::kernel::http::Request;

/// The person and the request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The caller, by the session's account.
    pub who: Who,
    /// The request.
    pub request: Request,
}

impl Caller {
    /// A context that only reads.
    #[must_use]
    pub fn reading(&self, kernel: &Kernel) -> ReadCtx {
        ReadCtx::new(kernel.clone(), self.who.clone(), self.request.clone())
    }

    /// A context for a read that takes a single statement.
    #[must_use]
    pub fn autocommit_reader(&self, kernel: &Kernel) -> ReadCtx {
        self.reading(kernel).autocommit()
    }

    /// A context that may write.
    #[must_use]
    pub fn writing(&self, kernel: &Kernel) -> Ctx {
        Ctx::new(kernel.clone(), self.who.clone(), self.request.clone())
    }

    /// The signed-in person, if there is one.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match &self.who {
            Who::Person(person) => Some(person),
            Who::Nobody | Who::Ended(_) | Who::System(_) => None,
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let who = parts.extensions.get::<Who>().cloned().unwrap_or_default();
        let request = parts.extensions.get::<Request>().cloned();
        Ok(Self { who, request: request.unwrap_or_else(|| Request::internal(String::new())) })
    }
}
