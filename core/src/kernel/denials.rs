//! Audits the calls that the admin REST API denied.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::ctx::{Ctx, Event, Outcome, Who};
use super::error::Code;
use super::http::{self, carried};
use super::state::Kernel;

/// Audits each call that a signed-in person was not allowed to make, with its method and address. It uses a
/// transaction of its own, because the call's was rolled back with its error. A layer around every router of the
/// admin REST API, inside the layer that writes the error's body and after the session is known.
pub async fn audit_denials(State(kernel): State<Kernel>, request: Request, next: Next) -> Response {
    let who = request.extensions().get::<Who>().cloned().unwrap_or_default();
    let about = request.extensions().get::<http::Request>().cloned();
    let tried: String = format!("{} {}", request.method(), request.uri().path()).chars().take(200).collect();
    let response = next.run(request).await;
    let error = carried(&response).filter(|e| e.code == Code::Forbidden);
    if let (Some(error), Some(about), Who::Person(_)) = (error, about, &who) {
        let mut cx = Ctx::new(kernel, who, about);
        cx.audit_event(Event {
            action: "call.refused",
            resource: "calls",
            record: tried,
            reason: Some(error.text().en.into_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        if let Err(error) = cx.commit().await {
            tracing::error!(%error, "a refusal could not be noted in the audit");
        }
    }
    response
}
