//! Types of the dictionaries.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::error::{Locale, Problems, Text};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::resource::input::{NameGiven, both_names};

/// The parent id of an item at the top.
pub const NO_PARENT: &str = "0";

/// The categories with ids from the specification (tenant administration, section 9; study and platform
/// administration, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Kinds of tenants.
    Tenants = 1,
    /// Positions of a tenant's users.
    Positions = 2,
    /// Types of a tenant's users.
    UserTypes = 3,
    /// Scopes of studies.
    StudyScopes = 4,
    /// Statuses of studies.
    StudyStatuses = 5,
    /// Types of investigated products.
    ProductTypes = 6,
    /// Types of research.
    ResearchTypes = 7,
    /// Stages of research.
    ResearchStages = 8,
    /// Targets of research.
    ResearchTargets = 10,
    /// Levels of sites.
    SiteLevels = 11,
    /// Types of sites.
    SiteTypes = 12,
    /// Types of departments that run studies.
    DepartmentTypes = 15,
    /// Therapeutic areas.
    TherapeuticAreas = 16,
}

impl Category {
    /// The id, in digits.
    #[must_use]
    pub fn id(self) -> String {
        (self as u8).to_string()
    }
}

/// A category, with its name in one language.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryRecord {
    /// Id; the same as its code.
    pub id: Id,
    /// Code.
    pub code: Id,
    /// Name in the caller's language.
    pub desc: String,
    /// Whether tenants may have items of their own.
    pub is_tenant: bool,
    /// Whether its items have children.
    pub is_parent: bool,
    /// The category of these children; empty where there are none.
    pub child_code: String,
}

/// An item, with its name in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "dictionary_items", tenant = tenant_id, stamped, unique("dicCode", "编码已存在", "this code is in use"))]
#[form(ItemInput, "What the form sends. Category, tenant and parent are those of a new item; an item keeps its own.")]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Category.
    #[record(once)]
    #[form(once)]
    pub category_id: Id,
    /// Tenant; `0` for all.
    #[record(once, starts = Id::from(ALL_TENANTS))]
    #[form(once, doc = "Tenant; `0` or nothing for all.")]
    pub tenant_id: Id,
    /// Parent item; `0` for none.
    #[record(once, starts = Id::from(NO_PARENT), to("dictionary_items", "子项", "items below it"))]
    #[form(once, doc = "Parent item; `0` or nothing for none.")]
    pub parent_id: Id,
    /// Name in the caller's language.
    #[record(derived)]
    #[form(given = String)]
    pub dic_name: String,
    /// Chinese name.
    #[record(column = "dic_name")]
    #[form(given = String, doc = "Chinese name; nothing leaves it as it is.")]
    pub dic_name_zh: String,
    /// English name.
    #[form(given = String, doc = "English name; nothing leaves it as it is.")]
    pub dic_name_en: String,
    /// Code; unique in its list, ignoring case.
    #[record(key = "code_key")]
    #[form(required("请输入编码", "please enter code"), doc = "Code.")]
    pub dic_code: String,
    /// Encoding number.
    #[form(line)]
    pub dic_num: String,
    /// Abbreviation.
    #[form(line)]
    pub abb: String,
    /// Position in the list.
    #[record(starts = 1)]
    #[form(positive, doc = "Place in the list: a positive whole number.")]
    pub sort: i64,
    /// Additional data for other systems.
    #[form(note)]
    pub extend: String,
    /// Description.
    #[form(note)]
    pub description: String,
    /// The category of its children; empty where it cannot have any.
    #[record(read = "CASE WHEN parent_id = '0' THEN (SELECT c.child_code FROM dictionary_categories c \
                     WHERE c.id = category_id) ELSE '' END")]
    pub child_code: String,
}

impl Item {
    /// Sets the names from a form and reports their errors.
    pub fn name(&mut self, p: &mut Problems, locale: Locale, form: &ItemInput) {
        let name = NameGiven {
            fields: ("dicName", "dicNameZh", "dicNameEn"),
            own: form.dic_name.as_deref(),
            zh: form.dic_name_zh.as_deref(),
            en: form.dic_name_en.as_deref(),
        };
        let before = (self.dic_name_zh.as_str(), self.dic_name_en.as_str());
        let (zh, en) = both_names(p, locale, name, Some(before), Text::new("请输入名称", "please enter name"));
        (self.dic_name_zh, self.dic_name_en) = (zh, en);
        self.named_for(locale);
    }

    /// Sets `dic_name` to the name in a language.
    pub fn named_for(&mut self, locale: Locale) {
        let name = if locale == Locale::En { &self.dic_name_en } else { &self.dic_name_zh };
        self.dic_name.clone_from(name);
    }
}
