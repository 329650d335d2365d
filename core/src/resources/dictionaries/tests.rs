use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::roles::RoleType;
use crate::resources::testing::{self as world, Face};

const PATH: &str = "/api/admin/dictionary-items";

async fn ready(kernel: &Kernel) -> Face {
    let mut cx = world::system(kernel);
    crate::resources::seed(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    Face::over(kernel)
}

fn form(category: &str, code: &str) -> Value {
    json!({ "categoryId": category, "dicName": "Name", "dicCode": code, "sort": 9 })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn codes(body: &Value) -> Vec<&str> {
    body.as_array().unwrap().iter().map(|i| i["dicCode"].as_str().unwrap()).collect()
}

both! {
    async fn items_come_in_order_in_the_callers_language_and_within_their_tenants(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let (mine, other) = (world::tenant(&mut cx, "Mine").await, world::tenant(&mut cx, "Other").await);
        let mut own = Vec::new();
        for tenant in [&mine, &other] {
            let input = with(form("2", "OWN"), "tenantId", json!(tenant.id));
            own.push(create(&mut cx, &serde_json::from_value(input).unwrap()).await.unwrap().id);
        }
        assert!(exists(&mut cx, Category::Positions, &own[0], Some(&mine.id)).await.unwrap());
        assert!(!exists(&mut cx, Category::Positions, &own[0], Some(&other.id)).await.unwrap());
        assert!(!exists(&mut cx, Category::Positions, &own[0], None).await.unwrap());
        assert!(!exists(&mut cx, Category::UserTypes, &own[0], Some(&mine.id)).await.unwrap());
        assert_eq!(names(&mut cx, [Id::from("1-cro")]).await.unwrap()[&Id::from("1-cro")], "合同研究组织");
        cx.commit().await.unwrap();

        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&mine, Allowed::Everything)]);
        let shared = face.list(&chief, "dictionary-items", &json!({ "categoryId": "1", "tenantId": "0" })).await;
        assert_eq!(codes(&shared.body), ["SPONSOR", "CRO", "SMO", "SITE"]);
        assert_eq!(shared.body[0]["dicName"], "Sponsor");
        let of_form = face.list(&chief, "dictionary-items", &json!({ "categoryId": "2", "tenantId": mine.id })).await;
        assert_eq!(codes(&of_form.body), ["PM", "CRA", "CRC", "PI", "DM", "STAT", "OWN"]);
        let ids = json!({ "id": [own[0], own[1], "2-pm"] });
        assert_eq!(face.list(&chief, "dictionary-items", &ids).await.body.as_array().unwrap().len(), 2);
        let foreign = face.list(&chief, "dictionary-items", &json!({ "tenantId": other.id })).await;
        assert_eq!(foreign.status, 404);
    }
}

both! {
    async fn categories_say_who_has_items_of_their_own_and_which_have_children(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let all = face.get(&world::admin(), "/api/admin/dictionary-categories").await.body;
        let ids: Vec<_> = all.as_array().unwrap().iter().map(|c| c["code"].as_str().unwrap()).collect();
        assert_eq!(ids, ["1", "2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "15", "16"]);
        assert_eq!(all[0], json!({ "id": "1", "code": "1", "desc": "Tenant category", "isTenant": false, "isParent": false, "childCode": "" }));
        let of = |flag: &str| -> Vec<&str> {
            all.as_array().unwrap().iter().filter(|c| c[flag] == true).map(|c| c["code"].as_str().unwrap()).collect()
        };
        assert_eq!((of("isTenant"), of("isParent")), (vec!["2", "3", "15"], vec!["6", "16"]));
        for id in ids {
            let items = face.list(&world::admin(), "dictionary-items", &json!({ "categoryId": id, "parentId": "0" })).await;
            assert!(items.body.as_array().unwrap().len() >= 3, "{id}");
        }
    }
}

both! {
    async fn an_item_is_made_read_changed_and_removed_with_its_history(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let full = json!({ "categoryId": "11", "dicName": "Primary", "dicNameZh": "一级", "dicCode": "1A", "dicNum": "7",
            "abb": "P", "sort": "6", "extend": "a\nb", "description": "d" });
        let made = face.send(&admin, "POST", PATH, &full).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        let mut want = full.clone();
        for (field, value) in [("id", &made.body["id"]), ("version", &json!(1)), ("tenantId", &json!("0")), ("parentId", &json!("0")),
            ("dicNameEn", &json!("Primary")), ("sort", &json!(6)), ("childCode", &json!(""))] {
            want[field] = value.clone();
        }
        assert_eq!(made.body, want);
        let path = format!("{PATH}/{}", made.body["id"].as_str().unwrap());
        assert_eq!(face.get(&admin, &path).await.body, made.body);

        // A form with the name in one language leaves the other name unchanged.
        let edit = json!({ "version": 1, "dicName": "First level", "dicCode": "1B", "sort": 7, "categoryId": "12", "tenantId": "t" });
        let changed = face.send(&admin, "PUT", &path, &edit).await;
        assert_eq!((changed.status.as_u16(), &changed.body["version"]), (200, &json!(2)), "{:?}", changed.body);
        assert_eq!((&changed.body["dicNameZh"], &changed.body["dicNameEn"]), (&json!("一级"), &json!("First level")));
        assert_eq!((&changed.body["categoryId"], &changed.body["tenantId"]), (&json!("11"), &json!("0")), "an item stays in its list");
        let stale = face.send(&admin, "PUT", &path, &edit).await;
        assert_eq!((stale.status.as_u16(), &stale.body["code"]), (409, &json!("conflict")));
        assert!(!face.send(&admin, "PUT", &path, &with(edit, "version", Value::Null)).await.on("version").is_empty());

        assert_eq!(face.send(&admin, "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(face.get(&admin, &path).await.status, 404);
        let again = face.send(&admin, "POST", PATH, &with(form("11", "1B"), "sort", json!(1))).await;
        assert_eq!(again.status, 201, "a code that was removed is free again: {:?}", again.body);

        let rows = world::audited(&t.kernel, "dictionary-items").await;
        let actions: Vec<_> = rows.iter().map(|r| (r.0.as_str(), r.1.is_some(), r.2.is_some())).collect();
        assert_eq!(actions, [("dictionary_item.created", false, true), ("dictionary_item.updated", true, true),
            ("dictionary_item.deleted", true, false), ("dictionary_item.created", false, true)]);
        assert!(rows[1].1.as_ref().unwrap().contains(r#""dicCode":"1A""#) && rows[1].2.as_ref().unwrap().contains(r#""dicCode":"1B""#));
    }
}

both! {
    async fn every_rule_speaks_on_its_field_in_both_languages_and_nothing_is_written(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        for (field, value, zh, en) in [
            ("dicName", json!(" "), "请输入名称", "please enter name"),
            ("dicName", Value::Null, "请输入名称", "please enter name"),
            ("dicCode", json!(""), "请输入编码", "please enter code"),
            ("dicCode", json!("cro"), "编码已存在", "this code is in use"),
            ("sort", Value::Null, "请输入数字", "please enter a number"),
            ("sort", json!("01"), "请输入数字", "please enter a number"),
            ("sort", json!(0), "请输入数字", "please enter a number"),
            ("sort", json!(-3), "请输入数字", "please enter a number"),
            ("sort", json!(1.5), "请输入数字", "please enter a number"),
            ("sort", json!("x"), "请输入数字", "please enter a number"),
            ("categoryId", json!("99"), "请选择类别", "please select the category"),
            ("categoryId", Value::Null, "请选择类别", "please select the category"),
            ("parentId", json!("1-cro"), "该项不能有子项", "this item can have none below it"),
            ("parentId", json!("none"), "该项不能有子项", "this item can have none below it"),
            ("extend", json!("\u{7}"), "包含不允许的字符", "contains characters that are not allowed"),
            ("dicNum", json!("长".repeat(201)), "长度不能超过200个字符", "at most 200 characters"),
        ] {
            let body = with(form("1", "NEW"), field, value.clone());
            let english = face.send(&admin, "POST", PATH, &body).await;
            assert_eq!((english.status.as_u16(), english.on(field)), (422, en), "{field} = {value}");
            let chinese = face.send_in_chinese(&admin, "POST", PATH, &body).await;
            assert_eq!(chinese.on(field), zh, "{field} = {value}");
        }
        let all = face.send(&admin, "POST", PATH, &json!({})).await;
        let fields: Vec<_> = all.body["errors"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, ["categoryId", "dicCode", "dicName", "sort"]);
        assert!(world::audited(&t.kernel, "dictionary-items").await.is_empty());
    }
}

both! {
    async fn children_are_below_their_parent_and_keep_it(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let below = face.get(&admin, &format!("{PATH}/16-endocrine/children")).await;
        assert_eq!(codes(&below.body), ["ENDO-T1DM", "ENDO-T2DM", "ENDO-OBESITY"]);
        let made = face.send(&admin, "POST", PATH, &with(form("", "ENDO-GOUT"), "parentId", json!("16-endocrine"))).await;
        assert_eq!(made.status, 400, "an empty id is none: {:?}", made.body);
        let child = json!({ "parentId": "16-endocrine", "dicName": "Gout", "dicCode": "ENDO-GOUT", "sort": 4 });
        let made = face.send(&admin, "POST", PATH, &child).await;
        assert_eq!((&made.body["categoryId"], &made.body["childCode"]), (&json!("16"), &json!("")), "{:?}", made.body);
        let deeper = with(child, "parentId", made.body["id"].clone());
        assert_eq!(face.send(&admin, "POST", PATH, &deeper).await.on("parentId"), "this item can have none below it");
        let below = face.get(&admin, &format!("{PATH}/16-endocrine/children")).await;
        assert_eq!(codes(&below.body), ["ENDO-T1DM", "ENDO-T2DM", "ENDO-OBESITY", "ENDO-GOUT"]);
        let kept = face.send(&admin, "DELETE", &format!("{PATH}/16-endocrine"), &json!({})).await;
        assert_eq!((kept.status.as_u16(), kept.body["code"].as_str().unwrap()), (409, "in_use"));
        assert_eq!(kept.body["message"], "this item is in use by items below it and cannot be deleted");
    }
}

both! {
    async fn what_records_hold_is_not_deleted_from_under_them(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Acme").await;
        let role = world::role(&mut cx, "Member", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let user = world::user(&mut cx, "member", None).await;
        let members = json!({ "tenantId": tenant.id, "userIds": [user.id], "role": role.id, "typeId": "3-cro", "positionId": "2-pm" });
        crate::resources::members::add(&mut cx, serde_json::from_value(members).unwrap()).await.unwrap();
        let site = crate::resources::sites::SiteInput { type_id: Some("12-clinic".into()), ..world::new_site("Site") };
        crate::resources::sites::create(&mut cx, site, false).await.unwrap();
        cx.commit().await.unwrap();
        for (item, zh) in [("1-cro", "租户"), ("3-cro", "租户用户"), ("2-pm", "租户用户"), ("11-3a", "研究中心"), ("12-clinic", "研究中心")] {
            let kept = face.send_in_chinese(&admin, "DELETE", &format!("{PATH}/{item}"), &json!({})).await;
            assert_eq!(kept.status, 409, "{item}");
            assert_eq!(kept.body["message"], format!("该字典项正被{zh}使用，不能删除"));
        }
        assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/1-smo"), &json!({})).await.status, 200);
        // The next start restores nothing that was removed, and changes nothing that was changed.
        let edit = with(with(form("1", "SITE"), "version", json!(1)), "dicName", json!("Hospital"));
        assert_eq!(face.send(&admin, "PUT", &format!("{PATH}/1-site"), &edit).await.status, 200);
        ready(&t.kernel).await;
        let left = face.list(&admin, "dictionary-items", &json!({ "categoryId": "1" })).await.body;
        assert_eq!(codes(&left), ["SPONSOR", "CRO", "SITE"]);
        assert_eq!(face.get(&admin, &format!("{PATH}/1-site")).await.body["dicName"], "Hospital");
    }
}

both! {
    async fn a_tenants_administrator_has_items_of_the_tenant_alone(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let (mine, other) = (world::tenant(&mut cx, "Mine").await, world::tenant(&mut cx, "Other").await);
        cx.commit().await.unwrap();
        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&mine, Allowed::Everything)]);
        let of = |tenant: &Value, category: &str| with(form(category, "OWN"), "tenantId", tenant.clone());
        let made = face.send(&chief, "POST", PATH, &of(&json!(mine.id), "15")).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        let whole = face.send(&chief, "POST", PATH, &of(&json!(mine.id), "11")).await;
        assert_eq!(whole.on("tenantId"), "this category has no items of single tenants");
        for (tenant, status) in [(json!(other.id), 404), (json!("0"), 403), (Value::Null, 403)] {
            assert_eq!(face.send(&chief, "POST", PATH, &of(&tenant, "15")).await.status, status, "{tenant}");
        }
        let nowhere = face.send(&world::admin(), "POST", PATH, &of(&json!("nowhere"), "15")).await;
        assert_eq!(nowhere.on("tenantId"), "please select a tenant");
        let shared = with(form("15", "QA"), "version", json!(1));
        assert_eq!(face.send(&chief, "PUT", &format!("{PATH}/15-qa"), &shared).await.status, 403, "all have it");
        assert_eq!(face.send(&chief, "DELETE", &format!("{PATH}/15-qa"), &json!({})).await.status, 403);
        let path = format!("{PATH}/{}", made.body["id"].as_str().unwrap());
        let neighbour = world::person(&Id::from("n"), Allowed::Nothing, &[(&other, Allowed::Everything)]);
        for (method, path) in [("GET", path.clone()), ("PUT", path.clone()), ("DELETE", path.clone()), ("GET", format!("{path}/children"))] {
            assert_eq!(face.send(&neighbour, method, &path, &shared).await.status, 404, "{method} {path}");
        }
        assert_eq!(face.send(&chief, "DELETE", &path, &json!({})).await.status, 200);
    }
}
