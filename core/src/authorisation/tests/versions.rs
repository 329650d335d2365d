//! The plugin of a system: enrolled publishers, a change of publisher only by an explicit decision, on every node.

use super::*;
use crate::authorisation::{InstallError, follow, revoke_publisher, roll_back, runner};
use crate::kernel::error::Code;
use cardea_guests::{self as guest, Guest};

impl World {
    async fn enrol(&self, key: PublicKey, web_codes: &[&str]) {
        let web_codes: Vec<String> = web_codes.iter().map(ToString::to_string).collect();
        let mut cx = fixtures::system(&self.t.kernel);
        enrol(&mut cx, Enrolment { name: "Vendor", key, web_codes: &web_codes, shipped: false }).await.unwrap();
        cx.commit().await.unwrap();
    }

    /// The error code of a refused bundle, which must not become active.
    async fn refuses(&self, bundle: Vec<u8>, change: Change) -> &'static str {
        let before = self.authorisation.host.active("020").map(|info| info.digest);
        let error =
            install(fixtures::system(&self.t.kernel), &self.authorisation.host, bundle, change).await.unwrap_err();
        assert_eq!(self.authorisation.host.active("020").map(|info| info.digest), before);
        match error {
            InstallError::Refused(why) => why.code(),
            InstallError::Kernel(error) => panic!("{error:?}"),
        }
    }

    async fn takes(&self, guest: &Guest, change: Change) -> PluginInfo {
        install(fixtures::system(&self.t.kernel), &self.authorisation.host, guest.bundle(), change).await.unwrap()
    }
}

fn release(sequence: u64) -> Guest {
    Guest { sequence, ..Guest::good("evil") }
}

both! {
    async fn an_update_reaches_other_nodes_and_calls_in_flight_finish_on_the_old(engine) {
        let w = World::new(engine).await;
        let other = w.another().await;
        let shipped = other.host.active("020").unwrap();
        let look = async |known| follow(&mut ReadCtx::system(&w.t.kernel), &other.host, known).await.unwrap();
        let (known, broken) = look(0).await;
        assert!(broken.is_empty());
        let held = other.host.pin("020").unwrap();
        let update = w.install_of(guest::key().public_key(), release(2).bundle()).await;
        assert_eq!(other.host.active("020").unwrap(), shipped, "not yet");
        let (now, broken) = look(known).await;
        assert!(now > known && broken.is_empty());
        assert_eq!(other.host.active("020").unwrap(), update);
        assert!(other.host.is_loaded(&shipped.digest), "who holds the old one goes on with it");
        drop(held);
        assert_eq!(look(now).await, (now, Vec::new()), "nothing new, nothing read");
        // The publisher is revoked: its plugin stops there too.
        let mut cx = fixtures::system(&w.t.kernel);
        revoke_publisher(&mut cx, &update.publisher).await.unwrap();
        cx.commit().await.unwrap();
        look(now).await;
        assert_eq!(other.host.active("020"), None);
    }
}

both! {
    async fn upgrade_and_rollback_lose_no_call_on_either_of_two_nodes(engine) {
        let mut w = World::new(engine).await;
        let other = w.another().await;
        let (known, _) = follow(&mut ReadCtx::system(&w.t.kernel), &other.host, 0).await.unwrap();
        let shipped = w.authorisation.host.active("020").unwrap();
        let gate = w.behind_a_gate().await;
        let batch = w.written().await;

        // Some calls on each node and a batch, all of them waiting for the trial system.
        let ask = json!({ "tenantId": w.here.id, "column": "moduleRoles",
            "picked": [{ "column": "project", "id": w.bound[0].id }] });
        let nodes = [w.face.clone(), face(&other)];
        let choices = w.ask("options", ask.clone()).await;
        assert_ne!(each(&choices.body["choices"], "id"), Vec::<&str>::new());
        gate.shut();
        let mut calls = Vec::new();
        for node in nodes.iter().cycle().take(8) {
            let sent = send(node.clone(), w.manager(Act::Edit), w.at("/options"), ask.to_string());
            calls.push(tokio::spawn(sent));
        }
        let (runs, id) = (other.clone(), batch.clone());
        let run = tokio::spawn(async move { runner::run(&runs, &id).await.unwrap() });
        gate.waiting(9).await;

        // An upgrade, back, and forth again; each node answers new calls with what is active by then.
        let update = w.install_of(guest::key().public_key(), release(2).bundle()).await;
        let both = async |want: &PluginInfo| {
            follow(&mut ReadCtx::system(&w.t.kernel), &other.host, known).await.unwrap();
            follow(&mut ReadCtx::system(&w.t.kernel), &w.authorisation.host, known).await.unwrap();
            for node in &nodes {
                let path = w.at(&format!("?tenantId={}", w.here.id));
                let answer = get(node.clone(), w.manager(Act::View), path).await;
                assert_eq!((answer.0, &answer.1["pluginVersion"]), (StatusCode::OK, &json!(want.version)));
            }
        };
        both(&update).await;
        for want in [&shipped, &update] {
            let mut cx = fixtures::system(&w.t.kernel);
            roll_back(&mut cx, "020").await.unwrap();
            cx.commit().await.unwrap();
            both(want).await;
        }

        // What was under way ends as it began.
        gate.open();
        for call in calls {
            let (status, body) = call.await.unwrap();
            assert_eq!((status, body), (StatusCode::OK, choices.body.clone()));
        }
        assert!(run.await.unwrap());
        let done = w.done(batch.as_str(), "en").await;
        assert_eq!((done["succeeded"].as_array().unwrap().len(), &done["failed"]), (2, &json!([])), "{done}");
        let mut cx = ReadCtx::system(&w.t.kernel);
        let query = cx.db().await.unwrap().query("SELECT DISTINCT plugin_digest FROM grants");
        assert_eq!(query.all::<(String,)>().await.unwrap(), [(shipped.digest,)], "by the version that checked it");
        w.t.clock.advance(1);
        assert_eq!(w.claims(&w.zhang).await[0]["sites"], json!(["S01"]));
    }
}

/// Asks a node's routes.
async fn send(node: axum::Router, who: Who, path: String, body: String) -> (StatusCode, Value) {
    let request = Request::post(path).header("content-type", "application/json").header("accept-language", "en");
    let request = request.extension(who).body(Body::from(body));
    answer(node, request.unwrap()).await
}

async fn get(node: axum::Router, who: Who, path: String) -> (StatusCode, Value) {
    answer(node, Request::get(path).extension(who).body(Body::empty()).unwrap()).await
}

async fn answer(node: axum::Router, request: Request<Body>) -> (StatusCode, Value) {
    let (parts, body) = node.oneshot(request).await.unwrap().into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

both! {
    async fn an_operator_goes_back_to_the_version_before_on_every_node(engine) {
        let w = World::new(engine).await;
        let other = w.another().await;
        let (known, _) = follow(&mut ReadCtx::system(&w.t.kernel), &other.host, 0).await.unwrap();
        let shipped = other.host.active("020").unwrap();
        let update = w.install_of(guest::key().public_key(), release(2).bundle()).await;
        let back = async || {
            let mut cx = fixtures::system(&w.t.kernel);
            let digest = roll_back(&mut cx, "020").await.unwrap();
            cx.commit().await.unwrap();
            follow(&mut ReadCtx::system(&w.t.kernel), &other.host, known).await.unwrap();
            (digest.to_string(), other.host.active("020").unwrap().digest)
        };
        assert_eq!(back().await, (shipped.digest.clone(), shipped.digest.clone()));
        assert_eq!(back().await, (update.digest.clone(), update.digest.clone()), "and forth");
        // A version whose publisher may no longer serve the system cannot be rolled back to.
        let mut cx = fixtures::system(&w.t.kernel);
        revoke_publisher(&mut cx, &shipped.publisher).await.unwrap();
        assert_eq!(roll_back(&mut cx, "020").await.unwrap_err().code, Code::NotFound);
        assert_eq!(roll_back(&mut cx, "030").await.unwrap_err().code, Code::NotFound);
    }
}

mod attacks {
    use super::*;
    use crate::attack::refused;

    both! {
        async fn a_foreign_publisher_takes_no_system(engine) {
            let w = World::new(engine).await;
            let stranger = guest::key();
            let mut tried = vec![w.refuses(release(9).bundle(), Change::Wanted).await == "bundle_publisher_unknown"];
            w.enrol(stranger.public_key(), &["030", "999"]).await;
            for change in [Change::Refused, Change::Wanted] {
                tried.push(w.refuses(release(9).bundle(), change).await == "plugin_not_enrolled");
            }
            // Enrolled for it, but the change of publisher was not requested.
            w.enrol(stranger.public_key(), &["020"]).await;
            tried.push(w.refuses(release(9).bundle(), Change::Refused).await == "plugin_other_publisher");
            let before = w.authorisation.host.active("020").unwrap();
            let after = w.takes(&release(9), Change::Wanted).await;
            let noted = w.audited("plugins").await;
            let changed: Vec<_> = noted.iter().filter(|n| n.action == "plugin.publisher_changed").collect();
            assert_eq!((changed.len(), &changed[0].after()["publisher"]), (1, &json!(after.publisher)));
            assert_ne!(before.publisher, after.publisher);
            // The system is now the stranger's: the previous publisher does not get it back automatically either.
            tried.push(w.refuses(built("plugins/dist/edc.cardea"), Change::Refused).await == "plugin_other_publisher");
            assert_eq!(w.audited("publishers").await.iter().filter(|n| n.action == "publisher.enrolled").count(), 3);
            refused("a foreign publisher takes web code 020", engine, tried.len(), tried.iter().filter(|t| **t).count());
        }
    }

    both! {
        async fn a_release_is_what_it_was_and_none_goes_back(engine) {
            let w = World::new(engine).await;
            w.install_of(guest::key().public_key(), release(5).bundle()).await;
            let changed = |sequence| Guest { zh: r#"{"column.project":"别的"}"#.into(), ..release(sequence) };
            let mut tried = Vec::new();
            for change in [Change::Refused, Change::Wanted] {
                tried.push(w.refuses(changed(5).bundle(), change).await == "plugin_changed");
                tried.push(w.refuses(release(4).bundle(), change).await == "plugin_rollback");
            }
            // Via another publisher and back.
            install(fixtures::system(&w.t.kernel), &w.authorisation.host, built("plugins/dist/edc.cardea"), Change::Wanted).await.unwrap();
            tried.push(w.refuses(release(4).bundle(), Change::Wanted).await == "plugin_rollback");
            tried.push(w.refuses(changed(5).bundle(), Change::Wanted).await == "plugin_changed");
            w.takes(&release(5), Change::Wanted).await;
            w.takes(&changed(6), Change::Refused).await;
            refused("an older or changed release under its number", engine, tried.len(), tried.iter().filter(|t| **t).count());
        }
    }

    both! {
        async fn a_revoked_publisher_serves_nothing_and_does_not_come_back(engine) {
            let w = World::new(engine).await;
            let key = guest::key().public_key();
            let info = w.install_of(key, release(2).bundle()).await;
            let mut cx = fixtures::system(&w.t.kernel);
            revoke_publisher(&mut cx, &info.publisher).await.unwrap();
            cx.commit().await.unwrap();
            follow(&mut ReadCtx::system(&w.t.kernel), &w.authorisation.host, 0).await.unwrap();
            let mut tried = vec![w.authorisation.host.active("020").is_none()];
            tried.push(w.refuses(release(2).bundle(), Change::Wanted).await == "bundle_publisher_unknown");
            tried.push(w.refuses(release(3).bundle(), Change::Wanted).await == "bundle_publisher_unknown");
            // Nor by enrolling again.
            let mut cx = fixtures::system(&w.t.kernel);
            let web_codes = ["020".to_owned()];
            let again = enrol(&mut cx, Enrolment { name: "Vendor", key, web_codes: &web_codes, shipped: true }).await;
            tried.push(again.is_err());
            drop(cx);
            // The next publisher has to request the change.
            let bundle = || built("plugins/dist/edc.cardea");
            tried.push(w.refuses(bundle(), Change::Refused).await == "plugin_other_publisher");
            install(fixtures::system(&w.t.kernel), &w.authorisation.host, bundle(), Change::Wanted).await.unwrap();
            let mut cx = fixtures::system(&w.t.kernel);
            tried.push(revoke_publisher(&mut cx, &info.publisher).await.is_err());
            refused("a revoked publisher's plugin", engine, tried.len(), tried.iter().filter(|t| **t).count());
        }
    }
}
