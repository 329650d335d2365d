//! Guests in JavaScript and Python: what imports nothing but the interface is admitted, whatever it was compiled from,
//! and is held to the limits of all. The same panel is written in both (`sdk/examples`); `.ci/foreign-guests.sh` builds
//! it.

use ::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::{downstream::*, shipped::file, *};

/// A host that keeps compiled code: compiling a language's runtime takes seconds.
fn keeping(settings: &HostSettings) -> World {
    World::with(HostSettings { cache_dir: Some(file("target/guests/foreign/compiled")), ..settings.clone() })
}

fn bundle(name: &str) -> String {
    format!("target/guests/foreign/{name}.cardea")
}

/// The consent system: it knows two roles, and has another entry for `u1`.
fn consent(_: usize, arrived: &Arrived) -> Response {
    let roles = json!({"roles": [{"id": "monitor", "name": "监查员"}, {"id": "investigator", "name": "研究者"}]});
    match (&arrived.method, arrived.uri.path()) {
        (&Method::GET, "/api/roles") => axum::Json(roles).into_response(),
        (&Method::PUT, "/api/studies/ABC/users/u1") => StatusCode::CONFLICT.into_response(),
        (&Method::PUT | &Method::DELETE, _) => StatusCode::NO_CONTENT.into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn grant(sites: &[&str]) -> Grant {
    serde_json::from_value(json!({"cells": {
        "project": {"picks": ["p1"]},
        "sites": {"picks": sites},
        "languages": {"picks": ["zh", "de"]},
        "roles": {"picks": ["investigator"]},
    }}))
    .unwrap()
}

fn choices(page: &Page) -> Vec<(&str, &str)> {
    page.choices.iter().map(|choice| (choice.id.as_str(), choice.label.as_str())).collect()
}

/// A batch of somebody new, somebody with another entry, and somebody who leaves.
fn three() -> Batch {
    let mut batch = batch(3);
    for item in &mut batch.items {
        item.after = vec![grant(&["s2", "s1"])];
    }
    batch.items[2].after.clear();
    batch
}

async fn from_panel_to_claims(name: &str) {
    let (system, address) = Trial::start(consent).await;
    let world = keeping(&roomy());
    let info = world.ship(name, &bundle(name)).await;
    assert_eq!((info.web_code.as_str(), info.has_claims), ("090", true));
    let slot = Target::Slot(name);
    let mut context = bound(address);
    context.locale = Locale::Zh;
    let code = |site: &str, code: &str| (format!("site.{site}.code"), code.to_owned());
    context.study.settings = vec![code("s1", "01"), code("s2", "02")];

    let panel = world.host.describe(slot, context.clone()).await.unwrap();
    let labels: Vec<_> = panel.columns.iter().map(|column| column.label.as_str()).collect();
    assert_eq!(labels, ["项目", "中心", "知情语言", "角色"]);

    let ask = |column: &str, search: &str| Query { column: column.into(), search: search.into(), ..Query::default() };
    let page = world.host.options(slot, context.clone(), ask("languages", "德")).await.unwrap();
    assert_eq!((choices(&page), page.next.as_deref()), (vec![("de", "德语")], None));
    let page = world.host.options(slot, context.clone(), ask("roles", "")).await.unwrap();
    assert_eq!(choices(&page), [("monitor", "监查员"), ("investigator", "研究者")]);
    let arrived = system.nth(0);
    assert_eq!((arrived.uri.query(), header(&arrived, "accept-language")), (Some("study=ABC"), Some("zh")));
    assert_eq!(header(&arrived, "authorization"), Some("Bearer k3y"), "the host's, which the guest does not have");
    let error = world.host.options(slot, study(), ask("roles", "")).await.unwrap_err();
    assert_eq!(error, HostError::Downstream("The consent system does not answer. Please try again later.".into()));

    let issues = |grants| world.host.validate(slot, context.clone(), grants);
    assert_eq!(issues(vec![grant(&["s1"])]).await, Ok(vec![]));
    let found = issues(vec![grant(&["s1"]), grant(&[])]).await.unwrap();
    let found: Vec<_> = found.iter().map(|it| (it.grant, it.column.as_deref().unwrap(), it.message.as_str())).collect();
    assert_eq!(found, [(1, "sites", "请至少选择一个中心"), (1, "project", "上方已有此项目，请合并为一行")]);

    let outcome = world.host.apply(slot, context.clone(), three()).await.unwrap();
    let done: Vec<_> = outcome.succeeded.iter().map(|it| it.item_id.as_str()).collect();
    assert_eq!(done, ["i0", "i2"]);
    let failed = &outcome.failed[0];
    assert_eq!((failed.item_id.as_str(), failed.reason), ("i1", Reason::Conflict));
    assert_eq!(failed.message, "电子知情系统中已有该用户的其他记录");
    let told = (1..system.count()).map(|n| system.nth(n)).find(|it| it.uri.path().ends_with("/u0")).unwrap();
    let want = json!({"login": "login0", "email": "p0@example.org", "name": "Person 0", "sites": ["01", "02"],
        "languages": ["de", "zh"], "roles": ["investigator"]});
    assert_eq!(serde_json::from_slice::<Value>(&told.body).unwrap(), want);
    assert_eq!(header(&told, "idempotency-key").unwrap().len(), 64);

    let projection = Projection { grants: vec![grant(&["s2", "s1"])], ..Projection::default() };
    let claims = world.host.project(slot, context, projection).await.unwrap();
    let want = json!({"languages": ["de", "zh"], "roles": ["investigator"], "sites": ["01", "02"]});
    assert_eq!(serde_json::to_value(claims).unwrap(), want);

    for phase in [Phase::Describe, Phase::Options, Phase::Validate, Phase::Apply, Phase::Claims] {
        let used = world.stats(&info.id, phase);
        assert!((1 << 20..=48 << 20).contains(&used.memory_peak), "{phase:?}: {used:?}");
    }
}

/// Three megabytes to read are more than a budget of no tick allows, and an instance larger than the memory of a call
/// does not start.
async fn is_held_to_the_limits(name: &str) {
    let mut settings = roomy();
    settings.budgets.apply.cpu_ticks = 0;
    let world = keeping(&settings);
    let info = world.ship(name, &bundle(name)).await;
    let mut batch = batch(200);
    for item in &mut batch.items {
        item.after = vec![grant(&["a-site-with-a-long-name"; 400])];
    }
    let error = world.host.apply(Target::Slot(name), study(), batch).await.unwrap_err();
    assert_eq!(error, HostError::CpuBudget(0));
    assert_eq!(world.stats(&info.id, Phase::Apply).outcomes, BTreeMap::from([("plugin_timeout", 1)]));
    assert!(world.host.describe(Target::Slot(name), study()).await.is_ok(), "the next call is served");
    let small = World::with(HostSettings { max_memory: 1 << 20, ..roomy() });
    let error = small.load(&bundle(name)).await.unwrap_err();
    assert_eq!(error.code(), "plugin_compile", "{error}");
}

macro_rules! guests {
    ($($module:ident: $name:literal,)*) => {$(
        mod $module {
            #[tokio::test]
            async fn from_panel_to_claims() {
                super::from_panel_to_claims($name).await;
            }

            #[tokio::test]
            async fn is_held_to_the_limits() {
                super::is_held_to_the_limits($name).await;
            }
        }
    )*};
}

guests! {
    javascript: "javascript",
    javascript_on_a_small_engine: "javascript-small",
    python: "python",
}
