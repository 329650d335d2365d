//! Types of the tenant domains.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{LINE, is_web_address};
use crate::kernel::secret::Secret;

/// The addresses of a tenant's installation of a system, without its credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "tenant_domains", tenant = tenant_id)]
#[form(
    TenantDomainInput,
    "What the form of a domain sends. Tenant and system are those of a new one; both stay. Without `apiKey` a domain \
     keeps the one that it has."
)]
#[serde(rename_all = "camelCase")]
pub struct TenantDomain {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    #[record(once, to("tenants", "域名", "domains"))]
    #[form(once)]
    pub tenant_id: Id,
    /// Its name.
    #[record(derived)]
    pub tenant_name: String,
    /// The system.
    #[record(once, to("software", "域名", "domains"))]
    #[form(once)]
    pub software_id: Id,
    /// Its name.
    #[record(derived)]
    pub soft_name: String,
    /// Name.
    #[record(key = "name_key")]
    #[form(required("请输入名称", "enter the name"))]
    pub url_name: String,
    /// Bound domain; may be empty.
    #[record(key = "url_key")]
    #[form(line)]
    pub url: String,
    /// Address for browsers.
    #[form(required("请输入PC域名", "enter the PC domain"))]
    pub website_url: String,
    /// Address for telephones.
    #[form(required("请输入移动端域名", "enter the mobile domain"))]
    pub mobile_url: String,
    /// Service address; may be empty.
    #[form(line)]
    pub api_url: String,
    /// Remark.
    #[form(note)]
    pub remark: String,
    /// Whether the system was initialised for the tenant.
    #[form(kept)]
    pub init_software: bool,
    /// Whether the system can be initialised from here: its plugin can, the domain has a service address, and it was
    /// not done.
    #[record(derived)]
    pub can_init: bool,
    /// Whether a credential for its APIs is stored. The credential itself is never shown.
    #[record(read = "(tenant_domains.api_key IS NOT NULL)")]
    pub has_credential: bool,
    /// The credential that the form gives.
    #[serde(skip)]
    #[record(derived)]
    #[form(given = Secret, schema = String, doc = "The credential of the role and callback APIs.")]
    pub api_key: Option<Secret>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl TenantDomain {
    /// Checks the addresses, and takes the credential of the form (study administration, section 5).
    pub fn take(&mut self, p: &mut Problems, form: &TenantDomainInput) {
        for (field, address) in [
            ("websiteUrl", &self.website_url),
            ("mobileUrl", &self.mobile_url),
            ("url", &self.url),
            ("apiUrl", &self.api_url),
        ] {
            let fine = address.is_empty() || is_web_address(address);
            p.check(fine, field, "网址格式不正确", "this is not a web address");
        }
        let key = form.api_key.as_ref().map(|key| key.expose().trim()).unwrap_or_default();
        if key.chars().count() > LINE || key.chars().any(char::is_control) {
            p.add("apiKey", Text::new("长度不能超过200个字符", "at most 200 characters"));
        }
        self.api_key = (!key.is_empty()).then(|| Secret::new(key));
        self.has_credential |= self.api_key.is_some();
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

impl From<NewTenantDomain> for TenantDomainInput {
    fn from(new: NewTenantDomain) -> Self {
        Self {
            tenant_id: Some(new.tenant_id),
            software_id: Some(new.software_id),
            url_name: Some(new.url_name),
            url: Some(new.url),
            website_url: Some(new.website_url),
            mobile_url: Some(new.mobile_url),
            api_url: Some(new.api_url),
            remark: Some(new.remark),
            ..Self::default()
        }
    }
}
