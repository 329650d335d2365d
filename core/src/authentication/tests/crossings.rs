//! How often a sign-in asks PostgreSQL and waits for its answer: the database may be a network away.

use super::transport::sealed;
use super::*;

fn asked(app: &App) -> u64 {
    app.t.kernel.db().crossings().unwrap()
}

#[tokio::test]
async fn a_sign_in_by_password_crosses_ten_times_to_the_database_and_the_check_of_a_session_once_at_most() {
    let app = App::new(Engine::Postgres).await;
    app.user("alice").await;
    // The first prepares the statements.
    for first in [true, false] {
        let mut browser = app.browser();
        // The helper's nonce is always the same.
        app.run("DELETE FROM consumed").await;
        let password = sealed(&app, PASSWORD);
        let before = asked(&app);
        browser.login("alice", &password).await.ok();
        let sign_in = asked(&app) - before;
        let before = asked(&app);
        browser.get("/api/sys/nowhere").await;
        let session = asked(&app) - before;
        let before = asked(&app);
        browser.get("/api/sys/nowhere").await;
        browser.get("/oauth2/authorize?client_id=edc").await;
        let again = asked(&app) - before;
        let before = asked(&app);
        browser.get("/oauth2/authorize?cardea_interaction=begun").await;
        browser.get("/oauth2/logout").await;
        let going_on = asked(&app) - before;
        if !first {
            // The menus of a role that nobody used lately are one more.
            assert_eq!((sign_in, session, again, going_on), (10, 1, 0, 2));
        }
    }
}
