//! The separate actions on accounts: locking, important information, pulling.

use serde_json::{Value, json};

use super::{PATH, at, form, ready, to, with};
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::resources::testing as world;

both! {
    async fn locking_ends_sessions_in_the_same_transaction(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("somebody")).await.body;
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap()
            .write("INSERT INTO sessions (id, token_hash, user_id, auth_time, amr, acr, address, user_agent, created_at, seen_at, expires_at) VALUES ('s', 'h', ")
            .push("", made["id"].as_str().unwrap().to_owned()).sql(", 0, '[]', '', '', '', 0, 0, 0)")
            .execute().await.unwrap();
        cx.commit().await.unwrap();
        let ended = || async {
            let mut cx = world::system(&t.kernel);
            let (reason,): (Option<String>,) = cx.db().await.unwrap().query("SELECT end_reason FROM sessions").one().await.unwrap();
            reason
        };
        assert_eq!(ended().await, None);
        for reason in ["", " ", "a\u{0}b", &"x".repeat(201)] {
            let refused = w.face.send(&w.admin, "POST", &to(&made, "lock"), &json!({ "reason": reason })).await;
            assert_eq!(refused.on("reason"), "give a reason of at most 200 characters");
        }
        assert_eq!(ended().await, None);
        let why = json!({ "reason": " left the company " });
        assert_eq!(w.face.send(&w.admin, "POST", &to(&made, "unlock"), &why).await.status, 409, "it is not locked");
        let locked = w.face.send(&w.admin, "POST", &to(&made, "lock"), &why).await;
        assert_eq!((&locked.body["status"], &locked.body["version"]), (&json!("1"), &json!(2)), "{:?}", locked.body);
        assert_eq!(ended().await.as_deref(), Some("locked"));
        assert_eq!(w.face.send(&w.admin, "POST", &to(&made, "lock"), &why).await.status, 409, "it is locked");
        let open = w.face.send(&w.admin, "POST", &to(&made, "unlock"), &json!({ "reason": "came back" })).await;
        assert_eq!(open.body["status"], "0");
        let mut cx = world::system(&t.kernel);
        let rows: Vec<(String, Option<String>)> = cx.db().await.unwrap()
            .query("SELECT action, reason FROM audit_events WHERE action LIKE 'user.%locked' ORDER BY at, id").all().await.unwrap();
        assert_eq!(rows, [("user.locked".into(), Some("left the company".into())), ("user.unlocked".into(), Some("came back".into()))]);
    }
}

both! {
    async fn an_account_kept_elsewhere_keeps_its_important_fields(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("directory")).await.body;
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE users SET org = 'ldap' WHERE user_name_key = 'directory'").execute().await.unwrap();
        cx.commit().await.unwrap();
        for (field, value) in [("userName", "another"), ("email", "x@example.com"), ("phone", "99999999")] {
            let answer = w.face.send(&w.admin, "PUT", &to(&made, "important"), &with(made.clone(), field, json!(value))).await;
            assert_eq!(answer.status, 403, "{field}");
            assert_eq!(answer.body["message"], "this account is kept elsewhere and cannot be changed here");
        }
        let basic = w.face.send(&w.admin, "PUT", &at(&made), &with(made.clone(), "remark", json!("kept"))).await;
        assert_eq!((basic.status.as_u16(), &basic.body["org"]), (200, &json!("ldap")));
    }
}

both! {
    async fn basic_and_important_information_are_acts_of_their_own(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("somebody")).await.body;
        for (field, value, want) in [
            ("userName", json!("another"), "this is changed with the important information"),
            ("email", json!("x@example.com"), "this is changed with the important information"),
            ("phone", json!("99999999"), "this is changed with the important information"),
            ("status", json!("1"), "an account is locked and unlocked with a reason"),
        ] {
            let answer = w.face.send(&w.admin, "PUT", &at(&made), &with(made.clone(), field, value)).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, want));
        }
        for (field, value, want) in [
            ("userName", json!("abc"), "the user name must have at least 4 characters"),
            ("userName", json!("a@bcd"), "the user name must not contain @"),
            ("userName", json!("first.admin"), "this user name is in use"),
            ("email", json!("first.admin@example.com"), "this e-mail is in use"),
            ("email", json!("x"), "email format error, please re-enter"),
            ("phone", json!("1"), "the phone number must have at least 5 characters"),
            ("version", Value::Null, "the version is missing"),
        ] {
            let answer = w.face.send(&w.admin, "PUT", &to(&made, "important"), &with(made.clone(), field, value)).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, want));
        }
        let stale = with(made.clone(), "version", json!(7));
        assert_eq!(w.face.send(&w.admin, "PUT", &to(&made, "important"), &stale).await.status, 409);
        let body = with(with(made.clone(), "userName", json!("renamed")), "fullName", json!("passed over"));
        let after = w.face.send(&w.admin, "PUT", &to(&made, "important"), &body).await.body;
        assert_eq!((&after["userName"], &after["fullName"]), (&json!("renamed"), &json!("Zhang Wei")));
        let audit = world::audited(&t.kernel, "users").await;
        let (action, before, after, _) = audit.last().unwrap();
        assert_eq!(action, "user.important_updated");
        assert!(before.as_deref().unwrap().contains("\"somebody\"") && after.as_deref().unwrap().contains("\"renamed\""));
    }
}

both! {
    async fn an_account_is_pulled_by_e_mail_or_phone_and_taken_instead_of_a_new_one(engine) {
        const PULL: &str = "/api/admin/user-accounts/pull";
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("somebody"), "phone", json!("+86 139-1234-5678"))).await.body;
        for asked in [json!({ "email": " SOMEBODY@example.com " }), json!({ "phone": "13912345678", "email": "" })] {
            let found = w.face.send(&w.admin, "POST", PULL, &asked).await;
            assert_eq!(found.body, json!({
                "ucId": made["id"], "fullName": "Zhang Wei", "userName": "somebody",
                "email": "somebody@example.com", "phone": "+86 139-1234-5678",
                "id": made["id"], "roleId": "plain", "roleName": "Plain",
            }));
        }
        assert_eq!(w.face.send(&w.admin, "POST", PATH, &form("another")).await.status, 201);
        assert_eq!(w.face.send(&w.admin, "POST", PATH, &form("athird")).await.status, 201);
        for asked in [json!({ "email": "nobody@example.com" }), json!({ "phone": "13800000000" })] {
            let none = w.face.send(&w.admin, "POST", PULL, &asked).await;
            assert_eq!((none.status.as_u16(), &none.body["message"]), (404, &json!("user info does not exist")), "{asked}");
        }
        for (asked, field) in [(json!({}), "email"), (json!({ "email": "x" }), "email"), (json!({ "phone": "x" }), "phone"), (json!({ "email": "a@b.cn", "phone": "12345" }), "email")] {
            assert!(!w.face.send(&w.admin, "POST", PULL, &asked).await.on(field).is_empty(), "{asked}");
        }
        let body = with(form("somebody"), "ucId", made["id"].clone());
        let body = with(with(body, "phone", made["phone"].clone()), "fullName", json!("Somebody Else"));
        for (field, value, want) in [
            ("roleId", json!(w.clerk.id), "this account has the role Plain; change it in its basic information"),
            ("password", json!("Passw0rdX"), "this account is here already: it gets no first password"),
            ("email", json!("other@example.com"), "this is changed with the important information"),
        ] {
            let refused = w.face.send(&w.admin, "POST", PATH, &with(body.clone(), field, value)).await;
            assert_eq!((refused.status.as_u16(), refused.on(field)), (422, want));
        }
        let kept = w.face.send(&w.admin, "POST", PATH, &body).await;
        assert_eq!((kept.status.as_u16(), &kept.body), (201, &made), "it keeps everything that it has");
        let noted = world::audited(&t.kernel, "users").await.len();
        let filled = with(with(body, "sex", json!("1")), "remark", json!("night shift"));
        let filled = w.face.send(&w.admin, "POST", PATH, &filled).await.body;
        assert_eq!((&filled["sex"], &filled["remark"], &filled["fullName"]), (&json!("1"), &json!("night shift"), &made["fullName"]));
        assert_eq!(world::audited(&t.kernel, "users").await.len(), noted + 1);
    }
}

both! {
    async fn the_mail_that_verifies_an_address_is_noted_and_only_sent_where_it_is_of_use(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("somebody")).await.body;
        let verification = to(&made, "email-verification");
        let sent = w.face.send(&w.admin, "POST", &verification, &json!({})).await;
        assert_eq!((sent.status.as_u16(), &sent.body), (200, &with(made.clone(), "messageId", json!("message"))));
        let noted = || async {
            let audit = world::audited(&t.kernel, "users").await;
            audit.into_iter().filter(|row| row.0 == "user.verification_sent").count()
        };
        assert_eq!(noted().await, 1);
        for (sql, want) in [
            ("UPDATE users SET email_valid = TRUE", ["该邮箱已验证", "this e-mail is verified already"]),
            ("UPDATE users SET email_valid = FALSE, status = 1", ["该账号已锁定", "this account is locked"]),
        ] {
            let mut cx = world::system(&t.kernel);
            cx.db().await.unwrap().write(sql).sql(" WHERE user_name_key = 'somebody'").execute().await.unwrap();
            cx.commit().await.unwrap();
            let told = [
                w.face.send_in_chinese(&w.admin, "POST", &verification, &json!({})).await,
                w.face.send(&w.admin, "POST", &verification, &json!({})).await,
            ];
            assert_eq!(told.each_ref().map(|answer| (answer.status.as_u16(), answer.body["message"].as_str().unwrap())), want.map(|text| (409, text)));
        }
        let clerk = world::person(&w.me.id, Allowed::Menus([(Permission::Users, Act::View)].into()), &[]);
        assert_eq!(w.face.send(&clerk, "POST", &verification, &json!({})).await.status, 403);
        assert_eq!(w.face.send(&w.admin, "POST", &format!("{PATH}/none/email-verification"), &json!({})).await.status, 404);
        assert_eq!(noted().await, 1);
    }
}
