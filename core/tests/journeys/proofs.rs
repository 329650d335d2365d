//! An administrator whose session is no longer recent: a sensitive operation asks for authentication, and then works.

use serde_json::json;

use crate::app::spawn_app;
use crate::both;
use crate::browser::{ADMIN, Browser, PASSWORD};

both! {
    async fn a_dangerous_call_asks_for_a_proof_and_is_made_again(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let calls = [
            ("/api/admin/users/export", json!({ "all": true })),
            ("/api/admin/signing-keys/rotate", json!({ "alg": "ES256" })),
            ("/api/admin/clients", json!({ "redirect_uris": ["https://edc.example.org/cb"] })),
        ];
        server.test.clock.advance(601);
        for (path, body) in &calls {
            let asked = browser.post(path, body).await;
            let said = asked.json();
            assert_eq!((asked.status.as_u16(), &said["code"], &said["data"]), (403, &json!("recent_proof"), &json!({ "ways": ["password"] })));
        }
        browser.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.data();
        for (path, body) in &calls {
            let done = browser.post(path, body).await;
            assert!(done.status.is_success(), "{path}: {done:?}");
        }
    }
}
