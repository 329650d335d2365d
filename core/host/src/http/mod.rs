//! The HTTP capability: a guest names an endpoint and a path, and the host makes the request.
//!
//! The host owns the base address, the credentials, the idempotency key, retries and time-outs. The guest sees a
//! status, a few headers and at most 2 MiB of body.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use cardea_outbound::OutboundError;
use futures::{StreamExt as _, stream};
use http::{HeaderValue, StatusCode, header};

pub(super) use self::downstream::Downstream;
use self::retry_after::retry_after_ms;
use super::{
    breaker::Verdict,
    model::{CallContext, Endpoint},
    state::CallState,
    wit::http as wit,
};

mod downstream;
mod headers;
mod retry_after;
mod target;

/// The longest idempotency key of a guest, in bytes.
const MAX_KEY: usize = 256;

/// The HTTP requests of one call.
struct Exchange<'a> {
    downstream: &'a Downstream,
    context: &'a CallContext,
    /// What the plugin's settings add.
    configured: &'a [(http::HeaderName, HeaderValue)],
    /// The plugin's id; part of every idempotency key.
    plugin: &'a str,
    /// The bytes of responses that the guest may still receive. The host holds all answers of a `send-all` at once,
    /// outside of the guest's memory limit.
    room: AtomicUsize,
}

/// A request that passed every check.
struct Prepared {
    request: http::Request<Bytes>,
    breaker: String,
    timeout: Duration,
    /// Whether it may safely be repeated.
    safe: bool,
}

impl wit::Host for CallState {
    async fn send(&mut self, request: wit::Request) -> Result<wit::Response, wit::Error> {
        self.charge_request()?;
        self.exchange().perform(request).await
    }

    async fn send_all(&mut self, requests: Vec<wit::Request>) -> Vec<Result<wit::Response, wit::Error>> {
        // Charged in order and before any request is sent, so that the budget does not depend on which answer comes
        // first.
        let charged: Vec<_> = requests.into_iter().map(|request| self.charge_request().map(|()| request)).collect();
        let exchange = self.exchange();
        stream::iter(charged)
            .map(|request| async {
                match request {
                    Ok(request) => exchange.perform(request).await,
                    Err(error) => Err(error),
                }
            })
            .buffered(exchange.downstream.settings.in_flight)
            .collect()
            .await
    }
}

impl CallState {
    /// Takes one request out of the call's budget.
    fn charge_request(&mut self) -> Result<(), wit::Error> {
        self.usage.host_calls += 1;
        if !self.phase.has_capabilities() {
            return Err(wit::Error::Denied("not in this phase".into()));
        }
        if self.usage.http_requests >= self.shared.downstream.settings.requests {
            return Err(wit::Error::BudgetSpent);
        }
        self.usage.http_requests += 1;
        Ok(())
    }

    fn exchange(&self) -> Exchange<'_> {
        Exchange {
            downstream: &self.shared.downstream,
            context: &self.context,
            configured: &self.headers,
            plugin: &self.plugin,
            room: AtomicUsize::new(self.shared.downstream.settings.max_responses),
        }
    }
}

impl Exchange<'_> {
    /// Sends a guest's request, and repeats it if that is safe and may help.
    async fn perform(&self, request: wit::Request) -> Result<wit::Response, wit::Error> {
        let prepared = self.prepare(request)?;
        let mut pass = self
            .downstream
            .breakers
            .admit(prepared.breaker.clone())
            // To the guest, an endpoint with an open breaker looks like one that cannot be reached.
            .map_err(|_| wit::Error::Connect)?;
        let mut attempt = 0;
        loop {
            let answer = self.downstream.client.send(prepared.request.clone(), Some(prepared.timeout)).await;
            let again = prepared.safe && attempt < self.downstream.settings.retries;
            if !(again && may_pass(&answer)) {
                pass.settle(verdict(&answer));
                return self.answer(answer);
            }
            let pause = 2_u32.saturating_pow(attempt);
            tokio::time::sleep(self.downstream.settings.backoff.saturating_mul(pause)).await;
            attempt += 1;
        }
    }

    /// Checks a request, and adds the host's parts.
    fn prepare(&self, request: wit::Request) -> Result<Prepared, wit::Error> {
        let settings = &self.downstream.settings;
        let endpoint = self.endpoint(request.endpoint)?;
        let url = target::resolve(&endpoint.base, &request.path, &request.query)
            .map_err(|reason| wit::Error::Invalid(reason.into()))?;
        let body = request.body.unwrap_or_default();
        if body.len() > settings.max_request {
            return Err(wit::Error::TooLarge);
        }
        let invalid = |reason: &str| wit::Error::Invalid(reason.to_owned());
        let mut map = headers::from_guest(&request.headers).map_err(wit::Error::Denied)?;
        map.extend(self.configured.iter().cloned());
        if let Some((name, value)) = headers::credentials(&endpoint.credentials).map_err(invalid)? {
            map.insert(name, value);
        }
        if let Ok(id) = HeaderValue::from_str(&self.context.request_id) {
            map.insert("x-request-id", id);
        }
        let method = method(request.method);
        if method != http::Method::GET {
            let key = match &request.idempotency_key {
                Some(key) if key.len() > MAX_KEY => {
                    return Err(invalid("the idempotency key is too long"));
                }
                Some(key) => self.key(&[b"guest", key.as_bytes()]),
                None => self.key(&[
                    b"host",
                    self.context.request_id.as_bytes(),
                    method.as_str().as_bytes(),
                    url.as_str().as_bytes(),
                    &body,
                ]),
            };
            let key = HeaderValue::from_str(&key).map_err(|_| invalid("idempotency key"))?;
            map.insert("idempotency-key", key);
        }
        let safe = method == http::Method::GET || request.idempotency_key.is_some();
        let mut outgoing = http::Request::new(Bytes::from(body));
        *outgoing.method_mut() = method;
        *outgoing.headers_mut() = map;
        *outgoing.uri_mut() = url.as_str().parse().map_err(|_| invalid("the address cannot be sent"))?;
        let asked = request.timeout_ms.map(|ms| Duration::from_millis(ms.into()));
        Ok(Prepared {
            request: outgoing,
            breaker: endpoint.base.to_string(),
            timeout: asked.map_or(settings.timeout, |asked| asked.min(settings.timeout)),
            safe,
        })
    }

    fn endpoint(&self, endpoint: wit::Endpoint) -> Result<&Endpoint, wit::Error> {
        let (name, bound) = match endpoint {
            wit::Endpoint::RoleApi => ("role-api", &self.context.endpoints.role_api),
            wit::Endpoint::CallbackApi => ("callback-api", &self.context.endpoints.callback_api),
        };
        bound.as_ref().ok_or_else(|| wit::Error::Denied(format!("{name} is not bound")))
    }

    /// An idempotency key in plain characters that no other plugin or study can produce.
    fn key(&self, parts: &[&[u8]]) -> String {
        let mut context = Context::new(&SHA256);
        let scope = [self.plugin.as_bytes(), self.context.study.id.as_bytes()];
        for part in scope.iter().chain(parts) {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part);
        }
        hex::encode(context.finish())
    }

    /// The answer for the guest.
    fn answer(&self, answer: Result<http::Response<Bytes>, OutboundError>) -> Result<wit::Response, wit::Error> {
        let answer = answer.map_err(|error| {
            // The guest learns the kind; addresses and reasons stay in the log.
            tracing::warn!(plugin = self.plugin, %error, "plugin request failed");
            match error {
                OutboundError::Denied(_) => wit::Error::Denied("address".into()),
                OutboundError::Invalid(_) => wit::Error::Invalid("request".into()),
                OutboundError::Timeout => wit::Error::Timeout,
                OutboundError::Connect(_) | OutboundError::Broken(_) => wit::Error::Connect,
                OutboundError::Tls(_) => wit::Error::Tls,
                OutboundError::TooLarge(_) => wit::Error::TooLarge,
            }
        })?;
        if is_throttled(&answer) {
            let now = (self.downstream.clock)();
            let wait = retry_after_ms(answer.headers(), now);
            return Err(wit::Error::Throttled(wait));
        }
        let size = answer.body().len();
        self.room
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(size))
            .map_err(|_| wit::Error::TooLarge)?;
        Ok(wit::Response {
            status: answer.status().as_u16(),
            headers: headers::to_guest(answer.headers()),
            body: answer.into_body().into(),
        })
    }
}

/// Whether the answer is "too many requests", or "unavailable" with a time to retry (RFC 9110, section 15.6.4).
fn is_throttled(answer: &http::Response<Bytes>) -> bool {
    match answer.status() {
        StatusCode::TOO_MANY_REQUESTS => true,
        StatusCode::SERVICE_UNAVAILABLE => answer.headers().contains_key(header::RETRY_AFTER),
        _ => false,
    }
}

/// Whether the same request may succeed in a moment.
fn may_pass(answer: &Result<http::Response<Bytes>, OutboundError>) -> bool {
    match answer {
        Ok(answer) => {
            !is_throttled(answer)
                && matches!(
                    answer.status(),
                    StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
                )
        }
        Err(error) => matches!(error, OutboundError::Timeout | OutboundError::Connect(_) | OutboundError::Broken(_)),
    }
}

/// The health of the endpoint, as an answer shows it.
fn verdict(answer: &Result<http::Response<Bytes>, OutboundError>) -> Verdict {
    match answer {
        Ok(answer) if is_throttled(answer) => Verdict::None,
        Ok(answer) if answer.status().is_server_error() => Verdict::Bad,
        Ok(_) => Verdict::Good,
        Err(OutboundError::Timeout | OutboundError::Connect(_) | OutboundError::Tls(_) | OutboundError::Broken(_)) => {
            Verdict::Bad
        }
        Err(_) => Verdict::None,
    }
}

fn method(method: wit::Method) -> http::Method {
    match method {
        wit::Method::Get => http::Method::GET,
        wit::Method::Post => http::Method::POST,
        wit::Method::Put => http::Method::PUT,
        wit::Method::Patch => http::Method::PATCH,
        wit::Method::Delete => http::Method::DELETE,
    }
}
