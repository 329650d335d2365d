//! Settings of how a deployment looks and calls itself.

use serde::{Deserialize, Serialize};

/// Names, logo and texts.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Branding {
    /// Page title, in Chinese and English.
    pub title: Bilingual,
    /// Full name of the system.
    pub system_name: Bilingual,
    /// Short name, in the top bar.
    pub system_abbr: Bilingual,
    /// Address of a logo on this server or as a data URL; empty: the built-in one.
    pub logo: String,
    /// Accent colour as `#rrggbb`; empty: the built-in one.
    pub accent: String,
    /// Copyright text.
    pub copyright: Bilingual,
    /// Filing (ICP) text; empty: none.
    pub filing: String,
}

/// A text in both languages.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Default for Branding {
    fn default() -> Self {
        let text = |zh: &str, en: &str| Bilingual { zh: zh.into(), en: en.into() };
        Self {
            title: text("Cardea 账户中心", "Cardea account centre"),
            system_name: text("临床试验账户中心", "Clinical trial account centre"),
            system_abbr: text("账户中心", "Cardea"),
            logo: String::new(),
            accent: String::new(),
            copyright: Bilingual::default(),
            filing: String::new(),
        }
    }
}
