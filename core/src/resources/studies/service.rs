//! The rules of the studies.

use super::model::{NewStudy, Study, StudyInput};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::{Ids, Sorts, Term};
use crate::kernel::resource::input::{LINE, count, is_day, line, required};
use crate::kernel::resource::{Kind, Narrow, Operation, Reach, Record as _, Resource, operations, record, sorts};
use crate::resources::dictionaries;
use crate::resources::tenants::Tenant;

/// What a list of studies is narrowed by.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// `0` is none in particular.
    tenant_id: Option<Id>,
    /// What the name or the code has in it.
    q: Option<Term>,
    /// What the name has in it.
    study_name: Option<Term>,
    id: Option<Ids>,
}

impl Narrow for Filter {
    fn term(&self) -> Option<&Term> {
        self.q.as_ref().filter(|term| !term.is_empty())
    }

    fn other_term(&self) -> Option<(&Term, &'static [&'static str])> {
        self.study_name.as_ref().filter(|term| !term.is_empty()).map(|term| (term, &["name_key"][..]))
    }

    fn ids(&self) -> Option<&Ids> {
        self.id.as_ref()
    }

    fn tenant(&self) -> Option<&Id> {
        self.tenant_id.as_ref().filter(|tenant| tenant.as_str() != ALL_TENANTS)
    }

    fn more<'q>(&self, query: Query<'q>) -> Query<'q> {
        query.push_if(" AND tenant_id = ", self.tenant().cloned())
    }
}

impl Resource for Study {
    type State = Kernel;
    type Form = StudyInput;
    type Filter = Filter;

    const NOUN: &'static str = "studies";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "getTenantProjectList",
            "The studies of the tenants that the caller administers, or of one of these (`0`: of all).",
        ),
        Operation::new(Kind::Read, "getTenantProjectById", "One study."),
        Operation::new(Kind::Create, "addTenantProject", "Makes a study."),
        Operation::new(Kind::Update, "updateTenantProject", "Changes a study.").part_of(&["addTenantProject"]),
        Operation::new(
            Kind::Remove,
            "delteTenantProjectById",
            "Removes a study that has no sites, no systems and no authorised people.",
        ),
    ];
    const PERMISSION: Permission = Permission::Studies;
    /// The studies' own menu, and the menus that choose a study first.
    const READERS: &'static [Permission] = &[
        Permission::Studies,
        Permission::StudySites,
        Permission::StudySoftware,
        Permission::UserAllowed,
        Permission::Authorization,
    ];
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = sorts![studies; "studyName": name_key, id; "studyCode": code_key, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key", "code_key"];
    const CALLED: (&'static str, &'static str) = ("项目", "study");
    const SAMPLE: &'static str = r#"{ "tenantId": "{tenant}", "studyName": "Lung III", "studyCode": "HK-101",
        "planCode": "HK-101-P03", "principal": "Li Na", "nameAbbr": "LUNG", "fameFull": "A trial of a drug",
        "siteCount": 6, "patientCount": 240, "researchStageId": "8-p3" }"#;

    /// The rules of study and platform administration, section 5.
    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &StudyInput,
        before: Option<&Self>,
        study: &mut Self,
    ) -> Result<(), Error> {
        if before.is_none() {
            named_by_tenant(cx, p, study).await?;
        }
        p.check(!study.fame_full.is_empty(), "fameFull", "请输入全称", "enter the full name");
        let sites = Text::new("请输入中心数量", "enter the number of sites");
        study.site_count = count(p, "siteCount", form.site_count.as_ref(), sites);
        let subjects = Text::new("请输入受试者数量", "enter the number of subjects");
        study.patient_count = count(p, "patientCount", form.patient_count.as_ref(), subjects);
        check_days(p, study);
        check_choices(cx, p, study).await
    }

    /// Sets the names of what is chosen from dictionaries, in the caller's language.
    async fn describe(cx: &mut ReadCtx, studies: &mut [Self]) -> Result<(), Error> {
        let items: Vec<Id> =
            studies.iter_mut().flat_map(Self::chosen).filter_map(|chosen| chosen.item.clone()).collect();
        let names = dictionaries::names(cx, items).await?;
        for chosen in studies.iter_mut().flat_map(Self::chosen) {
            *chosen.desc = chosen.item.as_ref().and_then(|id| names.get(id)).cloned().unwrap_or_default();
        }
        Ok(())
    }

    async fn removed(_: &Kernel, cx: &mut Ctx, study: &Self) -> Result<(), Error> {
        store::free_code(cx, &study.id).await
    }
}

async fn named_by_tenant(cx: &mut Ctx, p: &mut Problems, study: &mut Study) -> Result<(), Error> {
    match record::get_kept::<Tenant>(cx, &study.tenant_id).await? {
        None => p.check(false, "tenantId", "请选择租户", "please select a tenant"),
        Some(tenant) => study.tenant_name = tenant.tenant_name,
    }
    Ok(())
}

/// Checks both days, each of which may be absent.
fn check_days(p: &mut Problems, study: &mut Study) {
    let mut all_are_days = true;
    for (field, day) in [("startTime", &mut study.start_time), ("endTime", &mut study.end_time)] {
        *day = day.take().filter(|day| !day.is_empty());
        let fine = day.as_deref().is_none_or(is_day);
        p.check(fine, field, "日期格式须为yyyy-MM-dd", "the date must be yyyy-MM-dd");
        all_are_days &= fine;
    }
    if let (true, Some(start), Some(end)) = (all_are_days, &study.start_time, &study.end_time) {
        // Dates in the form yyyy-MM-dd sort as text.
        let in_order = start < end;
        p.check(in_order, "endTime", "开始时间不能小于结束时间", "start time cannot be later than the end time");
    }
}

/// Checks that what is chosen from dictionaries is the tenant's to choose.
async fn check_choices(cx: &mut Ctx, p: &mut Problems, study: &mut Study) -> Result<(), Error> {
    let items: Vec<Id> = study.chosen().into_iter().filter_map(|chosen| chosen.item.clone()).collect();
    let kept = dictionaries::kept(cx, items, &study.tenant_id).await?;
    for chosen in study.chosen() {
        let fits = |id| kept.get(id).is_some_and(|category| *category == chosen.category.id());
        if !chosen.item.as_ref().is_none_or(fits) {
            p.add(chosen.field, chosen.wrong);
        }
    }
    Ok(())
}

/// Makes a study of a whole form, and audits it. Dictionaries must be seeded.
pub async fn make(cx: &mut Ctx, form: &StudyInput) -> Result<Study, Error> {
    operations::make(cx, form).await
}

/// Makes a study of which only the beginning is known, and audits it.
pub async fn create(cx: &mut Ctx, new: NewStudy) -> Result<Study, Error> {
    let mut p = Problems::default();
    let mut study = Study {
        tenant_id: new.tenant_id,
        study_name: required(&mut p, "studyName", &new.study_name, Text::new("请输入名称", "enter the name")),
        study_code: required(&mut p, "studyCode", &new.study_code, Text::new("请输入编号", "enter the code")),
        plan_code: required(&mut p, "planCode", &new.plan_code, Text::new("请输入方案编号", "enter the plan number")),
        sponsor: line(&mut p, "sponsor", &new.sponsor, LINE),
        ..Study::blank(cx.new_id(), cx.now())
    };
    named_by_tenant(cx, &mut p, &mut study).await?;
    p.into_result()?;
    operations::add(cx, study).await
}
