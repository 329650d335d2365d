//! People with an account in the user centre.

use serde_json::{Value, json};

use super::{PATH, at, form, ready, with};
use crate::both;
use crate::resources::testing as world;

const PULL: &str = "/api/admin/user-accounts/pull";

/// The form that the console sends for a pulled account.
fn pulled(account: &Value) -> Value {
    let mut body = form("unused");
    for field in ["ucId", "fullName", "userName", "email", "phone"] {
        body[field] = account[field].clone();
    }
    body
}

both! {
    async fn an_account_of_the_user_centre_is_added_with_its_id(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let found = w.face.send(&w.admin, "POST", PULL, &json!({ "email": "chen@centre.example" })).await;
        let want = json!({ "ucId": "uc-7", "fullName": "Chen Jing", "userName": "chen.jing", "email": "chen@centre.example", "phone": "13700000007" });
        let want = with(with(with(want, "id", Value::Null), "roleId", Value::Null), "roleName", Value::Null);
        assert_eq!((found.status.as_u16(), &found.body), (200, &want));
        assert_eq!(w.face.send(&w.admin, "POST", PULL, &json!({ "phone": "13700000007" })).await.body, want);
        let made = w.face.send(&w.admin, "POST", PATH, &pulled(&want)).await;
        assert_eq!((made.status.as_u16(), &made.body["ucId"], &made.body["org"]), (201, &json!("uc-7"), &json!("local")), "{}", made.body);
        assert_ne!(made.body["id"], json!("uc-7"), "ids of this server are its own");
        assert_eq!(w.face.get(&w.admin, &at(&made.body)).await.body, made.body);
        // From now on the account exists here: it is found here, and not made twice.
        let here = w.face.send(&w.admin, "POST", PULL, &json!({ "email": "chen@centre.example" })).await.body;
        assert_eq!((&here["id"], &here["roleId"]), (&made.body["id"], &json!("plain")));
        let again = w.face.send(&w.admin, "POST", PATH, &with(pulled(&want), "remark", json!("again"))).await;
        assert_eq!((again.status.as_u16(), &again.body["id"], &again.body["remark"]), (201, &made.body["id"], &json!("again")), "{}", again.body);
        let actions: Vec<_> = world::audited(&t.kernel, "users").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["user.created", "user.created", "user.updated"]);
    }
}

both! {
    async fn what_a_browser_says_of_the_user_centre_is_asked_there(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for (id, email) in [("uc-7", "thief@example.com"), ("uc-8", "chen@centre.example")] {
            let body = with(with(form("somebody"), "ucId", json!(id)), "email", json!(email));
            let refused = w.face.send(&w.admin, "POST", PATH, &body).await;
            assert_eq!((refused.status.as_u16(), refused.on("ucId")), (422, "user info does not exist"), "{id} {email}");
        }
        // Found by the phone in the user centre, although the form has another e-mail.
        let body = with(with(form("somebody"), "ucId", json!("uc-7")), "phone", json!("13700000007"));
        assert_eq!(w.face.send(&w.admin, "POST", PATH, &body).await.body["ucId"], "uc-7");
        // A person with an account here under another address gets that account.
        let found = w.face.send(&w.admin, "POST", PULL, &json!({ "email": "chen@centre.example" })).await;
        assert_eq!((&found.body["ucId"], &found.body["userName"]), (&json!("uc-7"), &json!("somebody")));
    }
}

both! {
    async fn nobody_is_said_to_be_unknown_while_the_user_centre_is_away(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let away = w.face.send(&w.admin, "POST", PULL, &json!({ "phone": "00000000" })).await;
        assert_eq!((away.status.as_u16(), &away.body["code"]), (502, &json!("downstream_unavailable")), "{}", away.body);
        let none = w.face.send_in_chinese(&w.admin, "POST", PULL, &json!({ "phone": "13911111111" })).await;
        assert_eq!((none.status.as_u16(), &none.body["message"]), (404, &json!("用户信息不存在")));
    }
}
