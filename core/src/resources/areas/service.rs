//! The rules of the regions, and what other modules ask of them.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Area, AreaInput, DEEPEST, Place, PlaceNames, ROOT};
use super::store;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::id::Id;
use crate::kernel::resource::{refuse_if_held, used};

/// Makes a region and notes it in the audit.
pub async fn create(cx: &mut Ctx, input: &AreaInput) -> Result<Area, Error> {
    let mut p = Problems::default();
    let parent_id = input.parent_id.clone().unwrap_or_else(|| Id::from(ROOT));
    let mut level = 1;
    if parent_id.as_str() != ROOT {
        let parent = store::get(cx, &parent_id).await?.filter(|of| of.level < DEEPEST);
        p.check(parent.is_some(), "parentId", "请选择上级区域", "please select the region above");
        level = parent.map_or(DEEPEST, |of| of.level + 1);
    }
    let blank = Area {
        id: cx.new_id(),
        version: 1,
        parent_id,
        level,
        area_name: String::new(),
        area_name_zh: String::new(),
        area_name_en: String::new(),
        area_code: String::new(),
        flag: String::new(),
        sort: 1,
    };
    let area = input.over(&mut p, cx.locale(), blank);
    p.into_result()?;
    store::insert(cx, &area).await?;
    cx.audit("area.created", &area)?;
    Ok(area)
}

async fn there(cx: &mut Ctx, id: &Id) -> Result<Area, Error> {
    store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

/// Changes a region and notes it in the audit. It stays where it is.
///
/// Errors: [`Code::NotFound`]; [`Code::Conflict`] where somebody else was faster.
pub async fn update(cx: &mut Ctx, id: &Id, input: &AreaInput) -> Result<Area, Error> {
    let before = there(cx, id).await?;
    let version = given_version(input.version)?;
    let mut p = Problems::default();
    let mut after = input.over(&mut p, cx.locale(), Area { version, ..before.clone() });
    p.into_result()?;
    store::update(cx, &mut after).await?;
    cx.audit_change("area.updated", &before, &after)?;
    Ok(after)
}

/// Removes a region, leaving a tombstone, and notes it in the audit.
///
/// Errors: [`Code::NotFound`]; [`Code::InUse`] where records hold it, or regions are in it.
pub async fn remove(cx: &mut Ctx, id: &Id) -> Result<Area, Error> {
    let area = there(cx, id).await?;
    refuse_if_held(cx, "areas", id, used("区域", "region")).await?;
    store::delete(cx, &area).await?;
    cx.audit_deletion("area.deleted", &area)?;
    Ok(area)
}

/// Checks that a place is one: each region is there, and in the one before. What is wrong is said on the fields
/// `countryId`, `provinceId` and `cityId`.
pub async fn check(cx: &mut Ctx, p: &mut Problems, place: &Place) -> Result<(), Error> {
    let steps = [
        (&place.country, "countryId", Text::new("请选择国家", "please select a country")),
        (&place.province, "provinceId", Text::new("请选择该国家的省份", "please select a province of the country")),
        (&place.city, "cityId", Text::new("请选择该省份的城市", "please select a city of the province")),
    ];
    let mut above = Some(Id::from(ROOT));
    for (id, field, text) in steps {
        let Some(id) = id else {
            above = None;
            continue;
        };
        let found = store::get(cx, id).await?.filter(|area| Some(&area.parent_id) == above.as_ref());
        if found.is_none() {
            p.add(field, text);
        }
        above = found.map(|area| area.id);
    }
    Ok(())
}

/// What regions are called.
#[derive(Debug, Default)]
pub struct Names(BTreeMap<Id, String>);

impl Names {
    /// The name of a region; empty for none.
    fn one(&self, id: Option<&Id>) -> String {
        id.and_then(|id| self.0.get(id)).cloned().unwrap_or_default()
    }

    /// The names of a place.
    #[must_use]
    pub fn of(&self, place: &Place) -> PlaceNames {
        PlaceNames {
            country_name: self.one(place.country.as_ref()),
            province_name: self.one(place.province.as_ref()),
            city_name: self.one(place.city.as_ref()),
        }
    }
}

/// The names of the regions of places in the caller's language; of removed ones too, because records still refer to
/// them.
pub async fn describe(cx: &mut Ctx, places: impl IntoIterator<Item = Place>) -> Result<Names, Error> {
    let ids = places.into_iter().flat_map(|place| [place.country, place.province, place.city]).flatten();
    let ids: BTreeSet<Id> = ids.collect();
    if ids.is_empty() {
        return Ok(Names::default());
    }
    Ok(Names(store::names(cx, ids).await?))
}
