//! Golden cases of provisioning and claims.

use std::collections::BTreeMap;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::{self, Error, Host, HttpRequest, HttpResponse};
use serde_json::{Value, json};

use super::{ctx, good, grant};
use crate::Edc;

fn item(id: &str, user: &str, after: Vec<Grant>) -> Item {
    let person = Person {
        id: user.into(),
        login: format!("login-{user}"),
        email: format!("{user}@example.com"),
        display_name: format!("Name {user}"),
    };
    Item { item_id: id.into(), person, before: Vec::new(), after }
}

fn batch(items: Vec<Item>) -> Batch {
    Batch { batch_id: "b7".into(), attempt: 2, items }
}

fn saved(request: &HttpRequest, success: &[&str], failure: &[&str]) -> Result<HttpResponse, Error> {
    if request.path.ends_with("getAuthRemoteList") {
        return super::edc(request);
    }
    testing::json(200, &json!({"code": "200", "data": {"success": success, "failure": failure}}))
}

#[test]
fn granting_saves_the_whole_user() {
    let host = Host::install(|request| saved(request, &["u1"], &[]));
    let outcome = Edc::apply(&ctx(), &batch(vec![item("i1", "u1", vec![good()])])).unwrap();
    assert_eq!(outcome.succeeded, [Success::new("i1", None)]);
    assert!(outcome.failed.is_empty());
    let request = &host.requests()[1];
    assert_eq!(request.path, "ABC-1/saveEdcProject");
    assert_eq!(request.method, http::Method::Post);
    assert_eq!(request.endpoint, Endpoint::CallbackApi);
    assert_eq!(request.idempotency_key.as_deref(), Some("b7:i1"), "whatever the attempt");
    let body: Value = serde_json::from_slice(request.body.as_ref().unwrap()).unwrap();
    let expected = json!({
        "studyUrlId": "b1", "tenantId": "t1", "userList": ["u1"], "EmailList": [],
        "userRole": "role-1", "userTypeId": "type-1",
        "siteList": ["s1", "s2"], "sites": [{"id": "s1", "code": "01"}, {"id": "s2", "code": "02"}],
        "userPowerRoleId": "reports",
        "userStudyRoles": [{"roleId": "cra", "roleName": "CRA", "environmentId": "prod", "studyId": "study-1"}],
        "users": [{"id": "u1", "login": "login-u1", "email": "u1@example.com", "name": "Name u1"}],
    });
    assert_eq!(body, expected);
}

#[test]
fn an_empty_grant_takes_the_user_away_and_gone_is_gone() {
    let host = Host::install(|request| {
        assert_eq!(request.path, "ABC-1/cancelProjectAllowUser");
        let body: Value = serde_json::from_slice(request.body.as_ref().unwrap()).unwrap();
        assert_eq!(body["isSite"], false);
        if body["ids"] == json!(["u1"]) { saved(request, &["u1"], &[]) } else { testing::status(404) }
    });
    let items = vec![item("i1", "u1", vec![]), item("i2", "u2", vec![])];
    let outcome = Edc::apply(&ctx(), &batch(items)).unwrap();
    assert_eq!((outcome.succeeded.len(), host.requests().len()), (2, 2), "no list is read");
}

#[test]
fn each_user_succeeds_or_fails_alone_with_a_reason() {
    let _host = Host::install(|request| {
        if request.path.ends_with("getAuthRemoteList") {
            return Err(Error::Connect);
        }
        let body: Value = serde_json::from_slice(request.body.as_ref().unwrap()).unwrap();
        match body["userList"][0].as_str().unwrap() {
            "ok" => saved(request, &["ok"], &[]),
            "refused" => saved(request, &[], &["refused: no licence left"]),
            "wrong" => testing::json(422, &json!({"code": "x", "message": "no such role"})),
            "busy" => {
                Ok(HttpResponse { status: 429, headers: vec![("retry-after".into(), "2".into())], body: Vec::new() })
            }
            "odd" => testing::json(200, &json!([])),
            "silent" => saved(request, &[], &[]),
            _ => Err(Error::Connect),
        }
    });
    let users = ["ok", "refused", "wrong", "busy", "odd", "silent", "dead"];
    let mut items: Vec<_> = users.into_iter().map(|user| item(user, user, vec![good()])).collect();
    let foreign_site = grant(&["b1"], &["s9"], &["reports"], &[("cra", "prod")]);
    items.push(item("site", "site", vec![foreign_site]));
    let outcome = Edc::apply(&ctx(), &batch(items)).unwrap();
    assert_eq!(outcome.succeeded, [Success::new("ok", None)], "names are for people, and may be missing");
    let detail = |it: &Failure| it.message.args.first().map(|arg| arg.1.clone()).unwrap_or_default();
    let failed: BTreeMap<_, _> = outcome
        .failed
        .iter()
        .map(|it| (it.item_id.as_str(), (it.reason, it.message.key.as_str(), it.retry_after_ms, detail(it))))
        .collect();
    let none = String::new;
    let expected = BTreeMap::from([
        ("refused", (Reason::Rejected, "sdk.remote.refused", None, "no licence left".to_owned())),
        ("wrong", (Reason::Rejected, "sdk.remote.refused", None, "no such role".to_owned())),
        ("busy", (Reason::Throttled, "sdk.http.throttled", Some(2000), "429".to_owned())),
        ("odd", (Reason::Unknown, "sdk.http.malformed", None, none())),
        ("silent", (Reason::Unknown, "sdk.http.malformed", None, none())),
        ("dead", (Reason::Unavailable, "sdk.http.connect", None, none())),
        ("site", (Reason::Rejected, "sites.unknown", None, none())),
    ]);
    assert_eq!(failed, expected);
}

fn claims(grants: &[Grant]) -> BTreeMap<String, Value> {
    let claims = Edc::project(&ctx(), "u1", grants, &["openid".into()]).unwrap();
    let value = |claim: Claim| (claim.name, serde_json::from_str(&claim.json).unwrap());
    claims.into_iter().map(value).collect()
}

#[test]
fn claims_are_exactly_what_was_granted() {
    let host = Host::pure();
    let expected = BTreeMap::from([
        ("sites".into(), json!(["01", "02"])),
        ("roles".into(), json!([{"role": "cra", "environment": "prod"}])),
        ("module_roles".into(), json!(["reports"])),
        ("environment".into(), json!("prod")),
    ]);
    assert_eq!(claims(&[good()]), expected);
    assert_eq!(claims(&[]), BTreeMap::new());
    assert!(host.requests().is_empty() && host.logs().is_empty());
}

#[test]
fn claims_join_grants_in_a_stable_order_and_never_add_access() {
    let host = Host::pure();
    let other = grant(&["b1"], &["s1", "s9"], &["coding"], &[("tester", "uat")]);
    let joined = claims(&[other.clone(), good()]);
    assert_eq!(joined, claims(&[good(), other]));
    assert_eq!(joined["sites"], json!(["01", "02"]), "a site without a code is left out");
    assert_eq!(joined["module_roles"], json!(["coding", "reports"]));
    assert_eq!(joined["roles"].as_array().unwrap().len(), 2);
    assert!(!joined.contains_key("environment"), "there are two");
    assert_eq!(host.logs().len(), 2);
}
