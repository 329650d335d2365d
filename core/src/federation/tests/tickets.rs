use axum::body::Body;
use axum::http::Method;

use super::*;

both! {
    async fn the_providers_are_named_in_the_order_of_the_settings(engine) {
        let w = World::new(engine).await;
        let shown = w.browser().get("/api/sys/federation/providers").await.ok();
        let ids: Vec<&str> = shown.data().as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["wecom", "dingtalk", "feishu", "sponsor", "other"]);
        assert_eq!(shown.data()[0]["url"], "/api/sys/federation/start/wecom");
        assert!(!shown.body.to_string().contains("secret"));
    }
}

both! {
    async fn a_first_ticket_is_linked_by_its_owner_and_the_next_one_signs_in(engine) {
        for (service, authority) in [("wecom", "wecom:corp"), ("dingtalk", "dingtalk:corp"), ("feishu", "feishu:corp")] {
            let w = World::new(engine).await;
            let alice = w.user("alice").await;
            let mut browser = w.browser();
            let sent = browser.start(service).await;
            assert_eq!(sent["redirect_uri"], format!("http://127.0.0.1:8080/LoginTicket?loginType={service}"));
            let unknown = browser.back(service, "good-lw", &sent["state"]).await.fails("404");
            assert_eq!(unknown.data()["kind"], "link");
            let continuation = unknown.data()["continuation"].clone();
            // The owner's password, with the ticket: one call signs in and links.
            let login = json!({ "userName": "alice", "password": PASSWORD, "ticket": continuation, "loginType": service });
            browser.post("/api/sys/login", &login).await.ok();
            let mine = browser.get("/api/account/identities").await.ok();
            assert_eq!(mine.data()[0]["provider"], service);
            assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'identity.linked' AND actor = 'id-alice'").await, 1);

            let mut later = w.browser();
            let sent = later.start(service).await;
            later.back(service, "good-lw", &sent["state"]).await.fails("701");
            let sent = later.start(service).await;
            w.provider.say(provider::Said::forget);
            later.back(service, "good-lw", &sent["state"]).await.fails("701");
            w.t.clock.advance(1300);
            w.run("DELETE FROM consumed").await;
            w.provider.say(provider::Said::forget);
            let sent = later.start(service).await;
            later.back(service, "good-lw", &sent["state"]).await.ok();
            assert_eq!(later.user().await, alice.as_str());
            assert_eq!(w.count("SELECT COUNT(*) FROM sessions WHERE CAST(amr AS TEXT) LIKE '%fed%'").await, 1);
            assert_eq!(w.count("SELECT COUNT(*) FROM identities WHERE last_used_at IS NOT NULL").await, 1);
            let mut tx = w.t.kernel.db().begin().await.unwrap();
            let (kept,): (String,) = tx.query("SELECT authority FROM identities").one().await.unwrap();
            assert_eq!(kept, authority);
        }
    }
}

both! {
    async fn a_bare_ticket_signs_in_whom_it_knows_and_links_nobody(engine) {
        let w = World::new(engine).await;
        let alice = w.linked("wecom:corp", "lw").await;
        let mut browser = w.browser();
        browser.confirmed("/api/sys/loginByTicket", &json!({ "ticket": "good-lw", "loginType": "wecom" })).await.ok();
        assert_eq!(browser.user().await, alice.as_str());
        let unknown = w.browser().post("/api/sys/loginByTicket", &json!({ "ticket": "good-x", "loginType": "wecom" })).await;
        assert_eq!(unknown.fails("404").data(), &json!({ "kind": "start", "provider": "wecom" }));
        let none = w.browser().post("/api/sys/loginByTicket", &json!({ "ticket": "good-x", "loginType": "nothing" })).await;
        none.fails("501");
        w.browser().post("/api/sys/loginByTicket", &json!({ "ticket": " ", "loginType": "wecom" })).await.fails("701");
    }
}

both! {
    async fn what_did_not_begin_in_this_browser_is_refused(engine) {
        let w = World::new(engine).await;
        w.linked("wecom:corp", "lw").await;
        let (mut one, mut two) = (w.browser(), w.browser());
        let sent = one.start("wecom").await;
        two.back("wecom", "good-lw", &sent["state"]).await.fails("701");
        two.start("wecom").await;
        two.back("wecom", "good-lw", &sent["state"]).await.fails("701");
        one.back("feishu", "good-lw", &sent["state"]).await.fails("701");
        let mut late = one.clone();
        one.back("wecom", "good-lw", &sent["state"]).await.ok();
        late.back("wecom", "good-again", &sent["state"]).await.fails("701");
        // A continuation taken to another browser links nothing there.
        let sent = one.start("wecom").await;
        let unknown = one.back("wecom", "good-mallory", &sent["state"]).await.fails("404");
        let continuation = unknown.data()["continuation"].clone();
        let mut victim = w.browser();
        victim.login("alice").await;
        victim.post("/api/account/identities", &json!({ "continuation": continuation })).await.fails("701");
        assert_eq!(w.count("SELECT COUNT(*) FROM identities").await, 1);
    }
}

both! {
    async fn who_is_no_member_is_nobody(engine) {
        let w = World::new(engine).await;
        w.provider.say(|said| said.feishu_corporation = "another");
        for (service, ticket) in [("wecom", "bad"), ("wecom", "good-guest"), ("dingtalk", "bad"), ("dingtalk", "good-elsewhere"),
            ("feishu", "bad"), ("feishu", "good-lw")] {
            let answer = w.browser().post("/api/sys/loginByTicket", &json!({ "ticket": ticket, "loginType": service })).await;
            answer.fails("701");
            assert_eq!(w.last_audit().await.2, "the provider vouches for nobody", "{service} {ticket}");
        }
    }
}

both! {
    async fn the_corporations_token_is_kept_and_fetched_anew_when_it_is_over(engine) {
        let w = World::new(engine).await;
        w.linked("wecom:corp", "lw").await;
        let post = |ticket: &'static str| {
            let mut browser = w.browser();
            async move { browser.post("/api/sys/loginByTicket", &json!({ "ticket": ticket, "loginType": "wecom" })).await.fails("404") }
        };
        post("good-a").await;
        post("good-b").await;
        w.provider.say(|said| assert_eq!(std::mem::replace(&mut said.wecom_tokens, 7), 1));
        post("good-c").await;
        w.provider.say(|said| assert_eq!(said.wecom_tokens, 8));
    }
}

both! {
    async fn a_ticket_asks_before_it_replaces_somebody_elses_session(engine) {
        let w = World::new(engine).await;
        let alice = w.linked("wecom:corp", "lw").await;
        w.user("bob").await;
        let mut browser = w.browser();
        browser.login("bob").await;
        let sent = browser.start("wecom").await;
        let asked = browser.back("wecom", "good-lw", &sent["state"]).await.fails("409");
        assert_eq!((&asked.data()["kind"], &asked.data()["current"]["userName"]), (&json!("confirm"), &json!("bob")));
        let again = json!({ "ticket": asked.data()["continuation"], "confirm": true });
        browser.post("/api/sys/loginByTicket", &again).await.ok();
        assert_eq!(browser.user().await, alice.as_str());
        browser.post("/api/sys/loginByTicket", &again).await.fails("701");
    }
}

both! {
    async fn locked_and_deleted_accounts_stay_out(engine) {
        let w = World::new(engine).await;
        w.linked("wecom:corp", "lw").await;
        w.run("UPDATE users SET status = 1").await;
        let ticket = |n: &'static str| json!({ "ticket": n, "loginType": "dingtalk" });
        w.run("UPDATE identities SET authority = 'dingtalk:corp'").await;
        w.browser().confirmed("/api/sys/loginByTicket", &ticket("good-lw")).await.fails("423");
        assert_eq!(w.last_audit().await.2, "locked");
        w.run("UPDATE users SET status = 0, deleted_at = 1").await;
        w.run("DELETE FROM consumed").await;
        w.provider.say(provider::Said::forget);
        w.browser().post("/api/sys/loginByTicket", &ticket("good-lw")).await.fails("701");
        assert_eq!(w.last_audit().await.2, "the account is gone");
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions").await, 0);
    }
}

both! {
    async fn an_owner_sees_links_and_takes_away_their_own_only(engine) {
        let w = World::new(engine).await;
        w.linked("feishu:corp", "lw").await;
        w.user("bob").await;
        w.browser().get("/api/account/identities").await.fails("401");
        let (mut alice, mut bob) = (w.browser(), w.browser());
        alice.login("alice").await;
        bob.login("bob").await;
        assert_eq!(bob.get("/api/account/identities").await.ok().data(), &json!([]));
        bob.send(Method::DELETE, "/api/account/identities/i1", Body::empty(), None).await.fails("404");
        // An account linked to Alice cannot be linked to Bob.
        let sent = bob.start("feishu").await;
        let theirs = bob.back("feishu", "good-lw", &sent["state"]).await.fails("409");
        bob.post("/api/account/identities", &json!({ "continuation": theirs.data()["continuation"] })).await.fails("409");
        w.t.clock.advance(700);
        alice.send(Method::DELETE, "/api/account/identities/i1", Body::empty(), None).await.fails("20012");
        alice.login("alice").await;
        alice.send(Method::DELETE, "/api/account/identities/i1", Body::empty(), None).await.ok();
        assert_eq!(w.last_audit().await.0, "identity.unlinked");
        assert_eq!(alice.get("/api/account/identities").await.ok().data(), &json!([]));
    }
}
