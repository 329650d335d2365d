mod archive;

use serde_json::{Value, json};

use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::resources::areas::{self, AreaInput};
use crate::resources::roles::RoleType;
use crate::resources::testing::{self as world, Face};
use crate::resources::{dictionaries, members, seed};

const PATH: &str = "/api/admin/tenants";

async fn ready(kernel: &Kernel) -> Face {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    Face::over(kernel)
}

fn form(name: &str) -> Value {
    json!({ "tenantName": name, "abbr": "ABC", "categoryId": "1-cro", "tel": "02112345678", "email": "a@b.cn" })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

both! {
    async fn a_tenant_is_made_read_changed_and_removed_with_its_history(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let made = face.send(&admin, "POST", PATH, &form("Acme")).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        assert_eq!(made.body["categoryDesc"], "Contract research organisation");
        assert_eq!(made.body["createdAt"], "2026-01-05T08:00:00.000Z");
        let path = format!("{PATH}/{}", made.body["id"].as_str().unwrap());
        assert_eq!(face.get(&admin, &path).await.body, made.body);

        t.clock.advance(60);
        let changed = with(with(made.body.clone(), "tenantName", json!("Acme 2")), "tenantCode", json!("OTHER"));
        let changed = face.send(&admin, "PUT", &path, &changed).await;
        assert_eq!((changed.status.as_u16(), &changed.body["version"]), (200, &json!(2)), "{:?}", changed.body);
        assert_eq!(changed.body["tenantCode"], made.body["tenantCode"], "a code stays");
        assert_eq!(face.get(&admin, &path).await.body, changed.body);

        assert_eq!(face.send(&admin, "DELETE", &path, &json!({})).await.body["id"], made.body["id"]);
        assert_eq!(face.get(&admin, &path).await.status, 404);
        assert_eq!(face.send(&admin, "DELETE", &path, &json!({})).await.status, 404);
        assert_eq!(face.list(&admin, "tenants", &json!({})).await.body, json!([]));

        let rows = world::audited(&t.kernel, "tenants").await;
        let actions: Vec<_> = rows.iter().map(|r| (r.0.as_str(), r.1.is_some(), r.2.is_some())).collect();
        assert_eq!(actions, [("tenant.created", false, true), ("tenant.updated", true, true), ("tenant.deleted", true, false)]);
        assert!(rows[1].1.as_ref().unwrap().contains(r#""tenantName":"Acme""#));
        assert!(rows[1].2.as_ref().unwrap().contains(r#""tenantName":"Acme 2""#));
    }
}

both! {
    async fn a_tenant_requires_a_second_factor_until_somebody_says_otherwise(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let made = face.send(&admin, "POST", PATH, &form("Acme")).await;
        assert_eq!(made.body["mfaRequired"], false);
        let path = format!("{PATH}/{}", made.body["id"].as_str().unwrap());
        let strict = face.send(&admin, "PUT", &path, &with(made.body.clone(), "mfaRequired", json!(true))).await;
        assert_eq!(strict.body["mfaRequired"], true, "{:?}", strict.body);
        // A form without the field leaves it unchanged.
        let older = face.send(&admin, "PUT", &path, &with(form("Acme"), "version", json!(2))).await;
        assert_eq!(older.body["mfaRequired"], true, "{:?}", older.body);
        t.clock.advance(601);
        let late = face.send(&admin, "PUT", &path, &with(older.body.clone(), "mfaRequired", json!(false))).await;
        assert_eq!((late.status.as_u16(), &late.body["code"]), (403, &json!("recent_proof")));
        t.clock.advance(-601);
        let open = face.send(&admin, "PUT", &path, &with(older.body.clone(), "mfaRequired", json!(false))).await;
        assert_eq!(face.get(&admin, &path).await.body["mfaRequired"], false, "{:?}", open.body);
        let other = face.send(&admin, "POST", PATH, &with(form("Strict"), "mfaRequired", json!(true))).await;
        assert_eq!(other.body["mfaRequired"], true);
    }
}

both! {
    async fn every_rule_speaks_on_its_field_and_nothing_is_written(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        for (field, value, zh, en) in [
            ("tenantName", json!("  "), "请输入名称", "please enter the name"),
            ("tenantName", json!(null), "请输入名称", "please enter the name"),
            ("tenantName", json!("a\u{0}b"), "包含不允许的字符", "contains characters that are not allowed"),
            ("tenantName", json!("长".repeat(201)), "长度不能超过200个字符", "at most 200 characters"),
            ("abbr", json!(""), "请输入简称", "please enter the abbreviation"),
            ("categoryId", json!(""), "请选择类别", "please select the category"),
            ("categoryId", json!("2-pm"), "请选择类别", "please select the category"),
            ("categoryId", json!("nothing"), "请选择类别", "please select the category"),
            ("tel", json!("abc"), "请输入数字值", "enter a number value"),
            ("tel", json!("021-123"), "电话格式不正确", "phone format incorrect"),
            ("tel", json!("1.5"), "电话格式不正确", "phone format incorrect"),
            ("email", json!("a@b"), "邮箱格式错误，请重新输入", "email format error, please re-enter"),
            ("address", json!("\u{7}"), "包含不允许的字符", "contains characters that are not allowed"),
        ] {
            let said = face.refused_on(field, &admin, "POST", PATH, &with(form("Acme"), field, value.clone())).await;
            assert_eq!(said, [zh, en], "{field} = {value}");
        }
        let all = face.send(&admin, "POST", PATH, &json!({})).await;
        assert_eq!(all.body["errors"].as_object().unwrap().len(), 3);
        assert_eq!(face.list(&admin, "tenants", &json!({})).await.body, json!([]));
        assert!(world::audited(&t.kernel, "tenants").await.is_empty());
    }
}

both! {
    async fn what_is_not_the_form_is_a_clear_4xx(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        for (body, status) in [("{", 400), ("", 400), ("[]", 400), ("7", 400), (r#"{"tenantName": 7}"#, 400), (r#"{"version": "x"}"#, 400)] {
            let answer = face.raw(&admin, "POST", PATH, "application/json", body).await;
            assert_eq!((answer.status.as_u16(), &answer.body["code"]), (status, &json!("malformed")), "{body}");
        }
        let typed = face.send(&admin, "POST", PATH, &json!({ "tenantName": 7 })).await;
        assert!(!typed.on("tenantName").is_empty(), "{:?}", typed.body);
        let plain = face.raw(&admin, "POST", PATH, "text/plain", "{}").await;
        assert_eq!(plain.status, 415);
        let method = face.send(&admin, "PATCH", PATH, &json!({})).await;
        assert_eq!((method.status.as_u16(), &method.body["code"]), (405, &json!("method_not_allowed")));
    }
}

both! {
    async fn of_parallel_edits_of_one_version_one_wins(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let made = face.send(&admin, "POST", PATH, &form("Acme")).await.body;
        let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
        let edits = (0..6).map(|n| {
            let body = with(made.clone(), "contact", json!(format!("person {n}")));
            let (face, admin, path) = (&face, &admin, &path);
            async move { face.send(admin, "PUT", path, &body).await }
        });
        let mut statuses: Vec<_> = futures::future::join_all(edits).await.iter().map(|a| a.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
        assert_eq!(face.get(&admin, &path).await.body["version"], 2);
        let missing = with(made.clone(), "version", Value::Null);
        assert!(!face.send(&admin, "PUT", &path, &missing).await.on("version").is_empty());
        assert_eq!(world::audited(&t.kernel, "tenants").await.len(), 2, "a lost edit leaves no trace of success");
    }
}

both! {
    async fn lists_search_sort_and_page(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        for (name, abbr) in [("beta", "ZB"), ("Alpha", "AL"), ("阿尔法", "AE"), ("Gamma", "BG")] {
            t.clock.advance(1);
            let made = face.send(&admin, "POST", PATH, &with(form(name), "abbr", json!(abbr))).await;
            assert_eq!(made.status, 201);
        }
        let names = |body: &Value| -> Vec<String> {
            body.as_array().unwrap().iter().map(|t| t["tenantName"].as_str().unwrap().to_owned()).collect()
        };
        let page = face.get(&admin, "/api/admin/tenants?range=%5B1%2C2%5D").await;
        assert_eq!(names(&page.body), ["beta", "Gamma"]);
        assert_eq!(page.headers["x-total-count"], "4");
        assert_eq!(page.headers["content-range"], "items 1-2/4");
        let newest = face.get(&admin, "/api/admin/tenants?sort=%5B%22createdAt%22%2C%22DESC%22%5D").await;
        assert_eq!(names(&newest.body)[0], "Gamma");
        assert_eq!(names(&face.list(&admin, "tenants", &json!({ "q": "B" })).await.body), ["beta", "Gamma"], "name or abbreviation");
        for (q, want) in [("阿", vec!["阿尔法"]), ("尔法", vec!["阿尔法"]), ("ET", vec!["beta"]), ("%", vec![]), ("_", vec![])] {
            assert_eq!(names(&face.list(&admin, "tenants", &json!({ "q": q })).await.body), want, "{q}");
        }
        let id = face.list(&admin, "tenants", &json!({ "q": "beta" })).await.body[0]["id"].clone();
        let beta = crate::resources::tenants::get(&mut world::system(&t.kernel), &Id::from(id.as_str().unwrap())).await.unwrap().unwrap();
        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&beta, Allowed::Everything)]);
        for (q, want) in [("t", vec!["beta"]), ("zb", vec!["beta"]), ("am", vec![])] {
            assert_eq!(names(&face.list(&chief, "tenants", &json!({ "q": q })).await.body), want, "{q}");
        }
        for filter in [json!({ "id": id }), json!({ "id": [id, "other"] })] {
            assert_eq!(names(&face.list(&admin, "tenants", &filter).await.body), ["beta"]);
        }
    }
}

both! {
    async fn a_tenants_administrator_sees_their_own_alone(engine) {
        let t = engine.kernel().await;
        let face = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let (mine, other) = (world::tenant(&mut cx, "Mine").await, world::tenant(&mut cx, "Other").await);
        cx.commit().await.unwrap();
        let who = world::person(&Id::from("u"), Allowed::Nothing, &[(&mine, Allowed::Everything)]);
        let seen = face.list(&who, "tenants", &json!({})).await;
        assert_eq!((seen.body[0]["id"].as_str(), seen.headers["x-total-count"].as_bytes()), (Some(mine.id.as_str()), &b"1"[..]));
        assert_eq!(face.list(&who, "tenants", &json!({ "id": [mine.id, other.id] })).await.body.as_array().unwrap().len(), 1);
        assert_eq!(face.get(&who, &format!("{PATH}/{}", other.id)).await.status, 404);
        let edit = with(form("Taken over"), "version", json!(1));
        assert_eq!(face.send(&who, "PUT", &format!("{PATH}/{}", other.id), &edit).await.status, 404);
        assert_eq!(face.send(&who, "PUT", &format!("{PATH}/{}", mine.id), &edit).await.status, 200);
    }
}

both! {
    async fn a_tenant_is_where_country_province_and_city_say(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let mut cx = world::system(&t.kernel);
        let area = |name: &str, parent_id| AreaInput {
            parent_id,
            area_name: Some(name.into()),
            sort: Some(Number::Whole(1)),
            ..AreaInput::default()
        };
        let country = areas::create(&mut cx, &area("Land", None)).await.unwrap().id;
        let province = areas::create(&mut cx, &area("Shire", Some(country.clone()))).await.unwrap().id;
        let city = areas::create(&mut cx, &area("Town", Some(province.clone()))).await.unwrap().id;
        cx.commit().await.unwrap();
        let place = |country: &Value, province: &Value, city: &Value| {
            let body = with(with(form("Acme"), "countryId", country.clone()), "provinceId", province.clone());
            with(body, "cityId", city.clone())
        };
        let (country, province, city) = (json!(country), json!(province), json!(city));
        let made = face.send(&admin, "POST", PATH, &place(&country, &province, &city)).await;
        let names = ["countryName", "provinceName", "cityName"].map(|field| made.body[field].clone());
        assert_eq!(names, [json!("Land"), json!("Shire"), json!("Town")], "{:?}", made.body);
        for (country, province, city, field, said) in [
            (&province, &Value::Null, &Value::Null, "countryId", "please select a country"),
            (&Value::Null, &province, &Value::Null, "provinceId", "please select a province of the country"),
            (&country, &Value::Null, &city, "cityId", "please select a city of the province"),
            (&country, &city, &Value::Null, "provinceId", "please select a province of the country"),
        ] {
            let answer = face.send(&admin, "POST", PATH, &place(country, province, city)).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, said), "{:?}", answer.body);
        }
        let held = face.send(&admin, "DELETE", &format!("/api/admin/areas/{}", city.as_str().unwrap()), &json!({})).await;
        assert_eq!(held.body["message"], "this region is in use by tenants and cannot be deleted");
    }
}

both! {
    async fn the_refusal_names_everything_that_a_tenant_still_has(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Busy").await;
        world::study(&mut cx, &tenant, "S", "1").await;
        let software = world::edc(&mut cx).await;
        world::domain(&mut cx, &tenant, &software).await;
        let user = world::user(&mut cx, "member", None).await;
        world::member(&mut cx, &tenant, &user).await;
        cx.commit().await.unwrap();
        let path = format!("{PATH}/{}", tenant.id);
        let kept = face.send(&admin, "DELETE", &path, &json!({})).await;
        let said = kept.body["message"].as_str().unwrap().to_owned();
        let of = said.strip_prefix("this tenant still has ").unwrap().strip_suffix(" and cannot be deleted").unwrap();
        let mut named: Vec<_> = of.split(", ").flat_map(|part| part.split(" and ")).collect();
        named.sort_unstable();
        assert_eq!(named, ["domains", "studies", "users"], "{said}");
        let kept = face.send_in_chinese(&admin, "DELETE", &path, &json!({})).await;
        assert_eq!(kept.body["message"].as_str().unwrap().matches('、').count(), 2, "{}", kept.body);
    }
}

both! {
    async fn a_tenant_that_still_has_something_is_not_removed(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let mut cx = world::system(&t.kernel);
        let mut held = Vec::new();
        let with_study = world::tenant(&mut cx, "Studies").await;
        world::study(&mut cx, &with_study, "S", "1").await;
        held.push((with_study, "项目", "studies"));
        let software = world::edc(&mut cx).await;
        let with_domain = world::tenant(&mut cx, "Domains").await;
        world::domain(&mut cx, &with_domain, &software).await;
        held.push((with_domain, "域名", "domains"));
        let licensed = world::tenant(&mut cx, "Licences").await;
        let licence = world::licence(&licensed, &software);
        world::give_licence(&mut cx, licence).await;
        held.push((licensed, "软件许可", "licences"));
        let peopled = world::tenant(&mut cx, "People").await;
        let role = world::role(&mut cx, "Member", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let user = world::user(&mut cx, "member", None).await;
        let members = json!({ "tenantId": peopled.id, "userIds": [user.id], "role": role.id, "typeId": "3-cro", "positionId": "2-pm" });
        members::add(&mut cx, serde_json::from_value(members).unwrap()).await.unwrap();
        held.push((peopled, "用户", "users"));
        let wordy = world::tenant(&mut cx, "Words").await;
        let own = json!({ "categoryId": "2", "tenantId": wordy.id, "dicName": "Own", "dicCode": "OWN", "sort": 1 });
        dictionaries::create(&mut cx, &serde_json::from_value(own).unwrap()).await.unwrap();
        held.push((wordy, "自有字典项", "dictionary items of its own"));
        cx.commit().await.unwrap();
        for (tenant, zh, en) in held {
            let path = format!("{PATH}/{}", tenant.id);
            let kept = face.send(&admin, "DELETE", &path, &json!({})).await;
            assert_eq!((kept.status.as_u16(), kept.body["code"].as_str().unwrap()), (409, "in_use"));
            assert_eq!(kept.body["message"], format!("this tenant still has {en} and cannot be deleted"));
            let kept = face.send_in_chinese(&admin, "DELETE", &path, &json!({})).await;
            assert_eq!(kept.body["message"], format!("该租户仍有{zh}，不能删除"));
            assert_eq!(face.get(&admin, &path).await.status, 200);
        }
    }
}
