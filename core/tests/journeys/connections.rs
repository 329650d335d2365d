//! Misbehaving connections: each is closed in time, and none keeps the server from stopping.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::routing::{get, post};
use cardea::kernel::proxies::Proxies;
use cardea::kernel::server::{self, Bounds};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Long enough for a request on a busy machine, and short enough to wait for.
const SHORT: Duration = Duration::from_millis(150);
const LONG: Duration = Duration::from_mins(10);

fn bounds() -> Bounds {
    Bounds {
        header: LONG,
        body: LONG,
        body_rate: 1 << 20,
        idle: LONG,
        connections: 0,
        per_address: 1000,
        proxies: Proxies::default(),
        shutdown: LONG,
    }
}

struct Served {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<usize>,
}

async fn serve(bounds: Bounds) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new()
        .route("/", get(|| async { "here" }))
        .route("/never", get(|| async { std::future::pending::<()>().await }))
        .route("/large", get(|| async { vec![b'x'; 64 << 20] }))
        .route("/echo", post(|body: Bytes| async move { body }));
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(server::serve(listener, router, bounds, async { drop(stopped.await) }));
    Served { address, stop, task }
}

async fn sent(at: &Served, octets: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(at.address).await.unwrap();
    // A refused connection may be closed before this.
    drop(stream.write_all(octets).await);
    stream
}

/// Reads until the other end closes. A reset counts as a close.
async fn rest(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    drop(stream.read_to_end(&mut all).await);
    String::from_utf8_lossy(&all).into_owned()
}

const WHOLE: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const LAST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn a_connection_serves_one_request_after_the_other() {
    let at = serve(bounds()).await;
    let mut stream = sent(&at, WHOLE).await;
    let mut some = [0; 1024];
    let n = stream.read(&mut some).await.unwrap();
    assert!(String::from_utf8_lossy(&some[..n]).starts_with("HTTP/1.1 200"));
    stream
        .write_all(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nback")
        .await
        .unwrap();
    assert!(rest(stream).await.ends_with("back"));
    drop(at.stop);
    assert_eq!(at.task.await.unwrap(), 0);
}

#[tokio::test]
async fn whoever_sends_what_nobody_wants_hears_it_and_goes_on() {
    let at = serve(bounds()).await;
    let mut stream = sent(&at, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8388608\r\n\r\n").await;
    stream.write_all(&vec![b'x'; 8 << 20]).await.unwrap();
    let mut some = [0; 1024];
    let n = stream.read(&mut some).await.unwrap();
    assert!(String::from_utf8_lossy(&some[..n]).starts_with("HTTP/1.1 405"));
    stream.write_all(LAST).await.unwrap();
    assert!(rest(stream).await.ends_with("here"));
    drop(at.stop);
    assert_eq!(at.task.await.unwrap(), 0);
}

mod attacks {
    use super::*;
    use crate::attack;
    use crate::testing::Engine;

    /// Both engines are behind the same connections.
    fn refused(what: &str, tried: usize, closed: usize) {
        attack::refused(what, Engine::Sqlite, tried, closed);
    }

    /// Opens many connections in the same way, and waits until all of them are closed without an answer.
    async fn all_closed(at: &Served, what: &str, begun: &[u8]) {
        let mut open = Vec::new();
        for _ in 0..20 {
            open.push(sent(at, begun).await);
        }
        let mut closed = 0;
        for stream in open {
            closed += usize::from(!rest(stream).await.contains("HTTP/1.1 200"));
        }
        refused(what, 20, closed);
        assert!(rest(sent(at, LAST).await).await.ends_with("here"), "who does their part is served");
    }

    #[tokio::test]
    async fn headers_that_never_end_are_hung_up_on() {
        let at = serve(Bounds { header: SHORT, ..bounds() }).await;
        all_closed(&at, "a header that never ends", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await;
        all_closed(&at, "a connection without a request", b"").await;
        // Also the second request header of a connection.
        let mut stream = sent(&at, WHOLE).await;
        let mut some = [0; 1024];
        assert!(stream.read(&mut some).await.unwrap() > 0);
        stream.write_all(b"GET / HTT").await.unwrap();
        assert!(!rest(stream).await.contains("200"));
    }

    #[tokio::test]
    async fn a_header_that_trickles_is_hung_up_on() {
        let at = serve(Bounds { header: SHORT, ..bounds() }).await;
        let (mut reader, mut writer) = sent(&at, b"GET / HTTP/1.1\r\nHost: x\r\n").await.into_split();
        // One octet after the other, as long as they are accepted.
        let trickle = tokio::spawn(async move {
            while writer.write_all(b"X: y\r\n").await.is_ok() {
                tokio::time::sleep(SHORT / 10).await;
            }
        });
        let mut all = Vec::new();
        drop(reader.read_to_end(&mut all).await);
        assert!(!String::from_utf8_lossy(&all).contains("200"));
        trickle.abort();
        refused("a header that trickles", 1, 1);
    }

    #[tokio::test]
    async fn bodies_that_never_come_are_given_up() {
        let at = serve(Bounds { body: SHORT, ..bounds() }).await;
        let half = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf";
        all_closed(&at, "a body that never comes", half).await;
        let chunk = b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n";
        all_closed(&at, "a chunk that never comes", chunk).await;
    }

    #[tokio::test]
    async fn an_idle_connection_and_an_answer_that_is_not_taken_end() {
        let at = serve(Bounds { idle: SHORT, ..bounds() }).await;
        let mut idle = sent(&at, WHOLE).await;
        let mut all = String::new();
        idle.read_to_string(&mut all).await.unwrap();
        assert!(all.ends_with("here"), "answered, and then closed");
        // An answer larger than the socket buffers, which nobody reads: the server stops without waiting for it.
        let _deaf = sent(&at, b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").await;
        drop(at.stop);
        assert_eq!(at.task.await.unwrap(), 0);
        refused("an answer that nobody takes", 1, 1);
    }

    #[tokio::test]
    async fn whoever_speaks_http_2_is_hung_up_on_at_once() {
        let at = serve(bounds()).await;
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        all_closed(&at, "HTTP/2 by prior knowledge", preface).await;
        let upgrade = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n\
            HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n";
        let answer = rest(sent(&at, upgrade).await).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "an upgrade is not taken: {answer}");
    }

    #[tokio::test]
    async fn an_address_has_so_many_connections_and_all_together_so_many() {
        let at = serve(Bounds { per_address: 5, ..bounds() }).await;
        let mut open = Vec::new();
        for _ in 0..5 {
            let mut stream = sent(&at, WHOLE).await;
            assert!(stream.read(&mut [0; 1024]).await.unwrap() > 0);
            open.push(stream);
        }
        let mut closed = 0;
        for _ in 0..20 {
            closed += usize::from(!rest(sent(&at, LAST).await).await.contains("200"));
        }
        refused("connections beyond those of an address", 20, closed);
        // Behind a trusted proxy all come from one address.
        let proxies = Proxies::from(vec!["127.0.0.0/8".parse().unwrap()]);
        let behind = serve(Bounds { per_address: 1, proxies, connections: 3, ..bounds() }).await;
        let mut held = Vec::new();
        for _ in 0..3 {
            let mut stream = sent(&behind, WHOLE).await;
            assert!(stream.read(&mut [0; 1024]).await.unwrap() > 0);
            held.push(stream);
        }
        // The total limit: the next connection is served only when one ends.
        let waiting = sent(&behind, LAST).await;
        held.pop();
        assert!(rest(waiting).await.ends_with("here"));
    }

    #[tokio::test]
    async fn the_server_ends_although_somebody_holds_on() {
        let at = serve(Bounds { shutdown: SHORT, ..bounds() }).await;
        let half = sent(&at, b"GET / HTTP/1.1\r\n").await;
        let mut never = sent(&at, b"GET /never HTTP/1.1\r\nHost: x\r\n\r\n").await;
        let mut idle = sent(&at, WHOLE).await;
        assert!(idle.read(&mut [0; 1024]).await.unwrap() > 0);
        never.flush().await.unwrap();
        drop(at.stop);
        let cut_off = at.task.await.unwrap();
        assert!((1..=2).contains(&cut_off), "an idle one is let go at once: {cut_off}");
        assert_eq!((rest(half).await, rest(never).await, rest(idle).await), Default::default());
        refused("holding on to a server that is told to stop", 2, 2);
    }
}
