//! Somebody else to sign in with: what a browser is sent out with, and what it comes back with.

use futures::future::BoxFuture;
use url::Url;

use super::flow::Flow;
use super::model::{Stranger, Trouble};
use crate::kernel::clock::Time;

/// What a browser is sent out with.
#[derive(Debug)]
pub struct Departure<'a> {
    /// What was sealed into the browser's cookie.
    pub flow: &'a Flow,
    /// The browser's `User-Agent`.
    pub user_agent: &'a str,
    /// The present moment.
    pub now: Time,
}

/// What a browser comes back with.
#[derive(Debug)]
pub struct Arrival<'a> {
    /// The code or ticket.
    pub ticket: &'a str,
    /// Who sent it, by its own account (RFC 9207).
    pub iss: Option<&'a str>,
    /// What the browser was sent out with; none where it was not sent out from here.
    pub flow: Option<&'a Flow>,
    /// The present moment.
    pub now: Time,
}

/// Somebody else to sign in with.
pub trait Service: Send + Sync + std::fmt::Debug {
    /// Where to send the browser. `redirect_uri` is where it is to come back to.
    fn depart<'a>(&'a self, departure: Departure<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>>;

    /// Who it is by what came back. The ticket is spent by it.
    fn arrive<'a>(&'a self, arrival: Arrival<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>>;
}
