//! The trial-management interface: calls to the clinical-management system, made by the server for people who are
//! authorised in it (specification, portal, section 7).
//!
//! A browser never gets the signing key, and reaches that system only through this module:
//! `GET` and `POST /api/ctms/{path}`. Off unless configured.

mod api;
mod signature;
mod target;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use signature::Signer;
use tokio::sync::Semaphore;
use url::Url;

use crate::authentication::Sessions;
use crate::config::Config;
use crate::kernel::Kernel;
use crate::kernel::error::Error;
use crate::kernel::outbound::{Bounds, Client, Outbound};

pub use api::router;

/// Most concurrent calls, each of which may take most of a minute; further calls are answered that the server is
/// busy.
const CALLS: usize = 32;

/// The module's state. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ctms(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    sessions: Sessions,
    upstream: Option<Upstream>,
    per_minute: i64,
}

/// The trial-management system.
#[derive(Debug)]
struct Upstream {
    base: Url,
    header: String,
    signer: Signer,
    client: Client,
    calls: Semaphore,
}

impl Ctms {
    /// Opens the module without calling the trial-management system.
    ///
    /// Errors: invalid settings, or a machine whose trust anchors cannot be read.
    pub fn open(kernel: &Kernel, config: &Config, outbound: &Outbound, sessions: Sessions) -> Result<Self, Error> {
        let settings = &config.trial_management;
        let upstream = match settings.base_url.as_str() {
            "" => None,
            base => {
                let total = Duration::from_secs(settings.timeout_seconds);
                let bounds = Bounds { total, max_bytes: settings.max_answer, ..Bounds::default() };
                Some(Upstream {
                    base: Url::parse(base).map_err(Error::internal)?,
                    header: settings.header.clone(),
                    signer: Signer::new(&settings.signing_key().map_err(Error::internal)?, settings.signature)?,
                    client: outbound.client(bounds).map_err(Error::internal)?,
                    calls: Semaphore::new(CALLS),
                })
            }
        };
        Ok(Self(Arc::new(Parts { kernel: kernel.clone(), sessions, upstream, per_minute: settings.per_minute })))
    }
}

impl FromRef<Ctms> for Kernel {
    fn from_ref(ctms: &Ctms) -> Self {
        ctms.0.kernel.clone()
    }
}
