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

use crate::kernel::error::Error;

/// The description that a release answers with: `admin-ui/openapi.json`, compressed.
#[cfg(not(debug_assertions))]
const KEPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));
#[cfg(debug_assertions)]
const KEPT: &[u8] = &[];

/// The description that a release answers with.
///
/// # Errors
/// This is no release, and makes it.
pub(super) fn kept() -> Result<Value, Error> {
    let mut text = Vec::new();
    GzDecoder::new(KEPT).read_to_end(&mut text).map_err(Error::internal)?;
    Ok(serde_json::from_slice(&text)?)
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
