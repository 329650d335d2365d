//! Finds regions by the names in an imported file.

use std::collections::BTreeMap;

use super::model::{Place, ROOT};
use super::store;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;

/// The children of a region by their names and codes; `None` where several share one.
type Below = BTreeMap<String, Option<Id>>;

/// Finds regions by a name in either language, or by their code. Reads the children of a region once, however many rows
/// the file has.
#[derive(Debug, Default)]
pub struct Finder(BTreeMap<Id, Below>);

impl Finder {
    async fn below(&mut self, cx: &mut ReadCtx, parent: &Id) -> Result<&Below, Error> {
        if !self.0.contains_key(parent) {
            let mut below = Below::new();
            let mut add = |key: String, id: &Id| {
                let known = below.entry(key).or_insert_with(|| Some(id.clone()));
                if known.as_ref().is_some_and(|other| other != id) {
                    *known = None;
                }
            };
            for one in store::below(cx, parent).await? {
                for key in [one.name_key, one.name_en_key, one.code_key] {
                    add(key, &one.id);
                }
            }
            self.0.insert(parent.clone(), below);
        }
        Ok(self.0.entry(parent.clone()).or_default())
    }

    /// The place of a row with the names of country, province and city, each within the one before. Reports unknown
    /// names on the fields `countryId`, `provinceId` and `cityId`.
    pub async fn place(&mut self, cx: &mut ReadCtx, p: &mut Problems, named: [&str; 3]) -> Result<Place, Error> {
        const STEPS: [(&str, Text); 3] = [
            ("countryId", Text::new("国家不存在", "there is no such country")),
            ("provinceId", Text::new("该国家没有此省份", "the country has no such province")),
            ("cityId", Text::new("该省份没有此城市", "the province has no such city")),
        ];
        let mut found = [None, None, None];
        let mut above = Some(Id::from(ROOT));
        for (at, (name, (field, text))) in named.into_iter().zip(STEPS).enumerate() {
            if name.is_empty() {
                above = None;
                continue;
            }
            let known = match &above {
                Some(parent) => self.below(cx, parent).await?.get(&fold(name)).cloned().flatten(),
                None => None,
            };
            if known.is_none() {
                p.add(field, text);
            }
            found[at].clone_from(&known);
            above = known;
        }
        let [country, province, city] = found;
        Ok(Place { country, province, city })
    }
}
