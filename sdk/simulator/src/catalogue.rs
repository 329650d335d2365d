//! The choices of a study. Every study of a system offers the same, so that any study code that an administrator
//! binds can be tried.

use serde_json::{Value, json};

use crate::Software;
use crate::locale::{Locale, Text};

struct Entry {
    id: &'static str,
    name: Text,
}

struct RoleEntry {
    id: &'static str,
    name: Text,
    /// The environments in which it exists.
    environments: &'static [&'static str],
}

/// A sub-project of RTSM, with some of its roles.
struct SubProject {
    id: &'static str,
    name: Text,
    environment: &'static str,
    roles: &'static [&'static str],
}

/// The choices of one system.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(Software);

const EVERYWHERE: &[&str] = &["prod", "uat", "training"];

const fn entry(id: &'static str, zh: &'static str, en: &'static str) -> Entry {
    Entry { id, name: Text { zh, en } }
}

const fn role(
    id: &'static str,
    zh: &'static str,
    en: &'static str,
    environments: &'static [&'static str],
) -> RoleEntry {
    RoleEntry { id, name: Text { zh, en }, environments }
}

const ENVIRONMENTS: &[Entry] = &[
    entry("prod", "生产环境", "Production"),
    entry("uat", "验收环境", "Acceptance testing"),
    entry("training", "培训环境", "Training"),
];

const EDC_ROLES: &[RoleEntry] = &[
    role("investigator", "研究者", "Investigator", EVERYWHERE),
    role("sub-investigator", "助理研究者", "Sub-investigator", EVERYWHERE),
    role("crc", "临床研究协调员", "Clinical research coordinator", EVERYWHERE),
    role("cra", "临床监查员", "Clinical research associate", EVERYWHERE),
    role("data-manager", "数据管理员", "Data manager", &["prod", "uat"]),
    role("medical-monitor", "医学监查员", "Medical monitor", &["prod", "uat"]),
    role("medical-coder", "医学编码员", "Medical coder", &["prod", "uat"]),
    role("statistician", "统计师", "Statistician", &["prod"]),
    role("safety-officer", "药物警戒专员", "Safety officer", &["prod"]),
    role("auditor", "稽查员", "Auditor", &["prod"]),
    role("form-designer", "表单设计员", "Form designer", &["uat"]),
    role("tester", "测试员", "Tester", &["uat"]),
];
const RTSM_ROLES: &[RoleEntry] = &[
    role("investigator", "研究者", "Investigator", EVERYWHERE),
    role("pharmacist", "药师", "Pharmacist", EVERYWHERE),
    role("supply-manager", "药物供应管理员", "Supply manager", &["prod", "uat"]),
    role("unblinded-statistician", "非盲统计师", "Unblinded statistician", &["prod"]),
];
const CTMS_ROLES: &[RoleEntry] = &[
    role("project-manager", "项目经理", "Project manager", EVERYWHERE),
    role("cra", "临床监查员", "Clinical research associate", EVERYWHERE),
    role("site-manager", "中心管理员", "Site manager", &["prod", "uat"]),
];
const ETMF_ROLES: &[RoleEntry] = &[
    role("document-owner", "文档负责人", "Document owner", EVERYWHERE),
    role("document-reviewer", "文档审核员", "Document reviewer", EVERYWHERE),
    role("inspector", "检查员", "Inspector", &["prod"]),
];

const EDC_MODULES: &[Entry] = &[
    entry("data-entry", "数据录入", "Data entry"),
    entry("query-management", "质疑管理", "Query management"),
    entry("source-verification", "源数据核查", "Source data verification"),
    entry("coding", "医学编码", "Medical coding"),
    entry("reports", "报表查看", "Reports"),
];
const CTMS_TENANT_ROLES: &[Entry] =
    &[entry("tenant-member", "租户成员", "Tenant member"), entry("tenant-reviewer", "租户审阅者", "Tenant reviewer")];
const ETMF_TENANT_ROLES: &[Entry] = &[
    entry("archive-member", "档案成员", "Archive member"),
    entry("archive-administrator", "档案管理员", "Archive administrator"),
];

/// Sites of the systems that have sites of their own, with the codes that the platform's studies use.
const SITES: &[Entry] = &[
    entry("S01", "第一中心", "First site"),
    entry("S02", "第二中心", "Second site"),
    entry("S03", "第三中心", "Third site"),
    entry("S04", "第四中心", "Fourth site"),
];
const STOCK_HOUSES: &[Entry] = &[
    entry("central", "中心库房", "Central stock house"),
    entry("north", "北方库房", "Northern stock house"),
    entry("south", "南方库房", "Southern stock house"),
];
const SUB_PROJECTS: &[SubProject] = &[
    SubProject {
        id: "main",
        name: Text { zh: "主研究", en: "Main study" },
        environment: "prod",
        roles: &["investigator", "pharmacist", "supply-manager", "unblinded-statistician"],
    },
    SubProject {
        id: "extension",
        name: Text { zh: "延长期研究", en: "Extension study" },
        environment: "prod",
        roles: &["investigator", "pharmacist"],
    },
];

/// Types of roles, where one list has both.
const FIRST_TYPE: u8 = 1;
const SECOND_TYPE: u8 = 2;

impl Catalogue {
    /// The catalogue of a system.
    pub fn of(software: Software) -> Self {
        Self(software)
    }

    /// The data of `getAuthRemoteList`: in each system a shape of its own.
    pub(crate) fn listing(self, study: &str, locale: Locale) -> Value {
        match self.0 {
            Software::Edc => {
                let module =
                    |entry: &Entry| json!({ "id": entry.id, "name": entry.name.get(locale), "type": FIRST_TYPE });
                let role = |role: &RoleEntry| {
                    let name = role.name.get(locale);
                    json!({ "id": role.id, "name": name, "type": SECOND_TYPE, "environments": role.environments })
                };
                let infos = EDC_MODULES.iter().map(module).chain(EDC_ROLES.iter().map(role)).collect::<Vec<_>>();
                json!({ "Environments": named(ENVIRONMENTS, locale), "RoleInfos": infos })
            }
            Software::Rtsm => {
                let one = |one: &SubProject| {
                    let roles: Vec<_> = RTSM_ROLES.iter().filter(|role| one.roles.contains(&role.id)).collect();
                    json!({
                        "projectId": one.id,
                        "projectName": one.name.get(locale),
                        "environmentFlag": one.environment,
                        "studyId": format!("{study}-{}", one.id),
                        "roles": roles.into_iter().map(|role| named_one(role.id, role.name, locale)).collect::<Vec<_>>(),
                        "sites": sites(locale),
                        "stockHouses": named(STOCK_HOUSES, locale),
                    })
                };
                json!({ "List": SUB_PROJECTS.iter().map(one).collect::<Vec<_>>() })
            }
            Software::Ctms => {
                let roles: Vec<_> = CTMS_ROLES.iter().map(|entry| role_in(entry, locale)).collect();
                json!({ "tenantRoles": named(CTMS_TENANT_ROLES, locale), "studyRoles": roles })
            }
            Software::Etmf => {
                let typed = |mut value: Value, kind: u8| {
                    value["type"] = json!(kind);
                    value
                };
                let tenant = named(ETMF_TENANT_ROLES, locale).into_iter().map(|value| typed(value, FIRST_TYPE));
                let study = ETMF_ROLES.iter().map(|entry| typed(role_in(entry, locale), SECOND_TYPE));
                json!({ "sites": sites(locale), "roles": tenant.chain(study).collect::<Vec<_>>() })
            }
        }
    }

    /// Whether a role exists in an environment.
    pub fn has_role(self, role: &str, environment: &str) -> bool {
        self.role_entries().iter().any(|entry| entry.id == role && entry.environments.contains(&environment))
    }

    /// Whether a module role or a tenant role exists.
    pub fn has_module_role(self, id: &str) -> bool {
        self.modules().iter().any(|entry| entry.id == id)
    }

    /// Whether RTSM has this sub-project with this role, these sites and these stock houses.
    pub(crate) fn has_sub_project(self, id: &str, role: &str, sites: &[String], houses: &[String]) -> bool {
        let has = |list: &[Entry], ids: &[String]| ids.iter().all(|id| list.iter().any(|entry| entry.id == id));
        self.0 == Software::Rtsm
            && SUB_PROJECTS.iter().any(|one| one.id == id && one.roles.contains(&role))
            && has(SITES, sites)
            && has(STOCK_HOUSES, houses)
    }

    /// Whether the system has this site of its own.
    pub(crate) fn has_site(id: &str) -> bool {
        SITES.iter().any(|entry| entry.id == id)
    }

    /// The name of a role in a language, for people.
    pub(crate) fn role_name(self, id: &str, locale: Locale) -> Option<&'static str> {
        let role = self.role_entries().iter().find(|role| role.id == id)?;
        Some(role.name.get(locale))
    }

    /// The name of an environment in a language, for people.
    pub(crate) fn environment_name(id: &str, locale: Locale) -> Option<&'static str> {
        name_of(ENVIRONMENTS, id, locale)
    }

    /// The name of a module role or a tenant role in a language, for people.
    pub(crate) fn module_role_name(self, id: &str, locale: Locale) -> Option<&'static str> {
        name_of(self.modules(), id, locale)
    }

    /// The name of a stock house in a language, for people.
    pub(crate) fn stock_house_name(id: &str, locale: Locale) -> Option<&'static str> {
        name_of(STOCK_HOUSES, id, locale)
    }

    fn role_entries(self) -> &'static [RoleEntry] {
        match self.0 {
            Software::Edc => EDC_ROLES,
            Software::Rtsm => RTSM_ROLES,
            Software::Ctms => CTMS_ROLES,
            Software::Etmf => ETMF_ROLES,
        }
    }

    fn modules(self) -> &'static [Entry] {
        match self.0 {
            Software::Edc => EDC_MODULES,
            Software::Rtsm => &[],
            Software::Ctms => CTMS_TENANT_ROLES,
            Software::Etmf => ETMF_TENANT_ROLES,
        }
    }
}

fn named_one(id: &str, name: Text, locale: Locale) -> Value {
    json!({ "id": id, "name": name.get(locale) })
}

fn named(entries: &[Entry], locale: Locale) -> Vec<Value> {
    entries.iter().map(|entry| named_one(entry.id, entry.name, locale)).collect()
}

fn sites(locale: Locale) -> Vec<Value> {
    let site = |entry: &Entry| json!({ "id": entry.id, "name": format!("{} {}", entry.id, entry.name.get(locale)) });
    SITES.iter().map(site).collect()
}

/// A study role with its environment, which is the first one in which it exists.
fn role_in(role: &RoleEntry, locale: Locale) -> Value {
    json!({ "id": role.id, "name": role.name.get(locale), "environmentId": role.environments.first() })
}

fn name_of(entries: &[Entry], id: &str, locale: Locale) -> Option<&'static str> {
    entries.iter().find(|entry| entry.id == id).map(|entry| entry.name.get(locale))
}
