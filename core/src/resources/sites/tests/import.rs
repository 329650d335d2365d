//! The import of sites.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;

const IMPORT: &str = "/api/admin/sites/import";
const FILE: &str = "Name,Country,Province/State,City,Level,Type,Address,Remark\r\n\
    Clinic,land,SHIRE,,三级甲等,general hospital,Road 1,\r\n\
    \r\n\
    Hospital,,,,\"Tertiary, grade A\",综合医院,,=not a formula\r\n";

async fn import(w: &World, file: &str, dry_run: bool) -> Value {
    let body = json!({ "content": STANDARD.encode(file), "dryRun": dry_run });
    let answer = w.face.send(&w.admin, "POST", IMPORT, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

async fn names(w: &World) -> Vec<String> {
    named(&w.face.list(&w.admin, "sites", &json!({})).await.body, "siteName")
}

both! {
    async fn a_file_is_tried_taken_whole_and_changes_nothing_when_it_comes_again(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let want = json!({ "applied": false, "total": 2, "created": 2, "unchanged": 0, "errorCount": 0, "errors": [] });
        assert_eq!((import(&w, FILE, true).await, names(&w).await), (want, Vec::new()));
        let taken = import(&w, FILE, false).await;
        assert_eq!((&taken["applied"], &taken["created"]), (&json!(true), &json!(2)));
        let list = w.face.list(&w.admin, "sites", &json!({ "q": "clinic" })).await.body;
        for (field, want) in [("areaName", "Land-Shire"), ("levelDesc", "Tertiary, grade A"), ("typeDesc", "General hospital"), ("address", "Road 1")] {
            assert_eq!(list[0][field], want, "{field}");
        }
        let again = import(&w, FILE, false).await;
        assert_eq!((&again["applied"], &again["created"], &again["unchanged"]), (&json!(true), &json!(0), &json!(2)));
        assert_eq!(names(&w).await, ["Clinic", "Hospital"]);
        let actions: Vec<_> = world::audited(&t.kernel, "sites").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["site.created", "site.created", "site.imported", "site.imported"]);
    }
}

both! {
    async fn one_wrong_row_keeps_all_out_and_every_error_is_told(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        import(&w, FILE, false).await;
        let file = "名称,国家,省/州,城市,级别,类型,地址\n\
            Good,Land,,,三级甲等,综合医院,\n\
            ,Nowhere,Shire,,None,None,\n\
            Clinic,Land,Shire,,三级甲等,综合医院,Elsewhere\n\
            Clinic,Land,,,三级甲等,综合医院,\n\
            Twin,,,,三级甲等,综合医院,\n\
            TWIN,,,,三级甲等,综合医院,\n\
            Lost,Land,Shire,City,三级甲等,综合医院,\n";
        let refused = import(&w, file, false).await;
        let told: Vec<_> = refused["errors"].as_array().unwrap().iter()
            .map(|e| (e["row"].as_u64().unwrap(), e["field"].as_str().unwrap())).collect();
        // The same name in another region is another site; in the same region it is the existing one.
        let want = [(3, "countryId"), (3, "provinceId"), (3, "levelId"), (3, "typeId"), (3, "siteName"), (4, "siteName"), (7, "siteName"), (8, "cityId")];
        assert_eq!((told, &refused["applied"]), (want.to_vec(), &json!(false)));
        assert_eq!(names(&w).await, ["Clinic", "Hospital"]);
    }
}

both! {
    async fn regions_of_one_name_are_told_apart_by_their_codes(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let area = |code: &str| AreaInput {
            area_name: Some("Twin".into()), area_code: Some(code.into()), sort: Some(Number::Whole(2)), ..AreaInput::default()
        };
        let mut cx = world::system(&t.kernel);
        areas::create(&mut cx, &area("TA")).await.unwrap();
        let second = areas::create(&mut cx, &area("TB")).await.unwrap();
        cx.commit().await.unwrap();
        let file = |country: &str| format!("Name,Country,Level,Type\nClinic,{country},三级甲等,综合医院\n");
        assert_eq!(import(&w, &file("Twin"), true).await["errors"][0]["message"], "there is no such country");
        import(&w, &file("tb"), false).await;
        assert_eq!(w.face.list(&w.admin, "sites", &json!({})).await.body[0]["countryId"], json!(second.id));
    }
}
