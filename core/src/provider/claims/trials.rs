//! What trial systems are told of a person's work in a tenant.

use std::sync::Arc;

use serde_json::Value;

use crate::kernel::clock::Time;
use crate::kernel::db::{Operand, Query, Rows};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::clients::Client;
use crate::provider::granted::TRIAL;
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
    /// The rows that [`Self::column`] reads.
    fn rows(&self) -> &'static [Rows];

    /// Adds a value to a statement that [`Self::in_column`] reads: what a person is granted in a tenant, in this system or
    /// in any.
    fn column<'q>(
        &self,
        query: Query<'q>,
        now: Time,
        user: Operand<'_>,
        software: Option<&Id>,
        tenant: Operand<'_>,
    ) -> Query<'q>;

    /// Reads the value of [`Self::column`]: the tenant, if the person is an enabled member of it, and one object for each
    /// study that the person is granted in it, as projected by the system's plugin.
    fn in_column(&self, column: Option<&str>) -> Result<Option<TrialClaims>, Error>;
}

/// The claims of trial systems.
#[derive(Debug)]
pub struct Trials(Arc<dyn StudyClaims>);

impl Trials {
    /// Claims of this source.
    #[must_use]
    pub const fn new(studies: Arc<dyn StudyClaims>) -> Self {
        Self(studies)
    }

    /// Whether a client is told of a person's work, if it asks for that: it is a trial system, or is allowed the scope
    /// [`TRIAL`].
    #[must_use]
    pub fn may_be_told(client: &Client) -> bool {
        client.software_id.is_some() || client.allows_scope(TRIAL)
    }

    /// The rows that [`Self::column`] reads.
    #[must_use]
    pub fn rows(&self) -> &'static [Rows] {
        self.0.rows()
    }

    /// Adds `, … AS trials` to a statement: the claims for a client, if it is told of a person's work. `user` is the SQL of
    /// the person, `granted_tenant` that of the tenant that was granted, for clients that have none.
    #[must_use]
    pub fn column<'q>(
        &self,
        query: Query<'q>,
        now: Time,
        client: &Client,
        user: &'static str,
        granted_tenant: &'static str,
    ) -> Query<'q> {
        if !Self::may_be_told(client) {
            return query;
        }
        let tenant = client.tenant_id.as_ref().map_or(Operand::Sql(granted_tenant), Operand::Id);
        self.0.column(query.sql(", "), now, Operand::Sql(user), client.software_id.as_ref(), tenant).sql(" AS trials")
    }

    /// Reads that value.
    pub fn read(&self, column: Option<&str>) -> Result<Option<TrialClaims>, Error> {
        self.0.in_column(column)
    }
}
