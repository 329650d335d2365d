//! The HTTP server: connections with a cap, and a time for everything that their other end has to do.
//!
//! It speaks HTTP/1.1. Browsers speak HTTP/2 with the proxy that has the certificate; what this server does not speak
//! cannot be used against it. Whoever begins with HTTP/2 is hung up on at once.
//!
//! A connection is closed where the header of a request is not whole in time, where nothing is asked of it for a while,
//! and where an answer is not taken; a body that comes too slowly is a request that failed. When the server is told to
//! stop, requests under way may end, and after a deadline nothing is waited for.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::header;
use axum::response::Response;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep};
use tower::ServiceExt as _;

use super::origin::Origin;
use super::proxies::Proxies;
use super::upload::{Left, Timed, discard};

/// Octets of a header with its request line, at most.
const MAX_HEADER: usize = 64 * 1024;
/// The pause after the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(200);

/// What connections may do.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Until a header is whole, from its first octet, and until the first octet of a new connection.
    pub header: Duration,
    /// Until a body is whole.
    pub body: Duration,
    /// Octets a second that lengthen that time.
    pub body_rate: u64,
    /// How long nothing may be asked, and nothing of an answer be taken.
    pub idle: Duration,
    /// Connections over all; 0: no bound.
    pub connections: usize,
    /// Connections of one address.
    pub per_address: usize,
    /// Proxies of ours, which the bound of an address is not for.
    pub proxies: Proxies,
    /// How long requests under way are waited for at the end.
    pub shutdown: Duration,
}

/// Serves until `stop` ends, and then until the last request has, or [`Bounds::shutdown`] is over; how many
/// connections were cut off.
pub async fn serve(listener: TcpListener, router: Router, bounds: Bounds, stop: impl Future<Output = ()>) -> usize {
    let places = Arc::new(Semaphore::new(match bounds.connections {
        0 => Semaphore::MAX_PERMITS,
        most => most.min(Semaphore::MAX_PERMITS),
    }));
    let (ending, _) = watch::channel(false);
    let (addresses, bounds) = (Arc::new(Addresses::default()), Arc::new(bounds));
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            next = next => next,
        };
        match (place, accepted) {
            (Ok(place), Ok((stream, peer))) => {
                let limited = !bounds.proxies.are_ours(peer.ip());
                let Some(seat) = addresses.enter(peer.ip(), bounds.per_address, limited) else { continue };
                let held = (place, seat);
                let connection = Connection {
                    router: router.clone(),
                    peer,
                    bounds: Arc::clone(&bounds),
                    ending: ending.subscribe(),
                };
                connections.spawn(connection.run(stream, held));
            }
            (_, Err(error)) if is_of_one(&error) => {}
            (_, Err(error)) => {
                tracing::error!(%error, "no connection can be accepted");
                sleep(BREATH).await;
            }
            (Err(_), _) => break,
        }
    }
    drop(listener);
    ending.send_replace(true);
    let all = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(bounds.shutdown, all).await.is_ok() {
        return 0;
    }
    let left = connections.len();
    tracing::warn!(left, "connections did not end in time and were cut off");
    connections.shutdown().await;
    left
}

/// Whether an error is of one connection, which went away before it was accepted.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// How many connections each address has: as many entries as there are connections, at most.
#[derive(Debug, Default)]
struct Addresses(Mutex<HashMap<IpAddr, usize>>);

/// One connection of an address.
struct Seat(Arc<Addresses>, IpAddr);

impl Addresses {
    fn enter(self: &Arc<Self>, peer: IpAddr, most: usize, limited: bool) -> Option<Seat> {
        let address = Origin::of(peer).address;
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = all.entry(address).or_default();
        if limited && *mine >= most {
            return None;
        }
        *mine += 1;
        Some(Seat(Arc::clone(self), address))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut all = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mine) = all.get_mut(&self.1) {
            *mine -= 1;
            if *mine == 0 {
                all.remove(&self.1);
            }
        }
    }
}

struct Connection {
    router: Router,
    peer: SocketAddr,
    bounds: Arc<Bounds>,
    ending: watch::Receiver<bool>,
}

impl Connection {
    async fn run(self, stream: TcpStream, _held: (OwnedSemaphorePermit, Seat)) {
        let Self { router, peer, bounds, mut ending } = self;
        // An answer leaves at once; what cannot be set is no reason to refuse it.
        drop(stream.set_nodelay(true));
        let asked = Arc::new(Asked::default());
        let io = TokioIo::new(Watched::new(stream, &bounds, Arc::clone(&asked)));
        let (body, rate) = (bounds.body, bounds.body_rate);
        let service = service_fn(move |request: Request<Incoming>| {
            asked.times.fetch_add(1, Ordering::AcqRel);
            asked.under_way.store(true, Ordering::Release);
            let left = Left::default();
            let waits = request.headers().contains_key(header::EXPECT);
            let mut request = request.map(|incoming| Body::new(Timed::new(incoming, Arc::clone(&left), body, rate)));
            request.extensions_mut().insert(ConnectInfo(peer));
            let (router, answered) = (router.clone(), Answered(Arc::clone(&asked)));
            async move {
                let response: Response =
                    router.oneshot(request).await.unwrap_or_else(|never: Infallible| match never {});
                if !waits {
                    discard(&left).await;
                }
                Ok::<_, Infallible>(response.map(|body| Body::new(Marked { body, _answered: answered })))
            }
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(bounds.idle).max_buf_size(MAX_HEADER);
        let mut connection = std::pin::pin!(builder.serve_connection(io, service));
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = async { drop(ending.wait_for(|ending| *ending).await) } => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, %peer, "a connection ended");
        }
    }
}

/// What a connection was asked for.
#[derive(Debug, Default)]
struct Asked {
    /// Whether a request is under way: its header is whole, and its answer not written.
    under_way: AtomicBool,
    /// How many there were.
    times: AtomicU64,
}

/// Says, when the answer is written or given up, that the next request may come.
struct Answered(Arc<Asked>);

impl Drop for Answered {
    fn drop(&mut self) {
        self.0.under_way.store(false, Ordering::Release);
    }
}

pin_project_lite::pin_project! {
    /// The body of an answer; see [`Answered`].
    struct Marked {
        #[pin]
        body: Body,
        _answered: Answered,
    }
}

impl HttpBody for Marked {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.project().body.poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that is closed where its other end takes too long.
struct Watched {
    stream: TcpStream,
    header: Duration,
    idle: Duration,
    asked: Arc<Asked>,
    /// How many requests there were at the last look.
    seen: u64,
    /// Whether octets of a header have come, or the connection is new: the shorter time counts.
    began: bool,
    reading: Option<Pin<Box<Sleep>>>,
    writing: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    fn new(stream: TcpStream, bounds: &Bounds, asked: Arc<Asked>) -> Self {
        let (header, idle) = (bounds.header, bounds.idle);
        Self { stream, header, idle, asked, seen: 0, began: true, reading: None, writing: None }
    }

    /// What becomes of a write: an error where nothing was taken for too long.
    fn taken<T>(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.writing = None;
            return result;
        }
        let idle = self.idle;
        let timer = self.writing.get_or_insert_with(|| Box::pin(sleep(idle)));
        timer.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buf.filled().len();
        let result = Pin::new(&mut this.stream).poll_read(cx, buf);
        let asked = this.asked.times.load(Ordering::Acquire);
        if asked != this.seen {
            // The header before was whole in its time; what comes is another.
            (this.seen, this.began, this.reading) = (asked, false, None);
        }
        if this.asked.under_way.load(Ordering::Acquire) {
            // A body has a time of its own, and who waits for an answer does nothing wrong.
            return result;
        }
        if result.is_ready() {
            if buf.filled().len() > before && !this.began {
                this.began = true;
                this.reading = Some(Box::pin(sleep(this.header)));
            }
            return result;
        }
        let time = if this.began { this.header } else { this.idle };
        let timer = this.reading.get_or_insert_with(|| Box::pin(sleep(time)));
        timer.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.taken(cx, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(cx);
        self.taken(cx, result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.taken(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.taken(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
