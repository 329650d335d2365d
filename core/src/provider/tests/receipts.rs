//! Electronic signatures: a PIN is verified, and the receipt verifies without the server.

use super::*;
use crate::authentication::{Sessions, Witness};
use crate::both;
use crate::config::Config;
use crate::kernel::ctx::Ctx;
use crate::kernel::secret::Secret;
use crate::provider::jose::JwkSet;
use crate::provider::receipts::{self, Receipts};

const VERIFY: &str = "/api/sys/pin/verify";
const PIN: &str = "135792";

#[derive(Debug)]
struct Nobody;

impl Witness for Nobody {
    fn ended<'a>(&'a self, _: &'a mut Ctx, _: &'a [Id]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async { Ok(()) })
    }
}

struct Signing {
    w: World,
    app: Router,
    _dir: tempfile::TempDir,
}

impl Signing {
    /// Li Wei has a PIN in the tenant, which has a licence for EDC.
    async fn new(engine: Engine) -> Self {
        let w = World::new(engine).await;
        let dir = tempfile::tempdir().unwrap();
        let mut config = Config { data_dir: dir.path().to_owned(), ..Config::default() };
        (config.sign_in.hash_memory_kib, config.sign_in.hash_passes) = (64, 1);
        config.sign_in.hash_queue = 64;
        let sessions = Sessions::open(&w.t.kernel, &config, Arc::new(Nobody)).await.unwrap();
        let hash = sessions.hasher().hash(&Secret::new(PIN)).await.unwrap();
        let mut cx = w.cx();
        let sql =
            "INSERT INTO user_pins (tenant_id, user_id, pin_hash, failures, set_at) VALUES ('t1', 'u1', $1, 0, 0)";
        cx.db().await.unwrap().write(sql).bind(hash).execute().await.unwrap();
        cx.commit().await.unwrap();
        w.sql("INSERT INTO licences (id, version, tenant_id, software_id, time_enable, study_enable, user_enable, is_enable, \
            created_at, updated_at) VALUES ('l', 1, 't1', 'edc', FALSE, FALSE, FALSE, TRUE, 0, 0)").await;
        w.tokens(&w.sign_in("u1", "s1").await).await;
        let provider = w.provider.clone();
        let app = receipts::router(Receipts { provider, sessions }).into_router();
        let app = app.layer(documented()).layer(identify(w.t.kernel.clone()));
        Self { w, app, _dir: dir }
    }

    async fn ask(&self, body: &Value) -> Value {
        self.ask_as("edc", SECRET, body).await
    }

    async fn ask_as(&self, client: &str, secret: &str, body: &Value) -> Value {
        let request = HttpRequest::post(VERIFY)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, basic(client, secret))
            .header(header::ACCEPT_LANGUAGE, "en")
            .body(Body::from(body.to_string()))
            .unwrap();
        let response = self.app.clone().oneshot(request).await.unwrap();
        serde_json::from_slice(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).unwrap()
    }

    async fn failures(&self) -> i64 {
        self.w.count("SELECT failures FROM user_pins").await
    }
}

fn body() -> Value {
    json!({
        "tenantId": "t1", "userName": "LI.wei", "pin": PIN,
        "meaning": "approval", "recordHash": "sha256:2c26b46b68ffc68ff99b453c1d304134",
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut body = body();
    body[field] = value;
    body
}

both! {
    async fn a_receipt_says_who_signed_what_and_stands_without_the_server(engine) {
        let s = Signing::new(engine).await;
        let answer = s.ask(&body()).await;
        assert_eq!(answer["code"], "200", "{answer}");
        let data = &answer["data"];
        assert_eq!((&data["fullName"], &data["userName"], &data["meaning"]), (&json!("李伟"), &json!("li.wei"), &json!("approval")));
        let receipt = data["receipt"].as_str().unwrap();
        let keys = JwkSet::parse(s.w.jwks().await.to_string().as_bytes()).unwrap();
        let claims = receipts::read(&keys, receipt).unwrap();
        for (claim, want) in [
            ("iss", json!(ISSUER)), ("aud", json!("edc")), ("sub", json!("u1")), ("name", json!("李伟")), ("preferred_username", json!("li.wei")),
            ("tenant_id", json!("t1")), ("software_id", json!("edc")), ("meaning", json!("approval")),
            ("record_hash", json!("sha256:2c26b46b68ffc68ff99b453c1d304134")), ("signed_at", data["signedAt"].clone()), ("jti", data["id"].clone()),
        ] {
            assert_eq!(claims[claim], want, "{claim}");
        }
        assert!(!claims.contains_key("exp"), "what was signed stays signed");
        let parts: Vec<_> = receipt.split('.').collect();
        let other = s.ask(&with("meaning", json!("review"))).await;
        let other: Vec<_> = other["data"]["receipt"].as_str().unwrap().split('.').collect();
        assert!(receipts::read(&keys, &[parts[0], other[1], parts[2]].join(".")).is_err(), "altered");
        assert!(receipts::read(&keys, "nothing").is_err());
        let id_token = s.w.provider.keys().sign(crate::provider::jose::Alg::default(), "JWT", &claims).unwrap();
        assert!(receipts::read(&keys, &id_token).is_err(), "of another kind");
        assert!(receipts::read(&JwkSet::default(), receipt).is_err());
        let mut cx = s.w.cx();
        assert!(receipts::read(&crate::provider::keys::ever(&mut cx).await.unwrap(), receipt).is_ok());
        drop(cx);
        assert_eq!(s.w.count("SELECT count(*) FROM audit_events WHERE action = 'signature.made' AND tenant_id = 't1'").await, 2);
        assert_eq!(s.w.count("SELECT count(*) FROM audit_events WHERE after LIKE '%135792%'").await, 0);
        assert!(!answer.to_string().contains(PIN));
    }
}

both! {
    async fn only_a_trial_systems_client_may_ask_where_its_system_is_licensed(engine) {
        let s = Signing::new(engine).await;
        s.w.register(json!({ "client_id": "other", "client_secret": SECRET, "redirect_uris": [CALLBACK] })).await;
        assert_eq!(s.ask_as("edc", "wrong", &body()).await["code"], "401");
        assert_eq!(s.ask_as("spa", "", &body()).await["code"], "401");
        assert_eq!(s.ask_as("other", SECRET, &body()).await["code"], "403", "of no system");
        assert_eq!(s.ask(&with("tenantId", json!("t2"))).await["code"], "403", "of another tenant");
        s.w.sql("UPDATE licences SET is_enable = FALSE").await;
        assert_eq!(s.ask(&body()).await["code"], "403");
        s.w.sql("UPDATE licences SET is_enable = TRUE").await;
        for (field, value) in [
            ("userName", json!("")), ("userName", json!("x\u{0}")), ("pin", json!("")), ("pin", json!("1".repeat(65))), ("meaning", json!(" ")),
            ("meaning", json!("x".repeat(201))), ("recordHash", json!("")), ("recordHash", json!("a b")), ("recordHash", json!("x".repeat(257))),
        ] {
            let answer = s.ask(&with(field, value.clone())).await;
            assert_eq!((&answer["code"], answer["data"]["errors"][field].is_string()), (&json!("400"), true), "{field} = {value}: {answer}");
        }
        assert_eq!(s.failures().await, 0, "nothing was tried");
        assert_eq!(s.ask(&body()).await["code"], "200");
    }
}

both! {
    async fn who_may_not_sign_in_signs_nothing_and_all_are_answered_alike(engine) {
        let s = Signing::new(engine).await;
        let wrong = s.ask(&with("pin", json!("246813"))).await;
        assert_eq!((&wrong["code"], &wrong["message"]), (&json!("701"), &json!("The PIN is wrong or not set")));
        let alike = |mut a: Value, mut b: Value| { (a["requestId"], b["requestId"]) = (Value::Null, Value::Null); assert_eq!(a, b) };
        alike(wrong.clone(), s.ask(&with("userName", json!("nobody"))).await);
        alike(wrong.clone(), s.ask(&with("userName", json!("bob"))).await);
        for (sql, undo) in [
            ("UPDATE users SET status = 1 WHERE id = 'u1'", "UPDATE users SET status = 0 WHERE id = 'u1'"),
            ("UPDATE memberships SET enabled = 1", "UPDATE memberships SET enabled = 0"),
        ] {
            s.w.sql(sql).await;
            alike(wrong.clone(), s.ask(&body()).await);
            s.w.sql(undo).await;
        }
        assert_eq!(s.failures().await, 1);
        assert_eq!(s.ask(&body()).await["code"], "200");
        assert_eq!(s.failures().await, 0, "the right one forgives");
    }
}

both! {
    async fn of_wrong_pins_at_once_no_more_than_five_are_judged(engine) {
        let s = Signing::new(engine).await;
        let calls: Vec<_> = (0..12).map(|n| with("pin", json!(format!("2468{n:02}")))).collect();
        let answers = futures::future::join_all(calls.iter().map(|body| s.ask(body))).await;
        assert!(answers.iter().all(|a| ["701", "423"].contains(&a["code"].as_str().unwrap())), "{answers:?}");
        assert!(answers.iter().filter(|a| a["code"] == "701").count() <= 5, "{answers:?}");
        assert_eq!(s.failures().await, 5);
        let locked = s.ask(&body()).await;
        assert_eq!(locked["code"], "423", "the right one too: {locked}");
        assert_eq!(s.w.count("SELECT count(*) FROM audit_events WHERE action = 'signature.refused'").await, 13);
    }
}

/// Attempts to guess other people's PINs.
mod attacks {
    use super::*;
    use crate::attack::refused;

    /// Two licensed clients of the same system; Li Wei is signed in at the first.
    async fn foreign(engine: Engine) -> Signing {
        let s = Signing::new(engine).await;
        s.w.register(json!({ "client_id": "foreign", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "cardea_software_id": "edc" }))
            .await;
        s
    }

    both! {
        async fn a_licensed_client_at_which_nobody_is_signed_in(engine) {
            let s = foreign(engine).await;
            let (mut tried, mut out) = (0, 0);
            for n in 0..12 {
                let pin = if n % 2 == 0 { PIN.to_owned() } else { format!("2468{n:02}") };
                let answer = s.ask_as("foreign", SECRET, &with("pin", json!(pin))).await;
                tried += 1;
                out += usize::from(answer["code"] == "701");
            }
            assert_eq!(s.failures().await, 0, "none was tried, so none of hers is locked");
            assert_eq!(s.ask(&body()).await["code"], "200");
            // After she has left, her own client cannot try either.
            for sql in ["UPDATE sessions SET ended_at = 1", "UPDATE token_families SET revoked_at = 1"] {
                s.w.sql(sql).await;
                tried += 1;
                out += usize::from(s.ask(&body()).await["code"] == "701");
            }
            refused("a foreign licensed client guesses a member's PIN", engine, tried, out);
        }
    }

    both! {
        async fn guesses_that_are_spread_over_tenants_clients_and_resets(engine) {
            let s = foreign(engine).await;
            let (mut tried, mut out) = (0, 0);
            for n in 0..30 {
                // The PIN's failures are reset each time, as if every five attempts used another tenant.
                s.w.sql("UPDATE user_pins SET failures = 0").await;
                let wrong = with("pin", json!(format!("2468{n:02}")));
                // Attempts for a person who is not signed in there are not counted, so they cannot block the person's
                // signing.
                assert_eq!(s.ask_as("foreign", SECRET, &wrong).await["code"], "701");
                let answer = s.ask(&wrong).await;
                let stopped = answer["code"] == "429";
                assert_eq!(stopped, n >= 20, "{n}: {answer}");
                tried += 1;
                out += usize::from(answer["code"] != "200");
            }
            assert_eq!(s.ask(&body()).await["code"], "429", "the right one too");
            refused("guesses at a PIN are spread over tenants and clients", engine, tried, out);
        }
    }
}
