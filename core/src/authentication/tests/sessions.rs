use super::*;
use crate::authentication::{EndReason, info};
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, Person, Who};

const INFO: &str = "/api/sys/user/info";

pub(super) async fn signed_in(engine: Engine) -> (App, Browser, Id) {
    let app = App::new(engine).await;
    let id = app.user("alice").await;
    let mut browser = app.browser();
    browser.login("alice", PASSWORD).await.ok();
    (app, browser, id)
}

/// The person of the browser's session.
async fn person(app: &App, browser: &Browser) -> Person {
    match app.sessions.resolve(&browser.cookies["cardea_session"], crate::kernel::recent::Age::Now).await.unwrap() {
        Who::Person(person) => *person,
        other => panic!("{other:?}"),
    }
}

both! {
    async fn a_session_ends_when_it_was_idle_too_long(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        for _ in 0..4 {
            app.t.clock.advance(29 * 60);
            browser.get(INFO).await.ok();
        }
        app.t.clock.advance(30 * 60 + 1);
        browser.get(INFO).await.fails("402");
        browser.get(INFO).await.fails("402");
    }
}

both! {
    async fn a_session_ends_however_busy_it_was(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        for _ in 0..47 {
            app.t.clock.advance(15 * 60);
            browser.get(INFO).await.ok();
        }
        app.t.clock.advance(15 * 60);
        browser.get(INFO).await.fails("402");
    }
}

both! {
    async fn what_a_page_asks_by_itself_is_answered_and_keeps_no_session(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        let seen = "SELECT seen_at FROM sessions";
        let began = app.count(seen).await;
        let mut polling = browser.clone().header("x-background", "1");
        for _ in 0..29 {
            app.t.clock.advance(60);
            polling.get(INFO).await.ok();
        }
        assert_eq!(app.count(seen).await, began);
        // Only the value `1` marks a background call.
        browser.clone().header("x-background", "0").get(INFO).await.ok();
        assert_eq!(app.count(seen).await, began + 29 * 60_000);
        app.t.clock.advance(30 * 60 + 1);
        polling.get(INFO).await.fails("402");
        browser.get(INFO).await.fails("402");
    }
}

both! {
    async fn without_an_idle_limit_only_the_absolute_one_counts(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        app.run("UPDATE security_strategy SET validity_time = 0").await;
        app.t.clock.advance(12 * 3600 - 1);
        browser.get(INFO).await.ok();
        app.t.clock.advance(1);
        browser.get(INFO).await.fails("402");
    }
}

both! {
    async fn use_is_noted_at_most_once_a_minute_and_often_enough(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        let seen = "SELECT seen_at FROM sessions";
        let began = app.count(seen).await;
        app.t.clock.advance(59);
        browser.get(INFO).await.ok();
        assert_eq!(app.count(seen).await, began);
        app.t.clock.advance(1);
        browser.get(INFO).await.ok();
        assert_eq!(app.count(seen).await, began + 60_000);
        // With a limit of one minute, a request every half minute keeps the session.
        app.run("UPDATE security_strategy SET validity_time = 1").await;
        for _ in 0..6 {
            app.t.clock.advance(30);
            browser.get(INFO).await.ok();
        }
    }
}

both! {
    async fn signing_out_ends_the_session_and_clears_the_cookie(engine) {
        let (app, mut browser, id) = signed_in(engine).await;
        let kept = browser.clone();
        let answer = browser.post("/api/sys/logout", &json!({})).await.ok();
        assert_eq!(answer.data(), &Value::Null);
        assert!(!browser.cookies.contains_key("cardea_session"));
        assert!(!browser.cookies.contains_key("cardea_marker"));
        kept.clone().get(INFO).await.fails("401");
        let audit = app.audit().await;
        assert_eq!((audit[1].0.as_str(), audit[1].3.as_str(), audit[1].4.as_str()), ("session.ended", "logout", id.as_str()));
        // Again, and without any session: nothing to end, and no error.
        kept.clone().post("/api/sys/logout", &json!({})).await.ok();
        app.browser().send(Method::POST, "/api/sys/logout", Body::empty()).await.ok();
        assert_eq!(app.audit().await.len(), 2);
    }
}

both! {
    async fn a_locked_or_deleted_user_is_out_at_the_next_request(engine) {
        let (app, mut browser, _) = signed_in(engine).await;
        app.run("UPDATE users SET status = 1").await;
        browser.get(INFO).await.fails("20006");
        app.run("UPDATE users SET status = 0").await;
        browser.get(INFO).await.ok();
        app.run("UPDATE users SET deleted_at = 1").await;
        browser.get(INFO).await.fails("20006");
    }
}

both! {
    async fn other_rooms_end_sessions_in_their_own_transaction(engine) {
        let (app, mut browser, id) = signed_in(engine).await;
        let mut second = app.browser();
        second.login("alice", PASSWORD).await.ok();
        let session = person(&app, &browser).await.session_id;
        let mut cx = Ctx::system(&app.t.kernel, "test");
        let found = info(&mut cx, &session).await.unwrap().unwrap();
        assert_eq!((found.user_id, found.amr, found.acr.as_str()), (id.clone(), vec!["pwd".to_owned()], "1"));
        assert_eq!((found.auth_time, found.ended_at), (app.now(), None));
        assert!(info(&mut cx, &Id::from_text("no such")).await.unwrap().is_none());
        assert!(app.sessions.end(&mut cx, &session, EndReason::Revoked).await.unwrap());
        drop(cx);
        browser.get(INFO).await.ok();
        assert_eq!(app.told().await, 0, "what was not kept did not happen");

        let mut cx = Ctx::system(&app.t.kernel, "test");
        assert!(app.sessions.end(&mut cx, &session, EndReason::Revoked).await.unwrap());
        assert!(!app.sessions.end(&mut cx, &session, EndReason::Revoked).await.unwrap());
        cx.commit().await.unwrap();
        browser.get(INFO).await.fails("20006");
        second.get(INFO).await.ok();

        let mut cx = Ctx::system(&app.t.kernel, "test");
        assert_eq!(app.sessions.end_all(&mut cx, &id, EndReason::Locked).await.unwrap(), 1);
        cx.commit().await.unwrap();
        second.get(INFO).await.fails("20006");
    }
}

both! {
    async fn whoever_has_to_know_is_told_of_every_end_once(engine) {
        let (app, mut browser, id) = signed_in(engine).await;
        app.user("bob").await;
        browser.login("bob", PASSWORD).await.ok();
        assert_eq!(app.told().await, 1, "replaced by somebody else");
        let kept = browser.clone();
        browser.post("/api/sys/logout", &json!({})).await.ok();
        kept.clone().post("/api/sys/logout", &json!({})).await.ok();
        assert_eq!(app.told().await, 2);
        for _ in 0..3 {
            app.browser().login("alice", PASSWORD).await.ok();
        }
        browser.login("alice", PASSWORD).await.ok();
        let change = json!({ "password": PASSWORD, "newPassword": "Another2horse" });
        browser.post("/api/sys/user/password", &change).await.ok();
        assert_eq!(app.told().await, 6, "all of them");
        let mut cx = Ctx::system(&app.t.kernel, "test");
        assert_eq!(app.sessions.end_all(&mut cx, &id, EndReason::Disabled).await.unwrap(), 0);
        cx.commit().await.unwrap();
        assert_eq!(app.told().await, 6);
    }
}

both! {
    async fn sessions_that_are_over_end_once_however_many_nodes_look(engine) {
        let (app, mut browser, id) = signed_in(engine).await;
        let (mut out, mut idle) = (app.browser(), app.browser());
        out.login("alice", PASSWORD).await.ok();
        out.post("/api/sys/logout", &json!({})).await.ok();
        for _ in 0..2 {
            idle.login("alice", PASSWORD).await.ok();
            idle.cookies.clear();
        }
        app.t.clock.advance(12 * 3600 - 1);
        let mut fresh = app.browser();
        fresh.login("alice", PASSWORD).await.ok();
        assert_eq!((app.sessions.expire().await.unwrap(), app.told().await), (0, 1), "however long nobody used them");
        app.t.clock.advance(1);
        let config = Config::default();
        let mut nodes = vec![app.sessions.clone()];
        for _ in 0..2 {
            nodes.push(Sessions::open(&app.t.kernel, &config, Arc::new(Notebook)).await.unwrap());
        }
        let ended = futures::future::join_all((0..12).map(|at| nodes[at % 3].expire())).await;
        assert_eq!(ended.into_iter().map(Result::unwrap).sum::<usize>(), 3);
        assert_eq!(app.told().await, 4, "each once");
        let noted = app.audit().await.into_iter().filter(|row| row.0 == "session.ended" && row.3 == "expired").count();
        assert_eq!(noted, 3);
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE end_reason = 'expired' AND ended_at = expires_at").await, 3);
        // The person of the expired session gets the same answer as before; a new session is not affected.
        browser.get(INFO).await.fails("402");
        fresh.get(INFO).await.ok();
        let mut cx = Ctx::system(&app.t.kernel, "test");
        assert_eq!(app.sessions.end_all(&mut cx, &id, EndReason::Locked).await.unwrap(), 1);
        cx.commit().await.unwrap();
    }
}

both! {
    async fn roles_are_what_they_are_now(engine) {
        let (app, browser, id) = signed_in(engine).await;
        assert_eq!(person(&app, &browser).await.system, Allowed::Nothing);
        app.role("sys", 1, true).await;
        app.role("ten", 2, true).await;
        app.role("set", 2, false).await;
        app.tenant("t1", "One").await;
        app.tenant("t2", "Two").await;
        app.run("UPDATE users SET role_id = 'sys'").await;
        app.member("t1", &id, Some("ten")).await;
        app.member("t2", &id, Some("set")).await;
        app.run("INSERT INTO menus (id, version, name, name_en, description, parent_id, seq, url, icon, status, \
            resource_type, created_at, updated_at) VALUES \
            ('g', 1, '', '', '', '0', 0, '', '', 0, 2, 0, 0), \
            ('m1', 1, '', '', '', 'g', 1, 'tenantManager/tenantUser', '', 0, 2, 0, 0), \
            ('m2', 1, '', '', '', 'g', 2, 'tenantManager/department', '', 0, 2, 0, 0), \
            ('m3', 1, '', '', '', 'g', 3, 'tenantManager/tenantPin', '', 1, 2, 0, 0), \
            ('m4', 1, '', '', '', 'g', 4, 'systemManger/tenant', '', 0, 1, 0, 0)").await;
        app.run("INSERT INTO role_menus (role_id, menu_id, act) VALUES \
            ('set', 'm1', 'edit'), ('set', 'm2', 'view'), ('set', 'm3', 'edit'), ('set', 'm4', 'edit')").await;
        let now = person(&app, &browser).await;
        let tenant = |name: &str, p: &Person| p.tenants.get(&Id::from(name)).cloned();
        assert_eq!(now.system, Allowed::Everything);
        assert_eq!(tenant("t1", &now), Some(Allowed::Everything));
        let set = [(Permission::TenantUsers, Act::Edit), (Permission::Departments, Act::View)];
        // A closed menu gives no permission, and a tenant role reaches no system menu.
        assert_eq!(tenant("t2", &now), Some(Allowed::Menus(set.into())));

        app.run("UPDATE roles SET status = 1 WHERE id = 'sys'").await;
        app.run("UPDATE memberships SET enabled = 1 WHERE tenant_id = 't1'").await;
        let now = person(&app, &browser).await;
        assert_eq!((&now.system, tenant("t1", &now)), (&Allowed::Nothing, None));
        app.run("UPDATE tenants SET deleted_at = 1 WHERE id = 't2'").await;
        assert!(person(&app, &browser).await.tenants.is_empty());

        // A role of the wrong type gives no permissions.
        app.run("UPDATE users SET role_id = 'ten'").await;
        app.run("UPDATE roles SET status = 0 WHERE id = 'sys'").await;
        app.run("UPDATE memberships SET enabled = 0, role_id = 'sys' WHERE tenant_id = 't1'").await;
        let now = person(&app, &browser).await;
        assert_eq!((&now.system, tenant("t1", &now)), (&Allowed::Nothing, Some(Allowed::Nothing)));
    }
}

both! {
    async fn calls_on_the_strength_of_the_cookie_come_from_our_own_pages(engine) {
        let (app, browser, _) = signed_in(engine).await;
        let call = |browser: Browser| async {
            let mut browser = browser;
            browser.send(Method::POST, "/api/sys/user/password", Body::from("{}")).await
        };
        for (name, value, status) in [
            ("x-requested-with", "", 403),
            ("x-requested-with", "XMLHttpRequest", 403),
            ("origin", "https://evil.example", 403),
            ("origin", "null", 403),
            ("sec-fetch-site", "cross-site", 403),
            ("sec-fetch-site", "same-site", 403),
            ("content-type", "text/plain", 415),
            ("content-type", "", 415),
        ] {
            let answer = call(browser.clone().header(name, value)).await;
            assert_eq!((answer.status.as_u16(), answer.body["success"].clone()), (status, json!(false)), "{name}: {value}");
        }
        let silent = browser.clone().header("origin", "").header("sec-fetch-site", "");
        assert_eq!(call(silent).await.status, StatusCode::FORBIDDEN);
        assert_eq!(call(browser.clone()).await.status, StatusCode::BAD_REQUEST, "let in, and then not understood");
        assert_eq!(call(browser.clone().header("origin", "")).await.status, StatusCode::BAD_REQUEST);
        // Reading needs none of these headers.
        let mut reader = browser.clone().header("x-requested-with", "").header("sec-fetch-site", "cross-site");
        reader.get(INFO).await.ok();
        // A program with a token needs none of them either.
        let mut program = app.browser();
        program.headers.insert("authorization", browser.cookies["cardea_session"].parse().unwrap());
        program = program.header("x-requested-with", "").header("origin", "").header("sec-fetch-site", "");
        program.post("/api/sys/logout", &json!({})).await.ok();
    }
}

both! {
    async fn signing_in_is_not_for_other_sites_pages_either(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        for (name, value) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
            let answer = app.browser().header(name, value).login("alice", PASSWORD).await;
            assert_eq!((answer.status, answer.code()), (StatusCode::FORBIDDEN, "403"));
        }
        // A program that sends no browser headers signs in, also again with its cookie.
        let mut program = app.browser().header("origin", "").header("sec-fetch-site", "").header("x-requested-with", "");
        program.login("alice", PASSWORD).await.ok();
        program.login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn whatever_is_no_token_of_ours_is_nobody(engine) {
        let (app, browser, _) = signed_in(engine).await;
        for value in ["Basic dTpw", "Bearer a.b.c", "x", "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            // Where a token is presented, the cookie is ignored.
            let mut presenting = browser.clone();
            presenting.headers.insert("authorization", value.parse().unwrap());
            presenting.get(INFO).await.fails("401");
        }
        let mut planted = app.browser();
        for value in ["x", "", &"é".repeat(21), &"A".repeat(43), &"A".repeat(4000)] {
            planted.cookies.insert("cardea_session".into(), value.to_owned());
            planted.get(INFO).await.fails("401");
        }
    }
}
