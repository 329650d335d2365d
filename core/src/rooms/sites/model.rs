//! Types of the sites.

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::id::Id;

/// A research centre, known to the whole platform.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name.
    pub site_name: String,
    /// Level: an item of dictionary category 11.
    pub level_id: Option<Id>,
    /// Type: an item of dictionary category 12.
    pub type_id: Option<Id>,
    /// Address.
    pub address: String,
    /// Remark.
    pub remark: String,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Audited for Site {
    const RESOURCE: &'static str = "sites";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

/// A site to make.
#[derive(Clone, Debug)]
pub struct NewSite {
    /// Name.
    pub site_name: String,
    /// Level: an item of dictionary category 11.
    pub level_id: Id,
    /// Type: an item of dictionary category 12.
    pub type_id: Id,
    /// Address; may be empty.
    pub address: String,
    /// Remark; may be empty.
    pub remark: String,
}

/// A site of a tenant.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TenantSite {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    pub tenant_id: Id,
    /// The global site.
    pub site_id: Id,
    /// What the tenant calls it.
    pub nick_name: String,
}

impl Audited for TenantSite {
    const RESOURCE: &'static str = "tenant-sites";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// A site of a study.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct StudySite {
    /// Id: what panels pick, and what grants hold.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The study.
    pub study_id: Id,
    /// The tenant that the study and the site belong to.
    pub tenant_id: Id,
    /// The tenant's site.
    pub tenant_site_id: Id,
    /// Business code; a study uses one once, whatever its case.
    pub code: String,
    /// What the tenant calls it.
    pub nick_name: String,
    /// What it is called on the platform.
    pub site_name: String,
}

impl Audited for StudySite {
    const RESOURCE: &'static str = "study-sites";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// A site to take into a study.
#[derive(Clone, Debug)]
pub struct NewStudySite {
    /// The study.
    pub study_id: Id,
    /// The tenant's site; of the same tenant as the study.
    pub tenant_site_id: Id,
    /// Business code.
    pub code: String,
}
