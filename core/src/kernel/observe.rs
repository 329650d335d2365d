//! The observation of every request: a span, a timing, and a line of the access log.
//!
//! The span covers everything that is done for the request, so each log line within it carries the request's id, its
//! route and, once they are known, the caller ([`asked_by`]) and the tenant ([`in_tenant`]). Neither the span nor the
//! log has the path or the query: both may hold a secret of the caller, such as the key of a link.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, Method};
use axum::response::{IntoResponse, Response};
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use pin_project_lite::pin_project;
use tower::{Layer, Service};
use tracing::Span;
use tracing::field::{Empty, display};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::http;
use super::id::Id;
use super::metrics::{Call, Metrics, Stopwatch};
use super::who::Who;

/// The status of a call whose caller went away before the answer. nginx logs the same.
const CALLER_GONE: u16 = 499;
/// The target of the access log, for `tracing` directives.
const ACCESS: &str = "cardea::access";
/// The header that names the caller's trace.
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The observing layer; directly inside [`http::identify`], which it needs, and around all others.
#[derive(Clone, Debug)]
pub struct Observe {
    /// The metrics registry.
    pub metrics: Metrics,
    /// Whether it writes the access log.
    pub access_log: bool,
}

/// A service with [`Observe`] around it.
#[derive(Clone, Debug)]
pub struct Observed<S> {
    observe: Observe,
    inner: S,
}

impl<S> Layer<S> for Observe {
    type Service = Observed<S>;

    fn layer(&self, inner: S) -> Observed<S> {
        Observed { observe: self.clone(), inner }
    }
}

/// Notes the caller in the span of the request.
pub fn asked_by(who: &Who) {
    if let Who::Person(person) = who {
        Span::current().record("actor", display(&person.id));
    }
}

/// Notes the tenant in the span of the request.
pub fn in_tenant(tenant: &Id) {
    Span::current().record("tenant", display(tenant));
}

/// A method that HTTP defines (RFC 9110, section 9, and RFC 5789); any other is a word of the caller's choice.
fn known(method: &Method) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
        .into_iter()
        .find(|name| method.as_str() == *name)
        .unwrap_or("_OTHER")
}

/// A request under way. If it is dropped before [`Self::end`], its caller went away.
#[derive(Debug)]
struct Exchange {
    observe: Observe,
    span: Span,
    method: &'static str,
    route: Option<MatchedPath>,
    about: Option<http::Request>,
    began: Stopwatch,
    ended: bool,
}

impl Exchange {
    fn begin(observe: &Observe, request: &Request) -> Self {
        let method = known(request.method());
        let route = request.extensions().get::<MatchedPath>().cloned();
        let about = request.extensions().get::<http::Request>().cloned();
        let path = route.as_ref().map_or("", MatchedPath::as_str);
        let span = tracing::info_span!(
            "request",
            otel.name = format_args!("{method} {path}"),
            otel.kind = "server",
            request_id = about.as_ref().map_or("", |about| &about.id),
            http.request.method = method,
            http.route = path,
            http.response.status_code = Empty,
            actor = Empty,
            tenant = Empty,
        );
        follow(&span, request.headers());
        observe.metrics.request_began();
        Self { observe: observe.clone(), span, method, route, about, began: Stopwatch::start(), ended: false }
    }

    fn end(&mut self, status: u16) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let took = self.began.elapsed();
        let route = self.route.as_ref().map_or("", MatchedPath::as_str);
        let call =
            Call { http_request_method: self.method, http_route: route.to_owned(), http_response_status_code: status };
        self.observe.metrics.request_ended(&call, took);
        self.span.record("http.response.status_code", status);
        if self.observe.access_log {
            self.tell(status, took);
        }
    }

    fn tell(&self, status: u16, took: Duration) {
        let _entered = self.span.enter();
        let about = self.about.as_ref();
        let address = about.and_then(|about| about.address).map(display);
        let user_agent = about.map(|about| about.user_agent.as_str());
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(target: ACCESS, status, milliseconds, address, user_agent, "answered");
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.end(CALLER_GONE);
    }
}

/// Continues the trace that the caller names, if there is one (W3C Trace Context, section 3.2).
fn follow(span: &Span, headers: &HeaderMap) {
    if headers.contains_key(TRACEPARENT) && !span.is_disabled() {
        let context = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
        // Without an exporter of traces, there is no trace to continue.
        drop(span.set_parent(context));
    }
}

impl<S> Service<Request> for Observed<S>
where
    S: Service<Request, Error = Infallible>,
    S::Response: IntoResponse,
{
    type Response = Response;
    type Error = Infallible;
    type Future = ObservedFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let exchange = Exchange::begin(&self.observe, &request);
        let entered = exchange.span.clone().entered();
        let inner = self.inner.call(request);
        drop(entered);
        ObservedFuture { inner, exchange }
    }
}

pin_project! {
    /// The future of an [`Observed`] service.
    pub struct ObservedFuture<F> {
        #[pin]
        inner: F,
        exchange: Exchange,
    }
}

impl<F: Future<Output = Result<R, Infallible>>, R: IntoResponse> Future for ObservedFuture<F> {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let entered = this.exchange.span.enter();
        let Ok(response) = ready!(this.inner.poll(cx));
        drop(entered);
        let response = response.into_response();
        this.exchange.end(response.status().as_u16());
        Poll::Ready(Ok(response))
    }
}
