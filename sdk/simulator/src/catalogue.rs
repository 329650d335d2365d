//! The choices of a study. Every study of a system offers the same, so that any study code that an administrator
//! binds can be tried.

use serde::Serialize;

use crate::Software;
use crate::locale::{Locale, Text};

/// A choice: an environment or a module role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its id, unique within its list.
    pub id: &'static str,
    /// Its name, in the requested language.
    pub name: &'static str,
}

/// A study role and the environments in which it exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Role {
    /// Its id.
    pub id: &'static str,
    /// Its name, in the requested language.
    pub name: &'static str,
    /// Ids of the environments in which it exists.
    pub environments: &'static [&'static str],
}

struct Entry {
    id: &'static str,
    name: Text,
}

struct RoleEntry {
    id: &'static str,
    name: Text,
    environments: &'static [&'static str],
}

/// The environments, roles and module roles of one system.
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
const RTSM_MODULES: &[Entry] = &[
    entry("randomisation", "随机", "Randomisation"),
    entry("dispensing", "发药", "Dispensing"),
    entry("shipment", "运输", "Shipment"),
];
const CTMS_MODULES: &[Entry] =
    &[entry("visits", "访视报告", "Visit reports"), entry("milestones", "里程碑", "Milestones")];
const ETMF_MODULES: &[Entry] = &[entry("filing", "归档", "Filing"), entry("quality", "质量检查", "Quality check")];

impl Catalogue {
    /// The catalogue of a system.
    pub fn of(software: Software) -> Self {
        Self(software)
    }

    pub(crate) fn environments(locale: Locale) -> Vec<Named> {
        named(ENVIRONMENTS, locale)
    }

    pub(crate) fn module_roles(self, locale: Locale) -> Vec<Named> {
        named(self.modules(), locale)
    }

    pub(crate) fn roles(self, locale: Locale) -> Vec<Role> {
        self.role_entries()
            .iter()
            .map(|role| Role { id: role.id, name: role.name.get(locale), environments: role.environments })
            .collect()
    }

    /// Whether a role exists in an environment.
    pub fn has_role(self, role: &str, environment: &str) -> bool {
        self.role_entries().iter().any(|entry| entry.id == role && entry.environments.contains(&environment))
    }

    /// Whether a module role exists.
    pub fn has_module_role(self, id: &str) -> bool {
        self.modules().iter().any(|entry| entry.id == id)
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

    /// The name of a module role in a language, for people.
    pub(crate) fn module_role_name(self, id: &str, locale: Locale) -> Option<&'static str> {
        name_of(self.modules(), id, locale)
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
            Software::Rtsm => RTSM_MODULES,
            Software::Ctms => CTMS_MODULES,
            Software::Etmf => ETMF_MODULES,
        }
    }
}

fn named(entries: &'static [Entry], locale: Locale) -> Vec<Named> {
    entries.iter().map(|entry| Named { id: entry.id, name: entry.name.get(locale) }).collect()
}

fn name_of(entries: &[Entry], id: &str, locale: Locale) -> Option<&'static str> {
    entries.iter().find(|entry| entry.id == id).map(|entry| entry.name.get(locale))
}
