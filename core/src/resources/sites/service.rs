//! The rules of the global sites.

use super::model::{NewSite, Site, SiteInput};
use super::store;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::resources::areas;
use crate::resources::dictionaries::{self, Category};

/// Whether the category has the item; nothing is not in it.
async fn chosen(cx: &mut Ctx, category: Category, item: Option<&Id>) -> Result<bool, Error> {
    match item {
        Some(item) => dictionaries::exists(cx, category, item, None).await,
        None => Ok(false),
    }
}

/// Lays an input over a site and checks it whole (tenant administration, section 5); `once`, that it is not there already,
/// as an import does: a site is the one of its name in its region.
async fn parse(cx: &mut Ctx, input: &SiteInput, site: Site, once: bool) -> Result<Site, Error> {
    let mut p = Problems::default();
    let mut site = input.over(&mut p, site);
    let level = chosen(cx, Category::SiteLevels, site.level_id.as_ref()).await?;
    p.check(level, "levelId", "请选择级别", "please select the level");
    let kind = chosen(cx, Category::SiteTypes, site.type_id.as_ref()).await?;
    p.check(kind, "typeId", "请选择类型", "please select the type");
    areas::check(cx, &mut p, &site.place).await?;
    if once && p.is_empty() {
        let namesake = store::has_namesake(cx, &site).await?;
        p.check(!namesake, "siteName", "该地区已有同名中心", "the region has a site of this name already");
    }
    p.into_result()?;
    store::describe(cx, std::slice::from_mut(&mut site)).await?;
    Ok(site)
}

/// Makes a global site and notes it in the audit.
pub async fn create(cx: &mut Ctx, new: NewSite) -> Result<Site, Error> {
    let blank = Site { is_user_add: i64::from(!new.stays), ..Site::blank(cx.new_id(), cx.now()) };
    add(cx, &new.into(), blank, false).await
}

/// The same, as its form has it.
pub async fn save(cx: &mut Ctx, input: &SiteInput) -> Result<Site, Error> {
    let blank = Site::blank(cx.new_id(), cx.now());
    add(cx, input, blank, true).await
}

async fn add(cx: &mut Ctx, input: &SiteInput, blank: Site, once: bool) -> Result<Site, Error> {
    let site = parse(cx, input, blank, once).await?;
    store::insert(cx, &site).await?;
    cx.audit("site.created", &site)?;
    Ok(site)
}

async fn there(cx: &mut Ctx, id: &Id) -> Result<Site, Error> {
    store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

/// Changes a site and notes it in the audit.
///
/// Errors: [`Code::NotFound`]; [`Code::Conflict`] where somebody else was faster.
pub async fn update(cx: &mut Ctx, id: &Id, input: &SiteInput) -> Result<Site, Error> {
    let before = there(cx, id).await?;
    let version = given_version(input.version)?;
    let changed = Site { version, updated_at: cx.now(), ..before.clone() };
    // Namesakes that are there already can be changed in everything else.
    let elsewhere = |site: &Site| (fold(&site.site_name), site.place.clone());
    let here = elsewhere(&before);
    let mut p = Problems::default();
    let moved = elsewhere(&input.over(&mut p, changed.clone())) != here;
    let mut after = parse(cx, input, changed, moved).await?;
    store::update(cx, &mut after).await?;
    cx.audit_change("site.updated", &before, &after)?;
    Ok(after)
}

/// Removes a site, leaving a tombstone, and notes it in the audit.
///
/// Errors: [`Code::NotFound`]; [`Code::InUse`] where a tenant has it; [`Code::Forbidden`] for what came with the
/// platform.
pub async fn remove(cx: &mut Ctx, id: &Id) -> Result<Site, Error> {
    let site = there(cx, id).await?;
    if site.is_user_add == 0 {
        let text = Text::new("平台自带的中心不能删除", "a site that came with the platform stays");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    store::refuse_if_used(cx, id).await?;
    store::delete(cx, &site).await?;
    cx.audit_deletion("site.deleted", &site)?;
    Ok(site)
}
