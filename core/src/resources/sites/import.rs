//! The import of global sites from a file: checked first, all or none; a second import changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json as Answer;
use axum::extract::{DefaultBodyLimit, State};

use super::model::{Site, SiteInput};
use super::store::{self, Kept};
use crate::kernel::ctx::{Act, Audited as _, Ctx, Permission, ReadCtx, SignedIn};
use crate::kernel::error::{Code, Error, Problems};
use crate::kernel::fold::fold;
use crate::kernel::http::Json;
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::{Form as _, Record as _, record};
use crate::resources::areas::{self, Place};
use crate::resources::dictionaries::{self, Category};
use crate::resources::sheet::{Columns, Field, ImportRequest, ImportResult, ImportState, Line, MAX_BODY};

/// Names of one lookup.
const AT_ONCE: usize = 100;

/// The operation, with a greater body limit for the file.
pub fn router(state: ImportState) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(import)).layer(DefaultBodyLimit::max(MAX_BODY)).with_state(state)
}

/// The columns; regions, level and type by a name in either language or by their codes.
const FIELDS: &[Field] = &[
    ("siteName", ["名称", "Name"]),
    ("levelId", ["级别", "Level"]),
    ("typeId", ["类型", "Type"]),
    ("countryId", ["国家", "Country"]),
    ("provinceId", ["省/州", "Province/State"]),
    ("cityId", ["城市", "City"]),
    ("address", ["地址", "Address"]),
    ("remark", ["备注", "Remark"]),
];
/// The first so many columns are required.
const NEEDED: usize = 3;

/// Makes global sites from a file: all of them or, where a row is wrong, none. Name and region identify a site: rows
/// equal to an existing site are skipped.
#[utoipa::path(post, path = "/api/admin/sites/import", operation_id = "importSites", tag = "sites",
    extensions(("x-max-body" = json!(8_388_608))),
    request_body = ImportRequest, responses((status = 200, body = ImportResult)))]
async fn import(
    State(state): State<ImportState>,
    _: SignedIn,
    mut cx: Ctx,
    Json(body): Json<ImportRequest>,
) -> Result<Answer<ImportResult>, Error> {
    cx.require(Permission::Sites, Act::Edit)?;
    let (lines, file) = state.exports.open(body.content.unwrap_or_default(), body.file_name).await?;
    // Checking takes time in proportion to the file; it must not block writers.
    let (result, mut fresh) = judge(&mut cx.new_read_transaction(), &lines).await?;
    if result.stays_out(body.dry_run) {
        return Ok(Answer(result));
    }
    let file = state.exports.store(&cx, file, Permission::Sites, None).await;
    for part in fresh.chunks_mut(AT_ONCE) {
        refuse_namesakes(&mut cx, part).await?;
        store::describe(&mut cx, part).await?;
    }
    for site in &fresh {
        record::insert(&mut cx, site).await?;
        cx.audit("site.created", site)?;
    }
    let result = result.applied(&mut cx, file, ("site.imported", Site::RESOURCE), None).await?;
    cx.commit().await?;
    Ok(Answer(result))
}

/// Refuses the file if another transaction has made one of its sites since the check.
async fn refuse_namesakes(cx: &mut ReadCtx, fresh: &[Site]) -> Result<(), Error> {
    let names = fresh.iter().map(|site| fold(&site.site_name)).collect();
    let kept = store::kept(cx, names).await?;
    let made = |site: &Site| kept.iter().any(|k| k.name_key == fold(&site.site_name) && k.place == site.place);
    if fresh.iter().any(made) { Err(Error::new(Code::Conflict)) } else { Ok(()) }
}

/// The existing sites that a file may mean, by name.
async fn there(cx: &mut ReadCtx, columns: &Columns, rows: &[Line]) -> Result<BTreeMap<String, Vec<Kept>>, Error> {
    let mut there: BTreeMap<String, Vec<Kept>> = BTreeMap::new();
    let names: BTreeSet<String> = rows.iter().map(|line| fold(&columns.get(line, "siteName"))).collect();
    let names: Vec<String> = names.into_iter().collect();
    for part in names.chunks(AT_ONCE) {
        for kept in store::kept(cx, part.to_vec()).await? {
            there.entry(kept.name_key.clone()).or_default().push(kept);
        }
    }
    Ok(there)
}

/// The ids of the names in a file.
struct Known {
    levels: BTreeMap<String, Id>,
    types: BTreeMap<String, Id>,
    regions: areas::Finder,
}

impl Known {
    async fn read(cx: &mut ReadCtx) -> Result<Self, Error> {
        let all = Id::from(ALL_TENANTS);
        let levels = dictionaries::named(cx, Category::SiteLevels, &all).await?;
        let types = dictionaries::named(cx, Category::SiteTypes, &all).await?;
        Ok(Self { levels, types, regions: areas::Finder::default() })
    }

    /// The site of a row, checked like the form.
    async fn site(
        &mut self,
        cx: &mut ReadCtx,
        p: &mut Problems,
        columns: &Columns,
        line: &Line,
    ) -> Result<Site, Error> {
        let get = |field: &str| columns.get(line, field);
        let named = columns.place(line);
        let Place { country, province, city } = self.regions.place(cx, p, named.each_ref().map(String::as_str)).await?;
        let input = SiteInput {
            version: None,
            site_name: Some(get("siteName")),
            country_id: country,
            province_id: province,
            city_id: city,
            level_id: self.levels.get(&fold(&get("levelId"))).cloned(),
            type_id: self.types.get(&fold(&get("typeId"))).cloned(),
            address: Some(get("address")),
            remark: Some(get("remark")),
        };
        p.check(input.level_id.is_some(), "levelId", "请选择级别", "please select the level");
        p.check(input.type_id.is_some(), "typeId", "请选择类型", "please select the type");
        let mut site = Site::blank(cx.new_id(), cx.now());
        input.over(p, &mut site, true);
        Ok(site)
    }
}

/// Checks every row. Returns the result of the import and the sites to make.
async fn judge(cx: &mut ReadCtx, lines: &[Line]) -> Result<(ImportResult, Vec<Site>), Error> {
    let [header, rows @ ..] = lines else { return Err(Error::new(Code::Internal)) };
    let columns = Columns::of(header, FIELDS, NEEDED)?;
    let mut known = Known::read(cx).await?;
    let there = there(cx, &columns, rows).await?;
    let (mut result, locale) = (ImportResult::of(rows.len()), cx.locale());
    let (mut seen, mut fresh) = (BTreeSet::new(), Vec::new());
    for line in rows {
        let mut p = Problems::default();
        let site = known.site(cx, &mut p, &columns, line).await?;
        let (name, place) = (fold(&site.site_name), site.place.clone());
        let namesakes: Vec<&Kept> = there.get(&name).into_iter().flatten().filter(|k| k.place == place).collect();
        let just_so = namesakes.iter().any(|kept| kept.is(&site));
        let new = namesakes.is_empty() || just_so;
        p.check(new, "siteName", "该地区已有同名中心", "the region has a site of this name already");
        p.check(seen.insert((name, place)), "siteName", "文件中重复", "twice in the file");
        if !result.takes(line.row, p, locale) {
            continue;
        }
        if result.counts(just_so) {
            fresh.push(site);
        }
    }
    Ok((result, fresh))
}
