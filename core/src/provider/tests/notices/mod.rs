//! Logout notices to clients: durable, once, and only to allowed addresses.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};

use axum::response::IntoResponse as _;

mod console;
mod guarded;
mod portal;

use super::*;
use crate::authentication::Sessions;
use crate::authentication::Witness;
use crate::both;
use crate::config::Config;
use crate::kernel::ctx::Ctx;
use crate::kernel::outbound::Outbound;
use crate::provider::logout::{State, store as deliveries};
use crate::provider::{Notices, sessions_ended};

/// A call that a client received.
#[derive(Clone, Debug)]
pub struct Call {
    pub path: String,
    pub content_type: String,
    pub body: String,
}

impl Call {
    /// A claim of the logout token, unverified.
    fn claim(&self, name: &str) -> Value {
        let token = self.body.strip_prefix("logout_token=").unwrap();
        let payload =
            base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
        serde_json::from_slice::<Value>(&payload).unwrap()[name].clone()
    }
}

/// A client on loopback that receives notices.
#[derive(Clone)]
pub struct Receiver {
    origin: String,
    calls: Arc<Mutex<Vec<Call>>>,
    status: Arc<AtomicU16>,
    body: usize,
}

impl Receiver {
    pub async fn start() -> Self {
        Self::saying(0).await
    }

    /// A client whose answers have this many octets.
    async fn saying(body: usize) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let receiver = Self { origin, calls: Arc::default(), status: Arc::new(AtomicU16::new(200)), body };
        let answering = receiver.clone();
        let app = Router::new().fallback(move |request: HttpRequest<Body>| {
            let receiver = answering.clone();
            async move { receiver.answer(request).await }
        });
        tokio::spawn(async move { axum::serve(listener, app).await });
        receiver
    }

    async fn answer(&self, request: HttpRequest<Body>) -> axum::response::Response {
        let (parts, body) = request.into_parts();
        let content_type = parts.headers[header::CONTENT_TYPE].to_str().unwrap().to_owned();
        let body = String::from_utf8(to_bytes(body, 1 << 20).await.unwrap().to_vec()).unwrap();
        self.calls.lock().unwrap().push(Call { path: parts.uri.to_string(), content_type, body });
        let status = StatusCode::from_u16(self.status.load(Ordering::SeqCst)).unwrap();
        (status, [(header::LOCATION, format!("{}/elsewhere", self.origin))], "x".repeat(self.body)).into_response()
    }

    /// Sets the status of all further answers.
    fn answers(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    pub fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    /// Registers a client that receives its notices here.
    pub async fn register(&self, w: &World, client_id: &str, more: Value) {
        told_at(w, client_id, &format!("{}/backchannel?rp=1", self.origin), more).await;
    }
}

async fn told_at(w: &World, client_id: &str, address: &str, more: Value) {
    let mut metadata = json!({ "client_id": client_id, "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "backchannel_logout_uri": address });
    metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    w.register(metadata).await;
}

/// Deliveries that may go to loopback.
pub fn notices(w: &World) -> Notices {
    Notices::new(w.provider.clone(), &Outbound::new(vec!["127.0.0.1/32".parse().unwrap()])).unwrap()
}

/// Tokens for a client, in the session.
async fn tokens(w: &World, client_id: &str, who: &Who) {
    let code = w.authorize(&request(&[("client_id", Some(client_id))]), who).await.location().1["code"].clone();
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]);
    let answer = w.post("/oauth2/token", form, Some(&basic(client_id, SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
}

async fn end(w: &World, session: &'static str) {
    let mut cx = w.cx();
    sessions_ended(&mut cx, &[session.into()]).await.unwrap();
    cx.commit().await.unwrap();
}

/// State, attempts, error and status of the deliveries, in the order of the clients' ids.
async fn standing(w: &World) -> Vec<(String, i64, Option<String>, Option<i64>)> {
    let sql = "SELECT state, attempts, last_error, last_status FROM logout_deliveries ORDER BY client_id, session_id";
    w.cx().db().await.unwrap().query(sql).all().await.unwrap()
}

fn waiting(attempts: i64, trouble: &str, status: Option<i64>) -> (String, i64, Option<String>, Option<i64>) {
    ("waiting".into(), attempts, Some(trouble.into()), status)
}

/// One client with a notice of the end of one session.
async fn one(engine: Engine) -> (World, Receiver) {
    let w = World::new(engine).await;
    let rp = Receiver::start().await;
    rp.register(&w, "rp", json!({})).await;
    let who = w.sign_in("u1", "s1").await;
    tokens(&w, "rp", &who).await;
    (w, rp)
}

both! {
    async fn the_clients_of_a_session_are_told_and_no_others(engine) {
        let w = World::new(engine).await;
        let rp = Receiver::start().await;
        for client in ["a", "b", "c"] {
            rp.register(&w, client, json!({})).await;
        }
        let (first, second) = (w.sign_in("u1", "s1").await, w.sign_in("u2", "s2").await);
        for (client, who) in [("a", &first), ("a", &first), ("b", &first), ("edc", &first), ("a", &second), ("c", &second)] {
            tokens(&w, client, who).await;
        }
        end(&w, "s1").await;
        // Once, however often the session is ended.
        end(&w, "s1").await;
        assert_eq!(notices(&w).run_due().await.unwrap(), 2);
        assert_eq!(notices(&w).run_due().await.unwrap(), 0);
        let mut told: Vec<_> = rp.calls().iter().map(|c| (c.claim("aud"), c.claim("sid"), c.claim("sub"))).collect();
        told.sort_by_key(|(aud, ..)| aud.to_string());
        assert_eq!(told, [(json!("a"), json!("s1"), json!("u1")), (json!("b"), json!("s1"), json!("u1"))]);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'logout.delivered'").await, 2);
        assert_eq!(standing(&w).await, vec![("delivered".into(), 1, None, Some(200)); 2]);
    }
}

both! {
    async fn a_client_is_told_of_people_by_the_names_that_it_knows(engine) {
        let w = World::new(engine).await;
        let rp = Receiver::start().await;
        rp.register(&w, "edc", json!({ "subject_type": "pairwise" })).await;
        let who = w.sign_in("u1", "s1").await;
        let issued = w.tokens(&who).await;
        let known = verified(&w.jwks().await, issued["id_token"].as_str().unwrap(), "JWT")["sub"].clone();
        assert_ne!(known, "u1");
        // Its ID token is a valid hint too.
        let hint = query(&[("id_token_hint", issued["id_token"].as_str().unwrap())]);
        assert!(w.get(&format!("/oauth2/logout?{hint}"), &who).await.page().contains("已安全退出"));
        notices(&w).run_due().await.unwrap();
        assert_eq!((rp.calls()[0].claim("sid"), rp.calls()[0].claim("sub")), (json!("s1"), known));
    }
}

both! {
    async fn what_ends_with_a_session_and_what_outlasts_it(engine) {
        let w = World::new(engine).await;
        w.register(json!({ "client_id": "edc", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        // offline_access is granted only to clients with refresh tokens.
        w.register(json!({ "client_id": "edc", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        let who = w.sign_in("u1", "s1").await;
        let other = w.sign_in("u1", "s2").await;
        for (scope, who) in [("openid", &who), ("openid offline_access", &who), ("openid", &other)] {
            let code = w.authorize(&request(&[("scope", Some(scope))]), who).await.location().1["code"].clone();
            assert_eq!(w.exchange(&code, &[]).await.status, StatusCode::OK);
        }
        // A rollback undoes everything together.
        let mut cx = w.cx();
        sessions_ended(&mut cx, &["s1".into()]).await.unwrap();
        drop(cx);
        let revoked = "SELECT COUNT(*) FROM token_families WHERE revoked_at IS NOT NULL";
        assert_eq!((w.count(revoked).await, standing(&w).await.len()), (0, 0));
        end(&w, "s1").await;
        let theirs = "SELECT COUNT(*) FROM token_families WHERE revoked_at IS NOT NULL AND NOT offline AND session_id = 's1'";
        assert_eq!((w.count(revoked).await, w.count(theirs).await), (1, 1));
    }
}

/// The implementation that the server passes to `authentication`.
#[derive(Debug)]
struct Told;

impl Witness for Told {
    fn ended<'a>(&'a self, cx: &'a mut Ctx, sessions: &'a [Id]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(sessions_ended(cx, sessions))
    }
}

both! {
    async fn a_session_that_is_over_is_told_of_too(engine) {
        let (w, rp) = one(engine).await;
        let sessions = Sessions::open(&w.t.kernel, &Config::default(), Arc::new(Told)).await.unwrap();
        let notices = notices(&w);
        // The idle limit is for a browser left alone at this server's pages: people who work in other systems stay
        // signed in.
        w.t.clock.advance(12 * 3600 - 1);
        assert_eq!((sessions.expire().await.unwrap(), notices.run_due().await.unwrap()), (0, 0));
        w.t.clock.advance(1);
        assert_eq!((sessions.expire().await.unwrap(), notices.run_due().await.unwrap()), (1, 1));
        assert_eq!((sessions.expire().await.unwrap(), notices.run_due().await.unwrap()), (0, 0));
        let [call] = &rp.calls()[..] else { panic!("one") };
        assert_eq!((call.claim("sid"), call.claim("iat")), (json!("s1"), json!(NOW + 12 * 3600)));
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families WHERE revoked_at IS NULL").await, 0);
    }
}

both! {
    async fn what_fails_is_tried_again_at_longer_and_longer_intervals(engine) {
        let (w, rp) = one(engine).await;
        end(&w, "s1").await;
        let notices = notices(&w);
        for ((status, pause), attempt) in [(503, 5), (400, 10), (307, 20), (404, 40), (199 + 301, 80)].into_iter().zip(1..) {
            rp.answers(status);
            assert_eq!(notices.run_due().await.unwrap(), 1);
            assert_eq!(standing(&w).await, [waiting(attempt, "status", Some(status.into()))]);
            w.t.clock.advance(pause - 1);
            assert_eq!(notices.run_due().await.unwrap(), 0);
            w.t.clock.advance(1);
        }
        rp.answers(204);
        assert_eq!(notices.run_due().await.unwrap(), 1);
        assert_eq!(standing(&w).await, [("delivered".into(), 6, None, Some(204))]);
        w.t.clock.advance(48 * 3600);
        assert_eq!(notices.run_due().await.unwrap(), 0);
        let calls = rp.calls();
        assert!(calls.iter().all(|call| call.path == "/backchannel?rp=1"), "no redirect is followed");
        let ids: std::collections::BTreeSet<_> = calls.iter().map(|call| call.claim("jti").to_string()).collect();
        assert_eq!((calls.len(), ids.len()), (6, 6), "each attempt has a token of its own");
        assert_eq!(calls[5].claim("iat"), NOW + 155);
    }
}

both! {
    async fn however_many_runners_there_are_it_is_attempted_once(engine) {
        let (w, rp) = one(engine).await;
        end(&w, "s1").await;
        let runners: Vec<_> = (0..16).map(|_| notices(&w)).collect();
        let taken = futures::future::join_all(runners.iter().map(Notices::run_due)).await;
        assert_eq!(taken.into_iter().map(Result::unwrap).sum::<usize>(), 1);
        assert_eq!(rp.calls().len(), 1);
    }
}

both! {
    async fn a_node_that_dies_loses_nothing(engine) {
        let (w, rp) = one(engine).await;
        end(&w, "s1").await;
        // A node takes it up and dies.
        let mut cx = w.cx();
        let lost = deliveries::DELIVERIES.claim::<deliveries::Attempt>(&mut cx, || 8).await.unwrap().remove(0);
        let lease = cx.now().plus_seconds(60);
        cx.commit().await.unwrap();
        let notices = notices(&w);
        w.t.clock.advance(59);
        assert_eq!(notices.run_due().await.unwrap(), 0);
        w.t.clock.advance(1);
        assert_eq!(notices.run_due().await.unwrap(), 1);
        assert_eq!((rp.calls().len(), standing(&w).await), (1, vec![("delivered".into(), 2, None, Some(200))]));
        // If that node was only slow, its late result does not count any more.
        let mut cx = w.cx();
        let failed = deliveries::Settled {
            state: State::Waiting,
            next_attempt_at: lease,
            trouble: None,
            status: Some(500),
        };
        assert!(!deliveries::settle(&mut cx, &lost, failed).await.unwrap());
    }
}

both! {
    async fn what_was_settled_long_ago_is_forgotten(engine) {
        let (w, _rp) = one(engine).await;
        end(&w, "s1").await;
        let notices = notices(&w);
        w.t.clock.advance(91 * 24 * 3600);
        assert_eq!(notices.sweep().await.unwrap(), 0, "it still waits");
        notices.run_due().await.unwrap();
        assert_eq!(notices.sweep().await.unwrap(), 1);
        assert_eq!(standing(&w).await, []);
    }
}
