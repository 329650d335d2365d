//! The blinding guard: of a blinded and an unblinded role in one study nobody has both, by whichever path.

use super::*;
use crate::authorisation::keep;
use crate::host::model::{Cell, Claims, Grant};
use crate::resources::Became;
use crate::resources::blinding_rules::{BlindingRuleInput, Side};
use crate::resources::software::{AuthorizationStyle, SoftwareInput};

/// The supply system of a study, whose pharmacists know who gets what.
pub(super) struct Supply {
    software: Software,
    bound: StudyBinding,
}

impl World {
    /// Adds a rule to the first tenant.
    pub(super) async fn rule(&self, software: &Software, column: &str, role: &str, side: Side) {
        let mut cx = fixtures::system(&self.t.kernel);
        let form = BlindingRuleInput {
            tenant_id: Some(self.here.id.clone()),
            software_id: Some(software.id.clone()),
            column_key: Some(column.to_owned()),
            role_id: Some(role.to_owned()),
            role_name: Some(format!("The {role}")),
            side: Some(side),
            ..BlindingRuleInput::default()
        };
        crate::resources::blinding_rules::create(&mut cx, form).await.unwrap();
        cx.commit().await.unwrap();
    }

    /// A second system of the first study.
    pub(super) async fn supply(&self) -> Supply {
        let mut cx = fixtures::system(&self.t.kernel);
        let form: SoftwareInput = fixtures::software_input("RTSM", "030", AuthorizationStyle::Rtsm);
        let software = crate::resources::software::create(&mut cx, form).await.unwrap();
        fixtures::give_licence(&mut cx, fixtures::licence(&self.here, &software)).await;
        let domain = fixtures::domain(&mut cx, &self.here, &software).await;
        let new = NewStudyBinding {
            study_id: self.bound[0].study_id.clone(),
            tenant_domain_id: domain.id,
            role_api_request: self.system().role_api(),
            role_api_response: self.system().callback_api(),
        };
        let bound = domains::bind(&mut cx, new).await.unwrap();
        cx.commit().await.unwrap();
        self.rule(&software, "role", "pharmacist", Side::Unblinded).await;
        Supply { software, bound }
    }

    /// Makes somebody a pharmacist there.
    pub(super) async fn pharmacist(&self, supply: &Supply, user: &User) {
        let cells = [("role".to_owned(), Cell::Picks(vec!["pharmacist".to_owned()]))].into();
        let mut cx = fixtures::system(&self.t.kernel);
        keep(&mut cx, &supply.bound, &user.id, (vec![Grant { tab: None, cells }], Claims::new()), &[]).await.unwrap();
        cx.commit().await.unwrap();
    }

    async fn holds(&self) -> i64 {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let query = cx.db().await.unwrap().query("SELECT count(*) FROM blinding_holds");
        query.one::<(i64,)>().await.unwrap().0
    }
}

/// Who was refused, and by which word.
fn refused(done: &Value) -> Vec<(&str, &str)> {
    let text = |failure: &'_ Value, key: &str| failure[key].as_str().unwrap().to_owned();
    let failed = done["failed"].as_array().unwrap();
    assert!(failed.iter().all(|failure| !text(failure, "message").is_empty()));
    failed.iter().map(|f| (f["userId"].as_str().unwrap(), f["reason"].as_str().unwrap())).collect()
}

both! {
    async fn a_role_of_the_other_side_is_refused_before_anything_is_sent(engine) {
        let w = World::new(engine).await;
        let supply = w.supply().await;
        w.rule(&w.edc, "roleEnvironment", "cra", Side::Blinded).await;
        w.pharmacist(&supply, &w.zhang).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let done = w.authorise(&row, &[&w.zhang, &w.li], &[]).await;
        assert_eq!(refused(&done), [(w.zhang.id.as_str(), "blinding")], "{done}");
        assert!(!w.knows(&w.zhang) && w.knows(&w.li), "the trial system was not asked for the one");
        assert_eq!(w.holds().await, 0, "nothing is held once it is settled");
        let noted = w.audited("grants").await;
        let noted: Vec<_> = noted.iter().filter(|row| row.action == "grant.refused").collect();
        assert_eq!((noted.len(), noted[0].outcome.as_str(), noted[0].reason.as_deref()), (1, "refused", Some("blinding")));
        let done = w.authorise(&w.row(&[0], "reports", "crc", "prod"), &[&w.zhang], &[]).await;
        assert_eq!(refused(&done), [], "a role without a side: {done}");
    }
}

both! {
    async fn nobody_gets_both_sides_at_once(engine) {
        let w = World::new(engine).await;
        w.rule(&w.edc, "roleEnvironment", "cra", Side::Blinded).await;
        w.rule(&w.edc, "moduleRoles", "reports", Side::Unblinded).await;
        let done = w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.li], &[]).await;
        assert_eq!(refused(&done), [(w.li.id.as_str(), "blinding")], "{done}");
        assert!(!w.knows(&w.li));
    }
}

both! {
    async fn what_another_node_is_giving_counts_already(engine) {
        let w = World::new(engine).await;
        w.rule(&w.edc, "roleEnvironment", "cra", Side::Blinded).await;
        let hold = async |sql: &'static str| {
            let mut cx = fixtures::system(&w.t.kernel);
            let query = cx.db().await.unwrap().write(sql);
            query.bind(w.bound[0].study_id.clone()).bind(w.li.id.clone()).execute().await.unwrap();
            cx.commit().await.unwrap();
        };
        // As while the supply system has not answered yet.
        hold("INSERT INTO blinding_holds (study_id, user_id, batch_id, side) VALUES ($1, $2, 'elsewhere', 1)").await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let done = w.authorise(&row, &[&w.li], &[]).await;
        assert_eq!(refused(&done), [(w.li.id.as_str(), "blinding")], "{done}");
        hold("DELETE FROM blinding_holds WHERE study_id = $1 AND user_id = $2").await;
        assert_eq!(refused(&w.authorise(&row, &[&w.li], &[]).await), []);
        assert_eq!(w.holds().await, 0);
    }
}

both! {
    async fn a_suspended_grant_of_the_other_side_does_not_resume(engine) {
        let w = World::new(engine).await;
        let supply = w.supply().await;
        w.rule(&w.edc, "roleEnvironment", "cra", Side::Blinded).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.li], &[]).await;
        w.follow(&w.li, Became::Locked).await;
        w.pharmacist(&supply, &w.li).await;
        w.follow(&w.li, Became::Unlocked).await;
        let told = w.audited("grants").await;
        assert_eq!(told.iter().filter(|row| row.action == "grant.not_resumed").count(), 1);
        let mut cx = ReadCtx::system(&w.t.kernel);
        let query = cx.db().await.unwrap().query("SELECT software_id FROM grants WHERE suspended_at IS NULL");
        let standing: Vec<(Id,)> = query.push(" AND user_id = ", w.li.id.clone()).all().await.unwrap();
        assert_eq!(standing, [(supply.software.id.clone(),)]);
    }
}

both! {
    async fn a_dry_run_names_who_conflicts_today_and_changes_nothing(engine) {
        let w = World::new(engine).await;
        let supply = w.supply().await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.li, &w.zhang], &[]).await;
        w.pharmacist(&supply, &w.li).await;
        let viewer = Allowed::Menus([(Permission::BlindingRules, Act::View)].into());
        let viewer = fixtures::person(&Id::from("viewer"), Allowed::Nothing, &[(&w.here, viewer)]);
        let run = async |who: &Who, body: Value| {
            w.raw(who, "en", "POST", "/api/admin/blinding-rules/dry-run", body.to_string()).await
        };
        let none = run(&viewer, json!({ "tenantId": w.here.id })).await;
        assert_eq!((&none.body["conflicts"], &none.body["complete"]), (&json!([]), &json!(true)), "{none:?}");
        // With a rule that is only planned.
        let planned = json!({ "softwareId": w.edc.id, "columnKey": "roleEnvironment", "roleId": "cra",
                              "roleName": "CRA", "side": "blinded" });
        let found = run(&viewer, json!({ "tenantId": w.here.id, "rule": planned })).await.body;
        let conflicts = found["conflicts"].as_array().unwrap();
        assert_eq!(conflicts.len(), 1, "{found}");
        assert_eq!((&conflicts[0]["userId"], &conflicts[0]["studyCode"]), (&json!(w.li.id), &json!("A-01")));
        assert_eq!(conflicts[0]["blinded"], json!(["EDC: CRA"]));
        assert_eq!(conflicts[0]["unblinded"], json!(["RTSM: The pharmacist"]));
        assert_eq!(found["lookedAt"], json!(3));
        assert_eq!(run(&viewer, json!({ "tenantId": w.there.id })).await.is(), (404, "not_found"));
        assert_eq!(run(&w.manager(Act::Edit), json!({ "tenantId": w.here.id })).await.is(), (403, "forbidden"));
    }
}
