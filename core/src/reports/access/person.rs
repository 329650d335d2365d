//! Of whom something is asked, and what the asker may see of them.

use std::collections::BTreeMap;

use crate::kernel::ctx::{Act, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::resources::members::Membership;
use crate::resources::permissions::Basis;
use crate::resources::tenants;
use crate::resources::users::contacts::{self, AddressOwner};

/// What of a person the asker may see.
#[derive(Debug)]
pub struct View {
    /// Whether this includes what they have on the platform.
    pub platform: bool,
    /// The tenants.
    pub tenants: Scope,
}

impl View {
    /// What the caller may see of people.
    pub fn of(cx: &ReadCtx) -> Result<Self, Error> {
        match cx.scope(Permission::Users, Act::View) {
            Ok(Scope::All) => Ok(Self { platform: true, tenants: Scope::All }),
            Ok(Scope::Only(_)) => Err(Error::new(Code::Forbidden)),
            Err(error) if error.code == Code::Forbidden => {
                Ok(Self { platform: false, tenants: cx.scope(Permission::TenantUsers, Act::View)? })
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the tenant is part of it, and of what was asked.
    pub fn holds(&self, tenant: &Id, asked: Option<&Id>) -> bool {
        self.tenants.holds(tenant) && asked.is_none_or(|asked| asked == tenant)
    }
}

/// The person of whom something is asked, with what their access follows from.
pub struct Person {
    /// The account.
    pub owner: AddressOwner,
    /// Their roles and memberships.
    pub basis: Basis,
    /// The names of their tenants.
    names: BTreeMap<Id, String>,
}

impl Person {
    /// Reads a person; none where there has never been one of the id.
    pub async fn read(cx: &mut ReadCtx, id: &Id) -> Result<Option<Self>, Error> {
        let Some(owner) = contacts::owner_by_id(cx.db().await?, id).await? else { return Ok(None) };
        let basis = Basis::read(cx.db().await?, id, owner.role_id.as_ref()).await?;
        let tenants: Vec<Id> = basis.memberships().iter().map(|member| member.tenant_id.clone()).collect();
        let names = tenants::names(cx, tenants).await?;
        Ok(Some(Self { owner, basis, names }))
    }

    /// Their memberships that the asker may see and asked for.
    pub fn memberships<'p>(&'p self, view: &'p View, asked: Option<&'p Id>) -> impl Iterator<Item = &'p Membership> {
        self.basis.memberships().iter().filter(move |member| view.holds(&member.tenant_id, asked))
    }

    /// The name of one of their tenants; empty for another one.
    pub fn name_of(&self, tenant: &Id) -> String {
        self.names.get(tenant).cloned().unwrap_or_default()
    }
}
