//! Types of the sites.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::resources::areas::{Place, PlaceNames};

/// A research centre, shared by the whole platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "sites")]
#[form(SiteInput)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name.
    #[record(key = "name_key")]
    #[form(required("请输入中心名称", "please enter the site name"))]
    pub site_name: String,
    /// Its country, province and city.
    #[serde(flatten)]
    #[record(columns(country_id = country, province_id = province, city_id = city), to("areas", "研究中心", "sites"))]
    #[form(plain)]
    pub place: Place,
    /// The names of its regions.
    #[serde(flatten)]
    #[record(derived)]
    pub place_names: PlaceNames,
    /// Country, province and city, separated by `-`.
    #[record(derived)]
    pub area_name: String,
    /// Level: an item of dictionary category 11.
    #[form(plain)]
    #[record(to("dictionary_items", "研究中心", "sites"))]
    pub level_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub level_desc: String,
    /// Type: an item of dictionary category 12.
    #[form(plain)]
    #[record(to("dictionary_items", "研究中心", "sites"))]
    pub type_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub type_desc: String,
    /// Address.
    #[form(note)]
    pub address: String,
    /// Remark.
    #[form(note)]
    pub remark: String,
    /// 0: seeded with the platform and permanent; 1: added by a user.
    #[record(once, starts = 1)]
    pub is_user_add: i64,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// A site of a tenant, with data of the global site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
// Both are always there. LEFT JOIN lets what is counted do without them.
#[record(
    table = "tenant_sites",
    joins = "LEFT JOIN sites s ON s.id = tenant_sites.site_id LEFT JOIN tenants t ON t.id = tenant_sites.tenant_id",
    stamped,
    tenant = tenant_id,
    unique("siteId", "该租户已有此中心", "the tenant has this site already")
)]
#[form(TenantSiteInput, "What the form of a tenant's site sends. Tenant and site are those of a new one; both stay.")]
#[serde(rename_all = "camelCase")]
pub struct TenantSite {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    #[record(once, to("tenants", "中心", "sites"))]
    #[form(once)]
    pub tenant_id: Id,
    /// Its name.
    #[record(from = t)]
    pub tenant_name: String,
    /// The global site.
    #[record(once, to("sites", "租户", "tenants"))]
    #[form(once)]
    pub site_id: Id,
    /// The tenant's name for it.
    #[record(key = "name_key")]
    #[form(required("请输入中心别名", "please enter the nickname"))]
    pub nick_name: String,
    /// Its name on the platform.
    #[record(from = s, once, key = "site_name_key")]
    pub site_name: String,
    /// Its country, province and city.
    #[serde(flatten)]
    #[record(from = s, columns(country_id = country, province_id = province, city_id = city))]
    pub place: Place,
    /// Country, province and city in the caller's language, separated by `-`.
    #[record(derived)]
    pub area_name: String,
    /// Level.
    #[record(from = s)]
    pub level_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub level_desc: String,
    /// Address.
    #[record(from = s)]
    pub address: String,
    /// Remark.
    #[record(from = s)]
    pub remark: String,
}

/// A site of a study, with data of the tenant's site and of the global site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
// Both are always there. LEFT JOIN lets what is counted do without them.
#[record(
    table = "study_sites",
    joins = "LEFT JOIN tenant_sites ts ON ts.id = study_sites.tenant_site_id LEFT JOIN sites s ON s.id = ts.site_id",
    stamped,
    tenant = tenant_id,
    unique("code", "该项目已有此编号", "the study has this code already")
)]
#[form(
    StudySiteInput,
    "What the form of a study's site sends. Tenant, study and site are those of a new one, and stay."
)]
#[serde(rename_all = "camelCase")]
pub struct StudySite {
    /// Id: selected in the panels, and referred to by grants.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant that the study and the site belong to.
    #[record(once)]
    #[form(once)]
    pub tenant_id: Id,
    /// The study.
    #[record(once, to("studies", "中心", "sites"))]
    #[form(once)]
    pub study_id: Id,
    /// The tenant's site.
    #[record(once, to("tenant_sites", "项目", "studies"))]
    #[form(once)]
    pub tenant_site_id: Id,
    /// Business code; unique in its study, ignoring case.
    #[record(key = "code_key")]
    #[form(required("请输入编号", "enter the code"))]
    pub code: String,
    /// The tenant's name for it.
    #[record(from = ts, once, key = "name_key")]
    pub nick_name: String,
    /// Its name on the platform.
    #[record(from = s)]
    pub site_name: String,
    /// Its country, province and city.
    #[serde(flatten)]
    #[record(from = s, columns(country_id = country, province_id = province, city_id = city))]
    pub place: Place,
    /// The names of its regions.
    #[serde(flatten)]
    #[record(derived)]
    pub place_names: PlaceNames,
    /// Country, province and city in the caller's language, separated by `-`.
    #[record(derived)]
    pub area_name: String,
    /// Level.
    #[record(from = s)]
    pub level_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub level_desc: String,
    /// Address.
    #[record(from = s)]
    pub address: String,
    /// Remark.
    #[record(from = s)]
    pub remark: String,
}
