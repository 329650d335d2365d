//! Failing plugins and an unreachable trial system: the call has a clear error, the audit a row, and everything else
//! works.

use super::*;
use crate::authorisation::{InstallError, model::AuthoriseRequest, runner};
use crate::host::LoadError;
use crate::kernel::http::Request;
use cardea_guests::{self as guest, Guest, LOOP};

const GROWS: &str = "(loop $again (drop (memory.grow (i32.const 16))) (br $again)) unreachable";

/// A panel for EDC's slot with one column of projects: the plugin's own, or the platform's.
pub fn evil(sequence: u64, platform: bool) -> Guest {
    let mut guest = Guest { sequence, claims: true, ..Guest::good("evil") };
    if platform {
        let arena = &mut guest.arena;
        let ([key, key_len], label) = (arena.text("project"), arena.message("column.project", "Project"));
        let ([name, name_len], [value, value_len]) = (arena.text("source"), arena.text("platform"));
        let hints = arena.words(&[name, name_len, value, value_len]);
        let mut column = vec![key, key_len, 0];
        column.extend(label);
        column.extend([1, 0, 0, hints, 1]); // required, not multiple; no dependencies, one hint
        let columns = arena.words(&column);
        let definition = arena.words(&[0, 0, 0, columns, 1, 10, 0, 0]);
        guest.describe = format!("i32.const {definition}");
    }
    guest
}

/// Budgets that a loop exhausts soon.
fn tight() -> HostSettings {
    let mut settings = roomy();
    settings.budgets.panel.cpu_ticks = 30;
    settings.budgets.options.cpu_ticks = 5;
    settings
}

impl World {
    pub async fn replace(&self, guest: &Guest) -> PluginInfo {
        self.install_of(guest::key().public_key(), guest.bundle()).await
    }

    /// The plugin's failures in the audit.
    async fn failures(&self) -> Vec<Noted> {
        let mut rows = self.audited("plugins").await;
        rows.retain(|row| row.action == "plugin.failed");
        rows
    }

    /// A call that fails: its error in both languages, each recorded in the audit.
    async fn fails(&self, version: &PluginInfo, export: &str, want: (u16, &str), (zh, en): (&str, &str)) {
        for (language, sentence) in [("zh", zh), ("en", en)] {
            let before = self.failures().await.len();
            let answer = match export {
                "describe" => self.definition(language).await,
                _ => self.ask_in(language, "options", json!({"column": "project"})).await,
            };
            assert_eq!((answer.is(), &answer.body["message"]), (want, &json!(sentence)));
            let id = answer.headers["x-request-id"].to_str().unwrap();
            assert_eq!(answer.body["requestId"], id);
            let rows = self.failures().await;
            assert_eq!(rows.len(), before + 1);
            let row = &rows[before];
            assert_eq!((row.record_id.as_str(), row.request_id.as_str()), (version.digest.as_str(), id));
            assert_eq!((row.actor.as_str(), row.tenant_id.as_deref()), ("manager", Some(self.here.id.as_str())));
            assert_eq!((row.reason.as_deref(), row.outcome.as_str()), (Some(want.1), "failed"));
            assert_eq!(row.after(), json!({"webCode": "020", "export": export}));
        }
    }
}

const TIMEOUT: (&str, &str) =
    ("授权面板插件未在规定时间内响应", "The authorisation panel's plugin did not answer in time");
const FAILED: (&str, &str) = ("授权面板插件运行失败", "The authorisation panel's plugin failed");

both! {
    async fn a_failing_plugin_is_an_error_of_its_call_and_of_nothing_else(engine) {
        let w = World::with(engine, tight()).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let (claims, open) = (w.claims(&w.zhang).await, w.reachable(&w.zhang).await);
        for (sequence, body, want, sentence) in [
            (2, LOOP, (504, "plugin_timeout"), TIMEOUT),
            (3, "unreachable", (502, "plugin_failed"), FAILED),
            (4, GROWS, (502, "plugin_failed"), FAILED),
        ] {
            let guest = Guest { options: body.to_owned(), ..evil(sequence, false) };
            let version = w.replace(&guest).await;
            w.fails(&version, "options", want, sentence).await;
            assert_eq!(w.definition("en").await.status, 200, "its other exports go on");
        }
        let trapped = |describe: &Guest, how: &str| {
            // The load checks have no request; there it behaves.
            let answer = &describe.describe;
            format!("(if (local.get 1) (then {how})) {answer}")
        };
        let mut guest = evil(5, false);
        guest.describe = trapped(&guest, "(loop $again (br $again))");
        let version = w.replace(&guest).await;
        w.fails(&version, "describe", (504, "plugin_timeout"), TIMEOUT).await;
        assert_eq!((w.claims(&w.zhang).await, w.reachable(&w.zhang).await), (claims, open));
        assert_ne!(w.claims(&w.zhang).await, json!([]));
    }
}

both! {
    async fn a_plugin_that_keeps_failing_rests_and_says_so(engine) {
        let w = World::with(engine, tight()).await;
        let mut guest = evil(2, false);
        guest.describe = format!("(if (local.get 1) (then unreachable)) {}", guest.describe);
        w.replace(&guest).await;
        for _ in 0..5 {
            assert_eq!(w.definition("en").await.is(), (502, "plugin_failed"));
        }
        let resting = w.definition("en").await;
        assert_eq!((resting.is(), &resting.headers["retry-after"]), ((503, "plugin_suspended"), &"30".parse().unwrap()));
        assert_eq!(w.failures().await.len(), 5, "what was not called did not fail");
        let list = w.get(&format!("/api/admin/panels?tenantId={}", w.here.id)).await;
        assert_eq!(list.body[0]["available"], false);
        assert!(list.body[0]["reason"].as_str().unwrap().contains("suspended"));
        w.t.clock.advance(31);
        assert_eq!(w.definition("en").await.is(), (502, "plugin_failed"));
    }
}

both! {
    async fn a_plugin_that_cannot_describe_its_panel_is_not_installed(engine) {
        let w = World::with(engine, tight()).await;
        let good = w.install(built("target/guests/misbehaving.cardea")).await;
        // By another publisher: each numbers its own releases, and these are all 1.
        let mut cx = fixtures::system(&w.t.kernel);
        let (key, web_codes) = (guest::key(), ["999".to_owned()]);
        let vendor = Enrolment { name: "Other", key: key.public_key(), web_codes: &web_codes, shipped: false };
        enrol(&mut cx, vendor).await.unwrap();
        cx.commit().await.unwrap();
        for flavour in ["loops", "panics", "grows"] {
            let bundle = built(&format!("target/guests/misbehaving-describe-{flavour}.cardea"));
            let bundle = cardea_bundle::reseal(&bundle, &key).unwrap();
            let refused = install(fixtures::system(&w.t.kernel), &w.authorisation.host, bundle, Change::Wanted).await.unwrap_err();
            assert!(matches!(&refused, InstallError::Refused(LoadError::Describe(_))), "{flavour}: {refused}");
        }
        assert_eq!(w.authorisation.host.active("999").unwrap().digest, good.digest);
        let rows = w.audited("plugins").await;
        let actions: Vec<_> = rows.iter().map(|row| (row.action.as_str(), row.outcome.as_str())).collect();
        let (done, refused) = (("plugin.activated", "ok"), ("plugin.refused", "refused"));
        assert_eq!(actions, [done, done, refused, refused, refused]);
        assert!(rows[2..].iter().all(|row| row.reason.as_deref() == Some("plugin_describe")));
        assert_eq!(w.definition("en").await.status, 200);
        // A restart loads the installed plugins, and no others.
        let other = authorisation(&w.t, tight());
        let broken = crate::authorisation::load_all(&mut ReadCtx::system(&w.t.kernel), &other.host).await.unwrap();
        assert_eq!((broken, other.host.slots().len()), (vec![], 2));
        assert_eq!(other.host.active("999").unwrap().digest, good.digest);
    }
}

both! {
    async fn an_authorisation_through_a_failing_plugin_tells_whom_and_why(engine) {
        let w = World::with(engine, tight()).await;
        let version = w.replace(&Guest { apply: "unreachable".into(), ..evil(2, true) }).await;
        let row = json!({"cells": {"project": {"picks": [w.bound[0].id]}}});
        let mut body = w.request(&row);
        body["userIds"] = json!([w.zhang.id, w.li.id]);
        let accepted = w.ask("authorise", body).await;
        let batch = accepted.body["batchId"].as_str().unwrap();
        for (language, sentence) in [("zh", FAILED.0), ("en", FAILED.1)] {
            let done = w.done(batch, language).await;
            assert_eq!((&done["succeeded"], each(&done["failed"], "reason")), (&json!([]), vec!["unknown"; 2]));
            assert_eq!(each(&done["failed"], "message"), [sentence; 2]);
        }
        let rows = w.failures().await;
        assert_eq!((rows.len(), rows[0].record_id.as_str()), (1, version.digest.as_str()));
        assert_eq!(rows[0].after()["export"], "apply");
        assert_eq!(rows[0].request_id, accepted.headers["x-request-id"].to_str().unwrap());
        assert_eq!(w.claims(&w.zhang).await, json!([]));

        // Without claims the study is present, without a role in it.
        let version = w.replace(&Guest { project: "unreachable".into(), ..evil(3, true) }).await;
        let done = w.authorise(&row, &[&w.zhang], &[]).await;
        assert_eq!((done["succeeded"].as_array().unwrap().len(), &done["failed"]), (1, &json!([])));
        assert_eq!(w.claims(&w.zhang).await, json!([{
            "tenant_id": w.here.id, "study_id": w.bound[0].study_id, "study": "A-01", "software": "020",
        }]));
        let rows = w.failures().await;
        assert_eq!((rows.len(), rows[1].record_id.as_str()), (2, version.digest.as_str()));
        assert_eq!(rows[1].after()["export"], "project");
    }
}

both! {
    async fn a_trial_system_that_is_gone_is_a_sentence_and_not_the_plugins_failure(engine) {
        let mut w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let mut body = w.request(&row);
        body["userIds"] = json!([w.zhang.id, w.li.id]);
        let ask: AuthoriseRequest = serde_json::from_value(body.clone()).unwrap();
        let cx = Ctx::new(w.t.kernel.clone(), fixtures::admin(), Request::internal("r1".into()));
        let batch = w.authorisation.authorise(cx, &w.edc, ask).await.unwrap();
        w.system.take().unwrap().stop().await;

        let picked = json!([{"column": "project", "id": w.bound[0].id}]);
        let mut sentences = Vec::new();
        for language in ["zh", "en"] {
            let ask = json!({"column": "moduleRoles", "picked": picked});
            let answer = w.ask_in(language, "options", ask).await;
            assert_eq!(answer.is(), (502, "downstream_unavailable"));
            sentences.push(answer.body["message"].as_str().unwrap().to_owned());
        }
        assert!(sentences.iter().all(|s| !s.is_empty()) && sentences[0] != sentences[1], "{sentences:?}");
        assert_eq!(w.ask("validate", json!({"grants": [row]})).await.is(), (502, "downstream_unavailable"));
        assert_eq!(w.ask("authorise", body).await.is(), (502, "downstream_unavailable"));
        assert_eq!(w.definition("en").await.status, 200);

        assert!(runner::run(&w.authorisation, &batch).await.unwrap());
        let done = w.done(batch.as_str(), "en").await;
        assert_eq!((&done["total"], each(&done["failed"], "reason")), (&json!(2), vec!["unavailable"; 2]));
        assert!(each(&done["failed"], "message").iter().all(|message| !message.is_empty()));
        assert_eq!(w.claims(&w.zhang).await, json!([]));
        assert_eq!((w.failures().await.len(), w.audited("grants").await.len()), (0, 0));
        assert_eq!(w.audited("authorisations").await.len(), 2, "the one that was written down, and nothing of the other");
    }
}
