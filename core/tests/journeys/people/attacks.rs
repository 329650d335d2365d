//! Operations that an administrator's old session must not perform on another account, over the whole server.

use axum::http::{Method, header};
use serde_json::{Value, json};

use crate::app::{Running, spawn_app};
use crate::attack;
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};

async fn ask(server: &Running, token: &str, method: Method, path: &str, body: &Value) -> Answer {
    let request = client()
        .request(method, format!("{}/api/admin/{path}", server.base))
        .header(header::AUTHORIZATION, token)
        .header(header::CONTENT_TYPE, "application/json");
    Answer::read(request.body(body.to_string()).send().await.unwrap()).await
}

both! {
    async fn an_old_session_changes_nothing_that_somebody_is_reached_by(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let old = &browser.token();
        let roles = ask(&server, old, Method::GET, "roles", &Value::Null).await.json();
        let form = json!({ "fullName": "Alice", "userName": "alice", "email": "alice@example.org", "phone": "13912345678",
            "roleId": roles[0]["id"] });
        let alice = ask(&server, old, Method::POST, "users", &form).await.json();
        server.run("UPDATE users SET phone_valid = TRUE, email_valid = TRUE, password_reset = FALSE, password_hash = \
            (SELECT a.password_hash FROM users a WHERE a.user_name = 'first.admin') WHERE user_name = 'alice'").await;
        let mut owner = Browser::new(&server.base);
        owner.login("alice", PASSWORD).await.data();

        server.test.clock.advance(601);
        let at = |act: &str| format!("users/{}{act}", alice["id"].as_str().unwrap());
        let with = |field: &str, value: &str| {
            let mut body = alice.clone();
            body[field] = json!(value);
            body
        };
        let why = json!({ "reason": "mine" });
        let tries = [
            (Method::PUT, "/important", with("email", "mine@evil.example")),
            (Method::PUT, "/important", with("phone", "13900000000")),
            (Method::PUT, "/important", with("userName", "mallory")),
            (Method::POST, "/password-reset", json!({})),
            (Method::POST, "/password", json!({ "password": "Another2Horse" })),
            (Method::POST, "/email-verification", json!({})),
            (Method::POST, "/factors/reset", why.clone()),
            (Method::POST, "/lock", why.clone()),
            (Method::DELETE, "", json!({})),
        ];
        let mut refused = 0;
        for (method, act, body) in &tries {
            let answer = ask(&server, old, method.clone(), &at(act), body).await;
            // A person with a verified address needs no further mail for it.
            refused += usize::from(answer.json()["code"] == "recent_proof" || *act == "/email-verification" && answer.status == 409);
        }
        assert_eq!(ask(&server, old, Method::GET, &at(""), &Value::Null).await.json()["phoneValid"], "0");
        owner.get("/api/sys/user/info").await.data();

        // With recent authentication it succeeds, and the owner is signed out and notified.
        browser.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let fresh = &browser.token();
        let mut body = with("email", "moved@example.org");
        body["phone"] = json!("13900000000");
        let changed = ask(&server, fresh, Method::PUT, &at("/important"), &body).await.json();
        assert_eq!((&changed["emailValid"], &changed["phoneValid"]), (&json!("1"), &json!("1")), "{changed}");
        assert_eq!(owner.get("/api/sys/user/info").await.failure(), "20006");
        assert_eq!(server.latest("userName").await.as_deref(), Some("alice"));
        let mut tx = server.test.kernel.db().begin_read().await.unwrap();
        let told: Vec<(String,)> = tx.query("SELECT address FROM messages WHERE purpose = 'contact-changed' ORDER BY address").all().await.unwrap();
        let told: Vec<&str> = told.iter().map(|(address,)| address.as_str()).collect();
        assert_eq!(told, ["13900000000", "13912345678", "alice@example.org", "moved@example.org"]);
        attack::refused("an administrator's old session on what somebody is reached by", engine, tries.len(), refused);
    }
}
