//! Users' regions.

use serde_json::{Value, json};

use super::{PATH, World, at, form, ready, with};
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::resources::areas::{self, AreaInput};
use crate::resources::testing as world;

/// A country, a province of it and a city of that, each named in both languages.
async fn regions(kernel: &Kernel) -> [Id; 3] {
    let mut cx = world::system(kernel);
    let mut made = Vec::new();
    for (zh, en) in [("甲国", "Land"), ("乙省", "Shire"), ("丙市", "Town")] {
        let input = AreaInput {
            parent_id: made.last().cloned(),
            area_name_zh: Some(zh.into()),
            area_name: Some(zh.into()),
            area_name_en: Some(en.into()),
            sort: Some(Number::Whole(1)),
            ..AreaInput::default()
        };
        made.push(areas::create(&mut cx, &input).await.unwrap().id);
    }
    cx.commit().await.unwrap();
    made.try_into().unwrap()
}

fn placed(name: &str, [country, province, city]: &[Id; 3]) -> Value {
    let mut body = form(name);
    for (field, id) in [("countryId", country), ("provinceId", province), ("cityId", city)] {
        body[field] = json!(id);
    }
    body
}

async fn made(w: &World, body: &Value) -> Value {
    let made = w.face.send(&w.admin, "POST", PATH, body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.body
}

both! {
    async fn country_province_and_city_are_kept_named_and_taken_away(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let place = regions(&t.kernel).await;
        let user = made(&w, &placed("somebody", &place)).await;
        let names = |user: &Value| ["countryName", "provinceName", "cityName"].map(|f| user[f].as_str().unwrap().to_owned());
        assert_eq!(names(&user), ["Land", "Shire", "Town"]);
        assert_eq!(w.face.get(&w.admin, &at(&user)).await.body, user);
        let list = w.face.list(&w.admin, "users", &json!({ "userName": "somebody" })).await.body;
        assert_eq!(list[0], user);
        let chinese = w.face.send_in_chinese(&w.admin, "PUT", &at(&user), &user).await.body;
        assert_eq!(names(&chinese), ["甲国", "乙省", "丙市"]);
        let without = with(with(chinese, "cityId", Value::Null), "provinceId", Value::Null);
        let after = w.face.send(&w.admin, "PUT", &at(&user), &without).await.body;
        assert_eq!((names(&after), &after["countryId"]), (["Land".into(), String::new(), String::new()], &json!(place[0])));
    }
}

both! {
    async fn each_region_is_in_the_one_before(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let place = regions(&t.kernel).await;
        let user = made(&w, &form("somebody")).await;
        for (field, value, said, zh, en) in [
            ("countryId", json!("nowhere"), "countryId", "请选择国家", "please select a country"),
            ("countryId", Value::Null, "provinceId", "请选择该国家的省份", "please select a province of the country"),
            ("provinceId", json!(place[2]), "provinceId", "请选择该国家的省份", "please select a province of the country"),
            ("cityId", json!(place[0]), "cityId", "请选择该省份的城市", "please select a city of the province"),
        ] {
            let body = with(placed("another", &place), field, value);
            assert_eq!(w.face.send(&w.admin, "POST", PATH, &body).await.on(said), en);
            assert_eq!(w.face.send_in_chinese(&w.admin, "POST", PATH, &body).await.on(said), zh);
            let edit = with(with(with(body, "version", user["version"].clone()), "userName", json!("somebody")), "email", user["email"].clone());
            assert_eq!(w.face.send(&w.admin, "PUT", &at(&user), &edit).await.on(said), en, "and when it is changed");
        }
    }
}

both! {
    async fn a_region_that_somebody_is_in_stays(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let place = regions(&t.kernel).await;
        let user = made(&w, &placed("somebody", &place)).await;
        let city = format!("/api/admin/areas/{}", place[2]);
        let kept = w.face.send(&w.admin, "DELETE", &city, &json!({})).await;
        assert_eq!((kept.status.as_u16(), &kept.body["message"]), (409, &json!("this region is in use by users and cannot be deleted")));
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&user), &json!({})).await.status, 200);
        assert_eq!(w.face.send(&w.admin, "DELETE", &city, &json!({})).await.status, 200);
    }
}

both! {
    async fn files_name_them_in_either_language(engine) {
        use base64::Engine as _;
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let place = regions(&t.kernel).await;
        let send = |file: &'static str| {
            let content = base64::engine::general_purpose::STANDARD.encode(file);
            let w = &w;
            async move {
                let body = json!({ "content": content, "dryRun": false });
                w.face.send(&w.admin, "POST", "/api/admin/users/import", &body).await.body
            }
        };
        let bad = send("Name,User name,E-mail,Phone,Role,Country,Province/State,City\nA,anna,a@x.cn,13800,Clerk,Land,Town,\nB,bernd,b@x.cn,13800,Clerk,,Shire,\n").await;
        let told: Vec<_> = bad["errors"].as_array().unwrap().iter().map(|e| (&e["row"], &e["field"])).collect();
        assert_eq!(told, [(&json!(2), &json!("provinceId")), (&json!(3), &json!("provinceId"))]);
        let good = send("Name,User name,E-mail,Phone,Role,国家,省/州,City\nA,anna,a@x.cn,13800,Clerk,甲国,shire,TOWN\n").await;
        assert_eq!(good["applied"], json!(true), "{good}");
        let anna = w.face.list(&w.admin, "users", &json!({ "userName": "anna" })).await.body;
        assert_eq!(anna[0]["cityId"], json!(place[2]));
        let zip = w.face.send_in_chinese(&w.admin, "POST", "/api/admin/users/export", &json!({ "userIds": [anna[0]["id"]] })).await.octets;
        let mut csv = String::new();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        std::io::Read::read_to_string(&mut zip.by_name("user-list.csv").unwrap(), &mut csv).unwrap();
        assert!(csv.contains("国家,省/州,城市") && csv.contains("甲国,乙省,丙市"), "{csv}");
    }
}
