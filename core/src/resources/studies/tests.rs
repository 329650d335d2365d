use axum::http::StatusCode;
use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission, Who};
use crate::kernel::id::Id;
use crate::kernel::resource::Resource as _;
use crate::kernel::window::Walk;
use crate::resources::seed;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};

const STUDIES: &str = "/api/admin/studies";

/// Two tenants, and an administrator of the platform.
struct World {
    face: Face,
    admin: Who,
    mine: Tenant,
    other: Tenant,
}

async fn ready(kernel: &Kernel) -> World {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    let (mine, other) = (world::tenant(&mut cx, "Mine").await, world::tenant(&mut cx, "Other").await);
    cx.commit().await.unwrap();
    World { face: Face::over(kernel), admin: world::admin(), mine, other }
}

impl World {
    fn form(&self) -> Value {
        serde_json::from_str(&Study::SAMPLE.replace("{tenant}", self.mine.id.as_str())).unwrap()
    }

    async fn made(&self, form: &Value) -> Value {
        let made = self.face.send(&self.admin, "POST", STUDIES, form).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
        made.body
    }
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn at(record: &Value) -> String {
    format!("{STUDIES}/{}", record["id"].as_str().unwrap())
}

both! {
    async fn a_study_keeps_what_its_form_said_and_names_it_in_the_readers_language(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let whole = json!({ "tenantId": w.mine.id, "studyName": "Lung III", "studyCode": "HK-101", "planCode": "P03",
            "principal": "Li Na", "nameAbbr": "LUNG", "fameFull": "A trial", "sponsor": "Acme", "departmentTypeId": "15-medical",
            "researchTypeId": "7-interventional", "studyScopeId": "4-national", "productTypeId": "6-drug",
            "researchStageId": "8-p3", "researchTargetId": "10-treatment", "therapeuticAreaId": "16-oncology",
            "studyStatusId": "5-recruiting", "indication": "Lung cancer", "productInfo": "X-1", "drugInfo": "Placebo",
            "startTime": "2026-01-05", "endTime": "2027-01-05", "durationTime": "12 months", "siteCount": "0", "patientCount": 240 });
        let made = w.made(&whole).await;
        for (field, value) in whole.as_object().unwrap().iter().filter(|(field, _)| *field != "siteCount") {
            assert_eq!(&made[field], value, "{field}");
        }
        for (field, value) in [("siteCount", json!(0)), ("tenantName", json!("Mine")), ("studyStatusDesc", json!("Recruiting")),
            ("researchStageDesc", json!("Phase III")), ("departmentTypeDesc", json!("Medical affairs"))] {
            assert_eq!(made[field], value, "{field}");
        }
        let chinese = w.face.send_in_chinese(&w.admin, "GET", &at(&made), &Value::Null).await.body;
        assert_eq!((&chinese["studyStatusDesc"], &chinese["studyScopeDesc"]), (&json!("招募中"), &json!("国内多中心")));

        let edit = with(with(made.clone(), "tenantId", json!(w.other.id)), "studyName", json!("Lung IV"));
        let changed = w.face.send(&w.admin, "PUT", &at(&made), &edit).await;
        assert_eq!((changed.status.as_u16(), &changed.body["version"]), (200, &json!(2)), "{}", changed.body);
        assert_eq!((&changed.body["tenantId"], &changed.body["studyName"]), (&json!(w.mine.id), &json!("Lung IV")));
        assert_eq!(w.face.send(&w.admin, "PUT", &at(&made), &edit).await.status, StatusCode::CONFLICT, "somebody was faster");
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&made), &json!({})).await.status, StatusCode::OK);
        let actions: Vec<_> = world::audited(&t.kernel, "studies").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["study.created", "study.updated", "study.deleted"]);
    }
}

both! {
    async fn every_rule_of_a_study_speaks_on_its_field_in_both_languages(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let insert = "INSERT INTO dictionary_items (id, version, category_id, tenant_id, parent_id, dic_name, dic_name_en, \
             dic_code, code_key, sort, created_at, updated_at) VALUES ('theirs', 1, '15', $1, '0', 'T', 'T', 'T', 't', 9, 0, 0)";
        cx.db().await.unwrap().write(insert).bind(w.other.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let days = with(w.form(), "startTime", json!("2026-01-05"));
        for (body, field, value, zh, en) in [
            (w.form(), "studyName", json!(" "), "请输入名称", "enter the name"),
            (w.form(), "studyCode", json!(""), "请输入编号", "enter the code"),
            (w.form(), "planCode", Value::Null, "请输入方案编号", "enter the plan number"),
            (w.form(), "principal", json!(""), "请输入负责人", "enter the person in charge"),
            (w.form(), "nameAbbr", json!(""), "请输入简称", "enter the abbreviated name"),
            (w.form(), "fameFull", json!(""), "请输入全称", "enter the full name"),
            (w.form(), "siteCount", json!(""), "请输入中心数量", "enter the number of sites"),
            (w.form(), "patientCount", Value::Null, "请输入受试者数量", "enter the number of subjects"),
            (w.form(), "siteCount", json!(-1), "请输入非负整数", "please enter a whole number that is not negative"),
            (w.form(), "patientCount", json!(1.5), "请输入非负整数", "please enter a whole number that is not negative"),
            (w.form(), "startTime", json!("2026-02-30"), "日期格式须为yyyy-MM-dd", "the date must be yyyy-MM-dd"),
            (days.clone(), "endTime", json!("2026-01-05"), "开始时间不能小于结束时间", "start time cannot be later than the end time"),
            (days, "endTime", json!("2025-12-31"), "开始时间不能小于结束时间", "start time cannot be later than the end time"),
            (w.form(), "researchStageId", json!("5-recruiting"), "请选择研究阶段", "select the research stage"),
            (w.form(), "departmentTypeId", json!("theirs"), "请选择部门类型", "select the department type"),
            (w.form(), "tenantId", json!("gone"), "请选择租户", "please select a tenant"),
        ] {
            let body = with(body, field, value.clone());
            assert_eq!(w.face.refused_on(field, &w.admin, "POST", STUDIES, &body).await, [zh, en], "{field} = {value}");
        }
        assert!(world::audited(&t.kernel, "studies").await.is_empty());
        let theirs = with(with(w.form(), "tenantId", json!(w.other.id)), "departmentTypeId", json!("theirs"));
        assert_eq!(w.made(&theirs).await["departmentTypeDesc"], "T");
    }
}

both! {
    async fn a_code_is_once_in_its_tenant_and_free_again_when_its_study_is_removed(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let first = w.made(&w.form()).await;
        let same = with(w.form(), "studyCode", json!("hk-101 "));
        let refused = w.face.refused_on("studyCode", &w.admin, "POST", STUDIES, &same).await;
        assert_eq!(refused, ["项目编号已存在", "this study code is in use"]);
        w.made(&with(w.form(), "tenantId", json!(w.other.id))).await;
        for record in [first, w.made(&with(w.form(), "studyCode", json!("HK-102"))).await] {
            assert_eq!(w.face.send(&w.admin, "DELETE", &at(&record), &json!({})).await.status, StatusCode::OK);
        }
        let second = w.made(&same).await;
        assert_eq!(second["studyCode"], "hk-101");

        // Of two people at once, one gets the code.
        let twin = with(w.form(), "studyCode", json!("HK-900"));
        let both = futures::join!(w.face.send(&w.admin, "POST", STUDIES, &twin), w.face.send(&w.admin, "POST", STUDIES, &twin));
        let mut statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422]);
    }
}

both! {
    async fn a_study_from_before_its_fields_is_read_and_can_be_completed(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let insert = "INSERT INTO studies (id, version, tenant_id, study_name, name_key, study_code, code_key, plan_code, \
             sponsor, created_at, updated_at) VALUES ('old', 1, $1, 'Old', 'old', 'O-1', 'o-1', 'P', '', 0, 0)";
        cx.db().await.unwrap().write(insert).bind(w.mine.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let read = w.face.get(&w.admin, &format!("{STUDIES}/old")).await.body;
        for (field, value) in [("principal", json!("")), ("siteCount", Value::Null), ("startTime", Value::Null),
            ("studyStatusId", Value::Null), ("studyStatusDesc", json!(""))] {
            assert_eq!(read[field], value, "{field}");
        }
        let whole = with(with(w.form(), "version", json!(1)), "studyCode", json!("O-1"));
        let changed = w.face.send(&w.admin, "PUT", &at(&read), &whole).await;
        assert_eq!((changed.status.as_u16(), &changed.body["patientCount"]), (200, &json!(240)), "{}", changed.body);
    }
}

both! {
    async fn studies_are_found_by_tenant_name_and_code_by_whoever_chooses_one(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for (tenant, name, code) in [(&w.mine, "Lung III", "B-1"), (&w.mine, "Asthma II", "L-2"), (&w.other, "Lung II", "C-3")] {
            w.made(&with(with(with(w.form(), "tenantId", json!(tenant.id)), "studyName", json!(name)), "studyCode", json!(code))).await;
        }
        let menus = |permission| Allowed::Menus([(permission, Act::View)].into());
        let chooser = world::person(&Id::from("c"), Allowed::Nothing, &[(&w.mine, menus(Permission::StudySites))]);
        for (who, filter, want) in [
            (&w.admin, json!({}), vec!["Asthma II", "Lung II", "Lung III"]),
            (&w.admin, json!({ "tenantId": "0" }), vec!["Asthma II", "Lung II", "Lung III"]),
            (&w.admin, json!({ "tenantId": w.mine.id }), vec!["Asthma II", "Lung III"]),
            (&w.admin, json!({ "tenantId": w.mine.id, "studyName": "L" }), vec!["Lung III"]),
            (&w.admin, json!({ "tenantId": w.mine.id, "q": "L" }), vec!["Asthma II", "Lung III"]),
            (&w.admin, json!({ "q": "l-" }), vec!["Asthma II"]),
            (&w.admin, json!({ "studyName": "lung" }), vec!["Lung II", "Lung III"]),
            (&chooser, json!({}), vec!["Asthma II", "Lung III"]),
            (&chooser, json!({ "studyName": "thm" }), vec!["Asthma II"]),
        ] {
            let found = w.face.list(who, "studies", &filter).await.body;
            let names: Vec<_> = found.as_array().unwrap().iter().map(|row| row["studyName"].as_str().unwrap()).collect();
            assert_eq!(names, want, "{filter}");
        }
        assert_eq!(w.face.list(&chooser, "studies", &json!({ "tenantId": w.other.id })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(w.face.send(&chooser, "POST", STUDIES, &w.form()).await.status, StatusCode::FORBIDDEN);
        let nobody = world::person(&Id::from("n"), Allowed::Nothing, &[(&w.mine, menus(Permission::TenantUsers))]);
        assert_eq!(w.face.get(&nobody, STUDIES).await.status, StatusCode::FORBIDDEN);
    }
}

both! {
    async fn a_study_that_is_used_stays_and_holds_what_it_names(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let study = world::study(&mut cx, &w.mine, "Study", "S").await;
        let edc = world::edc(&mut cx).await;
        let domain = world::domain(&mut cx, &w.mine, &edc).await;
        world::bind(&mut cx, &study, &domain).await;
        let walked = walk(&mut cx, &w.mine.id, &Walk::all()).await.unwrap().rows;
        assert_eq!((walked.len(), walked.first()), (1, Some(&study)));
        cx.commit().await.unwrap();
        let kept = w.face.send(&w.admin, "DELETE", &format!("{STUDIES}/{}", study.id), &json!({})).await;
        assert_eq!(kept.body["message"], "this study is in use by systems and cannot be deleted");
        let kept = w.face.send(&w.admin, "DELETE", &format!("/api/admin/tenants/{}", w.mine.id), &json!({})).await;
        assert_eq!(kept.body["message"], "this tenant still has studies and domains and cannot be deleted");
        let other = w.made(&w.form()).await;
        let item = "/api/admin/dictionary-items/8-p3";
        let kept = w.face.send(&w.admin, "DELETE", item, &json!({})).await;
        assert_eq!(kept.body["message"], "this item is in use by studies and cannot be deleted");
        for path in [at(&other), item.to_owned()] {
            assert_eq!(w.face.send(&w.admin, "DELETE", &path, &json!({})).await.status, StatusCode::OK, "{path}");
        }
    }
}
