//! The memberships of a person, and whether they count.

use super::model::Enabled;
use crate::kernel::clock::Time;
use crate::kernel::db::ReadTx;
use crate::kernel::id::Id;

/// A membership, in whatever state it and its tenant are.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Id.
    pub id: Id,
    /// Tenant.
    pub tenant_id: Id,
    /// Role.
    pub role_id: Option<Id>,
    /// Whether it is enabled.
    pub enabled: Enabled,
    /// When the tenant was removed.
    pub tenant_deleted_at: Option<Time>,
    /// When the tenant was archived.
    pub tenant_archived_at: Option<Time>,
    /// When the person joined.
    pub join_date: Time,
}

/// Why a membership does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// It is disabled.
    Disabled,
    /// The tenant was removed.
    TenantRemoved,
    /// The tenant is archived.
    TenantArchived,
}

impl Membership {
    /// Why it does not count, if it does not: then its role gives nothing, and the tenant cannot be chosen.
    #[must_use]
    pub const fn idle(&self) -> Option<Idle> {
        match (self.tenant_deleted_at, self.tenant_archived_at, self.enabled) {
            (Some(_), ..) => Some(Idle::TenantRemoved),
            (None, Some(_), _) => Some(Idle::TenantArchived),
            (None, None, Enabled::Disabled) => Some(Idle::Disabled),
            (None, None, Enabled::Enabled) => None,
        }
    }
}

/// The columns of [`Joined`], of memberships as `m` and tenants as `t`.
pub const JOINED: &str = "m.id AS member_id, m.tenant_id AS member_tenant_id, m.role_id AS member_role_id, \
     m.enabled AS member_enabled, m.join_date AS member_join_date, t.deleted_at AS tenant_deleted_at, \
     t.archived_at AS tenant_archived_at";
/// The tables of [`Joined`], beside users as `u`: a row for each membership, or one.
pub const JOIN: &str = " LEFT JOIN memberships m ON m.user_id = u.id LEFT JOIN tenants t ON t.id = m.tenant_id";

/// A membership as a row has it, where there is one.
#[derive(Debug, sqlx::FromRow)]
pub struct Joined {
    member_id: Option<Id>,
    member_tenant_id: Option<Id>,
    member_role_id: Option<Id>,
    member_enabled: Option<Enabled>,
    member_join_date: Option<Time>,
    tenant_deleted_at: Option<Time>,
    tenant_archived_at: Option<Time>,
}

impl Joined {
    /// The membership.
    #[must_use]
    pub fn membership(self) -> Option<Membership> {
        Some(Membership {
            id: self.member_id?,
            tenant_id: self.member_tenant_id?,
            role_id: self.member_role_id,
            enabled: self.member_enabled?,
            tenant_deleted_at: self.tenant_deleted_at,
            tenant_archived_at: self.tenant_archived_at,
            join_date: self.member_join_date?,
        })
    }
}

/// Every membership of a user, by tenant.
pub async fn every_of_user(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Vec<Membership>> {
    let query = tx.query("SELECT ").sql(JOINED).sql(" FROM memberships m JOIN tenants t ON t.id = m.tenant_id");
    let query = query.push(" WHERE m.user_id = ", user.clone()).sql(" ORDER BY m.tenant_id");
    Ok(query.all::<Joined>().await?.into_iter().filter_map(Joined::membership).collect())
}

/// The memberships of a user that count.
pub async fn of_user(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Vec<Membership>> {
    let mut found = every_of_user(tx, user).await?;
    found.retain(|membership| membership.idle().is_none());
    Ok(found)
}
