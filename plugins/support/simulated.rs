//! What the plugins' tests against the simulated systems share: a system, and a host that carries a plugin's calls to it.

use cardea_plugin_sdk::http::Method;
use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::{Error, Host, HttpRequest, HttpResponse};
use cardea_simulator::{Options, Running, Simulator, Software};
use tokio::runtime::Runtime;

/// The system, and the host.
pub struct World {
    pub system: Running,
    _host: Host,
    // Last, so that the fields that depend on it are dropped first.
    _runtime: Runtime,
}

/// A system whose callback API has the base address of a study, or, for a call about none, of its domain.
pub fn start(software: Software, about_a_study: bool) -> World {
    let runtime = Runtime::new().unwrap();
    let options = Options::new(software, "http://127.0.0.1:1", "client", "key");
    let system = runtime.block_on(Simulator::start(options)).unwrap();
    let role_api = system.role_api();
    let callback_api = if about_a_study { system.callback_api() } else { system.base_url().to_owned() };
    let handle = runtime.handle().clone();
    let host = Host::install(move |request| {
        let base = match request.endpoint {
            Endpoint::RoleApi => &role_api,
            Endpoint::CallbackApi => &callback_api,
        };
        handle.block_on(carry(base, request))
    });
    World { system, _host: host, _runtime: runtime }
}

async fn carry(base: &str, request: &HttpRequest) -> Result<HttpResponse, Error> {
    let method = match request.method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
        Method::Put | Method::Patch | Method::Delete => return Err(Error::Invalid("not of this protocol".into())),
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

/// The study `ABC-1` with the sites `s1` and `s2`, coded `S01` and `S02`.
pub fn ctx() -> Ctx {
    let mut ctx = testing::ctx("ABC-1");
    let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    ctx.study.settings = vec![
        setting("study.url_id", "b1"),
        setting("study.site_count", "2"),
        setting("tenant.id", "t1"),
        setting("grant.user_role", "role-1"),
        setting("grant.user_type_id", "type-1"),
        setting("site.s1.code", "S01"),
        setting("site.s2.code", "S02"),
    ];
    ctx
}

/// A cell of picks.
pub fn picks(column: &str, ids: &[&str]) -> (String, Cell) {
    (column.to_owned(), Cell::Picks(ids.iter().map(|id| (*id).to_owned()).collect()))
}

/// Two people, from one selection to another.
pub fn batch(id: &str, before: &[Grant], after: &[Grant]) -> Batch {
    let item = |user: &str| Item {
        item_id: format!("item-{user}"),
        person: Person {
            id: user.into(),
            login: user.into(),
            email: format!("{user}@example.com"),
            display_name: user.into(),
        },
        before: before.to_vec(),
        after: after.to_vec(),
    };
    Batch { batch_id: id.into(), attempt: 1, items: vec![item("u1"), item("u2")] }
}

/// The body of the last call that arrived.
pub fn last(world: &World) -> serde_json::Value {
    serde_json::from_str(&world.system.arrived()[0].1).unwrap()
}

/// The ids of a column's choices.
pub fn ids(page: Page) -> Vec<String> {
    page.choices.into_iter().map(|choice| choice.id).collect()
}

/// The keys of issues.
pub fn keys(issues: &[Issue]) -> Vec<&str> {
    issues.iter().map(|issue| issue.message.key.as_str()).collect()
}
