//! Every call that is answered without a session, and its rate limit. A test walks all operations, and fails for one
//! that answers strangers and is not listed here.
//!
//! A call that proves a caller's identity counts its refusals only, so that a hospital whose people all come from one
//! address can sign in unhindered; a call that costs something in any case counts each time.
//! [`crate::kernel::limits`] counts both for the address and its network, before a body is read or the database is
//! used. Further limits are in the database: failures of a name (`session::proof`), messages (`session::bounds`),
//! wrong codes (`session::codes`), a client's wrong secrets (`provider::limit`).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, header};
use axum::response::{IntoResponse as _, Response};

use crate::kernel::Kernel;
use crate::kernel::error::Code;
use crate::kernel::http::{self, Refused};
use crate::kernel::layer::{Admission, Around, AroundLayer, Guard, GuardLayer};
use crate::kernel::limits::{Group, Limits};

/// The way in which a call is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// Its refusals count.
    Refusals(Group),
    /// Each call counts.
    Each(Group),
    /// It is not limited, for this reason.
    Not(&'static str),
}

use Group::{Captchas, Clients, Codes, Elsewhere, Links, Looks, Messages, SignIn};
use Limited::{Each, Not, Refusals};

const MEMORY: &str = "answers out of memory and writes nothing";
const OWN_END: &str = "ends the caller's own session, or does nothing";

/// Method, path and limit of every such call.
pub const OPEN: &[(Method, &str, Limited)] = &[
    // Signing in.
    (Method::POST, "/api/sys/login", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/passkey/begin", Each(Looks)),
    (Method::POST, "/api/sys/login/passkey", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/totp", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/recovery", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/passkey/begin", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/passkey", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/enrol/totp/begin", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/enrol/totp", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/enrol/passkey/begin", Refusals(SignIn)),
    (Method::POST, "/api/sys/login/factor/enrol/passkey", Refusals(SignIn)),
    (Method::POST, "/api/sys/user/username/password", Refusals(SignIn)),
    (Method::POST, "/api/sys/logout", Not(OWN_END)),
    (Method::GET, "/api/sys/captcha", Each(Captchas)),
    (Method::GET, "/api/sys/captcha/work", Each(Captchas)),
    (Method::GET, "/api/sys/publicKey", Not(MEMORY)),
    (Method::GET, "/api/sys/passwordRules", Not(MEMORY)),
    (Method::GET, "/api/sys/branding", Not(MEMORY)),
    (Method::GET, "/api/sys/browserKey", Not(MEMORY)),
    (Method::GET, "/api/base/language/type", Not(MEMORY)),
    // Codes by SMS.
    (Method::POST, "/api/sys/login/sendAuthCode", Each(Messages)),
    (Method::POST, "/api/sys/login/checkAuthCode", Refusals(Codes)),
    // Recovery.
    (Method::POST, "/api/account/forget/find", Each(Looks)),
    (Method::POST, "/api/account/forget/send/code", Each(Messages)),
    (Method::POST, "/api/account/forget/check/auth", Refusals(Codes)),
    (Method::POST, "/api/account/forget/email/find", Each(Messages)),
    (Method::POST, "/api/account/forget/phone/find", Each(Messages)),
    (Method::GET, "/api/account/forget/link", Each(Looks)),
    (Method::POST, "/api/account/forget/link", Refusals(Links)),
    // Keys of links.
    (Method::GET, "/api/sys/setup", Each(Looks)),
    (Method::POST, "/api/sys/setup", Refusals(Links)),
    (Method::GET, "/api/account/email/valid", Refusals(Links)),
    (Method::GET, "/api/account/email/getTenantUser", Refusals(Links)),
    (Method::POST, "/api/account/email/authorization", Refusals(Links)),
    // Signing in through an external identity provider.
    (Method::GET, "/api/sys/federation/providers", Not(MEMORY)),
    (Method::GET, "/api/sys/federation/start/{id}", Each(Looks)),
    (Method::POST, "/api/sys/loginByTicket", Refusals(Elsewhere)),
    (Method::POST, "/api/sys/ssoLogin", Refusals(Elsewhere)),
    (Method::POST, "/api/sys/ssoCode", Refusals(Clients)),
    (Method::POST, "/api/sys/pin/verify", Refusals(Clients)),
    // The OpenID provider. `Provider::stranger` counts the rows that a client stores without authentication.
    (Method::GET, "/.well-known/openid-configuration", Not(MEMORY)),
    (Method::GET, "/.well-known/oauth-authorization-server", Not(MEMORY)),
    (Method::GET, "/oauth2/jwks", Not(MEMORY)),
    (Method::GET, "/oauth2/authorize", Refusals(Clients)),
    (Method::POST, "/oauth2/authorize", Refusals(Clients)),
    (Method::POST, "/api/account/signed-out", Refusals(Links)),
    (Method::GET, "/oauth2/signed-out", Refusals(Links)),
    (Method::GET, "/oauth2/logout", Refusals(Clients)),
    (Method::POST, "/oauth2/logout", Refusals(Clients)),
    (Method::POST, "/oauth2/par", Refusals(Clients)),
    (Method::POST, "/oauth2/token", Refusals(Clients)),
    (Method::POST, "/oauth2/introspect", Refusals(Clients)),
    (Method::POST, "/oauth2/revoke", Refusals(Clients)),
    (Method::POST, "/oauth2/device_authorization", Refusals(Clients)),
    (Method::GET, "/oauth2/userinfo", Refusals(Clients)),
    (Method::POST, "/oauth2/userinfo", Refusals(Clients)),
    (Method::POST, "/oauth2/register", Refusals(Clients)),
    (Method::GET, "/oauth2/register/{client_id}", Refusals(Clients)),
    (Method::PUT, "/oauth2/register/{client_id}", Refusals(Clients)),
    (Method::DELETE, "/oauth2/register/{client_id}", Refusals(Clients)),
];

/// The entry for a request.
fn limited(request: &Request) -> Option<Limited> {
    static BY_PATH: LazyLock<HashMap<&str, Vec<(Method, Limited)>>> = LazyLock::new(|| {
        let mut by_path: HashMap<&str, Vec<(Method, Limited)>> = HashMap::new();
        for (method, path, limited) in OPEN {
            by_path.entry(path).or_default().push((method.clone(), *limited));
        }
        by_path
    });
    let path = request.extensions().get::<MatchedPath>()?;
    let entries = BY_PATH.get(path.as_str())?;
    entries.iter().find(|(method, _)| method == request.method()).map(|(_, limited)| *limited)
}

/// Whether a refusal counts. It does if a guesser collects such refusals, or an attacker who wants to keep the server
/// busy. It does not if it costs no more than reading the request, is no failure of the caller, or is a step on the
/// way.
const fn counts(code: Code) -> bool {
    !matches!(
        code,
        Code::Malformed
            | Code::MediaType
            | Code::TooLarge
            | Code::MethodNotAllowed
            | Code::NoSuchCall
            | Code::CrossSite
            | Code::TooMany
            | Code::Busy
            | Code::Internal
            | Code::NotAvailable
            | Code::PasswordExpired
            | Code::SecondFactor
            | Code::RecentProof
            | Code::Conflict
    )
}

/// Refuses a caller who has used up the allowance. To be applied inside a face, which writes the refusal.
pub fn refuse(kernel: &Kernel, limits: &Arc<Limits>) -> GuardLayer<Gate> {
    GuardLayer(Gate { kernel: kernel.clone(), limits: Arc::clone(limits) })
}

/// Counts the outcome of a call. To be applied around that face: it marks a refusal in its response.
pub fn count(kernel: &Kernel, limits: &Arc<Limits>) -> AroundLayer<Gate> {
    AroundLayer(Gate { kernel: kernel.clone(), limits: Arc::clone(limits) })
}

/// See [`refuse`] and [`count`].
#[derive(Clone, Debug)]
pub struct Gate {
    kernel: Kernel,
    limits: Arc<Limits>,
}

impl Guard for Gate {
    fn admit(&self, request: Request) -> Admission {
        let (Some(Refusals(group) | Each(group)), Some(about)) =
            (limited(&request), request.extensions().get::<http::Request>())
        else {
            return Admission::Now(request);
        };
        match self.limits.check(self.kernel.now(), group, about) {
            Ok(()) => Admission::Now(request),
            Err(error) => {
                let limits = Arc::clone(&self.limits);
                Admission::Later(Box::pin(async move {
                    limits.pause().await;
                    Err(error.into_response())
                }))
            }
        }
    }
}

impl Around for Gate {
    type Kept = Option<UnderWay>;

    fn before(&self, request: &mut Request) -> Self::Kept {
        let about = request.extensions().get::<http::Request>()?.clone();
        match limited(request)? {
            Refusals(group) => Some(UnderWay { gate: self.clone(), group, about, over: false }),
            Each(group) => {
                self.limits.count(self.kernel.now(), group, &about);
                None
            }
            Not(_) => None,
        }
    }

    fn after(kept: Self::Kept, response: Response) -> Response {
        if let Some(mut call) = kept {
            call.over = true;
            if is_refusal(&response) {
                call.count();
            }
        }
        response
    }
}

fn is_refusal(response: &Response) -> bool {
    let page = || response.headers().get(header::CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"text/html"));
    match response.extensions().get::<Refused>() {
        Some(Refused(code)) => counts(*code),
        None => response.status().is_client_error() && page(),
    }
}

/// A call whose outcome is not known yet. If its caller goes away before, it counts as refused: it cost as much.
#[derive(Debug)]
pub struct UnderWay {
    gate: Gate,
    group: Group,
    about: http::Request,
    over: bool,
}

impl UnderWay {
    fn count(&self) {
        self.gate.limits.count(self.gate.kernel.now(), self.group, &self.about);
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if !self.over {
            self.count();
        }
    }
}
