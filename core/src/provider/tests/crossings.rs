//! How often each operation asks PostgreSQL and waits for its answer. The database may be a network away, where each of
//! these costs more than everything else.

use super::*;

/// How often the database is asked while this is done.
async fn crossings<T>(w: &World, done: impl Future<Output = T>) -> (u64, T) {
    let asked = || w.t.kernel.db().crossings().unwrap();
    let before = asked();
    let done = done.await;
    (asked() - before, done)
}

/// A client with refresh tokens. `consent` is whether people must agree, `more` what else it is.
async fn world(consent: &str, more: Value) -> World {
    let w = World::new(Engine::Postgres).await;
    let mut metadata = json!({ "client_id": "app", "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"], "cardea_consent": consent });
    metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    w.register(metadata).await;
    w
}

async fn authorized(w: &World, who: &Who) -> String {
    let answer = w.authorize(&request(&[("client_id", Some("app")), ("scope", Some("openid profile"))]), who).await;
    answer.location().1["code"].clone()
}

async fn posted(w: &World, path: &str, form: &[(&str, &str)]) -> Value {
    let answer = w.post(path, query(form), Some(&basic("app", SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

async fn exchanged(w: &World, code: &str) -> Value {
    let form = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK)];
    posted(w, "/oauth2/token", &[&form[..], &[("code_verifier", VERIFIER)]].concat()).await
}

async fn refreshed(w: &World, tokens: &Value) -> Value {
    let token = tokens["refresh_token"].as_str().unwrap();
    posted(w, "/oauth2/token", &[("grant_type", "refresh_token"), ("refresh_token", token)]).await
}

/// Crossings of an authorization request, an exchange, a refresh, userinfo, introspection, and both of these again.
type Costs = (u64, u64, u64, u64, u64, u64);

/// What a client's calls cost once their statements are prepared.
async fn costs(w: &World) -> Costs {
    let who = w.sign_in("u1", "s1").await;
    let mut costs = Costs::default();
    // The first of each prepares its statements.
    for _ in 0..2 {
        let (authorize, code) = crossings(w, authorized(w, &who)).await;
        let (exchange, tokens) = crossings(w, exchanged(w, &code)).await;
        let (refresh, tokens) = crossings(w, refreshed(w, &tokens)).await;
        let access = tokens["access_token"].as_str().unwrap();
        let bearer = format!("Bearer {access}");
        let (userinfo, answer) = crossings(w, w.get_as("/oauth2/userinfo", &bearer)).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let (introspect, told) = crossings(w, posted(w, "/oauth2/introspect", &[("token", access)])).await;
        assert_eq!(told["active"], true);
        let (again, ()) = crossings(w, async {
            assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.json(), answer.json());
            assert_eq!(posted(w, "/oauth2/introspect", &[("token", access)]).await, told);
        })
        .await;
        costs = (authorize, exchange, refresh, userinfo, introspect, again);
    }
    costs
}

#[tokio::test]
async fn tokens_cost_few_crossings_to_the_database() {
    let w = world("never", json!({})).await;
    assert_eq!(costs(&w).await, (1, 1, 1, 1, 1, 0));
}

/// It is told of a person's tenant and studies, with the code and with the family.
#[tokio::test]
async fn tokens_of_a_trial_system_cost_no_crossing_more() {
    let w = world("never", json!({ "cardea_software_id": "edc", "cardea_tenant_id": "t1" })).await;
    assert_eq!(costs(&w).await, (1, 1, 1, 1, 1, 0));
}

/// The consent is read, and its use recorded with the code.
#[tokio::test]
async fn a_sign_in_by_consent_crosses_twice() {
    let w = world("once", json!({})).await;
    let who = w.sign_in("u1", "s1").await;
    let asked = w.authorize(&request(&[("client_id", Some("app")), ("scope", Some("openid profile"))]), &who).await;
    let body = json!({ "interaction": asked.location().1["interaction"], "decision": "allow" });
    assert_eq!(w.call("/api/account/consent", &body, &who).await["code"], "200");
    for first in [true, false] {
        let (authorize, code) = crossings(&w, authorized(&w, &who)).await;
        assert!(!code.is_empty());
        if !first {
            assert_eq!(authorize, 2);
        }
    }
}
