//! Middleware that costs nothing when it has nothing to do.
//!
//! `axum::middleware::from_fn` boxes the service below it and its own future, for each layer and each request; ten of
//! them were half of the cost of the public key set. The two kinds here allocate nothing: an [`Around`] never waits,
//! and a [`Guard`] waits only for a look-up. Adjacent layers are passed to one `Router::layer` as a tuple, outermost
//! first, so that the router boxes them once.

use std::convert::Infallible;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use pin_project_lite::pin_project;
use tower::{Layer, Service};

/// Middleware that changes or notes a request before it is handled, and its response afterwards.
pub trait Around: Clone + Send + Sync + 'static {
    /// The state that [`Self::before`] passes to [`Self::after`].
    type Kept: Send + 'static;

    /// Called before the request is handled.
    fn before(&self, request: &mut Request) -> Self::Kept;

    /// Called with the response.
    fn after(kept: Self::Kept, response: Response) -> Response;
}

/// Middleware that admits a request, or answers it itself.
pub trait Guard: Clone + Send + Sync + 'static {
    /// Decides whether the request goes on.
    fn admit(&self, request: Request) -> Admission;
}

/// The decision about a request.
pub enum Admission {
    /// The request goes on at once.
    Now(Request),
    /// The decision needs a wait; it is the request that goes on, or the answer that refuses it.
    Later(BoxFuture<'static, Result<Request, Response>>),
    /// The request is refused with this answer.
    No(Response),
}

/// The layer of an [`Around`].
#[derive(Clone, Copy, Debug)]
pub struct AroundLayer<A>(pub A);

/// The layer of a [`Guard`].
#[derive(Clone, Copy, Debug)]
pub struct GuardLayer<A>(pub A);

/// A service with a layer around it.
#[derive(Clone, Debug)]
pub struct Layered<A, S> {
    layer: A,
    inner: S,
}

impl<A: Clone, S> Layer<S> for AroundLayer<A> {
    type Service = Layered<Self, S>;

    fn layer(&self, inner: S) -> Self::Service {
        Layered { layer: self.clone(), inner }
    }
}

impl<A: Clone, S> Layer<S> for GuardLayer<A> {
    type Service = Layered<Self, S>;

    fn layer(&self, inner: S) -> Self::Service {
        Layered { layer: self.clone(), inner }
    }
}

impl<A, S> Service<Request> for Layered<AroundLayer<A>, S>
where
    A: Around,
    S: Service<Request, Error = Infallible>,
    S::Response: IntoResponse,
{
    type Response = Response;
    type Error = Infallible;
    type Future = AroundFuture<A, S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let kept = self.layer.0.before(&mut request);
        AroundFuture { inner: self.inner.call(request), kept: Some(kept) }
    }
}

pin_project! {
    /// The future of a service inside an [`Around`].
    pub struct AroundFuture<A: Around, F> {
        #[pin]
        inner: F,
        kept: Option<A::Kept>,
    }
}

impl<A: Around, F: Future<Output = Result<R, Infallible>>, R: IntoResponse> Future for AroundFuture<A, F> {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Ok(response) = ready!(this.inner.poll(cx));
        let response = response.into_response();
        Poll::Ready(Ok(match this.kept.take() {
            Some(kept) => A::after(kept, response),
            None => response,
        }))
    }
}

impl<A, S> Service<Request> for Layered<GuardLayer<A>, S>
where
    A: Guard,
    S: Service<Request, Error = Infallible> + Clone,
    S::Response: IntoResponse,
{
    type Response = Response;
    type Error = Infallible;
    type Future = GuardFuture<S, S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let stage = match self.layer.0.admit(request) {
            Admission::Now(request) => Stage::Inner { inner: self.inner.call(request) },
            Admission::No(response) => Stage::Refused { response: Some(response) },
            Admission::Later(admission) => {
                // The service that reported readiness takes this request; its copy stays for the next.
                let copy = self.inner.clone();
                Stage::Waiting { admission, service: mem::replace(&mut self.inner, copy) }
            }
        };
        GuardFuture { stage }
    }
}

pin_project! {
    /// The future of a service behind a [`Guard`].
    pub struct GuardFuture<S, F> {
        #[pin]
        stage: Stage<S, F>,
    }
}

pin_project! {
    #[project = StageProjection]
    enum Stage<S, F> {
        // The request was passed on.
        Inner { #[pin] inner: F },
        // The decision about the request is pending.
        Waiting { admission: BoxFuture<'static, Result<Request, Response>>, service: S },
        // The request was refused.
        Refused { response: Option<Response> },
    }
}

impl<S, R> Future for GuardFuture<S, S::Future>
where
    S: Service<Request, Response = R, Error = Infallible>,
    R: IntoResponse,
{
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut stage = self.project().stage;
        loop {
            let inner = match stage.as_mut().project() {
                StageProjection::Inner { inner } => {
                    let Ok(response) = ready!(inner.poll(cx));
                    return Poll::Ready(Ok(response.into_response()));
                }
                // Polled again after it was ready: the caller's mistake, which must not cause a panic here.
                StageProjection::Refused { response } => return Poll::Ready(Ok(response.take().unwrap_or_default())),
                StageProjection::Waiting { admission, service } => match ready!(admission.as_mut().poll(cx)) {
                    Ok(request) => service.call(request),
                    Err(response) => return Poll::Ready(Ok(response)),
                },
            };
            stage.set(Stage::Inner { inner });
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::{HeaderName, HeaderValue, StatusCode};
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    /// Appends its name to the request and to the response.
    #[derive(Clone)]
    struct Mark(&'static str);

    impl Around for Mark {
        type Kept = &'static str;

        fn before(&self, request: &mut Request) -> &'static str {
            request.headers_mut().append("path", HeaderValue::from_static(self.0));
            self.0
        }

        fn after(name: &'static str, mut response: Response) -> Response {
            response.headers_mut().append("path", HeaderValue::from_static(name));
            response
        }
    }

    #[derive(Clone)]
    struct Door;

    impl Guard for Door {
        fn admit(&self, mut request: Request) -> Admission {
            match request.uri().path() {
                "/now" => Admission::Now(request),
                "/no" => Admission::No(StatusCode::FORBIDDEN.into_response()),
                path => {
                    let open = path == "/later";
                    Admission::Later(Box::pin(async move {
                        tokio::task::yield_now().await;
                        request.headers_mut().append("path", HeaderValue::from_static("waited"));
                        if open { Ok(request) } else { Err(StatusCode::IM_A_TEAPOT.into_response()) }
                    }))
                }
            }
        }
    }

    async fn path(at: &str) -> (StatusCode, Vec<String>) {
        let echo = |request: Request| async move {
            let seen: Vec<_> = request.headers().get_all("path").iter().cloned().collect();
            let mut response: Response = Response::default();
            response.headers_mut().extend(seen.into_iter().map(|v| (HeaderName::from_static("path"), v)));
            response
        };
        let stack = (AroundLayer(Mark("outer")), GuardLayer(Door), AroundLayer(Mark("inner")));
        let app = Router::new().fallback_service(get(echo)).layer(stack);
        let request = Request::builder().uri(at).body(Body::empty()).unwrap();
        let response = app.oneshot(request).await.unwrap();
        let seen = response.headers().get_all("path").iter().map(|v| v.to_str().unwrap().to_owned()).collect();
        (response.status(), seen)
    }

    #[tokio::test]
    async fn a_request_passes_the_layers_in_and_out() {
        assert_eq!(path("/now").await.1, ["outer", "inner", "inner", "outer"]);
        assert_eq!(path("/later").await.1, ["outer", "waited", "inner", "inner", "outer"]);
    }

    #[tokio::test]
    async fn a_request_that_is_not_admitted_goes_no_further() {
        assert_eq!(path("/no").await, (StatusCode::FORBIDDEN, vec!["outer".to_owned()]));
        assert_eq!(path("/never").await, (StatusCode::IM_A_TEAPOT, vec!["outer".to_owned()]));
    }
}
