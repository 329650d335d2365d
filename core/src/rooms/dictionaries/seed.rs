//! The categories and items that the server brings along.

use super::model::Category;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::ALL_TENANTS;

/// Code, Chinese name, English name.
type Face = (&'static str, &'static str, &'static str);

/// Category, its names, whether tenants have items of their own, and its items in their order.
const CATEGORIES: &[(Category, &str, &str, bool, &[Face])] = &[
    (
        Category::Tenants,
        "租户类别",
        "Tenant category",
        false,
        &[
            ("SPONSOR", "申办方", "Sponsor"),
            ("CRO", "合同研究组织", "Contract research organisation"),
            ("SMO", "现场管理组织", "Site management organisation"),
            ("SITE", "研究机构", "Research institution"),
        ],
    ),
    (
        Category::Positions,
        "职位",
        "Position",
        true,
        &[
            ("PM", "项目经理", "Project manager"),
            ("CRA", "临床监查员", "Clinical research associate"),
            ("CRC", "临床协调员", "Clinical research coordinator"),
            ("PI", "主要研究者", "Principal investigator"),
            ("DM", "数据管理员", "Data manager"),
            ("STAT", "统计师", "Statistician"),
        ],
    ),
    (
        Category::UserTypes,
        "用户类型",
        "User type",
        true,
        &[
            ("SPONSOR", "申办方人员", "Sponsor staff"),
            ("CRO", "CRO人员", "CRO staff"),
            ("SITE", "中心人员", "Site staff"),
            ("VENDOR", "供应商人员", "Vendor staff"),
        ],
    ),
    (
        Category::SiteLevels,
        "中心级别",
        "Site level",
        false,
        &[
            ("3A", "三级甲等", "Tertiary, grade A"),
            ("3B", "三级乙等", "Tertiary, grade B"),
            ("2A", "二级甲等", "Secondary, grade A"),
            ("2B", "二级乙等", "Secondary, grade B"),
            ("OTHER", "其他", "Other"),
        ],
    ),
    (
        Category::SiteTypes,
        "中心类型",
        "Site type",
        false,
        &[
            ("GENERAL", "综合医院", "General hospital"),
            ("SPECIAL", "专科医院", "Specialised hospital"),
            ("TCM", "中医医院", "Hospital of traditional Chinese medicine"),
            ("CLINIC", "诊所", "Clinic"),
            ("PHASE1", "一期病房", "Phase I unit"),
        ],
    ),
];

/// Puts the categories and items into the database that are not there yet. Item ids are
/// `<category>-<code>`, so that seeding again finds them.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    let now = cx.now();
    for (category, zh, en, is_tenant, items) in CATEGORIES {
        cx.db()
            .await?
            .query(
                "INSERT INTO dictionary_categories (id, name, name_en, is_tenant) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (id) DO NOTHING",
            )
            .bind(category.id())
            .bind(*zh)
            .bind(*en)
            .bind(*is_tenant)
            .execute()
            .await?;
        for (sort, (code, zh, en)) in (1_i64..).zip(*items) {
            cx.db()
                .await?
                .query(
                    "INSERT INTO dictionary_items (id, version, category_id, tenant_id, parent_id, dic_name, \
                     dic_name_en, dic_code, sort, created_at, updated_at) \
                     VALUES ($1, 1, $2, $3, '0', $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING",
                )
                .bind(format!("{}-{}", category.id(), code.to_lowercase()))
                .bind(category.id())
                .bind(ALL_TENANTS)
                .bind(*zh)
                .bind(*en)
                .bind(*code)
                .bind(sort)
                .bind(now)
                .bind(now)
                .execute()
                .await?;
        }
    }
    Ok(())
}
