//! What trial systems are told of a person's work in a tenant.

use std::sync::Arc;

use futures::future::BoxFuture;
use serde_json::Value;

use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::{Db, Rows};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::recent::{Age, Recent};
use crate::resources::members::MemberTenant;

/// A tenant, and a person's studies in it.
#[derive(Clone, Debug)]
pub struct TrialClaims {
    /// The tenant.
    pub tenant: MemberTenant,
    /// The entries of `cardea_studies`.
    pub studies: Vec<Value>,
}

/// The source of the study roles in a trial system: `authorisation`.
pub trait StudyClaims: Send + Sync + std::fmt::Debug {
    /// The rows that [`Self::trial_claims`] reads.
    fn rows(&self) -> &'static [Rows];

    /// The tenant, if the person is an enabled member of it, and one object for each study that the person is granted
    /// in it, in this system or in any, as projected by the system's plugin. Reads only, in the context's transaction.
    fn trial_claims<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        user: &'a Id,
        software: Option<&'a Id>,
        tenant: &'a Id,
    ) -> BoxFuture<'a, Result<Option<TrialClaims>, Error>>;
}

/// The claims of trial systems, read from [`StudyClaims`] or known since a moment ago.
#[derive(Debug)]
pub struct Trials {
    studies: Arc<dyn StudyClaims>,
    recent: Recent<TrialClaims>,
}

impl Trials {
    /// Claims of this source.
    #[must_use]
    pub fn new(db: &Db, studies: Arc<dyn StudyClaims>) -> Self {
        let recent = Recent::of(db, studies.rows());
        Self { studies, recent }
    }

    /// The person's claims in a tenant, for one system or for a client that is told of all.
    pub async fn read(
        &self,
        cx: &mut ReadCtx,
        user: &Id,
        software: Option<&Id>,
        tenant: &Id,
        age: Age,
    ) -> Result<Option<Arc<TrialClaims>>, Error> {
        let now = cx.now();
        let key = format!("{user} {tenant} {}", software.map_or("", |id| id.as_str()));
        self.recent.get(age, now, &key, self.studies.trial_claims(cx, user, software, tenant)).await
    }
}
