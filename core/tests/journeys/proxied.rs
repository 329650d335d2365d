//! Callers behind a reverse proxy: each is counted by their own address, if the proxy is trusted.

use serde_json::json;

use crate::app::spawn_with;
use crate::both;
use crate::browser::{ADMIN, Browser, PASSWORD};

const LIMIT: i64 = 2;

both! {
    async fn callers_are_told_apart_behind_a_proxy_of_ours_alone(engine) {
        // Numbers far apart, as those of one phone, or of one block, have limits of their own.
        let ask = |n: usize| json!({ "phone": format!("138{n:02}00138000") });
        for (trusted, first, second) in [(true, "203.0.113.9", "203.0.113.10"), (false, "127.0.0.1", "127.0.0.1")] {
            let server = spawn_with(engine, |config| {
                config.codes.per_address_hour = LIMIT;
                if trusted {
                    config.http.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
                }
            })
            .await;
            let link = server.app.sessions.setup_link().await.unwrap().unwrap();
            // The first address was written by the caller itself.
            let mut one = Browser::through_proxy(&server.base, "127.0.0.1, 203.0.113.9");
            one.set_up(&link).await.data();
            one.login(ADMIN, PASSWORD).await.data();
            let sessions = one.get("/api/account/sessions").await.data();
            assert_eq!(sessions[0]["address"], first);

            let mut other = Browser::through_proxy(&server.base, "203.0.113.10");
            other.login(ADMIN, PASSWORD).await.data();
            let sessions = other.get("/api/account/sessions").await.data();
            assert!(sessions.as_array().unwrap().iter().any(|session| session["address"] == second), "{sessions}");

            let mut answers = Vec::new();
            for n in 0..4 {
                let browser = if n < 3 { &mut one } else { &mut other };
                answers.push(browser.post("/api/sys/login/sendAuthCode", &ask(n)).await.json()["code"].clone());
            }
            assert_eq!(answers[..3], ["200", "200", "429"], "the third of one address is too many");
            assert_eq!(answers[3], if trusted { "200" } else { "429" }, "the other has an address of its own");
        }
    }
}
