use super::*;
use crate::kernel::ctx::{Act, Permission};
use crate::resources::studies::Study;

const CHOSEN: &str = "/api/admin/study-sites";

/// A study of `mine` and one of `other`; `mine` has the sites Alpha, Beta and Gamma, `other` has Alpha.
struct Chosen {
    w: World,
    study: Study,
    elsewhere: Study,
    places: Vec<TenantSite>,
    foreign: TenantSite,
}

async fn chosen(kernel: &Kernel) -> Chosen {
    let w = ready(kernel).await;
    let mut globals = Vec::new();
    for name in ["First", "Second", "Third"] {
        globals.push(Id::from(w.site(name).await.as_str()));
    }
    let mut cx = world::system(kernel);
    let study = world::study(&mut cx, &w.mine, "Study", "S").await;
    let elsewhere = world::study(&mut cx, &w.other, "Study", "S").await;
    let mut places = Vec::new();
    for (site, nick) in globals.iter().zip(["Alpha", "Beta", "Gamma"]) {
        places.push(add_to_tenant(&mut cx, &w.mine.id, site, nick).await.unwrap());
    }
    let foreign = add_to_tenant(&mut cx, &w.other.id, &globals[0], "Alpha").await.unwrap();
    cx.commit().await.unwrap();
    Chosen { w, study, elsewhere, places, foreign }
}

impl Chosen {
    fn form(&self, place: usize, code: &str) -> Value {
        json!({ "tenantId": self.w.mine.id, "studyId": self.study.id, "tenantSiteId": self.places[place].id, "code": code })
    }

    async fn add(&self, place: usize, code: &str) -> world::Answer {
        self.w.face.send(&self.w.chief, "POST", CHOSEN, &self.form(place, code)).await
    }

    async fn left(&self, filter: &Value) -> Vec<String> {
        let list = format!("studies/{}/unselected-sites", self.study.id);
        named(&self.w.face.list(&self.w.chief, &list, filter).await.body, "nickName")
    }
}

fn at(record: &Value) -> String {
    format!("{CHOSEN}/{}", record["id"].as_str().unwrap())
}

both! {
    async fn a_study_chooses_sites_of_its_tenant_codes_them_and_gives_them_back(engine) {
        let t = engine.kernel().await;
        let c = chosen(&t.kernel).await;
        let (face, chief) = (&c.w.face, &c.w.chief);
        assert_eq!(c.left(&json!({})).await, ["Alpha", "Beta", "Gamma"]);
        assert_eq!(c.left(&json!({ "q": "seco" })).await, ["Beta"]);
        let made = c.add(1, "S01").await;
        assert_eq!(made.status, 201, "{}", made.body);
        for (field, value) in [("code", "S01"), ("nickName", "Beta"), ("siteName", "Second"), ("areaName", "Land-Shire"),
            ("countryName", "Land"), ("provinceName", "Shire"), ("cityName", ""), ("levelDesc", "Tertiary, grade A"),
            ("address", "Road 1"), ("remark", "a\nb")] {
            assert_eq!(made.body[field], json!(value), "{field}");
        }
        assert_eq!(face.get(chief, &at(&made.body)).await.body, made.body);
        assert_eq!(c.left(&json!({})).await, ["Alpha", "Gamma"]);
        c.add(0, "S02").await;
        let list = face.list(chief, "study-sites", &json!({ "studyId": c.study.id })).await.body;
        assert_eq!(named(&list, "code"), ["S02", "S01"]);
        assert_eq!(named(&face.list(chief, "study-sites", &json!({ "studyId": c.study.id, "q": "s01" })).await.body, "nickName"), ["Beta"]);
        // Of one site of the platform: the studies, and the tenants of the caller.
        let first = json!({ "siteId": c.places[0].site_id });
        assert_eq!(named(&face.list(chief, "study-sites", &first).await.body, "code"), ["S02"]);
        assert_eq!(named(&face.list(chief, "tenant-sites", &first).await.body, "nickName"), ["Alpha"]);

        let moved = json!({ "version": 1, "code": "S09", "studyId": c.elsewhere.id, "tenantSiteId": c.places[2].id });
        let changed = face.send(chief, "PUT", &at(&made.body), &moved).await;
        assert_eq!((&changed.body["code"], &changed.body["studyId"], &changed.body["nickName"]), (&json!("S09"), &json!(c.study.id), &json!("Beta")));
        assert_eq!(face.send(chief, "PUT", &at(&made.body), &moved).await.status, 409);
        let used = face.send(chief, "PUT", &at(&made.body), &json!({ "version": 2, "code": "s02" })).await;
        assert_eq!(used.on("code"), "the study has this code already");

        assert_eq!(face.send(chief, "DELETE", &at(&made.body), &json!({})).await.status, 200);
        assert_eq!(face.get(chief, &at(&made.body)).await.status, 404);
        assert_eq!(c.add(2, "S09").await.status, 201, "a removed site's code is free again");
        let again = c.add(1, "S10").await;
        assert_eq!((&again.body["id"], &again.body["code"]), (&made.body["id"], &json!("S10")), "{}", again.body);
        let actions: Vec<_> = world::audited(&t.kernel, "study-sites").await.into_iter().map(|r| r.0).collect();
        assert_eq!(actions, ["study_site.created", "study_site.created", "study_site.updated", "study_site.deleted",
            "study_site.created", "study_site.created"]);
    }
}

both! {
    async fn every_rule_of_a_studys_site_speaks_on_its_field(engine) {
        let t = engine.kernel().await;
        let c = chosen(&t.kernel).await;
        assert_eq!(c.add(0, "S01").await.status, 201);
        for (field, on, value, zh, en) in [
            ("code", "code", json!(" "), "请输入编号", "enter the code"),
            ("code", "code", json!("s01"), "该项目已有此编号", "the study has this code already"),
            ("tenantSiteId", "tenantSiteId", json!(c.places[0].id), "该项目已有此中心", "the study has this site already"),
            ("tenantSiteId", "tenantSiteId", json!(c.foreign.id), "请选择一个中心", "select a site"),
            ("tenantSiteId", "tenantSiteId", json!("none"), "请选择一个中心", "select a site"),
            ("studyId", "studyId", json!(c.elsewhere.id), "请选择一个项目", "select a project"),
            ("tenantId", "tenantId", Value::Null, "请选择租户", "please select a tenant"),
        ] {
            let form = with(c.form(1, "S02"), field, value.clone());
            assert_eq!(c.w.face.refused_on(on, &c.w.admin, "POST", CHOSEN, &form).await, [zh, en], "{field} = {value}");
        }
        // Of two people at once, one chooses the site, whatever code the other gives it.
        let both = futures::join!(c.add(2, "S03"), c.add(2, "S04"));
        let (made, refused) = if both.0.status == 201 { both } else { (both.1, both.0) };
        assert_eq!((made.status.as_u16(), refused.on("tenantSiteId")), (201, "the study has this site already"), "{}", refused.body);
    }
}

both! {
    async fn other_tenants_do_not_see_a_studys_sites_nor_choose_any(engine) {
        let t = engine.kernel().await;
        let c = chosen(&t.kernel).await;
        let made = c.add(0, "S01").await.body;
        let (face, neighbour) = (&c.w.face, &c.w.neighbour);
        assert_eq!(named(&face.list(neighbour, "study-sites", &json!({ "studyId": c.study.id })).await.body, "code"), [""; 0]);
        for method in ["GET", "PUT", "DELETE"] {
            let answer = face.send(neighbour, method, &at(&made), &json!({ "version": 1, "code": "X" })).await;
            assert_eq!(answer.status, 404, "{method}");
        }
        assert_eq!(face.send(neighbour, "POST", CHOSEN, &c.form(1, "S02")).await.status, 404);
        let left = format!("/api/admin/studies/{}/unselected-sites", c.study.id);
        assert_eq!(face.get(neighbour, &left).await.status, 404);
        assert_eq!(face.get(&c.w.admin, "/api/admin/studies/none/unselected-sites").await.status, 404);
        let menus = Allowed::Menus([(Permission::StudySites, Act::View)].into());
        let viewer = world::person(&Id::from("v"), Allowed::Nothing, &[(&c.w.mine, menus)]);
        assert_eq!(face.get(&viewer, &left).await.status, 200);
        assert_eq!(face.get(&viewer, &format!("{PLACES}/{}", c.places[0].id)).await.status, 200);
        assert_eq!(face.send(&viewer, "POST", CHOSEN, &c.form(1, "S02")).await.status, 403);
    }
}

both! {
    async fn a_site_stays_while_somebody_is_authorised_there_and_so_does_its_study(engine) {
        let t = engine.kernel().await;
        let c = chosen(&t.kernel).await;
        let [used, free] = [c.add(0, "S01").await.body, c.add(1, "S02").await.body];
        let mut cx = world::system(&t.kernel);
        let edc = world::edc(&mut cx).await;
        let domain = world::domain(&mut cx, &c.w.mine, &edc).await;
        let binding = world::bind(&mut cx, &c.study, &domain).await;
        let anna = world::user(&mut cx, "anna", None).await;
        let selection = |site: &Value| sqlx::types::Json(json!([{ "cells": { "sites": { "picks": [site["id"]] } } }]));
        let insert = "INSERT INTO authorisation_batches (id, tenant_id, software_id, actor, actor_name, request_id, \
             user_role, user_type_id, selection, plugin_digest, state, attempt, lease_until, created_at, updated_at) \
             VALUES ('b', $1, $2, '', '', '', '', '', $3, '', 'queued', 0, 0, 0, 0)";
        let query = cx.db().await.unwrap().write(insert).bind(c.w.mine.id.clone()).bind(edc.id.clone());
        query.bind(selection(&free)).execute().await.unwrap();
        let insert = "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, \
             user_role, user_type_id, selection, claims, plugin_digest, created_at, updated_at) \
             VALUES ('g', 1, $1, $2, $3, $4, $5, '', '', $6, '[]', '', 0, 0)";
        cx.db().await.unwrap().write(insert).bind(c.w.mine.id.clone()).bind(c.study.id.clone()).bind(edc.id).bind(binding.id)
            .bind(anna.id).bind(selection(&used)).execute().await.unwrap();
        cx.commit().await.unwrap();
        let (face, chief, study) = (&c.w.face, &c.w.chief, format!("/api/admin/studies/{}", c.study.id));
        let said = async |path: &str| {
            let answer = face.send(chief, "DELETE", path, &json!({})).await;
            (answer.status.as_u16(), answer.body["message"].as_str().unwrap_or_default().to_owned())
        };
        let stays = |what: &str, by: &str| (409, format!("this {what} is in use by {by} and cannot be deleted"));
        assert_eq!(said(&at(&used)).await, stays("site", "authorisations"));
        assert_eq!(said(&at(&free)).await, stays("site", "authorisations"), "it is being carried out");
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE authorisation_batches SET state = 'done'").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(said(&at(&free)).await.0, 200);
        assert_eq!(said(&study).await, stays("study", "sites, systems and authorisations"));
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("DELETE FROM study_sites").execute().await.unwrap();
        cx.db().await.unwrap().write("UPDATE study_software SET deleted_at = 1").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(said(&study).await, stays("study", "authorisations"));
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE grants SET revoked_at = 1").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(said(&study).await.0, 200);
    }
}
