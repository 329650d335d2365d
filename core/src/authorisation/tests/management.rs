//! Plugins and publishers, as an administrator manages them over HTTP.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;
use cardea_guests::{self as guest, Guest};

/// Whoever may manage plugins and publishers.
pub(super) fn operator(act: Act) -> Who {
    let allowed = Allowed::Menus([(Permission::Plugins, act), (Permission::Publishers, act)].into());
    fixtures::person(&Id::from("operator"), allowed, &[])
}

impl World {
    pub(super) async fn manage(&self, method: &str, path: &str, body: Value) -> Answer {
        self.manage_as(&operator(Act::Edit), method, path, body).await
    }

    pub(super) async fn manage_as(&self, who: &Who, method: &str, path: &str, body: Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.raw(who, "en", method, &format!("/api/admin/{path}"), body).await
    }

    /// Web code, state and whether it runs, of every version.
    async fn versions(&self) -> Vec<(String, bool, String)> {
        let list = self.manage("GET", "plugins?range=[0,99]", Value::Null).await;
        assert_eq!(list.status, StatusCode::OK, "{list:?}");
        let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
        let rows = list.body.as_array().unwrap();
        rows.iter().map(|row| (text(row, "state"), row["running"] == true, text(row, "id"))).collect()
    }
}

pub(super) fn bundle(guest: &Guest) -> Value {
    json!({ "content": STANDARD.encode(guest.bundle()) })
}

pub(super) fn codes(answer: &Answer) -> Vec<(&str, &str)> {
    let findings = answer.body["findings"].as_array().unwrap();
    findings.iter().map(|f| (f["severity"].as_str().unwrap(), f["code"].as_str().unwrap())).collect()
}

both! {
    async fn a_plugin_is_checked_installed_and_gone_back_from(engine) {
        let w = World::new(engine).await;
        let shipped = w.authorisation.host.active("020").unwrap();
        assert_eq!(w.versions().await, [("active".to_owned(), true, shipped.digest.clone())]);
        let release = Guest { sequence: 2, ..Guest::good("evil") };

        // Nobody trusts its publisher yet.
        let unknown = w.manage("POST", "plugins/check", bundle(&release)).await;
        assert_eq!(codes(&unknown), [("error", "bundle_publisher_unknown")]);
        assert_eq!((&unknown.body["admitted"], &unknown.body["plugin"]), (&json!(false), &Value::Null));
        let key = guest::key().public_key().to_string();
        let enrol = json!({ "name": " Vendor B ", "publicKey": key, "webCodes": ["020", "777"] });
        let publisher = w.manage("POST", "publishers", enrol.clone()).await;
        assert_eq!((publisher.status.as_u16(), &publisher.body["name"]), (201, &json!("Vendor B")), "{publisher:?}");
        assert_eq!(publisher.body["webCodes"], json!(["020", "777"]));

        // It is told what installing would do, and installing does not do that unasked.
        let checked = w.manage("POST", "plugins/check", bundle(&release)).await;
        assert_eq!(codes(&checked), [("warning", "plugin_other_publisher")]);
        assert_eq!((&checked.body["admitted"], &checked.body["changesPublisher"]), (&json!(true), &json!(true)));
        assert_eq!(checked.body["plugin"]["softwareName"], json!(w.edc.software_name));
        assert_eq!(w.versions().await.len(), 1, "checking installs nothing");
        let unasked = w.manage("POST", "plugins", bundle(&release)).await;
        assert_eq!((unasked.status.as_u16(), unasked.fields()), (422, vec!["content"]));
        let mut asked = bundle(&release);
        asked["changePublisher"] = json!(true);
        let made = w.manage("POST", "plugins", asked).await;
        assert_eq!(made.status.as_u16(), 201, "{made:?}");
        let digest = made.body["id"].as_str().unwrap().to_owned();
        let (active, previous) = ("active".to_owned(), "previous".to_owned());
        assert_eq!(w.versions().await, [(active.clone(), true, digest.clone()), (previous.clone(), false, shipped.digest.clone())]);
        assert_eq!(codes(&w.manage("POST", "plugins/check", bundle(&release)).await), [("warning", "plugin_active")]);

        // Back, and only to the version before.
        let back = |id: &str| format!("plugins/{id}/rollback");
        assert_eq!(w.manage("POST", &back(&digest), json!({})).await.is(), (409, "conflict"));
        assert_eq!(w.manage("POST", &back("nothing"), json!({})).await.is(), (404, "not_found"));
        let gone_back = w.manage("POST", &back(&shipped.digest), json!({})).await;
        assert_eq!((gone_back.status.as_u16(), &gone_back.body["running"]), (200, &json!(true)), "{gone_back:?}");
        assert_eq!(w.authorisation.host.active("020").unwrap().digest, shipped.digest);
        assert_eq!(w.versions().await, [(active, true, shipped.digest), (previous, false, digest)]);
    }
}

both! {
    async fn health_and_log_of_a_plugin_can_be_read(engine) {
        let w = World::new(engine).await;
        assert_eq!(w.definition("en").await.status, StatusCode::OK);
        let shipped = w.authorisation.host.active("020").unwrap();
        let details = w.manage("GET", &format!("plugins/{}", shipped.digest), Value::Null).await;
        let exports = details.body["exports"].as_array().unwrap();
        let described = exports.iter().find(|export| export["export"] == "describe").unwrap();
        assert_eq!((&described["calls"], &described["failures"], &described["suspended"]), (&json!(1), &json!({}), &json!(false)));
        assert_eq!(details.body["log"], json!([]));
        assert_eq!(w.manage("GET", "plugins/nothing", Value::Null).await.is(), (404, "not_found"));
    }
}

both! {
    async fn a_revoked_publisher_is_told_of_and_stays_revoked(engine) {
        let w = World::new(engine).await;
        let shipped = w.authorisation.host.active("020").unwrap();
        let revoke = format!("publishers/{}/revoke", shipped.publisher);
        let gone = w.manage("POST", &revoke, json!({})).await;
        assert_eq!(gone.status, StatusCode::OK, "{gone:?}");
        assert!(gone.body["revokedAt"].is_string());
        assert_eq!(w.authorisation.host.active("020"), None, "on this node at once");
        assert_eq!(w.versions().await, [("withdrawn".to_owned(), false, shipped.digest)]);
        assert_eq!(w.manage("POST", &revoke, json!({})).await.is(), (404, "not_found"));
        let again = json!({ "name": "Vendor", "publicKey": gone.body["publicKey"], "webCodes": ["020"] });
        assert_eq!(w.manage("POST", "publishers", again).await.is(), (409, "conflict"));
        let listed = async |revoked: &str| {
            let path = format!("publishers?filter={}", urlencoding(&format!(r#"{{"revoked":{revoked}}}"#)));
            w.manage("GET", &path, Value::Null).await.body.as_array().unwrap().len()
        };
        assert_eq!((listed("true").await, listed("false").await), (1, 0));
    }
}

/// A filter in an address.
fn urlencoding(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

both! {
    async fn what_is_wrong_with_an_enrolment_is_told_by_field(engine) {
        let w = World::new(engine).await;
        let enrol = json!({ "name": " ", "publicKey": "no key", "webCodes": [] });
        assert_eq!(w.manage("POST", "publishers", enrol).await.fields(), ["name", "publicKey"]);
        let enrol = json!({ "name": "V", "publicKey": guest::key().public_key().to_string(), "webCodes": ["x"] });
        assert_eq!(w.manage("POST", "publishers", enrol).await.fields(), ["webCodes"]);
        let no_file = json!({ "content": "no base64" });
        assert_eq!(w.manage("POST", "plugins/check", no_file.clone()).await.fields(), ["content"]);
        assert_eq!(w.manage("POST", "plugins", no_file).await.fields(), ["content"]);
        let no_bundle = json!({ "content": STANDARD.encode("no bundle") });
        assert_eq!(codes(&w.manage("POST", "plugins/check", no_bundle).await), [("error", "bundle_malformed")]);
    }
}

mod attacks {
    use super::*;
    use crate::attack::refused;

    both! {
        async fn who_may_not_manage_plugins_changes_none(engine) {
            let w = World::new(engine).await;
            let digest = w.authorisation.host.active("020").unwrap().digest;
            let publisher = w.authorisation.host.active("020").unwrap().publisher;
            let everything_there = fixtures::person(&Id::from("t"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
            let release = Guest { sequence: 2, ..Guest::good("evil") };
            let key = guest::key().public_key().to_string();
            let calls = [
                ("plugins/check".to_owned(), bundle(&release)),
                ("plugins".to_owned(), bundle(&release)),
                (format!("plugins/{digest}/rollback"), json!({})),
                ("publishers".to_owned(), json!({ "name": "V", "publicKey": key, "webCodes": ["020"] })),
                (format!("publishers/{publisher}/revoke"), json!({})),
            ];
            let mut tried = Vec::new();
            for (path, body) in &calls {
                for who in [&operator(Act::View), &everything_there, &w.manager(Act::Edit)] {
                    tried.push(w.manage_as(who, "POST", path, body.clone()).await.is() == (403, "forbidden"));
                }
            }
            // At a session that was left alone.
            w.t.clock.advance(601);
            for (path, body) in &calls[1..] {
                tried.push(w.manage("POST", path, body.clone()).await.is() == (403, "recent_proof"));
            }
            assert_eq!(w.versions().await, [("active".to_owned(), true, digest)]);
            refused("plugins and publishers are changed without permission or proof", engine, tried.len(), tried.iter().filter(|t| **t).count());
        }
    }
}
