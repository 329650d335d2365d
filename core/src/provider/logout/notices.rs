//! OpenID Connect Back-Channel Logout 1.0: this server calls each client of an ended session.
//!
//! A delivery is queued in the transaction that ends the session, and attempted for a day: see [`Queue`].
//!
//! [`Queue`]: crate::kernel::queue::Queue

use std::time::Duration;

use axum::http::{self, HeaderValue, header};
use bytes::Bytes;
use url::form_urlencoded;

use super::model::{Delivery, State, Trouble};
use super::store::{self, Attempt, DELIVERIES, Settled};
use super::token::{Events, LOGOUT_TOKEN_SECONDS, LOGOUT_TOKEN_TYPE, LogoutToken};
use crate::kernel::ctx::{Audited as _, Ctx, Event, Outcome};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::outbound::{Bounds, Client, Outbound, OutboundError};
use crate::kernel::queue::pause;
use crate::provider::{Provider, clients, subject};

/// Who does it, in the audit.
const WHO: &str = "oidc";
/// Seconds for which a delivery is retried automatically.
pub const PERSISTENCE: i64 = 24 * 3600;
/// Seconds for which finished deliveries can be looked up.
const KEPT: i64 = 90 * 24 * 3600;
/// Limits on a client's time and answer: only the status counts.
const BOUNDS: Bounds = Bounds { connect: Duration::from_secs(3), total: Duration::from_secs(5), max_bytes: 64 << 10 };

/// Follows the end of sessions, in the transaction that ends them: queues the notices to their clients, and revokes
/// the grants without `offline_access` (section 2.7).
pub async fn sessions_ended(cx: &mut Ctx, sessions: &[Id]) -> Result<(), Error> {
    let gives_up_at = cx.now().plus_seconds(PERSISTENCE);
    for participant in store::participants(cx, sessions).await? {
        if participant.settings.0.backchannel_logout_uri.is_some() {
            store::insert(cx, &participant, gives_up_at).await?;
        }
    }
    store::revoke_families(cx, sessions).await?;
    Ok(())
}

/// Makes the deliveries. Cheap to clone.
#[derive(Clone)]
pub struct Notices {
    provider: Provider,
    client: Client,
}

/// The result of an attempt.
struct Answered {
    trouble: Option<Trouble>,
    status: Option<u16>,
}

impl Notices {
    /// For an open provider; every call goes through the guard.
    ///
    /// # Errors
    /// [`OutboundError::Tls`] where the platform's trust anchors cannot be read.
    pub fn new(provider: Provider, outbound: &Outbound) -> Result<Self, OutboundError> {
        Ok(Self { provider, client: outbound.client(BOUNDS)? })
    }

    /// Attempts the deliveries that are due, and returns the number taken up. To be called repeatedly, on every node.
    pub async fn run_due(&self) -> Result<usize, Error> {
        DELIVERIES.run_due(self.provider.kernel(), WHO, |attempt| self.attempt(attempt)).await
    }

    /// Removes old finished deliveries, and returns their number.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let mut cx = self.context();
        let gone = DELIVERIES.forget(&mut cx, KEPT).await?;
        cx.commit().await?;
        Ok(gone)
    }

    fn context(&self) -> Ctx {
        Ctx::system(self.provider.kernel(), WHO)
    }

    /// Makes the attempt that was claimed.
    async fn attempt(&self, attempt: Attempt) -> Result<(), Error> {
        // No transaction is open while the client answers.
        let answered = self.tell(&attempt).await?;
        self.settle(&attempt, &answered).await
    }

    async fn tell(&self, attempt: &Attempt) -> Result<Answered, Error> {
        let failed = |trouble| Answered { trouble: Some(trouble), status: None };
        let Some(client) = self.provider.clients().get(&attempt.client_id).await? else {
            return Ok(failed(Trouble::Gone));
        };
        let Some(address) = client.settings.backchannel_logout_uri.as_deref() else { return Ok(failed(Trouble::Gone)) };
        let token = self.token(attempt, &client)?;
        let Ok(request) = request(address, &token) else { return Ok(failed(Trouble::Denied)) };
        Ok(match self.client.send(request, None).await {
            // Section 2.8 asks for 200, and some frameworks send 204; a redirect is a failure like any other status.
            Ok(answer) if answer.status().is_success() => {
                Answered { trouble: None, status: Some(answer.status().as_u16()) }
            }
            Ok(answer) => Answered { trouble: Some(Trouble::Status), status: Some(answer.status().as_u16()) },
            Err(error) => {
                tracing::warn!(client_id = attempt.client_id, %error, "a client could not be told of a sign-out");
                failed(Trouble::from(&error))
            }
        })
    }

    fn token(&self, attempt: &Attempt, client: &clients::Client) -> Result<String, Error> {
        let kernel = self.provider.kernel();
        let sub = subject::of(&self.provider, client, &attempt.user_id);
        let iat = kernel.now().unix_seconds();
        let jti = Id::new(kernel.now(), kernel.entropy());
        let claims = LogoutToken {
            iss: self.provider.issuer(),
            aud: &attempt.client_id,
            iat,
            exp: iat + LOGOUT_TOKEN_SECONDS,
            jti: jti.as_str(),
            sid: attempt.session_id.as_str(),
            sub: &sub,
            events: Events::default(),
        };
        // The algorithm of the client's ID tokens (OpenID Connect Back-Channel Logout 1.0, section 2.4).
        self.provider.keys().sign(client.settings.id_token_signed_response_alg, LOGOUT_TOKEN_TYPE, &claims)
    }

    /// Stores the result of an attempt: delivered, given up, or to be retried.
    async fn settle(&self, attempt: &Attempt, answered: &Answered) -> Result<(), Error> {
        let mut cx = self.context();
        let next_attempt_at = cx.now().plus_seconds(pause(attempt.attempts));
        let state = match answered.trouble {
            None => State::Delivered,
            Some(Trouble::Gone) => State::Failed,
            Some(_) if next_attempt_at > attempt.gives_up_at => State::Failed,
            Some(_) => State::Waiting,
        };
        let settled = Settled { state, next_attempt_at, trouble: answered.trouble, status: answered.status };
        if store::settle(&mut cx, attempt, settled).await? && state != State::Waiting {
            cx.audit_event(Event {
                action: if state == State::Delivered { "logout.delivered" } else { "logout.undelivered" },
                resource: Delivery::RESOURCE,
                record: attempt.id.to_string(),
                after: Some(serde_json::json!({
                    "clientId": attempt.client_id, "userId": attempt.user_id, "sessionId": attempt.session_id,
                    "attempts": attempt.attempts, "status": answered.status,
                })),
                reason: answered.trouble.map(|trouble| trouble.as_str().to_owned()),
                outcome: Some(if state == State::Delivered { Outcome::Ok } else { Outcome::Failed }),
                ..Event::default()
            });
        }
        cx.commit().await
    }
}

/// The request of section 2.5.
fn request(address: &str, token: &str) -> http::Result<http::Request<Bytes>> {
    let form = form_urlencoded::Serializer::new(String::new()).append_pair("logout_token", token).finish();
    http::Request::post(address)
        .header(header::CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"))
        .body(Bytes::from(form))
}
