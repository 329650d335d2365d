//! Documents on the clients' own servers: key sets and address lists of sectors.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode, header};
use url::Url;

use crate::kernel::error::Error;
use crate::kernel::outbound::{Bounds, Client, Outbound, OutboundError};

/// A person waits for the answer at a sign-in; such a document is a few kilobytes.
const BOUNDS: Bounds = Bounds { connect: Duration::from_secs(3), total: Duration::from_secs(5), max_bytes: 128 * 1024 };

/// The reason why a document could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// No answer, or the guard refused the address.
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// Another status than 200; redirects are not followed.
    #[error("the answer has status {0}")]
    Status(StatusCode),
}

/// Fetches documents through the outbound guard, within bounds.
pub struct Remote(Client);

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Remote")
    }
}

impl Remote {
    /// A client of the guard.
    pub fn new(outbound: &Outbound) -> Result<Self, Error> {
        outbound.client(BOUNDS).map(Self).map_err(Error::internal)
    }

    /// The document at a registered address.
    pub async fn get(&self, address: &str) -> Result<Bytes, RemoteError> {
        // Without the fragment, which is no part of a request; registered addresses have none.
        let url = Url::parse(address).map_err(|e| OutboundError::Invalid(e.to_string()))?;
        let request = Request::get(url.as_str())
            .header(header::ACCEPT, "application/json, application/oauth-authz-req+jwt, */*;q=0.1")
            .body(Bytes::new())
            .map_err(|e| OutboundError::Invalid(e.to_string()))?;
        let answer = self.0.send(request, None).await?;
        match answer.status() {
            StatusCode::OK => Ok(answer.into_body()),
            other => Err(RemoteError::Status(other)),
        }
    }
}
