//! Opens the provider, and removes expired records.

use std::sync::{Arc, OnceLock};

use super::claims::{StudyClaims, Trials};
use super::client_auth::Failures;
use super::clients::Clients;
use super::document::Document;
use super::keys::SigningKeys;
use super::logout::EndSession;
use super::state::{Parts, Provider};
use super::{authorize, device, discovery, limit, token};
use crate::kernel::Kernel;
use crate::kernel::error::Error;
use crate::kernel::outbound::Outbound;
use crate::kernel::recent::Recent;

impl Provider {
    /// Opens the provider: loads its keys, made at first start, and its clients. `issuer` is the public address
    /// without a trailing slash; `outbound` fetches the documents that clients keep on their own servers.
    pub async fn open(
        kernel: Kernel,
        issuer: String,
        outbound: &Outbound,
        studies: Arc<dyn StudyClaims>,
        sessions: Arc<dyn EndSession>,
    ) -> Result<Self, Error> {
        let keys = SigningKeys::open(&kernel).await?;
        let clients = Clients::open(kernel.clone(), outbound).await?;
        let trials = Trials::new(studies);
        let families = Recent::of(kernel.db(), &[&token::families::HOLDER_ROWS, trials.rows()].concat());
        let statuses = Recent::of(kernel.db(), &token::families::STATUS_ROWS);
        let discovery = Document::new(&discovery::Metadata::new(&issuer))?;
        Ok(Self::of(Parts {
            kernel,
            issuer,
            keys,
            clients,
            failures: Failures::default(),
            device_requests: device::limit(),
            limits: OnceLock::new(),
            discovery,
            sessions,
            families,
            statuses,
            trials,
        }))
    }

    /// Removes expired requests, codes, tokens and counts, in short transactions, and returns the number of rows. To
    /// be run now and then.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let kernel = self.kernel();
        Ok(authorize::sweep(kernel).await? + token::store::sweep(kernel).await? + limit::sweep(kernel).await?)
    }
}
