//! Sessions that are known for a moment: what somebody does to them counts at once, or after two seconds where another
//! process did it; and at once for whatever changes something.

use super::sessions::signed_in;
use super::*;
use crate::both;
use crate::kernel::ctx::Who;
use crate::kernel::recent::Age;

const INFO: &str = "/api/sys/user/info";
const END: &str = "UPDATE sessions SET ended_at = seen_at, end_reason = 'admin'";

async fn is_valid(app: &App, token: &str, age: Age) -> bool {
    matches!(app.sessions.resolve(token, age).await.unwrap(), Who::Person(_))
}

async fn write(t: &TestKernel, sql: &'static str) {
    let mut tx = t.kernel.db().begin().await.unwrap();
    tx.write(sql).execute().await.unwrap();
    tx.commit().await.unwrap();
}

both! {
    async fn an_end_by_this_process_counts_at_once(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        for sql in [END, "UPDATE users SET status = 1"] {
            write(&app.t, "UPDATE users SET status = 0").await;
            let mut browser = app.browser();
            browser.login("alice", PASSWORD).await.ok();
            let token = browser.cookies["cardea_session"].clone();
            assert!(is_valid(&app, &token, Age::Recent).await && is_valid(&app, &token, Age::Recent).await);
            write(&app.t, sql).await;
            assert!(!is_valid(&app, &token, Age::Recent).await, "{sql}");
        }
    }
}

both! {
    async fn an_end_by_another_process_counts_within_two_seconds(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        let token = browser.cookies["cardea_session"].clone();
        assert!(is_valid(&app, &token, Age::Recent).await);
        write(&app.t.elsewhere().await, END).await;
        app.t.clock.advance(1);
        browser.get(INFO).await.ok();
        app.t.clock.advance(1);
        browser.get(INFO).await.fails("20006");
    }
}

both! {
    async fn what_changes_something_asks_the_database(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        browser.get(INFO).await.ok();
        write(&app.t.elsewhere().await, END).await;
        browser.get(INFO).await.ok();
        browser.post("/api/account/sessions/revokeOthers", &json!({})).await.fails("20006");
        browser.get(INFO).await.fails("20006");
    }
}
