use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::model::DEEPEST;
use super::seed::brought;
use super::*;
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::db::Db;
use crate::kernel::error::Problems;
use crate::kernel::id::Id;
use crate::resources::testing::{self as world, Face};

const PATH: &str = "/api/admin/areas";

async fn ready(kernel: &Kernel) -> Face {
    let mut cx = world::system(kernel);
    crate::resources::seed(&mut cx).await.unwrap();
    seed(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    Face::over(kernel)
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn names(body: &Value) -> Vec<&str> {
    body.as_array().unwrap().iter().map(|a| a["areaName"].as_str().unwrap()).collect()
}

#[test]
fn what_the_server_brings_along_is_whole() {
    let [countries, provinces, cities] = brought();
    assert_eq!(countries.len(), 246, "ISO 3166-1, and what is in China found there");
    let called = |name: &str| {
        [&countries, &provinces, &cities]
            .iter()
            .map(|level| level.iter().filter(|row| row.2 == name || row.3 == name).count())
            .sum::<usize>()
    };
    for (name, times) in [("香港特别行政区", 1), ("澳门特别行政区", 1), ("台湾省", 1), ("西撒哈拉", 1), ("台北市", 1)]
    {
        assert_eq!(called(name), times, "{name}");
    }
    assert!(["HK", "MO", "TW"].iter().all(|id| countries.iter().all(|row| row.0 != *id)));
    assert!(provinces.len() > 3000 && cities.len() > 330, "{} {}", provinces.len(), cities.len());
    let of = |parent: &str, rows: &[store::Row]| rows.iter().filter(|row| row.1 == parent).count();
    assert_eq!(of("CN", &provinces), 34);
    assert_eq!(of("DE", &provinces), 16);
    assert_eq!(
        (of("CN-GD", &cities), of("CN-BJ", &cities), of("CN-TW", &cities), of("CN-HK", &cities)),
        (21, 1, 22, 1)
    );
    let mut ids = BTreeSet::new();
    for (id, parent, zh, en, sort) in countries.iter().chain(&provinces).chain(&cities) {
        assert!(ids.insert(*id), "{id} is there twice");
        assert!(Id::try_from((*id).to_owned()).is_ok(), "{id}");
        assert!(*parent == ROOT || ids.contains(parent), "{id} comes before {parent}");
        assert!(!zh.trim().is_empty() && !en.trim().is_empty() && *sort > 0, "{id}");
        assert!(![zh, en].iter().any(|name| name.contains(['*', '†', '‡', '¹', '²', '³', '['])), "{id}: {zh} {en}");
        assert!(en.chars().all(|c| !('\u{4e00}'..='\u{9fff}').contains(&c)), "{id}: {en}");
    }
    let all: Vec<_> = countries.iter().chain(&provinces).chain(&cities).collect();
    for (id, zh, en) in [
        ("CN", "中国", "China"),
        ("CN-BJ", "北京市", "Beijing"),
        ("CN-SN", "陕西省", "Shaanxi"),
        ("CN-440300", "深圳市", "Shenzhen"),
        ("CN-610100", "西安市", "Xi'an"),
        ("CN-150100", "呼和浩特市", "Hohhot"),
        ("DE-BY", "巴伐利亚", "Bavaria"),
    ] {
        let row = all.iter().find(|row| row.0 == id).unwrap_or_else(|| panic!("{id}"));
        assert_eq!((row.2, row.3), (zh, en));
    }
}

both! {
    async fn countries_lead_to_provinces_and_cities_and_are_found_by_name_in_both_languages(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let first = face.get(&admin, PATH).await;
        assert_eq!((names(&first.body)[0], first.headers["x-total-count"].to_str().unwrap()), ("China", "246"));
        assert_eq!(first.body.as_array().unwrap().len(), 10);
        let provinces = face.list(&admin, "areas", &json!({ "parentId": "CN" })).await.body;
        assert_eq!((&provinces[0]["id"], &provinces[0]["level"]), (&json!("CN-BJ"), &json!(2)));
        let cities = face.list(&admin, "areas", &json!({ "parentId": "CN-GD", "q": "shen" })).await.body;
        assert_eq!(names(&cities), ["Shenzhen"]);
        let cities = face.list(&admin, "areas", &json!({ "parentId": "CN-GD", "q": "深" })).await.body;
        assert_eq!((names(&cities), &cities[0]["areaCode"]), (vec!["Shenzhen"], &json!("440300")));
        for q in ["germ", "erman", "德国"] {
            assert_eq!(names(&face.list(&admin, "areas", &json!({ "q": q })).await.body), ["Germany"], "{q}");
        }
        let some = face.list(&admin, "areas", &json!({ "id": ["CN-440300", "DE"] })).await.body;
        assert_eq!(names(&some), ["Germany", "Shenzhen"]);
        let chinese = face.send_in_chinese(&admin, "GET", &format!("{PATH}/CN-440300"), &json!({})).await.body;
        assert_eq!(chinese["areaName"], "深圳市");
    }
}

both! {
    async fn a_region_is_made_changed_and_removed_with_its_history(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let form = |parent: &str, name: &str| json!({ "parentId": parent, "areaName": name, "areaCode": "", "flag": "7", "sort": "1" });
        let country = face.send(&admin, "POST", PATH, &form("0", "Atlantis")).await;
        assert_eq!(country.status, 201, "{:?}", country.body);
        assert_eq!((&country.body["level"], &country.body["flag"]), (&json!(1), &json!("7")));
        let id = |answer: &Value| answer["id"].as_str().unwrap().to_owned();
        let province = face.send(&admin, "POST", PATH, &form(&id(&country.body), "Up")).await.body;
        let city = face.send(&admin, "POST", PATH, &form(&id(&province), "Town")).await.body;
        assert_eq!((&province["level"], &city["level"]), (&json!(2), &json!(DEEPEST)));
        let deeper = face.send(&admin, "POST", PATH, &form(&id(&city), "Street")).await;
        assert_eq!(deeper.on("parentId"), "please select the region above");

        let path = format!("{PATH}/{}", id(&city));
        let edit = with(with(form("0", "Big Town"), "version", json!(1)), "areaNameZh", json!("大城"));
        let changed = face.send(&admin, "PUT", &path, &edit).await.body;
        assert_eq!((&changed["areaNameZh"], &changed["areaName"], &changed["parentId"]), (&json!("大城"), &json!("Big Town"), &province["id"]));
        assert_eq!(face.send(&admin, "PUT", &path, &edit).await.status, 409);

        let kept = face.send(&admin, "DELETE", &format!("{PATH}/{}", id(&province)), &json!({})).await;
        assert_eq!((kept.status.as_u16(), &kept.body["message"]), (409, &json!("this region is in use by regions in it and cannot be deleted")));
        for one in [&city, &province, &country.body] {
            assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/{}", id(one)), &json!({})).await.status, 200);
        }
        let rows = world::audited(&t.kernel, "areas").await;
        let actions: Vec<_> = rows.iter().map(|r| r.0.as_str()).collect();
        assert_eq!(actions, ["area.created", "area.created", "area.created", "area.updated", "area.deleted", "area.deleted", "area.deleted"]);
        assert!(rows[3].1.as_ref().unwrap().contains("Town") && rows[3].2.as_ref().unwrap().contains("大城"));
    }
}

both! {
    async fn every_rule_speaks_on_its_field_in_both_languages(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        for (field, value, zh, en) in [
            ("areaName", json!(""), "请输入名称", "please enter name"),
            ("sort", Value::Null, "请输入数字", "please enter a number"),
            ("sort", json!("0"), "请输入数字", "please enter a number"),
            ("flag", json!("x"), "请输入正整数", "please enter a positive integer"),
            ("flag", json!("-1"), "请输入正整数", "please enter a positive integer"),
            ("flag", json!("100"), "最多2个字符", "at most 2 characters"),
            ("areaCode", json!("cn"), "编码已存在", "this code is in use"),
            ("parentId", json!("nowhere"), "请选择上级区域", "please select the region above"),
        ] {
            let body = with(json!({ "areaName": "Land", "sort": 3 }), field, value.clone());
            let english = face.send(&admin, "POST", PATH, &body).await;
            assert_eq!((english.status.as_u16(), english.on(field)), (422, en), "{field} = {value}");
            assert_eq!(face.send_in_chinese(&admin, "POST", PATH, &body).await.on(field), zh, "{field} = {value}");
        }
        assert!(world::audited(&t.kernel, "areas").await.is_empty());
    }
}

both! {
    async fn what_an_administrator_changed_or_removed_stays_so(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let edit = json!({ "version": 1, "areaName": "Deutschland", "areaCode": "DE", "sort": 1 });
        assert_eq!(face.send(&admin, "PUT", &format!("{PATH}/DE"), &edit).await.status, 200);
        assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/AQ"), &json!({})).await.status, 200);
        let mut cx = world::system(&t.kernel);
        // As after an update with another file.
        crate::kernel::settings::put(&mut cx, "areas", &"another").await.unwrap();
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(face.get(&admin, &format!("{PATH}/DE")).await.body["areaName"], "Deutschland");
        assert_eq!(face.get(&admin, &format!("{PATH}/AQ")).await.status, 404);
    }
}

both! {
    async fn a_place_is_country_province_and_city_each_in_the_one_before(engine) {
        let t = engine.kernel().await;
        ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        for (country, province, city, wrong) in [
            (None, None, None, vec![]),
            (Some("CN"), None, None, vec![]),
            (Some("CN"), Some("CN-GD"), Some("CN-440300"), vec![]),
            (Some("DE"), Some("CN-GD"), None, vec!["provinceId"]),
            (None, Some("CN-GD"), None, vec!["provinceId"]),
            (Some("CN"), None, Some("CN-440300"), vec!["cityId"]),
            (Some("CN-GD"), None, None, vec!["countryId"]),
            (Some("CN"), Some("CN-BJ"), Some("CN-440300"), vec!["cityId"]),
            (Some("XX"), Some("XX-1"), Some("XX-11"), vec!["countryId", "provinceId", "cityId"]),
        ] {
            let id = |given: Option<&str>| given.map(Id::from);
            let place = Place { country: id(country), province: id(province), city: id(city) };
            let mut p = Problems::default();
            check(&mut cx, &mut p, &place).await.unwrap();
            let said = p.into_result().map_or_else(|e| e.fields, |()| Vec::new());
            assert_eq!(said.iter().map(|(field, _)| field.as_str()).collect::<Vec<_>>(), wrong, "{place:?}");
        }
    }
}

/// The countries with most clinical trials in the registries, except China: every region of these has a Chinese name.
const TRIALS: &[&str] = &[
    "US", "GB", "DE", "FR", "JP", "KR", "CA", "IT", "ES", "IN", "AU", "BR", "NL", "BE", "IR", "TR", "EG", "PL", "CH",
    "DK", "SE", "IL", "TH", "MX", "AT", "RU", "HU", "CZ", "GR", "NO", "FI", "AR", "PK", "ZA", "UA", "RO", "BG", "PT",
    "CL", "NZ", "IE", "SG", "SA", "MY",
];

#[test]
fn regions_of_the_countries_with_most_trials_have_chinese_names() {
    let [countries, provinces, _] = brought();
    for country in TRIALS {
        assert!(countries.iter().any(|row| row.0 == *country), "{country}");
        let of: Vec<_> = provinces.iter().filter(|row| row.1 == *country).collect();
        assert!(of.len() > 3, "{country}");
        for (id, _, zh, en, _) in of {
            assert!(
                zh.chars().all(|c| ('\u{4e00}'..='\u{9fff}').contains(&c) || "-（）".contains(c)),
                "{id} {en}: {zh}"
            );
        }
    }
}

both! {
    async fn what_came_along_before_is_renewed_where_nobody_changed_it(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let edit = json!({ "version": 1, "areaName": "Isle of France", "areaCode": "IDF", "sort": 1 });
        assert_eq!(face.send(&admin, "PUT", &format!("{PATH}/FR-IDF"), &edit).await.status, 200);
        let mut cx = world::system(&t.kernel);
        let old = "UPDATE areas SET area_name = 'Bretagne²', area_name_en = 'Bretagne²', name_key = 'x', sort = 99 WHERE id = 'FR-BRE'";
        cx.db().await.unwrap().write(old).execute().await.unwrap();
        crate::kernel::settings::put(&mut cx, "areas", &"another").await.unwrap();
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let renewed = face.get(&admin, &format!("{PATH}/FR-BRE")).await.body;
        assert_eq!((&renewed["areaNameZh"], &renewed["areaName"], &renewed["version"]), (&json!("布列塔尼大区"), &json!("Brittany"), &json!(1)));
        let found = face.list(&admin, "areas", &json!({ "parentId": "FR", "q": "布列塔" })).await.body;
        assert_eq!(names(&found), ["Brittany"]);
        assert_eq!(face.get(&admin, &format!("{PATH}/FR-IDF")).await.body["areaName"], "Isle of France");
    }
}

both! {
    /// An existing installation: regions of China that were stored as countries, with the records that refer to them.
    async fn what_named_hong_kong_as_a_country_names_the_province(engine) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&engine.empty(dir.path()).await, 2).await.unwrap();
        db.migrate_to(25).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        for (id, parent, level) in [("CN", "0", 1), ("HK", "0", 1), ("HK-1", "HK", 2), ("HK-1-1", "HK-1", 3), ("FR", "0", 1), ("FR-1", "FR", 2)] {
            tx.write(
                "INSERT INTO areas (id, version, parent_id, level, area_name, area_name_en, name_key, name_en_key, area_code, \
                 code_key, flag, sort, created_at, updated_at) VALUES ($1, 1, $2, $3, $1, $1, $1, $1, $1, $1, '', 1, 0, 0)",
            )
            .bind(id).bind(parent).bind(i64::from(level)).execute().await.unwrap();
        }
        for (id, country, province, city) in [
            ("whole", "HK", None, None), ("part", "HK", Some("HK-1"), None), ("city", "HK", Some("HK-1"), Some("HK-1-1")),
            ("other", "FR", Some("FR-1"), None),
        ] {
            tx.write(
                "INSERT INTO sites (id, version, site_name, name_key, address, remark, created_at, updated_at, country_id, \
                 province_id, city_id) VALUES ($1, 1, $1, $1, '', '', 0, 0, $2, $3, $4)",
            )
            .bind(id).bind(country).bind(province).bind(city).execute().await.unwrap();
        }
        tx.commit().await.unwrap();
        db.migrate().await.unwrap();
        let mut tx = db.begin_read().await.unwrap();
        let places: Vec<(String, String, Option<String>, Option<String>)> =
            tx.query("SELECT id, country_id, province_id, city_id FROM sites ORDER BY id").all().await.unwrap();
        let place = |id: &str, parts: [Option<&str>; 3]| {
            let [country, province, city] = parts.map(|part| part.map(str::to_owned));
            (id.to_owned(), country.unwrap(), province, city)
        };
        assert_eq!(places, [
            place("city", [Some("CN"), Some("CN-HK"), Some("HK-1-1")]),
            place("other", [Some("FR"), Some("FR-1"), None]),
            place("part", [Some("CN"), Some("CN-HK"), Some("HK-1")]),
            place("whole", [Some("CN"), Some("CN-HK"), None]),
        ]);
        let areas: Vec<(String, String, i64)> =
            tx.query("SELECT id, parent_id, level FROM areas WHERE deleted_at IS NULL ORDER BY id").all().await.unwrap();
        let area = |id: &str, parent: &str, level| (id.to_owned(), parent.to_owned(), level);
        assert_eq!(areas, [
            area("CN", "0", 1), area("FR", "0", 1), area("FR-1", "FR", 2), area("HK-1", "CN-HK", 3), area("HK-1-1", "CN-HK", 3),
        ]);
        drop(tx);
        db.close().await;
    }
}
