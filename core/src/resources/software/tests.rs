use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{SEALED, by_web_code};
use crate::both;
use crate::kernel::id::Id;
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};

const PATH: &str = "/api/admin/software";

fn form(web_code: &str) -> Value {
    json!({ "softwareName": "EDC", "webCode": web_code, "appCode": "021", "appKey": "a-secret-key", "validityTime": 30,
        "sort": 0, "authorizationStyle": "2" })
}

fn with(mut form: Value, field: &str, value: Value) -> Value {
    form[field] = value;
    form
}

both! {
    async fn a_system_has_what_its_form_says_and_a_code_of_its_own(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let made = face.send(&admin, "POST", PATH, &form("020")).await.body;
        for (field, want) in [
            ("isStudyAuthorization", 1), ("projdbShow", 1), ("remindDay", 0), ("expiredDay", 0), ("sort", 0),
            ("authorizationStyle", 2), ("validityTime", 30),
        ] {
            assert_eq!(made[field], want, "{field}");
        }
        for (field, value) in [
            ("softwareName", json!(" ")), ("webCode", Value::Null), ("webCode", json!("020")), ("appCode", json!("")),
            ("appKey", json!("")), ("appKey", Value::Null), ("validityTime", Value::Null), ("validityTime", json!(-1)),
            ("sort", json!("x")), ("sort", json!(0.5)), ("authorizationStyle", json!(5)), ("authorizationStyle", Value::Null),
            ("isStudyAuthorization", json!(2)), ("projdbShow", json!("7")), ("remindDay", json!(-1)),
        ] {
            let refused = face.send(&admin, "POST", PATH, &with(form("021"), field, value.clone())).await;
            assert!(!refused.on(field).is_empty(), "{field} {value}: {}", refused.body);
        }
        let number = face.refused_on("sort", &admin, "POST", PATH, &with(form("021"), "sort", json!(""))).await;
        assert_eq!(number, ["请输入数字", "please enter a number"]);
        face.send(&admin, "POST", PATH, &with(with(form("A-30"), "sort", json!(9)), "softwareName", json!("随机"))).await;
        for (q, found) in [("edc", 1), ("随", 1), ("a-3", 1), ("nothing", 0)] {
            let list = face.list(&admin, "software", &json!({ "q": q })).await.body;
            assert_eq!(list.as_array().unwrap().len(), found, "{q}");
        }
        let styles = face.get(&admin, "/api/admin/software/styles").await.body;
        assert_eq!((styles.as_array().unwrap().len(), &styles[0]), (4, &json!({ "code": 1, "desc": "Randomisation and supply" })));
    }
}

both! {
    async fn a_key_lies_sealed_and_is_shown_nowhere(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let made = face.send(&admin, "POST", PATH, &form("020")).await.body;
        let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
        let kept = face.send(&admin, "PUT", &path, &with(made.clone(), "describe", json!("x"))).await.body;
        let key = async || {
            let mut cx = world::system(&t.kernel);
            let (sealed,): (Vec<u8>,) = cx.db().await.unwrap().query("SELECT app_key FROM software").one().await.unwrap();
            assert!(!String::from_utf8_lossy(&sealed).contains("key"));
            String::from_utf8(t.kernel.unseal_at(&SEALED, made["id"].as_str().unwrap(), &sealed).unwrap()).unwrap()
        };
        assert_eq!((key().await.as_str(), &kept["hasAppKey"]), ("a-secret-key", &json!(true)), "an edit keeps the key");
        let changed = face.send(&admin, "PUT", &path, &with(kept, "appKey", json!("another-key"))).await.body;
        assert_eq!(key().await, "another-key");
        let told = world::audited(&t.kernel, "software").await;
        let actions: Vec<&str> = told.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(actions.iter().filter(|action| **action == "software.app_key_set").count(), 2, "{actions:?}");
        assert!(!format!("{told:?}{made}{changed}").contains("-key"), "{told:?}");
    }
}

both! {
    async fn a_system_that_something_refers_to_stays(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let tenant = world::tenant(&mut cx, "Here").await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let new = async |code: &str| {
            face.send(&admin, "POST", PATH, &form(code)).await;
            let mut cx = world::system(&t.kernel);
            (by_web_code(&mut cx, code).await.unwrap().unwrap(), cx)
        };
        let refused = async |id: &Id, holder: &str| {
            let answer = face.send(&admin, "DELETE", &format!("{PATH}/{id}"), &json!({})).await;
            assert_eq!(answer.status, StatusCode::CONFLICT, "{holder}: {}", answer.body);
            let message = answer.body["message"].as_str().unwrap();
            assert!(message.contains(holder), "{message}");
        };
        let (system, mut cx) = new("1").await;
        world::domain(&mut cx, &tenant, &system).await;
        cx.commit().await.unwrap();
        refused(&system.id, "domains").await;
        let (system, mut cx) = new("2").await;
        world::give_licence(&mut cx, world::licence(&tenant, &system)).await;
        cx.commit().await.unwrap();
        refused(&system.id, "licences").await;
        let (system, mut cx) = new("3").await;
        let client = "INSERT INTO clients (id, version, client_name, application_type, token_endpoint_auth_method, \
            redirect_uris, post_logout_redirect_uris, grant_types, scope, software_id, revision, created_at, updated_at) \
            VALUES ('c', 1, 'C', 'web', 'none', '[]', '[]', '[]', '', $1, 1, 0, 0)";
        cx.db().await.unwrap().write(client).bind(system.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        refused(&system.id, "clients").await;
        let (system, mut cx) = new("4").await;
        let publisher = "INSERT INTO publishers (id, public_key, name, created_at) VALUES ('p', '', '', 0)";
        cx.db().await.unwrap().write(publisher).execute().await.unwrap();
        let plugin = "INSERT INTO plugins (digest, plugin_id, web_code, plugin_version, sequence, publisher_id, bundle, \
            state, created_at, updated_at) VALUES ('d', 'p', '4', '1', 1, 'p', $1, 'active', 0, 0)";
        cx.db().await.unwrap().write(plugin).bind(vec![0_u8]).execute().await.unwrap();
        cx.commit().await.unwrap();
        refused(&system.id, "plugin").await;
        let (system, _) = new("5").await;
        assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/{}", system.id), &json!({})).await.status, 200);
        assert_eq!(face.send(&admin, "POST", PATH, &form("5")).await.status, 201, "its code is free again");
    }
}
