//! The settings that a plugin declares are filled in, and count.

use super::failing::evil;
use super::management::{bundle, codes};
use super::*;
use crate::authorisation::configuration::of_system;
use cardea_guests::{self as guest, Guest};

impl World {
    async fn settings(&self, at: &str) -> Answer {
        self.manage("GET", &format!("plugin-systems/020/settings{at}"), Value::Null).await
    }

    async fn fill_in(&self, body: Value) -> Answer {
        self.manage("PUT", "plugin-systems/020/settings", body).await
    }

    /// The environments that the panel offers.
    async fn environments(&self) -> Vec<String> {
        let picked = json!([{ "column": "project", "id": self.bound[0].id }]);
        let ask = json!({ "column": "roleEnvironment", "part": "environment", "picked": picked });
        let page = self.ask("options", ask).await;
        assert_eq!(page.status, StatusCode::OK, "{page:?}");
        each(&page.body["choices"], "id").into_iter().map(str::to_owned).collect()
    }

    /// What the database has of the settings, as text.
    async fn stored(&self) -> String {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let query =
            cx.db().await.unwrap().query("SELECT CAST(given AS TEXT), secrets FROM plugin_settings ORDER BY id");
        let rows: Vec<(String, Option<Vec<u8>>)> = query.all().await.unwrap();
        let told = |(given, sealed): &(String, Option<Vec<u8>>)| {
            format!("{given} {:?}", sealed.as_deref().map(String::from_utf8_lossy))
        };
        rows.iter().map(told).collect::<Vec<_>>().join("\n")
    }
}

both! {
    async fn what_an_operator_fills_in_counts_for_every_tenant_or_for_one(engine) {
        let w = World::new(engine).await;
        let all = w.environments().await;
        assert!(all.len() > 1 && all.contains(&"uat".to_owned()), "{all:?}");
        let at_first = w.settings("").await;
        assert_eq!(each(&at_first.body["settings"], "key"), ["environments", "gateway_key"]);
        assert_eq!(each(&at_first.body["settings"], "label"), ["Environments", "Key of the API gateway"]);
        assert_eq!((&at_first.body["version"], &at_first.body["tenantId"]), (&json!(0), &json!("0")));

        let platform = json!({ "version": 0, "values": { "environments": "prod, uat" }, "secrets": { "gateway_key": "hush-hush" } });
        let filled = w.fill_in(platform).await;
        assert_eq!((filled.status, &filled.body["version"]), (StatusCode::OK, &json!(1)), "{filled:?}");
        assert_eq!((&filled.body["settings"][0]["value"], &filled.body["settings"][1]["isSet"]), (&json!("prod, uat"), &json!(true)));
        assert_eq!(w.environments().await, ["prod", "uat"]);
        let own = json!({ "version": 0, "tenantId": w.here.id, "values": { "environments": "uat" } });
        assert_eq!(w.fill_in(own).await.status, StatusCode::OK);
        assert_eq!(w.environments().await, ["uat"]);
        let shown = w.settings(&format!("?tenantId={}", w.here.id)).await.body;
        assert_eq!((&shown["settings"][0]["value"], &shown["settings"][0]["fallback"]), (&json!("uat"), &json!("prod, uat")));
        assert_eq!((&shown["settings"][1]["isSet"], &shown["settings"][1]["isSetForAll"]), (&json!(false), &json!(true)));

        // The panel holds to it, in the words of the plugin.
        let row = w.row(&[0], "reports", "cra", "prod");
        let issues = w.ask_in("zh", "validate", json!({ "grants": [row] })).await;
        assert_eq!(each(&issues.body, "message"), ["不能在环境 prod 中授权，请选择其他环境"]);
        let taken = json!({ "version": 1, "tenantId": w.here.id, "values": { "environments": null } });
        assert_eq!(w.fill_in(taken).await.body["version"], 2);
        assert_eq!(w.environments().await, ["prod", "uat"]);

        // A secret is told to nobody.
        let noted = w.audited("plugins").await;
        let noted: Vec<_> = noted.iter().filter(|row| row.action == "plugin.settings_changed").collect();
        let after = json!({ "values": { "environments": "prod, uat" }, "secrets": ["gateway_key"], "changedSecrets": ["gateway_key"] });
        assert_eq!((noted.len(), noted[0].after(), &noted[0].tenant_id), (3, after, &None));
        assert_eq!(noted[1].tenant_id.as_deref(), Some(w.here.id.as_str()));
        let told = format!("{:?} {:?} {shown} {}", filled.body, noted, w.stored().await);
        assert!(!told.contains("hush"), "{told}");
    }
}

both! {
    async fn what_does_not_fit_is_told_by_setting(engine) {
        let w = World::new(engine).await;
        let wrong = json!({ "version": 0, "values": { "environments": "x".repeat(201), "nothing": 1, "gateway_key": "k" },
            "secrets": { "gateway_key": "in two words", "environments": "k" } });
        let refused = w.fill_in(wrong).await;
        assert_eq!(refused.fields(), [
            "secrets.environments", "secrets.gateway_key", "values.environments", "values.gateway_key", "values.nothing",
        ]);
        assert_eq!(refused.body["errors"]["values.environments"], "enter 1 to 200 characters in one line");
        assert_eq!(w.fill_in(json!({ "version": 1, "values": {} })).await.is(), (409, "conflict"));
        assert_eq!(w.fill_in(json!({ "version": 0, "tenantId": "nothing" })).await.is(), (404, "not_found"));
        let unknown = w.manage("GET", "plugin-systems/030/settings", Value::Null).await;
        assert_eq!(unknown.is(), (404, "not_found"));
        let publisher = w.authorisation.host.active("020").unwrap().publisher;
        assert_eq!(w.manage("POST", &format!("publishers/{publisher}/revoke"), json!({})).await.status, StatusCode::OK);
        assert_eq!(w.settings("").await.is(), (501, "plugin_missing"));
        assert_eq!(w.stored().await, "");
    }
}

const REQUIRED: &str =
    "\n[[settings]]\nkey = \"gateway_key\"\nkind = \"text\"\nlabel = \"column.project\"\nrequired = true\n";

both! {
    async fn another_publishers_plugin_gets_nothing_of_it_and_says_what_it_lacks(engine) {
        let w = World::new(engine).await;
        w.fill_in(json!({ "version": 0, "values": { "environments": "prod" }, "secrets": { "gateway_key": "hush" } })).await;
        let release = Guest { settings: REQUIRED, ..evil(2, false) };
        let key = guest::key().public_key().to_string();
        let enrol = json!({ "name": "Vendor B", "publicKey": key, "webCodes": ["020"] });
        assert_eq!(w.manage("POST", "publishers", enrol).await.status.as_u16(), 201);
        let checked = w.manage("POST", "plugins/check", bundle(&release)).await;
        assert_eq!(codes(&checked), [("warning", "plugin_other_publisher"), ("warning", "plugin_settings")]);
        assert_eq!(checked.body["findings"][1]["detail"], "gateway_key");

        let info = w.replace(&release).await;
        let mut cx = ReadCtx::system(&w.t.kernel);
        let configured = of_system(&mut cx, &w.edc.id, &w.here.id).await.unwrap();
        assert_eq!(configured.missing(&info), ["gateway_key"]);
        cx.release();
        let refused = w.definition("en").await;
        let said = "The plugin's setting “Project” is not filled in; please ask the platform's administrator";
        assert_eq!((refused.is(), &refused.body["message"]), ((502, "bad_binding"), &json!(said)));
        let list = w.get(&format!("/api/admin/panels?tenantId={}", w.here.id)).await;
        assert_eq!(list.body[0]["available"], false);
        assert!(list.body[0]["reason"].as_str().unwrap().contains("not filled in"));
        let empty = w.settings("").await.body;
        assert_eq!((&empty["version"], &empty["settings"][0]["value"]), (&json!(0), &Value::Null));

        assert_eq!(w.fill_in(json!({ "version": 0, "values": { "gateway_key": "mine" } })).await.status, StatusCode::OK);
        assert_eq!(w.definition("en").await.status, StatusCode::OK);
        // Back at the first publisher's plugin, its own settings count again.
        let mut cx = fixtures::system(&w.t.kernel);
        crate::authorisation::roll_back(&mut cx, "020").await.unwrap();
        cx.commit().await.unwrap();
        crate::authorisation::follow(&mut ReadCtx::system(&w.t.kernel), &w.authorisation.host, 0).await.unwrap();
        assert_eq!(w.environments().await, ["prod"]);
    }
}
