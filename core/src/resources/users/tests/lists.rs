//! Searching for people.

use serde_json::{Value, json};

use super::{PATH, at, form, ready, to, with};
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::db::Words;
use crate::kernel::grams;
use crate::resources::testing as world;
use crate::resources::users::{contacts, file, file_all};

both! {
    async fn lists_find_by_any_part_of_any_name(engine) {
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
        assert_eq!(found(json!({ "q": "ang" })).await, ["li.na", "wang.fang", "zhao"], "in the middle of each name");
        for (q, want) in [("芳", "wang.fang"), ("娜", "li.na"), ("ng.f", "wang.fang"), ("g Zh", "zhao"), ("ther", "other"), ("o@x", "other"), ("G@X.CN", "li.na")] {
            let found = found(json!({ "q": q })).await;
            assert!(found.contains(&want.to_owned()), "{q}: {found:?}");
        }
        assert_eq!(found(json!({ "q": "x.cn" })).await.len(), 4, "a domain that they share");
        for nobody in ["芳王", "fangw", "%", "_", "a%g", "\"", "' OR 1=1", "*", "fan*", "NOT wang", "x.cnx", "王芳fang"] {
            assert_eq!(found(json!({ "q": nobody })).await, Vec::<String>::new(), "{nobody}");
        }
        assert_eq!(found(json!({ "userName": "li" })).await, ["li.na"]);
        assert_eq!(found(json!({ "userName": ".FAN" })).await, ["wang.fang"]);
        assert_eq!(found(json!({ "userName": "x.cn" })).await, Vec::<String>::new(), "the login name alone");
        assert_eq!(found(json!({ "q": "ang", "userName": "na" })).await, ["li.na"], "both");
        assert_eq!(found(json!({ "status": "1" })).await, Vec::<String>::new());
        assert_eq!(found(json!({ "q": "" })).await.len(), 5);
        assert_eq!(found(json!({ "status": "0", "userName": "W" })).await, ["wang.fang"]);
        assert_eq!(found(json!({ "status": "0", "userName": "fang" })).await, ["wang.fang"]);
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE users SET status = 1 WHERE user_name_key = 'zhao'").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(found(json!({ "status": "1" })).await, ["zhao"]);
        let mut cx = world::system(&t.kernel);
        let verify = "UPDATE users SET email_valid = TRUE WHERE user_name_key <> 'other'";
        cx.db().await.unwrap().write(verify).execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(found(json!({ "emailValid": "1" })).await, ["other"]);
        assert_eq!(found(json!({ "emailValid": "0", "q": "wang" })).await, ["li.na", "wang.fang", "zhao"]);
        assert_eq!(found(json!({ "emailValid": "1", "q": "wang" })).await, Vec::<String>::new());
    }
}

both! {
    async fn filters_together_find_who_is_beyond_what_one_of_them_looks_at(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::crowd(&mut cx).await;
        let lock = "UPDATE users SET status = 1 WHERE user_name_key = 'crowd11001'";
        cx.db().await.unwrap().write(lock).execute().await.unwrap();
        cx.commit().await.unwrap();
        file_all(&t.kernel, || std::future::ready(())).await.unwrap();
        let last = "crowd11001";
        for filter in [json!({ "q": "crowd", "userName": last }), json!({ "q": "crowd", "status": "1" }),
            json!({ "q": "Crowd", "status": "1", "userName": "crowd110" }), json!({ "userName": "crowd", "status": "1" }),
            json!({ "q": "d11001" }), json!({ "q": "rowd", "status": "1" })] {
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

/// How many people the index has under the words of a term.
async fn filed(kernel: &Kernel, term: &str) -> usize {
    words_of(kernel, grams::sought(term)).await
}

/// How many people the index has under a mark.
async fn filed_as(kernel: &Kernel, mark: &str) -> usize {
    words_of(kernel, vec![mark.to_owned()]).await
}

async fn words_of(kernel: &Kernel, all: Vec<String>) -> usize {
    let words = Words { all, ..Words::default() };
    let mut cx = world::system(kernel);
    let found: Vec<(String,)> = cx.db().await.unwrap().query("").filed(&words).all().await.unwrap();
    found.len()
}

both! {
    async fn who_was_there_before_the_index_is_filed_once_and_in_parts(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        world::crowd(&mut cx).await;
        cx.db().await.unwrap().file_words(vec![("c10002".to_owned(), "10".to_owned())], false).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!((filed(&t.kernel, "10003@").await, filed(&t.kernel, "10").await), (0, 1));
        let parts = std::sync::atomic::AtomicUsize::new(0);
        let pause = || { parts.fetch_add(1, std::sync::atomic::Ordering::Relaxed); std::future::ready(()) };
        file_all(&t.kernel, pause).await.unwrap();
        assert_eq!(parts.load(std::sync::atomic::Ordering::Relaxed), 3, "a thousand and some people, 500 at a time");
        assert_eq!((filed(&t.kernel, "10003@").await, filed(&t.kernel, "wd1").await), (1, 1000));
        assert_eq!(filed(&t.kernel, "10002@").await, 0, "who is filed already stays as they are");
        file_all(&t.kernel, pause).await.unwrap();
        assert_eq!(parts.load(std::sync::atomic::Ordering::Relaxed), 3, "once");
    }
}

both! {
    async fn whoever_is_put_back_or_verified_is_filed_as_they_are_now(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("zhang.wei")).await.body;
        let unverified = grams::mark('u', "");
        assert_eq!((filed(&t.kernel, "hang").await, filed_as(&t.kernel, &unverified).await), (1, 2), "beside the administrator");
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&made), &json!({})).await.status, 200);
        assert_eq!(filed(&t.kernel, "hang").await, 0);
        let back = w.face.send(&w.admin, "POST", &to(&made, "restore"), &json!({ "reason": "back" })).await;
        assert_eq!((back.status.as_u16(), filed(&t.kernel, "hang").await), (200, 1), "a part of their name finds them again");
        let mut cx = world::system(&t.kernel);
        let (id, now) = (made["id"].as_str().unwrap().into(), cx.now());
        assert!(contacts::verify_email(cx.db().await.unwrap(), &id, "zhang.wei@example.com", now).await.unwrap());
        cx.commit().await.unwrap();
        assert_eq!((filed(&t.kernel, "hang").await, filed_as(&t.kernel, &unverified).await), (1, 1));
    }
}

both! {
    async fn the_unverified_from_before_they_were_filed_as_such_are_filed_so_once(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        let user = world::user(&mut cx, "some.body", None).await;
        cx.db().await.unwrap().write("UPDATE users SET email_valid = FALSE").execute().await.unwrap();
        cx.db().await.unwrap().file_words(vec![(user.id.to_string(), grams::of(&["some.body"]).join(" "))], false).await.unwrap();
        cx.commit().await.unwrap();
        let unverified = grams::mark('u', "");
        assert_eq!(filed_as(&t.kernel, &unverified).await, 0);
        file_all(&t.kernel, || std::future::ready(())).await.unwrap();
        assert_eq!((filed_as(&t.kernel, &unverified).await, filed(&t.kernel, "ome.").await), (1, 1));
    }
}

both! {
    async fn who_is_far_down_the_list_is_found_by_the_index_alone(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Here").await;
        // More than a search reads before it uses the index.
        let people = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4001), \
             person(id, name) AS (SELECT 'c' || CAST(10000 + i AS TEXT), 'aa' || CAST(10000 + i AS TEXT) FROM n) \
             INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
             email_valid, phone, phone_valid, password_reset, status, user_type, remark, language, org, created_at, \
             updated_at, phone_key) SELECT id, 1, name, name, 'Aa', 'aa', name || '@x.cn', name || '@x.cn', TRUE, \
             '', FALSE, FALSE, 0, 0, '', 'zh', 'local', 0, 0, '' FROM person";
        cx.db().await.unwrap().write(people).execute().await.unwrap();
        let members = "INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at, \
             user_name_key, full_name_key, email_key) SELECT 'm' || id, 1, $1, id, 0, 0, 0, user_name_key, full_name_key, \
             email_key FROM users WHERE full_name_key = 'aa'";
        cx.db().await.unwrap().write(members).bind(tenant.id.clone()).execute().await.unwrap();
        let far = world::user(&mut cx, "zhou.wei", None).await;
        cx.commit().await.unwrap();
        let found = |what: &'static str, filter: Value| { let w = &w; async move {
            w.face.list(&w.admin, what, &filter).await.body.as_array().unwrap().len()
        } };
        assert_eq!(found("users", json!({ "q": "ou.we" })).await, 1);
        assert_eq!(found("users", json!({ "userName": "u.wei" })).await, 1);
        assert_eq!(found("unselected-users", json!({ "q": "ou.we", "tenantId": tenant.id })).await, 1);
        assert_eq!(found("tenant-users", json!({ "q": "ou.we", "tenantId": tenant.id })).await, 0, "not theirs yet");
        let mut cx = world::system(&t.kernel);
        world::member(&mut cx, &tenant, &far).await;
        let keys = "UPDATE memberships SET user_name_key = 'zhou.wei' WHERE user_id = $1";
        cx.db().await.unwrap().write(keys).bind(far.id.clone()).execute().await.unwrap();
        file(cx.db().await.unwrap(), &far.id).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(found("tenant-users", json!({ "q": "ou.we", "tenantId": tenant.id })).await, 1);
        assert_eq!(found("tenant-users", json!({ "q": "ou.we" })).await, 1);
        assert_eq!(found("unselected-users", json!({ "q": "ou.we", "tenantId": tenant.id })).await, 0);
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().forget_words(far.id.as_str()).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(found("users", json!({ "q": "ou.we" })).await, 0, "the index alone had them");
        assert_eq!(found("users", json!({ "q": "zhou" })).await, 1, "the beginning is found always");
    }
}

both! {
    async fn the_search_follows_new_names_and_forgets_who_is_removed(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("wang.xiaoming"), "fullName", json!("王小明"))).await.body;
        let found = |q: &'static str| { let w = &w; async move { w.face.list(&w.admin, "users", &json!({ "q": q })).await.body.as_array().unwrap().len() } };
        assert_eq!((found("小明").await, found("明").await, found("大明").await), (1, 1, 0));
        let mut edit = made.clone();
        edit["fullName"] = json!("王大明");
        let changed = w.face.send(&w.admin, "PUT", &at(&made), &edit).await;
        assert_eq!(changed.status, 200, "{:?}", changed.body);
        assert_eq!((found("小明").await, found("大明").await, found("xiaom").await), (0, 1, 1));
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&made), &json!({})).await.status, 200);
        assert_eq!((found("大明").await, found("xiaom").await), (0, 0));
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().forget_words("nobody").await.unwrap();
        cx.commit().await.unwrap();
    }
}
