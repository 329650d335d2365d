//! The rules of the global sites.

use super::model::{Site, SiteInput};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::page::Sorts;
use crate::kernel::resource::{
    ByName, Change, Form as _, Kind, Operation, Reach, Record as _, Resource, operations, sorts,
};
use crate::resources::areas;
use crate::resources::dictionaries::{self, Category};

impl Resource for Site {
    type State = Kernel;
    type Form = SiteInput;
    type Filter = ByName;

    const NOUN: &'static str = "sites";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "siteList", "The research centres of the platform."),
        Operation::new(Kind::Read, "getSiteInfo", "One site."),
        Operation::new(Kind::Create, "saveSiteInfo", "Makes a site."),
        Operation::new(Kind::Update, "updateSiteInfo", "Changes a site.").part_of(&["saveSiteInfo"]),
        Operation::new(Kind::Remove, "deleteSite", "Removes a site that no tenant has, leaving a tombstone."),
    ];
    const PERMISSION: Permission = Permission::Sites;
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = sorts!["siteName": name_key, id; "createdAt": created_at, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key"];
    const CALLED: (&'static str, &'static str) = ("中心", "site");
    const SAMPLE: &'static str = r#"{ "siteName": "{tenant}", "levelId": "11-3a", "typeId": "12-general" }"#;

    async fn possible(_: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Remove(site) if site.is_user_add == 0 => {
                let text = Text::new("平台自带的中心不能删除", "a site that came with the platform stays");
                Err(Error::new(Code::Forbidden).message(text))
            }
            _ => Ok(()),
        }
    }

    /// The rules of tenant administration, section 5. Name and region identify a site; existing namesakes can still
    /// change everything else.
    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        _: &SiteInput,
        before: Option<&Self>,
        site: &mut Self,
    ) -> Result<(), Error> {
        check_choices(cx, p, site).await?;
        let elsewhere = |site: &Self| (fold(&site.site_name), site.place.clone());
        let moved = before.is_none_or(|before| elsewhere(before) != elsewhere(site));
        if moved && p.is_empty() {
            let namesake = store::has_namesake(cx, site).await?;
            p.check(!namesake, "siteName", "该地区已有同名中心", "the region has a site of this name already");
        }
        Ok(())
    }

    async fn describe(cx: &mut ReadCtx, sites: &mut [Self]) -> Result<(), Error> {
        store::describe(cx, sites).await
    }

    async fn changed(_: &Self::State, cx: &mut Ctx, before: &Self, after: &Self) -> Result<(), Error> {
        if before.site_name == after.site_name { Ok(()) } else { store::rename_at_tenants(cx, after).await }
    }
}

/// Checks level, type and regions, of which the form has only the ids.
async fn check_choices(cx: &mut ReadCtx, p: &mut Problems, site: &Site) -> Result<(), Error> {
    let fields = [
        ("levelId", Category::SiteLevels, site.level_id.as_ref(), Text::new("请选择级别", "please select the level")),
        ("typeId", Category::SiteTypes, site.type_id.as_ref(), Text::new("请选择类型", "please select the type")),
    ];
    dictionaries::check(cx, p, None, fields).await?;
    areas::check(cx, p, &site.place).await
}

/// Makes a global site and audits it; another one may have the same name. One that `stays` cannot be removed.
pub async fn create(cx: &mut Ctx, new: SiteInput, stays: bool) -> Result<Site, Error> {
    let mut site = Site { is_user_add: i64::from(!stays), ..Site::blank(cx.new_id(), cx.now()) };
    let mut p = Problems::default();
    new.over(&mut p, &mut site, true);
    check_choices(cx, &mut p, &site).await?;
    p.into_result()?;
    operations::add(cx, site).await
}
