//! Settings of the deployment's look and names.

use serde::{Deserialize, Serialize};

use crate::kernel::text::Locale;

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
    /// The logo: `file:` and the path of a picture, an address on this server, or a data URL; empty: the built-in logo.
    pub logo: String,
    /// The icon of the pages, given in the same ways; empty: the logo.
    pub favicon: String,
    /// Accent colour as `#rrggbb`; empty: the built-in colour.
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

impl Bilingual {
    /// The text in one language.
    #[must_use]
    pub fn in_locale(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }
}

impl Default for Branding {
    fn default() -> Self {
        let text = |zh: &str, en: &str| Bilingual { zh: zh.into(), en: en.into() };
        Self {
            title: text("Cardea 账户中心", "Cardea account centre"),
            system_name: text("临床试验账户中心", "Clinical trial account centre"),
            system_abbr: text("账户中心", "Cardea"),
            logo: String::new(),
            favicon: String::new(),
            accent: String::new(),
            copyright: Bilingual::default(),
            filing: String::new(),
        }
    }
}

/// The source of a brand picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture<'a> {
    /// No picture is set.
    None,
    /// An address on this server, from its root.
    Address(&'a str),
    /// A data URL (RFC 2397): its media type with parameters, and its data.
    Data(&'a str, &'a str),
    /// A file; a relative path begins in the data folder.
    File(&'a str),
    /// A value that pages may not show.
    Unknown,
}

impl<'a> Picture<'a> {
    /// The picture of a setting.
    #[must_use]
    pub fn of(setting: &'a str) -> Self {
        if setting.is_empty() {
            return Self::None;
        }
        if let Some(path) = setting.strip_prefix("file:") {
            return Self::File(path);
        }
        if let Some((kind, text)) = setting.strip_prefix("data:").and_then(|rest| rest.split_once(',')) {
            return Self::Data(kind, text);
        }
        let own = setting.starts_with('/') && !setting.starts_with("//") && !setting.contains('\\');
        if own { Self::Address(setting) } else { Self::Unknown }
    }

    /// The address of the picture for pages.
    #[must_use]
    pub fn address(setting: &'a str) -> Option<&'a str> {
        match Self::of(setting) {
            Self::None | Self::Unknown => None,
            Self::Address(_) | Self::Data(..) => Some(setting),
            Self::File(_) => Some("/brand/logo"),
        }
    }
}
