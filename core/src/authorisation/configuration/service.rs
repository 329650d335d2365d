//! Reads and changes what is filled in, by what the active plugin declares.

use serde_json::{Value as Whole, json};

use super::model::{Filled, PluginSetting, PluginSettings, PluginSettingsRequest, Value};
use super::store;
use crate::authorisation::context::host_locale;
use crate::authorisation::{Authorisation, activation};
use crate::host::{DeclaredSetting, Misfit, PluginInfo, Setting, SettingKind, SettingValue};
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::secret::Secret;
use crate::resources::tenants;

/// The place that a caller names: a tenant that there is, or every tenant.
pub async fn place(cx: &mut ReadCtx, named: Option<Id>) -> Result<Id, Error> {
    match named.filter(|id| id.as_str() != ALL_TENANTS) {
        None => Ok(Id::from(ALL_TENANTS)),
        Some(id) => Ok(tenants::get(cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?.id),
    }
}

impl Authorisation {
    /// The active plugin of a system, with its settings in the caller's language.
    ///
    /// Errors: [`Code::NotFound`] where the system never had one, [`Code::PluginMissing`] where it has none now.
    async fn declared(&self, cx: &mut ReadCtx, web_code: &str) -> Result<(PluginInfo, Vec<DeclaredSetting>), Error> {
        let missing = || Error::new(Code::PluginMissing);
        let Some(info) = self.host.active(web_code) else {
            let known = activation::is_known(cx, web_code).await?;
            return Err(if known { missing() } else { Error::new(Code::NotFound) });
        };
        let settings = self.host.settings(web_code, host_locale(cx.locale())).ok_or_else(missing)?;
        Ok((info, settings))
    }

    /// The settings of a system's active plugin, as they are filled in at one place.
    ///
    /// Errors: [`Code::PluginMissing`].
    pub(super) async fn settings(&self, cx: &mut ReadCtx, web_code: &str, at: Id) -> Result<PluginSettings, Error> {
        let (info, declared) = self.declared(cx, web_code).await?;
        let here = store::filled(cx, web_code, &info.publisher, &at).await?;
        let for_all = if at.as_str() == ALL_TENANTS {
            None
        } else {
            Some(store::filled(cx, web_code, &info.publisher, &Id::from(ALL_TENANTS)).await?)
        };
        let settings = declared.into_iter().map(|one| PluginSetting::of(one, &here, for_all.as_ref())).collect();
        Ok(PluginSettings {
            id: web_code.to_owned(),
            tenant_id: at,
            plugin_id: info.id,
            plugin_version: info.version,
            version: here.version,
            settings,
        })
    }

    /// Changes what is filled in at one place, and audits it without the secrets.
    ///
    /// Errors: [`Code::PluginMissing`]; [`Code::Invalid`] by `values.<key>` and `secrets.<key>`; [`Code::Conflict`] for
    /// another version.
    pub(super) async fn fill_in(
        &self,
        cx: &mut Ctx,
        web_code: &str,
        at: &Id,
        ask: PluginSettingsRequest,
    ) -> Result<(), Error> {
        let (info, declared) = self.declared(cx, web_code).await?;
        let declared: Vec<Setting> = declared.into_iter().map(|one| one.setting).collect();
        let before = store::filled(cx, web_code, &info.publisher, at).await?;
        if ask.version != before.version {
            return Err(Error::new(Code::Conflict));
        }
        let mut p = Problems::default();
        let mut after = before.clone();
        for (key, given) in ask.values {
            take_value(&mut p, &declared, &mut after, (key, given));
        }
        let changed: Vec<String> = ask.secrets.keys().cloned().collect();
        for (key, given) in ask.secrets {
            take_secret(&mut p, &declared, &mut after, (key, given));
        }
        p.into_result()?;
        if !store::put(cx, (web_code, &info.publisher, at), &after).await? {
            return Err(Error::new(Code::Conflict));
        }
        cx.audit_event(Event {
            action: "plugin.settings_changed",
            resource: "plugins",
            record: web_code.to_owned(),
            tenant: Some(at.clone()).filter(|at| at.as_str() != ALL_TENANTS),
            before: Some(said(&before, &[])),
            after: Some(said(&after, &changed)),
            ..Event::default()
        });
        Ok(())
    }
}

/// What the audit says of what is filled in: of secrets only which there are, and which were given now.
fn said(filled: &Filled, changed: &[String]) -> Whole {
    let secrets: Vec<&String> = filled.secrets.keys().collect();
    let mut said = json!({ "values": filled.values, "secrets": secrets });
    if !changed.is_empty() {
        said["changedSecrets"] = json!(changed);
    }
    said
}

static UNKNOWN: Text = Text::new("插件没有此设置", "the plugin has no such setting");

fn find<'d>(declared: &'d [Setting], key: &str, is_secret: bool) -> Option<&'d Setting> {
    declared.iter().find(|one| one.key == key && (one.kind == SettingKind::Secret) == is_secret)
}

fn take_value(p: &mut Problems, declared: &[Setting], after: &mut Filled, (key, given): (String, Option<Value>)) {
    let field = format!("values.{key}");
    let Some(setting) = find(declared, &key, false) else { return p.add(&field, UNKNOWN.clone()) };
    match given.map(SettingValue::from) {
        None => {
            after.values.remove(&key);
        }
        Some(value) => match setting.accepts(&value) {
            Ok(()) => {
                after.values.insert(key, value);
            }
            Err(misfit) => p.add(&field, sentence(misfit)),
        },
    }
}

fn take_secret(p: &mut Problems, declared: &[Setting], after: &mut Filled, (key, given): (String, Option<Secret>)) {
    let field = format!("secrets.{key}");
    let Some(setting) = find(declared, &key, true) else { return p.add(&field, UNKNOWN.clone()) };
    match given {
        None => {
            after.secrets.remove(&key);
        }
        Some(secret) => match setting.accepts(&SettingValue::Text(secret.expose().to_owned())) {
            Ok(()) => {
                after.secrets.insert(key, secret);
            }
            Err(_) => p.add(
                &field,
                Text::new("密钥应为1至1000个可见的英文字符", "a secret has 1 to 1000 visible ASCII characters"),
            ),
        },
    }
}

/// Why a value does not fit.
fn sentence(misfit: Misfit) -> Text {
    match misfit {
        Misfit::Kind => Text::new("内容类型不正确", "this is of another kind"),
        Misfit::Text(most) => {
            Text::made(format!("请填写1至{most}个字符，单行"), format!("enter 1 to {most} characters in one line"))
        }
        Misfit::Range(min, max) => Text::made(
            format!("请填写{}的整数", range(min, max, ("不小于", "不大于", "至"))),
            format!("enter a whole number: {}", range(min, max, ("at least ", "at most ", " to "))),
        ),
        Misfit::Choice => Text::new("请选择一项", "select one of the choices"),
    }
}

/// The bounds in words, of which one may be missing.
fn range(min: i64, max: i64, (least, most, to): (&str, &str, &str)) -> String {
    match (min, max) {
        (min, i64::MAX) => format!("{least}{min}"),
        (i64::MIN, max) => format!("{most}{max}"),
        (min, max) => format!("{min}{to}{max}"),
    }
}
