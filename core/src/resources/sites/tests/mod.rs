mod import;
mod study_sites;

use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Allowed, Who};
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::kernel::window::Walk;
use crate::resources::areas::{self, AreaInput};
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};

const SITES: &str = "/api/admin/sites";
const PLACES: &str = "/api/admin/tenant-sites";

/// Two tenants, an administrator of each, and a country with a province.
struct World {
    face: Face,
    admin: Who,
    mine: Tenant,
    other: Tenant,
    chief: Who,
    neighbour: Who,
    country: Id,
    province: Id,
}

async fn ready(kernel: &Kernel) -> World {
    let mut cx = world::system(kernel);
    crate::resources::seed(&mut cx).await.unwrap();
    let area = |name: &str, parent_id| AreaInput {
        parent_id,
        area_name: Some(name.into()),
        sort: Some(Number::Whole(1)),
        ..AreaInput::default()
    };
    let country = areas::create(&mut cx, &area("Land", None)).await.unwrap().id;
    let province = areas::create(&mut cx, &area("Shire", Some(country.clone()))).await.unwrap().id;
    let (mine, other) = (world::tenant(&mut cx, "Mine").await, world::tenant(&mut cx, "Other").await);
    cx.commit().await.unwrap();
    let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&mine, Allowed::Everything)]);
    let neighbour = world::person(&Id::from("n"), Allowed::Nothing, &[(&other, Allowed::Everything)]);
    World { face: Face::over(kernel), admin: world::admin(), mine, other, chief, neighbour, country, province }
}

impl World {
    fn form(&self, name: &str) -> Value {
        json!({ "siteName": name, "countryId": self.country, "provinceId": self.province, "levelId": "11-3a",
            "typeId": "12-general", "address": "Road 1", "remark": "a\nb" })
    }

    async fn site(&self, name: &str) -> String {
        let made = self.face.send(&self.admin, "POST", SITES, &self.form(name)).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        made.body["id"].as_str().unwrap().to_owned()
    }

    async fn place(&self, who: &Who, tenant: &Tenant, site: &str, nick: &str) -> world::Answer {
        let body = json!({ "tenantId": tenant.id, "siteId": site, "nickName": nick });
        self.face.send(who, "POST", PLACES, &body).await
    }
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn named(body: &Value, field: &str) -> Vec<String> {
    body.as_array().unwrap().iter().map(|s| s[field].as_str().unwrap().to_owned()).collect()
}

both! {
    async fn a_site_of_one_name_is_once_in_its_region_as_in_a_file(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        w.site("Clinic").await;
        let again = w.face.send(&w.admin, "POST", SITES, &w.form("CLINIC ")).await;
        assert_eq!((again.status.as_u16(), again.on("siteName")), (422, "the region has a site of this name already"));
        assert_eq!(w.face.send_in_chinese(&w.admin, "POST", SITES, &w.form("Clinic")).await.on("siteName"), "该地区已有同名中心");
        let elsewhere = w.face.send(&w.admin, "POST", SITES, &with(w.form("Clinic"), "provinceId", Value::Null)).await;
        assert_eq!(elsewhere.status, 201, "in another region it is another site");
        let path = format!("{SITES}/{}", elsewhere.body["id"].as_str().unwrap());
        let moved = with(elsewhere.body.clone(), "provinceId", json!(w.province));
        assert_eq!(w.face.send(&w.admin, "PUT", &path, &moved).await.on("siteName"), "the region has a site of this name already");
        let other = w.site("Hospital").await;
        let read = w.face.get(&w.admin, &format!("{SITES}/{other}")).await.body;
        let renamed = w.face.send(&w.admin, "PUT", &format!("{SITES}/{other}"), &with(read.clone(), "siteName", json!("clinic"))).await;
        assert_eq!(renamed.status, 422);
        // Existing namesakes can change their other fields.
        let mut cx = world::system(&t.kernel);
        let twice = "UPDATE sites SET name_key = 'clinic', site_name = 'Clinic' WHERE site_name = 'Hospital'";
        cx.db().await.unwrap().write(twice).execute().await.unwrap();
        cx.commit().await.unwrap();
        let edit = with(with(read, "siteName", json!("Clinic")), "address", json!("Road 2"));
        assert_eq!(w.face.send(&w.admin, "PUT", &format!("{SITES}/{other}"), &edit).await.status, 200);
    }
}

both! {
    async fn a_site_is_made_read_changed_and_removed_with_its_history(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", SITES, &w.form("Clinic")).await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        for (field, value) in [("areaName", json!("Land-Shire")), ("countryName", json!("Land")), ("cityName", json!("")),
            ("levelDesc", json!("Tertiary, grade A")), ("typeDesc", json!("General hospital")), ("isUserAdd", json!(1))] {
            assert_eq!(made.body[field], value, "{field}");
        }
        let path = format!("{SITES}/{}", made.body["id"].as_str().unwrap());
        assert_eq!(w.face.get(&w.admin, &path).await.body, made.body);
        let edit = with(with(made.body.clone(), "siteName", json!("Hospital")), "isUserAdd", json!(0));
        let changed = w.face.send(&w.admin, "PUT", &path, &edit).await;
        assert_eq!((changed.status.as_u16(), &changed.body["version"], &changed.body["isUserAdd"]), (200, &json!(2), &json!(1)), "{:?}", changed.body);
        assert_eq!(w.face.send(&w.admin, "PUT", &path, &edit).await.status, 409);
        assert_eq!(w.face.send(&w.admin, "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(w.face.get(&w.admin, &path).await.status, 404);
        let rows = world::audited(&t.kernel, "sites").await;
        let actions: Vec<_> = rows.iter().map(|r| (r.0.as_str(), r.1.is_some(), r.2.is_some())).collect();
        assert_eq!(actions, [("site.created", false, true), ("site.updated", true, true), ("site.deleted", true, false)]);
    }
}

both! {
    async fn every_rule_of_a_site_speaks_on_its_field_in_both_languages(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for (field, value, said, zh, en) in [
            ("siteName", json!(""), "siteName", "请输入中心名称", "please enter the site name"),
            ("levelId", Value::Null, "levelId", "请选择级别", "please select the level"),
            ("levelId", json!("12-general"), "levelId", "请选择级别", "please select the level"),
            ("typeId", Value::Null, "typeId", "请选择类型", "please select the type"),
            ("countryId", json!("nowhere"), "countryId", "请选择国家", "please select a country"),
            ("countryId", Value::Null, "provinceId", "请选择该国家的省份", "please select a province of the country"),
            ("cityId", json!("nowhere"), "cityId", "请选择该省份的城市", "please select a city of the province"),
            ("address", json!("x".repeat(1001)), "address", "长度不能超过1000个字符", "at most 1000 characters"),
        ] {
            let body = with(w.form("Clinic"), field, value.clone());
            let english = w.face.send(&w.admin, "POST", SITES, &body).await;
            assert_eq!((english.status.as_u16(), english.on(said)), (422, en), "{field} = {value}: {:?}", english.body);
            assert_eq!(w.face.send_in_chinese(&w.admin, "POST", SITES, &body).await.on(said), zh, "{field} = {value}");
        }
        assert!(world::audited(&t.kernel, "sites").await.is_empty());
    }
}

both! {
    async fn sites_are_searched_sorted_and_paged(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        for name in ["beta", "Alpha", "北京医院", "Gamma"] {
            t.clock.advance(1);
            w.site(name).await;
        }
        let all = w.face.get(&w.admin, SITES).await;
        assert_eq!(named(&all.body, "siteName"), ["Alpha", "beta", "Gamma", "北京医院"]);
        let newest = w.face.get(&w.admin, &format!("{SITES}?sort=%5B%22createdAt%22%2C%22DESC%22%5D&range=%5B0%2C1%5D")).await;
        assert_eq!((named(&newest.body, "siteName"), newest.headers["x-total-count"].to_str().unwrap()), (vec!["Gamma".into(), "北京医院".into()], "4"));
        for (q, want) in [("B", vec!["beta"]), ("北京", vec!["北京医院"]), ("医院", vec!["北京医院"]),
            ("MM", vec!["Gamma"]), ("%", vec![]), ("_", vec![]), ("!", vec![])] {
            assert_eq!(named(&w.face.list(&w.admin, "sites", &json!({ "q": q })).await.body, "siteName"), want, "{q}");
        }
    }
}

both! {
    async fn what_came_with_the_platform_or_is_in_use_is_not_removed(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let (own, taken) = (w.site("Own").await, w.site("Taken").await);
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE sites SET is_user_add = 0 WHERE").push(" id = ", own.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let kept = w.face.send(&w.admin, "DELETE", &format!("{SITES}/{own}"), &json!({})).await;
        assert_eq!((kept.status.as_u16(), &kept.body["message"]), (403, &json!("a site that came with the platform stays")));
        let place = w.place(&w.chief, &w.mine, &taken, "T").await.body["id"].as_str().unwrap().to_owned();
        let kept = w.face.send(&w.admin, "DELETE", &format!("{SITES}/{taken}"), &json!({})).await;
        assert_eq!((kept.status.as_u16(), &kept.body["message"]), (409, &json!("this site is in use by tenants and cannot be deleted")));
        for (path, status) in [(format!("{PLACES}/{place}"), 200), (format!("{SITES}/{taken}"), 200), (format!("/api/admin/areas/{}", w.province), 409)] {
            assert_eq!(w.face.send(&w.admin, "DELETE", &path, &json!({})).await.status, status, "{path}");
        }
    }
}

both! {
    async fn a_tenant_takes_sites_under_names_of_its_own_and_gives_them_back(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let (one, two) = (w.site("Clinic One").await, w.site("Clinic Two").await);
        let picker = format!("/api/admin/tenants/{}/unselected-sites", w.mine.id);
        assert_eq!(named(&w.face.get(&w.chief, &picker).await.body, "siteName"), ["Clinic One", "Clinic Two"]);
        let made = w.place(&w.chief, &w.mine, &one, "First").await;
        assert_eq!(made.status, 201, "{:?}", made.body);
        for (field, value) in [("nickName", "First"), ("siteName", "Clinic One"), ("areaName", "Land-Shire"), ("tenantName", "Mine"),
            ("levelDesc", "Tertiary, grade A"), ("address", "Road 1")] {
            assert_eq!(made.body[field], json!(value), "{field}");
        }
        assert_eq!(named(&w.face.get(&w.chief, &picker).await.body, "siteName"), ["Clinic Two"]);
        assert_eq!(w.place(&w.chief, &w.mine, &one, "Again").await.on("siteId"), "the tenant has this site already");
        for (site, nick, field, zh) in [(&two, " ", "nickName", "请输入中心别名"), (&"none".to_owned(), "N", "siteId", "请选择中心")] {
            let body = json!({ "tenantId": w.mine.id, "siteId": site, "nickName": nick });
            assert_eq!(w.face.send_in_chinese(&w.chief, "POST", PLACES, &body).await.on(field), zh);
        }
        assert_eq!(w.face.send(&w.chief, "POST", PLACES, &json!({})).await.on("tenantId"), "please select a tenant");

        let path = format!("{PLACES}/{}", made.body["id"].as_str().unwrap());
        let renamed = w.face.send(&w.chief, "PUT", &path, &json!({ "version": 1, "nickName": "Prime" })).await;
        assert_eq!((&renamed.body["nickName"], &renamed.body["version"]), (&json!("Prime"), &json!(2)), "{:?}", renamed.body);
        assert_eq!(w.face.send(&w.chief, "PUT", &path, &json!({ "version": 1, "nickName": "Late" })).await.status, 409);
        assert_eq!(w.face.send(&w.chief, "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(w.face.get(&w.chief, &path).await.status, 404);
        let again = w.place(&w.chief, &w.mine, &one, "Back").await;
        assert_eq!((&again.body["id"], &again.body["nickName"]), (&made.body["id"], &json!("Back")), "{:?}", again.body);
        let actions: Vec<_> = world::audited(&t.kernel, "tenant-sites").await.into_iter().map(|r| r.0).collect();
        assert_eq!(actions, ["tenant_site.created", "tenant_site.updated", "tenant_site.deleted", "tenant_site.created"]);
    }
}

both! {
    async fn studies_follow_a_new_nickname_and_keep_their_sites(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let (a, b) = (w.site("A").await, w.site("B").await);
        let mut cx = world::system(&t.kernel);
        let study = world::study(&mut cx, &w.mine, "Study", "S").await;
        let mut paths = Vec::new();
        for (site, nick) in [(&a, "Alpha"), (&b, "Beta")] {
            let place = add_to_tenant(&mut cx, &w.mine.id, &Id::from(site.as_str()), nick).await.unwrap();
            paths.push(format!("{PLACES}/{}", place.id));
            add_to_study(&mut cx, &study.id, &place.id, nick).await.unwrap();
        }
        cx.commit().await.unwrap();
        assert_eq!(w.face.send(&w.chief, "PUT", &paths[0], &json!({ "version": 1, "nickName": "Zulu" })).await.status, 200);
        let mut cx = world::system(&t.kernel);
        let sites = of_study(&mut cx, &study.id, &Walk::all()).await.unwrap().rows;
        assert_eq!(sites.iter().map(|s| s.nick_name.as_str()).collect::<Vec<_>>(), ["Beta", "Zulu"]);
        drop(cx);
        let kept = w.face.send(&w.chief, "DELETE", &paths[0], &json!({})).await;
        assert_eq!((kept.status.as_u16(), &kept.body["message"]), (409, &json!("this site is in use by studies and cannot be deleted")));
    }
}

both! {
    async fn tenants_see_and_change_their_own_sites_alone(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let site = w.site("Clinic").await;
        assert_eq!(w.place(&w.chief, &w.mine, &site, "Ours").await.status, 201);
        let theirs = w.place(&w.neighbour, &w.other, &site, "Theirs").await.body["id"].as_str().unwrap().to_owned();
        assert_eq!(w.place(&w.chief, &w.other, &site, "Grab").await.status, 404);
        let nicks = |answer: &world::Answer| named(&answer.body, "nickName");
        assert_eq!(nicks(&w.face.get(&w.chief, PLACES).await), ["Ours"]);
        assert_eq!(nicks(&w.face.get(&w.admin, PLACES).await), ["Ours", "Theirs"]);
        for (filter, want) in [(json!({ "q": "clin" }), vec!["Ours", "Theirs"]), (json!({ "nickName": "th" }), vec!["Theirs"]),
            (json!({ "q": "OU" }), vec!["Ours"]), (json!({ "q": "eirs" }), vec!["Theirs"]),
            (json!({ "tenantId": w.other.id, "q": "lini" }), vec!["Theirs"]),
            (json!({ "nickName": "rs", "q": "our" }), vec!["Ours"]), (json!({ "tenantId": w.other.id, "q": "clinic" }), vec!["Theirs"])] {
            assert_eq!(nicks(&w.face.list(&w.admin, "tenant-sites", &filter).await), want, "{filter}");
        }
        for q in ["clin", "lini", "rs"] {
            assert_eq!(nicks(&w.face.list(&w.chief, "tenant-sites", &json!({ "q": q })).await), ["Ours"], "{q}");
        }
        assert_eq!(nicks(&w.face.list(&w.chief, "tenant-sites", &json!({ "id": [theirs] })).await), Vec::<String>::new());
        assert_eq!(w.face.list(&w.chief, "tenant-sites", &json!({ "tenantId": w.other.id })).await.status, 404);
        for method in ["GET", "PUT", "DELETE"] {
            let answer = w.face.send(&w.chief, method, &format!("{PLACES}/{theirs}"), &json!({ "version": 1, "nickName": "X" })).await;
            assert_eq!(answer.status, 404, "{method}");
        }
        let picker = format!("/api/admin/tenants/{}/unselected-sites", w.other.id);
        assert_eq!(w.face.get(&w.chief, &picker).await.status, 404);
        assert_eq!(w.face.get(&w.chief, SITES).await.status, 403, "the platform's own list is not theirs");
    }
}
