//! The middleware that identifies the caller and refuses cross-site requests.

use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::response::IntoResponse as _;
use url::form_urlencoded;

use super::cookies;
use super::state::{Sessions, TOKEN_LENGTH};
use crate::kernel::error::{Code, Error};
use crate::kernel::layer::{Admission, Guard, GuardLayer};
use crate::kernel::observe;
use crate::kernel::pages::{AUTHORIZE, INTERACTION};
use crate::kernel::recent::Age;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const REQUESTED_WITH: HeaderName = HeaderName::from_static("x-requested-with");
/// Marks a call that a page makes by itself, without user activity: the server answers it, but it does not extend the
/// session. A client that sends it shortens only its own session.
const BACKGROUND: HeaderName = HeaderName::from_static("x-background");
/// The value that the browser application sends: a form cannot send a header.
const APPLICATION: &[u8] = b"cardea";
/// OAuth calls come from other sites by design, and carry proofs of their own.
const OAUTH: &str = "/oauth2/";
/// Calls that carry their proof in the body. A cookie may come along; the server does not rely on it.
const SELF_PROVING: &[&str] = &["/api/sys/login", "/api/sys/user/username/password", "/api/sys/setup"];
/// Calls that sign in by a value from an address, which anybody may have sent: a page of another site could abuse them
/// even without the cookie. From a browser they must come from this server's own pages, cookie or not.
const BY_ADDRESS: &[&str] = &["/api/sys/ssoLogin", "/api/sys/loginByTicket"];
/// More such calls: the steps of a sign-in.
const STEPS: &[&str] = &["/api/sys/login/factor/", "/api/sys/login/passkey"];

/// Resolves the session cookie or the `Authorization` token into a [`crate::kernel::ctx::Who`] in the request's
/// extensions.
///
/// Apply it inside `kernel::http::identify` and inside the layer that writes errors. Calls that change something and
/// rely on the cookie must come from this server's own pages: `Origin` and `Sec-Fetch-Site` agree, `X-Requested-With:
/// cardea`, a JSON body. Paths below `/oauth2/` are left to that module.
#[must_use]
pub const fn authenticate(sessions: Sessions) -> GuardLayer<Authenticate> {
    GuardLayer(Authenticate(sessions))
}

/// See [`authenticate`].
#[derive(Clone, Debug)]
pub struct Authenticate(Sessions);

impl Guard for Authenticate {
    fn admit(&self, mut request: Request) -> Admission {
        let token = match presented(&self.0, &request) {
            Ok(Some(token)) => token.to_owned(),
            Ok(None) => return Admission::Now(request),
            Err(error) => return Admission::No(error.into_response()),
        };
        let sessions = self.0.clone();
        let background = request.headers().get(BACKGROUND).is_some_and(|v| v.as_bytes() == b"1");
        let age = if only_reads(&request) { Age::Recent } else { Age::Now };
        Admission::Later(Box::pin(async move {
            let found =
                if background { sessions.look_up(&token, age).await } else { sessions.resolve(&token, age).await };
            let who = found.map_err(Error::into_response)?;
            observe::asked_by(&who);
            request.extensions_mut().insert(who);
            Ok(request)
        }))
    }
}

/// Whether the request changes nothing: a session that was checked a moment ago is good enough for it. It is for a new
/// authorization request, too: the exchange of its code asks whether the session holds. One that goes on after a page relies
/// on what the person did there, perhaps on another node.
fn only_reads(request: &Request) -> bool {
    let path = path(request);
    let query = request.uri().query().unwrap_or_default();
    let goes_on = form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == INTERACTION);
    let begins = path == AUTHORIZE && !goes_on;
    matches!(*request.method(), Method::GET | Method::HEAD) && (begins || !path.starts_with(OAUTH))
}

fn path(request: &Request) -> &str {
    request.extensions().get::<OriginalUri>().map_or(request.uri().path(), |uri| uri.0.path())
}

/// The session token that the request relies on, if any. Without a [`crate::kernel::ctx::Who`] among the extensions,
/// the caller is anonymous.
fn presented<'a>(sessions: &Sessions, request: &'a Request) -> Result<Option<&'a str>, Error> {
    let headers = request.headers();
    // A presented token overrides the cookie: no other site can make a browser present one.
    if let Some(presented) = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok())
        && !presented.trim().is_empty()
    {
        return Ok(token(presented));
    }
    let cookie = cookies::read(headers, sessions.cookies().session());
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    let path = path(request);
    if changes && !path.starts_with(OAUTH) {
        let proves = SELF_PROVING.contains(&path) || STEPS.iter().any(|step| path.starts_with(step));
        let relies = (cookie.is_some() && !proves) || (BY_ADDRESS.contains(&path) && from_browser(headers));
        same_site(headers, &sessions.public_url().origin().ascii_serialization(), relies)?;
    }
    Ok(cookie)
}

/// Whether a browser sent this. A browser puts `Origin` on every `POST` (Fetch, section 3.2.5), whatever page makes it;
/// newer ones add `Sec-Fetch-Site`, which no page can suppress either. A request with none of these, no cookie and no
/// referrer comes from a program: it keeps no session that somebody could be signed in to unawares.
#[must_use]
pub fn from_browser(headers: &HeaderMap) -> bool {
    [header::ORIGIN, header::COOKIE, header::REFERER, FETCH_SITE].iter().any(|name| headers.contains_key(name))
}

/// Whether a page of another site sent the browser here; false where the browser does not say.
#[must_use]
pub fn from_another_site(headers: &HeaderMap) -> bool {
    headers.get(FETCH_SITE).is_some_and(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"))
}

/// The session token of an `Authorization` value, with or without `Bearer`. Other schemes and other tokens belong to
/// other modules.
fn token(presented: &str) -> Option<&str> {
    let presented = presented.trim();
    let token = match presented.split_once(' ') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("bearer") => rest.trim(),
        Some(_) => return None,
        None => presented,
    };
    let ours =
        token.len() == TOKEN_LENGTH && token.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    ours.then_some(token)
}

/// Whether a call that changes something came from a page of `origin`. A header that contradicts it always counts; a
/// header that confirms it is required only where the call `relies` on the cookie.
fn same_site(headers: &HeaderMap, origin: &str, relies: bool) -> Result<(), Error> {
    let site = headers.get(FETCH_SITE).map(|v| v.as_bytes() == b"same-origin");
    let from = headers.get(header::ORIGIN).map(|v| v.as_bytes() == origin.as_bytes());
    if site == Some(false) || from == Some(false) {
        return Err(Error::new(Code::CrossSite));
    }
    if !relies {
        return Ok(());
    }
    let ours = headers.get(REQUESTED_WITH).is_some_and(|v| v.as_bytes() == APPLICATION);
    if !ours || (site.is_none() && from.is_none()) {
        return Err(Error::new(Code::CrossSite));
    }
    let json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.split(';').next())
        .is_some_and(|v| v.trim().eq_ignore_ascii_case("application/json"));
    if json { Ok(()) } else { Err(Error::new(Code::MediaType)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const ORIGIN: &str = "https://id.example.org";

    fn judge(pairs: &[(&'static str, &'static str)], relies: bool) -> Result<(), Code> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        same_site(&headers, ORIGIN, relies).map_err(|e| e.code)
    }

    #[test]
    fn what_a_call_on_the_strength_of_the_cookie_needs() {
        let json = ("content-type", "application/json; charset=utf-8");
        let app = ("x-requested-with", "cardea");
        let origin = ("origin", ORIGIN);
        let same = ("sec-fetch-site", "same-origin");
        for good in [vec![json, app, origin], vec![json, app, same], vec![json, app, origin, same]] {
            assert_eq!(judge(&good, true), Ok(()), "{good:?}");
        }
        for (bad, code) in [
            (vec![], Code::CrossSite),
            (vec![json, app], Code::CrossSite),
            (vec![json, origin], Code::CrossSite),
            (vec![json, origin, ("x-requested-with", "XMLHttpRequest")], Code::CrossSite),
            (vec![json, app, ("origin", "https://evil.example")], Code::CrossSite),
            (vec![json, app, ("origin", "http://id.example.org")], Code::CrossSite),
            (vec![json, app, ("origin", "https://id.example.org:8443")], Code::CrossSite),
            (vec![json, app, ("origin", "https://id.example.org.evil.example")], Code::CrossSite),
            (vec![json, app, ("origin", "null")], Code::CrossSite),
            (vec![json, app, origin, ("sec-fetch-site", "cross-site")], Code::CrossSite),
            (vec![json, app, origin, ("sec-fetch-site", "same-site")], Code::CrossSite),
            (vec![json, app, same, ("origin", "https://evil.example")], Code::CrossSite),
            (vec![app, origin], Code::MediaType),
            (vec![app, origin, ("content-type", "text/plain")], Code::MediaType),
            (vec![app, same, ("content-type", "application/x-www-form-urlencoded")], Code::MediaType),
            (vec![app, same, ("content-type", "multipart/form-data")], Code::MediaType),
        ] {
            assert_eq!(judge(&bad, true), Err(code), "{bad:?}");
        }
    }

    #[test]
    fn without_the_cookie_only_what_speaks_against_it_counts() {
        assert_eq!(judge(&[], false), Ok(()));
        assert_eq!(judge(&[("origin", ORIGIN)], false), Ok(()));
        assert_eq!(judge(&[("origin", "https://evil.example")], false), Err(Code::CrossSite));
        assert_eq!(judge(&[("sec-fetch-site", "cross-site")], false), Err(Code::CrossSite));
    }

    #[test]
    fn whatever_a_browser_sends_gives_it_away() {
        let of = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs.iter().map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v)));
            from_browser(&headers.collect())
        };
        assert!(!of(&[("content-type", "application/json"), ("x-requested-with", "cardea")]));
        for name in ["origin", "cookie", "referer", "sec-fetch-site"] {
            assert!(of(&[(name, "null")]), "{name}");
        }
    }

    #[test]
    fn a_token_comes_with_or_without_its_scheme() {
        let t = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-_0";
        assert_eq!(token(t), Some(t));
        assert_eq!(token(&format!("Bearer {t}")), Some(t));
        assert_eq!(token(&format!("bearer  {t} ")), Some(t));
        for other in
            ["Basic dTpw", "Bearer", "Bearer a.b.c", "x", "null", "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.00"]
        {
            assert_eq!(token(other), None, "{other}");
        }
    }
}
