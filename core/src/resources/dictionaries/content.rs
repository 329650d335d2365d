//! The seeded categories and items.

/// Code, Chinese name, English name.
pub type Face = (&'static str, &'static str, &'static str);

/// An item and its children.
pub type Entry = (Face, &'static [Face]);

/// A category with its items in their order.
pub struct Content {
    pub id: &'static str,
    pub zh: &'static str,
    pub en: &'static str,
    /// Whether tenants may have items of their own.
    pub is_tenant: bool,
    pub items: &'static [Entry],
}

const fn of(id: &'static str, zh: &'static str, en: &'static str, items: &'static [Entry]) -> Content {
    Content { id, zh, en, is_tenant: false, items }
}

const fn of_tenants(id: &'static str, zh: &'static str, en: &'static str, items: &'static [Entry]) -> Content {
    Content { id, zh, en, is_tenant: true, items }
}

const fn one(code: &'static str, zh: &'static str, en: &'static str) -> Entry {
    ((code, zh, en), &[])
}

/// The categories, in the order of their ids (study administration, section 3; tenant administration, section 9).
pub const CATEGORIES: &[Content] = &[
    of(
        "1",
        "租户类别",
        "Tenant category",
        &[
            one("SPONSOR", "申办方", "Sponsor"),
            one("CRO", "合同研究组织", "Contract research organisation"),
            one("SMO", "现场管理组织", "Site management organisation"),
            one("SITE", "研究机构", "Research institution"),
        ],
    ),
    of_tenants(
        "2",
        "职位",
        "Position",
        &[
            one("PM", "项目经理", "Project manager"),
            one("CRA", "临床监查员", "Clinical research associate"),
            one("CRC", "临床协调员", "Clinical research coordinator"),
            one("PI", "主要研究者", "Principal investigator"),
            one("DM", "数据管理员", "Data manager"),
            one("STAT", "统计师", "Statistician"),
        ],
    ),
    of_tenants(
        "3",
        "用户类型",
        "User type",
        &[
            one("SPONSOR", "申办方人员", "Sponsor staff"),
            one("CRO", "CRO人员", "CRO staff"),
            one("SITE", "中心人员", "Site staff"),
            one("VENDOR", "供应商人员", "Vendor staff"),
        ],
    ),
    of(
        "4",
        "研究范围",
        "Study scope",
        &[
            one("SINGLE", "单中心", "Single centre"),
            one("NATIONAL", "国内多中心", "National, several centres"),
            one("INTERNATIONAL", "国际多中心", "International, several centres"),
        ],
    ),
    of(
        "5",
        "研究状态",
        "Study status",
        &[
            one("PLANNED", "筹备中", "Planned"),
            one("RECRUITING", "招募中", "Recruiting"),
            one("ONGOING", "进行中（招募结束）", "Ongoing, recruitment closed"),
            one("SUSPENDED", "暂停", "Suspended"),
            one("COMPLETED", "已完成", "Completed"),
            one("TERMINATED", "提前终止", "Terminated early"),
        ],
    ),
    of("6", "产品类型", "Product type", PRODUCTS),
    of(
        "7",
        "研究类型",
        "Research type",
        &[
            one("INTERVENTIONAL", "干预性研究", "Interventional study"),
            one("OBSERVATIONAL", "观察性研究", "Observational study"),
            one("BE", "生物等效性研究", "Bioequivalence study"),
            one("RWS", "真实世界研究", "Real-world study"),
            one("REGISTRY", "患者登记研究", "Patient registry"),
        ],
    ),
    of(
        "8",
        "研究阶段",
        "Research stage",
        &[
            one("P0", "0期", "Phase 0"),
            one("P1", "I期", "Phase I"),
            one("P1-2", "I/II期", "Phase I/II"),
            one("P2", "II期", "Phase II"),
            one("P2-3", "II/III期", "Phase II/III"),
            one("P3", "III期", "Phase III"),
            one("P4", "IV期", "Phase IV"),
            one("NA", "不适用", "Not applicable"),
        ],
    ),
    of(
        "10",
        "研究目的",
        "Research target",
        &[
            one("TREATMENT", "治疗", "Treatment"),
            one("PREVENTION", "预防", "Prevention"),
            one("DIAGNOSTIC", "诊断", "Diagnosis"),
            one("SUPPORTIVE", "支持治疗", "Supportive care"),
            one("SCREENING", "筛查", "Screening"),
            one("BASIC", "基础科学", "Basic science"),
        ],
    ),
    of(
        "11",
        "中心级别",
        "Site level",
        &[
            one("3A", "三级甲等", "Tertiary, grade A"),
            one("3B", "三级乙等", "Tertiary, grade B"),
            one("3C", "三级丙等", "Tertiary, grade C"),
            one("2A", "二级甲等", "Secondary, grade A"),
            one("2B", "二级乙等", "Secondary, grade B"),
            one("2C", "二级丙等", "Secondary, grade C"),
            one("1", "一级", "Primary"),
            one("OTHER", "其他", "Other"),
        ],
    ),
    of(
        "12",
        "中心类型",
        "Site type",
        &[
            one("GENERAL", "综合医院", "General hospital"),
            one("SPECIAL", "专科医院", "Specialised hospital"),
            one("TCM", "中医医院", "Hospital of traditional Chinese medicine"),
            one("CLINIC", "诊所", "Clinic"),
            one("PHASE1", "一期病房", "Phase I unit"),
        ],
    ),
    of_tenants(
        "15",
        "部门类型",
        "Department type",
        &[
            one("OPERATIONS", "临床运营", "Clinical operations"),
            one("MEDICAL", "医学", "Medical affairs"),
            one("DM", "数据管理", "Data management"),
            one("STAT", "生物统计", "Biostatistics"),
            one("PV", "药物警戒", "Pharmacovigilance"),
            one("QA", "质量保证", "Quality assurance"),
            one("RA", "注册事务", "Regulatory affairs"),
        ],
    ),
    of("16", "治疗领域", "Therapeutic area", AREAS),
];

const PRODUCTS: &[Entry] = &[
    (
        ("DRUG", "药品", "Medicinal product"),
        &[
            ("DRUG-CHEMICAL", "化学药", "Chemical"),
            ("DRUG-BIOLOGICAL", "生物制品", "Biological"),
            ("DRUG-TCM", "中药", "Traditional Chinese medicine"),
        ],
    ),
    (
        ("DEVICE", "医疗器械", "Medical device"),
        &[
            ("DEVICE-1", "第一类", "Class I"),
            ("DEVICE-2", "第二类", "Class II"),
            ("DEVICE-3", "第三类", "Class III"),
            ("DEVICE-IVD", "体外诊断试剂", "In-vitro diagnostic"),
        ],
    ),
    one("VACCINE", "疫苗", "Vaccine"),
    one("ATMP", "细胞和基因治疗产品", "Cell or gene therapy"),
    one("OTHER", "其他", "Other"),
];

const AREAS: &[Entry] = &[
    (
        ("ONCOLOGY", "肿瘤", "Oncology"),
        &[
            ("ONC-LUNG", "肺癌", "Lung cancer"),
            ("ONC-BREAST", "乳腺癌", "Breast cancer"),
            ("ONC-GI", "消化道肿瘤", "Gastrointestinal cancer"),
            ("ONC-LIVER", "肝癌", "Liver cancer"),
            ("ONC-BLOOD", "血液肿瘤", "Haematological malignancy"),
        ],
    ),
    (
        ("CARDIOLOGY", "心血管", "Cardiovascular"),
        &[
            ("CARD-HTN", "高血压", "Hypertension"),
            ("CARD-HF", "心力衰竭", "Heart failure"),
            ("CARD-CHD", "冠心病", "Coronary heart disease"),
        ],
    ),
    (
        ("ENDOCRINE", "内分泌与代谢", "Endocrine and metabolic"),
        &[
            ("ENDO-T1DM", "1型糖尿病", "Type 1 diabetes"),
            ("ENDO-T2DM", "2型糖尿病", "Type 2 diabetes"),
            ("ENDO-OBESITY", "肥胖症", "Obesity"),
        ],
    ),
    one("NEUROLOGY", "神经", "Neurology"),
    one("PSYCHIATRY", "精神", "Psychiatry"),
    one("RESPIRATORY", "呼吸", "Respiratory"),
    one("GASTRO", "消化", "Gastroenterology"),
    one("IMMUNOLOGY", "风湿免疫", "Rheumatology and immunology"),
    one("INFECTION", "感染", "Infectious disease"),
    one("NEPHROLOGY", "肾脏与泌尿", "Nephrology and urology"),
    one("DERMATOLOGY", "皮肤", "Dermatology"),
    one("OPHTHALMOLOGY", "眼科", "Ophthalmology"),
    one("OTHER", "其他", "Other"),
];
