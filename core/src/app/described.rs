//! `/api/openapi.json`, the description of every call.

use std::io::Read as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use flate2::read::GzDecoder;
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use utoipa::openapi::InfoBuilder;

use crate::kernel::error::Error;
use crate::kernel::openapi::{DESCRIBES, OpenApiRouter};
use crate::kernel::refusals;

/// The description that a release answers with: `admin-ui/openapi.json`, compressed.
#[cfg(not(debug_assertions))]
const KEPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));
#[cfg(debug_assertions)]
const KEPT: &[u8] = &[];

/// The OpenAPI 3.1 description of calls, as JSON: of those that are there, or the one that a release was compiled with.
///
/// # Errors
/// It cannot be made: a fault of the server.
pub(super) fn description(calls: impl FnOnce() -> OpenApiRouter) -> Result<Value, Error> {
    if !DESCRIBES {
        let mut text = Vec::new();
        GzDecoder::new(KEPT).read_to_end(&mut text).map_err(Error::internal)?;
        return Ok(serde_json::from_slice(&text)?);
    }
    let (_, mut described) = calls().split_for_parts();
    described.info = InfoBuilder::new().title("Cardea").version(env!("CARGO_PKG_VERSION")).build();
    Ok(refusals::describe(&described))
}

/// The description, as text. It is made when somebody asks for it first: few ever do, and a start would wait for it.
#[derive(Clone)]
pub(super) struct Described {
    describe: Arc<dyn Fn() -> Result<Value, Error> + Send + Sync>,
    text: Arc<OnceCell<Bytes>>,
}

impl Described {
    /// What `describe` describes.
    pub(super) fn new(describe: impl Fn() -> Result<Value, Error> + Send + Sync + 'static) -> Self {
        Self { describe: Arc::new(describe), text: Arc::default() }
    }

    /// The description as JSON.
    ///
    /// # Errors
    /// It cannot be made: a fault of the server.
    pub(super) async fn answer(self) -> Result<impl IntoResponse, Error> {
        let describe = self.describe;
        let make = || async {
            let made = spawn_blocking(move || Ok::<_, Error>(serde_json::to_vec(&describe()?)?)).await;
            Ok::<_, Error>(Bytes::from(made.map_err(Error::internal)??))
        };
        let text = self.text.get_or_try_init(make).await?.clone();
        Ok(([(header::CONTENT_TYPE, "application/json")], text))
    }
}
