//! Routes, and the OpenAPI 3.1 description of the calls behind them. A call is described when the description is asked for, not
//! when its route is made: what hundreds of calls take and answer is much to say, and a server that starts says none of it.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::path::{HttpMethod, Paths};
use utoipa::openapi::{Components, OpenApi, OpenApiBuilder, RefOr, Schema};

/// Makes the [`Call`] of one handler or of several that share a path, each with its `#[utoipa::path]`:
/// `routes!(read, update, remove)`.
pub use cardea_macros::routes;

/// Whether calls describe themselves. A release answers with the description that is kept with the sources instead, which a test
/// compares with what they say: the code that says it is 3 MB.
pub const DESCRIBES: bool = cfg!(debug_assertions);

/// What a call adds to the description: schemas by their names, and its path.
pub type Described = (Vec<(String, RefOr<Schema>)>, Paths);

/// Describes a call.
type Describe = Box<dyn FnOnce() -> Described + Send>;

/// A path with its handlers.
pub struct Call<S = ()> {
    path: String,
    route: MethodRouter<S>,
    describe: Vec<Describe>,
}

impl<S: Clone + Send + Sync + 'static> Call<S> {
    /// The call at a path, which `describe` describes.
    pub fn new(path: String, route: MethodRouter<S>, describe: impl FnOnce() -> Described + Send + 'static) -> Self {
        Self { path, route, describe: if DESCRIBES { vec![Box::new(describe)] } else { Vec::new() } }
    }

    /// The call that `D` describes: `#[utoipa::path]` makes such a type for each handler.
    pub fn of<D, H, T>(handler: &H) -> Self
    where
        D: Path + SchemaReferences + for<'t> Tags<'t> + 'static,
        H: Handler<T, S>,
        T: 'static,
    {
        let route = MethodRouter::new();
        let route = D::methods().iter().fold(route, |route, method| route.on(filter(method), handler.clone()));
        Self::new(D::path(), route, describe::<D>)
    }

    /// With the handlers of another, which is at the same path.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        debug_assert_eq!(self.path, other.path, "one path");
        self.describe.extend(other.describe);
        Self { route: self.route.merge(other.route), ..self }
    }
}

const fn filter(method: &HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Options => MethodFilter::OPTIONS,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Trace => MethodFilter::TRACE,
    }
}

fn describe<D: Path + SchemaReferences + for<'t> Tags<'t>>() -> Described {
    let (mut schemas, mut paths, mut operation) = (Vec::new(), Paths::new(), D::operation());
    D::schemas(&mut schemas);
    let tags = D::tags();
    if !tags.is_empty() {
        operation.tags.get_or_insert_default().extend(tags.into_iter().map(str::to_owned));
    }
    paths.add_path_operation(D::path(), D::methods(), operation);
    (schemas, paths)
}

/// A router whose calls can be described.
pub struct OpenApiRouter<S = ()> {
    router: Router<S>,
    describe: Vec<Describe>,
}

impl<S> std::fmt::Debug for OpenApiRouter<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenApiRouter").field("calls", &self.describe.len()).finish_non_exhaustive()
    }
}

impl<S: Clone + Send + Sync + 'static> Default for OpenApiRouter<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> OpenApiRouter<S> {
    /// Without calls.
    #[must_use]
    pub fn new() -> Self {
        Self { router: Router::new(), describe: Vec::new() }
    }

    /// With a call, or several at one path.
    #[must_use]
    pub fn routes(mut self, call: Call<S>) -> Self {
        self.describe.extend(call.describe);
        Self { router: self.router.route(&call.path, call.route), ..self }
    }

    /// With the calls of another.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.describe.extend(other.describe);
        Self { router: self.router.merge(other.router), ..self }
    }

    /// With a layer around the calls that are there.
    #[must_use]
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Error: Into<Infallible> + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        Self { router: self.router.layer(layer), ..self }
    }

    /// With what answers where no call is.
    #[must_use]
    pub fn fallback<H: Handler<T, S>, T: 'static>(self, handler: H) -> Self {
        Self { router: self.router.fallback(handler), ..self }
    }

    /// With the state that its handlers need.
    #[must_use]
    pub fn with_state<S2>(self, state: S) -> OpenApiRouter<S2> {
        OpenApiRouter { router: self.router.with_state(state), describe: self.describe }
    }

    /// The routes alone.
    pub fn into_router(self) -> Router<S> {
        self.router
    }

    /// The routes, and the description of their calls.
    pub fn split_for_parts(self) -> (Router<S>, OpenApi) {
        let mut described = OpenApiBuilder::new().build();
        let schemas = &mut described.components.get_or_insert_with(Components::new).schemas;
        for describe in self.describe {
            let (named, paths) = describe();
            schemas.extend(named);
            described.paths.merge(paths);
        }
        (self.router, described)
    }
}
