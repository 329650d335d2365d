//! Pre-authorisations: nothing of them reaches a trial system before their person accepts, and then it does once.

mod declining;

use cardea_simulator::{Fault, Faults};
use tempfile::TempDir;

use super::ledger::with_filter;
use super::*;
use crate::authentication::Sessions;
use crate::authentication::testing::{messages, opened};
use crate::config::Invitations;
use crate::files::Files;
use crate::invitations;
use crate::kernel::denials::audit_denials;
use crate::kernel::http;
use crate::notify::Outbox;
use crate::preauthorisation::{self, Preauthorisations};
use crate::resources::blinding_rules::Side;
use crate::resources::roles::Role;
use crate::resources::sheet::Exports;
use crate::resources::testing::Recently;

const PATH: &str = "/api/admin/preauthorisations";
const HISTORY: &str = "/api/admin/preauthorisation-changes";
const OWN: &str = "/api/account/preauthorised";
const ACCEPT: &str = "/api/account/preauthorised/accept";
const DAY: i64 = 24 * 3600;

/// The world with messages, registration and pre-authorisations, and an administrator who sends them.
struct Offers {
    w: World,
    state: Preauthorisations,
    outbox: Outbox,
    dir: TempDir,
    chief: User,
    role: Role,
}

const MENUS: &[(Permission, Act)] = &[
    (Permission::Authorization, Act::Edit),
    (Permission::AuthorizationHistory, Act::View),
    (Permission::TenantUsers, Act::Edit),
    (Permission::Studies, Act::View),
];

impl Offers {
    async fn new(engine: Engine) -> Self {
        Box::pin(Self::made(engine)).await
    }

    async fn made(engine: Engine) -> Self {
        let mut w = World::new(engine).await;
        let dir = tempfile::tempdir().unwrap();
        let (sessions, outbox): (Sessions, Outbox) = opened(&w.t, dir.path(), |_| {}).await;
        let mut cx = fixtures::system(&w.t.kernel);
        let role = fixtures::role(&mut cx, "Sender", RoleType::Tenant, MENUS).await;
        let chief = fixtures::user(&mut cx, "chief", None).await;
        let new = NewMembers {
            tenant_id: w.here.id.clone(),
            user_ids: vec![chief.id.clone()],
            role: Some(role.id),
            type_id: Some(Id::from("3-site")),
            position_id: Some(Id::from("2-cra")),
        };
        members::add(&mut cx, new).await.unwrap();
        let role = fixtures::role(&mut cx, "Monitor", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        cx.commit().await.unwrap();
        let state = Preauthorisations::new(
            sessions.clone(),
            w.authorisation.clone(),
            Arc::new(Recently),
            Exports::new(Files::in_memory(&w.t.kernel)),
        );
        let (calls, _) = invitations::router(sessions, Arc::new(state.clone()))
            .merge(preauthorisation::router(state.clone()))
            .split_for_parts();
        let (admin, _) = preauthorisation::admin_router(state.clone()).split_for_parts();
        let denials = axum::middleware::from_fn_with_state(w.t.kernel.clone(), audit_denials);
        let more = calls.layer(http::documented()).merge(admin.layer(denials).layer(http::admin()));
        w.face = w.face.merge(more.layer(http::identify(w.t.kernel.clone())));
        Self { w, state, outbox, dir, chief, role }
    }

    /// The administrator, with these menus in the first tenant.
    fn who(&self, menus: &[(Permission, Act)]) -> Who {
        let allowed = Allowed::Menus(menus.iter().copied().collect());
        Self::named(fixtures::person(&self.chief.id, Allowed::Nothing, &[(&self.w.here, allowed)]), &self.chief)
    }

    fn own(user: &User) -> Who {
        Self::named(fixtures::person(&user.id, Allowed::Nothing, &[]), user)
    }

    fn named(who: Who, user: &User) -> Who {
        let Who::Person(mut person) = who else { return who };
        user.user_name.clone_into(&mut person.user_name);
        user.full_name.clone_into(&mut person.full_name);
        Who::Person(person)
    }

    async fn call(&self, who: &Who, method: &str, path: &str, body: &Value) -> Answer {
        self.w.raw(who, "en", method, path, body.to_string()).await
    }

    fn request(&self, row: &Value, users: &[&User], emails: &[&str]) -> Value {
        let mut body = self.w.request(row);
        body["softwareId"] = json!(self.w.edc.id);
        body["userRole"] = json!(self.role.id);
        body["userIds"] = users.iter().map(|user| json!(user.id)).collect();
        body["emails"] = json!(emails);
        body
    }

    /// Sends as the administrator.
    async fn send(&self, row: &Value, users: &[&User], emails: &[&str]) -> Value {
        // So that its mails are the latest, and no mailbox is written to too soon.
        self.w.t.clock.advance(120);
        let answer = self.call(&self.who(MENUS), "POST", PATH, &self.request(row, users, emails)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    /// Sends to one; returns the id and the key in the mail.
    async fn sent(&self, row: &Value, users: &[&User], emails: &[&str]) -> (String, String) {
        let body = self.send(row, users, emails).await;
        assert_eq!(body["failure"], json!([]), "{body}");
        (body["success"][0]["id"].as_str().unwrap().to_owned(), self.key().await)
    }

    async fn mails(&self) -> Vec<Value> {
        messages(&self.outbox, self.dir.path()).await
    }

    /// The key of the latest link.
    async fn key(&self) -> String {
        let mail = self.mails().await.pop().unwrap();
        let link = url::Url::parse(mail["values"]["link"].as_str().unwrap()).unwrap();
        link.query_pairs().find(|(name, _)| name == "key").unwrap().1.into_owned()
    }

    async fn accept(&self, user: &User, id: &str, key: Option<&str>) -> Answer {
        self.call(&Self::own(user), "POST", ACCEPT, &json!({ "id": id, "key": key })).await
    }

    async fn list(&self, filter: Value) -> Value {
        let mut filter = filter;
        filter["tenantId"] = json!(self.w.here.id);
        self.w.list(&self.who(MENUS), PATH, &filter).await.body
    }

    async fn one(&self, id: &str) -> Value {
        self.list(json!({ "id": id })).await[0].clone()
    }

    /// What waits for somebody, and the problem of a key.
    async fn waiting(&self, user: &User, key: &str) -> (Vec<String>, Value) {
        let path = format!("{OWN}?key={key}");
        let answer = self.call(&Self::own(user), "GET", &path, &Value::Null).await;
        assert_eq!(answer.body["code"], "200", "{answer:?}");
        let ids = each(&answer.body["data"]["list"], "id").into_iter().map(str::to_owned).collect();
        (ids, answer.body["data"]["problem"].clone())
    }

    async fn due(&self) {
        preauthorisation::run_due(&self.state).await.unwrap();
    }

    /// Runs the batches to their end and notes how they ended.
    async fn carried_out(&self) {
        // The answer began them, too; whoever comes first carries each out.
        while crate::authorisation::run_due(&self.w.authorisation).await.unwrap() > 0 {}
        let under_way = async {
            let mut beat = tokio::time::interval(Duration::from_millis(10));
            loop {
                self.due().await;
                let open = self.list(json!({ "state": "accepted" })).await;
                if open.as_array().unwrap().iter().all(|it| !it["settledAt"].is_null()) {
                    return;
                }
                beat.tick().await;
            }
        };
        tokio::time::timeout(Duration::from_mins(2), under_way).await.expect("the batches end");
    }

    /// The one site of the second study.
    async fn site_of_the_second(&self) -> Id {
        let mut cx = ReadCtx::system(&self.w.t.kernel);
        let query = cx.db().await.unwrap().query("SELECT id FROM study_sites");
        query.push(" WHERE study_id = ", self.w.bound[1].study_id.clone()).one::<(Id,)>().await.unwrap().0
    }

    async fn alter(&self, sql: &'static str, id: &Id) {
        self.w.alter(sql, id).await;
    }
}

both! {
    async fn a_member_accepts_in_the_portal_once_and_nobody_else_can(engine) {
        let o = Offers::new(engine).await;
        let row = o.w.row(&[0], "reports", "cra", "prod");
        let (id, key) = o.sent(&row, &[&o.w.zhang], &[]).await;
        let mail = o.mails().await.pop().unwrap();
        assert_eq!((&mail["to"], &mail["purpose"]), (&json!(o.w.zhang.email), &json!("preauthorisation")));
        assert!(mail["values"]["link"].as_str().unwrap().contains("/softIndex?key="), "{mail}");
        assert!(mail["text"].as_str().unwrap().contains("Alpha"), "{mail}");
        assert_eq!((o.w.claims(&o.w.zhang).await, o.w.knows(&o.w.zhang)), (json!([]), false), "nothing before");

        // Looking spends nothing; whoever else has the link learns that it is not theirs, and nothing of it.
        for _ in 0..2 {
            assert_eq!(o.waiting(&o.w.zhang, &key).await, (vec![id.clone()], Value::Null));
        }
        let (ids, problem) = o.waiting(&o.w.li, &key).await;
        assert!(ids.is_empty() && problem.as_str().unwrap().starts_with("This was sent to another"), "{problem}");
        assert_eq!(o.accept(&o.w.li, &id, Some(&key)).await.body["code"], "403");
        assert_eq!(o.accept(&o.w.li, &id, None).await.body["code"], "404");
        assert_eq!(o.accept(&o.w.li, &id, Some("guessed")).await.body["code"], "404");

        // So that it stands behind what was sent.
        o.w.t.clock.advance(1);
        let tries = futures::future::join_all((0..4).map(|_| o.accept(&o.w.zhang, &id, None))).await;
        let mut codes: Vec<&str> = tries.iter().map(|answer| answer.body["code"].as_str().unwrap()).collect();
        codes.sort_unstable();
        assert_eq!(codes, ["200", "409", "409", "409"], "once under a race: {tries:?}");
        o.carried_out().await;
        assert_eq!(o.w.claims(&o.w.zhang).await.as_array().unwrap().len(), 1);
        assert!(o.w.knows(&o.w.zhang));
        let one = o.one(&id).await;
        assert_eq!((&one["state"], &one["acceptedBy"], &one["userName"]), (&json!("accepted"), &json!(o.w.zhang.id), &json!("zhang")));
        let (ids, problem) = o.waiting(&o.w.zhang, &key).await;
        assert!(ids.is_empty() && problem.as_str().unwrap().starts_with("This link is not valid"), "{problem}");

        let history = o.w.list(&o.who(MENUS), HISTORY, &json!({})).await.body;
        let rows: Vec<_> = history.as_array().unwrap().iter()
            .map(|row| (row["type"].as_i64().unwrap(), row["createByUserName"].as_str().unwrap(), row["email"].as_str().unwrap(),
                row["userId"].as_str().unwrap(), row["studyCode"].as_str().unwrap(), row["siteNames"].as_str().unwrap()))
            .collect();
        let (zhang, sites) = (o.w.zhang.id.as_str(), rows[0].5);
        assert_eq!(rows, [(4, "zhang", o.w.zhang.email.as_str(), zhang, "A-01", sites), (3, "chief", o.w.zhang.email.as_str(), zhang, "A-01", sites)]);
        assert!(sites.contains("S01"), "{sites}");
        for (filter, found) in [
            (json!({ "type": "3" }), 1), (json!({ "type": "4", "emailLike": "ZHANG" }), 1), (json!({ "siteNameLike": "s02" }), 0),
            (json!({ "studyNameLike": "alph", "softwareId": o.w.edc.id }), 2), (json!({ "createBy": o.chief.id }), 1),
        ] {
            let rows = o.w.list(&o.who(MENUS), HISTORY, &filter).await.body;
            assert_eq!(rows.as_array().unwrap().len(), found, "{filter}");
        }
        let full = with_filter(PATH, &json!({ "tenantId": o.w.here.id })).replace("[0,99]", "[0,0]");
        let full = o.w.raw(&o.who(MENUS), "en", "GET", &full, "").await;
        assert_eq!(full.headers["content-range"], "items 0-0/1", "{full:?}");
        let (status, zip) = o.w.file(&o.who(MENUS), &format!("{HISTORY}/export"), &json!({})).await;
        assert!(status == 200 && zip.starts_with(b"PK"), "{status}");
        let actions: Vec<String> = o.w.audited("preauthorisations").await.into_iter().map(|row| row.action).collect();
        for action in ["preauthorisation.sent", "preauthorisation.refused", "preauthorisation.accepted", "preauthorisation.done", "preauthorisation.exported"] {
            assert!(actions.iter().any(|noted| noted == action), "{action}: {actions:?}");
        }
    }
}

both! {
    async fn somebody_new_accepts_by_registering_and_gets_all_that_waits(engine) {
        let o = Offers::new(engine).await;
        let (first, one) = o.sent(&o.w.row(&[0], "reports", "cra", "prod"), &[], &["New@Example.org"]).await;
        let mut second = o.w.row(&[], "coding", "tester", "uat");
        second["cells"]["project"] = json!({ "picks": [o.w.bound[1].id] });
        second["cells"]["sites"] = json!({ "picks": [o.site_of_the_second().await] });
        let (other, two) = o.sent(&second, &[], &["new@example.org"]).await;
        let body = o.send(&o.w.row(&[0], "coding", "tester", "uat"), &[], &["new@example.org"]).await;
        assert!(body["failure"][0]["message"].as_str().unwrap().contains("waits for this person in the study A-01 already"), "{body}");
        for key in [&one, &two] {
            let seen = o.call(&Who::Nobody, "GET", &format!("/api/account/email/getTenantUser?key={key}"), &Value::Null).await;
            assert_eq!(each(&seen.body["data"]["systems"], "studyNames"), ["Alpha", "Beta"], "{seen:?}");
        }
        let body = json!({ "key": one, "name": "New", "username": "newcomer", "password": "Quiet2river", "phone": "13900139000",
            "positionId": "2-cra" });
        let done = o.call(&Who::Nobody, "POST", "/api/account/email/authorization", &body).await;
        assert_eq!(done.body["code"], "200", "{done:?}");
        o.carried_out().await;
        for id in [&first, &other] {
            let it = o.one(id).await;
            assert_eq!((&it["state"], &it["userName"]), (&json!("accepted"), &json!("newcomer")), "{it}");
        }
        let user = Id::from(o.one(&first).await["acceptedBy"].as_str().unwrap());
        let mut cx = ReadCtx::system(&o.w.t.kernel);
        let (_, claims) = crate::authorisation::trial_claims(&mut cx, &user, None, &o.w.here.id).await.unwrap().unwrap();
        assert_eq!(claims.len(), 2, "{claims:?}");
        drop(cx);
        let dead = o.call(&Who::Nobody, "GET", &format!("/api/account/email/getTenantUser?key={two}"), &Value::Null).await;
        assert_eq!(dead.body["code"], "403");
        let history = o.w.list(&o.who(MENUS), HISTORY, &json!({ "type": "4" })).await.body;
        assert_eq!(each(&history, "createByUserName"), ["newcomer", "newcomer"]);
        let found = o.call(&o.who(MENUS), "GET", &format!("{HISTORY}/operators?q=newc"), &Value::Null).await;
        assert_eq!(each(&found.body, "userName"), ["newcomer"]);
    }
}

both! {
    async fn what_stands_against_it_keeps_it_waiting_and_is_said_to_both(engine) {
        let o = Offers::new(engine).await;
        let (id, _) = o.sent(&o.w.row(&[0], "reports", "cra", "prod"), &[&o.w.zhang], &[]).await;
        let refused = async |reason: &'static str, words: &'static str| {
            let answer = o.accept(&o.w.zhang, &id, None).await;
            let said = answer.body["message"].as_str().unwrap().to_owned();
            assert!(answer.body["code"] == "409" && said.contains(words), "{reason}: {answer:?}");
            let one = o.one(&id).await;
            assert_eq!((&one["state"], &one["reason"], &one["message"]), (&json!("waiting"), &json!(reason), &json!(said)));
        };
        o.w.seats_for(0).await;
        refused("full", "is full").await;
        o.w.seats_for(5).await;
        o.alter("UPDATE licences SET is_enable = FALSE WHERE tenant_id = $1", &o.w.here.id).await;
        refused("licence", "licence").await;
        o.alter("UPDATE licences SET is_enable = TRUE WHERE tenant_id = $1", &o.w.here.id).await;
        o.alter("UPDATE memberships SET enabled = 1 WHERE user_id = $1", &o.chief.id).await;
        refused("sender", "may no longer authorise").await;
        o.alter("UPDATE memberships SET enabled = 0 WHERE user_id = $1", &o.chief.id).await;
        o.alter("UPDATE study_software SET deleted_at = 1 WHERE id = $1", &o.w.bound[0].id).await;
        refused("study", "no longer connected").await;
        o.alter("UPDATE study_software SET deleted_at = NULL WHERE id = $1", &o.w.bound[0].id).await;
        // A blinded role beside an unblinded one that came meanwhile.
        let supply = o.w.supply().await;
        o.w.pharmacist(&supply, &o.w.zhang).await;
        o.w.rule(&o.w.edc, "roleEnvironment", "cra", Side::Blinded).await;
        refused("blinding", "blinded").await;
        // And one is not sent at all.
        let body = o.send(&o.w.row(&[1], "reports", "cra", "prod"), &[&o.w.li], &[]).await;
        assert_eq!(body["failure"], json!([]), "no unblinded role: {body}");
        o.w.pharmacist(&supply, &o.w.li).await;
        let li = each(&body["success"], "id")[0];
        let withdrawn = o.call(&o.who(MENUS), "DELETE", &format!("{PATH}/{li}"), &Value::Null).await;
        assert_eq!(withdrawn.body["state"], "withdrawn");
        let body = o.send(&o.w.row(&[1], "reports", "cra", "prod"), &[&o.w.li], &[]).await;
        assert!(body["failure"][0]["message"].as_str().unwrap().contains("blinded"), "{body}");
        o.alter("UPDATE blinding_rules SET deleted_at = 1 WHERE software_id = $1", &o.w.edc.id).await;
        assert_eq!(o.accept(&o.w.zhang, &id, None).await.body["code"], "200");
        o.carried_out().await;
        assert_eq!(o.one(&id).await["reason"], "");
        assert_eq!(o.w.claims(&o.w.zhang).await.as_array().unwrap().len(), 1);
    }
}

both! {
    async fn it_is_reminded_of_once_ends_in_time_and_is_sent_again(engine) {
        let o = Offers::new(engine).await;
        let Invitations { preauthorisation_days, reminder_days, .. } = Invitations::default();
        let row = o.w.row(&[0], "reports", "cra", "prod");
        let (id, key) = o.sent(&row, &[], &["late@example.org"]).await;
        o.due().await;
        assert_eq!(o.mails().await.len(), 1, "too early to be reminded");
        o.w.t.clock.advance((preauthorisation_days - reminder_days) * DAY + 60);
        for _ in 0..2 {
            o.due().await;
        }
        let mails = o.mails().await;
        assert_eq!(mails.iter().map(|mail| mail["purpose"].as_str().unwrap()).collect::<Vec<_>>(), ["preauthorisation", "preauthorisation-reminder"]);
        assert_eq!(o.key().await, key, "the same link, which works still");
        o.w.t.clock.advance(reminder_days * DAY);
        assert_eq!(o.one(&id).await["state"], "expired", "before the job has noted it");
        o.due().await;
        assert_eq!(each(&o.list(json!({ "state": "expired" })).await, "id"), [id.as_str()]);
        let dead = async |key: &str| {
            let seen = o.call(&Who::Nobody, "GET", &format!("/api/account/email/getTenantUser?key={key}"), &Value::Null).await;
            assert_eq!(seen.body["code"], "403", "{seen:?}");
        };
        dead(&key).await;
        let again = o.call(&o.who(MENUS), "POST", &format!("{PATH}/{id}/resend"), &Value::Null).await;
        assert_eq!((again.status.as_u16(), &again.body["state"], &again.body["round"]), (200, &json!("waiting"), &json!(2)), "{again:?}");
        let soon = o.call(&o.who(MENUS), "POST", &format!("{PATH}/{id}/resend"), &Value::Null).await;
        assert_eq!(soon.status, 429, "a mailbox is not written to again at once: {soon:?}");
        let second = o.key().await;
        assert_ne!(second, key);
        let seen = o.call(&Who::Nobody, "GET", &format!("/api/account/email/getTenantUser?key={second}"), &Value::Null).await;
        assert_eq!(each(&seen.body["data"]["systems"], "softwareName"), ["EDC"], "{seen:?}");
        let withdrawn = o.call(&o.who(MENUS), "DELETE", &format!("{PATH}/{id}"), &Value::Null).await;
        assert_eq!(withdrawn.body["state"], "withdrawn");
        dead(&second).await;
        for (method, path) in [("DELETE", format!("{PATH}/{id}")), ("POST", format!("{PATH}/{id}/resend"))] {
            o.w.t.clock.advance(120);
            assert_eq!(o.call(&o.who(MENUS), method, &path, &Value::Null).await.status, 409);
        }
        let mut cx = ReadCtx::system(&o.w.t.kernel);
        let query = cx.db().await.unwrap().query("SELECT count(*) FROM invitations WHERE state = 'open'");
        assert_eq!(query.one::<(i64,)>().await.unwrap().0, 0, "no invitation is left that nothing waits for");
        drop(cx);
        let kinds = o.w.list(&o.who(MENUS), HISTORY, &json!({})).await.body;
        assert_eq!(each(&kinds, "kind"), ["resent", "sent"]);
    }
}

both! {
    async fn who_may_not_cannot_and_a_refusal_of_the_system_is_told(engine) {
        let o = Offers::new(engine).await;
        let row = o.w.row(&[0], "reports", "cra", "prod");
        let ask = o.request(&row, &[&o.w.zhang], &[]);
        let there = fixtures::person(&o.chief.id, Allowed::Nothing, &[(&o.w.there, Allowed::Everything)]);
        assert_eq!(o.call(&there, "POST", PATH, &ask).await.status, 404, "another tenant's");
        assert_eq!(o.call(&o.who(&[(Permission::Authorization, Act::View)]), "POST", PATH, &ask).await.status, 403);
        assert_eq!(o.call(&o.w.manager(Act::Edit), "POST", PATH, &ask).await.status, 403, "authorising is another menu");
        let own = o.call(&o.who(MENUS), "POST", PATH, &o.request(&row, &[&o.chief], &[])).await;
        assert_eq!(own.status, 403, "{own:?}");
        let own = o.call(&o.who(MENUS), "POST", PATH, &o.request(&row, &[], &[&o.chief.email.to_uppercase()])).await;
        assert_eq!(own.status, 403, "{own:?}");
        let nobody = o.call(&o.who(MENUS), "POST", PATH, &o.request(&row, &[], &[])).await;
        assert_eq!((nobody.is().1, nobody.fields()), ("invalid", vec!["userIds"]));
        let wrong = o.call(&o.who(MENUS), "POST", PATH, &o.request(&row, &[], &["nonsense"])).await;
        assert_eq!(wrong.fields(), ["emails"]);
        let mut empty = row.clone();
        empty["cells"]["moduleRoles"] = json!({ "picks": [] });
        assert_eq!(o.call(&o.who(MENUS), "POST", PATH, &o.request(&empty, &[&o.w.zhang], &[])).await.is().1, "invalid");

        // Who may not invite reaches members only. Of anybody else it is not said whether there is an account.
        let menus = [(Permission::Authorization, Act::Edit)];
        let mut heard = Vec::new();
        for email in [o.w.outsider.email.as_str(), "nobody@example.org"] {
            let answer = o.call(&o.who(&menus), "POST", PATH, &o.request(&row, &[], &[email])).await;
            assert_eq!(answer.body["success"], json!([]), "{answer:?}");
            heard.push(answer.body["failure"][0]["message"].clone());
        }
        assert_eq!(heard[0], heard[1]);
        assert!(heard[0].as_str().unwrap().contains("you may not invite"), "{heard:?}");
        assert_eq!(o.mails().await.len(), 0);

        let (id, _) = o.sent(&row, &[&o.w.zhang], &[]).await;
        for (method, path) in [("DELETE", format!("{PATH}/{id}")), ("POST", format!("{PATH}/{id}/resend"))] {
            assert_eq!(o.call(&there, method, &path, &Value::Null).await.status, 404);
        }
        assert_eq!(o.w.list(&there, PATH, &json!({ "tenantId": o.w.here.id })).await.status, 404);
        assert_eq!(o.w.list(&there, HISTORY, &json!({})).await.body, json!([]));
        o.w.system().set_faults(Faults { fault: Some(Fault::ServerError), ..Faults::default() });
        assert_eq!(o.accept(&o.w.zhang, &id, None).await.body["code"], "200");
        o.carried_out().await;
        let one = o.one(&id).await;
        assert_eq!(one["state"], "failed", "{one}");
        assert!(!one["message"].as_str().unwrap().is_empty());
        let answer = o.call(&Offers::own(&o.w.zhang), "GET", OWN, &Value::Null).await;
        assert_eq!((&answer.body["data"]["list"][0]["state"], &answer.body["data"]["list"][0]["message"]), (&json!("failed"), &one["message"]));
        o.w.system().set_faults(Faults::default());
        o.w.t.clock.advance(120);
        assert_eq!(o.call(&o.who(MENUS), "POST", &format!("{PATH}/{id}/resend"), &Value::Null).await.status, 200);
        assert_eq!(o.accept(&o.w.zhang, &id, None).await.body["code"], "200");
        o.carried_out().await;
        assert_eq!((o.one(&id).await["state"].clone(), o.w.claims(&o.w.zhang).await.as_array().unwrap().len()), (json!("accepted"), 1));
    }
}
