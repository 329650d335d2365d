//! Dynamic client registration: RFC 7591 and RFC 7592.

use futures::future::join_all;

use super::clients_admin::{Admin, CLIENTS, administrator};
use super::site::Site;
use super::*;
use crate::both;

const TOKENS: &str = "/api/admin/initial-access-tokens";
const RP: &str = "https://rp.example.org/cb";

/// A new initial access token.
pub async fn initial_access_token(w: &World, given: Value) -> String {
    let made = Admin::over(w).ok("POST", TOKENS, &given).await;
    made["initialAccessToken"].as_str().unwrap().to_owned()
}

/// A program that may register clients.
pub struct Registrar(String);

/// A call with a JSON body, and a bearer token if given.
async fn call(w: &World, method: &str, path: &str, token: Option<&str>, body: &str) -> Answer {
    let mut request = HttpRequest::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    w.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

impl Registrar {
    pub fn new(_: &World, token: String) -> Self {
        Self(token)
    }

    pub async fn register(&self, w: &World, metadata: Value) -> Answer {
        call(w, "POST", "/oauth2/register", Some(&self.0), &metadata.to_string()).await
    }

    /// Registers; must succeed.
    pub async fn ok(&self, w: &World, metadata: Value) -> Value {
        let answer = self.register(w, metadata).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
        assert_eq!((answer.header("cache-control"), answer.header("pragma")), ("no-store", "no-cache"));
        answer.json()
    }
}

async fn registrar(w: &World, uses: i64) -> Registrar {
    Registrar::new(w, initial_access_token(w, json!({ "uses": uses })).await)
}

/// Path and token of the client's own registration.
fn own(client: &Value) -> (String, String) {
    let address = client["registration_client_uri"].as_str().unwrap();
    let token = client["registration_access_token"].as_str().unwrap();
    (address.strip_prefix(ISSUER).unwrap().to_owned(), token.to_owned())
}

both! {
    async fn only_an_initial_access_token_lets_in(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let metadata = json!({ "redirect_uris": [RP] }).to_string();
        let refused = async |token: Option<&str>| {
            let answer = call(&w, "POST", "/oauth2/register", token, &metadata).await;
            assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::UNAUTHORIZED, &json!("invalid_token")));
            assert!(answer.header("www-authenticate").starts_with("Bearer "), "{answer:?}");
            assert_eq!(answer.header("www-authenticate").contains("error="), token.is_some());
        };
        refused(None).await;
        refused(Some("nonsense")).await;
        let token = initial_access_token(&w, json!({ "expiresInSeconds": 60 })).await;
        w.t.clock.advance(60);
        refused(Some(&token)).await;
        let made = admin.ok("POST", TOKENS, &json!({ "note": "CI of the EDC" })).await;
        let listed = admin.get(&format!("{TOKENS}?{}", query(&[("sort", "[\"createdAt\",\"DESC\"]")]))).await.json();
        assert_eq!((&listed[0]["note"], listed[0].get("initialAccessToken")), (&json!("CI of the EDC"), None));
        admin.ok("DELETE", &format!("{TOKENS}/{}", made["id"].as_str().unwrap()), &Value::Null).await;
        refused(made["initialAccessToken"].as_str()).await;
        let access_token = w.tokens(&w.sign_in("u1", "s1").await).await["access_token"].as_str().unwrap().to_owned();
        refused(Some(&access_token)).await;
        assert_eq!(w.count("SELECT COUNT(*) FROM clients").await, 4);
        for bad in [json!({ "uses": 0 }), json!({ "uses": 1001 }), json!({ "expiresInSeconds": 59 }),
            json!({ "note": "x".repeat(201) })] {
            assert_eq!(admin.send(&administrator(), "POST", TOKENS, &bad).await.status, 422, "{bad}");
        }
    }
}

both! {
    async fn a_token_is_good_for_so_many_clients_however_many_come_at_once(engine) {
        let w = World::new(engine).await;
        let registrar = registrar(&w, 3).await;
        let refused = registrar.register(&w, json!({ "redirect_uris": ["http://rp.example.org/cb"] })).await;
        assert_eq!(refused.json()["error"], "invalid_redirect_uri", "which does not count");
        let all = join_all((0..100).map(|_| registrar.register(&w, json!({ "redirect_uris": [RP] })))).await;
        let count = |status| all.iter().filter(|a| a.status == status).count();
        assert_eq!((count(StatusCode::CREATED), count(StatusCode::UNAUTHORIZED)), (3, 97));
        assert_eq!(w.count("SELECT COUNT(*) FROM clients WHERE registration_token_hash IS NOT NULL").await, 3);
        assert_eq!(w.count("SELECT used FROM initial_access_tokens").await, 3);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'initial_access_token.used'").await, 3);
    }
}

both! {
    async fn nobody_gives_themselves_power(engine) {
        let w = World::new(engine).await;
        let registrar = registrar(&w, 10).await;
        let client = registrar.ok(&w, json!({
            "client_id": "mine", "client_secret": "a secret of my own", "redirect_uris": [RP],
            "cardea_software_id": "edc", "cardea_tenant_id": "t1", "cardea_consent": "never", "cardea_pkce": "optional",
            "cardea_access_token_seconds": 86_400, "cardea_refresh_token_seconds": 31_536_000,
            "cardea_resources": ["https://api.example.org"], "cardea_redirect_paths": ["/x"],
            "scope": "openid email study:write",
            "grant_types": ["authorization_code", "refresh_token", "client_credentials",
                "urn:ietf:params:oauth:grant-type:token-exchange"],
        })).await;
        assert_ne!(client["client_id"], "mine");
        assert_ne!(client["client_secret"], "a secret of my own");
        assert_eq!(client["scope"], "openid email");
        assert_eq!(client["grant_types"], json!(["authorization_code", "refresh_token"]));
        assert_eq!((&client["cardea_consent"], &client["cardea_pkce"]), (&json!("once"), &json!("required")));
        for absent in ["cardea_software_id", "cardea_tenant_id", "cardea_access_token_seconds",
            "cardea_refresh_token_seconds", "cardea_resources", "cardea_redirect_paths"] {
            assert_eq!(client.get(absent), None, "{absent}");
        }
        let tighter = registrar.ok(&w, json!({ "redirect_uris": [RP], "cardea_consent": "always" })).await;
        assert_eq!(tighter["cardea_consent"], "always");
        let foreign = registrar.ok(&w, json!({ "redirect_uris": [RP], "scope": "study:write" })).await;
        assert!(foreign["scope"].as_str().unwrap().starts_with("openid "));
    }
}

both! {
    async fn errors_have_the_shapes_of_rfc_7591(engine) {
        let w = World::new(engine).await;
        let registrar = registrar(&w, 1).await;
        for (metadata, error) in [
            (json!({}), "invalid_redirect_uri"),
            (json!({ "redirect_uris": [] }), "invalid_redirect_uri"),
            (json!({ "redirect_uris": [7] }), "invalid_redirect_uri"),
            (json!({ "redirect_uris": ["com.example:/cb"] }), "invalid_redirect_uri"),
            (json!({ "redirect_uris": [RP], "token_endpoint_auth_method": "client_secret_jwt" }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [RP], "id_token_signed_response_alg": "none" }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [RP], "grant_types": ["implicit"], "response_types": ["token"] }),
                "invalid_client_metadata"),
            (json!({ "redirect_uris": [RP], "client_name": "\u{1b}[2J" }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [RP], "logo_uri": "wrong \"quote\\" }), "invalid_client_metadata"),
        ] {
            let answer = registrar.register(&w, metadata.clone()).await;
            assert_eq!((answer.status, answer.json()["error"].as_str()), (StatusCode::BAD_REQUEST, Some(error)), "{metadata}");
            let json = answer.json();
            let text = json["error_description"].as_str().unwrap();
            assert!(text.bytes().all(|b| (0x20..0x7f).contains(&b) && b != b'"' && b != b'\\'), "{text}");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
        let token = &registrar.0;
        for body in ["", "{", "[]", "null", "\"x\""] {
            let answer = call(&w, "POST", "/oauth2/register", Some(token), body).await;
            assert_eq!(answer.json()["error"], "invalid_client_metadata", "{body}");
        }
        let huge = json!({ "redirect_uris": [RP], "client_name": "x".repeat(70_000) }).to_string();
        assert_eq!(call(&w, "POST", "/oauth2/register", Some(token), &huge).await.json()["error"], "invalid_client_metadata");
        let form = w.post("/oauth2/register", "redirect_uris=x".into(), Some(&format!("Bearer {token}")), &Who::Nobody).await;
        assert_eq!(form.json()["error"], "invalid_client_metadata");
        let got = call(&w, "GET", "/oauth2/register", Some(token), "").await;
        assert_eq!((got.status.as_u16(), &got.json()["error"]), (405, &json!("invalid_request")));
    }
}

both! {
    async fn a_client_reads_changes_and_removes_itself(engine) {
        let w = World::new(engine).await;
        let registrar = registrar(&w, 2).await;
        let client = registrar.ok(&w, json!({ "redirect_uris": [RP], "client_name": "One" })).await;
        let (path, token) = own(&client);
        let read = call(&w, "GET", &path, Some(&token), "").await;
        assert_eq!((read.status, read.header("cache-control")), (StatusCode::OK, "no-store"));
        let read = read.json();
        assert_eq!(read.get("client_secret"), None, "only its hash is kept");
        for (name, value) in client.as_object().unwrap().iter().filter(|(n, _)| !n.starts_with("client_secret")) {
            assert_eq!(&read[name], value, "{name}");
        }
        // Another client's token, no token, and an unknown client: one answer.
        let other = registrar.ok(&w, json!({ "redirect_uris": [RP] })).await;
        let nowhere = "/oauth2/register/nobody".to_owned();
        for (path, token) in [(&path, Some(own(&other).1)), (&path, None), (&path, Some("x".into())),
            (&nowhere, Some(token.clone())), (&"/oauth2/register/edc".to_owned(), Some(token.clone()))] {
            for (method, body) in [("GET", ""), ("PUT", "{}"), ("DELETE", "")] {
                let answer = call(&w, method, path, token.as_deref(), body).await;
                assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::UNAUTHORIZED, &json!("invalid_token")));
            }
        }
        let id = client["client_id"].as_str().unwrap();
        let wanted = json!({ "client_id": id, "client_secret": client["client_secret"], "client_name": "Two",
            "redirect_uris": ["https://rp.example.org/new"] });
        let changed = call(&w, "PUT", &path, Some(&token), &wanted.to_string()).await;
        assert_eq!(changed.status, StatusCode::OK, "{changed:?}");
        let changed = changed.json();
        assert_eq!((&changed["client_name"], &changed["redirect_uris"][0]), (&json!("Two"), &wanted["redirect_uris"][0]));
        assert_eq!((&changed["cardea_consent"], &changed["registration_access_token"]), (&json!("once"), &json!(token)));
        for bad in [
            json!({ "redirect_uris": [RP] }),
            json!({ "client_id": other["client_id"], "redirect_uris": [RP] }),
            json!({ "client_id": id, "redirect_uris": [RP], "registration_access_token": token }),
            json!({ "client_id": id, "redirect_uris": [RP], "client_secret": "another secret" }),
        ] {
            let answer = call(&w, "PUT", &path, Some(&token), &bad.to_string()).await;
            assert_eq!(answer.json()["error"], "invalid_client_metadata", "{bad}");
        }
        let gone = call(&w, "DELETE", &path, Some(&token), "").await;
        assert_eq!((gone.status, gone.body.as_str()), (StatusCode::NO_CONTENT, ""));
        assert_eq!(call(&w, "GET", &path, Some(&token), "").await.status, StatusCode::UNAUTHORIZED);
        assert!(w.provider.clients().get(id).await.unwrap().is_none());
    }
}

both! {
    async fn what_an_administrator_gave_stays_when_a_client_changes_itself(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let client = registrar(&w, 1).await.ok(&w, json!({ "redirect_uris": [RP] })).await;
        let (path, token) = own(&client);
        let id = client["client_id"].as_str().unwrap();
        let mut record = admin.get(&format!("{CLIENTS}/{id}")).await.json();
        assert_eq!(record["dynamic"], true);
        record["cardea_software_id"] = json!("edc");
        record["cardea_tenant_id"] = json!("t1");
        record["cardea_access_token_seconds"] = json!(120);
        record["scope"] = json!("openid study:read");
        record["grant_types"] = json!(["authorization_code", "client_credentials"]);
        admin.ok("PUT", &format!("{CLIENTS}/{id}"), &record).await;
        let wanted = json!({ "client_id": id, "redirect_uris": [RP], "cardea_tenant_id": "t2", "scope": "openid study:read study:write",
            "cardea_access_token_seconds": 9, "grant_types": ["authorization_code", "client_credentials",
            "urn:ietf:params:oauth:grant-type:token-exchange"] });
        let changed = call(&w, "PUT", &path, Some(&token), &wanted.to_string()).await.json();
        assert_eq!((&changed["cardea_software_id"], &changed["cardea_tenant_id"]), (&json!("edc"), &json!("t1")));
        assert_eq!((&changed["cardea_access_token_seconds"], &changed["scope"]), (&json!(120), &json!("openid study:read")));
        assert_eq!(changed["grant_types"], json!(["authorization_code", "client_credentials"]));
        let mut cx = w.cx();
        crate::provider::clients::delete(&mut cx, id).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(call(&w, "GET", &path, Some(&token), "").await.status, StatusCode::UNAUTHORIZED, "deleted here, too");
    }
}

both! {
    async fn nobody_is_sent_to_private_addresses_by_a_registration(engine) {
        let (w, site) = (World::new(engine).await, Site::open().await);
        let registrar = registrar(&w, 10).await;
        site.put("/sector", json!([RP]));
        let sector = json!({ "redirect_uris": [RP], "sector_identifier_uri": site.at("/sector") });
        let answer = registrar.register(&w, sector.clone()).await;
        assert_eq!(answer.json()["error"], "invalid_client_metadata");
        assert!(!answer.body.contains("guard"), "what the server can reach is not told: {answer:?}");
        // A caller who may not register cannot make the server fetch anything.
        let open = World::reaching(engine, &Site::reachable()).await;
        let refused = call(&open, "POST", "/oauth2/register", Some("nonsense"), &sector.to_string()).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
        for name in ["logo_uri", "policy_uri", "tos_uri", "client_uri"] {
            let mut metadata = json!({ "redirect_uris": [RP] });
            metadata[name] = json!(site.at("/sector"));
            registrar.ok(&w, metadata).await;
        }
        assert_eq!(site.asked("/sector"), 0);
    }
}

both! {
    async fn a_pairwise_client_does_not_learn_anothers_names_by_device(engine) {
        let w = World::new(engine).await;
        let device = "urn:ietf:params:oauth:grant-type:device_code";
        let metadata = json!({ "redirect_uris": [RP], "subject_type": "pairwise", "grant_types": ["authorization_code", device] });
        let client = registrar(&w, 1).await.ok(&w, metadata).await;
        assert_eq!(client["grant_types"], json!(["authorization_code"]));
    }
}
