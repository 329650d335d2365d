//! The logs of SMS and e-mail, and sending again.

use super::*;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::resources::testing::{Face, admin, audited, person};

impl Post {
    fn face(&self) -> Face {
        Face::with(&self.t.kernel, router(&self.outbox))
    }
}

/// The only row of a log.
async fn only(face: &Face, log: &str) -> Value {
    let answer = face.list(&admin(), log, &json!({})).await;
    assert_eq!(answer.body.as_array().map(Vec::len), Some(1), "{}", answer.body);
    answer.body[0].clone()
}

fn ids(rows: &[&Value]) -> Value {
    json!({ "ids": rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>() })
}

both! {
    async fn a_log_tells_what_became_of_a_message_and_hides_its_code(engine) {
        let (url, _) = gateway(vec![(StatusCode::OK, "<b>accepted</b><script>x('123456')</script>")]).await;
        let post = Post::new(engine, |c| { c.notify.channel = Channel::Live; c.notify.sms.url = url; }).await;
        let face = post.face();
        let id = post.send(Kind::Sms, code(), 300).await;
        let row = only(&face, "sms-messages").await;
        assert_eq!((&row["isArrive"], &row["arriveDesc"], &row["sendCount"]), (&json!(1), &json!("Waiting"), &json!(0)));
        assert_eq!((&row["phone"], &row["maxSendCount"], &row["softName"]), (&json!("13800138000"), &json!(110), &json!("")));
        post.outbox.run_due().await.unwrap();
        let row = only(&face, "sms-messages").await;
        assert_eq!((&row["isArrive"], &row["state"], &row["sendCount"]), (&json!(0), &json!("sent"), &json!(1)));
        assert_eq!((&row["resend"], &row["lastError"]), (&json!("secret"), &Value::Null));
        let log = face.get(&admin(), &format!("/api/admin/sms-messages/{id}/log")).await;
        assert!(log.body["text"].as_str().unwrap().contains("•••••• is your sign-in code"), "{}", log.body);
        // What the gateway answered is told as it came, but for the code.
        let attempts = log.body["attempts"].as_array().unwrap();
        assert_eq!(attempts.len(), 1);
        assert_eq!(attempts[0]["sendResult"], "HTTP 200\n\n<b>accepted</b><script>x('••••••')</script>");
        assert_eq!((&attempts[0]["number"], &attempts[0]["trouble"]), (&json!(1), &Value::Null));
        assert!(!log.body.to_string().contains("123456"));
        // One of the other log is none of this.
        for path in ["", "/log"] {
            let path = format!("/api/admin/email-messages/{id}{path}");
            assert_eq!(face.get(&admin(), &path).await.status, 404, "{path}");
        }
        assert_eq!(face.list(&admin(), "email-messages", &json!({})).await.body, json!([]));
    }
}

both! {
    async fn a_link_is_hidden_too_and_the_subject_is_told(engine) {
        let post = Post::new(engine, |_| {}).await;
        let face = post.face();
        let link = Secret::new("https://x.example/forget?key=k3y");
        let id = post.send(Kind::Email, Notice::PasswordReset { link, hours: 24, user_name: "alice".into() }, 86_400).await;
        post.outbox.run_due().await.unwrap();
        let row = only(&face, "email-messages").await;
        assert_eq!((&row["to"], &row["resend"]), (&json!("alice@example.org"), &json!("secret")));
        let log = face.get(&admin(), &format!("/api/admin/email-messages/{id}/log")).await;
        assert_eq!(log.body["subject"], row["subject"]);
        assert!(log.body["text"].as_str().unwrap().contains("alice") && !log.body.to_string().contains("k3y"), "{}", log.body);
        let mut tx = post.t.kernel.db().begin().await.unwrap();
        let kept: (String, Option<Vec<u8>>) = tx.query("SELECT shown, content FROM messages").one().await.unwrap();
        assert!(!kept.0.contains("k3y") && kept.1.is_none());
    }
}

both! {
    async fn filters_find_what_they_say(engine) {
        let post = Post::new(engine, |_| {}).await;
        let face = post.face();
        let mut cx = Ctx::system(&post.t.kernel, "test");
        let edc = Software { id: Id::from("edc"), name: "Trial Data".into() };
        for (address, software, purpose) in [
            ("+86 138-0013-8000", Some(edc), "a"),
            ("13700137000", None, "b"),
        ] {
            for kind in [Kind::Sms, Kind::Email] {
                let address = if kind == Kind::Sms { address.to_owned() } else { format!("{purpose}@Example.org") };
                let notice = Notice::PasswordSet { user_name: "alice".into() };
                let (user, tenant, locale) = (None, None, Locale::En);
                let message = Message { kind, address, notice, locale, user, tenant, software: software.clone(), life: 900 };
                send(&mut cx, message).await.unwrap();
            }
        }
        cx.commit().await.unwrap();
        post.outbox.run_due().await.unwrap();
        post.t.clock.advance(10);
        post.send(Kind::Sms, code(), 300).await;
        for (log, filter, found) in [
            ("sms-messages", json!({}), 3),
            ("sms-messages", json!({ "phone": "13800138000" }), 2),
            ("sms-messages", json!({ "phone": "1380013" }), 0),
            ("sms-messages", json!({ "q": "1370" }), 1),
            ("sms-messages", json!({ "q": "TRIAL d" }), 1),
            ("sms-messages", json!({ "q": "%" }), 0),
            ("sms-messages", json!({ "softId": "edc" }), 1),
            ("sms-messages", json!({ "isArrive": 0 }), 2),
            ("sms-messages", json!({ "isArrive": 1 }), 1),
            ("sms-messages", json!({ "state": "waiting" }), 1),
            ("sms-messages", json!({ "startTime": "2026-01-05T08:00:05Z" }), 1),
            ("sms-messages", json!({ "endTime": "2026-01-05T08:00:05Z" }), 2),
            ("email-messages", json!({}), 2),
            ("email-messages", json!({ "to": " A@example.ORG " }), 1),
            ("email-messages", json!({ "q": "@example" }), 2),
            ("email-messages", json!({ "subject": "PASSWORD" }), 2),
            ("email-messages", json!({ "subject": "invited" }), 0),
            ("email-messages", json!({ "softId": "edc", "subject": "password", "isArrive": 0 }), 1),
        ] {
            let answer = face.list(&admin(), log, &filter).await;
            assert_eq!(answer.body.as_array().map(Vec::len), Some(found), "{log} {filter}: {}", answer.body);
        }
        // The newest first, where nothing else is asked for.
        let rows = face.list(&admin(), "sms-messages", &json!({})).await.body;
        assert_eq!(rows[0]["purpose"], "sign-in-code");
        let named = face.list(&admin(), "sms-messages", &json!({ "softId": "edc" })).await.body;
        assert_eq!((&named[0]["softName"], &named[0]["softwareId"]), (&json!("Trial Data"), &json!("edc")));
    }
}

both! {
    async fn what_failed_is_sent_again_while_it_is_of_use(engine) {
        let (url, posted) = gateway(vec![(StatusCode::BAD_REQUEST, "no"), (StatusCode::OK, "yes")]).await;
        let post = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.sms.url = url;
            c.notify.sms.body = r#"{"code":"{code}","id":"{id}"}"#.into();
        }).await;
        let face = post.face();
        let id = post.send(Kind::Sms, code(), 300).await;
        post.outbox.run_due().await.unwrap();
        let failed = only(&face, "sms-messages").await;
        assert_eq!((&failed["state"], &failed["lastError"], &failed["resend"]), (&json!("failed"), &json!("refused"), &json!("possible")));
        let again = face.send(&admin(), "POST", "/api/admin/sms-messages/resend", &ids(&[&failed])).await;
        assert_eq!(again.body, json!({ "queued": 1, "refused": [] }));
        // On its way, it is not sent twice.
        let twice = face.send(&admin(), "POST", "/api/admin/sms-messages/resend", &ids(&[&failed])).await;
        assert_eq!(twice.body, json!({ "queued": 0, "refused": [{ "id": id, "reason": "it is being sent" }] }));
        assert_eq!(post.outbox.run_due().await.unwrap(), 1);
        let codes: Vec<_> = posted.lock().unwrap().iter().map(|(_, body)| body.clone()).collect();
        assert_eq!(codes, [json!({ "code": "123456", "id": id }), json!({ "code": "123456", "id": format!("{id}-1") })]);
        let sent = only(&face, "sms-messages").await;
        assert_eq!((&sent["state"], &sent["sendCount"], &sent["resends"], &sent["resend"]), (&json!("sent"), &json!(2), &json!(1), &json!("secret")));
        let refused = face.send_in_chinese(&admin(), "POST", "/api/admin/sms-messages/resend", &ids(&[&sent])).await;
        assert!(refused.body["refused"][0]["reason"].as_str().unwrap().contains("不予保留"), "{}", refused.body);
        let events = audited(&post.t.kernel, "messages").await;
        let actions: Vec<_> = events.iter().map(|event| event.0.as_str()).collect();
        assert_eq!(actions.iter().filter(|action| **action == "message.resent").count(), 1, "{actions:?}");
    }
}

both! {
    async fn what_is_out_of_date_is_wiped_and_not_sent_again(engine) {
        let post = Post::new(engine, |c| c.notify.channel = Channel::None).await;
        let face = post.face();
        post.send(Kind::Sms, code(), 300).await;
        post.outbox.run_due().await.unwrap();
        assert!(post.row().await.3.is_some());
        post.t.clock.advance(300);
        let failed = only(&face, "sms-messages").await;
        assert_eq!((&failed["lastError"], &failed["resend"]), (&json!("unconfigured"), &json!("outdated")));
        let again = face.send(&admin(), "POST", "/api/admin/sms-messages/resend", &ids(&[&failed])).await;
        assert_eq!(again.body["refused"][0]["reason"], "it is out of date; have a new one sent");
        post.outbox.sweep().await.unwrap();
        assert!(post.row().await.3.is_none());
    }
}

both! {
    async fn one_message_is_sent_again_a_few_times_and_no_more(engine) {
        let post = Post::new(engine, |_| {}).await;
        let face = post.face();
        // It has neither a code nor a link: it is kept, and can be sent again after it was sent.
        let id = post.send(Kind::Email, Notice::PasswordSet { user_name: "alice".into() }, 86_400).await;
        let ask = json!({ "ids": [id, "no-such"] });
        for _ in 0..5 {
            post.outbox.run_due().await.unwrap();
            let again = face.send(&admin(), "POST", "/api/admin/email-messages/resend", &ask).await;
            assert_eq!((&again.body["queued"], &again.body["refused"][0]["id"]), (&json!(1), &json!("no-such")), "{}", again.body);
        }
        post.outbox.run_due().await.unwrap();
        let often = face.send(&admin(), "POST", "/api/admin/email-messages/resend", &ask).await;
        assert_eq!((&often.body["queued"], &often.body["refused"][0]["reason"]), (&json!(0), &json!("it was sent again too often")));
        assert_eq!(post.files().len(), 6);
        let none = face.send(&admin(), "POST", "/api/admin/email-messages/resend", &json!({ "ids": [] })).await;
        assert_eq!(none.status, 422, "{}", none.body);
        let many: Vec<_> = (0..101).map(|i| format!("m{i}")).collect();
        assert_eq!(face.send(&admin(), "POST", "/api/admin/email-messages/resend", &json!({ "ids": many })).await.status, 422);
    }
}

both! {
    async fn two_who_send_again_at_once_send_one(engine) {
        let post = Post::new(engine, |_| {}).await;
        let face = post.face();
        let id = post.send(Kind::Email, Notice::PasswordSet { user_name: "alice".into() }, 86_400).await;
        post.outbox.run_due().await.unwrap();
        let ask = json!({ "ids": [id] });
        let everybody = admin();
        let both = futures::future::join_all((0..4).map(|_| {
            face.send(&everybody, "POST", "/api/admin/email-messages/resend", &ask)
        })).await;
        let queued: i64 = both.iter().map(|answer| answer.body["queued"].as_i64().unwrap()).sum();
        assert_eq!(queued, 1, "{:?}", both.iter().map(|answer| &answer.body).collect::<Vec<_>>());
    }
}

both! {
    async fn each_log_is_for_those_who_may_see_it(engine) {
        let post = Post::new(engine, |_| {}).await;
        let face = post.face();
        let id = post.send(Kind::Sms, Notice::PasswordSet { user_name: "alice".into() }, 900).await;
        post.outbox.run_due().await.unwrap();
        let who = |permission, act| person(&Id::from("u"), Allowed::Menus([(permission, act)].into()), &[]);
        let viewer = who(Permission::SmsLog, Act::View);
        let stranger = who(Permission::EmailLog, Act::Edit);
        let ask = json!({ "ids": [id] });
        for (method, path, status) in [
            ("GET", "/api/admin/sms-messages".to_owned(), 200),
            ("GET", format!("/api/admin/sms-messages/{id}"), 200),
            ("GET", format!("/api/admin/sms-messages/{id}/log"), 200),
            ("POST", "/api/admin/sms-messages/resend".to_owned(), 403),
        ] {
            assert_eq!(face.send(&viewer, method, &path, &ask).await.status, status, "{method} {path}");
            assert_eq!(face.send(&stranger, method, &path, &ask).await.status, 403, "{method} {path}");
        }
        // The other log cannot be used to send it.
        let other = face.send(&stranger, "POST", "/api/admin/email-messages/resend", &ask).await;
        assert_eq!(other.body["refused"][0]["reason"], "there is no such message");
    }
}

both! {
    async fn attempts_end_after_a_number_of_them(engine) {
        let (url, posted) = gateway(vec![(StatusCode::SERVICE_UNAVAILABLE, "")]).await;
        let post = Post::new(engine, |c| { c.notify.channel = Channel::Live; c.notify.sms.url = url; }).await;
        post.send(Kind::Sms, Notice::PasswordSet { user_name: "alice".into() }, 365 * 86_400).await;
        for _ in 0..130 {
            post.outbox.run_due().await.unwrap();
            post.t.clock.advance(3600);
        }
        assert_eq!(post.row().await.0, "failed");
        assert_eq!(posted.lock().unwrap().len(), 110);
        // An administrator gives it ten more.
        let face = post.face();
        let failed = only(&face, "sms-messages").await;
        face.send(&admin(), "POST", "/api/admin/sms-messages/resend", &ids(&[&failed])).await;
        for _ in 0..20 {
            post.outbox.run_due().await.unwrap();
            post.t.clock.advance(3600);
        }
        assert_eq!(posted.lock().unwrap().len(), 120);
        post.t.clock.advance(366 * 86_400);
        assert_eq!(post.outbox.sweep().await.unwrap(), 1);
        let mut tx = post.t.kernel.db().begin().await.unwrap();
        let left: (i64,) = tx.query("SELECT count(*) FROM message_attempts").one().await.unwrap();
        assert_eq!(left.0, 0, "what came of each attempt goes with its message");
    }
}
