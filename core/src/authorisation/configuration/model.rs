//! Types of the configuration.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::host::{DeclaredSetting, SettingKind, SettingValue};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// The value of a setting: a switch's, a number's, or the text of a text or a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = PluginSettingValue)]
#[serde(untagged)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// A text or a choice.
    Text(String),
}

impl From<Value> for SettingValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Switch(on) => Self::Switch(on),
            Value::Number(number) => Self::Number(number),
            Value::Text(text) => Self::Text(text),
        }
    }
}

impl From<&SettingValue> for Value {
    fn from(value: &SettingValue) -> Self {
        match value {
            SettingValue::Switch(on) => Self::Switch(*on),
            SettingValue::Number(number) => Self::Number(*number),
            SettingValue::Text(text) => Self::Text(text.clone()),
        }
    }
}

/// `?tenantId=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OfPlace {
    /// The tenant; without one, or `0`: every tenant.
    pub tenant_id: Option<Id>,
}

/// The settings of the active plugin of a system, as they are filled in for every tenant or for one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginSettings {
    /// Web code of the system.
    pub id: String,
    /// The tenant; `0`: every tenant.
    pub tenant_id: Id,
    /// The plugin's id.
    pub plugin_id: String,
    /// Its version, for people.
    pub plugin_version: String,
    /// Version of what is filled in here, for changing it; 0 while nothing was.
    pub version: i64,
    /// In the order of the form.
    pub settings: Vec<PluginSetting>,
}

/// A choice of a setting.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginSettingChoice {
    /// Its value.
    pub value: String,
    /// Its name, in the caller's language.
    pub label: String,
}

/// A setting that a plugin declares. The texts are the vendor's, in the caller's language.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginSetting {
    /// Its key.
    pub key: String,
    /// `text`, `number`, `choice`, `switch` or `secret`.
    pub kind: &'static str,
    /// Its name.
    pub label: String,
    /// A sentence that explains it.
    pub help: Option<String>,
    /// Whether the plugin does not work without it.
    pub required: bool,
    /// The least number.
    pub min: Option<i64>,
    /// The greatest number.
    pub max: Option<i64>,
    /// The longest text or secret, in characters.
    pub max_length: u32,
    /// The choices.
    pub choices: Vec<PluginSettingChoice>,
    /// The header in which a secret is sent.
    pub header: Option<String>,
    /// The value that is filled in here.
    pub value: Option<Value>,
    /// The value that counts without one here: that of every tenant, or the default.
    pub fallback: Option<Value>,
    /// Whether a secret is filled in here. The secret itself is never shown.
    pub is_set: bool,
    /// Whether a secret is filled in for every tenant, which counts without one here.
    pub is_set_for_all: bool,
}

/// A change of what is filled in. What is not named stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PluginSettingsRequest {
    /// The version that is changed.
    pub version: i64,
    /// The tenant; without one, or `0`: every tenant.
    #[serde(default)]
    pub tenant_id: Option<Id>,
    /// Values by key; null takes one away.
    #[serde(default)]
    pub values: BTreeMap<String, Option<Value>>,
    /// Secrets by key; null takes one away.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Option<String>>)]
    pub secrets: BTreeMap<String, Option<Secret>>,
}

/// What is filled in at one place.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    /// Id of the row; none while there is no row.
    pub id: Option<Id>,
    /// Its version; 0 while there is no row.
    pub version: i64,
    /// The values that are no secrets.
    pub values: BTreeMap<String, SettingValue>,
    /// The secrets.
    pub secrets: BTreeMap<String, Secret>,
}

/// The name of a kind on the wire.
pub const fn kind_of(kind: SettingKind) -> &'static str {
    match kind {
        SettingKind::Text => "text",
        SettingKind::Number => "number",
        SettingKind::Choice => "choice",
        SettingKind::Switch => "switch",
        SettingKind::Secret => "secret",
    }
}

impl PluginSetting {
    /// A declared setting with what is filled in for it: `here`, and for every tenant.
    pub fn of(declared: DeclaredSetting, here: &Filled, for_all: Option<&Filled>) -> Self {
        let DeclaredSetting { setting, label, help, choices } = declared;
        let fits = |value: &&SettingValue| setting.accepts(value).is_ok();
        let of = |filled: &Filled| filled.values.get(&setting.key).filter(fits).map(Value::from);
        let is_secret = setting.kind == SettingKind::Secret;
        let is_set = |filled: &Filled| is_secret && filled.secrets.contains_key(&setting.key);
        Self {
            kind: kind_of(setting.kind),
            label,
            help,
            required: setting.required,
            min: setting.min,
            max: setting.max,
            max_length: setting.longest(),
            choices: choices.into_iter().map(|(value, label)| PluginSettingChoice { value, label }).collect(),
            header: setting.header.clone(),
            value: if is_secret { None } else { of(here) },
            fallback: for_all.and_then(of).or_else(|| setting.default.as_ref().map(Value::from)),
            is_set: is_set(here),
            is_set_for_all: for_all.is_some_and(is_set),
            key: setting.key,
        }
    }
}
