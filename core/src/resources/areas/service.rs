//! The rules of the regions, and the functions for other modules.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Area, AreaInput, DEEPEST, Place, PlaceNames, ROOT};
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Locale, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::Sorts;
use crate::kernel::resource::{Kind, Operation, Reach, Resource, operations, record, sorts};

impl Resource for Area {
    type State = Kernel;
    type Form = AreaInput;
    type Filter = Filter;

    const NOUN: &'static str = "areas";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "countryList",
            "Countries, or with `parentId` the regions of one, named in the caller's language. Ten thousand are read in \
             ranges of at most 1000.",
        )
        .calls(&["eareChildList"]),
        Operation::new(Kind::Read, "getEare", "One region."),
        Operation::new(Kind::Create, "addEare", "Makes a region."),
        Operation::new(Kind::Update, "updateEare", "Changes a region.").part_of(&["addEare"]),
        Operation::new(Kind::Remove, "deleteEare", "Removes a region that nothing holds and nothing is in any more."),
    ];
    const PERMISSION: Permission = Permission::Areas;
    /// The regions' own menu, and the menus whose forms choose a region.
    const READERS: &'static [Permission] =
        &[Permission::Areas, Permission::Tenants, Permission::Sites, Permission::Users];
    const REACH: Reach = Reach::Readers;
    const SORTS: Sorts = sorts!["sort": parent_id, sort, id; "id": id;];
    const CALLED: (&'static str, &'static str) = ("区域", "region");
    const SAMPLE: &'static str = r#"{ "areaName": "Of {tenant}", "sort": 1 }"#;

    /// The rules of tenant administration, section 5.
    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &AreaInput,
        before: Option<&Self>,
        area: &mut Self,
    ) -> Result<(), Error> {
        if before.is_none() && area.parent_id.as_str() != ROOT {
            let above = record::get_kept::<Self>(cx, &area.parent_id).await?.filter(|of| of.level < DEEPEST);
            p.check(above.is_some(), "parentId", "请选择上级区域", "please select the region above");
            area.level = above.map_or(DEEPEST, |of| of.level + 1);
        }
        area.fill_in(p, cx.locale(), form);
        Ok(())
    }

    async fn describe(cx: &mut ReadCtx, areas: &mut [Self]) -> Result<(), Error> {
        let english = cx.locale() == Locale::En;
        for area in areas {
            let name = if english { &area.area_name_en } else { &area.area_name_zh };
            area.area_name.clone_from(name);
        }
        Ok(())
    }
}

/// Makes a region and audits it.
pub async fn create(cx: &mut Ctx, input: &AreaInput) -> Result<Area, Error> {
    operations::make(cx, input).await
}

/// Checks a place: each region exists and is within the one before. Reports errors on the fields `countryId`,
/// `provinceId` and `cityId`.
pub async fn check(cx: &mut ReadCtx, p: &mut Problems, place: &Place) -> Result<(), Error> {
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
        let found = record::get::<Area>(cx, id).await?.filter(|area| Some(&area.parent_id) == above.as_ref());
        if found.is_none() {
            p.add(field, text);
        }
        above = found.map(|area| area.id);
    }
    Ok(())
}

/// The names of regions.
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

/// The names of the regions of these places in the caller's language; removed regions too, because records still refer
/// to them.
pub async fn describe(cx: &mut ReadCtx, places: impl IntoIterator<Item = Place>) -> Result<Names, Error> {
    let ids = places.into_iter().flat_map(|place| [place.country, place.province, place.city]).flatten();
    let ids: BTreeSet<Id> = ids.collect();
    if ids.is_empty() {
        return Ok(Names::default());
    }
    Ok(Names(store::names(cx, ids).await?))
}
