//! Types of the dictionaries.

use serde::{Deserialize, Serialize};

use crate::kernel::ctx::Audited;
use crate::kernel::error::{Locale, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{LINE, NameGiven, Number, both_names, line, note, positive, required};

/// The parent of an item that has none.
pub const NO_PARENT: &str = "0";

/// The categories whose ids the specification names (tenant administration, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Kinds of tenants.
    Tenants,
    /// Positions of a tenant's users.
    Positions,
    /// Types of a tenant's users.
    UserTypes,
    /// Levels of sites.
    SiteLevels,
    /// Types of sites.
    SiteTypes,
}

impl Category {
    /// The id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Tenants => "1",
            Self::Positions => "2",
            Self::UserTypes => "3",
            Self::SiteLevels => "11",
            Self::SiteTypes => "12",
        }
    }
}

/// A category, named in one language.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryRecord {
    /// Id; the same as its code.
    pub id: Id,
    /// Code.
    pub code: Id,
    /// Name in the caller's language.
    pub desc: String,
    /// Whether tenants have items of their own.
    pub is_tenant: bool,
    /// Whether its items have children.
    pub is_parent: bool,
    /// The category of these children; empty for none.
    pub child_code: String,
}

/// An item, named in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Category.
    pub category_id: Id,
    /// Tenant; `0` for all.
    pub tenant_id: Id,
    /// Parent item; `0` for none.
    pub parent_id: Id,
    /// Name in the caller's language.
    pub dic_name: String,
    /// Chinese name.
    pub dic_name_zh: String,
    /// English name.
    pub dic_name_en: String,
    /// Code; used once in its list, whatever its case.
    pub dic_code: String,
    /// Encoding number.
    pub dic_num: String,
    /// Abbreviation.
    pub abb: String,
    /// Place in the list.
    pub sort: i64,
    /// What else systems want to know of it.
    pub extend: String,
    /// Description.
    pub description: String,
    /// The category of its children; empty where it can have none.
    pub child_code: String,
}

impl Audited for Item {
    const RESOURCE: &'static str = "dictionary-items";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// What the form sends. Category, tenant and parent are those of a new item; an item keeps its own.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemInput {
    /// The version that is changed; nothing when making one.
    pub version: Option<i64>,
    /// Category.
    pub category_id: Option<Id>,
    /// Tenant; `0` or nothing for all.
    pub tenant_id: Option<Id>,
    /// Parent item; `0` or nothing for none.
    pub parent_id: Option<Id>,
    /// Name in the caller's language.
    pub dic_name: Option<String>,
    /// Chinese name; nothing leaves it as it is.
    pub dic_name_zh: Option<String>,
    /// English name; nothing leaves it as it is.
    pub dic_name_en: Option<String>,
    /// Code.
    pub dic_code: Option<String>,
    /// Encoding number.
    pub dic_num: Option<String>,
    /// Abbreviation.
    pub abb: Option<String>,
    /// Place in the list: a positive whole number.
    #[schema(value_type = Option<i64>)]
    pub sort: Option<Number>,
    /// What else systems want to know of it.
    pub extend: Option<String>,
    /// Description.
    pub description: Option<String>,
}

impl ItemInput {
    /// Checks what was given (tenant administration, section 5), and lays it over an item.
    pub fn over(&self, p: &mut Problems, locale: Locale, item: Item) -> Item {
        let given = |text: &'_ Option<String>| text.clone().unwrap_or_default();
        let name = NameGiven {
            fields: ("dicName", "dicNameZh", "dicNameEn"),
            own: self.dic_name.as_deref(),
            zh: self.dic_name_zh.as_deref(),
            en: self.dic_name_en.as_deref(),
        };
        let before = (item.dic_name_zh.as_str(), item.dic_name_en.as_str());
        let (zh, en) = both_names(p, locale, name, Some(before), Text::new("请输入名称", "please enter name"));
        Item {
            dic_name: if locale == Locale::En { en.clone() } else { zh.clone() },
            dic_name_zh: zh,
            dic_name_en: en,
            dic_code: required(p, "dicCode", &given(&self.dic_code), Text::new("请输入编码", "please enter code")),
            dic_num: line(p, "dicNum", &given(&self.dic_num), LINE),
            abb: line(p, "abb", &given(&self.abb), LINE),
            sort: positive(p, "sort", self.sort.as_ref()),
            extend: note(p, "extend", &given(&self.extend)),
            description: note(p, "description", &given(&self.description)),
            ..item
        }
    }
}
