//! Making and changing accounts.

use serde_json::{Value, json};

use super::{PATH, at, form, ready, to, with};
use crate::both;
use crate::resources::testing as world;

both! {
    async fn an_account_is_made_with_a_hashed_password_or_none(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("zhang.wei"), "password", json!("Passw0rdX"))).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        for (field, want) in [("emailValid", json!("1")), ("status", json!("0")), ("roleId", json!("plain")), ("org", json!("local")), ("language", json!("zh"))] {
            assert_eq!(made.body[field], want, "{field}");
        }
        assert!(!made.body.to_string().contains("Passw0rdX") && made.body.get("password").is_none());
        let bare = w.face.send(&w.admin, "POST", PATH, &form("without")).await;
        assert_eq!(bare.status, 201);
        let mut cx = world::system(&t.kernel);
        let rows: Vec<(Option<String>, bool)> = cx.db().await.unwrap()
            .query("SELECT password_hash, password_reset FROM users WHERE user_name_key IN ('zhang.wei', 'without') ORDER BY user_name_key")
            .all().await.unwrap();
        assert_eq!(rows, [(None, false), (Some("marked:9".into()), true)]);
        drop(cx);
        let audit = world::audited(&t.kernel, "users").await;
        assert!(audit.iter().all(|r| !r.2.as_deref().unwrap_or_default().contains("Passw0rdX")));
        assert_eq!(w.face.get(&w.admin, &at(&made.body)).await.body, made.body);
    }
}

both! {
    async fn every_rule_speaks_on_its_field(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for (field, value, zh, en) in [
            ("fullName", json!(" "), "请输入姓名", "please enter the full name"),
            ("userName", json!(""), "请输入用户名", "please enter the user name"),
            ("userName", json!("abc"), "用户名至少4个字符", "the user name must have at least 4 characters"),
            ("userName", json!("ab@cd"), "用户名不能包含@", "the user name must not contain @"),
            ("userName", json!("First.ADMIN"), "用户名已存在", "this user name is in use"),
            ("email", json!(""), "请输入邮箱", "please enter the e-mail"),
            ("email", json!("nobody"), "邮箱格式错误，请重新输入", "email format error, please re-enter"),
            ("email", json!("FIRST.admin@example.com"), "邮箱已存在", "this e-mail is in use"),
            ("phone", json!(""), "请输入电话", "please enter the phone number"),
            ("phone", json!("1234"), "电话至少5个字符", "the phone number must have at least 5 characters"),
            ("phone", json!("123x5"), "电话格式不正确", "phone format incorrect"),
            ("password", json!("short"), "密码太短", "too short"),
            ("roleId", json!("nothing"), "角色不存在或已关闭", "there is no such open role"),
            ("roleId", Value::Null, "请选择角色", "please select role"),
            ("ucId", json!("nobody"), "用户信息不存在", "user info does not exist"),
            ("birthday", json!("2026-02-30"), "日期格式须为yyyy-MM-dd", "the date must be yyyy-MM-dd"),
            ("language", json!("fr"), "不支持的语言", "this language is not available"),
        ] {
            let said = w.face.refused_on(field, &w.admin, "POST", PATH, &with(form("somebody"), field, value.clone())).await;
            assert_eq!(said, [zh, en], "{field} = {value}");
        }
        let mut without = form("somebody");
        without.as_object_mut().unwrap().remove("roleId");
        assert_eq!(w.face.send(&w.admin, "POST", PATH, &without).await.on("roleId"), "please select role");
        for (field, value) in [("status", json!(0)), ("status", json!("2")), ("sex", json!("x")), ("roleId", json!(7)), ("password", json!({}))] {
            let answer = w.face.send(&w.admin, "POST", PATH, &with(form("somebody"), field, value.clone())).await;
            assert_eq!(answer.status, 400, "{field} = {value}: {}", answer.body);
        }
        assert_eq!(w.face.list(&w.admin, "users", &json!({})).await.headers["x-total-count"], "1");
    }
}

both! {
    async fn a_login_name_and_an_e_mail_are_never_handed_on(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("leaver")).await.body;
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&made), &json!({})).await.status, 200);
        assert_eq!(w.face.get(&w.admin, &at(&made)).await.status, 404);
        let again = w.face.send(&w.admin, "POST", PATH, &form("LEAVER")).await;
        for field in ["userName", "email"] {
            assert!(again.on(field).contains("belongs to a removed user"), "{field}: {}", again.body);
        }
    }
}

both! {
    async fn of_parallel_accounts_with_one_name_one_is_made(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let body = form("twin");
        let calls = (0..4).map(|_| w.face.send(&w.admin, "POST", PATH, &body));
        let statuses: Vec<_> = futures::future::join_all(calls).await.iter().map(|a| a.status.as_u16()).collect();
        assert_eq!(statuses.iter().filter(|s| **s == 201).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|s| [201, 409, 422].contains(s)), "{statuses:?}");
    }
}

both! {
    async fn a_new_e_mail_is_not_verified_and_a_role_left_out_stays(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("somebody"), "roleId", json!(w.clerk.id))).await.body;
        assert_eq!(made["roleName"], "Clerk");
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE users SET email_valid = TRUE").execute().await.unwrap();
        cx.commit().await.unwrap();
        let important = with(made.clone(), "email", json!("new@example.com"));
        let changed = w.face.send(&w.admin, "PUT", &to(&made, "important"), &important).await;
        assert_eq!((&changed.body["emailValid"], &changed.body["roleName"]), (&json!("1"), &json!("Clerk")), "{:?}", changed.body);
        let mut body = with(changed.body, "remark", json!("r"));
        body.as_object_mut().unwrap().remove("roleId");
        let changed = w.face.send(&w.admin, "PUT", &at(&made), &body).await;
        assert_eq!((&changed.body["remark"], &changed.body["roleName"]), (&json!("r"), &json!("Clerk")), "{:?}", changed.body);
        let password = with(changed.body, "password", json!("Passw0rdX"));
        assert!(!w.face.send(&w.admin, "PUT", &at(&made), &password).await.on("password").is_empty());
    }
}
