use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission, Who};
use crate::kernel::id::Id;
use crate::rooms::roles::{Role, RoleType};
use crate::rooms::seed;
use crate::rooms::testing::{self as world, Face};
use crate::rooms::users::User;

const PATH: &str = "/api/admin/users";

/// The rooms, an administrator who is a user too, and a clerk's role.
struct World {
    face: Face,
    admin: Who,
    me: User,
    administrator: Role,
    clerk: Role,
}

async fn ready(kernel: &Kernel) -> World {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    let administrator = world::role(&mut cx, "Administrator", RoleType::System, &[]).await;
    let clerk = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::Edit)]).await;
    let me = world::user(&mut cx, "first.admin", Some(&administrator)).await;
    cx.commit().await.unwrap();
    let admin = world::person(&me.id, Allowed::Everything, &[]);
    World { face: Face::over(kernel), admin, me, administrator, clerk }
}

fn form(name: &str) -> Value {
    json!({ "fullName": "Zhang Wei", "userName": name, "email": format!("{name}@example.com"), "phone": "13800000000", "roleId": null })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn to(user: &Value, act: &str) -> String {
    format!("{}/{act}", at(user))
}

fn at(user: &Value) -> String {
    format!("{PATH}/{}", user["id"].as_str().unwrap())
}

both! {
    async fn an_account_is_made_with_a_hashed_password_or_none(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("zhang.wei"), "password", json!("Passw0rdX"))).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        for (field, want) in [("emailValid", json!("1")), ("status", json!("0")), ("roleId", Value::Null), ("org", json!("local")), ("language", json!("zh"))] {
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
        for (field, value, want) in [
            ("fullName", json!(" "), "please enter the full name"),
            ("userName", json!(""), "please enter the user name"),
            ("userName", json!("abc"), "the user name must have at least 4 characters"),
            ("userName", json!("ab@cd"), "the user name must not contain @"),
            ("userName", json!("First.ADMIN"), "this user name is in use"),
            ("email", json!(""), "please enter the e-mail"),
            ("email", json!("nobody"), "email format error, please re-enter"),
            ("email", json!("FIRST.admin@example.com"), "this e-mail is in use"),
            ("phone", json!(""), "please enter the phone number"),
            ("phone", json!("1234"), "the phone number must have at least 5 characters"),
            ("phone", json!("123x5"), "phone format incorrect"),
            ("password", json!("short"), "too short"),
            ("roleId", json!("nothing"), "there is no such open role"),
            ("ucId", json!("nobody"), "user info does not exist"),
            ("birthday", json!("2026-02-30"), "the date must be yyyy-MM-dd"),
            ("language", json!("fr"), "this language is not available"),
        ] {
            let answer = w.face.send(&w.admin, "POST", PATH, &with(form("somebody"), field, value.clone())).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, want), "{field} = {value}: {}", answer.body);
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
    async fn locking_ends_sessions_in_the_same_transaction(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("somebody")).await.body;
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap()
            .query("INSERT INTO sessions (id, token_hash, user_id, auth_time, amr, acr, address, user_agent, created_at, seen_at, expires_at) VALUES ('s', 'h', ")
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
            .query("SELECT action, reason FROM audit_events WHERE action LIKE 'user.%locked' ORDER BY seq").all().await.unwrap();
        assert_eq!(rows, [("user.locked".into(), Some("left the company".into())), ("user.unlocked".into(), Some("came back".into()))]);
    }
}

both! {
    async fn nobody_changes_their_own_role_or_status_or_removes_themselves(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::user(&mut cx, "second.admin", Some(&w.administrator)).await;
        cx.commit().await.unwrap();
        let me = w.face.get(&w.admin, &format!("{PATH}/{}", w.me.id)).await.body;
        let lock = w.face.send(&w.admin, "POST", &to(&me, "lock"), &json!({ "reason": "why not" })).await;
        assert_eq!((lock.status.as_u16(), lock.on("status")), (403, "nobody changes their own status"));
        for (field, value) in [("roleId", json!(w.clerk.id)), ("roleId", Value::Null)] {
            let answer = w.face.send(&w.admin, "PUT", &at(&me), &with(me.clone(), field, value)).await;
            assert_eq!(answer.status, 403, "{field}");
            assert!(!answer.on(field).is_empty());
        }
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&me), &json!({})).await.status, 403);
        let fine = w.face.send(&w.admin, "PUT", &at(&me), &with(me.clone(), "remark", json!("me"))).await;
        assert_eq!(fine.body["remark"], "me", "what is not a grant stays theirs to change");
    }
}

both! {
    async fn nobody_gives_or_touches_a_role_stronger_than_their_own(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let viewer = world::role(&mut cx, "Viewer", RoleType::System, &[(Permission::Users, Act::View)]).await;
        let other = world::role(&mut cx, "Licences", RoleType::System, &[(Permission::Licences, Act::View)]).await;
        let tenant = world::role(&mut cx, "Tenant", RoleType::Tenant, &[(Permission::Users, Act::View)]).await;
        cx.commit().await.unwrap();
        let edits = Allowed::Menus(BTreeMap::from([(Permission::Users, Act::Edit)]));
        let clerk = world::person(&Id::from("clerk"), edits, &[]);
        for (name, role, status) in [
            ("with.viewer", &viewer, 201),
            ("with.clerk", &w.clerk, 201),
            ("with.other", &other, 403),
            ("with.admin", &w.administrator, 403),
            ("with.tenant", &tenant, 422),
        ] {
            let answer = w.face.send(&clerk, "POST", PATH, &with(form(name), "roleId", json!(role.id))).await;
            assert_eq!(answer.status.as_u16(), status, "{name}: {}", answer.body);
        }
        let stronger = w.face.get(&clerk, &format!("{PATH}/{}", w.me.id)).await.body;
        let takeover = with(stronger.clone(), "email", json!("clerk@evil.example"));
        assert_eq!(w.face.send(&clerk, "PUT", &to(&stronger, "important"), &takeover).await.status, 403);
        assert_eq!(w.face.send(&clerk, "POST", &to(&stronger, "lock"), &json!({ "reason": "mine" })).await.status, 403);
        assert_eq!(w.face.send(&clerk, "DELETE", &at(&stronger), &json!({})).await.status, 403);
    }
}

both! {
    async fn the_last_administrator_stays_whatever_is_tried_at_once(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let one = w.face.get(&w.admin, &format!("{PATH}/{}", w.me.id)).await.body;
        // Somebody as strong who is not a user of the platform: a command.
        let outside = world::admin();
        let why = json!({ "reason": "on leave" });
        for (method, path, body) in [
            ("POST", to(&one, "lock"), why.clone()),
            ("PUT", at(&one), with(one.clone(), "roleId", Value::Null)),
            ("PUT", at(&one), with(one.clone(), "roleId", json!(w.clerk.id))),
        ] {
            let answer = w.face.send(&outside, method, &path, &body).await;
            assert_eq!(answer.status, 403);
            assert!(answer.body["message"].as_str().unwrap().contains("last platform administrator"), "{}", answer.body);
        }
        assert_eq!(w.face.send(&outside, "DELETE", &at(&one), &json!({})).await.status, 403);

        let mut cx = world::system(&t.kernel);
        let second = world::user(&mut cx, "second.admin", Some(&w.administrator)).await;
        cx.commit().await.unwrap();
        let other = world::person(&second.id, Allowed::Everything, &[]);
        let two = w.face.get(&w.admin, &format!("{PATH}/{}", second.id)).await.body;
        let (path_one, path_two) = (to(&one, "lock"), to(&two, "lock"));
        let (a, b) = tokio::join!(w.face.send(&w.admin, "POST", &path_two, &why), w.face.send(&other, "POST", &path_one, &why));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403]);
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
        assert_eq!((again.on("userName"), again.on("email")), ("this user name is in use", "this e-mail is in use"));
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
    async fn an_account_kept_elsewhere_keeps_its_important_fields(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("directory")).await.body;
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().query("UPDATE users SET org = 'ldap' WHERE user_name_key = 'directory'").execute().await.unwrap();
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
    async fn a_new_e_mail_is_not_verified_and_a_role_left_out_stays(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &with(form("somebody"), "roleId", json!(w.clerk.id))).await.body;
        assert_eq!(made["roleName"], "Clerk");
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().query("UPDATE users SET email_valid = TRUE").execute().await.unwrap();
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

both! {
    async fn lists_find_by_the_beginning_of_any_name(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for (user, full, mail) in [("wang.fang", "王芳", "fang@x.cn"), ("li.na", "李娜", "wang@x.cn"), ("zhao", "Wang Zhao", "z@x.cn"), ("other", "Other", "o@x.cn")] {
            let body = json!({ "fullName": full, "userName": user, "email": mail, "phone": "13800000000", "roleId": null });
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
    async fn an_address_belongs_to_who_is_as_strong_in_a_tenant_too(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("chief")).await.body;
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Tenant").await;
        let chief = world::role(&mut cx, "Chief", RoleType::Tenant, &[]).await;
        let user = crate::rooms::users::get(&mut cx, &Id::from(made["id"].as_str().unwrap())).await.unwrap().unwrap();
        let member = world::member(&mut cx, &tenant, &user).await;
        cx.db().await.unwrap().query("UPDATE memberships SET").push(" role_id = ", chief.id)
            .push(" WHERE id = ", member.id).execute().await.unwrap();
        cx.commit().await.unwrap();
        let edits = Allowed::Menus(BTreeMap::from([(Permission::Users, Act::Edit)]));
        let clerk = world::person(&Id::from("clerk"), edits, &[]);
        let takeover = with(made.clone(), "email", json!("clerk@evil.example"));
        assert_eq!(w.face.send(&clerk, "PUT", &to(&made, "important"), &takeover).await.status, 403);
        assert_eq!(w.face.send(&clerk, "PUT", &at(&made), &with(made.clone(), "remark", json!("fine"))).await.status, 200);
        assert_eq!(w.face.send(&w.admin, "PUT", &to(&made, "important"), &with(takeover, "version", json!(2))).await.status, 200);
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
        let body = with(with(made.clone(), "ucId", made["id"].clone()), "roleId", json!(w.clerk.id));
        let taken = w.face.send(&w.admin, "POST", PATH, &body).await;
        assert_eq!((taken.status.as_u16(), &taken.body["id"], &taken.body["roleName"]), (201, &made["id"], &json!("Clerk")), "{:?}", taken.body);
        let other = with(body, "email", json!("other@example.com"));
        assert!(!w.face.send(&w.admin, "POST", PATH, &other).await.on("email").is_empty(), "the account stays who it is");
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
