//! The server's data about a request: its id, language and address.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;

use super::error::Locale;

/// The server's data about a request, beside its parameters. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Request(Arc<About>);

/// The content of [`Request`].
#[derive(Clone, Debug)]
pub struct About {
    /// The request id: in the answer, the log and the audit.
    pub id: String,
    /// The caller's language.
    pub locale: Locale,
    /// The caller's address.
    pub address: Option<IpAddr>,
    /// The caller's `User-Agent`, at most 200 characters.
    pub user_agent: String,
    /// The mark of a device on which a person signed in ([`super::http::DEVICE`]), as the request has it; empty
    /// without one.
    pub device: String,
    /// Whether a page in a browser sent the request: a browser adds `Origin` to every `POST` and `Sec-Fetch-…` to every
    /// request, and no script can remove them (Fetch, sections 2.2.2 and 3.2.5). A program that keeps cookies, or that
    /// sends the same headers as this server's pages, is still a program. Answers for programs alone, such as a session's
    /// token in a body, are withheld from a page: a script in it could read them.
    pub page: bool,
}

impl Deref for Request {
    type Target = About;

    fn deref(&self) -> &About {
        &self.0
    }
}

impl From<About> for Request {
    fn from(about: About) -> Self {
        Self(Arc::new(about))
    }
}

impl Request {
    /// The request of an operation that the server starts itself.
    #[must_use]
    pub fn internal(id: String) -> Self {
        let (address, user_agent, device) = (None, String::new(), String::new());
        About { id, locale: Locale::default(), address, user_agent, device, page: false }.into()
    }
}
