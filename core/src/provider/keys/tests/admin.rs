//! The administrators' operations on keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use tower::ServiceExt as _;

use super::*;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission, Person, Who};
use crate::kernel::http;
use crate::provider::admin_router;
use crate::resources::testing::{Recently, proven};
use crate::testing::START;

struct Face {
    router: Router,
    kernel: Kernel,
}

impl Face {
    fn over(w: &World) -> Self {
        let (app, _) = admin_router(w.provider.clone(), Arc::new(Recently)).split_for_parts();
        let router = app.layer(http::admin()).layer(http::identify(w.t.kernel.clone()));
        Self { router, kernel: w.t.kernel.clone() }
    }

    async fn send(&self, who: Who, request: axum::http::request::Builder, body: Value) -> (StatusCode, Value) {
        let request = request.header("content-type", "application/json").extension(who);
        let response = self.router.clone().oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    async fn list(&self, who: Who, query: &str) -> (StatusCode, Value) {
        self.send(who, Request::get(format!("/api/admin/signing-keys{query}")), json!({})).await
    }

    /// Rotates as an administrator who has just authenticated.
    async fn rotate(&self, who: Who, body: Value) -> (StatusCode, Value) {
        self.send(proven(&who, &self.kernel), Request::post("/api/admin/signing-keys/rotate"), body).await
    }
}

fn person(system: Allowed, tenant: Allowed) -> Who {
    Who::Person(Box::new(Person {
        id: "u1".into(),
        user_name: "li.wei".into(),
        full_name: "李伟".into(),
        session_id: "s1".into(),
        tenant_id: None,
        auth_time: START,
        acr: "password".into(),
        amr: vec!["pwd".into()],
        system,
        tenants: BTreeMap::from([("t1".into(), tenant)]),
    }))
}

fn with(act: Act) -> Allowed {
    Allowed::Menus(BTreeMap::from([(Permission::SigningKeys, act)]))
}

both! {
    async fn administrators_see_keys_and_rotate_them(engine) {
        let w = World::new(engine).await;
        let (face, admin) = (Face::over(&w), person(with(Act::Edit), Allowed::Nothing));
        let before = kid(&sign(&w));
        w.t.clock.advance(60);
        let (status, new) = face.rotate(admin.clone(), json!({ "alg": "ES256" })).await;
        assert_eq!((status, &new["state"], &new["alg"]), (StatusCode::OK, &json!("next"), &json!("ES256")));
        let (_, again) = face.rotate(admin.clone(), json!({ "alg": "ES256" })).await;
        assert_eq!(again, new, "asking twice is asking once");
        with_rsa(&w.provider).await;
        w.t.clock.advance(SETTLE);
        w.provider.keys().step().await.unwrap();
        assert_eq!(new["id"], json!(kid(&sign(&w))));
        assert_ne!(new["id"], json!(before));
        let (_, list) = face.list(admin.clone(), "?sort=%5B%22publishedAt%22,%22DESC%22%5D").await;
        let newest: Vec<_> = list.as_array().unwrap().iter().map(|key| &key["publishedAt"]).collect();
        assert!(newest.len() == 5 && newest.windows(2).all(|pair| pair[0].as_str() >= pair[1].as_str()), "{list}");
        let (_, list) = face.list(admin.clone(), "?filter=%7B%22state%22:%22retired%22%7D").await;
        assert_eq!((list.as_array().unwrap().len(), &list[0]["id"]), (1, &json!(before)));
        let text = list.to_string();
        assert!(!text.contains("rivate") && !text.contains("ublicJwk"), "{text}");
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'signing_key.retired' \
            AND actor = 'system:oidc'").await, 1);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'signing_key.hurried' \
            AND actor = 'u1'").await, 1);

        // A waiting key is used.
        w.t.clock.advance(89 * DAY);
        w.provider.keys().step().await.unwrap();
        w.t.clock.advance(SETTLE);
        let waiting = find(&w, Alg::Es256, KeyState::Next).await.unwrap();
        let (_, promoted) = face.rotate(admin.clone(), json!({ "alg": "ES256" })).await;
        assert_eq!((&promoted["id"], &promoted["state"]), (&json!(waiting), &json!("current")));
        for bad in [json!({}), json!({ "alg": "HS256" }), json!({ "alg": "ES256", "x": 1 })] {
            assert_eq!(face.rotate(admin.clone(), bad).await.0, StatusCode::BAD_REQUEST);
        }
    }
}

both! {
    async fn many_who_rotate_at_once_rotate_once(engine) {
        let w = World::new(engine).await;
        let (a, b) = (w.node().await, w.node().await);
        let rotations = (0..10).map(|at| {
            let node = if at % 2 == 0 { &a } else { &b };
            node.provider.keys().rotate(node.cx(), Alg::EdDsa)
        });
        let done: BTreeSet<_> =
            futures::future::join_all(rotations).await.into_iter().map(|key| key.unwrap().id).collect();
        assert_eq!(done.len(), 1);
        let found = records(&w).await;
        let count = |state| found.iter().filter(|key| key.alg == Alg::EdDsa && key.state == state).count();
        assert_eq!((count(KeyState::Current), count(KeyState::Next)), (1, 1));
    }
}

#[tokio::test]
async fn only_who_has_the_menu_for_the_whole_platform_gets_anywhere() {
    let w = World::new(Engine::Sqlite).await;
    let face = Face::over(&w);
    let others = Permission::ALL.iter().filter(|p| **p != Permission::SigningKeys).map(|p| (*p, Act::Edit)).collect();
    for (who, seen, done) in [
        (person(Allowed::Everything, Allowed::Nothing), StatusCode::OK, StatusCode::OK),
        (person(with(Act::Edit), Allowed::Nothing), StatusCode::OK, StatusCode::OK),
        (person(with(Act::View), Allowed::Nothing), StatusCode::OK, StatusCode::FORBIDDEN),
        (person(Allowed::Menus(others), Allowed::Nothing), StatusCode::FORBIDDEN, StatusCode::FORBIDDEN),
        (person(Allowed::Nothing, Allowed::Everything), StatusCode::FORBIDDEN, StatusCode::FORBIDDEN),
        (Who::Nobody, StatusCode::UNAUTHORIZED, StatusCode::UNAUTHORIZED),
    ] {
        assert_eq!(face.list(who.clone(), "").await.0, seen, "{who:?}");
        assert_eq!(face.rotate(who.clone(), json!({ "alg": "EdDSA" })).await.0, done, "{who:?}");
    }
}
