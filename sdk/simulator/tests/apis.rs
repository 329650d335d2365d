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

fn save(edc: &Running, user: &str, key: &str, body: &Value) -> RequestBuilder {
    let url = format!("{}/ABC-1/{}", edc.callback_api(), edc.software().save_call());
    let mut body = body.clone();
    body["userList"] = json!([user]);
    body["users"][0]["id"] = json!(user);
    call(Method::POST, url).header("idempotency-key", key).json(&body)
}

fn cancel(edc: &Running, user: &str, key: &str) -> RequestBuilder {
    let url = format!("{}/ABC-1/cancelProjectAllowUser", edc.callback_api());
    call(Method::POST, url).header("idempotency-key", key).json(&json!({"isSite": false, "ids": [user]}))
}

/// A body of `saveEdcProject`.
fn record(role: &str) -> Value {
    json!({
        "studyUrlId": "b1", "tenantId": "t1", "userList": [], "EmailList": [], "userRole": "r", "userTypeId": "t",
        "siteList": ["s1"], "sites": [{"id": "s1", "code": "01"}], "userPowerRoleId": "reports",
        "userStudyRoles": [{"roleId": role, "environmentId": "prod", "studyId": "study-1", "roleName": "Role"}],
        "users": [{"id": "", "login": "monitor", "email": "m@example.com", "name": "Monitor"}],
    })
}

async fn answer(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
}

async fn list(system: &Running) -> (u16, Value) {
    answer(call(Method::GET, list_url(system, "ABC-1"))).await
}

fn list_url(system: &Running, study: &str) -> String {
    format!("{}/{study}/getAuthRemoteList?studyUrlId=b1", system.role_api())
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_list_has_four_shapes_in_the_callers_language() {
    let shapes = [
        (Software::Edc, vec!["Environments", "RoleInfos"]),
        (Software::Rtsm, vec!["List"]),
        (Software::Ctms, vec!["studyRoles", "tenantRoles"]),
        (Software::Etmf, vec!["roles", "sites"]),
    ];
    for (software, keys) in shapes {
        assert_eq!(Software::from_web_code(software.web_code()), Some(software));
        let system = Simulator::start(Options::new(software, "http://127.0.0.1:1", "x", API_KEY)).await.unwrap();
        let (status, body) = list(&system).await;
        assert_eq!((status, &body["code"]), (200, &json!("200")));
        assert_eq!(body["data"].as_object().unwrap().keys().collect::<Vec<_>>(), keys);
        system.stop().await;
    }
    let edc = start().await;
    let (_, zh) = list(&edc).await;
    assert_eq!(ids(&zh["data"]["Environments"]), ["prod", "uat", "training"]);
    assert_eq!(zh["data"]["Environments"][0]["name"], "生产环境");
    let (_, en) = answer(call(Method::GET, list_url(&edc, "ABC-1")).header("accept-language", "en")).await;
    assert_eq!(en["data"]["RoleInfos"][0], json!({"id": "data-entry", "name": "Data entry", "type": 1}));
    assert_eq!(answer(call(Method::GET, list_url(&edc, "a%2Fb"))).await.0, 404);
    let url = format!("{}/ABC-1/getAuthRemoteList", edc.role_api());
    assert_eq!(answer(call(Method::GET, url)).await.0, 400, "studyUrlId is missing");
}

#[tokio::test]
async fn a_system_has_its_own_save_call_and_no_other() {
    let edc = start().await;
    for name in ["saveIwrsProject", "saveCTMSProject", "saveETMFProject"] {
        let url = format!("{}/ABC-1/{name}", edc.callback_api());
        let request = call(Method::POST, url).header("idempotency-key", "k").json(&record("cra"));
        assert_eq!(answer(request).await.0, 404, "{name}");
    }
    assert_eq!(edc.applied(), 0);
    assert_eq!(answer(save(&edc, "u1", "k", &record("cra"))).await.0, 200);
    let page = client().get(format!("{}/arrived", edc.base_url())).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("saveEdcProject ABC-1") && page.contains("&quot;userPowerRoleId&quot;: &quot;reports&quot;"));
}

#[tokio::test]
async fn it_is_initialised_once_for_each_tenant() {
    let edc = start().await;
    let initialise = |tenant: &str, key: &str| {
        let body = json!({"tenantId": tenant, "tenantName": "Tenant", "url": "https://edc.example.org"});
        call(Method::POST, format!("{}/initSoftware", edc.base_url())).header("idempotency-key", key).json(&body)
    };
    assert_eq!(answer(initialise("t1", "k1")).await.0, 200);
    assert_eq!(answer(initialise("t1", "k1")).await.0, 200, "replayed");
    assert_eq!(answer(initialise("t1", "k2")).await.0, 409);
    assert_eq!(answer(initialise("t2", "k3")).await.0, 200);
    assert!(edc.is_initialised("t1") && !edc.is_initialised("t3"));
}

#[tokio::test]
async fn both_apis_want_the_key() {
    let edc = start().await;
    let role_api = list_url(&edc, "ABC-1");
    let user = format!("{}/ABC-1/saveEdcProject", edc.callback_api());
    let initialise = format!("{}/initSoftware", edc.base_url());
    for request in [
        client().get(&role_api),
        client().get(&role_api).bearer_auth("wrong"),
        client().get(&role_api).basic_auth(API_KEY, None::<&str>),
        client().post(&user).header("idempotency-key", "k").json(&record("cra")),
        client().post(&initialise).header("idempotency-key", "k"),
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
    let (status, first) = answer(save(&edc, "u1", "b1:i1", &record("cra"))).await;
    assert_eq!((status, &first), (200, &json!({"code": "200", "data": {"success": ["u1"], "failure": []}})));
    let again = save(&edc, "u1", "b1:i1", &record("cra")).send().await.unwrap();
    assert_eq!(again.headers()["idempotent-replayed"], "true");
    assert_eq!(again.json::<Value>().await.unwrap(), first);
    assert_eq!(edc.applied(), 1);

    let (status, body) = answer(save(&edc, "u1", "b1:i1", &record("auditor"))).await;
    assert_eq!((status, &body["code"]), (422, &json!("idempotency_key_reused")));
    assert_eq!(answer(save(&edc, "u1", "b2:i1", &record("auditor"))).await.0, 200);
    assert_eq!(edc.users("ABC-1")["u1"].grants[0].roles[0].role, "auditor");
    assert!(edc.users("XYZ").is_empty());

    assert_eq!(answer(cancel(&edc, "u1", "b3:i1")).await.0, 200);
    assert_eq!(answer(cancel(&edc, "u1", "b3:i1")).await.0, 200, "replayed");
    assert_eq!(answer(cancel(&edc, "u1", "b4:i1")).await.0, 404);
    assert!(edc.users("ABC-1").is_empty());
    assert_eq!(edc.applied(), 3);
}

#[tokio::test]
async fn bad_requests_are_refused_whole() {
    let edc = start().await;
    let mut unknown = record("cra");
    unknown["extra"] = json!(1);
    let mut module = record("cra");
    module["userPowerRoleId"] = json!("nothing");
    let mut nothing = record("cra");
    nothing["userStudyRoles"] = json!([]);
    let mut site = record("cra");
    site["sites"] = json!([]);
    for (body, expected) in [
        (record("form-designer"), (422, json!("role_unknown"))),
        (module, (422, json!("module_role_unknown"))),
        (nothing, (422, json!("roles_missing"))),
        (site, (422, json!("site_unnamed"))),
        (unknown, (400, json!("bad_request"))),
    ] {
        let (status, answer) = answer(save(&edc, "u1", "k", &body)).await;
        assert_eq!((status, answer["code"].clone()), expected);
    }
    let url = format!("{}/ABC-1/saveEdcProject", edc.callback_api());
    let (status, body) = answer(call(Method::POST, url).json(&record("cra"))).await;
    assert_eq!((status, &body["code"]), (400, &json!("idempotency_key_missing")));
    assert_eq!(edc.applied(), 0);
}

#[tokio::test]
async fn faults_are_switched_over_http_and_end_by_themselves() {
    let edc = start().await;
    let faults = format!("{}/faults", edc.base_url());
    let set = json!({"fault": {"kind": "throttled", "retryAfterS": 3}, "remaining": 1});
    assert_eq!(answer(client().post(&faults).json(&set)).await.0, 200);
    let url = list_url(&edc, "ABC-1");
    let response = call(Method::GET, url).send().await.unwrap();
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["retry-after"], "3");
    assert_eq!(list(&edc).await.0, 200);
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
    let url = list_url(&edc, "ABC-1");
    edc.set_faults(fault(Fault::ServerError));
    assert_eq!(list(&edc).await, (500, Value::Null));

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
    assert_eq!(answer(save(&edc, "u1", "k1", &record("cra"))).await.0, 200);
    assert_eq!(edc.applied(), 1, "delivered twice, done once");

    edc.set_faults(fault(Fault::PartialSuccess));
    assert_eq!(list(&edc).await.0, 200);
    let mut done = Vec::new();
    for user in ["a", "b", "c", "d"] {
        let (_, body) = answer(save(&edc, user, user, &record("cra"))).await;
        done.push(body["data"]["failure"].as_array().unwrap().is_empty());
    }
    assert_eq!(done, [true, false, true, false]);
    edc.set_faults(Faults::default());
    assert_eq!(answer(save(&edc, "b", "b", &record("cra"))).await.0, 200, "the key was not used up");
}

#[tokio::test]
async fn a_taken_port_is_an_error() {
    let edc = start().await;
    let options = Options { listen: edc.addr(), ..Options::new(Software::Rtsm, edc.base_url(), "x", "y") };
    assert!(Simulator::start(options).await.is_err());
}
