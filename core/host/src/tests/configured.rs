//! What operators fill in for a plugin reaches its guest, or the trial system, and nobody else.

use axum::response::IntoResponse as _;
use zeroize::Zeroizing;

use super::super::wit::cache::Host as _;
use super::{downstream::*, *};

const SETTINGS: &str = r#"
[[settings]]
key = "limit"
kind = "number"
label = "column.project"
min = 1
max = 9
default = 3
[[settings]]
key = "words"
kind = "text"
label = "column.project"
required = true
[[settings]]
key = "token"
kind = "secret"
label = "column.project"
header = "x-api-key"
"#;

fn guest() -> Guest {
    Guest { settings: SETTINGS, ..Guest::good("edc") }
}

/// What was filled in for the tests' publisher.
fn stored(scope: &str, values: &[(&str, SettingValue)], secrets: &[(&str, &str)]) -> Stored {
    Stored {
        publisher: guest::key().public_key().id().to_string(),
        scope: scope.to_owned(),
        values: values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        secrets: secrets.iter().map(|(key, value)| ((*key).to_owned(), Zeroizing::new((*value).to_owned()))).collect(),
    }
}

fn text(text: &str) -> SettingValue {
    SettingValue::Text(text.to_owned())
}

#[tokio::test]
async fn a_tenants_own_value_goes_before_the_platforms_and_both_before_the_default() {
    let world = World::new();
    let info = world.add(&guest()).await;
    let given = |all: Vec<Stored>| {
        let resolved = Configured(all).of(&info);
        let pairs: Vec<String> = resolved.pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        (pairs.join(" "), resolved.missing.is_some())
    };
    let platform = stored("0", &[("words", text("all")), ("limit", SettingValue::Number(5))], &[]);
    let own = stored("t", &[("words", text("own"))], &[]);
    let said = |text: &str, missing| (text.to_owned(), missing);
    assert_eq!(given(vec![]), said("setting.limit=3", true));
    assert_eq!(given(vec![platform.clone()]), said("setting.limit=5 setting.words=all", false));
    assert_eq!(given(vec![platform.clone(), own.clone()]), said("setting.limit=5 setting.words=own", false));
    // What another version's declaration allowed, and this one's does not, counts as not filled in.
    let odd = stored("t", &[("words", SettingValue::Switch(true)), ("limit", SettingValue::Number(50))], &[]);
    assert_eq!(given(vec![platform.clone(), odd]), said("setting.limit=5 setting.words=all", false));
    let strangers = Stored { publisher: "another".into(), ..own };
    assert_eq!(given(vec![platform, strangers]), said("setting.limit=5 setting.words=all", false));
    // A secret is never a value, whatever a later version declares its key to be.
    let secret = stored("t", &[], &[("words", "hush")]);
    assert_eq!(given(vec![secret.clone()]), said("setting.limit=3", true));
    assert!(!format!("{:?}", Configured(vec![secret])).contains("hush"));
}

#[tokio::test]
async fn a_secret_is_a_header_of_every_request_and_nothing_else() {
    let (trial, address) = Trial::start(|_, _| "ok".into_response()).await;
    let world = World::with(settings());
    world.add(&guest()).await;
    let mut context = bound(address);
    context.configured =
        Configured(vec![stored("0", &[], &[("token", "platform")]), stored("t", &[], &[("token", "own")])]);
    world.send(&context, get("roles")).await.unwrap();
    assert_eq!(header(&trial.nth(0), "x-api-key"), Some("own"));
    assert_eq!(header(&trial.nth(0), "authorization"), Some("Bearer k3y"), "the study's credential stays");
    let call = world.call(context.clone(), Phase::Options).await;
    assert!(call.data().context.study.settings.iter().all(|(_, value)| value != "own"));
    // The guest can neither set the header nor leave it out.
    let mut request = get("roles");
    request.headers = vec![("x-api-key".into(), "mine".into())];
    world.send(&context, request).await.unwrap_err();
    assert_eq!(trial.count(), 1);
    // What is kept under one key is not read under another.
    let mut kept = world.call(context.clone(), Phase::Options).await;
    assert!(kept.data_mut().put("k".into(), vec![1], 60));
    assert_eq!(world.call(context.clone(), Phase::Options).await.data_mut().get("k".into()), Some(vec![1]));
    context.configured.0.truncate(1);
    assert_eq!(world.call(context, Phase::Options).await.data_mut().get("k".into()), None);
}

#[tokio::test]
async fn a_required_setting_that_nobody_filled_in_is_named() {
    let world = World::new();
    let info = world.add(&guest()).await;
    for (locale, said) in [
        (Locale::Zh, "插件设置“项目”尚未填写，请联系平台管理员"),
        (Locale::En, "The plugin's setting “Project” is not filled in; please ask the platform's administrator"),
    ] {
        let context = CallContext { locale, ..study() };
        let error = world.host.describe(Target::Slot("edc"), context).await.unwrap_err();
        assert_eq!((error.code(), error.message(locale).as_str()), ("plugin_bad_config", said));
    }
    assert_eq!(Configured::default().missing(&info), ["words"]);
    let filled = Configured(vec![stored("0", &[("words", text("x"))], &[])]);
    assert!(filled.missing(&info).is_empty());
    let context = CallContext { configured: filled, ..study() };
    world.host.describe(Target::Slot("edc"), context).await.unwrap();
    let form = world.host.settings("edc", Locale::En).unwrap();
    let named: Vec<_> = form.iter().map(|one| (one.setting.key.as_str(), one.label.as_str())).collect();
    assert_eq!(named, [("limit", "Project"), ("words", "Project"), ("token", "Project")]);
}
