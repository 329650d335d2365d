//! The administrators' operations on clients.

use std::sync::OnceLock;

use futures::future::join_all;

use super::client_keys::jwks;
use super::client_secrets::authenticates;
use super::site::Site;
use super::*;
use crate::both;
use crate::contract::Contract;
use crate::kernel::ctx::{Act, Permission};
use crate::kernel::denials::audit_denials;
use crate::kernel::http;
use crate::provider::admin_router;
use crate::resources::testing::{Recently, proven};
use axum::middleware::from_fn_with_state;

pub const CLIENTS: &str = "/api/admin/clients";

/// The administrators' operations of the provider. Every successful answer is checked against its description.
pub struct Admin {
    router: Router,
    kernel: Kernel,
    contract: &'static Contract,
}

impl Admin {
    pub fn over(w: &World) -> Self {
        static CONTRACT: OnceLock<Contract> = OnceLock::new();
        let (app, api) = admin_router(w.provider.clone(), Arc::new(Recently)).split_for_parts();
        let router = app
            .layer(from_fn_with_state(w.t.kernel.clone(), audit_denials))
            .layer(http::admin())
            .layer(identify(w.t.kernel.clone()));
        Self { router, kernel: w.t.kernel.clone(), contract: CONTRACT.get_or_init(|| Contract::of(&api)) }
    }

    /// Sends as an administrator who has just authenticated.
    pub async fn send(&self, who: &Who, method: &str, path: &str, body: &Value) -> Answer {
        self.ask(&proven(who, &self.kernel), method, path, body).await
    }

    /// Sends as an administrator who authenticated when the test began.
    async fn ask(&self, who: &Who, method: &str, path: &str, body: &Value) -> Answer {
        let request = HttpRequest::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT_LANGUAGE, "en")
            .extension(who.clone())
            .body(Body::from(body.to_string()))
            .unwrap();
        let path = request.uri().path().to_owned();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let kind = parts.headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        self.contract.check(method, &path, parts.status.as_u16(), kind, &body);
        Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(&administrator(), "GET", path, &Value::Null).await
    }

    /// Sends a request that must succeed.
    pub async fn ok(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.send(&administrator(), method, path, body).await;
        assert!(answer.status.is_success(), "{method} {path} {body}: {answer:?}");
        answer.json()
    }

    async fn ids(&self, query: &str) -> Vec<String> {
        let page = self.get(&format!("{CLIENTS}?{query}")).await.json();
        page.as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap().to_owned()).collect()
    }
}

fn person(system: Allowed, tenants: &[(&str, Allowed)]) -> Who {
    Who::Person(Box::new(Person {
        id: "u1".into(),
        user_name: "li.wei".into(),
        full_name: "李伟".into(),
        session_id: "s0".into(),
        tenant_id: None,
        auth_time: START,
        acr: "password".into(),
        amr: vec!["pwd".into()],
        system,
        tenants: tenants.iter().map(|(id, allowed)| (Id::from(*id), allowed.clone())).collect(),
    }))
}

pub fn administrator() -> Who {
    person(Allowed::Everything, &[])
}

fn filter(filter: &Value) -> String {
    query(&[("filter", &filter.to_string())])
}

both! {
    async fn a_client_is_made_read_changed_and_removed_and_requests_see_it_at_once(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let given = json!({ "client_name": "Portal", "redirect_uris": ["https://a.example/cb"], "scope": "openid email",
            "policy_uri": "https://a.example/policy", "client_name#en": "The portal", "cardea_consent": "once" });
        let made = admin.ok("POST", CLIENTS, &given).await;
        let (id, secret) = (made["id"].as_str().unwrap(), made["client_secret"].as_str().unwrap());
        assert_eq!((made["client_id"].as_str(), &made["version"], &made["dynamic"]), (Some(id), &json!(1), &json!(false)));
        assert!(secret.len() >= 43 && secret.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b)), "{secret}");
        assert!(authenticates(&w, id, secret).await, "at once");
        for (name, value) in given.as_object().unwrap() {
            assert_eq!(&made[name], value);
        }
        let path = format!("{CLIENTS}/{id}");
        let read = admin.get(&path).await.json();
        assert_eq!(read.get("client_secret"), None, "shown once");
        w.t.clock.advance(60);
        let changed = admin.ok("PUT", &path, &json!({ "version": 1, "client_name": "Portal 2",
            "redirect_uris": ["https://b.example/cb"], "logo_uri": null })).await;
        assert_eq!((&changed["version"], changed.get("client_secret")), (&json!(2), None));
        assert_eq!((changed.get("policy_uri"), &changed["cardea_consent"]), (None, &json!("never")), "back to defaults");
        assert_eq!((&changed["created_at"], &changed["updated_at"]),
            (&read["created_at"], &json!("2026-01-05T08:01:00.000Z")));
        assert!(authenticates(&w, id, secret).await, "secrets stay");
        assert!(w.provider.clients().get(id).await.unwrap().unwrap().allows_redirect("https://b.example/cb"));

        assert_eq!(admin.ok("DELETE", &path, &Value::Null).await["id"], json!(id));
        assert!(!authenticates(&w, id, secret).await);
        for method in ["GET", "DELETE"] {
            assert_eq!(admin.send(&administrator(), method, &path, &Value::Null).await.status, 404);
        }
        let again = json!({ "client_id": id, "redirect_uris": [CALLBACK] });
        assert_eq!(admin.send(&administrator(), "POST", CLIENTS, &again).await.status, 409, "an id is not given out again");
        for action in ["client.created", "client.updated", "client.deleted"] {
            let sql = "SELECT COUNT(*) FROM audit_events WHERE actor = 'u1' AND action = ";
            let mut cx = w.cx();
            let (count,): (i64,) = cx.db().await.unwrap().query(sql).push("", action).one().await.unwrap();
            assert_eq!(count, 1, "{action}");
        }
    }
}

both! {
    async fn of_parallel_edits_of_one_version_one_wins(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let path = format!("{CLIENTS}/edc");
        let edits = (0..6).map(|n| {
            let (admin, path) = (&admin, &path);
            let body = json!({ "version": 1, "client_name": format!("Edit {n}"), "redirect_uris": [CALLBACK] });
            async move { admin.send(&administrator(), "PUT", path, &body).await.status.as_u16() }
        });
        let mut statuses = join_all(edits).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
        let body = json!({ "redirect_uris": [CALLBACK] });
        let answer = admin.send(&administrator(), "PUT", &path, &body).await;
        assert_eq!((answer.status.as_u16(), answer.json()["errors"]["version"].is_string()), (422, true));
    }
}

both! {
    async fn what_makes_no_sense_is_refused_on_its_field(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let public = |more: Value| {
            let mut all = json!({ "token_endpoint_auth_method": "none" });
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        let mut private = jwks("a");
        private["keys"][0]["d"] = json!("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
        let signing = json!({ "token_endpoint_auth_method": "private_key_jwt" });
        let with_keys = |keys: Value| json!({ "token_endpoint_auth_method": "private_key_jwt", "jwks": keys });
        for (change, field) in [
            (json!({ "logo_uri": "javascript:alert(1)" }), "logo_uri"),
            (json!({ "client_uri": "/home" }), "client_uri"),
            (json!({ "policy_uri": "data:text/html,x" }), "policy_uri"),
            (json!({ "tos_uri": "https://user:pass@a.example/" }), "tos_uri"),
            (json!({ "jwks_uri": "http://a.example/jwks" }), "jwks_uri"),
            (json!({ "jwks_uri": "file:///etc/passwd" }), "jwks_uri"),
            (json!({ "initiate_login_uri": "http://a.example/login" }), "initiate_login_uri"),
            (json!({ "request_uris": ["http://a.example/r"] }), "request_uris"),
            (json!({ "backchannel_logout_uri": "https://a.example/bc#x" }), "backchannel_logout_uri"),
            (json!({ "frontchannel_logout_uri": "https://a.example:8443/fc" }), "frontchannel_logout_uri"),
            (json!({ "frontchannel_logout_uri": "https://b.example/fc" }), "frontchannel_logout_uri"),
            (json!({ "post_logout_redirect_uris": ["https://a.example/#bye"] }), "post_logout_redirect_uris"),
            (json!({ "cardea_resources": ["api"] }), "cardea_resources"),
            (json!({ "cardea_redirect_paths": ["//evil.example"] }), "cardea_redirect_paths"),
            (json!({ "cardea_redirect_paths": ["/a/../b"] }), "cardea_redirect_paths"),
            (json!({ "redirect_uris": ["com.example.app:/cb"] }), "redirect_uris"),
            (json!({ "application_type": "native", "redirect_uris": ["https://localhost/cb"] }), "redirect_uris"),
            (json!({ "subject_type": "pairwise", "redirect_uris": ["https://a.example/", "https://b.example/"] }),
                "sector_identifier_uri"),
            (json!({ "subject_type": "pairwise", "application_type": "native",
                "redirect_uris": ["com.example.app:/cb"] }), "sector_identifier_uri"),
            (public(json!({ "grant_types": ["authorization_code", "client_credentials"] })), "grant_types"),
            (public(json!({ "grant_types": ["urn:ietf:params:oauth:grant-type:token-exchange"] })), "grant_types"),
            (public(json!({ "cardea_pkce": "optional" })), "cardea_pkce"),
            (json!({ "grant_types": ["client_credentials"], "response_types": ["code"] }), "grant_types"),
            (signing, "jwks"),
            (with_keys(private), "jwks"),
            (with_keys(json!({ "keys": [] })), "jwks"),
            (with_keys(json!({ "keys": [{ "kty": "RSA", "n": "AQAB", "e": "AQAB" }] })), "jwks"),
            (with_keys(json!("keys")), "jwks"),
            (json!({ "require_signed_request_object": true }), "jwks"),
            (json!({ "jwks": jwks("a"), "jwks_uri": "https://a.example/jwks" }), "jwks"),
            (json!({ "jwks": jwks("a"), "request_object_signing_alg": "ES256" }), "jwks"),
            (json!({ "client_name": "a\u{0}b" }), "client_name"),
            (json!({ "contacts": vec!["x"; 101] }), "contacts"),
            (json!({ "cardea_tenant_id": "nobody" }), "cardea_tenant_id"),
            (json!({ "cardea_software_id": "nothing" }), "cardea_software_id"),
            (json!({ "cardea_tenant_domain_id": "nowhere" }), "cardea_tenant_domain_id"),
            (json!({ "client_id": "edc" }), "client_id"),
        ] {
            let mut body = json!({ "redirect_uris": ["https://a.example/cb"] });
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let answer = admin.send(&administrator(), "POST", CLIENTS, &body).await;
            assert_eq!(answer.status, 422, "{change}: {answer:?}");
            assert!(answer.json()["errors"][field].is_string(), "{change}: {answer:?}");
        }
        let put = json!({ "version": 1, "client_secret": "another secret", "redirect_uris": [CALLBACK] });
        let answer = admin.send(&administrator(), "PUT", &format!("{CLIENTS}/edc"), &put).await;
        assert!(answer.json()["errors"]["client_secret"].is_string(), "{answer:?}");
        for body in ["[]", "null", "{", "1"] {
            let answer = admin.send(&administrator(), "POST", CLIENTS, &serde_json::from_str(body).unwrap_or_default()).await;
            assert_eq!(answer.status, 400, "{body}");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM clients").await, 4, "nothing was written");
    }
}

both! {
    async fn what_does_make_sense_is_taken(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        for given in [
            json!({ "frontchannel_logout_uri": "https://a.example/fc", "backchannel_logout_uri": "https://b.example/bc?x=1" }),
            json!({ "subject_type": "pairwise" }),
            json!({ "subject_type": "pairwise", "grant_types": ["client_credentials"], "redirect_uris": [] }),
            json!({ "token_endpoint_auth_method": "private_key_jwt", "jwks": jwks("a"),
                "token_endpoint_auth_signing_alg": "EdDSA", "cardea_profile": "fapi2" }),
            json!({ "application_type": "native", "redirect_uris": ["com.example.app:/cb", "http://127.0.0.1/cb"],
                "token_endpoint_auth_method": "none" }),
            json!({ "grant_types": ["client_credentials"], "redirect_uris": [], "response_types": [],
                "cardea_resources": ["urn:example:api", "https://api.example.org/"] }),
            json!({ "jwks_uri": "http://localhost:9001/jwks", "logo_uri": "http://a.example/logo.png",
                "client_uri": "https://a.example/@us#top" }),
        ] {
            let mut body = json!({ "redirect_uris": ["https://a.example/cb"] });
            body.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
            let made = admin.ok("POST", CLIENTS, &body).await;
            for (name, value) in given.as_object().unwrap().iter().filter(|(name, _)| *name != "response_types") {
                assert_eq!(&made[name], value, "{made}");
            }
        }
    }
}

both! {
    async fn lists_are_searched_narrowed_and_sorted(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        for (id, name) in [("z1", "Ｂeta"), ("z2", "Beta two"), ("z3", "阿尔法")] {
            w.t.clock.advance(1);
            admin.ok("POST", CLIENTS, &json!({ "client_id": id, "client_name": name, "redirect_uris": [CALLBACK] })).await;
        }
        assert_eq!(admin.ids(&filter(&json!({ "q": "beta" }))).await, ["z1", "z2"], "width and case do not count");
        assert_eq!(admin.ids(&filter(&json!({ "q": "z3" }))).await, ["z3"], "or the whole id");
        assert_eq!(admin.ids(&filter(&json!({ "q": "%" }))).await, Vec::<String>::new());
        assert_eq!(admin.ids(&filter(&json!({ "id": ["z2", "edc", "none"] }))).await, ["z2", "edc"]);
        assert_eq!(admin.ids(&filter(&json!({ "cardea_software_id": "edc" }))).await, ["edc"]);
        assert_eq!(admin.ids(&filter(&json!({ "cardea_tenant_id": "t1" }))).await, ["edc"]);
        let newest = query(&[("sort", "[\"updated_at\",\"DESC\"]"), ("range", "[0,1]")]);
        assert_eq!(admin.ids(&newest).await, ["z3", "z2"]);
        let page = admin.get(&format!("{CLIENTS}?{newest}")).await;
        assert_eq!(page.header("x-total-count"), "7");
        for wrong in [json!({ "nonsense": 1 }), json!({ "q": "a\u{0}b" }), json!({ "id": "" })] {
            assert_eq!(admin.get(&format!("{CLIENTS}?{}", filter(&wrong))).await.status, 400, "{wrong}");
        }
    }
}

both! {
    async fn nobody_touches_clients_without_the_permission(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let only = |act| Allowed::Menus(BTreeMap::from([(Permission::Clients, act)]));
        let others = Permission::ALL.iter().filter(|p| **p != Permission::Clients).map(|p| (*p, Act::Edit)).collect();
        let (_, api) = admin_router(w.provider.clone(), Arc::new(Recently)).split_for_parts();
        let api = serde_json::to_value(api).unwrap();
        let mut tried = 0;
        for (path, methods) in api["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let method = method.to_uppercase();
                if !path.contains("client") && !path.contains("initial-access") {
                    continue;
                }
                tried += 1;
                let path = path.replace("{id}", "nobody").replace("{secretId}", "none");
                let send = async |who: Who| admin.send(&who, &method, &path, &json!({})).await.status.as_u16();
                assert_eq!(send(Who::Nobody).await, 401, "{method} {path}");
                for allowed in [Allowed::Nothing, Allowed::Menus(Clone::clone(&others))] {
                    assert_eq!(send(person(allowed, &[])).await, 403, "{method} {path}");
                }
                let tenants = [("t1", Allowed::Everything)];
                assert_eq!(send(person(Allowed::Nothing, &tenants)).await, 403, "{method} {path}: the whole platform's");
                let seen = send(person(only(Act::View), &[])).await;
                assert_eq!(seen == 403, method != "GET", "{method} {path}: {seen}");
                assert_ne!(send(person(only(Act::Edit), &[])).await, 403, "{method} {path}");
            }
        }
        assert_eq!(tried, 12);
        let refused = w.refusals("call.refused").await;
        assert!(refused > 30, "refusals are noted: {refused}");
    }
}

both! {
    async fn only_who_may_do_everything_sets_up_a_client_that_signs_anybody_in(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let limited = person(Allowed::Menus(BTreeMap::from([(Permission::Clients, Act::Edit)])), &[]);
        let given = |sso: bool, more: Value| {
            let mut client = json!({ "redirect_uris": [CALLBACK], "cardea_sso_code": sso });
            client.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            client
        };
        assert_eq!(admin.send(&limited, "POST", CLIENTS, &given(true, json!({}))).await.status, 403);
        let plain = admin.send(&limited, "POST", CLIENTS, &given(false, json!({ "client_id": "plain" }))).await;
        assert_eq!(plain.status, 201);
        let up = given(true, json!({ "version": 1 }));
        assert_eq!(admin.send(&limited, "PUT", &format!("{CLIENTS}/plain"), &up).await.status, 403);
        let made = admin.ok("POST", CLIENTS, &given(true, json!({ "client_id": "hospital" }))).await;
        assert_eq!(made["cardea_sso_code"], true);
        // Such a client cannot be changed either, not even to harmless values, and gets no new secret.
        let path = format!("{CLIENTS}/hospital");
        for body in [given(true, json!({ "version": 1 })), given(false, json!({ "version": 1 }))] {
            assert_eq!(admin.send(&limited, "PUT", &path, &body).await.status, 403);
        }
        assert_eq!(admin.send(&limited, "POST", &format!("{path}/secrets"), &json!({})).await.status, 403);
        assert_eq!(admin.ok("PUT", &path, &given(false, json!({ "version": 1 }))).await.get("cardea_sso_code"), None);
    }
}

both! {
    async fn nobody_is_sent_to_private_addresses_for_a_sector(engine) {
        let (w, site) = (World::new(engine).await, Site::open().await);
        let admin = Admin::over(&w);
        site.put("/sector", json!([CALLBACK]));
        for address in [site.at("/sector"), "https://127.0.0.1/s".into(), "https://169.254.169.254/s".into(),
            "https://[::1]/s".into(), "https://localhost/s".into(), "http://10.0.0.1/s".into()] {
            let given = json!({ "redirect_uris": [CALLBACK], "sector_identifier_uri": address });
            let answer = admin.send(&administrator(), "POST", CLIENTS, &given).await;
            assert_eq!(answer.status, 422, "{address}");
            assert!(answer.json()["errors"]["sector_identifier_uri"].is_string(), "{address}: {answer:?}");
            assert!(!answer.body.contains("refused") && !answer.body.contains("guard"), "why stays here: {answer:?}");
        }
        assert_eq!(site.asked("/sector"), 0);
    }
}

both! {
    async fn what_lets_programs_in_wants_a_recent_proof_and_writes_nothing_without(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let secrets = format!("{CLIENTS}/edc/secrets");
        admin.ok("POST", &secrets, &json!({})).await;
        let secret = admin.get(&secrets).await.json()[0]["id"].as_str().unwrap().to_owned();
        let calls = [
            ("POST", CLIENTS.to_owned(), json!({ "redirect_uris": [CALLBACK] })),
            ("PUT", format!("{CLIENTS}/edc"), json!({ "version": 1, "redirect_uris": ["https://other.example/cb"] })),
            ("POST", secrets.clone(), json!({})),
            ("DELETE", format!("{secrets}/{secret}"), json!({})),
            ("DELETE", format!("{CLIENTS}/edc"), json!({})),
            ("POST", "/api/admin/initial-access-tokens".to_owned(), json!({})),
            ("POST", "/api/admin/signing-keys/rotate".to_owned(), json!({ "alg": "ES256" })),
        ];
        let noted = async || w.count("SELECT COUNT(*) FROM audit_events").await;
        w.t.clock.advance(601);
        let before = noted().await;
        for (method, path, body) in &calls {
            let answer = admin.ask(&administrator(), method, path, body).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (403, &json!("recent_proof")), "{method} {path}");
        }
        assert_eq!(noted().await, before);
        assert!(authenticates(&w, "edc", SECRET).await);
        for (method, path, body) in &calls {
            let before = noted().await;
            let answer = admin.send(&administrator(), method, path, body).await;
            assert!(answer.status.is_success(), "{method} {path}: {answer:?}");
            assert!(noted().await > before, "{method} {path}");
        }
    }
}
