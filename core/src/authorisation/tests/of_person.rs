//! What a person has over all systems, and who has what in a study.

use super::*;
use crate::authorisation::keep;

both! {
    async fn grants_are_listed_by_person_and_by_study_for_whoever_may_see_them(engine) {
        let w = World::new(engine).await;
        let mut cx = fixtures::system(&w.t.kernel);
        for (binding, user, role) in [(0, &w.zhang, "cra"), (1, &w.zhang, "dm"), (0, &w.li, "cra")] {
            keep(&mut cx, &w.bound[binding], &user.id, (Vec::new(), [("roles".to_owned(), json!([role]))].into()), &[]).await.unwrap();
            w.t.clock.advance(1);
        }
        cx.commit().await.unwrap();
        let of = |user: &User| format!("/api/admin/users/{}/grants", user.id);
        let study = format!("/api/admin/studies/{}/grants", w.bound[0].study_id);
        let seen = w.get(&of(&w.zhang)).await.body;
        assert_eq!(each(&seen["rows"], "studyCode"), ["A-01", "B-01"]);
        assert_eq!((&seen["rows"][0]["roles"], &seen["rows"][1]["roles"]), (&json!(["cra"]), &json!(["dm"])));
        assert!(seen["rows"][0]["grantedAt"].is_string() && seen["next"].is_null(), "{seen}");
        assert_eq!(each(&w.get(&study).await.body["rows"], "userName"), ["zhang", "lina"]);
        assert_eq!(each(&w.get(&format!("{study}?softwareId={}", w.edc.id)).await.body["rows"], "userName"), ["zhang", "lina"]);
        for nothing in [format!("{study}?softwareId=other"), format!("{study}?siteId={}", w.sites[0].id)] {
            assert_eq!(w.get(&nothing).await.body["rows"], json!([]), "{nothing}");
        }
        let after = seen["rows"][0]["id"].as_str().unwrap();
        assert_eq!(each(&w.get(&format!("{}?after={after}", of(&w.zhang))).await.body["rows"], "studyCode"), ["B-01"]);

        let menus = || Allowed::Menus([(Permission::UserAllowed, Act::View)].into());
        let here = fixtures::person(&Id::from("chief"), Allowed::Nothing, &[(&w.here, menus())]);
        let there = fixtures::person(&Id::from("chief"), Allowed::Nothing, &[(&w.there, menus())]);
        let plain = fixtures::person(&Id::from("plain"), Allowed::Nothing, &[(&w.here, Allowed::Nothing)]);
        for path in [of(&w.zhang), study.clone()] {
            let statuses = [&here, &there, &plain].map(|who| w.raw(who, "en", "GET", &path, ""));
            let statuses: Vec<_> = futures::future::join_all(statuses).await.iter().map(|answer| answer.status.as_u16()).collect();
            assert_eq!(statuses, [200, 404, 403], "{path}");
        }
        assert_eq!(w.raw(&here, "en", "GET", &of(&w.outsider), "").await.status, 404, "no member of the tenant");
        w.alter("UPDATE grants SET revoked_at = 1 WHERE user_id = $1", &w.li.id).await;
        assert_eq!(each(&w.get(&study).await.body["rows"], "userName"), ["zhang"]);
    }
}

both! {
    async fn a_study_of_many_grants_is_read_page_by_page(engine) {
        let w = World::new(engine).await;
        let mut cx = fixtures::system(&w.t.kernel);
        fixtures::crowd(&mut cx).await;
        let fill = cx.db().await.unwrap().write(
            "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
             user_type_id, selection, claims, plugin_digest, created_at, updated_at) SELECT 'g' || u.id, 1,",
        );
        let fill = fill.push(" ", w.here.id.clone()).push(", ", w.bound[0].study_id.clone()).push(", ", w.edc.id.clone());
        let fill = fill.push(", ", w.bound[0].id.clone()).sql(", u.id, '', '', '[]', '{}', '', 0, 0 FROM users u WHERE u.full_name_key = 'crowd'");
        fill.execute().await.unwrap();
        cx.commit().await.unwrap();
        let study = format!("/api/admin/studies/{}/grants", w.bound[0].study_id);
        let (mut seen, mut after) = (std::collections::BTreeSet::new(), String::new());
        loop {
            let page = w.get(&format!("{study}{after}")).await.body;
            let rows = each(&page["rows"], "userName");
            assert!(rows.len() <= 50);
            seen.extend(rows.into_iter().map(str::to_owned));
            match page["next"].as_str() {
                Some(next) => after = format!("?after={next}"),
                None => break,
            }
        }
        assert_eq!(seen.len(), 1001);
    }
}
