//! Guests as vendors build them: the SDK's misbehaving example in all its ways, and the EDC plugin against EDC's
//! simulator. `.ci/guest.sh` builds them, so they are ready in `make test`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use cardea_simulator::{Options, Simulator, Software};
use serde_json::json;
use url::Url;
use zeroize::Zeroizing;

use super::*;

/// A file by its path from the root.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn built(path: &str) -> Vec<u8> {
    let how = "build the guests with .ci/guest.sh and .ci/foreign-guests.sh";
    fs::read(file(path)).unwrap_or_else(|error| panic!("{path}: {error}; {how}"))
}

/// Trusts the publisher whose key is in a file.
pub fn trusting(path: &str) -> Trust {
    let key = String::from_utf8(built(path)).unwrap();
    Trust { keys: TrustedKeys::from_iter([key.trim().parse::<PublicKey>().unwrap()]), ..Trust::default() }
}

impl World {
    /// Loads a bundle of this build.
    pub async fn load(&self, path: &str) -> Result<Loaded, LoadError> {
        self.host.load(built(path), trusting("plugins/dist/publisher.pub")).await
    }

    /// Loads a bundle of this build and activates it.
    pub async fn ship(&self, slot: &str, path: &str) -> PluginInfo {
        self.host.activate(slot, &self.load(path).await.unwrap())
    }
}

fn ways(way: &str) -> CallContext {
    let mut context = study();
    context.study.settings = vec![("misbehave".into(), way.into())];
    context
}

/// A host with the example, whose guests get `cpu_ticks`.
async fn misbehaving(cpu_ticks: u32) -> World {
    let mut settings = roomy();
    settings.breaker.failures = u32::MAX;
    for budget in [
        &mut settings.budgets.options,
        &mut settings.budgets.panel,
        &mut settings.budgets.apply,
        &mut settings.budgets.claims,
    ] {
        budget.cpu_ticks = cpu_ticks;
    }
    let world = World::with(settings);
    world.ship("x", "target/guests/misbehaving.cardea").await;
    world
}

const X: Target<'static> = Target::Slot("x");

/// Calls every export in one way of misbehaving, and returns the codes.
async fn codes(world: &World, way: &str) -> [&'static str; 5] {
    fn code<T>(answer: Result<T, HostError>) -> &'static str {
        answer.map_or_else(|error| error.code(), |_| "ok")
    }
    let host = &world.host;
    [
        code(host.describe(X, ways(way)).await),
        code(host.options(X, ways(way), Query::default()).await),
        code(host.validate(X, ways(way), vec![Grant::default()]).await),
        code(host.apply(X, ways(way), batch(2)).await),
        code(host.project(X, ways(way), Projection::default()).await),
    ]
}

async fn behaves(world: &World) -> bool {
    let page = world.host.options(X, study(), Query::default()).await;
    page.is_ok_and(|page| page.choices[0].label == "behaved in ABC") && world.host.running() == 0
}

#[tokio::test]
async fn what_never_ends_spends_its_ticks_in_every_export() {
    let world = misbehaving(2).await;
    for way in ["loop", "copy", "flood"] {
        assert_eq!(codes(&world, way).await, ["plugin_timeout"; 5], "{way}");
        assert!(behaves(&world).await, "{way}");
    }
}

#[tokio::test]
async fn what_breaks_is_an_error_of_its_call_in_every_export() {
    let world = misbehaving(6_000).await;
    for way in ["panic", "memory", "recursion", "big-result", "invalid-utf8", "big-argument"] {
        let codes = codes(&world, way).await;
        // Claims have no cache to pass 24 MB to; the argument is refused all the same.
        assert_eq!(codes, ["plugin_failed"; 5], "{way}");
        assert!(behaves(&world).await, "{way}");
    }
}

#[tokio::test]
async fn answers_that_break_the_rules_are_refused_where_they_matter() {
    let world = misbehaving(6_000).await;
    let bad = "plugin_bad_answer";
    for (way, want) in [
        ("invalid-ids", ["ok", bad, bad, bad, "ok"]),
        ("duplicate-ids", ["ok"; 5]),
        ("missing-ids", ["ok"; 5]),
        ("reserved-claims", ["ok", "ok", "ok", "ok", bad]),
        ("malformed-claims", ["ok", "ok", "ok", "ok", bad]),
        ("markup", ["ok"; 5]),
        ("log-flood", ["ok"; 5]),
    ] {
        assert_eq!(codes(&world, way).await, want, "{way}");
    }
    let log = world.stats("misbehaving", Phase::Apply).log_bytes;
    assert_eq!(log, 64 << 10);
    let outcome = world.host.apply(X, ways("duplicate-ids"), batch(2)).await.unwrap();
    assert_eq!((outcome.succeeded.len(), outcome.failed.len()), (1, 1));
    let outcome = world.host.apply(X, ways("missing-ids"), batch(2)).await.unwrap();
    assert!(outcome.failed.iter().all(|failure| failure.reason == Reason::Unknown));
    let definition = world.host.describe(X, ways("markup")).await.unwrap();
    assert_eq!(definition.columns[0].label, "<b>markup</b> <img src=x onerror=alert(1)>", "text, not markup");
}

fn grant() -> Grant {
    serde_json::from_value(json!({"cells": {
        "project": {"picks": ["study-1"]},
        "sites": {"picks": ["s1", "s2"]},
        "moduleRoles": {"picks": ["reports"]},
        "roleEnvironment": {"pairs": [{"role": "cra", "environment": "prod"}]},
    }}))
    .unwrap()
}

#[tokio::test]
async fn edc_from_panel_to_claims() {
    let world = World::new();
    let info = world.ship("edc", "plugins/dist/edc.cardea").await;
    assert_eq!((info.web_code.as_str(), info.has_claims), ("020", true));
    from_panel_to_claims(&world).await;
}

/// The EDC plugin in its slot from its panel to a token, against EDC itself.
pub async fn from_panel_to_claims(world: &World) {
    let options = Options::new(Software::Edc, "http://127.0.0.1:1", "edc", "k3y");
    let edc = Simulator::start(options).await.unwrap();
    let bound = |base: String| {
        let credentials = Credentials::Bearer(Zeroizing::new("k3y".into()));
        Some(Endpoint { base: Url::parse(&base).unwrap(), credentials })
    };
    let mut context = study();
    context.locale = Locale::Zh;
    context.endpoints = Endpoints { role_api: bound(edc.role_api()), callback_api: bound(edc.callback_api()) };
    let setting = |site: &str, code: &str| (format!("site.{site}.code"), code.to_owned());
    context.study.settings = vec![setting("s1", "01"), setting("s2", "02")];

    let slot = Target::Slot("edc");
    let panel = world.host.describe(slot, context.clone()).await.unwrap();
    let labels: Vec<_> = panel.columns.iter().map(|column| column.label.as_str()).collect();
    assert_eq!(labels, ["选择项目", "选择中心", "模块角色", "项目角色和环境"]);

    let query = Query { column: "roleEnvironment".into(), part: Some(Part::Environment), ..Query::default() };
    let page = world.host.options(slot, context.clone(), query).await.unwrap();
    let ids: Vec<_> = page.choices.iter().map(|choice| choice.id.as_str()).collect();
    assert_eq!(ids, ["prod", "uat", "training"]);

    let issues = world.host.validate(slot, context.clone(), vec![Grant::default()]).await.unwrap();
    assert!(issues.iter().any(|issue| issue.message == "请选择一个项目"));
    assert_eq!(world.host.validate(slot, context.clone(), vec![grant()]).await, Ok(vec![]));

    let mut batch = batch(3);
    for item in &mut batch.items {
        item.after = vec![grant()];
    }
    for _ in 0..2 {
        let outcome = world.host.apply(slot, context.clone(), batch.clone()).await.unwrap();
        assert_eq!((outcome.succeeded.len(), outcome.failed.len()), (3, 0));
    }
    assert_eq!(edc.applied(), 3, "the second attempt found its own answers");
    assert_eq!(edc.users("ABC").len(), 3);

    let projection = Projection { subject: "u0".into(), grants: vec![grant()], scopes: vec![] };
    let claims = world.host.project(slot, context, projection).await.unwrap();
    let want = json!({
        "environment": "prod",
        "module_roles": ["reports"],
        "roles": [{"role": "cra", "environment": "prod"}],
        "sites": ["01", "02"],
    });
    assert_eq!(serde_json::to_value(claims).unwrap(), want);
}

/// An unreachable trial system gives a sentence in the panel, and is not a failure of the plugin.
#[tokio::test]
async fn edc_is_down() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut context = study();
    let base = Url::parse(&format!("http://{nobody}/")).unwrap();
    context.endpoints.role_api = Some(Endpoint { base, credentials: Credentials::None });
    let mut settings = roomy();
    settings.http.backoff = Duration::from_millis(1);
    let world = World::with(settings);
    world.ship("edc", "plugins/dist/edc.cardea").await;
    let query = Query { column: "moduleRoles".into(), ..Query::default() };
    let error = world.host.options(Target::Slot("edc"), context, query).await.unwrap_err();
    assert_eq!(error.code(), "downstream_unavailable");
    assert!(!error.message(Locale::En).is_empty());
    assert!(!world.host.is_suspended("edc", Phase::Options));
}

/// The panels of the four systems in English, which the console's tests read and draw.
#[tokio::test]
async fn the_console_draws_the_panels_that_are_shipped() {
    let mut all = serde_json::Map::new();
    for id in ["ctms", "edc", "etmf", "rtsm"] {
        let world = World::new();
        let info = world.ship(id, &format!("plugins/dist/{id}.cardea")).await;
        assert!(info.has_claims && info.initialises, "{id}");
        let mut context = study();
        context.locale = Locale::En;
        let panel = world.host.describe(Target::Slot(id), context).await.unwrap();
        all.insert(id.to_owned(), serde_json::to_value(panel).unwrap());
    }
    insta::assert_snapshot!("shipped_panels", serde_json::to_string_pretty(&all).unwrap());
}
