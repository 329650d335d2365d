//! The deliveries in the admin REST.

use super::*;
use crate::kernel::ctx::{Act, Permission};
use crate::kernel::http::admin;
use crate::provider::admin_router;
use crate::resources::testing::Recently;

/// The admin REST, as a person uses it.
struct Console {
    app: Router,
    who: Who,
}

impl Console {
    fn new(w: &World) -> Self {
        Self::of(w, Allowed::Everything)
    }

    fn of(w: &World, system: Allowed) -> Self {
        let (app, _) = admin_router(w.provider.clone(), Arc::new(Recently)).split_for_parts();
        let app = app.layer(admin()).layer(identify(w.t.kernel.clone()));
        let who = Who::Person(Box::new(Person {
            id: "u2".into(),
            user_name: "bob".into(),
            full_name: "Bob".into(),
            session_id: "console".into(),
            tenant_id: None,
            auth_time: START,
            acr: "password".into(),
            amr: vec!["pwd".into()],
            system,
            tenants: BTreeMap::new(),
        }));
        Self { app, who }
    }

    async fn send(&self, method: &str, path: &str) -> Answer {
        let path = path.replace('"', "%22").replace('{', "%7B").replace('}', "%7D");
        let request = HttpRequest::builder().method(method).uri(path).extension(self.who.clone());
        let response = self.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }
}

both! {
    async fn the_console_shows_deliveries_to_those_who_may_see_them(engine) {
        let (w, rp) = one(engine).await;
        end(&w, "s1").await;
        rp.register(&w, "rp2", json!({})).await;
        tokens(&w, "rp2", &w.sign_in("u2", "s2").await).await;
        w.t.clock.advance(1);
        end(&w, "s2").await;
        let all = "/api/admin/logout-deliveries?sort=[\"createdAt\",\"DESC\"]&range=[0,9]";
        let console = Console::new(&w);
        let list = console.send("GET", all).await;
        assert_eq!(list.header("x-total-count"), "2");
        let clients: Vec<_> = list.json().as_array().unwrap().iter().map(|row| row["clientId"].clone()).collect();
        assert_eq!(clients, ["rp2", "rp"]);
        let one = console.send("GET", &format!("{all}&filter={{\"clientId\":\"rp\"}}")).await.json();
        assert_eq!((one.as_array().unwrap().len(), &one[0]["attempts"]), (1, &json!(0)));
        let id = one[0]["id"].as_str().unwrap();
        let viewer = Console::of(&w, Allowed::Menus(BTreeMap::from([(Permission::LogoutNotices, Act::View)])));
        let stranger = Console::of(&w, Allowed::Menus(BTreeMap::from([(Permission::Clients, Act::Edit)])));
        for (method, path, seen) in [
            ("GET", all.to_owned(), StatusCode::OK),
            ("GET", format!("/api/admin/logout-deliveries/{id}"), StatusCode::OK),
            ("POST", format!("/api/admin/logout-deliveries/{id}/retry"), StatusCode::FORBIDDEN),
        ] {
            assert_eq!(viewer.send(method, &path).await.status, seen, "{path}");
            assert_eq!(stranger.send(method, &path).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        for absurd in ["no-such", "%00", "%FF"] {
            let path = format!("/api/admin/logout-deliveries/{absurd}");
            let status = console.send("GET", &path).await.status;
            assert!(status == StatusCode::NOT_FOUND || status == StatusCode::BAD_REQUEST, "{path} {status}");
        }
    }
}

both! {
    async fn it_ends_and_somebody_may_begin_it_again(engine) {
        let (w, rp) = one(engine).await;
        end(&w, "s1").await;
        rp.answers(500);
        let notices = notices(&w);
        let mut attempts = 0_i64;
        for _ in 0..200 {
            attempts += i64::try_from(notices.run_due().await.unwrap()).unwrap();
            w.t.clock.advance(600);
        }
        assert!((24..48).contains(&attempts), "{attempts}");
        let gave_up = standing(&w).await;
        assert_eq!((gave_up[0].0.as_str(), gave_up[0].1), ("failed", attempts));
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'logout.undelivered' AND outcome = 'failed'").await, 1);

        let console = Console::new(&w);
        let list = console.send("GET", "/api/admin/logout-deliveries?filter={\"state\":\"failed\"}").await;
        let row = &list.json()[0];
        assert_eq!((&row["clientName"], &row["userName"], &row["lastError"]), (&json!("rp"), &json!("li.wei"), &json!("status")));
        assert_eq!((&row["lastStatus"], &row["nextAttemptAt"]), (&json!(500), &Value::Null));
        let one = format!("/api/admin/logout-deliveries/{}", row["id"].as_str().unwrap());
        let again = console.send("POST", &format!("{one}/retry")).await;
        assert_eq!((again.status, &again.json()["state"]), (StatusCode::OK, &json!("waiting")));
        rp.answers(200);
        assert_eq!(notices.run_due().await.unwrap(), 1);
        assert_eq!(console.send("GET", &one).await.json()["state"], "delivered");
        assert_eq!(console.send("POST", &format!("{one}/retry")).await.status, StatusCode::CONFLICT);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'logout.retried' AND actor = 'u2'").await, 1);
    }
}
