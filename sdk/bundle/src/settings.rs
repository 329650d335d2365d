//! The settings that a plugin declares: what an operator fills in for it, for the whole platform or for one tenant.

use serde::{Deserialize, Serialize};

use crate::Catalogues;

/// The most settings of a plugin.
pub const MAX_SETTINGS: usize = 32;
/// The longest text of a setting, in characters, unless the manifest says less.
pub const MAX_TEXT: u32 = 2000;
/// The longest secret, in characters.
pub const MAX_SECRET: u32 = 1000;

const MAX_KEY: usize = 63;
const MAX_CHOICES: usize = 64;
/// Headers that the host itself sets, although their names begin as a setting's must.
const HOSTS_OWN: [&str; 5] = ["x-request-id", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// What is filled in for a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingKind {
    /// A line of text.
    Text,
    /// A whole number.
    Number,
    /// One of the declared choices.
    Choice,
    /// On or off.
    Switch,
    /// A secret: the host sends it to the trial system in a header, and never gives it to the plugin.
    Secret,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// Of a switch.
    Switch(bool),
    /// Of a number.
    Number(i64),
    /// Of a text or a choice.
    Text(String),
}

impl SettingValue {
    /// The value as the plugin reads it: `true`, `42`, or the text itself.
    pub fn text(&self) -> String {
        match self {
            Self::Switch(on) => on.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// One choice of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingChoice {
    /// Its value.
    pub value: String,
    /// The key of its name in the catalogues.
    pub label: String,
}

/// A setting. Unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Permanent, within the plugin: `[a-z][a-z0-9_]*`, at most 63 characters.
    pub key: String,
    /// What is filled in.
    pub kind: SettingKind,
    /// The key of its name in the catalogues.
    pub label: String,
    /// The key of a sentence that explains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Whether the plugin does not work without it. One with a default needs nobody to fill it in.
    #[serde(default)]
    pub required: bool,
    /// The value while nobody filled it in; none for a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<SettingValue>,
    /// The least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The longest text, in characters, at most [`MAX_TEXT`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// The choices, at least two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<SettingChoice>,
    /// The header in which a secret is sent: it begins with `x-`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
}

/// Why a value does not fit a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is of another kind.
    Kind,
    /// The text is empty, longer than this many characters, or has characters that are not shown.
    Text(u32),
    /// The number is below the least or above the greatest.
    Range(i64, i64),
    /// It is none of the choices.
    Choice,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Kind => f.write_str("is of another kind"),
            Self::Text(most) => write!(f, "must be 1 to {most} characters in one line"),
            Self::Range(min, max) => write!(f, "must be {min} to {max}"),
            Self::Choice => f.write_str("is none of the choices"),
        }
    }
}

impl Setting {
    /// The longest text, in characters.
    pub fn longest(&self) -> u32 {
        match self.kind {
            SettingKind::Secret => MAX_SECRET,
            _ => self.max_length.unwrap_or(MAX_TEXT),
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// Why it does not fit.
    pub fn accepts(&self, value: &SettingValue) -> Result<(), Misfit> {
        match (self.kind, value) {
            (SettingKind::Switch, SettingValue::Switch(_)) => Ok(()),
            (SettingKind::Number, SettingValue::Number(number)) => {
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                if (min..=max).contains(number) { Ok(()) } else { Err(Misfit::Range(min, max)) }
            }
            (SettingKind::Text | SettingKind::Secret, SettingValue::Text(text)) => {
                let most = self.longest();
                let fits = !text.trim().is_empty()
                    && text.chars().count() <= most as usize
                    && !text.chars().any(char::is_control)
                    // A header has visible ASCII characters.
                    && (self.kind == SettingKind::Text || text.bytes().all(|b| (0x21..0x7f).contains(&b)));
                if fits { Ok(()) } else { Err(Misfit::Text(most)) }
            }
            (SettingKind::Choice, SettingValue::Text(text)) => {
                if self.choices.iter().any(|choice| choice.value == *text) { Ok(()) } else { Err(Misfit::Choice) }
            }
            _ => Err(Misfit::Kind),
        }
    }

    /// The keys of the catalogues that it names, each with the field that does.
    fn texts(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let own = [("label", Some(&self.label)), ("help", self.help.as_ref())];
        let own = own.into_iter().filter_map(|(field, key)| Some((field, key?)));
        own.chain(self.choices.iter().map(|choice| ("choices.label", &choice.label)))
    }

    fn check(&self) -> Result<(), String> {
        let of = |field: &str, reason: &str| Err(format!("settings.{}.{field} {reason}", self.key));
        let only = |given: bool, kind: SettingKind| !given || self.kind == kind;
        if !is_key(&self.key) {
            return of("key", "must be [a-z][a-z0-9_]* of at most 63 characters");
        }
        if !only(self.min.is_some() || self.max.is_some(), SettingKind::Number) {
            return of("min", "and max are for numbers");
        }
        if self.min.zip(self.max).is_some_and(|(min, max)| min > max) {
            return of("min", "must not be greater than max");
        }
        if !only(self.max_length.is_some(), SettingKind::Text) {
            return of("max_length", "is for texts");
        }
        if self.max_length.is_some_and(|most| most == 0 || most > MAX_TEXT) {
            return of("max_length", "must be 1 to 2000");
        }
        if !only(!self.choices.is_empty(), SettingKind::Choice) {
            return of("choices", "are for kind choice");
        }
        if self.kind == SettingKind::Choice && !self.has_sound_choices() {
            return of("choices", "must be 2 to 64 different values");
        }
        if !only(self.header.is_some(), SettingKind::Secret) {
            return of("header", "is for secrets");
        }
        if self.kind == SettingKind::Secret && !self.header.as_deref().is_some_and(is_header) {
            return of("header", "must be x-..., in lower case, and none that the host sets itself");
        }
        match &self.default {
            Some(_) if self.kind == SettingKind::Secret => of("default", "cannot be given for a secret"),
            Some(value) => self.accepts(value).or_else(|misfit| of("default", &misfit.to_string())),
            None => Ok(()),
        }
    }

    fn has_sound_choices(&self) -> bool {
        let sound = |value: &str| !value.is_empty() && value.chars().count() <= 200;
        (2..=MAX_CHOICES).contains(&self.choices.len())
            && self.choices.iter().all(|choice| sound(&choice.value))
            && !repeats(self.choices.iter().map(|choice| choice.value.as_str()))
    }
}

/// Checks what a manifest declares.
///
/// # Errors
/// The first field that is wrong, and why.
pub(crate) fn check(settings: &[Setting]) -> Result<(), String> {
    if settings.len() > MAX_SETTINGS {
        return Err(format!("settings are at most {MAX_SETTINGS}"));
    }
    settings.iter().try_for_each(Setting::check)?;
    if repeats(settings.iter().map(|setting| setting.key.as_str())) {
        return Err("settings have the same key twice".to_owned());
    }
    if repeats(settings.iter().filter_map(|setting| setting.header.as_deref())) {
        return Err("settings have the same header twice".to_owned());
    }
    Ok(())
}

/// Checks that the catalogues have every text that the settings name.
///
/// # Errors
/// The first field whose text is missing.
pub(crate) fn check_texts(settings: &[Setting], catalogues: &Catalogues) -> Result<(), String> {
    for setting in settings {
        if let Some((field, key)) = setting.texts().find(|(_, key)| !catalogues.zh.contains_key(*key)) {
            return Err(format!("settings.{}.{field}: the catalogues have no text {key}", setting.key));
        }
    }
    Ok(())
}

fn repeats<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    values.into_iter().any(|value| !seen.insert(value))
}

fn is_key(key: &str) -> bool {
    key.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
        && key.len() <= MAX_KEY
        && key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

fn is_header(name: &str) -> bool {
    let rest = name.strip_prefix("x-").unwrap_or_default();
    !rest.is_empty()
        && name.len() <= MAX_KEY
        && rest.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !HOSTS_OWN.contains(&name)
}
