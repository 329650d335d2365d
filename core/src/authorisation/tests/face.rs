//! The routes of `authorisation` as a caller meets them, and what they answer.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use serde_json::Value;

use crate::audit::Trail;
use crate::authorisation::{Authorisation, Histories, Place, documented_router, ledger_router, router};
use crate::files::Files;
use crate::kernel::denials::audit_denials;
use crate::kernel::http;
use crate::resources::sheet::Exports;
use crate::resources::testing::Recently;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    /// Status and code.
    pub fn is(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["code"].as_str().unwrap_or_default())
    }

    /// The names of the invalid fields.
    pub fn fields(&self) -> Vec<&str> {
        self.body["errors"].as_object().map(|e| e.keys().map(String::as_str).collect()).unwrap_or_default()
    }
}

/// Opens places at their domains' addresses: the provider's launch addresses are tested there.
#[derive(Debug)]
struct Websites;

impl crate::authorisation::Launch for Websites {
    fn addresses<'a>(
        &'a self,
        _: &'a str,
        places: Vec<Place>,
    ) -> futures::future::BoxFuture<'a, Result<Vec<Option<String>>, crate::kernel::error::Error>> {
        let address = |place: Place| place.domain.map(|(_, website_url)| website_url);
        Box::pin(async move { Ok(places.into_iter().map(address).collect()) })
    }
}

/// The module's routes behind their two error layers.
pub fn face(authorisation: &Authorisation) -> axum::Router {
    let kernel = &authorisation.kernel;
    let histories = Histories {
        kernel: kernel.clone(),
        step_up: Arc::new(Recently),
        exports: Exports::new(Files::in_memory(kernel)),
        trail: Trail::with_anchors(kernel, Vec::new(), 1),
    };
    let panels = router(authorisation.clone(), Arc::new(Recently), Files::in_memory(kernel));
    let (admin, _) = panels.merge(ledger_router(histories)).split_for_parts();
    let (documented, _) = documented_router(authorisation.kernel.clone(), Arc::new(Websites)).split_for_parts();
    let denials = from_fn_with_state(authorisation.kernel.clone(), audit_denials);
    admin
        .layer(denials)
        .layer(http::admin())
        .merge(documented.layer(http::documented()))
        .layer(DefaultBodyLimit::max(64 << 10))
        .layer(http::identify(authorisation.kernel.clone()))
}
