//! Accepting invitations.

use super::*;
use crate::both;

both! {
    async fn who_is_invited_registers_and_signs_in_as_a_member(engine) {
        let w = World::new(engine).await;
        let (id, key) = w.invite(" Wang@Example.org ").await;
        let mail = w.app.outbox().await.pop().unwrap();
        assert_eq!((&mail["to"], &mail["purpose"], &mail["values"]["days"]), (&json!("Wang@Example.org"), &json!("invitation"), &json!("7")));
        assert_eq!(mail["subject"], "【账户中心】邀请您加入租户");
        let text = mail["text"].as_str().unwrap();
        assert!(text.contains("Chief 全名") && text.contains("仁和医药") && text.contains(&key), "{text}");
        // Mail scanners open links: that spends nothing.
        for _ in 0..3 {
            let seen = w.look(&key).await.ok();
            let positions = seen.data()["positionList"].as_array().unwrap();
            assert!(positions.iter().any(|p| p["id"] == "2-cra" && p["name"].is_string()), "{positions:?}");
            let mut data = seen.data().clone();
            data.as_object_mut().unwrap().remove("positionList");
            assert_eq!(data, json!({ "tenantName": "仁和医药", "name": "王敏", "username": "", "email": "Wang@Example.org",
                "positionId": "2-cra", "phone": "", "remark": "", "isUser": false, "signedIn": null,
                "systems": [] }));
        }
        let body = with(registration(&key), "positionId", json!("2-dm"));
        let done = w.app.browser().post(ACCEPT, &body).await.ok();
        assert_eq!(done.data(), &json!({ "userName": "wang.min" }));
        assert!(done.cookies().is_empty(), "nobody is signed in by a key");
        let members = w.members("t1").await;
        assert!(members.contains(&("wang.min".into(), Some(w.role.to_string()), Some("2-dm".into()))), "{members:?}");
        let mut browser = w.app.browser();
        let answer = browser.login("wang.min", "Quiet2river").await.ok();
        assert_eq!(answer.data()["pwdReset"], true, "their own choice is not to be changed");
        let me = browser.get("/api/sys/user/info").await.ok();
        assert_eq!((&me.data()["email"], &me.data()["phone"], &me.data()["tenantName"], &me.data()["remark"]),
            (&json!("Wang@Example.org"), &json!("13900139000"), &json!("仁和医药"), &json!("早班")));
        assert_eq!(w.app.count("SELECT COUNT(*) FROM users WHERE email_valid AND user_name = 'wang.min'").await, 1);
        let (_, list) = w.call(&w.as_chief(), "GET", &format!("{PATH}?filter=%7B%22tenantId%22%3A%22t1%22%7D"), &Value::Null).await;
        assert_eq!((&list[0]["id"], &list[0]["state"]), (&json!(id), &json!("accepted")));
        assert!(list[0]["acceptedBy"].is_string());
    }
}

both! {
    async fn a_registration_is_checked_field_by_field_and_spends_nothing_until_it_is_right(engine) {
        let w = World::new(engine).await;
        let (_, key) = w.invite("wang@example.org").await;
        for (field, value, on, text) in [
            ("name", json!(" "), "name", "请输入姓名"),
            ("username", json!("abc"), "username", "用户名至少4个字符"),
            ("username", json!("a@bcd"), "username", "用户名不能包含@"),
            ("username", json!("CHIEF"), "username", "用户名已存在"),
            ("phone", Value::Null, "phone", "请输入电话"),
            ("phone", json!("44+20 7946"), "phone", "电话格式不正确"),
            ("phone", json!("1234"), "phone", "电话至少5个字符"),
            ("password", Value::Null, "password", "密码不能为空"),
            ("password", json!("quiet2river"), "password", "8-16位,须同时包含大小写字母、数字"),
            ("password", json!("Password1"), "password", "该密码过于常见，请更换"),
            ("positionId", Value::Null, "positionId", "请选择职位"),
            ("positionId", json!("3-cro"), "positionId", "请选择职位"),
            ("remark", json!("a\u{7}b"), "remark", "包含不允许的字符"),
        ] {
            let answer = w.app.browser().post(ACCEPT, &with(registration(&key), field, value.clone())).await.fails("400");
            assert_eq!(answer.data()["errors"][on], text, "{field} = {value}: {}", answer.body);
        }
        assert_eq!(w.names("t1").await, ["chief"]);
        w.app.browser().post(ACCEPT, &registration(&key)).await.ok();
    }
}

both! {
    async fn somebody_with_an_account_joins_and_stays_as_they_are(engine) {
        let w = World::new(engine).await;
        w.app.user_with_phone("wangmin", "13800138000").await;
        let (_, key) = w.invite("WANGMIN@example.org").await;
        let seen = w.look(&key).await.ok();
        for (field, want) in [("isUser", json!(true)), ("name", json!("wangmin 全名")), ("username", json!("wangmin")), ("phone", json!("*******8000"))] {
            assert_eq!(seen.data()[field], want, "{field}");
        }
        // Whatever the body says.
        let done = w.app.browser().post(ACCEPT, &registration(&key)).await.ok();
        assert_eq!(done.data(), &json!({ "userName": "wangmin" }));
        assert_eq!(w.names("t1").await, ["chief", "wangmin"]);
        let kept = "SELECT COUNT(*) FROM users WHERE user_name = 'wangmin' AND full_name = 'wangmin 全名' \
                    AND phone = '13800138000' AND remark = '早班' AND email_valid";
        assert_eq!(w.app.count(kept).await, 1);
        assert_eq!(w.app.count("SELECT COUNT(*) FROM users").await, 2);
        w.app.browser().login("wangmin", PASSWORD).await.ok();
        w.app.browser().login("wangmin", "Quiet2river").await.fails("701");
        let noted = "SELECT COUNT(*) FROM audit_events WHERE action = 'user.updated' AND record_id = 'id-wangmin'";
        assert_eq!(w.app.count(noted).await, 1);
        // Only the position is required; an empty remark does not replace the previous one.
        w.app.user("lin.wei").await;
        w.app.t.clock.advance(60);
        let (_, key) = w.invite("lin.wei@example.org").await;
        w.app.browser().post(ACCEPT, &json!({ "key": key })).await.fails("400");
        let mut own = w.app.browser();
        own.login("lin.wei", PASSWORD).await.ok();
        let seen = own.get(&format!("{LOOK}?key={key}")).await.ok();
        assert_eq!(seen.data()["signedIn"], json!({ "userName": "lin.wei", "fullName": "lin.wei 全名", "invited": true }));
        let long = json!({ "key": key, "positionId": "2-cra", "remark": "x".repeat(1001) });
        let refused = own.post(ACCEPT, &long).await.fails("400");
        assert!(refused.data()["errors"]["remark"].is_string(), "{}", refused.body);
        own.post(ACCEPT, &json!({ "key": key, "positionId": "2-cra", "remark": " " })).await.ok();
        assert_eq!(w.app.count("SELECT COUNT(*) FROM users WHERE user_name = 'lin.wei' AND remark = 'a remark'").await, 1);
        assert_eq!(w.names("t1").await, ["chief", "lin.wei", "wangmin"]);
        assert_eq!(own.get("/api/tenant/combobox").await.ok().data()[0]["desc"], "仁和医药", "a session sees it at once");
    }
}

both! {
    async fn a_password_travels_encrypted_and_its_envelope_works_once(engine) {
        let w = World::with(engine, |config| config.sign_in.password_transport = crate::config::PasswordTransport::Encrypted).await;
        let (_, key) = w.invite("wang@example.org").await;
        let plain = w.app.browser().post(ACCEPT, &registration(&key)).await.fails("400");
        assert_eq!(plain.data()["errors"]["password"], "密码须加密传输");
        let sealed = crate::authentication::tests::transport::sealed(&w.app, "Quiet2river");
        w.app.browser().post(ACCEPT, &with(registration(&key), "password", json!(sealed))).await.ok();
        w.app.t.clock.advance(60);
        let (_, second) = w.invite("li@example.org").await;
        let replayed = with(with(registration(&second), "password", json!(sealed)), "username", json!("li.lei"));
        assert_ne!(w.app.browser().post(ACCEPT, &replayed).await.code(), "200", "a nonce works once");
        assert_eq!(w.names("t1").await, ["chief", "wang.min"]);
    }
}
