//! The trial systems of the demonstration: their listeners, and their clients at the provider.

use std::net::{Ipv4Addr, SocketAddr};

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cardea_simulator::{Options, Running, Simulator, Software, StartError};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

use crate::config::{SignatureForm, TrialManagement};
use crate::kernel::Kernel;
use crate::kernel::secret::Secret;

/// The four systems.
#[derive(Debug, Deserialize, Serialize)]
pub struct Systems(pub Vec<System>);

/// A trial system. Stored sealed, because it holds secrets.
#[derive(Debug, Deserialize, Serialize)]
pub struct System {
    /// Web code.
    pub web_code: String,
    /// The address it listens on; part of its client's redirect URI, so it stays the same.
    pub listen: SocketAddr,
    /// Its client at the provider.
    pub client_id: String,
    /// That client's secret.
    pub client_secret: String,
    /// The key that callers of its two APIs present.
    pub api_key: String,
}

impl System {
    /// The software that it is.
    pub fn software(&self) -> Software {
        Software::from_web_code(&self.web_code).unwrap_or(Software::Edc)
    }

    /// Its own address.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.listen)
    }

    /// The key of the signed interface, if this is the trial-management system. It is derived from the API key, so
    /// that there is one secret to store.
    fn interface_key(&self) -> Option<[u8; 32]> {
        let text = format!("trial-management interface {}", self.api_key);
        let key = digest(&SHA256, text.as_bytes()).as_ref().try_into().ok();
        key.filter(|_| self.software() == Software::Ctms)
    }
}

impl Systems {
    /// Reserves a loopback port for each: the ports after the server's own, if they are free.
    pub async fn reserve(kernel: &Kernel, server: SocketAddr) -> std::io::Result<Self> {
        let mut held = Vec::new();
        let mut systems = Vec::new();
        for (software, step) in Software::ALL.into_iter().zip(1_u16..) {
            let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port().saturating_add(step)));
            let listener = match TcpListener::bind(wanted).await {
                Ok(listener) => listener,
                Err(_) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
            };
            systems.push(System {
                web_code: software.web_code().to_owned(),
                listen: listener.local_addr()?,
                client_id: String::new(),
                client_secret: String::new(),
                api_key: kernel.token(),
            });
            held.push(listener);
        }
        Ok(Self(systems))
    }

    /// Configures the server to call the trial-management system by its signed interface, unless another is configured.
    pub fn connect(&self, settings: &mut TrialManagement) {
        if !settings.base_url.is_empty() {
            return;
        }
        for (system, key) in self.0.iter().filter_map(|system| Some((system, system.interface_key()?))) {
            settings.base_url = format!("{}/ctms-api", system.base_url());
            settings.key = Secret::new(STANDARD.encode(key));
            settings.signature = SignatureForm::default();
        }
    }

    /// Starts the simulators.
    pub async fn start(&self, issuer: &str) -> Result<Vec<Running>, StartError> {
        let mut running = Vec::new();
        for system in &self.0 {
            let options = Options {
                listen: system.listen,
                client_secret: Some(system.client_secret.clone()),
                trial_management_key: system.interface_key(),
                ..Options::new(system.software(), issuer, &system.client_id, &system.api_key)
            };
            running.push(Simulator::start(options).await?);
        }
        Ok(running)
    }
}
