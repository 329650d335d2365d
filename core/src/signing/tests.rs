//! PINs: a code is sent, and the person sets a PIN with it.

use crate::authentication::testing::*;
use crate::both;

const PINS: &str = "/api/account/pins";
const CODE: &str = "/api/account/pins/code";
const SEND: &str = "/api/admin/tenant-users/t1-id-alice/pin-code";

/// Alice and an administrator, both signed in and members of the tenant.
async fn world(engine: Engine) -> (App, Browser, Browser) {
    let app = App::new(engine).await;
    app.tenant("t1", "One").await;
    app.role("boss", 1, true).await;
    for name in ["alice", "boss"] {
        let id = app.user_with_phone(name, if name == "alice" { "13900000001" } else { "13900000002" }).await;
        app.member("t1", &id, None).await;
    }
    app.run("UPDATE users SET role_id = 'boss' WHERE id = 'id-boss'").await;
    let (mut alice, mut boss) = (app.browser().header("accept-language", "en"), app.browser());
    alice.login("alice", PASSWORD).await.ok();
    boss.login("boss", PASSWORD).await.ok();
    (app, alice, boss)
}

fn new(code: &str, pin: &str) -> Value {
    json!({ "tenantId": "t1", "code": code, "pin": pin, "rePin": pin })
}

fn of_one() -> Value {
    json!({ "tenantId": "t1" })
}

both! {
    async fn an_administrator_has_a_code_sent_and_the_person_sets_a_pin_with_it_once(engine) {
        let (app, mut alice, mut boss) = world(engine).await;
        let none = json!([{ "tenantId": "t1", "tenantName": "One", "pinRule": "2", "pinLength": 6, "pinNoticeType": "1",
            "pinDuration": 30, "isSet": false, "locked": false, "setAt": null }]);
        assert_eq!(alice.get(PINS).await.ok().data(), &none);
        let sent = boss.post(SEND, &Value::Null).await;
        assert_eq!((sent.status, &sent.body["userName"]), (StatusCode::OK, &json!("alice")), "{sent:?}");
        let mail = app.outbox().await.pop().unwrap();
        assert_eq!((&mail["purpose"], &mail["kind"], &mail["to"]), (&json!("pin-code"), &json!("email"), &json!("alice@example.org")));
        let code = mail["values"]["code"].as_str().unwrap().to_owned();
        assert!(!sent.body.to_string().contains(&code), "who has it sent does not see it");
        boss.post(PINS, &new(&code, "135792")).await.fails("701");
        for (pin, sentence) in [("13579", "the PIN must have 6 digits"), ("13579a", "the PIN must have 6 digits"), ("123456", "this PIN is too simple, please choose another")] {
            let refused = alice.post(PINS, &new(&code, pin)).await.fails("400");
            assert_eq!(refused.data()["errors"]["pin"], sentence);
        }
        let mut differs = new(&code, "135792");
        differs["rePin"] = json!("135793");
        assert!(alice.post(PINS, &differs).await.fails("400").data()["errors"]["rePin"].is_string());
        alice.post(PINS, &new(&code, "135792")).await.ok();
        let own = alice.get(PINS).await.ok();
        assert_eq!((&own.data()[0]["isSet"], &own.data()[0]["locked"]), (&json!(true), &json!(false)));
        alice.post(PINS, &new(&code, "246813")).await.fails("701");
        let mut tx = app.tx().await;
        let (hash,): (String,) = tx.query("SELECT pin_hash FROM user_pins").one().await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        drop(tx);
        let actions: Vec<_> = app.audit().await.into_iter().map(|row| row.0).filter(|a| a.starts_with("pin.")).collect();
        assert_eq!(actions, ["pin.code_sent", "pin.set"]);
        assert_eq!(app.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%135792%'").await, 0);
    }
}

both! {
    async fn a_code_is_good_for_the_tenants_minutes_and_travels_its_way(engine) {
        let (app, mut alice, _) = world(engine).await;
        app.run("INSERT INTO tenant_pins (tenant_id, version, pin_rule, pin_length, pin_notice_type, pin_duration, updated_at) \
            VALUES ('t1', 1, 3, 8, 2, 10, 0)").await;
        alice.post(CODE, &of_one()).await.ok();
        let sms = app.outbox().await.pop().unwrap();
        assert_eq!((&sms["kind"], &sms["to"], &sms["values"]["minutes"]), (&json!("sms"), &json!("13900000001"), &json!("10")));
        let code = app.latest("code").await;
        let soon = alice.post(CODE, &of_one()).await;
        assert_eq!(soon.status, StatusCode::TOO_MANY_REQUESTS);
        app.t.clock.advance(600);
        alice.post(PINS, &new(&code, "a1b2c3d4")).await.fails("701");
        alice.post(CODE, &of_one()).await.ok();
        let code = app.latest("code").await;
        app.t.clock.advance(599);
        alice.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        alice.post(PINS, &new(&code, "a1b2c3d4")).await.ok();
        app.run("UPDATE tenant_pins SET pin_duration = 0").await;
        alice.post(CODE, &of_one()).await.fails("501");
    }
}

both! {
    async fn a_code_bears_five_wrong_tries_however_many_come_at_once(engine) {
        let (app, mut alice, _) = world(engine).await;
        alice.post(CODE, &of_one()).await.ok();
        let code = app.latest("code").await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        let mut browsers: Vec<_> = (0..8).map(|_| alice.clone()).collect();
        let body = new(wrong, "135792");
        futures::future::join_all(browsers.iter_mut().map(|browser| browser.post(PINS, &body))).await;
        assert_eq!(app.count("SELECT tries FROM codes WHERE purpose = 'pin'").await, 5);
        let right = alice.post(PINS, &new(&code, "135792")).await;
        assert!(["701", "423"].contains(&right.code()), "{right:?}");
        assert_eq!(app.count("SELECT COUNT(*) FROM user_pins").await, 0);
    }
}

both! {
    async fn of_one_code_at_once_one_pin_is_set(engine) {
        let (app, mut alice, _) = world(engine).await;
        alice.post(CODE, &of_one()).await.ok();
        let code = app.latest("code").await;
        let (mut a, mut b) = (alice.clone(), alice);
        let (first, second) = (new(&code, "135792"), new(&code, "246813"));
        let (x, y) = tokio::join!(a.post(PINS, &first), b.post(PINS, &second));
        assert_eq!([&x, &y].iter().filter(|answer| answer.code() == "200").count(), 1, "{x:?} {y:?}");
    }
}

both! {
    async fn a_locked_pin_is_set_anew_with_a_new_code(engine) {
        let (app, mut alice, _) = world(engine).await;
        app.run("INSERT INTO user_pins (tenant_id, user_id, pin_hash, failures, set_at) VALUES ('t1', 'id-alice', 'x', 5, 0)").await;
        assert_eq!(alice.get(PINS).await.ok().data()[0]["locked"], true);
        alice.post(CODE, &of_one()).await.ok();
        assert_eq!(alice.get(PINS).await.ok().data()[0]["locked"], true, "a code alone opens nothing");
        let code = app.latest("code").await;
        alice.post(PINS, &new(&code, "135792")).await.ok();
        assert_eq!(alice.get(PINS).await.ok().data()[0]["locked"], false);
    }
}

both! {
    async fn codes_go_to_members_who_are_there_and_by_who_may(engine) {
        let (app, mut alice, mut boss) = world(engine).await;
        app.tenant("t2", "Two").await;
        let other = json!({ "tenantId": "t2" });
        alice.post(CODE, &other).await.fails("404");
        alice.post(PINS, &json!({ "tenantId": "t2", "code": "123456", "pin": "135792", "rePin": "135792" })).await.fails("404");
        app.browser().post(CODE, &of_one()).await.fails("401");
        assert_eq!(alice.post(SEND, &Value::Null).await.status, StatusCode::FORBIDDEN);
        assert_eq!(boss.post("/api/admin/tenant-users/nothing/pin-code", &Value::Null).await.status, StatusCode::NOT_FOUND);
        app.run("UPDATE users SET status = 1 WHERE id = 'id-alice'").await;
        assert_eq!(boss.post(SEND, &Value::Null).await.status, StatusCode::CONFLICT);
        app.run("UPDATE users SET status = 0 WHERE id = 'id-alice'").await;
        app.run("UPDATE memberships SET enabled = 1 WHERE user_id = 'id-alice'").await;
        assert_eq!(boss.post(SEND, &Value::Null).await.status, StatusCode::CONFLICT);
        assert_eq!(alice.get(PINS).await.ok().data(), &json!([]));
        assert_eq!(app.outbox().await.len(), 0);
    }
}
