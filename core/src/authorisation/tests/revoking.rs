//! Grants are revoked, suspended and resumed, and the trial system is told until it has confirmed.

use cardea_simulator::{Fault, Faults};

use super::*;
use crate::authorisation::model::AuthoriseRequest;
use crate::authorisation::{Followed, changes, runner};
use crate::kernel::http::Request as About;
use crate::resources::testing::Face;
use crate::resources::{Became, FollowPeople as _};

/// Ends no tokens: the provider's tokens are tested in the journeys.
#[derive(Debug)]
pub(super) struct Tokens;

impl crate::authorisation::EndTokens for Tokens {
    fn end_tokens<'a>(
        &'a self,
        cx: &'a mut Ctx,
        _user: &'a Id,
        _tenant: &'a Id,
        _software: Option<&'a Id>,
    ) -> futures::future::BoxFuture<'a, Result<(), crate::kernel::error::Error>> {
        Box::pin(async move { cx.db().await.map(|_| ()) })
    }
}

impl World {
    pub(super) async fn held(&self, user: &User) -> Value {
        self.get(&self.at(&format!("/grants?tenantId={}&userId={}", self.here.id, user.id))).await.body
    }

    /// The id of a person's grant in the first study.
    pub(super) async fn grant(&self, user: &User) -> Id {
        Id::try_from(self.held(user).await[0]["id"].as_str().unwrap().to_owned()).unwrap()
    }

    pub(super) async fn revoke(&self, ids: &[&Id]) -> Answer {
        self.ask("revoke", json!({ "ids": ids, "reason": "Left the study" })).await
    }

    /// Revokes, and waits until the trial system has confirmed.
    pub(super) async fn revoked(&self, ids: &[&Id]) -> Value {
        let accepted = self.revoke(ids).await;
        assert_eq!(accepted.status, 202, "{accepted:?}");
        self.done(accepted.body["batchId"].as_str().unwrap(), "en").await
    }

    pub(super) async fn follow(&self, user: &User, became: Became) {
        let mut cx = fixtures::system(&self.t.kernel);
        Followed(Arc::new(Tokens)).follow(&mut cx, &user.id, &became, "").await.unwrap();
        cx.commit().await.unwrap();
    }

    /// Runs all batches that are due.
    pub(super) async fn told(&self) {
        while runner::run_due(&self.authorisation).await.unwrap() > 0 {}
    }

    /// The number of seats in use.
    pub(super) async fn seats(&self) -> Value {
        let (face, filter) = (Face::over(&self.t.kernel), json!({ "tenantId": self.here.id }));
        face.list(&fixtures::admin(), "tenant-software", &filter).await.body[0]["nowUserNum"].clone()
    }

    pub(super) fn knows(&self, user: &User) -> bool {
        self.system().users("A-01").contains_key(user.id.as_str())
    }

    /// The changes of a grant: kind, cause, actor, whether the system confirmed.
    async fn changes(&self, id: &Id) -> Vec<(String, String, String, bool)> {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let query =
            cx.db().await.unwrap().query("SELECT kind, cause, actor, told_at IS NOT NULL AS told FROM grant_changes");
        query.push(" WHERE grant_id = ", id.clone()).sql(" ORDER BY version").all().await.unwrap()
    }

    /// A request for one member, stored and not yet taken up.
    async fn asked(&self, row: &Value, user: &User) -> Id {
        let mut body = self.request(row);
        body["userIds"] = json!([user.id]);
        let ask: AuthoriseRequest = serde_json::from_value(body).unwrap();
        let cx = Ctx::new(self.t.kernel.clone(), fixtures::admin(), About::internal("r1".into()));
        self.authorisation.authorise(cx, &self.edc, ask).await.unwrap()
    }
}

fn change(kind: &str, cause: &str, actor: &str, told: bool) -> (String, String, String, bool) {
    (kind.into(), cause.into(), actor.into(), told)
}

both! {
    async fn a_revoked_grant_is_over_here_and_in_the_trial_system(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        w.authorise(&row, &[&w.zhang, &w.li], &[]).await;
        assert_eq!((w.seats().await, w.knows(&w.zhang)), (json!(2), true));
        let id = w.grant(&w.zhang).await;
        let done = w.revoked(&[&id]).await;
        assert_eq!((&done["kind"], &done["failed"], &done["pending"]), (&json!("revoke"), &json!([]), &json!([])));
        assert_eq!(each(&done["succeeded"], "label"), ["zhang Full (zhang)"]);
        assert_eq!((w.claims(&w.zhang).await, w.reachable(&w.zhang).await, w.held(&w.zhang).await), (json!([]), json!([]), json!([])));
        assert_eq!((w.seats().await, w.knows(&w.zhang), w.knows(&w.li)), (json!(1), false, true), "and nobody else's");
        assert_eq!(each(&w.claims(&w.li).await, "study"), ["A-01"]);

        let noted: Vec<_> = w.audited("grants").await.into_iter().filter(|n| n.action == "grant.revoked").collect();
        let [one] = noted.as_slice() else { panic!("{noted:?}") };
        assert_eq!((one.actor.as_str(), one.reason.as_deref(), one.record_id.as_str()), ("manager", Some("Left the study"), id.as_str()));
        assert_eq!(w.changes(&id).await, [change("granted", "administrator", "system:authorisation", true),
            change("revoked", "administrator", "manager", true)]);

        // Granting again makes another version of the same grant, which can be revoked again.
        w.authorise(&row, &[&w.zhang], &[]).await;
        assert_eq!((each(&w.claims(&w.zhang).await, "study"), w.seats().await, w.knows(&w.zhang)), (vec!["A-01"], json!(2), true));
        assert_eq!((w.grant(&w.zhang).await, &w.held(&w.zhang).await[0]["version"]), (id.clone(), &json!(3)));
        w.revoked(&[&id]).await;
        assert_eq!((w.claims(&w.zhang).await, w.seats().await, w.knows(&w.zhang)), (json!([]), json!(1), false));
        assert_eq!(w.changes(&id).await.len(), 4);
    }
}

both! {
    async fn what_a_revocation_asks_for_is_checked(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let id = w.grant(&w.zhang).await;
        for (body, want, field) in [
            (json!({"ids": [], "reason": "x"}), 422, Some("ids")),
            (json!({"ids": vec![json!(id); 501], "reason": "x"}), 422, Some("ids")),
            (json!({"ids": [id], "reason": " "}), 422, Some("reason")),
            (json!({"ids": [id], "reason": "x".repeat(201)}), 422, Some("reason")),
            (json!({"ids": [id]}), 400, None),
            (json!({"ids": [id, "019c0000-0000-7000-8000-000000000000"], "reason": "x"}), 404, None),
        ] {
            let answer = w.ask("revoke", body.clone()).await;
            assert_eq!(answer.status.as_u16(), want, "{body:.200}: {answer:?}");
            assert_eq!(field.map(|field| vec![field]), (want == 422).then(|| answer.fields()), "{body:.200}");
        }
        assert_eq!(w.seats().await, json!(1), "one that is not there keeps the others");
        // Also after the licence has ended: a revocation must still be reported.
        w.alter("UPDATE licences SET is_enable = FALSE WHERE software_id = $1", &w.edc.id).await;
        w.revoked(&[&id]).await;
        assert!(!w.knows(&w.zhang));
    }
}

both! {
    async fn a_trial_system_that_is_away_is_told_when_it_is_back(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let id = w.grant(&w.zhang).await;
        w.system().set_faults(Faults { fault: Some(Fault::ServerError), ..Faults::default() });
        w.follow(&w.zhang, Became::Left(w.here.id.clone())).await;
        assert_eq!((w.claims(&w.zhang).await, w.seats().await), (json!([]), json!(0)), "it is over here at once");
        let batch = changes::batch_of(&mut ReadCtx::system(&w.t.kernel), &id).await.unwrap().unwrap();
        assert!(runner::run(&w.authorisation, &batch).await.unwrap());
        let path = format!("/api/admin/panels/batches/{batch}");
        let pending = w.raw(&w.manager(Act::View), "zh", "GET", &path, "").await.body;
        assert_eq!((&pending["state"], each(&pending["pending"], "reason")), (&json!("running"), vec!["unavailable"]));
        w.system().set_faults(Faults::default());
        // A node took it up and died.
        w.t.clock.advance(16);
        assert!(runner::claim(&w.authorisation, &batch).await.unwrap().is_some());
        assert_eq!(runner::run_due(&w.authorisation).await.unwrap(), 0, "its lease lasts");
        w.t.clock.advance(181);
        let other = w.another().await;
        assert_eq!(runner::run_due(&other).await.unwrap(), 1);
        let done = w.done(batch.as_str(), "en").await;
        assert_eq!((each(&done["succeeded"], "label"), &done["pending"]), (vec!["zhang Full (zhang)"], &json!([])));
        assert_eq!((w.knows(&w.zhang), w.system().applied()), (false, 2), "put in place once and taken away once");
        assert!(w.changes(&id).await.iter().all(|(.., told)| *told));
    }
}

both! {
    async fn one_that_never_answers_is_given_up_and_that_is_noted(engine) {
        let mut w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let id = w.grant(&w.zhang).await;
        w.system.take().unwrap().stop().await;
        w.follow(&w.zhang, Became::Left(w.here.id.clone())).await;
        w.alter("UPDATE authorisation_batches SET attempt = 55 WHERE kind = 'revoke' AND software_id = $1", &w.edc.id).await;
        w.told().await;
        let noted = w.audited("grants").await;
        let last = noted.last().unwrap();
        assert_eq!((last.action.as_str(), last.record_id.as_str(), last.outcome.as_str()), ("grant.untold", id.as_str(), "failed"));
        assert_eq!(w.claims(&w.zhang).await, json!([]));
        w.t.clock.advance(86_400);
        assert_eq!(runner::run_due(&w.authorisation).await.unwrap(), 0, "it is over");
    }
}

both! {
    async fn who_is_locked_or_disabled_has_nothing_until_that_is_over(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang, &w.li], &[]).await;
        let id = w.grant(&w.zhang).await;
        let has = async |yes: bool| {
            w.told().await;
            let claims = w.claims(&w.zhang).await.as_array().unwrap().len();
            assert_eq!((claims == 1, w.knows(&w.zhang), w.seats().await), (yes, yes, json!(1 + usize::from(yes))));
            assert_eq!(w.held(&w.zhang).await[0]["suspendedAt"].is_null(), yes, "it is listed all the same");
        };
        w.alter("UPDATE users SET status = 1 WHERE id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Locked).await;
        has(false).await;
        // Disabled while locked: it resumes when both have ended.
        w.alter("UPDATE memberships SET enabled = 1 WHERE user_id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Disabled(w.here.id.clone())).await;
        w.alter("UPDATE users SET status = 0 WHERE id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Unlocked).await;
        has(false).await;
        w.alter("UPDATE memberships SET enabled = 0 WHERE user_id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Enabled(w.here.id.clone())).await;
        has(true).await;
        let kinds: Vec<_> = w.changes(&id).await.into_iter().map(|(kind, cause, ..)| format!("{kind} {cause}")).collect();
        assert_eq!(kinds, ["granted administrator", "suspended locked", "resumed enabled"]);
        // A grant revoked while it was suspended does not resume.
        w.follow(&w.zhang, Became::Locked).await;
        w.revoked(&[&id]).await;
        w.follow(&w.zhang, Became::Unlocked).await;
        w.told().await;
        assert_eq!((w.claims(&w.zhang).await, w.knows(&w.zhang)), (json!([]), false));
    }
}

both! {
    async fn what_is_granted_while_its_person_leaves_is_undone(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let batch = w.asked(&row, &w.zhang).await;
        w.alter("DELETE FROM memberships WHERE user_id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Left(w.here.id.clone())).await;
        assert!(runner::run(&w.authorisation, &batch).await.unwrap());
        let done = w.done(batch.as_str(), "en").await;
        assert_eq!((&done["succeeded"], each(&done["failed"], "reason")), (&json!([]), vec!["not-found"]));
        w.told().await;
        assert_eq!((w.seats().await, w.knows(&w.zhang), w.held(&w.zhang).await), (json!(0), false, json!([])));
    }
}

both! {
    async fn what_was_asked_for_before_somebody_left_is_not_granted_after_they_return(engine) {
        let w = World::new(engine).await;
        let batch = w.asked(&w.row(&[0], "reports", "cra", "prod"), &w.zhang).await;
        w.alter("DELETE FROM memberships WHERE user_id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Left(w.here.id.clone())).await;
        w.t.clock.advance(1);
        let mut cx = fixtures::system(&w.t.kernel);
        join(&mut cx, &w.here, &[&w.zhang]).await;
        cx.commit().await.unwrap();
        assert!(runner::run(&w.authorisation, &batch).await.unwrap());
        assert_eq!(w.done(batch.as_str(), "en").await["succeeded"], json!([]));
        w.told().await;
        assert_eq!((w.claims(&w.zhang).await, w.knows(&w.zhang), w.seats().await), (json!([]), false, json!(0)));
    }
}

both! {
    async fn a_revocation_goes_before_a_grant_that_was_asked_for_earlier(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        w.authorise(&row, &[&w.zhang], &[]).await;
        let batch = w.asked(&w.row(&[1], "coding", "tester", "uat"), &w.zhang).await;
        w.revoked(&[&w.grant(&w.zhang).await]).await;
        assert!(runner::run(&w.authorisation, &batch).await.unwrap());
        assert_eq!(w.done(batch.as_str(), "en").await["succeeded"], json!([]));
        assert!(w.knows(&w.zhang), "the trial system took it before anybody knew better");
        w.told().await;
        assert_eq!((w.claims(&w.zhang).await, w.knows(&w.zhang), w.seats().await), (json!([]), false, json!(0)));
    }
}

both! {
    async fn who_is_granted_again_before_the_system_knew_is_told_to_it_last(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        w.authorise(&row, &[&w.zhang], &[]).await;
        w.follow(&w.zhang, Became::Left(w.here.id.clone())).await;
        w.authorise(&row, &[&w.zhang], &[]).await;
        w.told().await;
        assert_eq!((w.knows(&w.zhang), each(&w.claims(&w.zhang).await, "study")), (true, vec!["A-01"]));
    }
}
