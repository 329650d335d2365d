//! The steps after a provider has identified the person.

use axum::body::Body;
use axum::http::Method;

use super::*;
use crate::authentication::totp_code;
use crate::config::FactorPolicy;

impl World {
    /// Every federated sign-in of Alice, from a new browser: the last answer.
    async fn each_way(&self) -> Vec<(&'static str, world::Browser, world::Answer)> {
        let mut all = Vec::new();
        let mut browser = self.browser();
        let code = self.code("alice").await;
        let answer = browser.confirmed("/api/sys/ssoLogin", &json!({ "code": code })).await;
        all.push(("sso code", browser, answer));
        for (id, ticket) in [("wecom", "good-w"), ("dingtalk", "good-d"), ("feishu", "good-f")] {
            let mut browser = self.browser();
            let sent = browser.start(id).await;
            let answer = browser.back(id, ticket, &sent["state"]).await;
            all.push((id, browser, answer));
        }
        let mut browser = self.browser();
        let sent = browser.start("sponsor").await;
        self.provider.say(|said| said.nonce = sent["nonce"].clone());
        let answer = browser.back("sponsor", &format!("code-{}", sent["state"]), &sent["state"]).await;
        all.push(("sponsor", browser, answer));
        all
    }

    async fn alice_everywhere(&self) {
        let base: &'static str = String::leak(self.provider.base.clone());
        self.linked(base, "s-1").await;
        for (authority, subject) in [("wecom:corp", "w"), ("dingtalk:corp", "d"), ("feishu:corp", "f")] {
            let mut tx = self.t.kernel.db().begin().await.unwrap();
            let sql = "INSERT INTO identities (id, version, user_id, provider, authority, subject, label, created_at) \
                       VALUES ($1, 1, 'id-alice', 'p', $1, $2, 'label', 0)";
            tx.write(sql).bind(authority.to_owned()).bind(subject.to_owned()).execute().await.unwrap();
            tx.commit().await.unwrap();
        }
    }
}

both! {
    async fn a_password_that_nobody_used_is_not_asked_about(engine) {
        let w = World::new(engine).await;
        w.alice_everywhere().await;
        // A password set by an administrator, a year old, under a rule that lets passwords live a month.
        w.run("UPDATE users SET password_reset = TRUE, password_changed_at = 0").await;
        w.run("UPDATE security_strategy SET expired_day = 30, remind_day = 7").await;
        w.browser().post("/api/sys/login", &json!({ "userName": "alice", "password": PASSWORD })).await.fails("27006");
        for (way, mut browser, answer) in w.each_way().await {
            let answer = answer.ok();
            let told = (&answer.data()["isOverdue"], &answer.data()["nearExpiredDay"], &answer.data()["pwdReset"]);
            assert_eq!(told, (&json!(false), &Value::Null, &json!(true)), "{way}");
            assert_eq!(browser.user().await, "id-alice", "{way}");
        }
    }
}

both! {
    async fn a_second_factor_is_asked_for(engine) {
        let w = World::new(engine).await;
        w.alice_everywhere().await;
        let mut owner = w.browser();
        owner.login("alice").await;
        let offer = owner.post("/api/account/factors/totp/begin", &json!({})).await.ok();
        let secret = offer.data()["secret"].as_str().unwrap().to_owned();
        let code = || totp_code(&secret, w.t.kernel.now());
        let body = json!({ "enrolment": offer.data()["enrolment"], "code": code() });
        owner.post("/api/account/factors/totp", &body).await.ok();
        w.run("UPDATE users SET password_reset = TRUE, password_changed_at = 0").await;
        for (way, mut browser, asked) in w.each_way().await {
            let asked = asked.fails("20011");
            assert_eq!(asked.data()["ways"], json!(["totp", "recovery"]), "{way}");
            assert_eq!(browser.get("/api/sys/user/info").await.body["code"], "401", "{way}");
            w.t.clock.advance(30);
            let step = json!({ "continuation": asked.data()["continuation"], "code": code() });
            let body = Body::from(step.to_string());
            let done = browser.send(Method::POST, "/api/sys/login/factor/totp", body, None).await.ok();
            // The rules that apply without a second factor also apply after one.
            assert_eq!((&done.data()["isOverdue"], &done.data()["pwdReset"]), (&json!(false), &json!(true)), "{way}");
        }
        let strong = "SELECT COUNT(*) FROM sessions WHERE acr = '2' AND CAST(amr AS TEXT) LIKE '%fed%'";
        assert_eq!(w.count(strong).await, 5);
    }
}

both! {
    async fn a_required_factor_is_set_up_first(engine) {
        let w = World::with(engine, |config| config.sign_in.factor_policy = FactorPolicy::Required).await;
        w.alice_everywhere().await;
        for (way, mut browser, asked) in w.each_way().await {
            let asked = asked.fails("20011");
            assert_eq!((&asked.data()["ways"], &asked.data()["enrol"]), (&json!([]), &json!(["totp"])), "{way}");
            assert_eq!(browser.get("/api/sys/user/info").await.body["code"], "401", "{way}");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions").await, 0);
    }
}
