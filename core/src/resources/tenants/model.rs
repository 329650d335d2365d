//! Types of the tenants.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::resources::areas::{Place, PlaceNames};

/// A tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "tenants", tenant = id, unique("tenantCode", "租户编码已存在", "this tenant code is in use"))]
#[form(TenantInput)]
#[serde(rename_all = "camelCase")]
pub struct Tenant {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name.
    #[record(key = "name_key")]
    #[form(required("请输入名称", "please enter the name"))]
    pub tenant_name: String,
    /// Code; never reused for another tenant.
    #[record(once)]
    #[form(given = String, doc = "Code; made where there is none, and kept afterwards.")]
    pub tenant_code: String,
    /// Abbreviation.
    #[record(key = "abbr_key")]
    #[form(required("请输入简称", "please enter the abbreviation"))]
    pub abbr: String,
    /// Category: an item of dictionary category 1.
    #[form(given = String)]
    #[record(to("dictionary_items", "租户", "tenants"))]
    pub category_id: Id,
    /// The category's name in the caller's language.
    #[record(derived)]
    pub category_desc: String,
    /// Contact person.
    #[form(line)]
    pub contact: String,
    /// Phone: digits, or empty.
    #[form(line = 32, doc = "Phone: digits only.")]
    pub tel: String,
    /// E-mail, or empty.
    #[form(line = 254, doc = "E-mail.")]
    pub email: String,
    /// Its country, province and city.
    #[serde(flatten)]
    #[record(columns(country_id = country, province_id = province, city_id = city), to("areas", "租户", "tenants"))]
    #[form(plain)]
    pub place: Place,
    /// The names of its regions.
    #[serde(flatten)]
    #[record(derived)]
    pub place_names: PlaceNames,
    /// Postcode.
    #[form(line = 32)]
    pub postcode: String,
    /// Address.
    #[form(note)]
    pub address: String,
    /// Whether its people need a second factor.
    #[form(kept, doc = "Whether its people have to prove a second factor; nothing leaves it as it is.")]
    pub mfa_required: bool,
    /// When it was archived; null while it is in use.
    pub archived_at: Option<Time>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}
