//! Types of the tenants.

use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::resource::input::{LINE, line, note, required};
use crate::resources::areas::{Place, PlaceNames};

/// A tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenant {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name.
    pub tenant_name: String,
    /// Code; never given to another tenant.
    pub tenant_code: String,
    /// Abbreviation.
    pub abbr: String,
    /// Category: an item of dictionary category 1.
    pub category_id: Id,
    /// The category's name in the caller's language.
    #[sqlx(default)]
    pub category_desc: String,
    /// Who to ask for.
    pub contact: String,
    /// Phone: digits, or empty.
    pub tel: String,
    /// E-mail, or empty.
    pub email: String,
    /// Where it is.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub place: Place,
    /// What its regions are called.
    #[serde(flatten)]
    #[sqlx(skip)]
    pub place_names: PlaceNames,
    /// Postcode.
    pub postcode: String,
    /// Address.
    pub address: String,
    /// Whether its people have to prove a second factor.
    pub mfa_required: bool,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Audited for Tenant {
    const RESOURCE: &'static str = "tenants";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.id)
    }
}

/// What the form sends. What it sends back of a record without being able to change it is passed over.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantInput {
    /// The version that is changed; nothing when making one.
    pub version: Option<i64>,
    /// Name.
    pub tenant_name: Option<String>,
    /// Code; made where there is none, and kept afterwards.
    pub tenant_code: Option<String>,
    /// Abbreviation.
    pub abbr: Option<String>,
    /// Category: an item of dictionary category 1.
    pub category_id: Option<String>,
    /// Who to ask for.
    pub contact: Option<String>,
    /// Phone: digits only.
    pub tel: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Country.
    pub country_id: Option<Id>,
    /// Province.
    pub province_id: Option<Id>,
    /// City.
    pub city_id: Option<Id>,
    /// Postcode.
    pub postcode: Option<String>,
    /// Address.
    pub address: Option<String>,
    /// Whether its people have to prove a second factor; nothing leaves it as it is.
    pub mfa_required: Option<bool>,
}

impl TenantInput {
    /// Checks what was given (tenant administration, section 5), and makes the record of it.
    pub fn parse(self, p: &mut Problems, id: Id, fresh_code: String, now: Time) -> Tenant {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        // What cannot be an id names no category, and must not reach the database.
        let category = line(p, "categoryId", &given(&self.category_id), LINE);
        let category_id = Id::try_from(category).unwrap_or_else(|_| {
            p.add("categoryId", Text::new("请选择类别", "please select the category"));
            Id::from_text("")
        });
        let code = line(p, "tenantCode", &given(&self.tenant_code), 64);
        let tenant = Tenant {
            id,
            version: 1,
            tenant_name: required(
                p,
                "tenantName",
                &given(&self.tenant_name),
                Text::new("请输入名称", "please enter the name"),
            ),
            tenant_code: if code.is_empty() { fresh_code } else { code },
            abbr: required(p, "abbr", &given(&self.abbr), Text::new("请输入简称", "please enter the abbreviation")),
            category_id,
            category_desc: String::new(),
            contact: line(p, "contact", &given(&self.contact), LINE),
            tel: line(p, "tel", &given(&self.tel), 32),
            email: line(p, "email", &given(&self.email), 254),
            place: Place { country: self.country_id, province: self.province_id, city: self.city_id },
            place_names: PlaceNames::default(),
            postcode: line(p, "postcode", &given(&self.postcode), 32),
            address: note(p, "address", &given(&self.address)),
            mfa_required: self.mfa_required.unwrap_or_default(),
            created_at: now,
            updated_at: now,
        };
        if tenant.tel.chars().any(char::is_alphabetic) {
            p.add("tel", Text::new("请输入数字值", "enter a number value"));
        } else {
            let digits = tenant.tel.bytes().all(|b| b.is_ascii_digit());
            p.check(digits, "tel", "电话格式不正确", "phone format incorrect");
        }
        let fine = tenant.email.is_empty() || mailaddr::is_valid(&tenant.email);
        p.check(fine, "email", "邮箱格式错误，请重新输入", "email format error, please re-enter");
        tenant
    }
}
