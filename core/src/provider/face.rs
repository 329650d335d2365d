//! The layers around the routes: the OAuth shape of refusals, and the endpoints without HEAD.

use axum::extract::Request as HttpRequest;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::error::{self, ErrorCode, OAuthError};
use crate::kernel::error::Error;
use crate::kernel::http::{self, Request};
use crate::kernel::layer::{Admission, Around, AroundLayer, Guard};

/// Refuses HEAD, which promises to change nothing (RFC 9110, section 9.2.1), where GET makes a code or ends a
/// session: a program that looks at an address before it is opened, such as a link preview, would otherwise trigger
/// that.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoHead;

impl Guard for NoHead {
    fn admit(&self, request: HttpRequest) -> Admission {
        if request.method() == Method::HEAD {
            let allow = [(header::ALLOW, "GET, POST")];
            return Admission::No((StatusCode::METHOD_NOT_ALLOWED, allow).into_response());
        }
        Admission::Now(request)
    }
}

/// Gives every other failure the RFC's shape too, and logs the causes. The routes have this layer already; it goes
/// once more around layers that can fail, such as the session's.
#[must_use]
pub const fn face() -> AroundLayer<Face> {
    AroundLayer(Face)
}

/// See [`face`].
#[derive(Clone, Copy, Debug)]
pub struct Face;

impl Around for Face {
    type Kept = Option<Request>;

    fn before(&self, request: &mut HttpRequest) -> Self::Kept {
        request.extensions().get::<Request>().cloned()
    }

    fn after(about: Self::Kept, mut response: Response) -> Response {
        let about = || about.unwrap_or_else(|| Request::internal(String::new()));
        // Removed, so that an outer layer does not log it again.
        if let Some(error) = response.extensions_mut().remove::<OAuthError>() {
            error::log(&error, &about());
            if let Some(mark) = error.mark() {
                response.extensions_mut().insert(mark);
            }
            return response;
        }
        if let Some(error) = http::carried(&response) {
            let code = error.code;
            let error = OAuthError { source: Some(error), ..OAuthError::from(Error::new(code)) };
            error::log(&error, &about());
            let mut written = error.into_response();
            written.extensions_mut().remove::<OAuthError>();
            return written;
        }
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            let allow = response.headers().get(header::ALLOW).cloned();
            let why = "this method is not supported here";
            let mut written = OAuthError::new(ErrorCode::InvalidRequest, why).into_response();
            *written.status_mut() = response.status();
            written.headers_mut().extend(allow.map(|allow| (header::ALLOW, allow)));
            return written;
        }
        response
    }
}
