//! The HTTP server: a bounded number of connections, and a time limit for everything that a client has to do.
//!
//! It supports HTTP/1.1. Browsers use HTTP/2 with the proxy that has the certificate; a protocol that this server
//! does not support cannot be used to attack it. A client that begins with HTTP/2 is disconnected at once.
//!
//! A connection is closed if the header of a request is not complete in time, if no request comes for a while, and if
//! an answer is not read; a body that comes too slowly fails its request. When the server is told to stop, requests
//! under way may finish until a deadline.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

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
use tower::{Service, ServiceExt as _};

use super::origin::Origin;
use super::proxies::Proxies;
use super::upload::{Left, Timed, discard};

/// The most octets of a header with its request line.
const MAX_HEADER: usize = 64 * 1024;
/// The pause after the system could not give another connection.
const BREATH: Duration = Duration::from_millis(200);

/// The bounds of connections.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The time for a header, from its first octet, and for the first octet of a new connection.
    pub header: Duration,
    /// The time for a body.
    pub body: Duration,
    /// The octets that extend the time for a body by one second.
    pub body_rate: u64,
    /// How long a connection may be without a request, and an answer without being read.
    pub idle: Duration,
    /// The most connections; 0 for no bound.
    pub connections: usize,
    /// The most connections of one address.
    pub per_address: usize,
    /// The reverse proxies, to which the bound of an address does not apply.
    pub proxies: Proxies,
    /// How long requests under way may take after the server is told to stop.
    pub shutdown: Duration,
}

/// Serves until `stop` ends, and then until the last request has ended or [`Bounds::shutdown`] is over. Returns the
/// number of connections that were cut off.
pub async fn serve<S>(listener: TcpListener, service: S, bounds: Bounds, stop: impl Future<Output = ()>) -> usize
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static,
{
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
                    service: service.clone(),
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

/// Whether an error concerns only one connection, which closed before it was accepted.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The number of connections of each address: at most as many entries as there are connections.
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

struct Connection<S> {
    service: S,
    peer: SocketAddr,
    bounds: Arc<Bounds>,
    ending: watch::Receiver<bool>,
}

impl<S> Connection<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static,
{
    async fn run(self, stream: TcpStream, _held: (OwnedSemaphorePermit, Seat)) {
        let Self { service, peer, bounds, mut ending } = self;
        // Answers are sent without delay; a connection on which this cannot be set is served all the same.
        drop(stream.set_nodelay(true));
        let asked = Arc::new(Asked::default());
        let io = TokioIo::new(Watched::new(stream, &bounds, Arc::clone(&asked)));
        let (body, rate) = (bounds.body, bounds.body_rate);
        let answers = service_fn(move |request: Request<Incoming>| {
            asked.times.fetch_add(1, Ordering::AcqRel);
            asked.under_way.store(true, Ordering::Release);
            let left = Left::default();
            let waits = request.headers().contains_key(header::EXPECT);
            let mut request = request.map(|incoming| Body::new(Timed::new(incoming, Arc::clone(&left), body, rate)));
            request.extensions_mut().insert(ConnectInfo(peer));
            let (service, answered) = (service.clone(), Answered(Arc::clone(&asked)));
            async move {
                let response: Response =
                    service.oneshot(request).await.unwrap_or_else(|never: Infallible| match never {});
                if !waits {
                    discard(&left).await;
                }
                Ok::<_, Infallible>(response.map(|body| Body::new(Marked { body, _answered: answered })))
            }
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(bounds.idle).max_buf_size(MAX_HEADER);
        let mut connection = std::pin::pin!(builder.serve_connection(io, answers));
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

/// The requests of a connection.
#[derive(Debug, Default)]
struct Asked {
    /// Whether a request is under way: its header is complete, and its answer is not yet written.
    under_way: AtomicBool,
    /// The number of requests.
    times: AtomicU64,
}

/// Marks, when the answer is written or given up, that the next request may come.
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

/// A connection that is closed if its other end takes too long.
struct Watched {
    stream: TcpStream,
    header: Duration,
    idle: Duration,
    asked: Arc<Asked>,
    /// The number of requests at the last read.
    seen: u64,
    /// Whether octets of a header have come, or the connection is new: then the shorter time applies.
    began: bool,
    reading: Option<Pin<Box<Sleep>>>,
    writing: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    fn new(stream: TcpStream, bounds: &Bounds, asked: Arc<Asked>) -> Self {
        let (header, idle) = (bounds.header, bounds.idle);
        Self { stream, header, idle, asked, seen: 0, began: true, reading: None, writing: None }
    }

    /// The result of a write: an error if the other end read nothing for too long.
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
            // The last header was complete in time; the octets now begin another.
            (this.seen, this.began, this.reading) = (asked, false, None);
        }
        if this.asked.under_way.load(Ordering::Acquire) {
            // A body has its own limit, and a client that waits for an answer is in order.
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
