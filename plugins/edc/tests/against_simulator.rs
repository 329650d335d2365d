//! The plugin against the simulated EDC, over HTTP: both sides implement the same protocol.
#![allow(clippy::unwrap_used, reason = "tests")]

use cardea_edc::Edc;
use cardea_plugin_sdk::http::Method;
use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::{self, Error, Host, HttpRequest, HttpResponse};
use cardea_simulator::{Fault as Misbehaviour, Faults, Options, Running, Simulator, Software};
use tokio::runtime::Runtime;

/// EDC, and a host that sends the plugin's calls to it.
struct World {
    edc: Running,
    _host: Host,
    // Last, so that the fields that depend on it are dropped first.
    _runtime: Runtime,
}

fn start() -> World {
    let runtime = Runtime::new().unwrap();
    let options = Options::new(Software::Edc, "http://127.0.0.1:1", "edc", "key");
    let edc = runtime.block_on(Simulator::start(options)).unwrap();
    let (role_api, callback_api) = (edc.role_api(), edc.callback_api());
    let handle = runtime.handle().clone();
    let host = Host::install(move |request| {
        let base = match request.endpoint {
            Endpoint::RoleApi => &role_api,
            Endpoint::CallbackApi => &callback_api,
        };
        handle.block_on(carry(base, request))
    });
    World { edc, _host: host, _runtime: runtime }
}

async fn carry(base: &str, request: &HttpRequest) -> Result<HttpResponse, Error> {
    let method = match request.method {
        Method::Get => reqwest::Method::GET,
        Method::Put => reqwest::Method::PUT,
        Method::Delete => reqwest::Method::DELETE,
        Method::Post | Method::Patch => return Err(Error::Invalid("not of this protocol".into())),
    };
    let mut url = reqwest::Url::parse(&format!("{base}/{}", request.path)).unwrap();
    url.query_pairs_mut().extend_pairs(&request.query);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut call = client.request(method, url).bearer_auth("key");
    for (name, value) in &request.headers {
        call = call.header(name, value);
    }
    if let Some(key) = &request.idempotency_key {
        call = call.header("idempotency-key", key);
    }
    let answer = call.body(request.body.clone().unwrap_or_default()).send().await.unwrap();
    let text = |value: &reqwest::header::HeaderValue| value.to_str().unwrap().to_owned();
    Ok(HttpResponse {
        status: answer.status().as_u16(),
        headers: answer.headers().iter().map(|(k, v)| (k.to_string(), text(v))).collect(),
        body: answer.bytes().await.unwrap().to_vec(),
    })
}

fn ctx() -> Ctx {
    let mut ctx = testing::ctx("ABC-1");
    ctx.study.settings = vec![("site.s1.code".into(), "01".into())];
    ctx
}

fn grant(role: &str, environment: &str) -> Grant {
    let picks = |id: &str| Cell::Picks(vec![id.to_owned()]);
    let pair = Pair { role: role.into(), environment: environment.into() };
    Grant {
        tab: None,
        cells: vec![
            ("project".into(), picks("binding-1")),
            ("sites".into(), picks("s1")),
            ("moduleRoles".into(), picks("reports")),
            ("roleEnvironment".into(), Cell::Pairs(vec![pair])),
        ],
    }
}

fn batch(id: &str, after: &[Grant]) -> Batch {
    let item = |user: &str| Item {
        item_id: format!("item-{user}"),
        person: Person {
            id: user.into(),
            login: user.into(),
            email: format!("{user}@example.com"),
            display_name: user.into(),
        },
        before: Vec::new(),
        after: after.to_vec(),
    };
    Batch { batch_id: id.into(), attempt: 1, items: vec![item("u1"), item("u2")] }
}

#[test]
fn the_panel_is_filled_and_its_choices_are_valid() {
    let _world = start();
    let environments = Edc::options(&ctx(), &testing::query("roleEnvironment.environment")).unwrap();
    let labels: Vec<_> = environments.choices.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Production", "Acceptance testing", "Training"]);
    for environment in &environments.choices {
        let mut query = testing::query("roleEnvironment.role");
        query.picked = vec![("roleEnvironment.environment".into(), environment.id.clone())];
        let roles = Edc::options(&ctx(), &query).unwrap().choices;
        assert!(!roles.is_empty());
        for role in roles {
            let issues = Edc::validate(&ctx(), &[grant(&role.id, &environment.id)]).unwrap();
            assert_eq!(issues, [], "{} in {}", role.id, environment.id);
        }
    }
    let issues = Edc::validate(&ctx(), &[grant("tester", "prod")]).unwrap();
    assert_eq!(issues[0].message.key, "roleEnvironment.elsewhere");
}

#[test]
fn users_are_granted_once_changed_and_taken_away() {
    let world = start();
    let granted = Edc::apply(&ctx(), &batch("b1", &[grant("cra", "prod")])).unwrap();
    assert_eq!((granted.succeeded.len(), granted.failed.len()), (2, 0));
    let again = Edc::apply(&ctx(), &batch("b1", &[grant("cra", "prod")])).unwrap();
    assert_eq!(again, granted, "the same batch, the same answer");
    assert_eq!(world.edc.applied(), 2);

    Edc::apply(&ctx(), &batch("b2", &[grant("auditor", "prod")])).unwrap();
    let users = world.edc.users("ABC-1");
    assert_eq!(users["u1"].grants[0].roles[0].role, "auditor");
    assert_eq!(users["u2"].grants[0].sites, ["01"]);

    let revoked = Edc::apply(&ctx(), &batch("b3", &[])).unwrap();
    assert_eq!((revoked.succeeded.len(), revoked.failed.len()), (2, 0));
    assert!(world.edc.users("ABC-1").is_empty());
    let gone = Edc::apply(&ctx(), &batch("b4", &[])).unwrap();
    assert_eq!(gone.succeeded.len(), 2);
}

#[test]
fn faults_are_told_user_by_user() {
    let world = start();
    let fault = |fault| {
        world.edc.set_faults(Faults { fault: Some(fault), ..Faults::default() });
    };
    let apply = |id| Edc::apply(&ctx(), &batch(id, &[grant("cra", "prod")])).unwrap();
    fault(Misbehaviour::PartialSuccess);
    let outcome = apply("b1");
    assert_eq!(outcome.succeeded[0].item_id, "item-u1");
    assert_eq!(outcome.failed[0].message.args[0].1, "this user was refused");
    fault(Misbehaviour::DuplicateDelivery);
    assert_eq!(apply("b2").succeeded.len(), 2);
    fault(Misbehaviour::Throttled { retry_after_s: 4 });
    let outcome = apply("b3");
    assert!(outcome.failed.iter().all(|failure| failure.retry_after_ms == Some(4000)));
    fault(Misbehaviour::TruncatedJson);
    assert!(apply("b4").failed.iter().all(|failure| failure.reason == Reason::Unknown));
    assert_eq!(apply("b4").failed, apply("b4").failed);
    fault(Misbehaviour::ServerError);
    let panel = Edc::options(&ctx(), &testing::query("moduleRoles")).unwrap_err();
    assert!(matches!(panel, Fault::Downstream(message) if message.key == "sdk.http.unavailable"));
}
