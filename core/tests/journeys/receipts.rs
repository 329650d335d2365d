//! The whole life of an electronic signature: a person sets their PIN with the code sent to them, a trial system has
//! it verified, and years later the receipt verifies where no server runs.

use std::fs;
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::app::Installation;
use crate::both;
use crate::browser::{Answer, Browser, PASSWORD, client};

const SECRET: &str = "Nq5tXvY2bLw8sJ7hRk3mZc6dFp9gTaEu";
const CALLBACK: &str = "http://127.0.0.1:9/callback";
const HASH: &str = "sha256:2c26b46b68ffc68ff99b453c1d3041340";

/// The message with this purpose, once the server has sent it.
async fn message(data: &Path, purpose: &str) -> Value {
    let sent = async {
        loop {
            let files = fs::read_dir(data.join("outbox")).into_iter().flatten().map(|entry| entry.unwrap().path());
            let mut all = files.filter_map(|file| serde_json::from_slice::<Value>(&fs::read(file).ok()?).ok());
            if let Some(found) = all.find(|message| message["purpose"] == purpose) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), sent).await.unwrap_or_else(|_| panic!("no message for {purpose}"))
}

/// A PIN that fits the tenant's rule.
fn pin(rule: &Value) -> String {
    let of = if rule["pinRule"] == "1" { "kgzwvtqh" } else { "83516297" };
    of.chars().take(usize::try_from(rule["pinLength"].as_i64().unwrap()).unwrap()).collect()
}

/// The person opens the system, which redeems its code.
async fn arrive(base: &str, person: &mut Browser) {
    let asked = "/oauth2/authorize?client_id=signing&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback\
        &response_type=code&scope=openid&state=s-1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\
        &code_challenge_method=S256";
    let back = url::Url::parse(person.get(asked).await.location()).unwrap();
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap_or_else(|| panic!("{back}")).1.into_owned();
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    ];
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = client().post(format!("{base}/oauth2/token")).basic_auth("signing", Some(SECRET));
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(form);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

async fn sign(base: &str, body: &Value) -> Answer {
    let proof = STANDARD.encode(format!("signing:{SECRET}"));
    let request = client()
        .post(format!("{base}/api/sys/pin/verify"))
        .header("authorization", format!("Basic {proof}"))
        .header("content-type", "application/json")
        .body(body.to_string());
    Answer::read(request.send().await.unwrap()).await
}

both! {
    async fn a_signature_is_verified_without_the_server(engine) {
        let installation = Installation::new(engine).await;
        let data = installation.dir.path().to_owned();
        let server = installation.demo().await;

        let mut admin = Browser::new(&server.base);
        admin.login("admin", PASSWORD).await.data();
        let mut person = Browser::new(&server.base);
        person.login("investigator", PASSWORD).await.data();
        let rule = person.get("/api/account/pins").await.data()[0].clone();
        let tenant = &rule["tenantId"];
        let filter = json!({ "tenantId": tenant }).to_string();
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("filter", &filter).finish();
        let licences = admin.get(&format!("/api/admin/tenant-software?{query}")).await.json();
        let software = &licences[0]["softwareId"];
        let registration = json!({ "client_id": "signing", "client_name": "Signing", "client_secret": SECRET,
            "redirect_uris": [CALLBACK], "grant_types": ["authorization_code"], "response_types": ["code"],
            "cardea_software_id": software });
        fs::write(data.join("client.json"), registration.to_string()).unwrap();
        installation.ok(&["client", "import", data.join("client.json").to_str().unwrap()], "").await;

        person.post("/api/account/pins/code", &json!({ "tenantId": tenant })).await.data();
        let code = message(&data, "pin-code").await["values"]["code"].clone();
        let pin = pin(&rule);
        let set = json!({ "tenantId": tenant, "code": code, "pin": pin, "rePin": pin });
        person.post("/api/account/pins", &set).await.data();

        let body = json!({ "tenantId": tenant, "userName": "investigator", "pin": pin, "meaning": "approval",
            "recordHash": HASH });
        assert_eq!(sign(&server.base, &body).await.failure(), "701", "who is not signed in at the system signs nothing there");
        arrive(&server.base, &mut person).await;
        let signed = sign(&server.base, &body).await.data();
        let receipt = signed["receipt"].as_str().unwrap().to_owned();
        let keys = client().get(format!("{}/oauth2/jwks", server.base)).send().await.unwrap().text().await.unwrap();
        server.kill().await;

        let (kept, set) = (data.join("receipt.jws"), data.join("jwks.json"));
        fs::write(&kept, &receipt).unwrap();
        fs::write(&set, keys).unwrap();
        let (kept, set) = (kept.to_str().unwrap(), set.to_str().unwrap());
        let elsewhere = Installation::new(engine).await;
        let says: Value =
            serde_json::from_str(&elsewhere.ok(&["receipt", "verify", kept, "--jwks", set], "").await).unwrap();
        assert_eq!(
            (&says["preferred_username"], &says["meaning"], &says["record_hash"], &says["name"], &says["signed_at"]),
            (&json!("investigator"), &json!("approval"), &json!(HASH), &signed["fullName"], &signed["signedAt"])
        );
        let own = installation.ok(&["receipt", "verify", "-"], &receipt).await;
        assert_eq!(serde_json::from_str::<Value>(&own).unwrap(), says, "with the keys of the installation");

        // Another server's keys, and a receipt with one changed letter.
        let mut forged = receipt.clone().into_bytes();
        let at = receipt.find('.').unwrap() + 10;
        forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
        let forged = String::from_utf8(forged).unwrap();
        for (by, arguments, input) in [
            (&elsewhere, &["receipt", "verify", "-"][..], &receipt),
            (&elsewhere, &["receipt", "verify", "-", "--jwks", set][..], &forged),
            (&installation, &["receipt", "verify", "-"][..], &forged),
        ] {
            let output = by.run(arguments, input).await;
            assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]), "{arguments:?}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("the receipt does not stand"), "{arguments:?}");
        }
    }
}
