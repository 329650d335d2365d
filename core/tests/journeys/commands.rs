//! The command line, as an operator uses it.

use std::collections::{BTreeMap, BTreeSet};

use cardea::kernel::db::Db;
use serde_json::{Value, json};

use crate::app::Installation;
use crate::both;
use crate::browser::{ADMIN, Browser, PASSWORD};
use crate::testing::Engine;

/// Every command.
const COMMANDS: &[&[&str]] = &[
    &[],
    &["serve"],
    &["demo"],
    &["migrate"],
    &["doctor"],
    &["user"],
    &["user", "create"],
    &["user", "expire-password"],
    &["user", "kept-by"],
    &["client"],
    &["client", "import"],
    &["key"],
    &["key", "list"],
    &["key", "rotate"],
    &["key", "reseal"],
    &["key", "master"],
    &["receipt"],
    &["receipt", "verify"],
    &["system"],
    &["system", "register"],
    &["plugin"],
    &["plugin", "enrol"],
    &["plugin", "revoke"],
    &["plugin", "install"],
    &["plugin", "rollback"],
    &["plugin", "list"],
    &["audit"],
    &["audit", "verify"],
    &["audit", "key"],
    &["audit", "checkpoint"],
    &["audit", "export"],
    &["audit", "verify-export"],
    &["audit", "receipt"],
    &["audit", "verify-receipt"],
    &["audit", "verify-grants"],
    &["openapi"],
    &["config"],
];

fn create<'a>(name: &'a str, email: &'a str) -> Vec<&'a str> {
    let person = ["--username", name, "--full-name", "Some Body", "--email", email, "--phone", "5550100"];
    ["user", "create", "--password-stdin"].into_iter().chain(person).collect()
}

/// The error of a command that must fail.
async fn refusal(installation: &Installation, arguments: &[&str], input: &str) -> String {
    let output = installation.run(arguments, input).await;
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

both! {
    async fn an_operator_makes_a_person_who_signs_in(engine) {
        let installation = Installation::new(engine).await;
        let printed = installation.ok(&create("operator", "operator@example.org"), &format!("{PASSWORD}\n")).await;
        let user: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!((&user["userName"], &user["email"]), (&"operator".into(), &"operator@example.org".into()));
        assert!(!printed.contains(PASSWORD) && !printed.contains("argon2"), "no secret is printed");
        for (name, email, password, why) in [
            ("somebody", "some@example.org", "short1A", "8 to 16 letters and digits"),
            ("somebody", "some@example.org", "nouppercase1", "8 to 16 letters and digits"),
            ("somebody", "some@example.org", "", "8 to 16 letters and digits"),
            ("x", "some@example.org", PASSWORD, "userName"),
            ("somebody", "nowhere", PASSWORD, "email"),
            ("operator", "another@example.org", PASSWORD, "userName"),
        ] {
            let said = refusal(&installation, &create(name, email), password).await;
            assert!(said.contains(why), "{name} {email} {password}: {said}");
        }
        let server = installation.serve().await;
        let mut browser = Browser::new(&server.base);
        browser.login("operator", PASSWORD).await.data();
        let info = browser.get("/api/sys/user/info").await.data();
        assert_eq!(info["id"], user["id"]);
        assert_eq!(browser.login("somebody", PASSWORD).await.failure(), "701", "what was refused was not made");
    }
}

both! {
    async fn an_operator_lets_a_password_end(engine) {
        let installation = Installation::new(engine).await;
        installation.ok(&create("operator", "operator@example.org"), PASSWORD).await;
        let server = installation.serve().await;
        let expire = |days| ["user", "expire-password", "--username", "Operator", "--days", days];
        let login = async || Browser::new(&server.base).login("operator", PASSWORD).await;

        let fresh = login().await.data();
        assert_eq!((&fresh["isOverdue"], &fresh["nearExpiredDay"]), (&false.into(), &90.into()));
        let printed: Value = serde_json::from_str(&installation.ok(&expire("3"), "").await).unwrap();
        assert_eq!((&printed["userName"], &printed["days"]), (&"operator".into(), &3.into()));
        let near = login().await.data();
        assert_eq!((&near["isOverdue"], &near["nearExpiredDay"]), (&true.into(), &3.into()));
        let said = refusal(&installation, &expire("4"), "").await;
        assert!(said.contains("expires sooner"), "nothing lengthens its life: {said}");
        installation.ok(&expire("0"), "").await;
        assert_eq!(login().await.failure(), "27006");
        refusal(&installation, &["user", "expire-password", "--username", "nobody"], "").await;
        let verdict: Value = serde_json::from_str(&installation.ok(&["audit", "verify"], "").await).unwrap();
        assert_eq!(verdict["chain"], "whole");
    }
}

both! {
    async fn an_operator_says_who_keeps_an_account(engine) {
        let installation = Installation::new(engine).await;
        installation.ok(&create("operator", "operator@example.org"), PASSWORD).await;
        let keep = |org| ["user", "kept-by", "--username", "OPERATOR", "--org", org];
        for org in ["ldap", "cloud", "local"] {
            let printed: Value = serde_json::from_str(&installation.ok(&keep(org), "").await).unwrap();
            assert_eq!((&printed["userName"], &printed["org"]), (&"operator".into(), &org.into()));
        }
        refusal(&installation, &["user", "kept-by", "--username", "nobody", "--org", "ldap"], "").await;
        let wrong = installation.run(&keep("somebody"), "").await;
        assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("local, cloud, ldap"));
    }
}

both! {
    async fn an_operator_rotates_a_key_and_the_server_publishes_both(engine) {
        let installation = Installation::new(engine).await;
        let json = |printed: String| serde_json::from_str::<Value>(&printed).unwrap();
        let rotated = json(installation.ok(&["key", "rotate", "--alg", "ES256"], "").await);
        assert_eq!((&rotated[0]["alg"], &rotated[0]["state"]), (&"ES256".into(), &"next".into()));
        let listed = installation.ok(&["key", "list"], "").await;
        assert!(!listed.contains("rivate"), "nothing secret is printed: {listed}");
        let listed = json(listed);
        let states = |state: &str| {
            let keys = listed.as_array().unwrap().iter().filter(|key| key["state"] == state);
            keys.map(|key| (key["alg"].as_str().unwrap(), key["id"].clone())).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(states("next")["ES256"], rotated[0]["id"]);
        let wrong = installation.run(&["key", "rotate", "--alg", "HS256"], "").await;
        assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("ES256, RS256, PS256, EdDSA"));

        let server = installation.serve().await;
        let jwks = Browser::new(&server.base).get("/oauth2/jwks").await.json();
        let published: BTreeSet<_> = jwks["keys"].as_array().unwrap().iter().map(|key| key["kid"].to_string()).collect();
        assert_eq!(published.len(), 5, "one of each algorithm from the first moment, and the new one: {jwks}");
        for kid in [&rotated[0]["id"], &states("current")["ES256"]] {
            assert!(published.contains(&kid.to_string()));
        }
    }
}

both! {
    async fn the_doctor_and_the_audit_see_what_is_wrong(engine) {
        let installation = Installation::new(engine).await;
        let there = || std::fs::read_dir(installation.dir.path()).unwrap().count();
        let before = there();
        assert!(refusal(&installation, &["doctor"], "").await.contains("nothing is installed here"));
        assert_eq!(there(), before, "it creates nothing");
        assert_eq!(installation.ok(&["migrate"], "").await, "the schema is up to date\n");
        installation.ok(&create("operator", "operator@example.org"), PASSWORD).await;
        let said = installation.ok(&["doctor"], "").await;
        for part in ["settings  fine", "database  fine", "keys      fine", "audit     fine", "no administrator yet"] {
            assert!(said.contains(part), "{part} in {said}");
        }
        let verdict: Value = serde_json::from_str(&installation.ok(&["audit", "verify"], "").await).unwrap();
        let rows = verdict["rows"].as_i64().unwrap();
        assert!(verdict["chain"] == "whole" && rows > 0, "{verdict}");

        // An attacker with the database's password changes the history.
        let db = Db::open(&installation.database, 1).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        tx.write("UPDATE audit_events SET actor = 'nobody' WHERE seq = $1").bind(rows).execute().await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
        let broken = format!("the audit chain is broken at row {rows} (");
        let output = installation.run(&["audit", "verify"], "").await;
        assert_eq!(output.status.code(), Some(1));
        let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&verdict["chain"], verdict["at"].as_i64()), (&"broken".into(), Some(rows)));
        assert!(String::from_utf8_lossy(&output.stderr).contains(&broken));
        let output = installation.run(&["doctor"], "").await;
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(&broken));
    }
}

both! {
    async fn rows_are_proved_to_others_who_have_no_database(engine) {
        let installation = Installation::new(engine).await;
        installation.ok(&create("operator", "operator@example.org"), PASSWORD).await;
        let elsewhere = Installation::new(Engine::Sqlite).await;
        let file = |name: &str| elsewhere.dir.path().join(name).to_str().unwrap().to_owned();
        let key = installation.ok(&["audit", "key"], "").await;
        let anchor = installation.ok(&["audit", "checkpoint"], "").await;
        assert!(anchor.starts_with("cardea-audit/") && key.starts_with("cardea-audit/"), "{anchor}");
        std::fs::write(file("key"), &key).unwrap();
        std::fs::write(file("anchor"), &anchor).unwrap();
        let verdict: Value =
            serde_json::from_str(&installation.ok(&["audit", "verify", "--anchor", &file("anchor")], "").await).unwrap();
        assert_eq!((&verdict["chain"], &verdict["anchors"]), (&json!("whole"), &json!(1)));

        let export = installation.ok(&["audit", "export"], "").await;
        std::fs::write(file("export"), &export).unwrap();
        let proven = elsewhere.ok(&["audit", "verify-export", &file("export"), "--key", &file("key")], "").await;
        assert_eq!(serde_json::from_str::<Value>(&proven).unwrap()["rows"], verdict["rows"]);
        let line: Value = serde_json::from_str(export.lines().nth(1).unwrap()).unwrap();
        let id = line["row"]["id"].as_str().unwrap();
        let receipt = installation.ok(&["audit", "receipt", id], "").await;
        std::fs::write(file("receipt"), &receipt).unwrap();
        let shown = elsewhere.ok(&["audit", "verify-receipt", &file("receipt"), "--key", key.trim()], "").await;
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap()["row"], line["row"]);
        for (command, name, text) in [("verify-export", "export", &export), ("verify-receipt", "receipt", &receipt)] {
            std::fs::write(file("forged"), text.replacen("\"outcome\":", "\"outcome\": ", 1).replacen("system:", "system.", 1)).unwrap();
            let output = elsewhere.run(&["audit", command, &file("forged"), "--key", key.trim()], "").await;
            assert_eq!(output.status.code(), Some(1), "{name}");
            assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("the {name} does not stand")));
        }
        let touched: Vec<_> = std::fs::read_dir(elsewhere.dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(touched.len(), 5, "no database was made: {touched:?}");
    }
}

/// A fifth system, of a tenant that is there.
const FIFTH: &str = r#"
[software]
softwareName = "eConsent"
webCode = "080"
appCode = "M080"
appKey = "app-secret"
validityTime = 30
sort = 5
authorizationStyle = 4
isStudyAuthorization = 0

[[tenants]]
tenant = "ACME"
licence = { maxUser = 10 }

[[tenants.domains]]
urlName = "eConsent"
websiteUrl = "https://consent.example.com"
mobileUrl = "https://m.consent.example.com"
apiUrl = "https://api.consent.example.com"
apiKey = "api-secret"
client = { clientId = "econsent", redirectUris = ["https://consent.example.com/callback"] }

[[tenants.domains.studies]]
studyCode = "EC-1"
studyName = "Consent of participants"
roleApiRequest = "https://api.consent.example.com/roles"
roleApiResponse = "https://api.consent.example.com/save"
"#;

both! {
    async fn an_operator_registers_a_fifth_system_from_a_file(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.serve().await;
        let mut browser = Browser::new(&server.base);
        browser.set_up(server.set_up_link().unwrap()).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let tenant = json!({ "tenantName": "Acme", "tenantCode": "ACME", "abbr": "Acme", "categoryId": "1-sponsor" });
        assert_eq!(browser.post("/api/admin/tenants", &tenant).await.status, 201);

        let path = installation.dir.path().join("econsent.toml");
        let file = path.to_str().unwrap();
        let register = async |text: &str| -> Value {
            std::fs::write(&path, text).unwrap();
            serde_json::from_str(&installation.ok(&["system", "register", file], "").await).unwrap()
        };
        let changes = |done: &Value| {
            let (tenant, domain) = (&done["tenants"][0], &done["tenants"][0]["domains"][0]);
            let of = |at: &Value, name: &str| at[name].as_str().unwrap().to_owned();
            [
                of(&done["software"], "change"), of(tenant, "licence"), of(domain, "change"), of(&domain["client"], "change"),
                of(&domain["studies"][0], "change"), of(&domain["studies"][0], "binding"),
            ].join(" ")
        };
        let first = register(FIFTH).await;
        assert_eq!(changes(&first), "created created created created created created");
        let secret = first["tenants"][0]["domains"][0]["client"]["clientSecret"].as_str().unwrap();
        assert!(secret.len() > 20 && !first.to_string().contains("app-secret") && !first.to_string().contains("api-secret"));
        let again = register(FIFTH).await;
        assert_eq!(changes(&again), "unchanged unchanged unchanged unchanged unchanged unchanged");
        assert_eq!((&again["software"]["id"], &again["tenants"][0]["domains"][0]["client"]["clientSecret"]), (&first["software"]["id"], &Value::Null));
        let moved = FIFTH.replace("maxUser = 10", "maxUser = 20").replace("https://consent.example.com\"", "https://ec.example.com\"");
        assert_eq!(changes(&register(&moved).await), "unchanged changed changed unchanged unchanged unchanged");

        // The running server has it.
        let licence = browser.get("/api/admin/tenant-software").await.json();
        assert_eq!((&licence[0]["softwareName"], &licence[0]["maxUser"], &licence[0]["nowStudyNum"]), (&json!("eConsent"), &json!(20), &json!(1)));
        let domain = browser.get("/api/admin/domains").await.json();
        assert_eq!((&domain[0]["websiteUrl"], &domain[0]["hasCredential"]), (&json!("https://ec.example.com"), &json!(true)));

        // What is wrong is told by its place, and nothing of it is done.
        for (from, to, said) in [
            ("mobileUrl =", "mobilUrl =", "tenants[0].domains[0].mobilUrl is unknown"),
            ("tenant = \"ACME\"", "tenant = \"NOBODY\"", "tenants[0].tenant: not_found: there is no tenant with the code NOBODY"),
            ("https://m.consent", "nowhere", "tenants[0].domains[0]: invalid"),
            ("studyName = \"Consent of participants\"", "", "to make it, give its studyName"),
        ] {
            let other = FIFTH.replace("\"080\"", "\"081\"").replace("EC-1", "EC-2").replace("\"econsent\"", "\"other\"");
            assert!(other.contains(from), "{from}");
            std::fs::write(&path, other.replace(from, to)).unwrap();
            let refused = refusal(&installation, &["system", "register", file], "").await;
            assert!(refused.contains(said), "{said}: {refused}");
        }
        let catalogue = browser.get("/api/admin/software").await.json();
        let codes: Vec<_> = catalogue.as_array().unwrap().iter().map(|system| system["webCode"].as_str().unwrap()).collect();
        assert_eq!(codes, ["080"]);
        let verdict: Value = serde_json::from_str(&installation.ok(&["audit", "verify"], "").await).unwrap();
        assert_eq!(verdict["chain"], "whole");
    }
}

#[tokio::test]
async fn every_command_has_help() {
    let installation = Installation::new(Engine::Sqlite).await;
    for command in COMMANDS {
        let arguments: Vec<_> = command.iter().copied().chain(["--help"]).collect();
        let help = installation.ok(&arguments, "").await;
        assert!(help.contains("Usage: cardea"), "{command:?}: {help}");
        // The list above is complete: a command in the help text that it lacks is new.
        let named = help.split("Commands:\n").nth(1).unwrap_or_default();
        for line in named.lines().take_while(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().unwrap();
            let whole: Vec<_> = command.iter().copied().chain([name]).collect();
            assert!(name == "help" || COMMANDS.contains(&whole.as_slice()), "{whole:?} is not tried here");
        }
    }
    assert!(std::fs::read_dir(installation.dir.path()).unwrap().next().is_none(), "help touches nothing");
    let output = installation.run(&["nonsense"], "").await;
    assert_eq!(output.status.code(), Some(2));
}

#[tokio::test]
async fn settings_and_calls_are_printed_for_programs() {
    let installation = Installation::new(Engine::Sqlite).await;
    let mut command = installation.command(&["config"]);
    let output =
        command.env("CARDEA_DATABASE__URL", "postgres://cardea:hunter2@db.example/cardea").output().await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let settings: toml::Table = text.parse().unwrap();
    assert_eq!(settings["http"]["listen"].as_str(), Some("127.0.0.1:8080"));
    assert_eq!(settings["log"]["filter"].as_str(), Some("warn"), "the environment goes before the defaults");
    assert!(text.contains("db.example") && !text.contains("hunter2"), "{text}");

    let printed = installation.ok(&["openapi"], "").await;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../admin-ui/openapi.json");
    let described = std::fs::read_to_string(file).unwrap();
    assert!(printed == described, "the console's description is another: cardea openapi > admin-ui/openapi.json");
    let description: Value = serde_json::from_str(&printed).unwrap();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(description["paths"]["/api/sys/login"]["post"]["operationId"], "login");
    assert!(std::fs::read_dir(installation.dir.path()).unwrap().next().is_none(), "neither touches the data");

    for (name, value) in [
        ("CARDEA_HTTP__PUBLIC_URL", "http://id.example.org"),
        ("CARDEA_HTTP__NONSENSE", "1"),
        ("CARDEA_DATABASE__MAX_CONNECTIONS", "0"),
        ("CARDEA_CONFIG", "/nonexistent/cardea.toml"),
    ] {
        let output = installation.command(&["config"]).env(name, value).output().await.unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}={value}");
        assert_ne!(output.stderr, b"", "{name}={value}");
    }
}
