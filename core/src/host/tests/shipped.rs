//! A guest as a vendor builds it: the EDC plugin against EDC's simulator. `.ci/guest.sh` builds it, so
//! `make test` has it ready.

use std::{fs, path::Path};

use cardea_simulator::{Options, Simulator, Software};
use serde_json::json;
use url::Url;
use zeroize::Zeroizing;

use super::*;

fn built(path: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}; build the guests with .ci/guest.sh", file.display()))
}

impl World {
    /// Loads a bundle of this build and activates it.
    async fn ship(&self, slot: &str, path: &str) -> PluginInfo {
        let key = String::from_utf8(built("plugins/dist/publisher.pub")).unwrap();
        let keys = TrustedKeys::from_iter([key.trim().parse::<PublicKey>().unwrap()]);
        let trust = Trust { keys, ..Trust::default() };
        let loaded = self.host.load(built(path), trust).await.unwrap();
        self.host.activate(slot, &loaded)
    }
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

/// The EDC plugin's way from its panel to a token, against EDC itself.
#[tokio::test]
async fn edc_from_panel_to_claims() {
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

    let world = World::new();
    let info = world.ship("edc", "plugins/dist/edc.cardea").await;
    assert_eq!((info.web_code.as_str(), info.has_claims), ("020", true));
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

/// A dead trial system is a sentence in the panel, not a failure of the plugin.
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
