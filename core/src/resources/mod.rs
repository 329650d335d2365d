//! The administered records: one module each.
//!
//! Dependencies: `menus`, `dictionaries` and `areas` import no other of these modules; `roles` imports `menus`;
//! `tenants` imports `dictionaries` and `areas`; `users` imports `roles`, `areas` and `tenants`; the rest builds on these.

pub mod areas;
pub mod blinding_rules;
pub mod departments;
pub mod dictionaries;
pub mod domains;
pub mod holidays;
pub mod licences;
pub mod members;
pub mod menus;
pub mod permissions;
pub mod pins;
pub mod roles;
pub mod security_strategy;
pub mod sheet;
pub mod sites;
pub mod software;
pub mod studies;
pub mod tenants;
pub mod users;

mod follow;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::domains::{Domains, FollowDomain};
use self::menus::MenuState;
use self::roles::{RoleState, WithoutMenu};
use self::sheet::ImportState;
use self::tenants::Archiving;
use self::users::{KeepAdministrators, Users};
use crate::kernel::ctx::{Audited as _, Ctx, Permission};
use crate::kernel::error::Error;
use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::{Record as _, Reference, router as declared};
use crate::kernel::step_up::StepUpState;

pub use self::follow::{Became, FollowPeople};

/// Every operation of the resources. The request's extensions must already have the caller's identity; the layers of
/// the API are added outside. `domains` is told of every change of a domain.
pub fn router(users: Users, domains: Arc<dyn FollowDomain>) -> OpenApiRouter {
    let kernel = users.kernel.clone();
    kernel.references().declare(&REFERENCES.concat());
    kernel.readers().declare(users::User::RESOURCE, &[Permission::Users]);
    let step_up = StepUpState { kernel: kernel.clone(), step_up: Arc::clone(&users.step_up) };
    OpenApiRouter::new()
        .merge(dictionaries::router(kernel.clone()))
        .merge(areas::router(kernel.clone()))
        .merge(sites::router(ImportState { kernel: kernel.clone(), exports: users.exports.clone() }))
        .merge(declared::<menus::Menu>(MenuState { kernel: kernel.clone(), roles: Arc::new(WithoutMenu) }))
        .merge(roles::router(RoleState { step_up: step_up.clone(), administrators: Arc::new(KeepAdministrators) }))
        .merge(tenants::router(Archiving { step_up, tokens: Arc::clone(&users.tenants) }))
        .merge(declared::<departments::Department>(kernel.clone()))
        .merge(declared::<studies::Study>(kernel.clone()))
        .merge(declared::<blinding_rules::BlindingRule>(kernel.clone()))
        .merge(members::router(users.clone()))
        .merge(declared::<pins::PinSetting>(kernel.clone()))
        .merge(holidays::router(kernel.clone()))
        .merge(licences::router(kernel.clone()))
        .merge(domains::router(Domains { kernel: kernel.clone(), followers: domains }))
        .merge(software::router(kernel.clone()))
        .merge(declared::<security_strategy::SecurityStrategy>(kernel))
        .merge(users::router(users))
}

/// The references between the records of these modules, in the order in which a refused removal reports them.
const REFERENCES: &[&[Reference]] = &[
    blinding_rules::BlindingRule::REFERENCES,
    members::Member::REFERENCES,
    members::REFERENCES,
    studies::Study::REFERENCES,
    sites::TenantSite::REFERENCES,
    sites::StudySite::REFERENCES,
    users::REFERENCES,
];

/// Seeds menus, dictionaries and holidays when the server starts. Running it again overwrites nothing that an
/// administrator has changed since.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    menus::seed(cx).await?;
    dictionaries::seed(cx).await?;
    holidays::seed(cx).await
}

/// Seeds the roles of a new server. Tests make their own.
pub async fn seed_roles(cx: &mut Ctx) -> Result<(), Error> {
    roles::seed(cx).await
}

/// Seeds large reference data: when the server starts, but not in every test.
pub async fn seed_reference(cx: &mut Ctx) -> Result<(), Error> {
    areas::seed(cx).await
}
