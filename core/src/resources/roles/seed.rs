//! The roles of a new server.

use super::model::{NewRole, RoleType};
use super::{service, store};
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// The role that administers the platform.
pub const PLATFORM_ADMINISTRATOR: &str = "platform-administrator";
/// The role that helps people: it views everything and edits users.
pub const PLATFORM_SUPPORT: &str = "platform-support";
/// The role that administers a tenant.
pub const TENANT_ADMINISTRATOR: &str = "tenant-administrator";
/// The role of a tenant's people who use the portal and administer nothing.
pub const STUDY_MEMBER: &str = "study-member";

/// Id, Chinese name, English name, Chinese description, type, whether it has everything.
type Seed = (&'static str, &'static str, &'static str, &'static str, RoleType, bool);

const ROLES: &[Seed] = &[
    (PLATFORM_ADMINISTRATOR, "平台管理员", "Platform administrator", "管理整个平台", RoleType::System, true),
    (PLATFORM_SUPPORT, "平台支持", "Platform support", "查看全部，维护用户账号", RoleType::System, false),
    (TENANT_ADMINISTRATOR, "租户管理员", "Tenant administrator", "管理所在租户", RoleType::Tenant, true),
    (STUDY_MEMBER, "研究成员", "Study member", "使用门户，无管理权限", RoleType::Tenant, false),
];

/// Makes the roles of a server that has never had one, so that what an administrator changes or removes stays so. The
/// menus must be seeded.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    if !store::first(cx).await? {
        return Ok(());
    }
    for (id, name, english, description, role_type, super_admin) in ROLES {
        let menus = if *id == PLATFORM_SUPPORT { support() } else { Vec::new() };
        let new = NewRole {
            name: (*name).to_owned(),
            description: (*description).to_owned(),
            role_type: *role_type,
            super_admin: *super_admin,
            menus,
        };
        service::create_as(cx, Id::from(*id), new, english).await?;
    }
    Ok(())
}

/// To unlock an account and to reset its second factors is to edit users.
fn support() -> Vec<(Permission, Act)> {
    let act = |permission| if permission == Permission::Users { Act::Edit } else { Act::View };
    Permission::ALL.iter().map(|permission| (*permission, act(*permission))).collect()
}
