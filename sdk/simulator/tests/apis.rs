//! The role API, the callback API and their faults, over HTTP.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use cardea_simulator::{Fault, Faults, Options, Running, Simulator, Software};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use support::{API_KEY, client, edc};

async fn start() -> Running {
    edc("http://127.0.0.1:1").await
}

fn call(method: Method, url: String) -> RequestBuilder {
    client().request(method, url).bearer_auth(API_KEY)
}

fn put(edc: &Running, user: &str, key: &str, body: &Value) -> RequestBuilder {
    let url = format!("{}/ABC-1/users/{user}", edc.callback_api());
    call(Method::PUT, url).header("idempotency-key", key).json(body)
}

fn record(role: &str) -> Value {
    json!({
        "login": "monitor", "email": "m@example.com", "name": "Monitor",
        "grants": [{
            "sites": ["01"], "moduleRoles": ["reports"],
            "roles": [{"role": role, "environment": "prod"}]
        }]
    })
}

async fn answer(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
}

async fn list(edc: &Running, path: &str) -> (u16, Value) {
    answer(call(Method::GET, format!("{}/ABC-1/{path}", edc.role_api()))).await
}

fn ids(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn lists_are_paged_searched_and_in_the_callers_language() {
    let edc = start().await;
    let (status, page) = list(&edc, "environments").await;
    assert_eq!((status, ids(&page)), (200, vec!["prod", "uat", "training"]));
    assert_eq!(page["items"][0]["name"], "生产环境");

    let url = format!("{}/ABC-1/roles?search=MONITOR", edc.role_api());
    let english = call(Method::GET, url).header("accept-language", "en");
    let (_, page) = answer(english).await;
    assert_eq!(ids(&page), ["medical-monitor"]);
    assert_eq!(page["items"][0]["environments"], json!(["prod", "uat"]));
    let (_, page) = list(&edc, "roles?environment=training&search=研究").await;
    assert_eq!(ids(&page), ["investigator", "sub-investigator", "crc"]);

    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let (_, page) = list(&edc, &format!("roles?limit=5{cursor}")).await;
        all.extend(ids(&page).into_iter().map(ToOwned::to_owned));
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(all.len(), 12);
    all.dedup();
    assert_eq!(all.len(), 12, "no role twice");
    let (_, page) = list(&edc, "module-roles?limit=5").await;
    assert_eq!((ids(&page).len(), &page["next"]), (5, &Value::Null), "an exact page is the last");

    for bad in ["roles?limit=0", "roles?limit=101", "roles?limit=x", "roles?cursor=nobody"] {
        assert_eq!(list(&edc, bad).await.0, 400, "{bad}");
    }
    let url = format!("{}/a%2Fb/roles", edc.role_api());
    assert_eq!(answer(call(Method::GET, url)).await.0, 404);
}

#[tokio::test]
async fn both_apis_want_the_key() {
    let edc = start().await;
    let role_api = format!("{}/ABC-1/roles", edc.role_api());
    let user = format!("{}/ABC-1/users/u1", edc.callback_api());
    for request in [
        client().get(&role_api),
        client().get(&role_api).bearer_auth("wrong"),
        client().get(&role_api).basic_auth(API_KEY, None::<&str>),
        client().put(&user).header("idempotency-key", "k").json(&record("cra")),
        client().delete(&user).header("idempotency-key", "k"),
    ] {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 401);
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
    }
    assert_eq!(edc.applied(), 0);
}

#[tokio::test]
async fn a_key_is_used_once_and_answered_again() {
    let edc = start().await;
    let (status, first) = answer(put(&edc, "u1", "b1:i1", &record("cra"))).await;
    assert_eq!((status, first.clone()), (201, json!({"userId": "u1", "ref": "U000001"})));
    let again = put(&edc, "u1", "b1:i1", &record("cra")).send().await.unwrap();
    assert_eq!(again.headers()["idempotent-replayed"], "true");
    assert_eq!(again.status(), 201);
    assert_eq!(again.json::<Value>().await.unwrap(), first);
    assert_eq!(edc.applied(), 1);

    let (status, body) = answer(put(&edc, "u1", "b1:i1", &record("auditor"))).await;
    assert_eq!((status, &body["code"]), (422, &json!("idempotency_key_reused")));
    let (status, body) = answer(put(&edc, "u1", "b2:i1", &record("auditor"))).await;
    assert_eq!((status, &body["ref"]), (200, &json!("U000001")), "the same person");
    assert_eq!(edc.users("ABC-1")["u1"].grants[0].roles[0].role, "auditor");
    assert!(edc.users("XYZ").is_empty());

    let url = format!("{}/ABC-1/users/u1", edc.callback_api());
    let revoke = |key: &str| call(Method::DELETE, url.clone()).header("idempotency-key", key);
    assert_eq!(answer(revoke("b3:i1")).await.0, 200);
    assert_eq!(answer(revoke("b3:i1")).await.0, 200, "replayed");
    assert_eq!(answer(revoke("b4:i1")).await.0, 404);
    assert!(edc.users("ABC-1").is_empty());
    assert_eq!(edc.applied(), 3);
}

#[tokio::test]
async fn bad_requests_are_refused_whole() {
    let edc = start().await;
    let mut unknown = record("cra");
    unknown["extra"] = json!(1);
    let mut module = record("cra");
    module["grants"][0]["moduleRoles"] = json!(["nothing"]);
    let mut nothing = record("cra");
    nothing["grants"] = json!([]);
    for (body, expected) in [
        (record("form-designer"), (422, json!("role_unknown"))),
        (module, (422, json!("module_role_unknown"))),
        (nothing, (422, json!("grants_missing"))),
        (unknown, (400, json!("bad_request"))),
    ] {
        let (status, answer) = answer(put(&edc, "u1", "k", &body)).await;
        assert_eq!((status, answer["code"].clone()), expected);
    }
    let url = format!("{}/ABC-1/users/u1", edc.callback_api());
    let (status, body) = answer(call(Method::PUT, url).json(&record("cra"))).await;
    assert_eq!((status, &body["code"]), (400, &json!("idempotency_key_missing")));
    assert_eq!(edc.applied(), 0);
}

#[tokio::test]
async fn faults_are_switched_over_http_and_end_by_themselves() {
    let edc = start().await;
    let faults = format!("{}/faults", edc.base_url());
    let set = json!({"fault": {"kind": "throttled", "retryAfterS": 3}, "remaining": 1});
    assert_eq!(answer(client().post(&faults).json(&set)).await.0, 200);
    let url = format!("{}/ABC-1/roles", edc.role_api());
    let response = call(Method::GET, url).send().await.unwrap();
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["retry-after"], "3");
    assert_eq!(list(&edc, "roles").await.0, 200);
    assert_eq!(answer(client().get(&faults)).await.1["remaining"], 0);
    assert_eq!(edc.calls(), 2);
    let set = json!({"nonsense": true});
    assert_eq!(client().post(&faults).json(&set).send().await.unwrap().status(), 422);
}

fn fault(fault: Fault) -> Faults {
    Faults { fault: Some(fault), ..Faults::default() }
}

#[tokio::test]
async fn each_fault_does_what_its_name_says() {
    let edc = start().await;
    let url = format!("{}/ABC-1/roles", edc.role_api());
    edc.set_faults(fault(Fault::ServerError));
    assert_eq!(list(&edc, "roles").await, (500, Value::Null));

    edc.set_faults(fault(Fault::TruncatedJson));
    let response = call(Method::GET, url.clone()).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.json::<Value>().await.is_err());

    edc.set_faults(fault(Fault::HugeBody));
    let mut response = call(Method::GET, url.clone()).send().await.unwrap();
    let mut size = 0;
    while let Some(chunk) = response.chunk().await.unwrap() {
        size += chunk.len();
    }
    assert_eq!(size, 50 * 1024 * 1024);

    edc.set_faults(fault(Fault::RedirectToMetadata));
    let response = call(Method::GET, url).send().await.unwrap();
    assert_eq!(response.status(), 307);
    assert!(response.headers()["location"].to_str().unwrap().contains("169.254.169.254"));

    edc.set_faults(fault(Fault::DuplicateDelivery));
    assert_eq!(answer(put(&edc, "u1", "k1", &record("cra"))).await.0, 201);
    assert_eq!(edc.applied(), 1, "delivered twice, done once");

    edc.set_faults(fault(Fault::PartialSuccess));
    assert_eq!(list(&edc, "roles").await.0, 200);
    let mut statuses = Vec::new();
    for user in ["a", "b", "c", "d"] {
        statuses.push(answer(put(&edc, user, user, &record("cra"))).await.0);
    }
    assert_eq!(statuses, [201, 422, 201, 422]);
    edc.set_faults(Faults::default());
    assert_eq!(answer(put(&edc, "b", "b", &record("cra"))).await.0, 201, "the key was not used up");
}

#[tokio::test]
async fn the_four_systems_have_names_and_roles_of_their_own() {
    let mut firsts = Vec::new();
    for software in Software::ALL {
        assert_eq!(Software::from_web_code(software.web_code()), Some(software));
        let options = Options::new(software, "http://127.0.0.1:1", "x", API_KEY);
        let running = Simulator::start(options).await.unwrap();
        let (_, page) = list(&running, "module-roles?limit=1").await;
        firsts.push(ids(&page)[0].to_owned());
        running.stop().await;
    }
    assert_eq!(firsts, ["data-entry", "randomisation", "visits", "filing"]);
}

#[tokio::test]
async fn a_taken_port_is_an_error() {
    let edc = start().await;
    let options = Options { listen: edc.addr(), ..Options::new(Software::Rtsm, edc.base_url(), "x", "y") };
    assert!(Simulator::start(options).await.is_err());
}
