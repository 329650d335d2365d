//! Runs one simulated trial system until it is interrupted.

use std::net::SocketAddr;
use std::process::ExitCode;

use cardea_simulator::{Options, Simulator, Software};
use clap::Parser;

/// Runs one simulated trial system (role API, provisioning, OpenID Connect relying party).
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Web code of the system: 020 EDC, 030 RTSM, 040 CTMS, 070 eTMF.
    #[arg(long, default_value = "020", value_parser = software)]
    software: Software,
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Own address as browsers see it.
    #[arg(long)]
    public_url: Option<String>,
    /// The OpenID provider.
    #[arg(long)]
    issuer: String,
    /// client_id at the provider.
    #[arg(long)]
    client_id: String,
    /// client_secret at the provider.
    #[arg(long, env = "CARDEA_SIMULATOR_CLIENT_SECRET", hide_env_values = true)]
    client_secret: Option<String>,
    /// Bearer token that callers of the role and callback APIs must carry.
    #[arg(long, env = "CARDEA_SIMULATOR_API_KEY", hide_env_values = true)]
    api_key: String,
}

fn software(web_code: &str) -> Result<Software, &'static str> {
    Software::from_web_code(web_code).ok_or("expected 020, 030, 040 or 070")
}

#[tokio::main]
async fn main() -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let arguments = Arguments::parse();
    let options = Options {
        listen: arguments.listen,
        public_url: arguments.public_url,
        client_secret: arguments.client_secret,
        ..Options::new(arguments.software, arguments.issuer, arguments.client_id, arguments.api_key)
    };
    let running = match Simulator::start(options).await {
        Ok(running) => running,
        Err(error) => {
            tracing::error!(%error, "cannot start");
            return ExitCode::FAILURE;
        }
    };
    tracing::info!(
        url = running.base_url(),
        redirect_uri = running.redirect_uri(),
        role_api = running.role_api(),
        callback_api = running.callback_api(),
        "ready"
    );
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::error!(%error, "cannot wait for an interrupt");
    }
    running.stop().await;
    ExitCode::SUCCESS
}
