//! The HTTP of the object store's client: through the outbound guard.

use std::time::Duration;

use futures::future::BoxFuture;
use http_body_util::BodyExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
};

use crate::kernel::outbound::{Bounds, Client, Outbound, OutboundError};

/// A part of a file may take its time; a file is read in one call.
const BOUNDS: Bounds =
    Bounds { connect: Duration::from_secs(5), total: Duration::from_hours(1), max_bytes: usize::MAX };

/// Opens guarded clients.
#[derive(Debug)]
pub struct Guarded(Client);

impl Guarded {
    /// A connector whose calls go through the guard.
    pub fn new(outbound: &Outbound) -> Result<Self, OutboundError> {
        Ok(Self(outbound.client(BOUNDS)?))
    }
}

impl HttpConnector for Guarded {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(Guarded(self.0.clone())))
    }
}

impl HttpService for Guarded {
    fn call<'s, 'f>(&'s self, request: HttpRequest) -> BoxFuture<'f, Result<HttpResponse, HttpError>>
    where
        's: 'f,
        Self: 'f,
    {
        Box::pin(async move {
            let answer = self.0.open(request).await.map_err(failed)?;
            let (parts, body) = answer.into_parts();
            let body = HttpResponseBody::new(body.map_err(|error| failed(OutboundError::Broken(error.to_string()))));
            Ok(HttpResponse::from_parts(parts, body))
        })
    }
}

/// What the client makes of it: it tries again what may pass.
fn failed(error: OutboundError) -> HttpError {
    let kind = match error {
        OutboundError::Connect(_) => HttpErrorKind::Connect,
        OutboundError::Timeout => HttpErrorKind::Timeout,
        OutboundError::Broken(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}
