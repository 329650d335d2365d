//! What answers requests.

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::Response;
use tower::util::option_layer;
use tower::{Layer as _, Service};

use super::App;
use crate::provider;
use crate::web::Guard;

impl App {
    /// What answers every request: the router, and before it, for public documents, an answer that is at hand. Where requests
    /// are `observed` one by one, by the access log or by traces, the router answers for documents, too.
    pub fn service(
        &self,
        observed: bool,
    ) -> impl Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + use<> {
        let guard = Guard { secure: self.secure };
        let documents = provider::at_hand(self.provider.clone(), move |headers| guard.add(headers));
        option_layer((!observed).then_some(documents)).layer(self.router())
    }
}
