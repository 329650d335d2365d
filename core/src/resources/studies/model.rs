//! Types of the studies.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::error::Text;
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::resources::dictionaries::Category;

/// A study (study and platform administration, section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
// Always there. LEFT JOIN lets what is counted do without it.
#[record(
    table = "studies",
    joins = "LEFT JOIN tenants t ON t.id = studies.tenant_id",
    tenant = tenant_id,
    unique("studyCode", "项目编号已存在", "this study code is in use")
)]
#[form(StudyInput, "What the form of a study sends. The tenant is that of a new one, and stays.")]
#[serde(rename_all = "camelCase")]
pub struct Study {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    #[record(once, to("tenants", "项目", "studies"))]
    #[form(once)]
    pub tenant_id: Id,
    /// The tenant's name.
    #[record(from = t)]
    pub tenant_name: String,
    /// Name.
    #[record(key = "name_key")]
    #[form(required("请输入名称", "enter the name"))]
    pub study_name: String,
    /// Code; unique in its tenant, ignoring case.
    #[record(key = "code_key")]
    #[form(required("请输入编号", "enter the code"))]
    pub study_code: String,
    /// Plan (protocol) code.
    #[form(required("请输入方案编号", "enter the plan number"))]
    pub plan_code: String,
    /// Person in charge.
    #[form(required("请输入负责人", "enter the person in charge"))]
    pub principal: String,
    /// Abbreviated name.
    #[form(required("请输入简称", "enter the abbreviated name"))]
    pub name_abbr: String,
    /// Full name.
    #[form(note)]
    pub fame_full: String,
    /// Sponsor.
    #[form(line)]
    pub sponsor: String,
    /// Department type: an item of dictionary category 15.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub department_type_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub department_type_desc: String,
    /// Research type: an item of dictionary category 7.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub research_type_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub research_type_desc: String,
    /// Study scope: an item of dictionary category 4.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub study_scope_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub study_scope_desc: String,
    /// Product type: an item of dictionary category 6.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub product_type_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub product_type_desc: String,
    /// Research stage: an item of dictionary category 8.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub research_stage_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub research_stage_desc: String,
    /// Research target: an item of dictionary category 10.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub research_target_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub research_target_desc: String,
    /// Therapeutic area: an item of dictionary category 16.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub therapeutic_area_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub therapeutic_area_desc: String,
    /// Study status: an item of dictionary category 5.
    #[form(plain)]
    #[record(to("dictionary_items", "项目", "studies"))]
    pub study_status_id: Option<Id>,
    /// Its name in the caller's language.
    #[record(derived)]
    pub study_status_desc: String,
    /// Indication.
    #[form(note)]
    pub indication: String,
    /// Research product.
    #[form(note)]
    pub product_info: String,
    /// Comparator drug.
    #[form(note)]
    pub drug_info: String,
    /// First day, `yyyy-MM-dd`.
    #[form(plain)]
    pub start_time: Option<String>,
    /// Last day, `yyyy-MM-dd`; later than the first.
    #[form(plain)]
    pub end_time: Option<String>,
    /// Duration, in words.
    #[form(line)]
    pub duration_time: String,
    /// Planned number of sites; nothing in a study that has not said it yet.
    #[form(given = Number, schema = i64, doc = "Planned number of sites: a whole number that is not negative.")]
    pub site_count: Option<i64>,
    /// Planned number of subjects; nothing in a study that has not said it yet.
    #[form(given = Number, schema = i64, doc = "Planned number of subjects: a whole number that is not negative.")]
    pub patient_count: Option<i64>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// A field that holds an item of a dictionary.
pub struct Chosen<'s> {
    pub category: Category,
    pub field: &'static str,
    pub item: &'s Option<Id>,
    /// The item's name.
    pub desc: &'s mut String,
    /// The sentence for an item of another category or tenant.
    pub wrong: Text,
}

impl Study {
    /// Its fields that hold an item of a dictionary.
    pub const fn chosen(&mut self) -> [Chosen<'_>; 8] {
        use Category as C;
        macro_rules! chosen {
            ($($category:ident $field:literal $item:ident $desc:ident $zh:literal $en:literal;)*) => {
                [$(Chosen {
                    category: C::$category,
                    field: $field,
                    item: &self.$item,
                    desc: &mut self.$desc,
                    wrong: Text::new($zh, $en),
                }),*]
            };
        }
        chosen! {
            DepartmentTypes "departmentTypeId" department_type_id department_type_desc
                "请选择部门类型" "select the department type";
            ResearchTypes "researchTypeId" research_type_id research_type_desc
                "请选择研究类型" "select the research type";
            StudyScopes "studyScopeId" study_scope_id study_scope_desc
                "请选择研究范围" "select the study scope";
            ProductTypes "productTypeId" product_type_id product_type_desc
                "请选择产品类型" "select the product type";
            ResearchStages "researchStageId" research_stage_id research_stage_desc
                "请选择研究阶段" "select the research stage";
            ResearchTargets "researchTargetId" research_target_id research_target_desc
                "请选择研究目的" "select the research target";
            TherapeuticAreas "therapeuticAreaId" therapeutic_area_id therapeutic_area_desc
                "请选择治疗领域" "select the therapeutic area";
            StudyStatuses "studyStatusId" study_status_id study_status_desc
                "请选择研究状态" "select the study status";
        }
    }
}

/// A new study, for callers without a form: what every study has had from the beginning.
#[derive(Clone, Debug)]
pub struct NewStudy {
    /// Its tenant.
    pub tenant_id: Id,
    /// Name.
    pub study_name: String,
    /// Code.
    pub study_code: String,
    /// Plan (protocol) code.
    pub plan_code: String,
    /// Sponsor; may be empty.
    pub sponsor: String,
}
