use super::*;
use crate::kernel::ctx::ReadCtx;

impl World {
    /// Goes to a provider and returns; `claims` and `iss` change its answer.
    async fn round(&self, id: &str, query: &str, claims: Value, iss: Option<&str>) -> world::Answer {
        let mut browser = self.browser();
        let sent = browser.get(&format!("/api/sys/federation/start/{id}{query}")).await.location().1;
        let state = sent["state"].clone();
        self.provider.say(|said| (said.nonce, said.claims) = (sent["nonce"].clone(), claims));
        let body = json!({ "ticket": format!("code-{state}"), "loginType": id, "state": state, "iss": iss });
        browser.post("/api/sys/loginByTicket", &body).await
    }
}

both! {
    async fn a_directory_signs_in_whom_it_knows_by_subject_alone(engine) {
        let w = World::new(engine).await;
        let alice = w.linked(&w.provider.base, "s-1").await;
        let mut browser = w.browser();
        let there = browser.get("/api/sys/federation/start/sponsor?returnTo=%2Fdevice").await;
        let (address, sent) = there.location();
        assert_eq!(address, format!("{}/authorize", w.provider.base));
        assert_eq!((sent["client_id"].as_str(), sent["response_type"].as_str()), ("cardea", "code"));
        assert_eq!((sent["scope"].as_str(), sent["code_challenge_method"].as_str()), ("openid profile", "S256"));
        w.provider.say(|said| said.nonce = sent["nonce"].clone());
        let in_ = browser.back("sponsor", "code-1", &sent["state"]).await.ok();
        assert_eq!(in_.data()["redirect"], "/device");
        assert_eq!(browser.user().await, alice.as_str());
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions WHERE CAST(amr AS TEXT) LIKE '%fed%otp%' AND acr = '1'").await, 1);
        w.provider.say(|said| {
            use base64::Engine as _;
            let made = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, said.verifiers[0].as_bytes());
            let made = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(made.as_ref());
            assert_eq!(made, sent["code_challenge"], "the verifier belongs to the challenge");
        });
        // Another subject with Alice's verified address is not Alice: accounts are not matched by e-mail.
        let other = w.round("sponsor", "", json!({ "sub": "s-2" }), None).await.fails("404");
        assert_eq!((&other.data()["kind"], &other.data()["label"]), (&json!("link"), &json!("li.wei")));
    }
}

both! {
    async fn what_a_directory_may_say_of_somebody_is_kept_while_they_are_linked(engine) {
        let w = World::new(engine).await;
        w.linked(&w.provider.base, "s-1").await;
        let kept = "SELECT COUNT(*) FROM identities WHERE profile IS NOT NULL";
        let said = json!({ "sub": "s-1", "given_name": " 伟 ", "family_name": "李\u{7}", "zoneinfo": "Asia/Shanghai",
            "picture": "http://sponsor.example/li.png" });
        w.round("sponsor", "", said.clone(), None).await.ok();
        let row = store::find(&mut ReadCtx::system(&w.t.kernel), &w.provider.base, "s-1").await.unwrap().unwrap();
        // An invalid name, and a picture that any network could replace, are left out.
        assert_eq!(json!(row.profile), json!({ "given_name": "伟", "zoneinfo": "Asia/Shanghai" }));
        w.round("sponsor", "", json!({ "sub": "s-1" }), None).await.ok();
        assert_eq!(w.count(kept).await, 0, "what is said no more is forgotten");
        let w = World::with(engine, |config| config.federation.openid.iter_mut().for_each(|it| it.profile = false)).await;
        w.linked(&w.provider.base, "s-1").await;
        w.round("sponsor", "", said, None).await.ok();
        assert_eq!(w.count(kept).await, 0, "not from a provider that may not");
    }
}

both! {
    async fn a_word_that_does_not_hold_signs_nobody_in(engine) {
        let w = World::new(engine).await;
        w.linked(&w.provider.base, "s-1").await;
        let past = w.t.kernel.now().unix_seconds() - 1;
        for wrong in [
            json!({ "iss": "https://evil.example" }),
            json!({ "aud": "somebody-else" }),
            json!({ "aud": ["cardea", "somebody-else"] }),
            json!({ "nonce": "another" }),
            json!({ "nonce": null }),
            json!({ "exp": past }),
            json!({ "iat": past + 3600 }),
            json!({ "at_hash": "AAAAAAAAAAAAAAAAAAAAAA" }),
        ] {
            w.round("sponsor", "", wrong.clone(), None).await.fails("701");
            assert_eq!(w.last_audit().await.2, "the provider vouches for nobody", "{wrong}");
        }
        w.provider.say(|said| said.forges = true);
        w.round("sponsor", "", json!({}), None).await.fails("701");
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions").await, 0);
        w.provider.say(|said| said.forges = false);
        w.round("sponsor", "", json!({}), None).await.ok();
    }
}

both! {
    async fn one_providers_code_is_not_taken_to_another(engine) {
        let w = World::new(engine).await;
        w.linked(&w.provider.base, "s-1").await;
        let base = w.provider.base.clone();
        w.round("sponsor", "", json!({}), Some("https://evil.example")).await.fails("701");
        w.round("sponsor", "", json!({}), Some(&base)).await.ok();
        w.provider.say(|said| said.says_iss = true);
        // Its metadata is cached for an hour.
        w.t.clock.advance(3601);
        let now = w.t.kernel.now().unix_seconds();
        let fresh = json!({ "iat": now, "exp": now + 300 });
        w.round("sponsor", "", fresh.clone(), None).await.fails("701");
        w.round("sponsor", "", fresh, Some(&base)).await.ok();
        // Sent to one provider, returned as another's.
        let mut browser = w.browser();
        let sent = browser.start("other").await;
        browser.back("sponsor", "code-x", &sent["state"]).await.fails("701");
        // The other's ID token names the first issuer: its own client does not accept it.
        w.round("other", "", json!({}), Some(&format!("{base}/other"))).await.fails("701");
    }
}

both! {
    async fn a_step_up_is_asked_for_and_held_to(engine) {
        let w = World::new(engine).await;
        w.linked(&w.provider.base, "s-1").await;
        let now = w.t.kernel.now().unix_seconds();
        let sent = w.browser().get("/api/sys/federation/start/sponsor?maxAge=300&acrValues=gold").await.location().1;
        assert_eq!((sent["max_age"].as_str(), sent["acr_values"].as_str()), ("300", "gold"));
        let asked = "?maxAge=300&acrValues=gold%20silver";
        w.round("sponsor", asked, json!({}), None).await.fails("701");
        w.round("sponsor", asked, json!({ "auth_time": now - 600, "acr": "gold" }), None).await.fails("701");
        w.round("sponsor", asked, json!({ "auth_time": now - 10, "acr": "bronze" }), None).await.fails("701");
        w.round("sponsor", asked, json!({ "auth_time": now - 10, "acr": "silver" }), None).await.ok();
    }
}

both! {
    async fn a_new_key_is_fetched_once_and_an_answer_is_not_replayed(engine) {
        let w = World::new(engine).await;
        w.linked(&w.provider.base, "s-1").await;
        w.round("sponsor", "", json!({}), None).await.ok();
        w.provider.say(|said| said.kid = "two");
        w.t.clock.advance(61);
        w.round("sponsor", "", json!({}), None).await.ok();
        w.provider.say(|said| assert_eq!(said.keys_asked, 2));
        let mut browser = w.browser();
        let sent = browser.start("sponsor").await;
        w.provider.say(|said| said.nonce = sent["nonce"].clone());
        let mut copy = browser.clone();
        browser.back("sponsor", "code-9", &sent["state"]).await.ok();
        copy.back("sponsor", "code-9", &sent["state"]).await.fails("701");
        let bare = json!({ "ticket": "code-10", "loginType": "sponsor" });
        w.browser().post("/api/sys/loginByTicket", &bare).await.fails("701");
        let nowhere = w.browser().get("/api/sys/federation/start/nothing").await.location();
        assert_eq!(nowhere.0, "http://127.0.0.1:8080/LoginTicket");
    }
}
