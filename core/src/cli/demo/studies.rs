//! Sites and studies of the demonstration.

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::resources::sites::{self, SiteInput, TenantSite};
use crate::resources::studies::{self, Study, StudyInput};

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

/// A study with the number of its sites.
struct Planned {
    name: &'static str,
    abbr: &'static str,
    code: &'static str,
    plan: &'static str,
    principal: &'static str,
    stage: &'static str,
    area: &'static str,
    days: (&'static str, &'static str),
    sites: usize,
    patients: i64,
}

const STUDIES: &[Planned] = &[
    Planned {
        name: "晚期非小细胞肺癌 III 期研究",
        abbr: "HK-101",
        code: "HK-101",
        plan: "HK-101-P03",
        principal: "李娜",
        stage: "8-p3",
        area: "16-onc-lung",
        days: ("2026-01-05", "2028-12-31"),
        sites: 6,
        patients: 420,
    },
    Planned {
        name: "2 型糖尿病 II 期研究",
        abbr: "HK-204",
        code: "HK-204",
        plan: "HK-204-P02",
        principal: "王敏",
        stage: "8-p2",
        area: "16-endo-t2dm",
        days: ("2026-03-02", "2027-06-30"),
        sites: 5,
        patients: 160,
    },
    Planned {
        name: "类风湿关节炎 III 期研究",
        abbr: "HK-310",
        code: "HK-310",
        plan: "HK-310-P03",
        principal: "陈静",
        stage: "8-p3",
        area: "16-immunology",
        days: ("2025-09-01", "2027-08-31"),
        sites: 4,
        patients: 300,
    },
];

impl Planned {
    /// Its form, with what all of them have in common.
    fn form(&self, tenant: &Id, sponsor: &str) -> StudyInput {
        let text = |text: &str| Some(text.to_owned());
        let item = |id: &'static str| Some(Id::from(id));
        StudyInput {
            tenant_id: Some(tenant.clone()),
            study_name: text(self.name),
            study_code: text(self.code),
            plan_code: text(self.plan),
            principal: text(self.principal),
            name_abbr: text(self.abbr),
            fame_full: Some(format!("评价 {} 有效性和安全性的随机、双盲、多中心临床研究：{}", self.abbr, self.name)),
            sponsor: text(sponsor),
            department_type_id: item("15-operations"),
            research_type_id: item("7-interventional"),
            study_scope_id: item("4-national"),
            product_type_id: item("6-drug-chemical"),
            research_stage_id: item(self.stage),
            research_target_id: item("10-treatment"),
            therapeutic_area_id: item(self.area),
            study_status_id: item("5-recruiting"),
            product_info: text(self.abbr),
            drug_info: text("安慰剂"),
            start_time: text(self.days.0),
            end_time: text(self.days.1),
            site_count: i64::try_from(self.sites).ok().map(Number::Whole),
            patient_count: Some(Number::Whole(self.patients)),
            ..StudyInput::default()
        }
    }
}

/// Creates the global sites.
pub async fn global_sites(cx: &mut Ctx, kind: &str) -> Result<Vec<Id>, Error> {
    let mut made = Vec::new();
    for (at, (name, level, address, place)) in SITES.iter().enumerate() {
        let region = |deep: usize| place.get(deep).copied().map(Id::from);
        let site = SiteInput {
            site_name: Some((*name).to_owned()),
            level_id: Some(Id::from(*level)),
            type_id: Some(Id::from(kind)),
            address: Some((*address).to_owned()),
            country_id: region(0),
            province_id: region(1),
            city_id: region(2),
            ..SiteInput::default()
        };
        made.push(sites::create(cx, site, at == 0).await?.id);
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
    for planned in STUDIES {
        let study = studies::make(cx, &planned.form(tenant, sponsor)).await?;
        for (number, place) in (1..).zip(places.iter().take(planned.sites)) {
            sites::add_to_study(cx, &study.id, &place.id, &format!("S{number:02}")).await?;
        }
        made.push(study);
    }
    Ok(made)
}
