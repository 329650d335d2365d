//! Types of the regions.

use serde::{Deserialize, Serialize};

use crate::kernel::ctx::Audited;
use crate::kernel::error::{Locale, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{LINE, NameGiven, Number, both_names, line, positive};

/// The parent of a country.
pub const ROOT: &str = "0";

/// How far down regions go: countries are 1, cities 3.
pub const DEEPEST: i64 = 3;

/// A region, named in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Area {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The region it is in; `0` for a country.
    pub parent_id: Id,
    /// 1 country, 2 province, 3 city.
    pub level: i64,
    /// Name in the caller's language.
    pub area_name: String,
    /// Chinese name.
    pub area_name_zh: String,
    /// English name.
    pub area_name_en: String,
    /// Code, or empty; used once among its neighbours, whatever its case.
    pub area_code: String,
    /// Flag: a number of at most two digits, or empty.
    pub flag: String,
    /// Place in the list.
    pub sort: i64,
}

impl Audited for Area {
    const RESOURCE: &'static str = "areas";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

/// What the form sends. The parent is that of a new region; a region stays where it is.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaInput {
    /// The version that is changed; nothing when making one.
    pub version: Option<i64>,
    /// The region it is in; `0` or nothing for a country.
    pub parent_id: Option<Id>,
    /// Name in the caller's language.
    pub area_name: Option<String>,
    /// Chinese name; nothing leaves it as it is.
    pub area_name_zh: Option<String>,
    /// English name; nothing leaves it as it is.
    pub area_name_en: Option<String>,
    /// Code.
    pub area_code: Option<String>,
    /// Flag: a positive number of at most two digits.
    #[schema(value_type = Option<String>)]
    pub flag: Option<Number>,
    /// Place in the list: a positive whole number.
    #[schema(value_type = Option<i64>)]
    pub sort: Option<Number>,
}

impl AreaInput {
    /// Checks what was given (tenant administration, section 5), and lays it over a region.
    pub fn over(&self, p: &mut Problems, locale: Locale, area: Area) -> Area {
        let name = NameGiven {
            fields: ("areaName", "areaNameZh", "areaNameEn"),
            own: self.area_name.as_deref(),
            zh: self.area_name_zh.as_deref(),
            en: self.area_name_en.as_deref(),
        };
        let before = (area.area_name_zh.as_str(), area.area_name_en.as_str());
        let (zh, en) = both_names(p, locale, name, Some(before), Text::new("请输入名称", "please enter name"));
        Area {
            area_name: if locale == Locale::En { en.clone() } else { zh.clone() },
            area_name_zh: zh,
            area_name_en: en,
            area_code: line(p, "areaCode", self.area_code.as_deref().unwrap_or_default(), LINE),
            flag: flag(p, self.flag.as_ref()),
            sort: positive(p, "sort", self.sort.as_ref()),
            ..area
        }
    }
}

/// Nothing, or a positive number of at most two digits.
fn flag(p: &mut Problems, given: Option<&Number>) -> String {
    let text = match given {
        None => String::new(),
        Some(Number::Whole(number)) => number.to_string(),
        Some(Number::Typed(text)) => text.trim().to_owned(),
        Some(Number::Other(number)) => number.to_string(),
    };
    if text.is_empty() {
        return text;
    }
    let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if !digits {
        p.add("flag", Text::new("请输入正整数", "please enter a positive integer"));
    } else if text.len() > 2 {
        p.add("flag", Text::new("最多2个字符", "at most 2 characters"));
    }
    text
}

/// Where something is: country, province and city, each in the one before, none without the one before.
/// A part of the records that say so: its fields stand among theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Place {
    /// Country.
    #[serde(rename = "countryId")]
    #[sqlx(rename = "country_id")]
    pub country: Option<Id>,
    /// Province.
    #[serde(rename = "provinceId")]
    #[sqlx(rename = "province_id")]
    pub province: Option<Id>,
    /// City.
    #[serde(rename = "cityId")]
    #[sqlx(rename = "city_id")]
    pub city: Option<Id>,
}

/// What the regions of a [`Place`] are called in the caller's language; empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceNames {
    /// The country.
    pub country_name: String,
    /// The province.
    pub province_name: String,
    /// The city.
    pub city_name: String,
}
