//! Panels: the list, their definitions and choices, and their validation of selections.

use super::*;
use crate::resources::software::{self, AuthorizationStyle};

both! {
    async fn panels_are_listed_with_why_one_cannot_be_used(engine) {
        let w = World::new(engine).await;
        let mut cx = fixtures::system(&w.t.kernel);
        let new = fixtures::software_input("RTSM", "030", AuthorizationStyle::Rtsm);
        let rtsm = software::create(&mut cx, new).await.unwrap();
        fixtures::give_licence(&mut cx, fixtures::licence(&w.here, &rtsm)).await;
        cx.commit().await.unwrap();

        let path = format!("/api/admin/panels?tenantId={}", w.here.id);
        let list = w.get(&path).await;
        assert_eq!(list.status, 200);
        let of = |n: usize| (&list.body[n]["webCode"], &list.body[n]["authorizationStyle"], &list.body[n]["available"]);
        assert_eq!(of(0), (&json!("020"), &json!(2), &json!(true)));
        assert_eq!((&list.body[0]["id"], &list.body[0]["reason"]), (&json!(w.edc.id), &Value::Null));
        assert_eq!(of(1), (&json!("030"), &json!(1), &json!(false)));
        assert_eq!(list.body[1]["reason"], "There is no active plugin for this system");
        let zh = w.raw(&fixtures::admin(), "zh", "GET", &path, "").await;
        assert_eq!(zh.body[1]["reason"], "该系统没有可用的授权面板插件");

        let path = format!("/api/admin/panels/{}?tenantId={}", rtsm.id, w.here.id);
        let missing = w.get(&path).await;
        assert_eq!(missing.is(), (501, "plugin_missing"));
    }
}

both! {
    async fn a_panel_is_described_in_the_readers_language(engine) {
        let w = World::new(engine).await;
        let zh = w.definition("zh-CN").await;
        assert_eq!(each(&zh.body["columns"], "label"), ["选择项目", "选择中心", "模块角色", "项目角色和环境"]);
        let en = w.definition("en").await;
        assert_eq!(en.status, 200);
        let labels = ["Project", "Sites", "Module role", "Project role and environment"];
        assert_eq!(each(&en.body["columns"], "label"), labels);
        let kinds = ["projects", "sites", "module-roles", "role-environment"];
        assert_eq!(each(&en.body["columns"], "kind"), kinds);
        assert_eq!(en.body["columns"][1]["dependsOn"], json!(["project"]));
        assert_eq!(en.body["columns"][0]["hints"]["source"], "platform");
        assert_eq!((&en.body["softwareId"], &en.body["maxGrants"]), (&json!(w.edc.id), &json!(1)));
        assert_eq!(en.body["pluginVersion"], w.authorisation.host.active("020").unwrap().version);
    }
}

both! {
    async fn the_platforms_own_columns_are_searched_and_walked(engine) {
        let w = World::new(engine).await;
        let projects = |search: &str| json!({"column": "project", "search": search});
        let all = w.ask("options", projects("")).await;
        assert_eq!(each(&all.body["choices"], "label"), ["A-01 · Alpha", "B-01 · Beta"]);
        assert_eq!(each(&all.body["choices"], "id"), [w.bound[0].id.as_str(), w.bound[1].id.as_str()]);
        assert_eq!(all.body["next"], Value::Null);
        for search in ["bet", "b-0"] {
            let found = w.ask("options", projects(search)).await;
            assert_eq!(each(&found.body["choices"], "label"), ["B-01 · Beta"], "{search}");
        }

        let sites = |study: usize| json!({"column": "sites", "picked": [{"column": "project", "id": w.bound[study].id}]});
        let found = w.ask("options", sites(0)).await;
        assert_eq!(each(&found.body["choices"], "label"), ["S01 · Hospital S01", "S02 · Hospital S02"]);
        assert_eq!(each(&w.ask("options", sites(1)).await.body["choices"], "label"), ["S01 · Hospital S01"]);
        let none = w.ask("options", json!({"column": "sites"})).await;
        assert_eq!((none.status.as_u16(), &none.body["choices"]), (200, &json!([])));

        let foreign = w.ask("options", sites(2)).await;
        assert_eq!((foreign.is(), foreign.fields()), ((422, "invalid"), vec!["picked"]));
        let unknown = w.ask("options", json!({"column": "colour"})).await;
        assert_eq!((unknown.is(), unknown.fields()), ((422, "invalid"), vec!["column"]));
        let cursor = w.ask("options", json!({"column": "project", "cursor": "x"})).await;
        assert_eq!(cursor.is(), (400, "malformed"));
        let long = w.ask("options", projects(&"x".repeat(2_000))).await;
        assert_eq!((long.is(), long.fields()), ((422, "invalid"), vec!["search"]));
        assert_eq!(w.system().calls(), 0, "the trial system has no part in it");
    }
}

both! {
    async fn more_studies_than_a_page_come_window_by_window(engine) {
        let w = World::new(engine).await;
        let mut cx = fixtures::system(&w.t.kernel);
        for n in 0..101 {
            study(&mut cx, &w.here, &w.domain, &format!("Many {n:03}"), &format!("M-{n:03}"), w.system()).await;
        }
        cx.commit().await.unwrap();
        let page = |cursor: &Value| json!({"column": "project", "search": "many", "cursor": cursor});
        let first = w.ask("options", page(&Value::Null)).await;
        assert_eq!(first.body["choices"].as_array().unwrap().len(), 100);
        assert_eq!(first.body["choices"][99]["label"], "M-099 · Many 099");
        let rest = w.ask("options", page(&first.body["next"])).await;
        assert_eq!(each(&rest.body["choices"], "label"), ["M-100 · Many 100"]);
        assert_eq!(rest.body["next"], Value::Null);
    }
}

both! {
    async fn the_other_columns_are_the_trial_systems(engine) {
        let w = World::new(engine).await;
        let ask = |column: &str, part: Value, search: &str, environment: Option<&str>| {
            let mut picked = vec![json!({"column": "project", "id": w.bound[0].id})];
            picked.extend(environment.map(|id| json!({"column": "roleEnvironment.environment", "id": id})));
            json!({"column": column, "part": part, "search": search, "picked": picked})
        };
        let modules = w.ask("options", ask("moduleRoles", Value::Null, "rep", None)).await;
        assert_eq!((each(&modules.body["choices"], "id"), each(&modules.body["choices"], "label")), (vec!["reports"], vec!["Reports"]));
        let modules = w.ask_in("zh", "options", ask("moduleRoles", Value::Null, "报表", None)).await;
        assert_eq!(each(&modules.body["choices"], "label"), ["报表查看"]);
        let environments = w.ask("options", ask("roleEnvironment", json!("environment"), "", None)).await;
        assert_eq!(each(&environments.body["choices"], "id"), ["prod", "uat", "training"]);
        let roles = w.ask("options", ask("roleEnvironment", json!("role"), "", Some("uat"))).await;
        let ids = each(&roles.body["choices"], "id");
        assert!(ids.contains(&"tester") && !ids.contains(&"auditor"), "{ids:?}");
    }
}

both! {
    async fn a_selection_is_judged_by_the_panel_and_by_the_plugin(engine) {
        let w = World::new(engine).await;
        let judge = |rows: Vec<Value>| w.ask("validate", json!({ "grants": rows }));
        let good = w.row(&[0, 1], "reports", "cra", "prod");
        assert_eq!(judge(vec![good.clone()]).await.body, json!([]));

        let mut incomplete = good.clone();
        incomplete["cells"] = json!({"project": {"picks": [w.bound[0].id]}});
        let issues = judge(vec![incomplete]).await;
        assert_eq!(each(&issues.body, "column"), ["sites", "moduleRoles", "roleEnvironment"]);
        assert_eq!(each(&issues.body, "severity"), ["error"; 3]);
        assert_eq!(issues.body[0]["message"], "Please select a site");

        // Without a study no system can be asked; the panel itself reports this, in the reader's language.
        let issues = judge(vec![json!({"cells": {"moduleRoles": {"picks": ["reports"]}}})]).await;
        assert_eq!(issues.body, json!([{
            "grant": 0, "column": "project", "severity": "error", "message": "please select a project",
        }]));
        let issues = w.ask_in("zh", "validate", json!({"grants": [{"cells": {}}]})).await;
        assert_eq!(each(&issues.body, "message"), ["请选择一个项目"]);

        let elsewhere = w.row(&[0], "reports", "tester", "prod");
        let issues = judge(vec![elsewhere.clone()]).await;
        assert_eq!((&issues.body[0]["column"], &issues.body[0]["grant"]), (&json!("roleEnvironment"), &json!(0)));
        let mut request = w.request(&elsewhere);
        request["userIds"] = json!([w.zhang.id]);
        let refused = w.ask("authorise", request).await;
        assert_eq!((refused.is(), refused.fields()), ((422, "invalid"), vec!["grants.0.roleEnvironment"]));
        assert_eq!(refused.body["message"], issues.body[0]["message"]);
    }
}

both! {
    async fn a_selection_that_is_not_the_panels_does_not_reach_the_plugin(engine) {
        let w = World::new(engine).await;
        let good = w.row(&[0], "reports", "cra", "prod");
        let altered = |key: &str, cell: Value| {
            let mut row = good.clone();
            row["cells"][key] = cell;
            vec![row]
        };
        let mut tab = good.clone();
        tab["tab"] = json!("another");
        for (rows, field) in [
            (vec![good.clone(), good.clone()], "grants"),
            (vec![tab], "grants.0.tab"),
            (altered("colour", json!({"picks": ["red"]})), "grants.0.colour"),
            (altered("moduleRoles", json!({"flag": true})), "grants.0.moduleRoles"),
            (altered("project", json!({"picks": [w.bound[0].id, w.bound[1].id]})), "grants.0.project"),
            (altered("project", json!({"picks": [w.bound[2].id]})), "project"),
            (altered("sites", json!({"picks": ["nowhere"]})), "sites"),
            (altered("project", json!({"picks": [w.bound[1].id]})), "sites"),
        ] {
            for (call, body) in [("validate", json!({ "grants": rows })), ("authorise", {
                let mut body = w.request(&Value::Null);
                body["userIds"] = json!([w.zhang.id]);
                body["grants"] = json!(rows);
                body
            })] {
                let answer = w.ask(call, body).await;
                assert_eq!((answer.is(), answer.fields()), ((422, "invalid"), vec![field]), "{call}: {answer:?}");
            }
        }
        assert_eq!(w.system().calls(), 0);
    }
}
