//! The trial systems of the demonstration: where they listen, and what they know of the provider.

use std::net::{Ipv4Addr, SocketAddr};

use cardea_simulator::{Options, Running, Simulator, Software, StartError};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

use crate::kernel::Kernel;

/// All four.
#[derive(Debug, Deserialize, Serialize)]
pub struct Systems(pub Vec<System>);

/// One of them. Remembered sealed: it holds secrets.
#[derive(Debug, Deserialize, Serialize)]
pub struct System {
    /// Web code.
    pub web_code: String,
    /// Where it listens; part of its client's redirect address, so it stays.
    pub listen: SocketAddr,
    /// Its client at the provider.
    pub client_id: String,
    /// That client's secret.
    pub client_secret: String,
    /// What callers of its two APIs show.
    pub api_key: String,
}

impl System {
    /// Which it is.
    pub fn software(&self) -> Software {
        Software::from_web_code(&self.web_code).unwrap_or(Software::Edc)
    }

    /// Its own address.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.listen)
    }
}

impl Systems {
    /// A free loopback port for each: the ones behind the server's own, where they are free.
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

    /// Starts them.
    pub async fn start(&self, issuer: &str) -> Result<Vec<Running>, StartError> {
        let mut running = Vec::new();
        for system in &self.0 {
            let options = Options {
                listen: system.listen,
                client_secret: Some(system.client_secret.clone()),
                ..Options::new(system.software(), issuer, &system.client_id, &system.api_key)
            };
            running.push(Simulator::start(options).await?);
        }
        Ok(running)
    }
}
