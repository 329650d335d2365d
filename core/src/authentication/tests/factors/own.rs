use super::*;
use crate::both;

const SESSIONS: &str = "/api/account/sessions";
const SIGN_INS: &str = "/api/account/signIns";
const EDGE: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
                    Safari/537.36 Edg/140.0.0.0";

both! {
    async fn a_person_sees_and_ends_their_own_sessions(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.user("bob").await;
        let mut here = app.browser().header("user-agent", EDGE);
        let (mut there, mut third, mut bob) = (app.browser(), app.browser(), app.browser());
        there.login("alice", PASSWORD).await.ok();
        third.login("alice", PASSWORD).await.ok();
        bob.login("bob", PASSWORD).await.ok();
        app.t.clock.advance(60);
        here.login("alice", PASSWORD).await.ok();
        let list = here.get(SESSIONS).await.ok();
        let rows = list.data().as_array().unwrap().clone();
        assert_eq!(rows.len(), 3);
        assert_eq!(
            (&rows[0]["current"], &rows[0]["browser"], &rows[0]["system"], &rows[0]["amr"]),
            (&json!(true), &json!("Edge 140"), &json!("Windows"), &json!(["pwd"]))
        );
        assert_eq!((&rows[1]["current"], &rows[1]["browser"]), (&json!(false), &Value::Null));
        assert!(!list.body.to_string().contains("token"));
        let revoke = format!("{SESSIONS}/revoke");
        here.post(&revoke, &json!({ "id": rows[0]["id"] })).await.fails("403");
        bob.post(&revoke, &json!({ "id": rows[1]["id"] })).await.fails("404");
        here.post(&revoke, &json!({ "id": "none" })).await.fails("404");
        here.post(&revoke, &json!({ "id": rows[1]["id"] })).await.ok();
        here.post(&revoke, &json!({ "id": rows[1]["id"] })).await.fails("404");
        assert_eq!(app.told().await, 1);
        let standing = [there.get(INFO).await.code().to_owned(), third.get(INFO).await.code().to_owned()];
        assert!(standing.contains(&"20006".to_owned()) && standing.contains(&"200".to_owned()), "{standing:?}");
        let ended = here.post(&format!("{SESSIONS}/revokeOthers"), &json!({})).await.ok();
        assert_eq!(ended.data()["ended"], 1);
        assert_eq!(app.told().await, 2);
        here.get(INFO).await.ok();
        bob.get(INFO).await.ok();
        assert_eq!(here.get(SESSIONS).await.ok().data().as_array().unwrap().len(), 1);
    }
}

both! {
    async fn sessions_that_are_over_are_not_listed(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.browser().login("alice", PASSWORD).await.ok();
        app.t.clock.advance(31 * 60);
        let mut here = app.browser();
        here.login("alice", PASSWORD).await.ok();
        assert_eq!(here.get(SESSIONS).await.ok().data().as_array().unwrap().len(), 1, "idle");
        app.run("UPDATE security_strategy SET validity_time = 0").await;
        assert_eq!(here.get(SESSIONS).await.ok().data().as_array().unwrap().len(), 2);
        app.run("UPDATE sessions SET expires_at = 1 WHERE created_at < (SELECT MAX(created_at) FROM sessions)").await;
        assert_eq!(here.get(SESSIONS).await.ok().data().as_array().unwrap().len(), 1, "over");
    }
}

both! {
    async fn sign_ins_and_tries_are_told_to_their_owner_alone(engine) {
        let (app, phone, _) = with_phone(engine).await;
        app.user("bob").await;
        app.browser().login("bob", "Wrong1horse").await.fails("701");
        app.browser().login("alice", "Wrong1horse").await.fails("701");
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        second(&mut browser, TOTP, &step, &phone.wrong(&app)).await.fails("20013");
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.ok();
        let page = browser.get(SIGN_INS).await.ok();
        let told: Vec<(String, Value)> = page.data()["rows"].as_array().unwrap().iter()
            .map(|row| (row["outcome"].as_str().unwrap().to_owned(), row["amr"].clone())).collect();
        assert_eq!(told, [
            ("signed_in".to_owned(), json!(["pwd", "otp", "mfa"])),
            ("wrong_factor".into(), json!([])),
            ("factor_asked".into(), json!(["pwd"])),
            ("wrong_credentials".into(), json!([])),
            ("proved_again".into(), json!(["pwd", "otp", "mfa"])),
            ("signed_in".into(), json!(["pwd"])),
        ]);
        assert_eq!(page.data()["next"], Value::Null);
        assert!(page.data()["rows"].as_array().unwrap().iter().all(|row| row["at"].is_string()));
    }
}

both! {
    async fn a_long_history_comes_in_pages(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        for _ in 0..45 {
            browser.login("alice", PASSWORD).await.ok();
        }
        let (mut seen, mut path) = (Vec::new(), SIGN_INS.to_owned());
        loop {
            let page = browser.get(&path).await.ok();
            let rows = page.data()["rows"].as_array().unwrap().clone();
            assert!(rows.len() <= 20);
            seen.extend(rows.iter().map(|row| (row["at"].to_string(), row["id"].to_string())));
            let Some(next) = page.data()["next"].as_str().map(str::to_owned) else { break };
            path = format!("{SIGN_INS}?before={next}");
        }
        assert_eq!(seen.len(), 45);
        assert!(seen.windows(2).all(|pair| pair[0] > pair[1]));
        for wrong in ["x", "", "one.5"] {
            let answer = browser.get(&format!("{SIGN_INS}?before={wrong}")).await.fails("400");
            assert!(answer.data()["errors"]["before"].is_string());
        }
    }
}
