//! The interface of a provider: the browser's way out, and its return.

use futures::future::BoxFuture;
use url::Url;

use super::flow::Flow;
use super::model::{Stranger, Trouble};
use crate::kernel::clock::Time;

/// A browser that is sent to the provider.
#[derive(Debug)]
pub struct Departure<'a> {
    /// The flow, sealed into the browser's cookie.
    pub flow: &'a Flow,
    /// The browser's `User-Agent`.
    pub user_agent: &'a str,
    /// The present moment.
    pub now: Time,
}

/// A browser that returns from the provider.
#[derive(Debug)]
pub struct Arrival<'a> {
    /// The code or ticket.
    pub ticket: &'a str,
    /// The issuer of the answer, by its own claim (RFC 9207).
    pub iss: Option<&'a str>,
    /// The flow in the browser's cookie; `None` where the sign-in did not begin here.
    pub flow: Option<&'a Flow>,
    /// The present moment.
    pub now: Time,
}

/// An external provider to sign in with.
pub trait Service: Send + Sync + std::fmt::Debug {
    /// The provider's address for the browser, which is to return to `redirect_uri`.
    fn depart<'a>(&'a self, departure: Departure<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>>;

    /// The person behind the returned ticket. Uses the ticket up.
    fn arrive<'a>(&'a self, arrival: Arrival<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>>;
}
