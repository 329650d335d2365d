//! The HTTP capability against a real server on loopback, called as a guest calls it.

use std::sync::atomic::AtomicUsize;

use ::http::{Method, StatusCode, Uri};
use axum::{Router, response::IntoResponse};
use cardea_outbound::{Answer, Lookup};
use url::Url;

use super::{
    super::wit::http::{self as wit, Host as _},
    downstream::*,
    *,
};

#[tokio::test]
async fn the_host_adds_what_is_its_own_and_hides_what_is_not_the_guests() {
    let (trial, address) = Trial::start(|_, _| {
        let headers = [("set-cookie", "session=secret"), ("etag", "\"1\""), ("server", "x")];
        (StatusCode::CREATED, headers, "made").into_response()
    })
    .await;
    let world = World::with(settings());
    let mut request = put("users/u1", Some("b1/i1"));
    request.headers = vec![("Content-Type".into(), "application/json".into())];
    request.query = vec![("q".into(), "a&b".into())];
    let answer = world.send(&bound(address), request).await.unwrap();
    assert_eq!((answer.status, answer.body.as_slice()), (201, &b"made"[..]));
    let names: Vec<_> = answer.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["content-type", "etag"]);
    let arrived = trial.nth(0);
    assert_eq!(arrived.method, Method::PUT);
    assert_eq!(arrived.uri.to_string(), "/api/users/u1?q=a%26b");
    assert_eq!(arrived.body, "{}");
    assert_eq!(header(&arrived, "authorization"), Some("Bearer k3y"));
    assert_eq!(header(&arrived, "content-type"), Some("application/json"));
    assert_eq!(header(&arrived, "x-request-id"), Some("r1"));
    assert_eq!(header(&arrived, "idempotency-key").unwrap().len(), 64);
}

#[tokio::test]
async fn what_a_guest_may_not_say_is_never_sent() {
    let (trial, address) = Trial::start(|_, _| "ok".into_response()).await;
    let world = World::with(settings());
    let context = bound(address);
    for (name, value) in [
        ("Authorization", "Bearer mine"),
        ("host", "evil.example"),
        ("Cookie", "a=b"),
        ("Idempotency-Key", "x"),
        ("content-length", "0"),
        ("transfer-encoding", "chunked"),
        ("x-forwarded-for", "127.0.0.1"),
        ("accept", "text/plain\r\nhost: evil"),
        ("a b", "c"),
    ] {
        let mut request = get("roles");
        request.headers = vec![(name.into(), value.into())];
        let error = world.send(&context, request).await.unwrap_err();
        assert!(matches!(error, wit::Error::Denied(_)), "{name}: {error:?}");
    }
    for path in ["../admin", "//evil.example/", "a/%2e%2e/%2e%2e/b", "a?b", "a@b"] {
        let error = world.send(&context, get(path)).await.unwrap_err();
        assert!(matches!(error, wit::Error::Invalid(_)), "{path}: {error:?}");
    }
    let error = world.send(&study(), get("roles")).await.unwrap_err();
    assert!(matches!(error, wit::Error::Denied(_)), "not bound");
    let mut claims = world.call(context.clone(), Phase::Claims).await;
    let error = claims.data_mut().send(get("roles")).await.unwrap_err();
    assert!(matches!(error, wit::Error::Denied(_)), "not in this phase");
    let all = claims.data_mut().send_all(vec![get("a"), get("b")]).await;
    assert!(all.iter().all(|answer| matches!(answer, Err(wit::Error::Denied(_)))));
    let mut large = put("users", None);
    large.body = Some(vec![0; (2 << 20) + 1]);
    let error = world.send(&context, large).await.unwrap_err();
    assert!(matches!(error, wit::Error::TooLarge));
    assert_eq!(trial.count(), 0);
}

#[tokio::test]
async fn the_cache_is_closed_while_claims_are_projected() {
    use super::super::wit::cache::Host as _;
    let world = World::with(settings());
    let mut options = world.call(study(), Phase::Options).await;
    assert!(options.data_mut().put("k".into(), vec![1], 10));
    assert_eq!(options.data_mut().get("k".into()), Some(vec![1]));
    let mut claims = world.call(study(), Phase::Claims).await;
    assert_eq!(claims.data_mut().get("k".into()), None);
    assert!(!claims.data_mut().put("k".into(), vec![2], 10));
    assert_eq!(options.data_mut().get("k".into()), Some(vec![1]));
}

#[tokio::test]
async fn a_guest_cannot_reach_where_the_guard_does_not_let_the_host() {
    let world = World::with(settings());
    for base in ["http://10.0.0.1/", "http://169.254.169.254/", "http://[::1]:1/"] {
        let mut context = study();
        context.endpoints.role_api = Some(Endpoint { base: Url::parse(base).unwrap(), credentials: Credentials::None });
        let error = world.send(&context, get("x")).await.unwrap_err();
        let wit::Error::Denied(told) = error else { panic!("{base}: {error:?}") };
        assert_eq!(told, "address", "the guest does not learn which");
    }
    let (trial, address) = Trial::start(|_, _| {
        let to = [("location", "http://169.254.169.254/latest/meta-data/")];
        (StatusCode::FOUND, to).into_response()
    })
    .await;
    let answer = world.send(&bound(address), get("x")).await.unwrap();
    assert_eq!(answer.status, 302);
    assert!(answer.headers.iter().all(|(name, _)| name != "location"));
    assert_eq!(trial.count(), 1);
}

/// A name that leads to the trial system once, and to a cloud's metadata from then on.
struct BoundAnew(AtomicUsize);

impl Lookup for BoundAnew {
    fn lookup(&self, _host: String) -> Answer {
        let address = if self.0.fetch_add(1, Ordering::SeqCst) == 0 { "127.0.0.1" } else { "169.254.169.254" };
        Box::pin(async move { Ok(vec![address.parse().unwrap()]) })
    }
}

#[tokio::test]
async fn a_name_that_is_bound_anew_leads_nowhere() {
    let (trial, address) = Trial::start(|_, _| ([("connection", "close")], "ok").into_response()).await;
    let loopback = vec!["127.0.0.0/8".parse().unwrap()];
    let world = World::behind(settings(), &Outbound::with_lookup(loopback, BoundAnew(AtomicUsize::new(0))));
    let mut context = bound(address);
    let base = Url::parse(&format!("http://edc.example:{}/api", address.port())).unwrap();
    context.endpoints.role_api = Some(Endpoint { base, credentials: Credentials::None });
    assert_eq!(world.send(&context, get("roles")).await.unwrap().status, 200);
    let error = world.send(&context, get("roles")).await.unwrap_err();
    assert!(matches!(&error, wit::Error::Denied(told) if told == "address"), "{error:?}");
    assert_eq!(trial.count(), 1);
}

#[tokio::test]
async fn only_what_is_safe_is_sent_again() {
    let flaky = |n: usize, _: &Arrived| match n % 3 {
        0 => "at last".into_response(),
        _ => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    let world = World::with(settings());
    for (request, attempts, status) in
        [(get("roles"), 3, 200), (put("u", Some("b1/i1")), 3, 200), (put("u", None), 1, 503)]
    {
        let (trial, address) = Trial::start(flaky).await;
        let answer = world.send(&bound(address), request).await.unwrap();
        assert_eq!((answer.status, trial.count()), (status, attempts));
        let key = |n| header(&trial.nth(n), "idempotency-key").map(String::from);
        assert!((1..attempts).all(|n| key(n) == key(0)), "one key for every attempt");
    }
    let (trial, address) = Trial::start(|_, _| StatusCode::BAD_GATEWAY.into_response()).await;
    let answer = world.send(&bound(address), get("roles")).await.unwrap();
    assert_eq!((answer.status, trial.count()), (502, 3), "and not for ever");
}

#[tokio::test]
async fn idempotency_keys_belong_to_one_study() {
    let (trial, address) = Trial::start(|_, _| "ok".into_response()).await;
    let world = World::with(settings());
    let first = bound(address);
    let mut other = bound(address);
    other.study.id = "study-2".into();
    for (context, key) in [(&first, "a"), (&first, "a"), (&first, "b"), (&other, "a")] {
        world.send(context, put("u", Some(key))).await.unwrap();
    }
    let keys: Vec<_> = (0..4).map(|n| header(&trial.nth(n), "idempotency-key").unwrap().to_owned()).collect();
    assert_eq!(keys[0], keys[1]);
    assert!(keys[0] != keys[2] && keys[0] != keys[3] && keys[2] != keys[3]);
}

#[tokio::test]
async fn later_means_later() {
    let (trial, address) = Trial::start(|n, _| {
        let status = match n {
            1 => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        (status, [("retry-after", "3")]).into_response()
    })
    .await;
    let world = World::with(settings());
    for n in 1..=2 {
        let error = world.send(&bound(address), get("roles")).await.unwrap_err();
        assert!(matches!(error, wit::Error::Throttled(3_000)), "{error:?}");
        assert_eq!(trial.count(), n, "not sent again");
    }
}

#[tokio::test]
async fn too_large_too_slow_or_dead_is_an_error_of_its_kind() {
    let (_, address) = Trial::start(|_, _| vec![0; (2 << 20) + 1].into_response()).await;
    let world = World::with(settings());
    let error = world.send(&bound(address), get("x")).await.unwrap_err();
    assert!(matches!(error, wit::Error::TooLarge), "{error:?}");

    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let context = bound(silent.local_addr().unwrap());
    let mut slow = get("x");
    slow.timeout_ms = Some(20);
    let error = world.send(&context, slow).await.unwrap_err();
    assert!(matches!(error, wit::Error::Timeout), "{error:?}");
    drop(silent);
    let error = world.send(&context, get("x")).await.unwrap_err();
    assert!(matches!(error, wit::Error::Connect), "{error:?}");
}

#[tokio::test]
async fn a_failing_endpoint_is_left_alone_for_a_while() {
    let (trial, address) = Trial::start(|_, _| StatusCode::INTERNAL_SERVER_ERROR.into_response()).await;
    let (_, healthy) = Trial::start(|_, _| "ok".into_response()).await;
    let world = World::with(settings());
    for _ in 0..5 {
        assert_eq!(world.send(&bound(address), get("x")).await.unwrap().status, 500);
    }
    let error = world.send(&bound(address), get("x")).await.unwrap_err();
    assert!(matches!(error, wit::Error::Connect), "{error:?}");
    assert_eq!(trial.count(), 5);
    assert!(world.send(&bound(healthy), get("x")).await.is_ok());
    world.now.fetch_add(30_000, Ordering::SeqCst);
    assert_eq!(world.send(&bound(address), get("x")).await.unwrap().status, 500);
    assert_eq!(trial.count(), 6, "one probe");
    assert!(world.send(&bound(address), get("x")).await.is_err());
    assert_eq!(trial.count(), 6);
}

#[tokio::test]
async fn a_call_has_500_requests() {
    let (trial, address) = Trial::start(|_, _| "ok".into_response()).await;
    let world = World::with(settings());
    let mut store = world.call(bound(address), Phase::Apply).await;
    let answers = store.data_mut().send_all(vec![get("x"); 499]).await;
    assert!(answers.iter().all(Result::is_ok));
    let answers = store.data_mut().send_all(vec![get("x"); 3]).await;
    assert!(answers[0].is_ok());
    assert!(answers[1..].iter().all(|answer| matches!(answer, Err(wit::Error::BudgetSpent))));
    let error = store.data_mut().send(get("x")).await.unwrap_err();
    assert!(matches!(error, wit::Error::BudgetSpent));
    assert_eq!(trial.count(), 500);
}

/// The server answers only when eight requests have arrived: with fewer in flight the test would never end, and more
/// would be counted.
#[tokio::test]
async fn eight_requests_are_in_flight_and_answers_keep_their_order() {
    let barrier = Arc::new(tokio::sync::Barrier::new(8));
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let seen = Arc::clone(&most);
    let router = Router::new().fallback(move |uri: Uri| async move {
        seen.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        barrier.wait().await;
        now.fetch_sub(1, Ordering::SeqCst);
        uri.path().to_owned()
    });
    let mut settings = settings();
    settings.http.timeout = Duration::from_mins(1);
    let world = World::with(settings);
    let mut store = world.call(bound(serve(router).await), Phase::Apply).await;
    let requests = (0..24).map(|n| get(&n.to_string())).collect();
    let answers = store.data_mut().send_all(requests).await;
    for (n, answer) in answers.into_iter().enumerate() {
        assert_eq!(answer.unwrap().body, format!("/api/{n}").into_bytes());
    }
    assert_eq!(most.load(Ordering::SeqCst), 8);
}

/// One answer has at most 2 MiB, but a guest may request hundreds at once.
#[tokio::test]
async fn answers_are_bounded_together() {
    let (_, address) = Trial::start(|_, _| vec![0; 1 << 20].into_response()).await;
    let world = World::with(settings());
    let mut store = world.call(bound(address), Phase::Apply).await;
    let answers = store.data_mut().send_all(vec![get("x"); 20]).await;
    let (good, bad): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!((good.len(), bad.len()), (16, 4));
    assert!(bad.iter().all(|answer| matches!(answer, Err(wit::Error::TooLarge))));
}

/// A guest whose `options` fetches `roles` and answers with the body as the label of one choice.
fn fetching() -> Guest {
    let mut guest = Guest::good("edc");
    guest.imports = format!(r#"(import "cardea:panel/http@1.0.0" "send" (func $send (param {})))"#, "i32 ".repeat(17));
    let [path, path_len] = guest.arena.text("roles");
    let [id, id_len] = guest.arena.text("r1");
    let choice = guest.arena.words(&[id, id_len, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let answer = guest.arena.ok_list(choice, 1);
    let response = guest.arena.words(&[0; 6]);
    guest.options = format!(
        "(call $send (i32.const 0) (i32.const 0) (i32.const {path}) (i32.const {path_len})
            {} (i32.const {response}))
         (if (i32.load8_u (i32.const {response})) (then unreachable))
         (i32.store offset=8 (i32.const {choice}) (i32.load offset=16 (i32.const {response})))
         (i32.store offset=12 (i32.const {choice}) (i32.load offset=20 (i32.const {response})))
         i32.const {answer}",
        "(i32.const 0) ".repeat(12)
    );
    guest
}

#[tokio::test]
async fn a_guest_fetches_its_choices() {
    let (_, address) = Trial::start(|_, arrived| {
        let path = arrived.uri.path().to_owned();
        format!("role of {path}").into_response()
    })
    .await;
    let world = World::with(settings());
    world.add(&fetching()).await;
    let target = Target::Slot("edc");
    let page = world.host.options(target, bound(address), Query::default()).await.unwrap();
    assert_eq!(page.choices[0].label, "role of /api/roles");
    let stats = world.stats("edc", Phase::Options);
    assert_eq!((stats.host_calls, stats.http_requests), (1, 1));
}

/// Waiting costs no CPU, but the wall-clock limit ends it.
#[tokio::test]
async fn a_guest_does_not_wait_for_ever() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut settings = settings();
    settings.http.timeout = Duration::from_mins(1);
    settings.budgets.options.wall = Duration::from_millis(50);
    let world = World::with(settings);
    world.add(&fetching()).await;
    let context = bound(silent.local_addr().unwrap());
    let target = Target::Slot("edc");
    let error = world.host.options(target, context, Query::default()).await.unwrap_err();
    assert_eq!(error, HostError::WallClock(50));
    assert_eq!(world.stats("edc", Phase::Options).http_requests, 1);
}
