//! Sites and studies of the demonstration.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::areas::Place;
use crate::resources::sites::{self, NewSite, NewStudySite, TenantSite};
use crate::resources::studies::{self, NewStudy, Study};

/// Research centres: name, level (dictionary category 11), address, and their country, province and city as far as
/// they exist. The first counts as one that came with the platform.
const SITES: &[(&str, &str, &str, &[&str])] = &[
    ("北京协同医院", "11-3a", "北京市东城区", &["CN", "CN-BJ", "CN-110100"]),
    ("上海瑞安医院", "11-3a", "上海市黄浦区", &["CN", "CN-SH", "CN-310100"]),
    ("广州岭南医院", "11-3a", "广东省广州市越秀区", &["CN", "CN-GD", "CN-440100"]),
    ("成都华仁医院", "11-3a", "四川省成都市武侯区", &["CN", "CN-SC", "CN-510100"]),
    ("武汉同心医院", "11-3b", "湖北省武汉市江岸区", &["CN", "CN-HB", "CN-420100"]),
    ("杭州西溪医院", "11-3b", "浙江省杭州市西湖区", &["CN", "CN-ZJ", "CN-330100"]),
    ("西安长乐医院", "11-2a", "陕西省西安市新城区", &["CN", "CN-SN", "CN-610100"]),
    ("Harbour General Hospital", "11-3a", "Hong Kong", &["CN", "CN-HK", "CN-810000"]),
];

/// Studies: name, code, plan code, number of participating sites.
const STUDIES: &[(&str, &str, &str, usize)] = &[
    ("晚期非小细胞肺癌 III 期研究", "HK-101", "HK-101-P03", 6),
    ("2 型糖尿病 II 期研究", "HK-204", "HK-204-P02", 5),
    ("类风湿关节炎 III 期研究", "HK-310", "HK-310-P03", 4),
];

/// Creates the global sites.
pub async fn global_sites(cx: &mut Ctx, kind: &str) -> Result<Vec<Id>, Error> {
    let mut made = Vec::new();
    for (at, (name, level, address, place)) in SITES.iter().enumerate() {
        let region = |deep: usize| place.get(deep).copied().map(Id::from);
        let site = NewSite {
            site_name: (*name).to_owned(),
            level_id: Id::from(*level),
            type_id: Id::from(kind),
            address: (*address).to_owned(),
            remark: String::new(),
            place: Place { country: region(0), province: region(1), city: region(2) },
            stays: at == 0,
        };
        made.push(sites::create(cx, site).await?.id);
    }
    Ok(made)
}

/// Adds all global sites to a tenant.
pub async fn tenant_sites(cx: &mut Ctx, tenant: &Id, global: &[Id]) -> Result<Vec<TenantSite>, Error> {
    let mut made = Vec::new();
    for (site, (name, ..)) in global.iter().zip(SITES) {
        made.push(sites::add_to_tenant(cx, tenant, site, name).await?);
    }
    Ok(made)
}

/// Creates the studies of a tenant with their sites, coded `S01`, `S02` and so on.
pub async fn studies(cx: &mut Ctx, tenant: &Id, sponsor: &str, places: &[TenantSite]) -> Result<Vec<Study>, Error> {
    let mut made = Vec::new();
    for (name, code, plan, count) in STUDIES {
        let study = NewStudy {
            tenant_id: tenant.clone(),
            study_name: (*name).to_owned(),
            study_code: (*code).to_owned(),
            plan_code: (*plan).to_owned(),
            sponsor: sponsor.to_owned(),
        };
        let study = studies::create(cx, study).await?;
        for (number, place) in (1..).zip(places.iter().take(*count)) {
            let site = NewStudySite {
                study_id: study.id.clone(),
                tenant_site_id: place.id.clone(),
                code: format!("S{number:02}"),
            };
            sites::add_to_study(cx, site).await?;
        }
        made.push(study);
    }
    Ok(made)
}
