//! The body of a request as it arrives: its time limit, and the rest that is not read.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep};

/// How long the unread rest of a body is read and discarded, and how many octets of it.
const LINGER: Duration = Duration::from_secs(2);
const UNWANTED: u64 = 32 * 1024 * 1024;

/// The unread rest of a body.
pub(super) type Left = Arc<Mutex<Option<Incoming>>>;

/// Reads the unread rest of a body for a while and discards it. If a connection is closed while its other end still
/// sends, the answer is lost: a client that uploads too much would see a broken connection and no reason.
pub(super) async fn discard(left: &Left) {
    let Some(mut rest) = left.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    let read = async {
        let mut came = 0;
        while let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut rest).poll_frame(cx)).await {
            came += frame.data_ref().map_or(0, |data| data.len() as u64);
            if came > UNWANTED {
                return;
            }
        }
    };
    // After the limit, the connection is closed with the rest unread.
    drop(tokio::time::timeout(LINGER, read).await);
}

/// The body of a request, with a limit on the time that it takes.
pub(super) struct Timed {
    incoming: Option<Incoming>,
    left: Left,
    timer: Pin<Box<Sleep>>,
    grace: Duration,
    rate: u64,
    began: Instant,
    came: u64,
}

impl Timed {
    pub fn new(incoming: Incoming, left: Left, grace: Duration, rate: u64) -> Self {
        let timer = Box::pin(sleep(grace));
        let began = timer.deadline() - grace;
        Self { incoming: Some(incoming), left, timer, grace, rate: rate.max(1), began, came: 0 }
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) =
            self.incoming.take().filter(|it| !it.is_end_stream());
    }
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let this = &mut *self;
        let Some(incoming) = &mut this.incoming else { return Poll::Ready(None) };
        match Pin::new(incoming).poll_frame(cx) {
            Poll::Ready(frame) => {
                if let Some(Ok(frame)) = &frame
                    && let Some(data) = frame.data_ref()
                {
                    this.came += u64::try_from(data.len()).unwrap_or(u64::MAX);
                    let longer = Duration::from_millis(this.came.saturating_mul(1000) / this.rate);
                    this.timer.as_mut().reset(this.began + this.grace + longer);
                }
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                // A body that came too slowly is not read further.
                let late = |()| {
                    this.incoming = None;
                    Some(Err(io::Error::from(io::ErrorKind::TimedOut).into()))
                };
                this.timer.as_mut().poll(cx).map(late)
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.as_ref().map_or_else(|| SizeHint::with_exact(0), Incoming::size_hint)
    }
}
