use std::{
    net::{Ipv4Addr, Ipv6Addr},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::{Router, response::Redirect, routing::get};
use proptest::prelude::*;

use super::*;
mod attacks;
#[allow(dead_code, reason = "the server's tests use more of it")]
#[path = "../../tests/support/authority.rs"]
mod authority;

use authority::Authority;

/// A resolver that answers from a script, repeats the last answer, and counts the questions.
#[derive(Clone, Default)]
struct Script {
    answers: Arc<Mutex<Vec<Vec<IpAddr>>>>,
    asked: Arc<AtomicUsize>,
}

impl Script {
    fn new(answers: &[&[&str]]) -> Self {
        let parse = |answer: &&[&str]| answer.iter().map(|a| a.parse().unwrap()).collect();
        let script = Self::default();
        *script.answers.lock().unwrap() = answers.iter().map(parse).collect();
        script
    }
}

impl Lookup for Script {
    fn lookup(&self, _host: String) -> Answer {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let mut answers = self.answers.lock().unwrap();
        let answer = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
        Box::pin(async move { Ok(answer) })
    }
}

/// Serves `router` on a loopback address, and returns the address.
async fn serve(router: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn loopback() -> Vec<IpNet> {
    vec!["127.0.0.1/32".parse().unwrap()]
}

fn request(url: &str) -> http::Request<Bytes> {
    http::Request::get(url).body(Bytes::new()).unwrap()
}

async fn fetch(guard: &Outbound, url: &str) -> Result<http::Response<Bytes>, OutboundError> {
    let client = guard.client(Bounds::default()).unwrap();
    client.send(request(url), None).await
}

#[test]
fn every_special_block_is_refused_to_its_edges() {
    for (first, last) in [
        ("0.0.0.0", "0.255.255.255"),
        ("10.0.0.0", "10.255.255.255"),
        ("100.64.0.0", "100.127.255.255"),
        ("127.0.0.0", "127.255.255.255"),
        ("168.63.129.16", "168.63.129.16"),
        ("169.254.0.0", "169.254.255.255"),
        ("172.16.0.0", "172.31.255.255"),
        ("192.0.0.0", "192.0.0.255"),
        ("192.0.2.0", "192.0.2.255"),
        ("192.88.99.0", "192.88.99.255"),
        ("192.168.0.0", "192.168.255.255"),
        ("198.18.0.0", "198.19.255.255"),
        ("198.51.100.0", "198.51.100.255"),
        ("203.0.113.0", "203.0.113.255"),
        ("224.0.0.0", "255.255.255.255"),
        ("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), // loopback, v4-mapped, NAT64
        ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), // unique local, link-local, multicast
    ] {
        for edge in [first, last] {
            assert!(!is_public(edge.parse().unwrap()), "{edge}");
        }
    }
}

#[test]
fn the_neighbours_of_special_blocks_are_public() {
    for address in [
        "1.0.0.0",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.15",
        "168.63.129.17",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::1",
        "2001:db9::1",
        "2003::1",
        "2606:4700::1",
        "3fff:1000::1",
    ] {
        assert!(is_public(address.parse().unwrap()), "{address}");
    }
}

#[test]
fn named_dangers_are_refused_and_a_granted_block_lifts_just_that() {
    let dangers = [
        "169.254.169.254",    // metadata
        "100.100.100.200",    // metadata within carrier-grade NAT
        "fd00:ec2::254",      // metadata within unique local
        "::1",                // loopback
        "::ffff:127.0.0.1",   // v4-mapped
        "::ffff:8.8.8.8",     // v4-mapped, whatever it maps
        "::127.0.0.1",        // v4-compatible
        "64:ff9b::7f00:1",    // NAT64
        "64:ff9b:1::7f00:1",  // NAT64, local use
        "2002:7f00:1::",      // 6to4
        "2001:0:4136:e378::", // Teredo
        "fe80::1",            // link-local
        "fec0::1",            // site-local
        "ff02::1",            // multicast
        "255.255.255.255",    // broadcast
    ];
    let nobody = Outbound::new(vec![]);
    for danger in dangers {
        let address: IpAddr = danger.parse().unwrap();
        assert!(!nobody.permits(address), "{danger}");
        let granted = Outbound::new(vec![IpNet::from(address)]);
        assert!(granted.permits(address));
        let others = dangers.iter().filter(|other| **other != danger);
        for other in others {
            assert!(!granted.permits(other.parse().unwrap()), "{danger} let {other} in");
        }
    }
    let loopback = Outbound::new(loopback());
    assert!(!loopback.permits("::ffff:127.0.0.1".parse().unwrap()));
    assert!(!loopback.permits("127.0.0.2".parse().unwrap()));
}

proptest! {
    #[test]
    fn what_the_standard_library_calls_special_is_never_public(bits: u32) {
        let v4 = Ipv4Addr::from_bits(bits);
        let special = v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_multicast()
            || v4.is_broadcast() || v4.is_documentation() || v4.is_unspecified();
        prop_assert!(!(special && is_public(v4.into())));
    }

    #[test]
    fn no_ipv4_address_hides_in_an_ipv6_one(bits: u32, tail: u64) {
        let v4 = Ipv4Addr::from_bits(bits);
        prop_assert!(!is_public(v4.to_ipv6_mapped().into()));
        prop_assert!(!is_public(v4.to_ipv6_compatible().into()));
        let nat64 = Ipv6Addr::from_bits(0x0064_ff9b_u128 << 96 | u128::from(bits));
        prop_assert!(!is_public(nat64.into()));
        let six_to_four = 0x2002_u128 << 112 | u128::from(bits) << 80 | u128::from(tail);
        prop_assert!(!is_public(Ipv6Addr::from_bits(six_to_four).into()));
    }

    #[test]
    fn special_ipv6_is_never_public(bits: u128) {
        let v6 = Ipv6Addr::from_bits(bits);
        let special = v6.is_loopback() || v6.is_multicast() || v6.is_unspecified()
            || v6.is_unique_local() || v6.is_unicast_link_local();
        prop_assert!(!(special && is_public(v6.into())));
    }

    #[test]
    fn of_any_answer_only_permitted_addresses_are_dialled(
        answer in proptest::collection::vec(any::<[u8; 4]>().prop_map(IpAddr::from), 0..6),
    ) {
        let script = Script::default();
        *script.answers.lock().unwrap() = vec![answer.clone()];
        let guard = Outbound::with_lookup(loopback(), script);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let want: Vec<IpAddr> = answer.into_iter().filter(|a| guard.permits(*a)).collect();
        match runtime.block_on(guard.resolve("host".into())) {
            Ok(kept) => prop_assert_eq!(kept.iter().map(SocketAddr::ip).collect::<Vec<_>>(), want),
            Err(_) => prop_assert!(want.is_empty()),
        }
    }
}

#[tokio::test]
async fn literal_addresses_are_checked_however_they_are_written() {
    let guard = Outbound::new(vec![]);
    for url in [
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://0/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://１２７.0.0.1/",
        "ftp://example.org/",
        "file://host/etc/passwd",
        "http://user:word@example.org/",
    ] {
        let url = Url::parse(url).unwrap();
        let error = guard.check(&url).unwrap_err();
        assert!(matches!(error, OutboundError::Denied(_)), "{url}: {error}");
    }
    assert!(guard.check(&Url::parse("https://example.org/").unwrap()).is_ok());
    let error = fetch(&guard, "http://127.0.0.1:1/").await.unwrap_err();
    assert!(matches!(error, OutboundError::Denied(_)), "{error}");
}

#[tokio::test]
async fn names_are_checked_by_the_address_that_is_dialled() {
    let address = serve(Router::new().route("/", get(|| async { "hello" }))).await;
    let url = format!("http://edc.example:{}/", address.port());

    let only_bad = Script::new(&[&["169.254.169.254", "10.0.0.1"]]);
    let guard = Outbound::with_lookup(loopback(), only_bad);
    let error = fetch(&guard, &url).await.unwrap_err();
    assert!(matches!(error, OutboundError::Denied(_)), "{error}");

    let mixed = Script::new(&[&["169.254.169.254", "127.0.0.1"]]);
    let guard = Outbound::with_lookup(loopback(), mixed);
    assert_eq!(fetch(&guard, &url).await.unwrap().body(), "hello");

    let none = Script::new(&[&[]]);
    let guard = Outbound::with_lookup(loopback(), none);
    let error = fetch(&guard, &url).await.unwrap_err();
    assert!(matches!(error, OutboundError::Connect(_)), "{error}");
}

/// A name is resolved once for each connection, and its answer is dialled: the answer cannot change between check and
/// use.
#[tokio::test]
async fn rebinding_gains_nothing() {
    let address = serve(Router::new().route("/", get(|| async { "hello" }))).await;
    let url = format!("http://edc.example:{}/", address.port());
    let script = Script::new(&[&["127.0.0.1"], &["127.0.0.2"], &["169.254.169.254"]]);
    let guard = Outbound::with_lookup(loopback(), script.clone());
    assert!(fetch(&guard, &url).await.is_ok());
    assert_eq!(script.asked.load(Ordering::SeqCst), 1);
    for _ in 0..2 {
        let error = fetch(&guard, &url).await.unwrap_err();
        assert!(matches!(error, OutboundError::Denied(_)), "{error}");
    }
    assert_eq!(script.asked.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let seen = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen);
    let router = Router::new()
        .route("/", get(|| async { Redirect::temporary("/secret") }))
        .route("/secret", get(|| async move { count.fetch_add(1, Ordering::SeqCst).to_string() }));
    let address = serve(router).await;
    let guard = Outbound::new(loopback());
    let answer = fetch(&guard, &format!("http://{address}/")).await.unwrap();
    assert_eq!(answer.status(), 307);
    assert_eq!(seen.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn bodies_are_capped_after_decompression() {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![0; 1_000_000]).unwrap();
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 10_000);
    let router = Router::new()
        .route("/bomb", get(|| async move { ([("content-encoding", "gzip")], bomb) }))
        .route("/fits", get(|| async { vec![b'x'; 10_000] }))
        .route("/over", get(|| async { vec![b'x'; 10_001] }));
    let address = serve(router).await;
    let bounds = Bounds { max_bytes: 10_000, ..Bounds::default() };
    let client = Outbound::new(loopback()).client(bounds).unwrap();
    for (path, fits) in [("bomb", false), ("fits", true), ("over", false)] {
        let answer = client.send(request(&format!("http://{address}/{path}")), None).await;
        match answer {
            Ok(answer) => assert!(fits && answer.body().len() == 10_000, "{path}"),
            Err(error) => assert!(!fits && matches!(error, OutboundError::TooLarge(10_000))),
        }
    }
}

#[tokio::test]
async fn failures_are_told_apart() {
    let guard = Outbound::new(loopback());
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap());
    let client = guard.client(Bounds::default()).unwrap();
    let error = client.send(request(&url), Some(Duration::from_millis(20))).await;
    assert!(matches!(error, Err(OutboundError::Timeout)), "{error:?}");
    drop(silent);
    let error = client.send(request(&url), None).await;
    assert!(matches!(error, Err(OutboundError::Connect(_))), "{error:?}");

    let plain = serve(Router::new()).await;
    let error = fetch(&guard, &format!("https://{plain}/")).await;
    assert!(matches!(error, Err(OutboundError::Tls(_))), "{error:?}");
}

/// A TLS server that answers every request with its greeting; returns its port.
async fn over_tls(acceptor: tokio_rustls::TlsAcceptor) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            // A client that does not trust the server leaves in the middle of the handshake.
            let Ok(mut stream) = acceptor.accept(socket).await else { continue };
            let mut asked = [0; 1024];
            let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut asked).await;
            let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello";
            let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, answer).await;
            let _ = tokio::io::AsyncWriteExt::shutdown(&mut stream).await;
        }
    });
    port
}

async fn ask(guard: &Outbound, port: u16) -> Result<Bytes, OutboundError> {
    let client = guard.client(Bounds::default()).unwrap();
    let request = http::Request::get(format!("https://127.0.0.1:{port}/?key=geheim")).body(Bytes::new()).unwrap();
    client.send(request, None).await.map(http::Response::into_body)
}

#[tokio::test]
async fn an_authority_that_the_operator_names_is_believed_and_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let (named, other) = (Authority::new(), Authority::new());
    let file = dir.path().join("authorities.pem");
    std::fs::write(&file, format!("# of the hospital\n{}{}", named.pem, Authority::new().pem)).unwrap();
    let believing = Outbound::new(loopback()).believing(&file).unwrap();
    let port = over_tls(named.acceptor("127.0.0.1")).await;
    assert_eq!(ask(&believing, port).await.unwrap(), "hello");
    assert!(matches!(ask(&Outbound::new(loopback()), port).await, Err(OutboundError::Tls(_))), "not named");
    let stranger = over_tls(other.acceptor("127.0.0.1")).await;
    assert!(matches!(ask(&believing, stranger).await, Err(OutboundError::Tls(_))), "another authority");
    let elsewhere = over_tls(named.acceptor("elsewhere.example")).await;
    let refused = ask(&believing, elsewhere).await.unwrap_err();
    assert!(matches!(refused, OutboundError::Tls(_)), "another name");
    assert!(!refused.to_string().contains("geheim"), "{refused}");
    // The guard applies as before.
    let guarded = Outbound::new(vec![]).believing(&file).unwrap();
    assert!(matches!(ask(&guarded, port).await, Err(OutboundError::Denied(_))));
}

#[test]
fn a_file_without_authorities_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("authorities.pem");
    let open = || Outbound::new(vec![]).believing(&file).map(drop);
    assert!(open().is_err(), "there is none");
    for content in ["", "nothing", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        std::fs::write(&file, content).unwrap();
        assert!(matches!(open(), Err(OutboundError::Invalid(_))), "{content}");
    }
}
