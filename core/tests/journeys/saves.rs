//! A power cut during saves: every acknowledged save is there, and none is there by half; what was used up stays so.

use std::collections::BTreeSet;

use cardea::kernel::db::Db;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::app::Installation;
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};

/// Callers that save concurrently.
const CALLERS: usize = 4;
/// Acknowledged saves after which the server is killed.
const ENOUGH: usize = 40;
/// The client that refreshes.
const CLIENT: &str = "refreshing";
const SECRET: &str = "Nq5tXvY2bLw8sJ7hRk3mZc6dFp9gTaEu";
const CALLBACK: &str = "http://127.0.0.1:9/callback";

/// A program with its token.
#[derive(Clone)]
struct Program {
    http: reqwest::Client,
    base: String,
    token: String,
}

impl Program {
    async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}{path}", self.base)).header("authorization", &self.token);
        Answer::read(request.send().await.unwrap()).await.json()
    }

    /// The status of the answer, if one came.
    async fn save(&self, name: &str, category: &str) -> Option<u16> {
        let tenant = json!({ "tenantName": name, "abbr": name, "categoryId": category });
        let request = self.http.post(format!("{}/api/admin/tenants", self.base)).header("authorization", &self.token);
        request.json(&tenant).send().await.ok().map(|answer| answer.status().as_u16())
    }
}

/// Saves one tenant after the other until no answer comes.
async fn save_on(program: Program, caller: usize, category: String, acknowledged: mpsc::UnboundedSender<String>) {
    for n in 0_u32.. {
        let name = format!("tenant {caller}-{n}");
        match program.save(&name, &category).await {
            Some(status) => assert_eq!(status, 201, "{name}"),
            None => return,
        }
        // The receiver is gone once the test has failed.
        if acknowledged.send(name).is_err() {
            return;
        }
    }
}

/// Every tenant with the number of its creation rows in the audit.
async fn kept(database: &str) -> Vec<(String, String, i64)> {
    let db = Db::open(database, 1).await.unwrap();
    let mut tx = db.begin_read().await.unwrap();
    let rows = tx
        .query(
            "SELECT tenant_name, abbr, (SELECT COUNT(*) FROM audit_events WHERE action = 'tenant.created' \
             AND record_id = tenants.id) FROM tenants ORDER BY tenant_name",
        )
        .all()
        .await
        .unwrap();
    let (events,): (i64,) =
        tx.query("SELECT COUNT(*) FROM audit_events WHERE action = 'tenant.created'").one().await.unwrap();
    assert_eq!(usize::try_from(events).unwrap(), rows.len(), "as many tenants as the audit says");
    drop(tx);
    db.close().await;
    rows
}

both! {
    async fn what_was_acknowledged_survives_sigkill(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.serve().await;
        let mut browser = Browser::new(&server.base);
        browser.set_up(server.set_up_link().unwrap()).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let token = browser.token();
        let program = Program { http: client(), base: server.base.clone(), token };
        let items = program.get("/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D").await;
        let category = items[0]["id"].as_str().expect("a category of tenants").to_owned();

        let (sender, mut acknowledged) = mpsc::unbounded_channel();
        let callers: Vec<_> = (0..CALLERS)
            .map(|n| tokio::spawn(save_on(program.clone(), n, category.clone(), sender.clone())))
            .collect();
        drop(sender);
        let mut names = BTreeSet::new();
        while names.len() < ENOUGH {
            names.insert(acknowledged.recv().await.expect("the callers save on"));
        }
        server.kill().await;
        for caller in callers {
            caller.await.unwrap();
        }
        // Answers that were in flight when it was killed.
        while let Some(name) = acknowledged.recv().await {
            names.insert(name);
        }

        let server = installation.serve().await;
        let rows = kept(&installation.database).await;
        let there: BTreeSet<_> = rows.iter().map(|(name, ..)| name.clone()).collect();
        assert!(names.is_subset(&there), "lost: {:?}", names.difference(&there));
        assert!(there.len() <= names.len() + CALLERS, "each caller had one save under way at most");
        for (name, abbr, events) in &rows {
            assert_eq!((abbr, *events), (name, 1), "{name} is whole");
        }
        let verdict: Value = serde_json::from_str(&installation.ok(&["audit", "verify"], "").await).unwrap();
        assert_eq!(verdict["chain"], "whole");

        let program = Program { base: server.base.clone(), ..program };
        let listed = program.get("/api/admin/tenants?range=%5B0,999%5D").await;
        assert_eq!(listed.as_array().unwrap().len(), there.len());
        assert_eq!(program.save("one more", &category).await, Some(201));
    }
}

/// What the token endpoint answers to the client; none where no answer came.
async fn token(base: &str, form: &[(&str, &str)]) -> Option<Answer> {
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = client().post(format!("{base}/oauth2/token")).basic_auth(CLIENT, Some(SECRET));
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(form);
    Some(Answer::read(request.send().await.ok()?).await)
}

async fn refreshed(base: &str, refresh_token: &str) -> Option<Answer> {
    token(base, &[("grant_type", "refresh_token"), ("refresh_token", refresh_token)]).await
}

fn refresh_token(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["refresh_token"].as_str().unwrap().to_owned()
}

/// The code and the first refresh token of a new family of whoever is signed in.
async fn begun(browser: &mut Browser, base: &str) -> (String, String) {
    let asked = format!(
        "/oauth2/authorize?client_id={CLIENT}&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback\
        &response_type=code&scope=openid&state=s-1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\
        &code_challenge_method=S256"
    );
    let back = url::Url::parse(browser.get(&asked).await.location()).unwrap();
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap_or_else(|| panic!("{back}")).1.into_owned();
    let tokens = exchanged(base, &code).await;
    (code, refresh_token(&tokens))
}

async fn exchanged(base: &str, code: &str) -> Answer {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let form = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK)];
    token(base, &[&form[..], &[("code_verifier", verifier)]].concat()).await.unwrap()
}

/// Refreshes on until no answer comes; returns the tokens in their order, of which all but the last were used up.
async fn refresh_on(base: String, first: String, acknowledged: mpsc::UnboundedSender<()>) -> Vec<String> {
    let mut all = vec![first];
    while let Some(answer) = refreshed(&base, all.last().unwrap()).await {
        all.push(refresh_token(&answer));
        // The receiver is gone once there are enough.
        let _ = acknowledged.send(());
    }
    all
}

both! {
    /// On SQLite they are committed together.
    async fn what_was_used_up_stays_so_after_sigkill(engine) {
        let installation = Installation::new(engine).await;
        let data = installation.dir.path().to_owned();
        let server = installation.serve().await;
        let mut browser = Browser::new(&server.base);
        browser.set_up(server.set_up_link().unwrap()).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let registration = json!({ "client_id": CLIENT, "client_name": "Refreshing", "client_secret": SECRET,
            "redirect_uris": [CALLBACK], "grant_types": ["authorization_code", "refresh_token"],
            "id_token_signed_response_alg": "ES256" });
        std::fs::write(data.join("client.json"), registration.to_string()).unwrap();
        installation.ok(&["client", "import", data.join("client.json").to_str().unwrap()], "").await;

        let (sender, mut acknowledged) = mpsc::unbounded_channel();
        let (mut codes, mut callers) = (Vec::new(), Vec::new());
        for _ in 0..2 * CALLERS {
            let (code, first) = begun(&mut browser, &server.base).await;
            codes.push(code);
            callers.push(tokio::spawn(refresh_on(server.base.clone(), first, sender.clone())));
        }
        drop(sender);
        for _ in 0..5 * ENOUGH {
            acknowledged.recv().await.expect("the callers refresh on");
        }
        server.kill().await;
        let mut chains = Vec::new();
        for caller in callers {
            chains.push(caller.await.unwrap());
        }

        let server = installation.serve().await;
        for (chain, code) in chains.iter().zip(&codes) {
            let [.., used, last] = &chain[..] else { panic!("no refresh was acknowledged") };
            let db = Db::open(&installation.database, 1).await.unwrap();
            let mut tx = db.begin_read().await.unwrap();
            let family = used.strip_prefix("cardea_rt_").unwrap().split('.').next().unwrap();
            let query = tx.query("SELECT revoked_at IS NULL FROM token_families WHERE");
            let (stands,): (bool,) = query.push(" id = ", family.to_owned()).one().await.unwrap();
            assert!(stands, "it was acknowledged");
            drop(tx);
            db.close().await;
            // Its use is known, and that it comes again revokes the family.
            assert_eq!(refreshed(&server.base, used).await.unwrap().status, 400);
            assert_eq!(refreshed(&server.base, last).await.unwrap().status, 400);
            assert_eq!(exchanged(&server.base, code).await.status, 400);
        }
    }
}
