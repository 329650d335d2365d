//! Types of the tenant domains.

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{is_web_address, note, required};

/// The addresses of a tenant's installation of a system, without its credential.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TenantDomain {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// Name.
    pub url_name: String,
    /// Bound domain.
    pub url: String,
    /// Address for browsers.
    pub website_url: String,
    /// Address for telephones.
    pub mobile_url: String,
    /// Service address.
    pub api_url: String,
    /// Remark.
    pub remark: String,
    /// Whether the system was initialised for the tenant.
    pub init_software: bool,
    /// Whether a credential for its APIs is stored.
    pub has_credential: bool,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Audited for TenantDomain {
    const RESOURCE: &'static str = "tenant-domains";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// A new tenant domain.
#[derive(Clone, Debug)]
pub struct NewTenantDomain {
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// Name.
    pub url_name: String,
    /// Bound domain; may be empty.
    pub url: String,
    /// Address for browsers.
    pub website_url: String,
    /// Address for telephones.
    pub mobile_url: String,
    /// Service address; may be empty.
    pub api_url: String,
    /// Remark; may be empty.
    pub remark: String,
}

impl NewTenantDomain {
    /// Checks the fields (study administration, section 5).
    pub fn parse(self, id: Id, now: Time) -> Result<TenantDomain, Error> {
        let mut p = Problems::default();
        let web = required(&mut p, "websiteUrl", &self.website_url, Text::new("请输入PC域名", "enter the PC domain"));
        let mobile =
            required(&mut p, "mobileUrl", &self.mobile_url, Text::new("请输入移动端域名", "enter the mobile domain"));
        let (url, api) = (self.url.trim().to_owned(), self.api_url.trim().to_owned());
        for (field, address) in [("websiteUrl", &web), ("mobileUrl", &mobile), ("url", &url), ("apiUrl", &api)] {
            let fine = address.is_empty() || is_web_address(address);
            p.check(fine, field, "网址格式不正确", "this is not a web address");
        }
        let domain = TenantDomain {
            id,
            version: 1,
            tenant_id: self.tenant_id,
            software_id: self.software_id,
            url_name: required(&mut p, "urlName", &self.url_name, Text::new("请输入名称", "enter the name")),
            url,
            website_url: web,
            mobile_url: mobile,
            api_url: api,
            remark: note(&mut p, "remark", &self.remark),
            init_software: false,
            has_credential: false,
            created_at: now,
            updated_at: now,
        };
        p.into_result().map(|()| domain)
    }
}
