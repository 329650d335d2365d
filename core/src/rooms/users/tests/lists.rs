//! Finding people.

use serde_json::{Value, json};

use super::{PATH, form, ready, with};
use crate::both;
use crate::rooms::testing as world;

both! {
    async fn lists_find_by_the_beginning_of_any_name(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for (user, full, mail) in [("wang.fang", "王芳", "fang@x.cn"), ("li.na", "李娜", "wang@x.cn"), ("zhao", "Wang Zhao", "z@x.cn"), ("other", "Other", "o@x.cn")] {
            let body = json!({ "fullName": full, "userName": user, "email": mail, "phone": "13800000000", "roleId": "plain" });
            assert_eq!(w.face.send(&w.admin, "POST", PATH, &body).await.status, 201);
        }
        let names = |body: &Value| -> Vec<String> {
            body.as_array().unwrap().iter().map(|u| u["userName"].as_str().unwrap().to_owned()).collect()
        };
        let found = |filter: Value| { let w = &w; async move { names(&w.face.list(&w.admin, "users", &filter).await.body) } };
        assert_eq!(found(json!({ "q": "WANG" })).await, ["li.na", "wang.fang", "zhao"]);
        assert_eq!(found(json!({ "q": "王" })).await, ["wang.fang"]);
        assert_eq!(found(json!({ "q": "ang" })).await, Vec::<String>::new(), "from the beginning");
        assert_eq!(found(json!({ "userName": "li" })).await, ["li.na"]);
        assert_eq!(found(json!({ "status": "1" })).await, Vec::<String>::new());
        assert_eq!(found(json!({ "q": "" })).await.len(), 5);
        assert_eq!(found(json!({ "status": "0", "userName": "W" })).await, ["wang.fang"]);
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().query("UPDATE users SET status = 1 WHERE user_name_key = 'zhao'").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(found(json!({ "status": "1" })).await, ["zhao"]);
    }
}

both! {
    async fn filters_together_find_who_is_beyond_what_one_of_them_looks_at(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::crowd(&mut cx).await;
        let lock = "UPDATE users SET status = 1 WHERE user_name_key = 'crowd11001'";
        cx.db().await.unwrap().query(lock).execute().await.unwrap();
        cx.commit().await.unwrap();
        let last = "crowd11001";
        for filter in [json!({ "q": "crowd", "userName": last }), json!({ "q": "crowd", "status": "1" }),
            json!({ "q": "Crowd", "status": "1", "userName": "crowd110" }), json!({ "userName": "crowd", "status": "1" })] {
            let found = w.face.list(&w.admin, "users", &filter).await.body;
            assert_eq!((found.as_array().unwrap().len(), &found[0]["userName"]), (1, &json!(last)), "{filter}");
        }
    }
}

both! {
    async fn who_is_shown_specially_is_shown_when_all_are_asked_for(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("hidden"), "userType", json!("1"))).await;
        assert_eq!(made.status, 201);
        let total = |filter: Value| { let w = &w; async move { w.face.list(&w.admin, "users", &filter).await.headers["x-total-count"].clone() } };
        assert_eq!(total(json!({})).await, "1");
        assert_eq!(total(json!({ "searchAll": false, "userName": "hid" })).await, "0");
        assert_eq!(total(json!({ "searchAll": true })).await, "2");
        assert_eq!(total(json!({ "id": made.body["id"] })).await, "1", "by id everybody is found");
        assert_eq!(w.face.get(&w.admin, "/api/admin/languages").await.body, json!([{ "language": "zh", "desc": "中文" }, { "language": "en", "desc": "English" }]));
    }
}
