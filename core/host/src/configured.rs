//! What operators filled in for a plugin's settings, and what a call gets of it: the guest its values, the trial system
//! the secrets, in headers that the guest neither sees nor sets.

use std::collections::BTreeMap;

use cardea_bundle::{Catalogues, Setting, SettingKind, SettingValue};
use http::{HeaderName, HeaderValue};
use zeroize::Zeroizing;

use super::catalogue::{self, Locale};
use super::info::PluginInfo;

/// What was filled in at one place: for the platform, or for one tenant.
#[derive(Clone, Default)]
pub struct Stored {
    /// The publisher for whose plugin it was filled in. Another publisher's plugin gets none of it.
    pub publisher: String,
    /// Changes with every change of the values. What a plugin keeps in its cache is kept apart by it.
    pub scope: String,
    /// The values that are no secrets, by key.
    pub values: BTreeMap<String, SettingValue>,
    /// The secrets, by key.
    pub secrets: BTreeMap<String, Zeroizing<String>>,
}

impl std::fmt::Debug for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let secrets: Vec<_> = self.secrets.keys().collect();
        f.debug_struct("Stored").field("values", &self.values).field("secrets", &secrets).finish_non_exhaustive()
    }
}

/// All that applies to a call, the more general places first.
#[derive(Clone, Debug, Default)]
pub struct Configured(pub Vec<Stored>);

/// What a call of one version gets.
#[derive(Default)]
pub(super) struct Resolved {
    /// For the guest: `setting.<key>` and its value.
    pub(super) pairs: Vec<(String, String)>,
    /// For the call's requests.
    pub(super) sent: Sent,
    /// The first required setting that nobody filled in.
    pub(super) missing: Option<String>,
}

/// What the requests of a call carry.
#[derive(Default)]
pub(super) struct Sent {
    /// The secrets in their headers.
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    /// Names the values: see [`Stored::scope`].
    pub(super) scope: String,
}

impl Configured {
    /// What a version gets of it. A value that does not fit the version's declaration counts as not filled in: the
    /// declaration of another version may be another.
    pub(super) fn of(&self, info: &PluginInfo) -> Resolved {
        let own: Vec<&Stored> = self.0.iter().filter(|stored| stored.publisher == info.publisher).collect();
        let mut resolved = Resolved::default();
        for setting in &info.settings {
            let is_there = if setting.kind == SettingKind::Secret {
                let header = own.iter().rev().find_map(|stored| header(setting, stored.secrets.get(&setting.key)?));
                header.map(|header| resolved.sent.headers.push(header)).is_some()
            } else {
                let fits = |value: &&SettingValue| setting.accepts(value).is_ok();
                let given = own.iter().rev().find_map(|stored| stored.values.get(&setting.key).filter(fits));
                let value = given.or(setting.default.as_ref()).map(SettingValue::text);
                value.map(|value| resolved.pairs.push((format!("setting.{}", setting.key), value))).is_some()
            };
            if setting.required && !is_there && resolved.missing.is_none() {
                resolved.missing = Some(setting.label.clone());
            }
        }
        if !info.settings.is_empty() {
            resolved.sent.scope = own.iter().map(|stored| stored.scope.as_str()).collect::<Vec<_>>().join("/");
        }
        resolved
    }

    /// The keys of a version's required settings that nobody filled in.
    pub fn missing<'i>(&self, info: &'i PluginInfo) -> Vec<&'i str> {
        let without = |setting: &&Setting| {
            let alone = PluginInfo { settings: vec![Setting::clone(setting)], ..info.clone() };
            self.of(&alone).missing.is_some()
        };
        info.settings.iter().filter(without).map(|setting| setting.key.as_str()).collect()
    }
}

fn header(setting: &Setting, secret: &Zeroizing<String>) -> Option<(HeaderName, HeaderValue)> {
    let name = HeaderName::from_bytes(setting.header.as_ref()?.as_bytes()).ok()?;
    let mut value = HeaderValue::from_str(secret).ok()?;
    value.set_sensitive(true);
    Some((name, value))
}

/// The sentence about a required setting that nobody filled in.
pub(super) fn not_filled_in(label: &str, catalogues: &Catalogues, locale: Locale) -> String {
    let label = catalogue::render(catalogues, locale, label, &[], label);
    match locale {
        Locale::Zh => format!("插件设置“{label}”尚未填写，请联系平台管理员"),
        Locale::En => {
            format!("The plugin's setting “{label}” is not filled in; please ask the platform's administrator")
        }
    }
}

/// A setting with its texts in one language, for a form.
#[derive(Clone, Debug)]
pub struct DeclaredSetting {
    /// As the manifest declares it.
    pub setting: Setting,
    /// Its name.
    pub label: String,
    /// A sentence that explains it.
    pub help: Option<String>,
    /// The choices: value and name.
    pub choices: Vec<(String, String)>,
}

/// A version's settings, in the order of the form.
pub(super) fn declared(info: &PluginInfo, catalogues: &Catalogues, locale: Locale) -> Vec<DeclaredSetting> {
    let text = |key: &String| catalogue::render(catalogues, locale, key, &[], key);
    let one = |setting: &Setting| DeclaredSetting {
        label: text(&setting.label),
        help: setting.help.as_ref().map(text),
        choices: setting.choices.iter().map(|choice| (choice.value.clone(), text(&choice.label))).collect(),
        setting: setting.clone(),
    };
    info.settings.iter().map(one).collect()
}
