//! Types of the regions.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::error::{Locale, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{NameGiven, Number, both_names};

/// The parent of a country.
pub const ROOT: &str = "0";

/// The depth of regions: countries are at level 1, cities at level 3.
pub const DEEPEST: i64 = 3;

/// A region, with its name in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "areas", stamped, unique("areaCode", "编码已存在", "this code is in use"))]
#[form(AreaInput, "What the form sends. The parent is that of a new region; a region stays where it is.")]
#[serde(rename_all = "camelCase")]
pub struct Area {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The parent region; `0` for a country.
    #[record(once, starts = Id::from(ROOT))]
    #[form(once, doc = "The region it is in; `0` or nothing for a country.")]
    #[record(to("areas", "下级区域", "regions in it"))]
    pub parent_id: Id,
    /// 1 country, 2 province, 3 city.
    #[record(once, starts = 1)]
    pub level: i64,
    /// Name in the caller's language.
    #[record(derived)]
    #[form(given = String)]
    pub area_name: String,
    /// Chinese name.
    #[record(column = "area_name", key = "name_key")]
    #[form(given = String, doc = "Chinese name; nothing leaves it as it is.")]
    pub area_name_zh: String,
    /// English name.
    #[record(key = "name_en_key")]
    #[form(given = String, doc = "English name; nothing leaves it as it is.")]
    pub area_name_en: String,
    /// Code, or empty; unique among its siblings, ignoring case.
    #[record(key = "code_key")]
    #[form(line, doc = "Code.")]
    pub area_code: String,
    /// Flag: a number of at most two digits, or empty.
    #[form(given = Number, schema = String, doc = "Flag: a positive number of at most two digits.")]
    pub flag: String,
    /// Position in the list.
    #[record(starts = 1)]
    #[form(positive, doc = "Place in the list: a positive whole number.")]
    pub sort: i64,
}

impl Area {
    /// Sets the names and the flag from a form and reports their errors.
    pub fn fill_in(&mut self, p: &mut Problems, locale: Locale, form: &AreaInput) {
        let name = NameGiven {
            fields: ("areaName", "areaNameZh", "areaNameEn"),
            own: form.area_name.as_deref(),
            zh: form.area_name_zh.as_deref(),
            en: form.area_name_en.as_deref(),
        };
        let before = (self.area_name_zh.as_str(), self.area_name_en.as_str());
        let (zh, en) = both_names(p, locale, name, Some(before), Text::new("请输入名称", "please enter name"));
        (self.area_name_zh, self.area_name_en) = (zh, en);
        self.flag = flag(p, form.flag.as_ref());
    }
}

/// Parses a flag: empty, or a positive number of at most two digits.
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

/// A place: country, province and city, each within the one before, and none without the one before. Records with a
/// place have these fields among their own.
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

/// The names of the regions of a [`Place`] in the caller's language; empty for those that are not given.
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
